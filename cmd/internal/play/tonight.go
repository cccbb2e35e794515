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

func showEvening(at *sitting) error {
	at.clocks.printed = true
	all, isIn, err := at.tonight()
	switch {
	case err != nil:
		return err
	case len(all.Games) == 0, at.in.Now().Sub(all.Ended) >= history.Pause && !isIn:
		at.say(firstTonight)
		return nil
	}
	at.looked = at.finishedAlready()
	return at.print(at.in.Reporter().Evening(all))
}

// Reporter returns a maker of reports about the kept games.
func (w Setting) Reporter() history.Reporter {
	return history.Reporter{Store: w.Store, Games: w.Games, Voice: w.Voice, Now: w.Now, Kept: Colors(w.Store)}
}

// tonight returns the latest evening, which has no games if there is none, and whether this game belongs to
// it.
func (at *sitting) tonight() (all history.Evening, isIn bool, err error) {
	all, err = history.Find(at.in.Store, at.in.Games, time.Time{}, 0)
	if errors.Is(err, history.ErrNone) {
		err = nil
	}
	return all, slices.ContainsFunc(all.Games, func(g history.Game) bool { return g.ID == at.s.Log.ID() }), err
}

// soFar says who won how many games of this evening, unless this was the first.
func (at *sitting) soFar() error {
	all, isIn, err := at.tonight()
	if err != nil || !isIn {
		return err
	}
	if line := at.printer().Glance(at.in.Reporter().SoFar(all)); line != "" {
		fmt.Fprintln(at.in.Out, "\n"+line)
	}
	return nil
}
