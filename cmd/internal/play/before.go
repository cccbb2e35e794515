package play

import (
	"maps"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// What earlier evenings say about who plays now, and what they agree on.

// onward returns the offer to play again with the next one beginning; empty where nobody is next.
func (at *sitting) onward() lang.Text {
	t, _ := at.s.Log.Table()
	g := at.s.Log.Game()
	if !moves(g, t) {
		return lang.Text{}
	}
	return g.Onward.With("name", t.Players[g.NextFirst(at.s.Log.State())])
}

// moves reports whether somebody is named before a game of a table begins.
func moves(g scoring.Game, t setup.Table) bool { return !g.Onward.Empty() && !t.Played() }

// lastTime returns what the same people agreed on last in this game, or nil. What suits phones is
// suggested where they are.
func (at *sitting) lastTime(people []string) (map[string]string, error) {
	with := make([][]string, len(people))
	for i, name := range people {
		with[i] = []string{name}
	}
	games, err := at.in.Store.History.List(store.Filter{Kind: at.s.Log.Game().ID, With: with, Limit: mostLooked})
	if err != nil {
		return nil, err
	}
	t := setup.Table{Players: people}
	for _, g := range games {
		if len(g.People) == len(people) && len(g.Choices) > 0 {
			t.Choices = maps.Clone(g.Choices)
			at.wentOn(g.ID, t)
			break
		}
	}
	if t.Choices[setup.List] == setup.OnlyCheck { // that was a rematch
		t.Choices[setup.List] = setup.OnePage
	}
	for _, o := range at.s.Log.Game().Options {
		if o.Shared != "" && at.in.Phones.On() {
			t = t.With(o.ID, o.Shared)
		}
	}
	return t.Choices, nil
}

// wentOn makes the way in which the people of a game set up at last the one of their next table.
func (at *sitting) wentOn(id string, t setup.Table) {
	way, asked := t.Choices[setup.List]
	if !asked {
		return
	}
	if was, err := session.Open(at.in.Store, at.in.Games, id, at.in.Now, at.in.Random); err == nil && len(was.Log.Items()) > 1 { // what cannot be read says nothing
		t.Choices[setup.List] = setup.Went(way, was.Log.Items()[1].Said.Entries)
	}
}

// mostLooked is how many games are looked at for what a table agreed on.
const mostLooked = 20

// lastPeople returns the people of the last table that could play this game; those who played it come first.
func (at *sitting) lastPeople() ([]string, error) {
	g := at.s.Log.Game()
	for _, f := range []store.Filter{{Kind: g.ID, Begun: true, Limit: 1}, {Begun: true, Limit: mostLooked}} {
		games, err := at.in.Store.History.List(f)
		if err != nil {
			return nil, err
		}
		for _, last := range games {
			if n := len(last.People); n >= g.MinPlayers && n <= g.MaxPlayers && setup.CheckNames(last.People) == nil {
				return last.People, nil
			}
		}
	}
	return nil, nil
}
