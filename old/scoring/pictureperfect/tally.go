package pictureperfect

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The counts that are kept for each player.
const (
	countFulfilled = "fulfilled" // preference cards of the guests they placed
	countPlaced    = "placed"    // guests they placed
	countGuests    = "guests"    // guests that were judged
	countWon       = "won"       // envelopes they won in auctions
)

var tallies = []scoring.Tally{
	{ID: countFulfilled, Of: countPlaced, Mean: true, Say: lang.Msg("pp.tally-fulfilled", "Cards fulfilled for a placed guest")},
	{ID: countPlaced, Of: countGuests, Say: lang.Msg("pp.tally-placed", "Guests in the photo")},
	{ID: countWon, Say: lang.Msg("pp.tally-won", "Auctions won")},
}

func (s State) Count() []scoring.Count {
	out := scoring.Counts(len(s.Table.Players))
	for _, g := range s.guests {
		for seat, n := range g.Fulfilled {
			out[seat][countGuests]++
			if n != NotPlaced {
				out[seat][countPlaced]++
				out[seat][countFulfilled] += n
			}
		}
	}
	for seat, n := range s.rounds.won {
		out[seat][countWon] += n
	}
	return out
}
