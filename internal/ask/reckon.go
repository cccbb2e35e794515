package ask

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A number may be typed as a sum, a difference or a product: 12+5, 12-5, 3*4+2, -10*3. Products come first, and nothing of it
// has blanks or brackets. It is read where the numbers are points or counts, and where a plus says nothing else.

var (
	outside    = lang.Msg("ask.outside", "“{typed}” is {sum}: from {lo} to {hi}, please")
	outsideOf  = lang.Msg("ask.outside-of", "{who}: “{typed}” is {sum}: from {lo} to {hi}, please")
	outsideOne = lang.Msg("ask.outside-one", "“{typed}” is {sum}: it can only be {lo}")
)

// Reckons reports whether the numbers of a question may be typed as sums.
func (q Question) Reckons() bool {
	switch s := q.Shape.(type) {
	case Number:
		return true
	case Each:
		return len(s.Options) == 0 && !s.Cards && s.Most < 2 && s.Plus == 0
	}
	return false
}

// signs are the signs of reckoning that people and keyboards have, in one way of writing.
var signs = strings.NewReplacer("–", "-", "−", "-", "×", "*", "x", "*", "X", "*")

// longestSum is how many bytes of a sum are read.
const longestSum = 120

// reckon returns what a sum, a difference or a product comes to, however much that is; nil where it is none: a number alone is none.
func reckon(typed string) *big.Int {
	if len(typed) > longestSum {
		return nil
	}
	terms := strings.ReplaceAll(strings.ReplaceAll(signs.Replace(typed), "-", "+-"), "*+-", "*-")
	sum, numbers := new(big.Int), 0
	for term := range strings.SplitSeq(strings.TrimPrefix(terms, "+"), "+") {
		product := big.NewInt(1)
		for factor := range strings.SplitSeq(term, "*") {
			n, ok := new(big.Int).SetString(factor, 10)
			if !ok {
				return nil
			}
			product.Mul(product, n)
			numbers++
		}
		sum.Add(sum, product)
	}
	if numbers < 2 {
		return nil
	}
	return sum
}

// Comes returns what a sum comes to that is typed at a question; empty where it is none, or where none is read.
func (q Question) Comes(typed string) string {
	sum := reckon(strings.TrimSpace(typed))
	if sum == nil || !q.Reckons() {
		return ""
	}
	return sum.String()
}

// inBounds returns a sum as a number from lo to hi; ok is false where it is none of those.
func inBounds(sum *big.Int, lo, hi int) (n int, ok bool) {
	if !sum.IsInt64() || sum.Int64() < int64(lo) || sum.Int64() > int64(hi) {
		return 0, false
	}
	return int(sum.Int64()), true
}

// read returns a number as it was typed.
func (s Number) read(line string) (int, error) {
	say, one := noNumber, oneNumber
	n, err := strconv.Atoi(line)
	ok := err == nil && n >= s.Lo && n <= s.Hi
	if sum := reckon(line); sum != nil {
		n, ok = inBounds(sum, s.Lo, s.Hi)
		say, one = outside.With("sum", sum.String()), outsideOne.With("sum", sum.String())
	}
	if s.Lo == s.Hi {
		say = one
	}
	if !ok {
		return 0, fault.New(say.With("typed", line, "lo", s.Lo, "hi", s.Hi))
	}
	return n, nil
}

// sum returns the sum as which the k-th number was typed; empty where it was typed plainly.
func (a Answer) sum(k int) string {
	if k >= 0 && k < len(a.Typed) {
		return a.Typed[k]
	}
	return ""
}

// Of returns what the k-th person gave of an answer, as that person alone gives it.
func (a Answer) Of(k int) Answer {
	one := Answer{By: a.By, Values: a.Values[k : k+1]}
	if a.sum(k) != "" {
		one.Typed = a.Typed[k : k+1]
	}
	return one
}

// Reckoned returns what of an answer was typed as a sum, with what it comes to.
func (a Answer) Reckoned() (sums []string) {
	for _, typed := range a.Typed {
		if sum := reckon(typed); sum != nil {
			sums = append(sums, typed+" = "+sum.String())
		}
	}
	return sums
}

// reckoned reports whether what was typed of an answer comes to what it says.
func (a Answer) reckoned(q Question) bool {
	if a.Typed == nil {
		return true
	}
	if !q.Reckons() || q.Secret || len(a.Typed) != len(a.Values) {
		return false
	}
	sums := 0
	for k, typed := range a.Typed {
		if typed == "" {
			continue
		}
		sum := reckon(typed)
		if sum == nil || len(a.Values[k]) != 1 || sum.String() != strconv.Itoa(a.Values[k][0]) {
			return false
		}
		sums++
	}
	return sums > 0
}

// noted returns an answer with the sum as which the k-th number was typed; of what is told in secret the number alone is kept.
func (q Question) noted(a Answer, k int, sum string) Answer {
	if q.Secret || q.Comes(sum) == "" {
		return a
	}
	if a.Typed == nil {
		a.Typed = make([]string, max(1, len(q.People)))
	}
	a.Typed[k] = sum
	return a
}
