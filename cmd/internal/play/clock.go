package play

import (
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A running clock is beside a game. It goes on while the table is in the menu.
type running struct {
	of    string // the question that it belongs to
	since int    // of one that keeps: the last event before it began; without that, it is another clock
	held  bool   // an option stopped it
	clock timer.Clock
	now   func() timer.Moment
}

// storedClock is a small file: the clock of a game as it was last seen.
type storedClock struct {
	Of    string     `json:"of"`
	Since int        `json:"since,omitempty"`
	Seen  timer.Seen `json:"seen"`
}

// watch shows the clock of a question until somebody ends it. Where it ran already, or nobody plays, it is a list; but
// whoever goes back to a clock that an option only stopped has it again.
func (e *Evening) watch(g ask.Group, w ask.Watch, got ask.Got) error {
	q := g.Asked[0]
	if again := g.Again && !(w.Keeps && e.known(q.ID)); g.Told || again || e.S.Table().Played {
		options := append([]ask.Option{{ID: "", Text: lang.T("The time was up")}}, w.Options...)
		q.Shape = ask.Pick{Options: options}
		g.Asked = []ask.Question{q}
		return e.Keys.Put(g, got)
	}
	away := e.wind(q, w)
	for {
		c := &tty.Countdown{
			Text: q.Text, Notes: g.Notes, Now: e.run.now, Clock: e.run.clock, Whole: w.Limit, Options: w.Options, Away: away,
			Save: func(s timer.Seen, changed bool) error {
				return store.Save(e.clockFile(), storedClock{e.run.of, e.run.since, s}, !changed)
			},
		}
		option, err := e.Keys.Watch(e.ctx, c)
		e.run.clock, away = c.Clock, 0
		e.now = err == ask.Now
		if err != nil {
			return err
		}
		err = got(ask.Answer{Line: option})
		if !fault.Is(err) {
			switch {
			case err != nil:
			case w.Keeps:
				e.run.held = true
			default:
				e.unwind()
			}
			return err
		}
		e.Keys.Say(fault.Aloud(e.Lang, err))
	}
}

// wind brings the clock of a question: the one that runs, the one that ran when the program ended, or a new one. It
// returns for how long the program was closed.
func (e *Evening) wind(q ask.Question, w ask.Watch) (away time.Duration) {
	of, since := q.ID, 0
	if n := len(e.S.Items()); w.Keeps && n > 0 {
		since = e.S.Items()[n-1].ID
	} else {
		of = fmt.Sprint(q.ID, " ", e.S.Mark())
	}
	if e.goesOn(of, e.run) {
		if e.run.held {
			e.run.held, e.run.clock = false, e.run.clock.Start(e.run.now())
		}
		return 0
	}
	e.run = running{of: of, since: since, now: timer.Reader(e.Now)}
	if was, there := e.stored(of); there {
		e.run.since = was.Since
		e.run.clock, away = was.Seen.Clock(e.run.now())
		return away
	}
	e.run.clock = timer.New(w.Limit).Start(e.run.now())
	return 0
}

// goesOn reports whether a clock is that of a question, and what was before it still stands.
func (e *Evening) goesOn(of string, r running) bool {
	stands := func(it session.Item) bool { return it.ID == r.since }
	return r.of == of && (r.since == 0 || slices.ContainsFunc(e.S.Items(), stands))
}

// stored returns the clock of a question that ran when the program ended.
func (e *Evening) stored(of string) (was storedClock, _ bool) {
	err := store.Load(e.clockFile(), &was)
	return was, err == nil && e.goesOn(of, running{of: was.Of, since: was.Since})
}

// known reports whether a question has a clock already.
func (e *Evening) known(of string) bool {
	_, there := e.stored(of)
	return there || e.goesOn(of, e.run)
}

// unwind puts the clock away.
func (e *Evening) unwind() {
	e.run = running{}
	_ = os.Remove(e.clockFile())
}

func (e *Evening) clockFile() string { return e.Folder.State("clock-" + e.S.Head().ID) }
