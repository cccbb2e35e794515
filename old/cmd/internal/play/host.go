package play

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// A Host asks the questions at this machine, and shows its clocks. There is one for the life of the program.
type Host interface {
	ask.Asker
	// AskUntil is like Ask, but gives up with ask.ErrYielded soon after done is closed.
	AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error)
	// Watch shows a clock until it ends. The error is an ask.ErrQuit if the table left, or a *fault.Failed if the
	// clock cannot be shown.
	Watch(screen.Clock) (screen.Outcome, error)
	// Covers reports whether a clock hides the lines printed before it.
	Covers() bool
	// Forget takes back the line of the last answer, which does not count, and drops keys being typed, since their
	// question is gone.
	Forget()
	// Deafen drops keys being typed, since their question is gone.
	Deafen()
	// Typing reports whether somebody is typing, so that another question would take keys meant for this one.
	Typing() bool
	// Above sets the line above every question from now on: the place in the game, and the leader if there is room.
	// Both may be "".
	Above(where, ahead string)
	// Recap shows answers again.
	Recap([]ask.Answered)
	// Restore puts the machine back as it was found. Calling it twice is harmless, and a later question takes the
	// machine again.
	Restore()
}

// A Machine has the parts of a Host.
type Machine struct {
	Terminal screen.Terminal // for clocks; without Keys, lines are read from In
	In       io.Reader       // nil: nobody types
	Typed    bool            // the lines of In are being typed, not read from a file
	Out      io.Writer
	Bell     bool       // a bell in Out can be heard
	Latin    bool       // lines may be in Latin-1
	Width    func() int // of a page, in columns
	Voice    *lang.Localizer
	Moment   func() timer.Moment
}

// NewHost returns a host on the terminal if there is one, or else on plain lines. When ctx ends, a waiting question or
// clock ends with its cause.
func NewHost(ctx context.Context, m Machine) Host {
	if m.Terminal.Keys == nil {
		h := &lines{ctx: ctx, machine: m}
		if m.In != nil {
			h.feed = newLineReader(ctx, m.In, m.Moment)
		}
		h.Lines = prompt.NewLines(h.feed, m.Out, m.Voice, m.Width(), m.Latin)
		return h
	}
	return &window{prompt.NewTerminal(ctx, m.Terminal.Keys, m.Out, m.Terminal.Size, m.Voice, m.Terminal.Color), ctx, m}
}

// A window is a host that owns a terminal.
type window struct {
	*prompt.Terminal
	ctx     context.Context
	machine Machine
}

// Covers is true: a clock fills the window.
func (w *window) Covers() bool { return true }

// Watch lends the window to a clock.
func (w *window) Watch(c screen.Clock) (o screen.Outcome, err error) {
	err = w.Suspend(func() (err error) {
		o, err = c.OnTerminal(w.ctx, w.machine.Terminal)
		return err
	})
	return o, ended(o, err)
}

// A lines is a host on plain lines.
type lines struct {
	*prompt.Lines
	ctx     context.Context
	machine Machine
	feed    *lineReader
	asked   atomic.Bool // a question waits for a line to be typed
}

// Covers is false: printed lines stay above.
func (l *lines) Covers() bool { return false }

// Forget does nothing: written lines stay, and each answers its own question.
func (l *lines) Forget() {}

// Deafen drops lines being typed. Those of a file stay, as each answers its own question.
func (l *lines) Deafen() {
	if l.machine.Typed && l.feed != nil {
		l.feed.deafTo = time.Now().Add(deaf)
	}
}

// AskUntil leaves the next line to the next question once done is closed.
func (l *lines) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	if l.feed == nil {
		return l.Ask(q)
	}
	l.feed.until = done
	l.asked.Store(l.machine.Typed)
	defer func() {
		l.asked.Store(false)
		l.feed.until = nil
	}()
	return l.Ask(q)
}

// Typing reports whether a question waits for a line. How much of it has been typed cannot be known.
func (l *lines) Typing() bool { return l.asked.Load() }

// Restore does nothing.
func (l *lines) Restore() {}

// Watch shows a clock in plain lines.
func (l *lines) Watch(c screen.Clock) (screen.Outcome, error) {
	l.Lead()
	var typed func() <-chan screen.Typed
	if l.feed != nil {
		l.feed.hush()
		typed = l.feed.next
	}
	o, err := c.OnLines(l.ctx, l.machine.Out, l.machine.Width(), typed, l.machine.Bell)
	return o, ended(o, err)
}

var noClock = lang.Msg("play.no-clock", "the clock cannot be shown: {why}")

// ended returns the error of a clock that failed, was interrupted, or was left.
func ended(o screen.Outcome, err error) error {
	switch {
	case errors.Is(err, ask.ErrQuit):
		return err
	case err != nil:
		return &fault.Failed{Say: noClock.With("why", fault.Why(err)), Err: err}
	case o.End == screen.Interrupted:
		return prompt.ErrInterrupt
	case o.End == screen.Stopped:
		return ask.ErrQuit
	}
	return nil
}

// A lineReader hands out the lines of an input one at a time, to the question or the clock that asks for the next one.
// A clock whose time is up leaves a line typed too late to the next question. There is one for the life of the program.
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
			typed = screen.Line(string(line))
			typed.At = f.now()
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
