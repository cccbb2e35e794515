package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
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

// RunClock runs a clock outside a game until it ends. The error is prompt.ErrInterrupt if it is left before that.
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
		w.printLast(lang.Literal(timer.Face((timer.Longest - o.Left).Truncate(time.Second))), hasPassed, label)
	case up && !c.Sand && !ended && w.Host.Covers():
		w.printLast(justUp, timerUp, label)
	}
	switch {
	case ended:
		return err
	case up, (c.Rises || c.Sand) && o.End == screen.Quit:
		return nil
	}
	return prompt.ErrInterrupt
}

// printLast prints the line that remains once the window is given back. The bell has rung already.
func (w Setting) printLast(what, labeled lang.Text, label string) {
	if label != "" {
		what = labeled.With("label", label, "time", what)
	}
	fmt.Fprintln(w.Out, w.Voice.Say(what))
}

var (
	turnClock = lang.Msg("play.turn-clock", "Turn clock")
	headTurns = lang.Msg("play.head-turns", "Turns")
	headTime  = lang.Msg("play.head-time", "Time")
	headLeft  = lang.Msg("play.head-left", "Left")
	wentOut   = lang.Msg("play.went-out", "{time} (out)")
	noTurns   = lang.Msg("play.no-turns", "no clock for several people is paused; tablemate timer --turns Ana,Bia 10m begins one")
	turnsHeld = lang.Msg("play.turns-held", "another window has that clock")
	stoodOn   = lang.Msg("play.turns-on", "Carry on: the clock of {names}")
	badTurns  = lang.Msg("play.bad-turns", "--turns is for 2 to 12 people, with commas between them; here are {n}")
)

// errHeld reports a clock that another window has.
var errHeld = &fault.Failed{Say: turnsHeld}

// halfway is the average time between the last save of a clock and the end of the program.
const halfway = 500 * time.Millisecond

// A storedTurns is a clock for several people, as it is stored.
type storedTurns struct {
	Begun int64 `json:"begun"`
	timer.Snapshot
}

// TurnsOf returns a clock for the people in a comma-separated list. Each has a bank of the length bank, and each turn
// gives back add; both may be "".
func TurnsOf(names, bank, add string) (its timer.Turns, wrong *fault.Fault) {
	for name := range strings.SplitSeq(names, ",") {
		its.People = append(its.People, unbroken(name))
	}
	if n := len(its.People); n < timer.FewestPeople || n > timer.MostPeople {
		return its, fault.New(badTurns.With("n", n))
	}
	wrong = setup.CheckNames(its.People)
	if wrong == nil {
		its.Bank, wrong = length(bank)
	}
	if wrong == nil {
		its.Add, wrong = length(add)
	}
	return its, wrong
}

// RunTurns runs a clock until the table ends it or leaves: a new one, or the one left last if anew is nil. It reports
// the time each person took. over is false if the clock is paused and can be continued.
func (w Setting) RunTurns(anew *timer.Turns, share bool) (took report.Doc, over bool, err error) {
	stand := []storedTurns{{w.Now().UnixNano(), timer.Snapshot{Left: timer.Longest, Turns: anew}}}
	if anew == nil {
		stand, err = w.stood()
		if err == nil && len(stand) == 0 {
			err = &fault.Failed{Say: noTurns}
		}
		if err != nil {
			return took, false, err
		}
	}
	for _, clock := range stand {
		took, over, err = clock.run(w, share)
		if !errors.Is(err, errHeld) {
			break
		}
	}
	return took, over, err
}

// stood returns the paused clocks, the latest first. It skips those that cannot be read.
func (w Setting) stood() (all []storedTurns, err error) {
	rows, err := w.Store.Drafts.Turns()
	for _, row := range rows {
		var c storedTurns
		if json.Unmarshal([]byte(row), &c) == nil && c.Turns != nil && len(c.Turns.People) >= timer.FewestPeople {
			all = append(all, c)
		}
	}
	return all, err
}

// run runs this clock. The error is errHeld if another window has it.
func (c storedTurns) run(w Setting, share bool) (took report.Doc, over bool, err error) {
	leads, leave := w.Store.LeadTurns(c.Begun)
	if !leads {
		return took, false, errHeld
	}
	defer leave()
	place := store.TurnsID(c.Begun)
	if share {
		if err := w.Phones.forTurns(c.Turns.People, place); err != nil {
			return took, false, err
		}
	}
	if c.Runs {
		c.Left, c.At = max(c.Left-halfway, 0), c.At.Add(halfway)
	}
	stands, away := c.Restore(w.Moment())
	o, err := w.Host.Watch(screen.Clock{
		Turns: c.Turns, Rises: c.Turns.Bank == 0, Left: stands.Left, Runs: c.At.IsZero(), Away: away, Voice: w.Voice, Now: w.Moment,
		Save: func(s timer.Snapshot) error {
			body, err := json.Marshal(storedTurns{c.Begun, s})
			err = errors.Join(err, w.Store.Drafts.KeepTurns(c.Begun, string(body)))
			if err != nil {
				return fault.New(session.Explain(err))
			}
			return nil
		},
		Phones: screen.Phones{Place: place},
	})
	w.Host.Restore()
	if o.Turns != nil && o.End == screen.TimeUp {
		err = errors.Join(err, w.Store.Drafts.KeepTurns(c.Begun, ""))
		return tookTurns(*o.Turns, timer.Longest-o.Left), err == nil, err
	}
	return took, false, err
}

// forTurns lets these people's phones come, and shows the code unless all of them have.
func (s *Sharing) forTurns(names []string, place string) error {
	if err := s.begin(); err != nil {
		return err
	}
	s.desk.Show(names, nil, place, phones.Board{Game: turnClock, Play: place})
	return s.welcome(names)
}

// tookTurns reports the time each person took.
func tookTurns(t timer.Turns, passed time.Duration) report.Doc {
	type person struct {
		Name  string `json:"name"`
		Turns int    `json:"turns"`
		Used  int64  `json:"used_ms"`
		Left  *int64 `json:"left_ms,omitempty"`
		Out   bool   `json:"out"`
	}
	value := struct {
		Clock  string   `json:"clock"`
		People []person `json:"people"`
	}{Clock: "turns"}
	g := &report.Grid{Columns: []report.Column{{Kind: report.People, Head: report.Player}, {Head: headTurns}, {Head: headTime}, {Head: headLeft}}}
	all, _ := t.Shares(passed)
	for i, s := range all {
		p := person{Name: t.People[i], Turns: s.Turns, Used: s.Used.Round(time.Millisecond).Milliseconds(), Out: s.Out}
		took, left := lang.Literal(timer.Face(s.Used.Truncate(time.Second))), lang.Literal(timer.FaceBelow(timer.Below(s.Left)))
		if s.Out {
			took = wentOut.With("time", took)
		}
		row := report.Row{Cells: []report.Cell{p.Name, p.Turns, took, left}}
		if t.Bank == 0 {
			row.Cells = row.Cells[:3]
		} else {
			rest := (s.Left + s.Used).Milliseconds() - p.Used
			p.Left = &rest
		}
		value.People, g.Rows = append(value.People, p), append(g.Rows, row)
	}
	if t.Bank == 0 {
		g.Columns = slices.Delete(g.Columns, 3, 4)
	}
	return report.Doc{Title: []lang.Text{turnClock}, Grid: g, JSON: func(func(lang.Text) string) any { return value }}
}
