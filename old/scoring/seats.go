package scoring

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Seats count from 0, clockwise. An event may name any number, since it may come from a file or another table:
// Apply refuses a seat without a person, and Tell says that nobody sits there.

var (
	// NoSeat refuses an event that names a seat which the table does not have.
	NoSeat = lang.Msg("scoring.no-seat", "this names somebody who is not at this table")

	seatTwice   = lang.Msg("scoring.away-twice", "{name} is named twice")
	nobodyThere = lang.Msg("scoring.nobody-there", "somebody who is not at this table")
	badFirst    = lang.Msg("scoring.bad-first", "the person who begins is not at this table")
)

// Who returns the name at a seat, or words for a seat that the table does not have.
func Who(players []string, seat int) lang.Text {
	if CheckSeat(players, seat) != nil {
		return nobodyThere
	}
	return lang.Literal(players[seat])
}

// Whos returns the names at several seats, like Who.
func Whos(players []string, seats []int) lang.List {
	out := make(lang.List, len(seats))
	for i, seat := range seats {
		out[i] = Who(players, seat)
	}
	return out
}

// Dashes returns the cells of a part in which some rows had no share: they show a dash rather than a 0.
func Dashes(rows int, without []int) []string {
	out := make([]string, rows)
	for _, row := range without {
		out[row] = "–"
	}
	return out
}

var notHere = lang.Msg("scoring.not-here", "{name} cannot be named here")

// PickSeat asks for one of the people at several seats and returns the seat. A person's key is the number of their seat,
// from 1, for the whole game; the others are listed too, and their key says why they cannot be picked. The question's
// own options, with their Marks, follow the people; picking one returns Gone.
func PickSeat(a ask.Asker, h ask.Head, pick ask.Pick, among Among) (int, error) {
	k, err := ask.Put(a, h, At(pick, among))
	return among.Seat(k), err
}

// Among says which people at a table an answer may name.
type Among struct {
	Players []string
	Seats   []int                    // seats that may be named, in the order of their lines
	Why     func(seat int) lang.Text // says why another seat may not; nil for a general reason
}

// Seat returns the seat for line k of a list; Gone if that line is no person's.
func (m Among) Seat(k int) int {
	if k < 0 || k >= len(m.Seats) {
		return Gone
	}
	return m.Seats[k]
}

// At returns a shape with people in front of its options, keyed as in PickSeat.
func At[S ask.Shape](shape S, m Among) S {
	l := ask.Lines(shape)
	l.Options = slices.Concat(Whos(m.Players, m.Seats), l.Options)
	l.Marks = slices.Concat(numbers(m.Seats), l.Marks)
	for seat, name := range m.Players {
		if slices.Contains(m.Seats, seat) {
			continue
		}
		say := notHere.With("name", name)
		if m.Why != nil {
			say = m.Why(seat)
		}
		l.Barred = append(slices.Clip(l.Barred), ask.Barred{Mark: lang.Literal(strconv.Itoa(seat + 1)), Text: lang.Literal(name), Why: say})
	}
	return ask.From(shape, l)
}

// numbers returns the numbers of seats, from 1.
func numbers(seats []int) []lang.Text {
	out := make([]lang.Text, len(seats))
	for i, seat := range seats {
		out[i] = lang.Literal(strconv.Itoa(seat + 1))
	}
	return out
}

// CheckSeats refuses seats that the table does not have and seats that are named twice. The fault names the index.
func CheckSeats(players []string, seats []int) *Fault {
	for i, seat := range seats {
		if f := CheckSeat(players, seat, fault.Index(i)); f != nil {
			return f
		}
		if slices.Contains(seats[:i], seat) {
			return fault.New(seatTwice.With("name", players[seat]), fault.Index(i))
		}
	}
	return nil
}

// CheckSeat refuses a seat that the table does not have.
func CheckSeat(players []string, seat int, at ...string) *Fault {
	if seat < 0 || seat >= len(players) {
		return fault.New(NoSeat, at...)
	}
	return nil
}
