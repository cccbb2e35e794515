package dixit

import (
	"maps"
	"slices"
)

// Whose a card can be follows in part from the votes: nobody votes for their own card,
// and nobody lays more cards than the rules say. A fact that follows is not asked.
//
// This is bipartite matching: every card wants a row that may have laid it, and a row has
// room for only so many cards. A matching is found by augmenting paths: a card takes a row
// that is full if one of the cards there finds another row, which may be full as well.

// A matching is the cards that got votes, apart from the storyteller's, and the rows that
// they may be matched with.
type matching struct {
	cards []int         // ascending
	may   map[int][]int // by card: the rows that may have laid it
	room  []int         // by row: how many of these cards it may have laid at most
}

func (s State) matching(t Turn) matching {
	m := matching{may: map[int][]int{}, room: make([]int, len(s.rows))}
	against := map[int][]int{} // by card: the rows that voted for it
	for row, votes := range t.Votes {
		for _, card := range votes {
			against[card] = append(against[card], row)
		}
	}
	for row := range m.room {
		m.room[row] = s.mayLay(t, row)
	}
	m.room[s.rowOf[t.Storyteller]]-- // the story's own card
	for _, card := range slices.Sorted(maps.Keys(against)) {
		if card == t.Card {
			continue
		}
		m.cards = append(m.cards, card)
		for row, room := range m.room {
			if room > 0 && !slices.Contains(against[card], row) {
				m.may[card] = append(m.may[card], row)
			}
		}
	}
	return m
}

// given returns the matching with the owner of one card told.
func (m matching) given(card, owner int) matching {
	m.may = maps.Clone(m.may)
	m.may[card] = []int{owner}
	return m
}

// unmatched returns the first card that finds no owner beside those before it, 0 where all do.
func (m matching) unmatched() int {
	laid := make([][]int, len(m.room)) // by row: the cards that are matched with it now
	for _, card := range m.cards {
		if !m.augment(card, laid, make([]bool, len(m.room))) {
			return card
		}
	}
	return 0
}

// augment matches one more card, along a path of cards that change their rows; tried are
// the rows that lie on the path already.
func (m matching) augment(card int, laid [][]int, tried []bool) bool {
	for _, row := range m.may[card] {
		if tried[row] {
			continue
		}
		tried[row] = true
		if len(laid[row]) < m.room[row] {
			laid[row] = append(laid[row], card)
			return true
		}
		for k, other := range laid[row] {
			if m.augment(other, laid, tried) {
				laid[row][k] = card
				return true
			}
		}
	}
	return false
}

// owners returns the cards whose owner follows from the votes, because only one row has them
// in any matching, and the cards that are open, with the rows that may have laid them. A
// nobodys that is not 0 is a card that nobody can have laid: a vote or the number of the
// storyteller's card is wrong.
func (s State) owners(t Turn) (known map[int]int, open map[int][]int, nobodys int) {
	m := s.matching(t)
	nobodys = m.unmatched()
	if nobodys != 0 {
		return nil, nil, nobodys
	}
	known, open = map[int]int{}, map[int][]int{}
	for _, card := range m.cards {
		can := slices.DeleteFunc(slices.Clone(m.may[card]), func(row int) bool { return m.given(card, row).unmatched() != 0 })
		if len(can) == 1 {
			known[card] = can[0]
		} else {
			open[card] = can
		}
	}
	return known, open, 0
}
