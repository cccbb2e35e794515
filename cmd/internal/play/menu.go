package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// The questions before there is a game: what to do, and with which.

var aboutUs = lang.Msg("play.about", "Tablemate keeps score at a real table, sets up games and settles ties.\nAlone, it carries on with an unfinished game or begins a new one.")

// lastOver returns the game that was finished last, or none.
func (w Setting) lastOver() (g store.Game) {
	if id, err := w.Store.History.LastOver(""); err == nil && id != "" { // what cannot be read is not offered
		g, _ = w.Store.History.Game(id)
	}
	return g
}

// Asker asks where there is no game yet that anything else could be done about: who wants that is told what the program does.
func (w Setting) Asker() ask.Asker {
	return ask.Func(func(q ask.Question) (ask.Answer, error) {
		for {
			r, err := w.Host.Ask(q)
			var aside *ask.Aside
			if !errors.As(err, &aside) {
				return r, err
			}
			fmt.Fprintln(w.Out, layout.Wrap(w.Voice.Say(aboutUs), w.Width()))
		}
	})
}

// Unfinished returns games that are not over, and those of the latest that are but still wait for something, so many
// at most, the one changed last first; those at which nobody sat down yet come last.
func (w Setting) Unfinished(most int) ([]store.Game, error) {
	open, err := w.Store.History.List(store.Filter{Open: true, Begun: true, Limit: most})
	if err != nil {
		return nil, err
	}
	latest, err := w.Store.History.List(store.Filter{Begun: true, Limit: most})
	told := w.Reporter()
	open = append(open, slices.DeleteFunc(latest, func(g store.Game) bool { return g.Finished.IsZero() || !told.Read(g).Waits })...)
	slices.SortStableFunc(open, func(a, b store.Game) int { return b.Changed.Compare(a.Changed) })
	open = open[:min(len(open), most)]
	if err != nil || len(open) == most {
		return open, err
	}
	fresh, err := w.Store.History.List(store.Filter{Open: true, Unbegun: true, Limit: most - len(open)})
	return append(open, fresh...), err
}
