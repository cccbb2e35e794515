package play

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A Host is whom the program asks at this machine, and what that one can do besides
// answering. There is one a process.
type Host interface {
	ask.Asker
	// AskUntil is Ask, but gives the question up with ask.ErrYielded soon after done is
	// closed.
	AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error)
	// Watch shows a clock until it ends. The error is an ask.ErrQuit where the table
	// left, a *fault.Failed where the clock cannot be shown.
	Watch(screen.Clock) (screen.Outcome, error)
	// Covers reports whether a clock hides what was printed before it.
	Covers() bool
	// Forget takes back the line of the last answer, which does not count, and whatever is
	// typed just now, since it was meant for a question that is gone.
	Forget()
	// Deafen drops whatever is typed just now, since it was meant for a question that is gone.
	Deafen()
	// Typing reports whether somebody types just now, so that another question would take what is meant for this one.
	Typing() bool
	// Above has one line stand above every question from now on: where the table is, and
	// the leader where there is room for it. Both are "" where there is nothing to say.
	Above(where, ahead string)
	// Recap shows again what was answered.
	Recap([]ask.Answered)
	// Restore puts the machine in order, as it was found. It is harmless twice, and a
	// later question takes the machine again.
	Restore()
}

// A Machine is what a Host is made of.
type Machine struct {
	Terminal screen.Terminal // what clocks fill; without Keys, lines are read from In
	In       io.Reader       // nil: nobody types
	Typed    bool            // lines in In are typed by somebody just now, not read from a file
	Out      io.Writer       // gets all that is printed
	Bell     bool            // somebody hears a bell in Out
	Latin    bool            // lines may be in Latin-1
	Width    func() int      // of a page
	Voice    *lang.Localizer
	Moment   func() timer.Moment
}

// NewHost returns the keyboard where there is one, else plain lines. Where ctx ends, a
// question or a clock that waits ends with its cause.
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

// Lines are a host on plain lines.
type lines struct {
	*prompt.Lines
	ctx     context.Context
	machine Machine
	feed    *lineReader
	asked   atomic.Bool // a question waits for a line that somebody types
}

// Covers is false: printed lines stay above.
func (l *lines) Covers() bool { return false }

// Forget has nothing to do: lines that are written stay, and each answers its question.
func (l *lines) Forget() {}

// Deafen drops what somebody types just now. The lines of a file stay: each answers its question.
func (l *lines) Deafen() {
	if l.machine.Typed && l.feed != nil {
		l.feed.deafTo = time.Now().Add(deaf)
	}
}

// AskUntil leaves the next line to whatever is asked then.
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

// Typing reports whether a question waits for a line: how far that is typed nobody knows.
func (l *lines) Typing() bool { return l.asked.Load() }

// Restore has nothing to do.
func (l *lines) Restore() {}

// Watch says on lines how a clock stands.
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

// ended returns why a clock ended, where nothing it was asked for did that.
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
