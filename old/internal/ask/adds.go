package ask

import (
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// In a line that has to add up, the first numbers determine the last one.

var (
	lacks   = lang.Plural("ask.lacks", "that makes {sum} in all, not {of}: {n} is missing", "that makes {sum} in all, not {of}: {n} are missing")
	surplus = lang.Plural("ask.surplus", "that makes {sum} in all, not {of}: {n} too many", "that makes {sum} in all, not {of}: {n} too many")
	either  = lang.Msg("ask.either", "{one} or {other}")
)

// Adds refuses a line that does not add up, and says how much is missing to the nearest total.
func (s Each) Adds(rows [][]int) *fault.Fault {
	if s.Sum == nil {
		return nil
	}
	sum := total(rows)
	short := s.Sum[0] - sum
	for _, n := range s.Sum {
		if n == sum {
			return nil
		}
		if max(n-sum, sum-n) < max(short, -short) {
			short = n - sum
		}
	}
	say := lacks
	if short < 0 {
		say, short = surplus, -short
	}
	return fault.New(say.With("sum", sum, "of", s.All(), "n", short))
}

// All returns the possible totals as a text.
func (s Each) All() (of lang.Text) {
	for i, n := range s.Sum {
		one := lang.Literal("{n}").With("n", n)
		if i > 0 {
			one = either.With("one", of, "other", one)
		}
		of = one
	}
	return of
}

// Left returns the number that remains for the last person. ok is false if there is none that a person can
// give.
func (s Each) Left(rows [][]int) (n int, ok bool) {
	sum := total(rows)
	for _, of := range s.Sum {
		if left := of - sum; left >= s.Lo && left <= s.Hi {
			return left, true
		}
	}
	return 0, false
}

// Offers returns the number that Enter gives the last person of a line that has to add up, once all others are
// typed.
func (q Question) Offers(line string) (n int, ok bool) {
	s := As[Each](q)
	if _, key := q.Keyed(line); s.Sum == nil || key {
		return 0, false
	}
	e := everyone{q, s}
	var rows [][]int
	for k, it := range e.reading(line).items {
		row, err := e.person(min(k, len(q.People)-1), it.text)
		if err != nil {
			return 0, false
		}
		rows = append(rows, row)
	}
	n, ok = s.Left(rows)
	return n, ok && len(rows) == len(q.People)-1
}

func total(rows [][]int) (sum int) {
	for _, row := range rows {
		for _, n := range row {
			sum += n
		}
	}
	return sum
}
