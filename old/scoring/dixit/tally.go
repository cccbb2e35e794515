package dixit

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// The counts that are kept for each player. In Team they are those of the team; Party has no card to find.
const (
	countFound  = "found"  // turns in which they named the storyteller's card
	countVoted  = "voted"  // turns in which they voted
	countFooled = "fooled" // votes on their cards
	countLaid   = "laid"   // turns in which they played a card as one of the others
	countHit    = "hit"    // turns as storyteller in which some found the card, but not all
	countTold   = "told"   // turns as storyteller
)

var tallies = []scoring.Tally{
	{ID: countFound, Of: countVoted, Say: lang.Msg("dixit.tally-found", "Found the storyteller's card")},
	{ID: countFooled, Of: countLaid, Mean: true, Say: lang.Msg("dixit.tally-fooled", "Votes on their own card, a turn")},
	{ID: countHit, Of: countTold, Say: lang.Msg("dixit.tally-hit", "As storyteller, found by some and not by all")},
}

func (s State) Count() []scoring.Count {
	out := scoring.Counts(len(s.rowOf))
	if s.mode == lay.Party {
		return out
	}
	for _, t := range s.turns.All() {
		s.count(out, t)
	}
	return out
}

// count adds a turn to the counts of every seat.
func (s State) count(out []scoring.Count, t Turn) {
	found, voters, byRow := 0, s.voters(t), scoring.Counts(len(s.rows))
	for _, row := range voters {
		byRow[row][countVoted]++
		byRow[row][countLaid]++
		if slices.Contains(t.Votes[row], t.Card) {
			byRow[row][countFound]++
			found++
		}
	}
	for _, cards := range t.Votes {
		for _, card := range cards {
			if row, known := t.Cards[card]; known && row != s.rowOf[t.Storyteller] {
				byRow[row][countFooled]++
			}
		}
	}
	out[t.Storyteller][countTold]++
	if found > 0 && found < len(voters) {
		out[t.Storyteller][countHit]++
	}
	for seat, row := range s.rowOf {
		for id, n := range byRow[row] {
			out[seat][id] += n
		}
	}
}
