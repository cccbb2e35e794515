package versus

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The counts that are kept for each player.
const (
	countFirst = "first" // slaps they won, without those an amulet took back
	countSlaps = "slaps" // everybody's slaps, without those
	countWrong = "wrong" // wrong slaps
)

var tallies = []scoring.Tally{
	{ID: countFirst, Of: countSlaps, Say: lang.Msg("versus.tally-first", "Was the first to slap")},
	{ID: countWrong, Say: lang.Msg("versus.tally-wrong", "Wrong slaps")},
}

// Count counts them by seat.
func (s State) Count() []scoring.Count {
	out := scoring.Counts(len(s.Table.Players))
	var last Slap
	slap := func(e Slap, n int) {
		out[e.By][countFirst] += n
		for seat := range out {
			out[seat][countSlaps] += n
		}
	}
	for _, e := range s.events.All() {
		switch e := e.(type) {
		case Slap:
			slap(e, 1)
			last = e
		case Amulet:
			slap(last, -1)
		case WrongSlap:
			out[e.By][countWrong]++
		}
	}
	return out
}
