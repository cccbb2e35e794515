package play

import (
	"bufio"
	"context"
	"io"
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/timer"
)

// A lineReader hands out the lines of an input one at a time, to the question or the clock that asks for
// the next one. A clock whose time is up leaves a line typed too late to the next question. There is one
// for the life of the program.
type lineReader struct {
	in    *bufio.Reader
	now   func() timer.Moment
	once  sync.Once
	lines chan screen.Typed
	rest  string          // of a line that is being read as bytes
	until <-chan struct{} // reading gives up when this is closed; nil: never
	ctx   context.Context

	deafTo time.Time // lines typed before this are dropped
}

func newLineReader(ctx context.Context, in io.Reader, now func() timer.Moment) *lineReader {
	return &lineReader{ctx: ctx, in: bufio.NewReader(in), now: now, lines: make(chan screen.Typed)}
}

// next returns a channel for the next line. A line belongs to its receiver.
func (f *lineReader) next() <-chan screen.Typed {
	f.once.Do(func() { go f.pump() })
	return f.lines
}

// pump reads one line ahead. After the last line it reports the end for as long as the program runs.
func (f *lineReader) pump() {
	over := false
	for f.ctx.Err() == nil {
		typed := screen.Typed{End: true}
		if !over {
			line, err := f.in.ReadSlice('\n') // of a line too long for the buffer, as much as fits
			over = err != nil && err != bufio.ErrBufferFull
			if len(line) == 0 {
				continue
			}
			typed = screen.Typed{Text: string(line), At: f.now()}
		}
		select {
		case f.lines <- typed:
		case <-f.ctx.Done():
		}
	}
}

// deaf is how long lines are dropped after a question has gone away while somebody was typing.
const deaf = 700 * time.Millisecond

// hush drops the lines that arrive before deafTo.
func (f *lineReader) hush() {
	left := time.Until(f.deafTo)
	if left <= 0 {
		return
	}
	for over := time.After(left); ; {
		select {
		case t := <-f.next():
			if t.End {
				return
			}
		case <-over:
			return
		case <-f.until:
			return
		case <-f.ctx.Done():
			return
		}
	}
}

// Read returns bytes of the next line, never of two lines. If the context ends, Read fails with its cause.
func (f *lineReader) Read(p []byte) (int, error) {
	if f.rest == "" {
		f.hush()
		select {
		case <-f.ctx.Done():
			return 0, context.Cause(f.ctx)
		case <-f.until:
			return 0, ask.ErrYielded
		case t := <-f.next():
			if t.End {
				return 0, io.EOF
			}
			f.rest = t.Text
		}
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}
