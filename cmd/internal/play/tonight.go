package play

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/internal/lang"
)

// The other games of the same evening.

var firstTonight = lang.Msg("play.first-tonight", "No game of this evening is over yet.")

// showEvening shows the evening under way.
func showEvening(at *sitting) error {
	at.clocks.printed = true
	all, err := history.Find(at.in.Store, at.in.Games, time.Time{}, 0)
	switch {
	case errors.Is(err, history.ErrNone), err == nil && (len(all.Games) == 0 || at.in.Now().Sub(all.Ended) >= history.Pause && !at.isIn(all)):
		at.say(firstTonight)
		return nil
	case err != nil:
		return err
	}
	at.looked = at.finishedAlready()
	return at.print(at.in.Reporter().Evening(all))
}

// Reporter makes reports of what is kept here.
func (w Setting) Reporter() history.Reporter {
	return history.Reporter{Store: w.Store, Games: w.Games, Voice: w.Voice, Now: w.Now, Kept: Colors(w.Store)}
}

// isIn reports whether the game that is over is one of an evening's.
func (at *sitting) isIn(all history.Evening) bool {
	return slices.ContainsFunc(all.Games, func(g history.Game) bool { return g.ID == at.s.Log.ID() })
}

// soFar says who won how many games of this evening, where this was not its first. It is read once for each end of the game.
func (at *sitting) soFar() error {
	if at.toldAt != at.s.Log.Lines() {
		all, err := history.Find(at.in.Store, at.in.Games, time.Time{}, 0)
		switch {
		case errors.Is(err, history.ErrNone), err == nil && !at.isIn(all):
			at.evening = ""
		case err != nil:
			return err
		default:
			at.evening = at.printer().Glance(at.in.Reporter().SoFar(all))
		}
		at.toldAt = at.s.Log.Lines()
	}
	if at.evening != "" {
		fmt.Fprintln(at.in.Out, "\n"+at.evening)
	}
	return nil
}
