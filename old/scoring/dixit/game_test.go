package dixit

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// offered returns the options that a table is asked about, with their values.
func offered(t setup.Table) map[string][]string {
	out := map[string][]string{}
	for _, o := range Game.Options {
		if o.Applies != nil && !o.Applies(t) {
			continue
		}
		out[o.ID] = append(out[o.ID], "")
		for _, v := range o.Of(t) {
			out[o.ID] = append(out[o.ID], v.ID)
		}
	}
	delete(out, setup.List) // every game has it
	return out
}

// No choice that the rules refuse is offered, and none that makes no difference is asked for.
func TestOptions(t *testing.T) {
	for n := lay.MinPlayers; n <= lay.MaxPlayers; n++ {
		got := offered(table(n))
		var want []string
		switch {
		case n >= 6 && n%2 == 0:
			want = []string{"", lay.Base, lay.Party, lay.Team}
		case n >= 6:
			want = []string{"", lay.Base, lay.Party}
		}
		if !slices.Equal(got[Mode], want) {
			t.Errorf("%d people may choose between %q, want %q", n, got[Mode], want)
		}
		if _, asked := got[SingleVote]; asked != (n >= 7) {
			t.Errorf("%d people are asked for the single vote: %v", n, asked)
		}
	}
	for _, c := range []struct {
		table setup.Table
		want  []string
	}{
		{table(4), []string{Target, Secret, Order}},
		{table(4, Secret, setup.Yes), []string{Target, Secret, Order}},
		{table(7), []string{Mode, Target, SingleVote, Secret, Order}},
		{table(8, Mode, lay.Party), []string{Mode, Laps, Secret}},
		{table(8, Mode, lay.Team), []string{Mode, Laps, Secret, Order}},
	} {
		got := offered(c.table)
		if len(got) != len(c.want) {
			t.Errorf("%v: asked for %v, want %v", c.table.Choices, got, c.want)
		}
		for _, id := range c.want {
			if got[id] == nil {
				t.Errorf("%v: not asked for %s", c.table.Choices, id)
			}
		}
	}
}

func TestTell(t *testing.T) {
	for _, c := range []struct {
		table setup.Table
		event scoring.Event
		want  string
	}{
		{table(4), scoring.Laid{}, "Everything was laid out"},
		{table(4), scoring.Stop{}, "The game ended here"},
		{table(4), scoring.Playing{}, "The game goes on"},
		{table(7), told(1, []int{2, 3}, nil, []int{2}, []int{2}, []int{2}, []int{2}, []int{12}), "Turn 1: Bia's story was card 2; the votes: Ana 2+3, Caio 2, Davi 2, Eva 2, Fabi 2, Gil 12"},
		{table(6, Mode, lay.Team), told(0, one(0, 1, 2)...), "Turn 1: Ana's story was card 1; the votes: Team 2 1, Team 3 2"},
		{table(6, Mode, lay.Party), Turn{Red: 2, Votes: one(1, 1, 1, 1, 1, 3)}, "Turn 1: Ana's story, with the red vote on card 2; the green votes: Ana 1, Bia 1, Caio 1, Davi 1, Eva 1, Fabi 3"},
	} {
		if got := Game.Tell(start(t, c.table), c.event).String(); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// The line of a turn leaves out the owners of the cards other than the storyteller's.
func TestRest(t *testing.T) {
	strange := told(1, one(2, 0, 2, 2)...)
	strange.Cards[9] = 7
	for _, c := range []struct {
		event scoring.Event
		want  string
	}{
		{told(1, one(2, 0, 2, 2)...), "the cards: 1 Ana, 3 Caio and 4 Davi"},
		{Turn{Storyteller: 1, Card: 2, Cards: map[int]int{2: 1}, Votes: one(2, 0, 2, 2)}, ""},
		{strange, "the cards: 1 Ana, 3 Caio, 4 Davi and 9 somebody who is not at this table"},
		{scoring.Laid{}, ""},
	} {
		if got := start(t, table(4)).Rest(c.event).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A turn is told card by card, the storyteller's last.
func TestTurned(t *testing.T) {
	base := Turn{Storyteller: 0, Card: 2, Cards: map[int]int{2: 0, 1: 1, 3: 2}, Votes: [][]int{nil, {2}, {1}, {3}}}
	nobody := Turn{Storyteller: 0, Card: 2, Cards: map[int]int{2: 0, 1: 1}, Votes: [][]int{nil, {1}, {1}, {1}}}
	party := Turn{Storyteller: 1, Red: 3, Votes: one(1, 1, 2, 3, 3, 3)}
	for _, c := range []struct {
		n          int
		mode, want string
		event      scoring.Event
	}{
		{4, lay.Base, "[Card 1 is Bia's: Caio fell for it. Card 3 is Caio's: Davi fell for it. Ana's story was card 2: Bia found it.]", base},
		{4, lay.Base, "[Card 1 is Bia's: Bia, Caio and Davi fell for it. Ana's story was card 2: nobody found it.]", nobody},
		{6, lay.Party, "[Card 1: Ana and Bia. Card 2: Caio. Card 3: Davi, Eva and Fabi. Bia's red vote lies on card 3.]", party},
		{4, lay.Base, "[]", scoring.Stop{}},
	} {
		if got := fmt.Sprint(start(t, table(c.n, Mode, c.mode)).Turned(c.event)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
