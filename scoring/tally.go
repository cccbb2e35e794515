package scoring

import "github.com/tablemate/tablemate/internal/lang"

// A Tally is something that a game counts of everybody over the evenings, for who likes to know how
// they play: how often they found the card, of how often they looked for it. What a game counts is
// all true of its State; nothing of it is kept by itself.
type Tally struct {
	ID   string    // of the count, one word; never changes
	Of   string    // the count that it is a part of, or a mean over; "": it is only counted
	Mean bool      // it is so many for each of Of, and not a part of them
	Say  lang.Text // its name, in a few words
}

// A Count is what a game counted of one person, by the ID of the Tally or of what that is Of.
type Count map[string]int

// Counts returns counts of nothing yet, by seat.
func Counts(seats int) []Count {
	out := make([]Count, seats)
	for i := range out {
		out[i] = Count{}
	}
	return out
}
