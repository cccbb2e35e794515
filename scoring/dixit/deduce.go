package dixit

import (
	"maps"
	"slices"
)

// Whose a card can be follows in part from the votes: nobody votes for their own card,
// and nobody lays more cards than the rules say. What follows is not asked.

// A puzzle is the cards that got votes, apart from the storyteller's, and the rows
// that may have laid them.
type puzzle struct {
	cards []int
	may   map[int][]int // by card: the rows that may have laid it
	holds []int         // by row: how many of these cards it may have laid at most
}

func (s State) puzzle(t Turn) puzzle {
	teller := s.rowOf[t.Storyteller]
	p := puzzle{may: map[int][]int{}, holds: make([]int, len(s.rows))}
	against := map[int][]int{}
	for row, votes := range t.Votes {
		for _, card := range votes {
			against[card] = append(against[card], row)
			if card != t.Card && !slices.Contains(p.cards, card) {
				p.cards = append(p.cards, card)
			}
		}
	}
	slices.Sort(p.cards)
	for row := range p.holds {
		p.holds[row] = s.mayLay(t, row)
	}
	p.holds[teller]-- // the story's own card
	for _, card := range p.cards {
		for row, holds := range p.holds {
			if holds > 0 && !slices.Contains(against[card], row) {
				p.may[card] = append(p.may[card], row)
			}
		}
	}
	return p
}

// given is the puzzle with the owner of one card told.
func (p puzzle) given(card, owner int) puzzle {
	p.may = maps.Clone(p.may)
	p.may[card] = []int{owner}
	return p
}

// stuck is the first card that finds no owner beside those before it, 0 where all do.
func (p puzzle) stuck() int {
	laid := make([][]int, len(p.holds)) // by row: the cards it has now
	for _, card := range p.cards {
		if !p.place(card, laid, make([]bool, len(p.holds))) {
			return card
		}
	}
	return 0
}

// place finds an owner for a card, and another one for a card that is in its way.
func (p puzzle) place(card int, laid [][]int, tried []bool) bool {
	for _, row := range p.may[card] {
		if tried[row] {
			continue
		}
		tried[row] = true
		if len(laid[row]) < p.holds[row] {
			laid[row] = append(laid[row], card)
			return true
		}
		for k, other := range laid[row] {
			if p.place(other, laid, tried) {
				laid[row][k] = card
				return true
			}
		}
	}
	return false
}

// owners are the cards whose owner follows from the votes, and in order the cards
// that are open. A stuck that is not 0 is a card that nobody can have laid: a vote or
// the number of the storyteller's card is wrong.
func (s State) owners(t Turn) (known map[int]int, open []int, stuck int) {
	p := s.puzzle(t)
	if stuck := p.stuck(); stuck != 0 {
		return nil, nil, stuck
	}
	known = map[int]int{}
	for _, card := range p.cards {
		var can []int
		for _, row := range p.may[card] {
			if p.given(card, row).stuck() == 0 {
				can = append(can, row)
			}
		}
		if len(can) == 1 {
			known[card] = can[0]
		} else {
			open = append(open, card)
		}
	}
	return known, open, 0
}
