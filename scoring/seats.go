package scoring

import (
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Seats are counted from 0, clockwise. An event may name any number, since it comes
// from a file or from another table: Apply refuses a seat that nobody sits at, and
// Tell calls it what it is.

var (
	// NoSeat is what a game says to an event that names a seat which its table has not.
	NoSeat = lang.M("scoring.no-seat", "somebody is named here who does not sit at this table")

	nobodyThere = lang.M("scoring.nobody-there", "somebody who is not at this table")
	badFirst    = lang.M("scoring.bad-first", "who begins does not sit at this table")
)

// Who is the name of whoever sits at a seat, any seat: that nobody sits there is said in words.
func Who(players []string, seat int) lang.Text {
	if seat < 0 || seat >= len(players) {
		return nobodyThere
	}
	return lang.As(players[seat])
}

// Whos are the names at several seats, as Who has them.
func Whos(players []string, seats []int) lang.List {
	out := make(lang.List, len(seats))
	for i, seat := range seats {
		out[i] = Who(players, seat)
	}
	return out
}

// CheckFirst refuses a table at which nobody sits where it says that somebody begins;
// the fault stands at "first". nil: it is right.
func CheckFirst(t setup.Table) *Fault {
	if t.First < 0 || t.First >= len(t.Players) {
		return fault.New(badFirst, "first")
	}
	return nil
}
