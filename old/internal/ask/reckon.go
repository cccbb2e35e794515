package ask

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A number may be typed as a sum, a difference or a product: 12+5, 12-5, 3*4+2, -10*3. Products come first;
// there are no blanks or brackets. This holds for points and counts, where a plus has no other meaning.

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

// signs replaces the signs of keyboards and people by one spelling.
var signs = strings.NewReplacer("–", "-", "−", "-", "×", "*", "x", "*", "X", "*")

// longestSum is the most bytes that are read as a sum.
const longestSum = 120

// reckon returns the value of a sum, difference or product, however large, or nil if the text is not one. A
// number alone is not one.
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

// Comes returns the value of a sum typed at a question, or "" if it is not one or none is allowed.
func (q Question) Comes(typed string) string {
	sum := reckon(strings.TrimSpace(typed))
	if sum == nil || !q.Reckons() {
		return ""
	}
	return sum.String()
}

// inBounds returns a sum as an int. ok is false if it is not from lo to hi.
func inBounds(sum *big.Int, lo, hi int) (n int, ok bool) {
	if !sum.IsInt64() || sum.Int64() < int64(lo) || sum.Int64() > int64(hi) {
		return 0, false
	}
	return int(sum.Int64()), true
}

// read reads a number, which may be typed as a sum.
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

// sum returns the sum that was typed for the k-th number, or "" if a plain number was.
func (a Answer) sum(k int) string {
	if k >= 0 && k < len(a.Typed) {
		return a.Typed[k]
	}
	return ""
}

// Of returns the answer of the k-th person alone.
func (a Answer) Of(k int) Answer {
	one := Answer{By: a.By, Values: a.Values[k : k+1]}
	if a.sum(k) != "" {
		one.Typed = a.Typed[k : k+1]
	}
	return one
}

// Reckoned returns the sums that were typed, each with its value.
func (a Answer) Reckoned() (sums []string) {
	for _, typed := range a.Typed {
		if sum := reckon(typed); sum != nil {
			sums = append(sums, typed+" = "+sum.String())
		}
	}
	return sums
}

// reckoned reports whether the typed sums agree with the values.
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

// noted adds the sum that was typed for the k-th number, unless the answer is secret.
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
