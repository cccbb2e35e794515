package spyfall

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// People come late and leave early between two rounds: a round belongs to those who have a card in it. A house
// reading, since the rulebook is silent.

var roundUnderWay = lang.Msg("spyfall.round-under-way", "the cards of this round are dealt: people come and go when it is over")

// Between reports that no round is under way.
func (s State) Between() bool { return s.now == nil }

// Here lets people come and go between two rounds only.
func (s State) Here(scoring.Here) (scoring.State, error) {
	if s.now != nil {
		return s, fault.New(roundUnderWay)
	}
	return s, nil
}

// absent returns the seats that are away in the round under way, or in the next one.
func (s State) absent() []int {
	if s.now != nil {
		return s.now.away
	}
	return s.Away
}

// here returns the other seats, in turn order from one of them.
func (s State) here(first int) []int {
	return slices.DeleteFunc(s.Table.Turn(first), func(seat int) bool { return slices.Contains(s.absent(), seat) })
}
