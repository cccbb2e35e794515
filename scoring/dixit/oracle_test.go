package dixit

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/dixit"
)

// An oracle for the points, told vote by vote where the rules go row by row.

// oracle moves the rabbits of a base or Team turn peg by peg.
func oracle(turn Turn, teller, rows int, seven bool, unless bool) []int {
	spaces := make([]int, rows)
	missed := 0
	lay := map[int]int{}
	for voter, pegs := range turn.Votes {
		if voter == teller || slices.Contains(turn.Away, voter) {
			continue
		}
		hit := false
		for _, peg := range pegs {
			if peg == turn.Card {
				hit = true
			} else if who := turn.Cards[peg]; who != teller && lay[who] < 3 {
				lay[who]++
				spaces[who]++
			}
		}
		if !hit {
			missed++
		}
	}
	mixed := missed > 0 && missed < rows-len(turn.Away)-1
	for row := range spaces {
		if slices.Contains(turn.Away, row) {
			continue
		}
		hit := false
		for _, peg := range turn.Votes[row] {
			hit = hit || peg == turn.Card
		}
		if row == teller {
			if mixed {
				spaces[row] += 3
			}
			continue
		}
		if !mixed {
			spaces[row] += 2
		} else if hit {
			spaces[row] += 3
		}
		if seven && hit && len(turn.Votes[row]) == 1 && (mixed || !unless) {
			spaces[row]++
		}
	}
	return spaces
}

// partyOracle asks everybody to look round for company.
func partyOracle(turn Turn) []int {
	spaces := make([]int, len(turn.Votes))
	for me, mine := range turn.Votes {
		if mine[0] == turn.Red {
			continue
		}
		company := 0
		for you, yours := range turn.Votes {
			if you != me && yours[0] == mine[0] {
				company++
			}
		}
		if company > 0 {
			spaces[me] = min(5, company+1)
		}
	}
	return spaces
}

func anyTable(t *rapid.T) setup.Table {
	mode := rapid.SampledFrom([]string{lay.Base, lay.Base, lay.Party, lay.Team}).Draw(t, "mode")
	n := rapid.SampledFrom([]int{3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).Filter(func(n int) bool { return lay.Fits(mode, n) }).Draw(t, "people")
	tb := table(n, Mode, mode)
	tb.First = rapid.IntRange(0, n-1).Draw(t, "first")
	if rapid.Bool().Draw(t, "agreed") {
		tb = tb.With(SingleVote, rapid.SampledFrom([]string{Always, UnlessAllFound}).Draw(t, "lone"))
		tb = tb.With(Target, strconv.Itoa(rapid.IntRange(1, 40).Draw(t, "target")))
		tb = tb.With(Laps, strconv.Itoa(rapid.IntRange(1, 2).Draw(t, "laps")))
	}
	return tb
}

// anyTurn is a turn that can have been, as it is told: of the cards without a vote
// some are left out.
func anyTurn(t *rapid.T, s State) Turn {
	away := anyAway(t, s)
	here := scoring.Present(len(s.table.Players), away)
	turn := wholeTurn(t, s, Turn{Storyteller: rapid.SampledFrom(here).Draw(t, "teller"), Away: away}, lay.Spaces)
	for _, c := range slices.Sorted(maps.Keys(turn.Cards)) {
		voted := c == turn.Card
		for _, v := range turn.Votes {
			voted = voted || slices.Contains(v, c)
		}
		if !voted && rapid.Bool().Draw(t, "left out") {
			delete(turn.Cards, c)
		}
	}
	return turn
}

// anyAway is who may be away: nobody in Party and Team.
func anyAway(t *rapid.T, s State) []int {
	n := len(s.table.Players)
	if s.mode != lay.Base || n == lay.MinPlayers || rapid.Bool().Draw(t, "all are here") {
		return nil
	}
	return scoring.Ascending(rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, n-lay.MinPlayers, rapid.ID).Draw(t, "away"))
}

// wholeTurn lays everybody's cards on the spaces up to highest, then everybody votes.
// It is given the storyteller and who is away.
func wholeTurn(t *rapid.T, s State, turn Turn, highest int) Turn {
	n, storyteller := len(s.rows), turn.Storyteller
	turn.Votes = make([][]int, n)
	if s.mode == lay.Party {
		for row := range turn.Votes {
			turn.Votes[row] = []int{rapid.IntRange(1, n).Draw(t, "green")}
		}
		turn.Red = rapid.IntRange(1, n).Filter(func(c int) bool { return c != turn.Votes[storyteller][0] }).Draw(t, "red")
		return turn
	}
	teller := s.rowOf[storyteller]
	spaces := make([]int, highest)
	for i := range spaces {
		spaces[i] = i + 1
	}
	spaces = rapid.Permutation(spaces).Draw(t, "spaces")
	turn.Card, turn.Cards = spaces[0], map[int]int{spaces[0]: teller}
	for row := range n {
		most := s.mayLay(turn, row)
		if row == teller {
			most-- // the story lies out already
		}
		for range most {
			turn.Cards[spaces[len(turn.Cards)]] = row
		}
	}
	for _, row := range s.voters(turn) {
		turn.Votes[row] = anyVotes(t, s, turn, row)
	}
	return turn
}

func anyVotes(t *rapid.T, s State, turn Turn, row int) []int {
	var may []int
	for _, c := range slices.Sorted(maps.Keys(turn.Cards)) {
		if turn.Cards[c] != row {
			may = append(may, c, turn.Card) // as many chances for the story as for all the others
		}
	}
	pegs := 1
	if s.mode == lay.Base && len(s.table.Players)-len(turn.Away) >= 7 {
		pegs = rapid.IntRange(1, 2).Draw(t, "pegs")
	}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(may), pegs, pegs, rapid.ID).Draw(t, "votes")
}

func TestPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st, err := New(anyTable(t))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(State)
		turn := anyTurn(t, s)
		after, err := s.Apply(turn)
		if err != nil {
			t.Fatal(err)
		}
		got := after.Result().Points
		teller := s.rowOf[turn.Storyteller]
		seven := s.mode == lay.Base && len(got)-len(turn.Away) >= 7
		var want []int
		if s.mode == lay.Party {
			want = partyOracle(turn)
		} else {
			want = oracle(turn, teller, len(got), seven, s.table.Choice(SingleVote, "") == UnlessAllFound)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v pays %v, want %v", turn, got, want)
		}
		most := map[bool]int{false: 6, true: 7}[seven]
		if s.mode == lay.Party {
			most = 5
		} else if got[teller] != 0 && got[teller] != 3 {
			t.Fatalf("the storyteller got %d", got[teller])
		}
		if slices.Max(got) > most || slices.Min(got) < 0 {
			t.Fatalf("%v: nobody gets more than %d", got, most)
		}
	})
}
