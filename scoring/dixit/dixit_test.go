package dixit

import (
	"slices"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

func TestRules(t *testing.T) { laws.Rules(t, Game, "rules.txt") }

func TestLaws(t *testing.T) { laws.Check(t, Game) }

// A turn is told in parts, which the board shows one after the other, also when the clue looks like a sentence.
func TestTellInParts(t *testing.T) {
	table := setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio", "Davi"}}
	s, err := Game.Begin(table)
	if err != nil {
		t.Fatal(err)
	}
	e := Turn{Storyteller: "Ana", Card: 1, Clue: "fire; walk with me", Votes: map[row][]int{"Bia": {1}, "Caio": {1}, "Davi": {2}}, Cards: map[int]row{1: "Ana", 2: "Bia"}}
	want := []string{"Turn 1: Ana's story “fire; walk with me” was card 1", "the votes: Bia 1, Caio 1, Davi 2", "the other cards: 2 Bia"}
	if got := lang.English.All(s.Tell(e).Parts()); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// The last point that is missing is one.
func TestMissing(t *testing.T) {
	r := scoring.Result{Rows: []row{"Ana", "Bia"}, Points: map[row]int{"Ana": 29, "Bia": 29}}
	if got := lang.Portuguese.Say(State{}.missing(r)); got != "Falta 1 ponto para Ana e Bia." {
		t.Error(got)
	}
}

// A game of many laps is not over before it begins, where an int has 32 bits either.
func TestManyLaps(t *testing.T) {
	s, err := Game.Begin(setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio", "Davi", "Eva", "Zoe"}, Choices: map[string]string{"mode": Party, "laps": "357913942"}})
	if err != nil {
		t.Fatal(err)
	}
	if scoring.Over(s) {
		t.Error("nobody has told yet")
	}
}
