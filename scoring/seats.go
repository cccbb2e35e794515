package scoring

import (
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Seats are counted from 0, clockwise. An event may name any number, since it comes
// from a file or from another table: Apply refuses a seat that nobody sits at, and
// Tell calls it what it is.

var (
	// NoSeat is what a game says to an event that names a seat which its table has not.
	NoSeat = lang.Msg("scoring.no-seat", "this names somebody who is not at this table")

	nobodyThere = lang.Msg("scoring.nobody-there", "somebody who is not at this table")
	badFirst    = lang.Msg("scoring.bad-first", "the person who begins is not at this table")
)

// Who is the name of whoever sits at a seat, any seat: that nobody sits there is said in words.
func Who(players []string, seat int) lang.Text {
	if CheckSeat(players, seat) != nil {
		return nobodyThere
	}
	return lang.Literal(players[seat])
}

// Whos are the names at several seats, as Who has them.
func Whos(players []string, seats []int) lang.List {
	out := make(lang.List, len(seats))
	for i, seat := range seats {
		out[i] = Who(players, seat)
	}
	return out
}

// Dashes are the cells of a part for rows of which some had no share in it: those show a
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
// behind the people; where one of them is picked, or one of its Keys, the seat is Gone.
func PickSeat(a ask.Asker, q ask.Question, players []string, seats []int, why func(seat int) lang.Text) (int, error) {
	q.Shape = ask.As[ask.Pick](q)
	r, err := a.Ask(AtSeats(q, players, seats, why))
	if v := r.Value(); err == nil && v >= 0 && v < len(seats) {
		return seats[v], nil
	}
	return Gone, err
}

// AtSeats is a question with the people at several seats in front of its options, their
// keys as PickSeat has them. why may be nil.
func AtSeats(q ask.Question, players []string, seats []int, why func(seat int) lang.Text) ask.Question {
	l := q.List()
	l.Options = slices.Concat(Whos(players, seats), l.Options)
	l.Marks = slices.Concat(numbers(seats), l.Marks)
	for seat, name := range players {
		if slices.Contains(seats, seat) {
			continue
		}
		say := notHere.With("name", name)
		if why != nil {
			say = why(seat)
		}
		l.Barred = append(slices.Clip(l.Barred), ask.Barred{Mark: lang.Literal(strconv.Itoa(seat + 1)), Text: lang.Literal(name), Why: say})
	}
	return q.With(l)
}

// numbers are the numbers of seats, from 1.
func numbers(seats []int) []lang.Text {
	out := make([]lang.Text, len(seats))
	for i, seat := range seats {
		out[i] = lang.Literal(strconv.Itoa(seat + 1))
	}
	return out
}

// Put asks until the game has nothing against the answer, and returns what the answer
// says: say is given any answer that fits the question, and refuses it with a *Fault.
func Put[T any](a ask.Asker, q ask.Question, say func(ask.Answer) (T, error)) (value T, err error) {
	r, err := ask.Put(a, q, func(r ask.Answer) error { _, err := say(r); return err })
	if err != nil {
		return value, err
	}
	return say(r)
}

// CheckSeat refuses a seat that nobody sits at. nil: somebody does.
func CheckSeat(players []string, seat int, at ...string) *Fault {
	if seat < 0 || seat >= len(players) {
		return fault.New(NoSeat, at...)
	}
	return nil
}

// CheckPlayers refuses a table of fewer than least or more than most people, in words of
// the game's own that may have {n}, {lo} and {hi}, and then what CheckFirst refuses.
func CheckPlayers(t setup.Table, least, most int, say lang.Text) *Fault {
	if n := len(t.Players); n < least || n > most {
		return fault.New(say.With("n", n, "lo", least, "hi", most), "players")
	}
	return CheckFirst(t)
}

// CheckFirst refuses a table at which nobody sits where it says that somebody begins;
// the fault stands at "first". nil: it is right.
func CheckFirst(t setup.Table) *Fault {
	if CheckSeat(t.Players, t.First) != nil {
		return fault.New(badFirst, "first")
	}
	return nil
}
