package cmd

import (
	"fmt"
	"io"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
)

// A progress is one line that is written over and over while something takes long; of what is soon done nothing is seen.
type progress struct {
	out   io.Writer // nil: nobody looks
	say   func(lang.Text) string
	now   func() time.Time
	width func() int

	began, drawn time.Time
	columns      int // of what stands there
}

func (a *app) progress() progress {
	p := progress{say: a.voice.Say, now: a.Now, width: a.width, began: a.Now()}
	if a.Progress && !a.plain && !a.aloud() && !a.dumb() {
		p.out = a.Err
	}
	return p
}

// show writes the line anew, ten times a second at most and not in the first second.
func (p *progress) show(how func() lang.Text) {
	if p.out == nil {
		return
	}
	now := p.now()
	if now.Sub(p.began) < time.Second || now.Sub(p.drawn) < time.Second/10 {
		return
	}
	p.clear()
	line := layout.Cut(p.say(how()), p.width()-1)
	_, _ = fmt.Fprint(p.out, line) // nobody looks, then
	p.drawn, p.columns = now, layout.Width(line)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.columns > 0 {
		_, _ = fmt.Fprintf(p.out, "\r%*s\r", p.columns, "")
		p.columns = 0
	}
}
