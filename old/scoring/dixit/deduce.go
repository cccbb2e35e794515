package dixit

import (
	"maps"
	"slices"
)

// The votes tell in part who played which card: nobody votes for their own, and nobody plays more cards than the
// rules allow. The table is not asked for what follows from that.
//
// This is bipartite matching: every card needs a row that may have played it, and a row has room for only so many
// cards. Augmenting paths find a matching: a card takes a full row if one of the cards there finds another row,
// which may be full as well.

// A matching holds the cards that got votes, apart from the storyteller's, and the rows that may have played them.
type matching struct {
	cards []int         // ascending
	may   map[int][]int // by card: the rows that may have played it
	room  []int         // by row: how many of these cards it may have played at most
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
	m.room[s.rowOf[t.Storyteller]]-- // the storyteller's own card
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

// given returns the matching with the owner of one card fixed.
func (m matching) given(card, owner int) matching {
	m.may = maps.Clone(m.may)
	m.may[card] = []int{owner}
	return m
}

// unmatched returns the first card that cannot be matched along with those before it, or 0.
func (m matching) unmatched() int {
	laid := make([][]int, len(m.room)) // by row: the cards matched with it so far
	for _, card := range m.cards {
		if !m.augment(card, laid, make([]bool, len(m.room))) {
			return card
		}
	}
	return 0
}

// augment matches one more card along a path of cards that change their rows. tried marks the rows already on the
// path.
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

// deduceOwners returns the cards whose owner follows from the votes, because every matching gives them to the same
// row, and the open cards with the rows that may have played them. If nobodys is not 0, nobody can have played
// that card: a vote, or the number of the storyteller's card, is wrong.
func (s State) deduceOwners(t Turn) (known map[int]int, open map[int][]int, nobodys int) {
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
