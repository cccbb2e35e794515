package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

// The other games of the same evening.

var firstTonight = lang.Msg("play.first-tonight", "No game of this evening is over yet.")

// An asOf is the evening that ended last, as it was when the file of games had a mark.
type asOf struct {
	mark store.Mark
	all  history.Evening
	err  error
}

// tonight is the evening that ended last. It is read again only when anything was written since.
func (e *Evening) tonight() (history.Evening, error) {
	mark := store.MarkOf(e.Store.Path())
	if e.evening == nil || e.evening.mark != mark {
		all, err := history.Latest(e.Store, e.Games, 0)
		e.evening = &asOf{mark, all, err}
	}
	return e.evening.all, e.evening.err
}

// wholeEvening is the command that shows the evening under way.
func (e *Evening) wholeEvening(string) error {
	e.clocks.printed = true
	all, err := e.tonight()
	switch {
	case errors.Is(err, history.ErrNone), err == nil && (len(all.Games) == 0 || e.Now().Sub(all.Ended) >= history.Pause && !e.isIn(all)):
		e.say(firstTonight)
		return nil
	case err != nil:
		return err
	}
	e.looked = e.finishedAlready()
	return e.print(e.reporter().Evening(all))
}

func (e *Evening) reporter() history.Reporter {
	return history.Reporter{Voice: e.Voice, Kept: Colors(e.Store)}
}

// isIn reports whether the game that is over is one of an evening's.
func (e *Evening) isIn(all history.Evening) bool {
	return slices.ContainsFunc(all.Games, func(g history.Game) bool { return g.ID == e.s.Log.ID() })
}

// soFar says who won how many games of this evening, where this was not its first.
func (e *Evening) soFar() error {
	all, err := e.tonight()
	if err != nil || !e.isIn(all) {
		return ignoring(err, history.ErrNone)
	}
	if line := e.reporter().SoFar(all, e.Width()); line != "" {
		fmt.Fprintln(e.Out, "\n"+line)
	}
	return nil
}

// ignoring is an error that is not this one.
func ignoring(err, none error) error {
	if errors.Is(err, none) {
		return nil
	}
	return err
}
