package scoring

import (
	"slices"

	"github.com/tablemate/tablemate/old/setup"
)

// A game under way may get another table: a person moves to another seat, joins, or turns out never to have been
// there. Logs name seats, so every event moves with its people.

// Gone stands for a person who is not at the new table. Games refuse it.
const Gone = -1

// goneToo stands for such a person in lists that use -1 for nobody.
const goneToo = -2

// Move returns a copy of an event for another table: what seat i of the old table did, seat to[i] of the new one did.
// A negative to[i] means that the person is gone: an event that names them now names a seat that the rules refuse.
// People at new seats were not there yet, so games that know of absence count them as away.
func (g Game) Move(e Event, old, now setup.Table, to []int) Event {
	switch e := e.(type) {
	case Stop, Playing, Laid:
		return e
	case Here: // it still holds: people who joined since are here
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

// A Seating maps the seats of one table to those of another. Every game's Reseat is built from it.
type Seating struct {
	To    []int // new seat by old seat; negative for a person who is gone
	Seats int   // number of seats at the new table
}

// Seat returns the new seat for an old one, or Gone.
func (w Seating) Seat(seat int) int {
	if seat < 0 || seat >= len(w.To) || w.To[seat] < 0 || w.To[seat] >= w.Seats {
		return Gone
	}
	return w.To[seat]
}

// SeatOrNobody is Seat for events in which -1 means nobody: that stays, and a person who left does not become nobody.
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

// All maps several seats, in order; nil stays nil.
func (w Seating) All(seats []int) []int { return each(seats, w.Seat) }

// AllOrNobody is All with SeatOrNobody.
func (w Seating) AllOrNobody(seats []int) []int { return each(seats, w.SeatOrNobody) }

func each(seats []int, lead func(int) int) []int {
	out := slices.Clone(seats)
	for i, seat := range out {
		out[i] = lead(seat)
	}
	return out
}

// Away returns who was away in a part that was played at the old table: the seats that were, as far as their people
// are still here, and everybody new. Ascending.
func (w Seating) Away(away []int) []int {
	out := w.Still(away)
	for seat := range w.Seats {
		if !slices.Contains(w.To, seat) {
			out = append(out, seat)
		}
	}
	return Ascending(out)
}

// Still maps several seats and drops those of people who are gone. Ascending.
func (w Seating) Still(seats []int) []int {
	return slices.DeleteFunc(Ascending(w.All(seats)), func(seat int) bool { return seat == Gone })
}

// BySeat moves values that are listed by seat, with otherwise for new seats. nil stays nil. The values themselves
// do not change.
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

// InColumns returns an event with what was counted in column i moved to column to[i], or to Gone if that column was
// struck out. Nothing moves if to is nil.
func InColumns(e Event, to []int) Event {
	if e, ok := e.(interface{ InColumns(to []int) Event }); ok && to != nil {
		return e.InColumns(to)
	}
	return e
}

// InCircle returns an event that notes the seats, clockwise, as people sat when it happened, if it depends on that and
// does not say so yet. Nothing changes if seats is nil.
func InCircle(e Event, seats []int) Event {
	if e, ok := e.(interface{ InCircle(seats []int) Event }); ok && seats != nil {
		return e.InCircle(seats)
	}
	return e
}
