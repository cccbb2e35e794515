package play

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// Clocks outside a game.

var (
	howLong   = lang.Msg("play.how-long", "How many minutes? (8, 90s, 1h30)")
	badLength = lang.Msg("play.bad-length", "“{it}” is not a length of time: 8m, 90s, 1h30, 8:00, or 8 for minutes, 24 hours at most")
	timerUp   = lang.Msg("play.timer-up", "{label}: time is up.")
	justUp    = lang.Msg("play.just-up", "Time is up.")
	hasPassed = lang.Msg("play.has-passed", "{label}: {time}")
)

// linger is how long the end of a clock is shown if it does not stay.
const linger = 5 * time.Second

// A Timing describes a clock outside a game.
type Timing struct {
	Length, Label  string
	At             string // the time of day at which it ends; "": none
	Up, Stay, Sand bool
}

// ClockOf returns the clock that t describes.
func (w Setting) ClockOf(t Timing) (c screen.Clock, wrong *fault.Fault) {
	c = screen.Clock{Text: lang.Literal(unbroken(t.Label)), Runs: true, Linger: linger, Voice: w.Voice, Now: w.Moment}
	if t.Stay || t.Sand {
		c.Linger = screen.Stays
	}
	if t.At != "" {
		return c.UpAt(t.At, w.Now())
	}
	d, wrong := length(t.Length)
	c.Left, c.Limit, c.Sand = d, d, t.Sand
	if t.Up {
		c.Rises, c.Left = true, timer.Longest
	}
	return c, wrong
}

// length reads a length of time; "" is 0.
func length(typed string) (time.Duration, *fault.Fault) {
	d, ok := timer.Read(typed)
	if !ok && typed != "" {
		return d, fault.New(badLength.With("it", typed))
	}
	return d, nil
}

func unbroken(s string) string { return strings.Join(strings.Fields(s), " ") }

func (w Setting) clockAlone() error {
	h := ask.Head{ID: "cmd.how-long", Text: howLong, Suggest: ask.UsualWords("5")}
	clock, err := ask.Accept(w.Asker(), h, ask.Words{}, func(typed string) (screen.Clock, error) {
		c, wrong := w.ClockOf(Timing{Length: typed})
		return c, wrong.Err()
	})
	if err != nil {
		return err
	}
	return w.RunClock(clock, "")
}

// RunClock runs a clock outside a game until it ends. The error is prompt.ErrInterrupt if it is left before
// that.
func (w Setting) RunClock(c screen.Clock, label string) error {
	o, err := w.Host.Watch(c)
	w.Host.Restore()
	_, ended := prompt.ExitCode(err)
	if err != nil && !ended && !errors.Is(err, ask.ErrQuit) {
		return err
	}
	label = unbroken(label)
	up := o.End == screen.TimeUp || o.End == screen.Quit && o.Left == 0 // it was left after its end
	switch {
	case c.Rises:
		w.stays(lang.Literal(timer.Face((timer.Longest - o.Left).Truncate(time.Second))), hasPassed, label)
	case up && !c.Sand && !ended && w.Host.Covers():
		w.stays(justUp, timerUp, label)
	}
	switch {
	case ended:
		return err
	case up, (c.Rises || c.Sand) && o.End == screen.Quit:
		return nil
	}
	return prompt.ErrInterrupt
}

// stays prints the line that remains once the window is given back. The bell has rung already.
func (w Setting) stays(what, labeled lang.Text, label string) {
	if label != "" {
		what = labeled.With("label", label, "time", what)
	}
	fmt.Fprintln(w.Out, w.Voice.Say(what))
}
