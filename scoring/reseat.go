package scoring

import (
	"slices"

	"github.com/tablemate/tablemate/setup"
)

// A game that is under way may get another table: somebody sits down elsewhere, joins,
// or turns out never to have been there. The log is of seats, so every event moves with
// its people.

// Gone is the seat of somebody who is not at the new table. No game takes it.
const Gone = -1

// goneToo stands for it where -1 says already that nobody is meant.
const goneToo = -2

// Move returns an event at another table: what seat i of the old one did, seat to[i] of the
// new one did. Where to[i] is negative that person is gone: an event that names them
// names a seat that the rules refuse. Seats of the new table that no old one leads to
// were not there yet: away, where the game knows that. The event is a copy.
func (g Game) Move(e Event, old, now setup.Table, to []int) Event {
	switch e := e.(type) {
	case Stop, Playing, Laid:
		return e
	case Here: // what it says holds on: who joined since is here
		away := Seating{to, len(now.Players)}.Still(e.Away)
		if away == nil && e.Away != nil {
			away = []int{} // as it was written: a list
		}
		return Here{Away: away}
	}
	if g.Reseat == nil {
		return e
	}
	return g.Reseat(e, old, now, to)
}

// A Seating leads from the seats of one table to those of another. What every game's
// Reseat is made of.
type Seating struct {
	To    []int // by old seat: the new one; negative for who is gone
	Seats int   // of the new table
}

// Seat returns where a seat leads; Gone where it leads nowhere.
func (w Seating) Seat(seat int) int {
	if seat < 0 || seat >= len(w.To) || w.To[seat] < 0 || w.To[seat] >= w.Seats {
		return Gone
	}
	return w.To[seat]
}

// SeatOrNobody is Seat where -1 means nobody and stays so; a player who has left is not nobody.
func (w Seating) SeatOrNobody(seat int) int {
	if seat == -1 {
		return seat
	}
	seat = w.Seat(seat)
	if seat == Gone {
		return goneToo
	}
	return seat
}

// All returns several seats, in their order; nil stays nil.
func (w Seating) All(seats []int) []int { return each(seats, w.Seat) }

// AllOrNobody is All, with SeatOrNobody.
func (w Seating) AllOrNobody(seats []int) []int { return each(seats, w.SeatOrNobody) }

func each(seats []int, lead func(int) int) []int {
	out := slices.Clone(seats)
	for i, seat := range out {
		out[i] = lead(seat)
	}
	return out
}

// Away returns the seats that were away in a part that was played at the old table: those
// that were then, without who is gone, and everybody who is new. Ascending.
func (w Seating) Away(away []int) []int {
	out := w.Still(away)
	for seat := range w.Seats {
		if !slices.Contains(w.To, seat) {
			out = append(out, seat)
		}
	}
	return Ascending(out)
}

// Still returns those of several seats that are at the new table too, ascending.
func (w Seating) Still(seats []int) []int {
	return slices.DeleteFunc(Ascending(w.All(seats)), func(seat int) bool { return seat == Gone })
}

// BySeat moves what stands by seat; otherwise is for the seats that are new. nil stays
// nil. The values themselves are not moved.
func BySeat[T any](w Seating, values []T, otherwise T) []T {
	if values == nil {
		return nil
	}
	out := slices.Repeat([]T{otherwise}, w.Seats)
	for seat, v := range values {
		if to := w.Seat(seat); to != Gone {
			out[to] = v
		}
	}
	return out
}

// InColumns returns an event where what was counted in column i stands in column to[i], Gone for one that
// was struck out; nil: they stand where they stood.
func InColumns(e Event, to []int) Event {
	if e, ok := e.(interface{ InColumns(to []int) Event }); ok && to != nil {
		return e.InColumns(to)
	}
	return e
}

// InCircle returns an event with the seats, clockwise, as people sat when it happened; nil: nobody minds. One
// that says already how they sat, or does not depend on it, is as it was.
func InCircle(e Event, seats []int) Event {
	if e, ok := e.(interface{ InCircle(seats []int) Event }); ok && seats != nil {
		return e.InCircle(seats)
	}
	return e
}
