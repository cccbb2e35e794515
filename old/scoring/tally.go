package scoring

import "github.com/tablemate/tablemate/old/internal/lang"

// A Tally is a statistic about how a person plays, over all evenings: how often they found the card, out of how often
// they looked for it. Everything a game counts follows from its State; no count is stored.
type Tally struct {
	ID   string    // of the count, one word; never changes
	Of   string    // the count that this is a share of or a mean over; "" for a plain count
	Mean bool      // shown per one Of rather than as a share of it
	Say  lang.Text // its name, in a few words
}

// A Count is what a game counted of one person, by ID or Of of a Tally.
type Count map[string]int

// Counts returns an empty count for each seat.
func Counts(seats int) []Count {
	out := make([]Count, seats)
	for i := range out {
		out[i] = Count{}
	}
	return out
}
