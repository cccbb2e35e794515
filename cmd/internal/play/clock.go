package play

import (
	"fmt"
	"os"
	"time"

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
	clock timer.Clock
	now   func() timer.Moment
}

// storedClock is a small file: the clock of a game as it was last seen.
type storedClock struct {
	Of   string     `json:"of"`
	Seen timer.Seen `json:"seen"`
}

// watch shows the clock of a question until somebody ends it. Where it ran already, or nobody plays, it is a list.
func (e *Evening) watch(g ask.Group, w ask.Watch, got ask.Got) error {
	q := g.Asked[0]
	if g.Told || g.Again || e.S.Table().Played {
		options := append([]ask.Option{{ID: "", Text: lang.T("The time was up")}}, w.Options...)
		q.Shape = ask.Pick{Options: options}
		g.Asked = []ask.Question{q}
		return e.Keys.Put(g, got)
	}
	away := e.wind(q, w.Limit)
	for {
		c := &tty.Countdown{
			Text: q.Text, Notes: g.Notes, Now: e.run.now, Clock: e.run.clock, Whole: w.Limit, Options: w.Options, Away: away,
			Save: func(s timer.Seen, changed bool) error {
				return store.Save(e.clockFile(), storedClock{e.run.of, s}, !changed)
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
			if err == nil {
				e.run = running{}
				_ = os.Remove(e.clockFile())
			}
			return err
		}
		e.Keys.Say(fault.Aloud(e.Lang, err))
	}
}

// wind brings the clock of a question: the one that runs, the one that ran when the program ended, or a new one. It
// returns for how long the program was closed.
func (e *Evening) wind(q ask.Question, limit time.Duration) (away time.Duration) {
	of := fmt.Sprint(q.ID, " ", e.S.Mark())
	if e.run.of == of {
		return 0
	}
	e.run = running{of: of, now: timer.Reader(e.Now)}
	var was storedClock
	if store.Load(e.clockFile(), &was) == nil && was.Of == of {
		e.run.clock, away = was.Seen.Clock(e.run.now())
		return away
	}
	e.run.clock = timer.New(limit).Start(e.run.now())
	return 0
}

func (e *Evening) clockFile() string { return e.Folder.State("clock-" + e.S.Head().ID) }
