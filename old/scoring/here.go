package scoring

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The people at the table. If the parts of a game are independent (the turns of Dixit, the rounds of Spyfall),
// people may come late and leave early: each part records who was away in it, so that correcting one affects
// no other. Here only says who is away from now on, and so who plays the next part.

// Here says which seats are away from now on; everybody else plays. It pays nothing.
type Here struct {
	Away []int `json:"away"` // seats, ascending
}

// Kind returns "here".
func (Here) Kind() string { return "here" }

// OfPeople marks it as an event about people.
func (Here) OfPeople() {}

// OfPeople reports whether an event only says who plays from now on, and with what, so that a part under way
// continues without it.
func OfPeople(e Event) bool {
	_, is := e.(interface{ OfPeople() })
	return is
}

// Present returns the seats, out of a number of people, that are not away, ascending.
func Present(people int, away []int) []int {
	var out []int
	for seat := range people {
		if !slices.Contains(away, seat) {
			out = append(out, seat)
		}
	}
	return out
}

// NextPresent returns a seat, or the next one to its left whose person is not away.
func NextPresent(people int, away []int, seat int) int {
	for i := range people {
		if next := (seat + i) % people; !slices.Contains(away, next) {
			return next
		}
	}
	return seat
}

var tooFew = lang.Msg("scoring.too-few", "with {n} at the table the game cannot go on, it takes at least {least}: if nobody else comes, end it here")

// CheckAway refuses seats that are not at the table or are named twice, at their index, and an absence that
// leaves fewer than least people.
func CheckAway(players []string, away []int, least int) *Fault {
	if f := CheckSeats(players, away); f != nil {
		return f
	}
	if n := len(players) - len(away); n < least && len(away) > 0 {
		return fault.New(tooFew.With("n", n, "least", least))
	}
	return nil
}

// Ascending returns a sorted copy of seats; nil if there are none.
func Ascending(seats []int) []int { return slices.Sorted(slices.Values(seats)) }

var (
	leave    = lang.Plural("scoring.leave", "{who} leaves", "{who} leave")
	comeBack = lang.Plural("scoring.come-back", "{who} is back", "{who} are back")
	bothWays = lang.Msg("scoring.both-ways", "{left}; {back}")
	nobody   = lang.Msg("scoring.nobody-moves", "Nobody leaves, and nobody comes")
)

// tellHere says in one line who leaves and who is back, given the seats that were away and those that are now.
func tellHere(players []string, was, now []int) lang.Text {
	left, back := namesIn(players, now, was), namesIn(players, was, now)
	goes, comes := leave.With("who", left, "n", len(left)), comeBack.With("who", back, "n", len(back))
	switch {
	case len(left) > 0 && len(back) > 0:
		return bothWays.With("left", goes, "back", comes)
	case len(left) > 0:
		return goes
	case len(back) > 0:
		return comes
	}
	return nobody
}

// namesIn returns the players at the seats in one list but not the other, in seat order.
func namesIn(players []string, in, but []int) lang.List {
	return Whos(players, slices.DeleteFunc(Present(len(players), but), func(seat int) bool { return !slices.Contains(in, seat) }))
}
