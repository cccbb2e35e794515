package play

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Laying is a game that is only laid out, as far as somebody said. Its faults have the flag that they are about in front.
type Laying struct {
	Game    scoring.Game
	Players int               // how many; 0: nobody said
	Choices map[string]string // by option
	Draw    bool              // the program draws the deck,
	Have    string            // from these cards; "": from the usual ones
	Seed    uint64
}

// Lay returns the checklist. Choices that nobody made are the usual ones.
func (l Laying) Lay(say lang.Lang) (report.Doc, error) {
	g, t := l.Game, l.table()
	if err := l.fits(); err != nil {
		return report.Doc{}, err
	}
	for _, o := range g.Options {
		if choice, said := t.Choices[o.ID]; said {
			if err := o.Check(t, choice); err != nil {
				return report.Doc{}, fault.Under(err, "--"+o.ID+" "+choice)
			}
		}
	}
	t = setup.WithDefaults(g.Options, t)
	if g.Teams != nil && g.Teams(t) {
		t.Teams = setup.Opposite(t.Players)
	}
	lay, err := g.Layout(t)
	if l.Draw {
		lay, err = g.Draw(t, l.Have, rand.New(rand.NewPCG(l.Seed, 0)).IntN)
	}
	if l.Have != "" {
		err = fault.Under(err, "--have")
	}
	return results.Checklist(say, say.Say(g.Name), lay), err
}

// fits refuses a number of people for whom the game is not.
func (l Laying) fits() error {
	if n, g := l.Players, l.Game; n < g.Min || n > g.Max {
		return fault.New(lang.T("{game} is for {lo} to {hi}").With("game", g.Name, "lo", g.Min, "hi", g.Max), fmt.Sprint("--players ", n))
	}
	return nil
}

// table returns a table of that many people, called by numbers; of as many as may play as long as nobody said.
func (l Laying) table() setup.Table {
	t := setup.Table{Choices: l.Choices}
	for i := range cmp.Or(l.Players, l.Game.Max) {
		t.Players = append(t.Players, setup.Name(strconv.Itoa(i+1)))
	}
	return t
}

// Ask asks for everything that is open: one of the games, the number of people, and the options with more than one value.
func (l Laying) Ask(a ask.Asker, games []scoring.Game) (Laying, error) {
	if l.Game.ID == "" {
		games = slices.DeleteFunc(slices.Clone(games), func(g scoring.Game) bool { return g.Layout == nil })
		v, err := ask.Put(a, whichGame(games), nil)
		if err != nil {
			return l, err
		}
		l.Game = games[slices.IndexFunc(games, func(g scoring.Game) bool { return g.ID == v.Line })]
	}
	if l.Players == 0 {
		shape := ask.Number{Lo: l.Game.Min, Hi: l.Game.Max}
		v, err := ask.Put(a, ask.Question{ID: "players", Text: lang.T("How many play?"), Shape: shape}, nil)
		if err != nil {
			return l, err
		}
		l.Players = v.One()
	}
	if err := l.fits(); err != nil {
		return l, err
	}
	for _, o := range l.Game.Options {
		t := setup.WithDefaults(l.Game.Options, l.table())
		if _, said := l.Choices[o.ID]; said || !o.Lays || !o.Asked(t) || o.Values != nil && len(o.Values(t)) < 2 {
			continue
		}
		choice, err := o.Put(a, o.ID, t, nil)
		if err != nil {
			return l, err
		}
		l.Choices = l.table().With(o.ID, choice).Choices
	}
	return l, nil
}

// whichGame asks for one of some games, and says how many may play each.
func whichGame(games []scoring.Game) ask.Question {
	pick := ask.Pick{}
	for _, g := range games {
		pick.Options = append(pick.Options, ask.Option{ID: g.ID, Alias: g.ID, Text: lang.T("{game} ({lo} to {hi})").With("game", g.Name, "lo", g.Min, "hi", g.Max)})
	}
	return ask.Question{ID: "game", Text: lang.T("Which game?"), Shape: pick}
}

// setUp shows the checklist of a game that is not scored here.
func (r *Room) setUp() error {
	l, err := Laying{}.Ask(r, r.Games)
	if err != nil {
		return err
	}
	d, err := l.Lay(r.Lang)
	if err == nil {
		r.show(d)
	}
	return err
}
