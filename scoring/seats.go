package scoring

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Seats are counted from 0, clockwise. An event may name any number, since it comes
// from a file or from another table: Apply refuses a seat that nobody sits at, and
// Tell calls it what it is.

var (
	// NoSeat is what a game says to an event that names a seat which its table has not.
	NoSeat = lang.Msg("scoring.no-seat", "this names somebody who is not at this table")

	seatTwice   = lang.Msg("scoring.away-twice", "{name} is named twice")
	nobodyThere = lang.Msg("scoring.nobody-there", "somebody who is not at this table")
	badFirst    = lang.Msg("scoring.bad-first", "the person who begins is not at this table")
)

// Who returns the name of whoever sits at a seat, any seat: that nobody sits there is said in words.
func Who(players []string, seat int) lang.Text {
	if CheckSeat(players, seat) != nil {
		return nobodyThere
	}
	return lang.Literal(players[seat])
}

// Whos returns the names at several seats, as Who has them.
func Whos(players []string, seats []int) lang.List {
	out := make(lang.List, len(seats))
	for i, seat := range seats {
		out[i] = Who(players, seat)
	}
	return out
}

// Dashes returns the cells of a part for rows of which some had no share in it: those show a
// dash and never a 0. Part.Cells are such cells.
func Dashes(rows int, without []int) []string {
	out := make([]string, rows)
	for _, row := range without {
		out[row] = "–"
	}
	return out
}

var notHere = lang.Msg("scoring.not-here", "{name} cannot be named here")

// PickSeat asks for one of the people at several seats and returns the seat. Everybody's
// key is the number of the seat, from 1, for the whole game: who cannot be picked stands
// there too, and the key says why. Options of the question's own, with their Marks, stand
// behind the people; where one of them is picked the seat is Gone.
func PickSeat(a ask.Asker, h ask.Head, pick ask.Pick, among Among) (int, error) {
	k, err := ask.Put(a, h, At(pick, among))
	return among.Seat(k), err
}

// Among is whom of the people at a table an answer may name.
type Among struct {
	Players []string
	Seats   []int                    // that may be named, in the order of their lines
	Why     func(seat int) lang.Text // why another one may not; nil: that they may not
}

// Seat returns the seat that the k-th line of a list means; Gone where that is no person's.
func (m Among) Seat(k int) int {
	if k < 0 || k >= len(m.Seats) {
		return Gone
	}
	return m.Seats[k]
}

// At returns a shape with the people at several seats in front of its options, their
// keys as PickSeat has them.
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

// CheckSeats refuses seats that nobody sits at, and one that is named twice; the fault stands at its index.
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

// CheckSeat refuses a seat that nobody sits at. nil: somebody does.
func CheckSeat(players []string, seat int, at ...string) *Fault {
	if seat < 0 || seat >= len(players) {
		return fault.New(NoSeat, at...)
	}
	return nil
}
