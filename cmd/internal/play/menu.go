package play

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// What is asked before there is a game: what to do, and with which.

var (
	aboutUs   = lang.Msg("play.about", "Tablemate keeps score at a real table, sets up games and settles ties.\nAlone, it carries on with an unfinished game or begins a new one.")
	whichOne  = lang.Msg("play.which", "Which game?")
	welcome   = lang.Msg("play.welcome", "What shall we do?")
	newGame   = lang.Msg("play.new-game", "New game")
	setUpOnly = lang.Msg("play.set-up-only", "Only set up a game")
	scoreOnly = lang.Msg("play.score-only", "Score a game already played")
	carryOn   = lang.Msg("play.carry-on", "Carry on: {what}")
)

// mostOpen unfinished games are offered at the start.
const mostOpen = 3

// A Choice is what the table wants to do: carry on with a kept game, or begin one.
type Choice struct {
	ID      string       // of the game to carry on with; "": a new one
	Game    scoring.Game // the new one
	Purpose string       // what it is begun for
}

// Choose asks what to do, and with which game; one back from there asks again. The error
// is an ask.ErrQuit, or ask.ErrBack where the table goes back from the first question.
func (w Setting) Choose() (c Choice, err error) {
	open, err := Unfinished(w.Store, mostOpen)
	if err != nil {
		return c, err
	}
	var options []lang.Text
	for _, g := range open {
		options = append(options, carryOn.With("what", w.Row(g)))
	}
	options = append(options, newGame, setUpOnly, scoreOnly)
	purposes := []string{ToPlay, OnlySetUp, OnlyScore}
	for {
		k, err := ask.PickOne(w.Host, "play.welcome", welcome, options, 0)
		switch {
		case isAside(err):
			w.about()
			continue
		case err != nil:
			return c, err
		case k < len(open):
			return Choice{ID: open[k].ID}, nil
		}
		c, err := w.ChooseGame(purposes[k-len(open)])
		if !errors.Is(err, ask.ErrBack) {
			return c, err
		}
	}
}

// ChooseGame asks which game to begin; one that has nothing to lay out is not set up only.
func (w Setting) ChooseGame(purpose string) (Choice, error) {
	games := w.Games
	if purpose == OnlySetUp {
		games = slices.DeleteFunc(slices.Clone(games), func(g scoring.Game) bool { return g.Lay == nil })
	}
	names := make([]lang.Text, len(games))
	for i, g := range games {
		names[i] = g.Name
	}
	for {
		n, err := ask.PickOne(w.Host, "play.which", whichOne, names, 0)
		if !isAside(err) {
			return Choice{Game: games[max(n, 0)], Purpose: purpose}, err
		}
		w.about()
	}
}

// about is all that can be done where there is no game yet to do anything about.
func (w Setting) about() { fmt.Fprintln(w.Out, layout.Wrap(w.Voice.Say(aboutUs), w.Width())) }

func isAside(err error) bool {
	var aside *ask.Aside
	return errors.As(err, &aside)
}

// Unfinished are games that are not over, and those of the latest that are but whose tie is not settled, so many
// at most, the one changed last first; those at which nobody sat down yet come last.
func Unfinished(st *store.Store, most int) ([]store.Game, error) {
	open, err := st.List(store.Filter{Open: true, Begun: true, Limit: most})
	if err != nil {
		return nil, err
	}
	latest, err := st.List(store.Filter{Begun: true, Limit: most})
	open = append(open, slices.DeleteFunc(latest, func(g store.Game) bool { return !waits(st, g) })...)
	slices.SortStableFunc(open, func(a, b store.Game) int { return b.Changed.Compare(a.Changed) })
	if open = open[:min(len(open), most)]; err != nil || len(open) == most {
		return open, err
	}
	fresh, err := st.List(store.Filter{Open: true, Unbegun: true, Limit: most - len(open)})
	return append(open, fresh...), err
}

// waits reports whether a game is over, and its tie waits for what settles it.
func waits(st *store.Store, g store.Game) bool {
	if g.Finished.IsZero() {
		return false
	}
	hows, _ := st.Hows(g) // what cannot be read waits for nothing
	for _, text := range hows {
		how, err := session.ReadHow(text)
		return err == nil && how.Open
	}
	return false
}
