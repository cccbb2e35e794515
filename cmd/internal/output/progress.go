package output

import (
	"fmt"
	"io"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
)

// A Progress is one line that is written over and over while something takes long; of what is soon done nothing is seen.
type Progress struct {
	out   io.Writer
	now   func() time.Time
	width func() int

	began, drawn time.Time
	columns      int // of the line that is written there
}

// NewProgress begins one on out, where it has so many columns; out nil: nobody looks.
func NewProgress(out io.Writer, now func() time.Time, width func() int) *Progress {
	return &Progress{out: out, now: now, width: width, began: now()}
}

// Show writes the line anew, ten times a second at most and not in the first second.
func (p *Progress) Show(line func() string) {
	if p.out == nil {
		return
	}
	now := p.now()
	if now.Sub(p.began) < time.Second || now.Sub(p.drawn) < time.Second/10 {
		return
	}
	p.Clear()
	say := layout.Cut(line(), p.width()-1)
	_, _ = fmt.Fprint(p.out, say) // nobody looks, then
	p.drawn, p.columns = now, layout.Width(say)
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.columns > 0 {
		_, _ = fmt.Fprintf(p.out, "\r%*s\r", p.columns, "")
		p.columns = 0
	}
}
