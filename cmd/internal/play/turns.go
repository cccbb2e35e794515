package play

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

var (
	turnClock = lang.Msg("play.turn-clock", "Turn clock")
	headTurns = lang.Msg("play.head-turns", "Turns")
	headTime  = lang.Msg("play.head-time", "Time")
	headLeft  = lang.Msg("play.head-left", "Left")
	wentOut   = lang.Msg("play.went-out", "{time} (out)")
	stoodOn   = lang.Msg("play.turns-on", "Carry on: the clock of {names}")
)

// Errors of clocks for several people.
var (
	ErrNoTurns   = errors.New("play: no such clock stands")
	ErrTurnsHeld = errors.New("play: another window has it")
)

// halfway is what may have passed on average between the last time a clock was kept and the end of the program.
const halfway = 500 * time.Millisecond

// TurnClock is a clock for several people, and where it is kept.
type TurnClock struct {
	in   Setting
	kept store.Turns
	was  timer.Snapshot
}

// NewTurns returns a clock that has not begun yet.
func (w Setting) NewTurns(t timer.Turns) TurnClock {
	return TurnClock{w, store.Turns{Begun: w.Now().UnixNano()}, timer.Snapshot{Left: timer.Longest, Turns: &t}}
}

// stoodTurns returns the clocks that stand, the latest first; what cannot be read is none.
func (w Setting) stoodTurns() (all []TurnClock, err error) {
	rows, err := w.Store.Drafts.Turns()
	for _, row := range rows {
		c := TurnClock{in: w, kept: row}
		if json.Unmarshal(row.Body, &c.was) == nil && c.was.Turns != nil && len(c.was.Turns.People) >= timer.FewestPeople {
			all = append(all, c)
		}
	}
	return all, err
}

// Stood returns the clock that was begun last and is not over, that no other window has. The error is ErrNoTurns, ErrTurnsHeld, or what
// the file says.
func (w Setting) Stood() (TurnClock, error) {
	all, err := w.stoodTurns()
	if err == nil && len(all) == 0 {
		err = ErrNoTurns
	}
	for _, c := range all {
		if leads, leave := w.Store.LeadTurns(c.kept); leads {
			leave()
			return c, nil
		}
		err = ErrTurnsHeld
	}
	return TurnClock{}, err
}

// Run lets the clock run until the table ends it or leaves, on phones too where it shares, and says who took how long. over is false where it
// stands and can be gone on with.
func (c TurnClock) Run(share bool) (took report.Doc, over bool, err error) {
	leads, leave := c.in.Store.LeadTurns(c.kept)
	if !leads {
		return took, false, ErrTurnsHeld
	}
	defer leave()
	place := "turns/" + strconv.FormatInt(c.kept.Begun, 36)
	if share {
		if err := c.in.Phones.forTurns(c.was.Turns.People, place); err != nil {
			return took, false, err
		}
	}
	fresh := len(c.kept.Body) == 0
	if c.was.Runs {
		c.was.Left, c.was.At = max(c.was.Left-halfway, 0), c.was.At.Add(halfway)
	}
	stands, away := c.was.Restore(c.in.Moment())
	o, err := c.in.Host.Watch(screen.Clock{
		Turns: c.was.Turns, Rises: c.was.Turns.Bank == 0, Left: stands.Left, Runs: fresh, Away: away, Voice: c.in.Voice, Now: c.in.Moment, Save: c.save,
		Phones: screen.Phones{Place: place},
	})
	c.in.Host.Restore()
	if o.Turns != nil && o.End == screen.TimeUp {
		err = errors.Join(err, c.in.Store.Drafts.KeepTurns(store.Turns{Begun: c.kept.Begun}))
		return tookTurns(*o.Turns, timer.Passed(o.Left)), err == nil, err
	}
	return took, false, err
}

// save keeps the clock as it is seen.
func (c TurnClock) save(s timer.Snapshot) error {
	body, err := json.Marshal(s)
	if err == nil {
		err = c.in.Store.Drafts.KeepTurns(store.Turns{Begun: c.kept.Begun, Body: body})
	}
	if err != nil {
		return fault.New(session.Explain(err))
	}
	return nil
}

// forTurns lets phones of some people come in, and shows the code unless all of them have.
func (s *Sharing) forTurns(names []string, place string) error {
	if err := s.begin(); err != nil {
		return err
	}
	s.desk.Show(names, nil, place, phones.Board{Game: turnClock, Play: place})
	return s.again(names)
}

// tookTurns says who took how long.
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
