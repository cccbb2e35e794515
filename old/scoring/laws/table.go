package laws

import (
	"slices"
	"strconv"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// People returns the names at random tables; small tables get the first of them.
func People() []string {
	return []string{"Ana", "Bia", "Caio", "Davi", "Eva", "José", "\u65e5\u672c", "Heitor", "Ian", "Júlia", "Kátia", "Luís"}
}

// Table returns a random table of a game: any number of people that may play it, and any choices.
func Table(tb testing.TB, g scoring.Game, a *Anybody) setup.Table {
	tb.Helper()
	return TableOf(tb, g, a, People()[:g.MinPlayers+a.IntN(min(g.MaxPlayers, 12)-g.MinPlayers+1)])
}

// TableOf returns a random table of a game for given people.
func TableOf(tb testing.TB, g scoring.Game, a *Anybody, people []string) setup.Table {
	tb.Helper()
	t := setup.Table{Players: slices.Clone(people), Origin: []setup.Origin{setup.Live, setup.AfterTheFact}[a.IntN(2)]}
	phones := a.IntN(2) == 0
	for _, o := range g.Options {
		if (o.Applies == nil || o.Applies(t)) && (!o.OnPhones || phones) {
			choice, err := a.choice(o, t)
			if err != nil {
				tb.Fatalf("%s: nobody could choose %s: %v", g.ID, o.ID, err)
			}
			if choice != "" {
				t = t.With(o.ID, choice)
			}
		}
	}
	if g.Seat != nil {
		var err error
		t, _, err = asktest.Talk(a, ask.Draft{}, ask.Draft{}, nowhere, func(a ask.Asker) (setup.Table, error) { return g.Seat(a, t) })
		if err != nil {
			tb.Fatalf("%s: nobody could sit down: %v", g.ID, err)
		}
	}
	if !g.First.Empty() && g.FirstIs != scoring.AskedLater && !t.Played() {
		t.First = a.IntN(len(people))
	}
	return t
}

// choice returns any value of an option.
func (a *Anybody) choice(o setup.Option, t setup.Table) (string, error) {
	values := o.Of(t)
	switch {
	case o.Choose != nil:
		choice, _, err := asktest.Talk(a, ask.Draft{}, ask.Draft{}, nowhere, func(a ask.Asker) (string, error) { return o.Choose(a, t) })
		return choice, err
	case o.Typed != nil:
		for range 20 {
			if it, wrong := o.Typed.Read(a.words()); wrong == nil {
				return it, nil
			}
		}
		return o.Typed.Usual, nil
	case len(values) > 0:
		return values[a.IntN(len(values))].ID, nil
	}
	return strconv.Itoa(a.Answer(ask.Question{Shape: ask.Number{Lo: o.Lo, Hi: o.Hi}}).Value()), nil
}

// nowhere discards drafts.
func nowhere(ask.Draft) error { return nil }
