package spyfall

import (
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// After a correction the program also tells the details that the line of an event leaves out.
func TestRest(t *testing.T) {
	s, err := Game.New(setup.Table{Players: []string{"Ana", "Bia", "Caio"}})
	laws.Need(t, err)
	for _, c := range []struct {
		event    scoring.Event
		want, pt string
	}{
		{Ending{How: ByVotes, Votes: []int{1, 0, Unknown}, Location: "beach"}, "the votes: Ana: Bia and Bia: Ana; the location: Beach", "os votos: Ana: Bia e Bia: Ana; o local: Praia"},
		{Ending{How: ByGuess, Guess: "Praia", Location: "the moon"}, "named: Beach; the location: the moon", "disse: Praia; o local: the moon"},
		{Accusation{Accuser: 0, Suspect: 1, Agree: []int{2}}, "agreed: Caio", "concordaram: Caio"},
		{Accusation{Accuser: 0, Suspect: 1}, "", ""},
		{Ending{How: ByGuess}, "", ""},
		{scoring.Laid{}, "", ""},
	} {
		got := s.Rest(c.event)
		if got.String() != c.want || lang.NewLocalizer("pt-BR", Texts, lang.Texts).Say(got) != c.pt {
			t.Errorf("%q, %q, want %q", got, lang.NewLocalizer("pt-BR", Texts, lang.Texts).Say(got), c.want)
		}
	}
}

// A vote is told person by person, and then the spy is named; no other event is told in several lines.
func TestTurned(t *testing.T) {
	s, err := Game.New(setup.Table{Players: []string{"Ana", "Bia", "Caio"}})
	laws.Need(t, err)
	got := fmt.Sprint(s.Turned(Ending{How: ByVotes, Votes: []int{1, 0, Unknown}, Spy: 2}))
	if want := "[Ana voted for Bia. Bia voted for Ana. Round 1: everybody voted; the spy was Caio]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := s.Turned(Ending{How: ByGuess, Votes: []int{1, 0, Unknown}}); got != nil {
		t.Error(got)
	}
}
