package output

import (
	"fmt"
	"io"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
)

// A Progress is a line that is overwritten while something takes long. Nothing is shown in the first second.
type Progress struct {
	out   io.Writer
	now   func() time.Time
	width func() int

	began, drawn time.Time
	columns      int // the width of the line on the screen
}

// NewProgress starts a progress line on out, of width columns. If out is nil, nothing is shown.
func NewProgress(out io.Writer, now func() time.Time, width func() int) *Progress {
	return &Progress{out: out, now: now, width: width, began: now()}
}

// Show rewrites the line, at most ten times a second, and not in the first second.
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
	_, _ = fmt.Fprint(p.out, say) // an error means that nobody looks
	p.drawn, p.columns = now, layout.Width(say)
}

// Clear removes the line.
func (p *Progress) Clear() {
	if p.columns > 0 {
		_, _ = fmt.Fprintf(p.out, "\r%*s\r", p.columns, "")
		p.columns = 0
	}
}
