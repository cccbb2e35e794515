package ask

import (
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A line that has to add up: what the first ones give says what the last one has.

var (
	lacks   = lang.Plural("ask.lacks", "that makes {sum} in all, not {of}: {n} is missing", "that makes {sum} in all, not {of}: {n} are missing")
	surplus = lang.Plural("ask.surplus", "that makes {sum} in all, not {of}: {n} too many", "that makes {sum} in all, not {of}: {n} too many")
	either  = lang.Msg("ask.either", "{one} or {other}")
)

// Adds refuses what does not add up, and says what is missing to the sum that is nearest.
func (s Each) Adds(rows [][]int) *fault.Fault {
	if s.Sum == nil {
		return nil
	}
	sum, of := total(rows), lang.Text{}
	short := s.Sum[0] - sum
	for i, n := range s.Sum {
		if n == sum {
			return nil
		}
		if max(n-sum, sum-n) < max(short, -short) {
			short = n - sum
		}
		one := lang.Literal("{n}").With("n", n)
		if i > 0 {
			one = either.With("one", of, "other", one)
		}
		of = one
	}
	say := lacks
	if short < 0 {
		say, short = surplus, -short
	}
	return fault.New(say.With("sum", sum, "of", of, "n", short))
}

// Left returns what the last person gives where all others gave theirs; ok is false where that is nothing, or nothing
// that a person can give.
func (s Each) Left(rows [][]int) (n int, ok bool) {
	sum := total(rows)
	for _, of := range s.Sum {
		if n = of - sum; n >= s.Lo && n <= s.Hi {
			return n, true
		}
	}
	return 0, false
}

// total returns what all gave together.
func total(rows [][]int) (sum int) {
	for _, row := range rows {
		for _, n := range row {
			sum += n
		}
	}
	return sum
}
