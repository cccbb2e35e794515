package cmd

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// What a monkey types. Most of it fits one question or another, so that evenings go on
// for a while; the rest is what slips out at a table.

// beginnings are how an evening may begin, the lines before anybody is asked for names,
// and how many may sit down.
var beginnings = []struct {
	args   string
	lines  []string
	lo, hi int
}{
	{"play picture-perfect", nil, 2, 6}, {"play picture-perfect --score-only", nil, 2, 6},
	{"play dixit", nil, 3, 8}, {"play dixit --score-only", nil, 3, 8},
	{"play spyfall", nil, 3, 8}, {"play spyfall --score-only", nil, 3, 8},
	{"play pad", nil, 1, 5}, {"play pad --score-only", nil, 2, 4},
	{"play versus", nil, 3, 8}, {"play versus --score-only", nil, 3, 8},
	{"", []string{"1", "1"}, 2, 6}, {"", []string{"3", "2"}, 3, 8}, {"", []string{"3", "4"}, 3, 8},
	{"resume", []string{"", "", "", "", "", "", "", ""}, 0, 0},
}

// sits is the evening of a table that sits already.
var sits = []string{"resume"}

// slips are lines that hardly ever fit.
var slips = strings.Split("||  |1|2|3|4|5|6|7|8|9|0|-|a|b|c|d|n|r|s|t|o|x|p|m|+|++|+1|~|"+
	"1 2|11|00|01|10|111|222|1111|2222|12|21|123|321|1234|2341|12 +1|111 +1|3 3 3|- - -|---|1-1|10 10 10|0 0 0|0 0 0 0|5 5|"+
	"1=2|2=3|3=0|1 1=0|=1|99|100|30|13|14|12345678901234567890|-1|1+2|1+|1+2 3+4 5|x y z|1,2,3|1;2;3|"+
	"1 1 1 1 1 1|2 2 2 2 2 2|1 2 3 4 5 6|A, B|C, B, A|A, B, D, C|A, A|Zoë|,|<|>|< |<<|>>|"+
	"?|? u|?undo|?redo|?standings|?why|?table|?end|?correct|?drop|?go|?people|?people A|?rules|?rules theft|?zzz|??|?leave now", "|")

// keys are the lines that move about in a game, each with its weight.
var keys = []struct {
	line   string
	weight int
}{
	{"<", 40}, {">", 20}, {"?undo", 25}, {"?redo", 20}, {"?correct", 40}, {"?table", 15}, {"?people", 8}, {"?end", 6}, {"?", 12},
	{"o", 15}, {"x", 10}, {"n", 10}, {"a", 10}, {"c", 10}, {"r", 8}, {"p", 5}, {"?standings", 3}, {"?why", 3},
}

// monkeys is an evening as a monkey spends it.
func monkeys(r *rand.Rand) script {
	begins := beginnings[r.IntN(len(beginnings))]
	s := script{Args: strings.Fields(begins.args), Lines: append([]string{}, begins.lines...)}
	if begins.hi > 0 {
		s.Lines = append(s.Lines, guests(r, begins.lo, begins.hi), "1")
	}
	for end := len(s.Lines) + 10 + r.IntN(60); len(s.Lines) < end; {
		s.Lines = append(s.Lines, anything(r)...)
	}
	s.Cut = len(s.Lines)
	if r.IntN(3) == 0 {
		s.Cut = 2 + r.IntN(len(s.Lines)-2)
	}
	return s
}

// guests are so many people, now and then too few or too many.
func guests(r *rand.Rand, lo, hi int) string {
	n := lo + r.IntN(hi-lo+1)
	if r.IntN(20) == 0 {
		n = 1 + r.IntN(13)
	}
	return strings.Join(strings.Split("ABCDEFGHIJKLM", "")[:n], ", ")
}

// anything is a line, or some that belong together.
func anything(r *rand.Rand) []string {
	digit := func(n int) string { return strconv.Itoa(1 + r.IntN(n)) }
	switch x := r.IntN(100); {
	case x < 28:
		return []string{digit(6)}
	case x < 43:
		return []string{""}
	case x < 65:
		return []string{row(r)}
	case x < 84:
		return []string{key(r)}
	case x < 88:
		return []string{"?correct", digit(9), digit(3)}
	case x < 90:
		return []string{"?table", guests(r, 2, 8), "1"}
	case x < 92:
		return []string{guests(r, 2, 8)}
	}
	return []string{slips[r.IntN(len(slips))]}
}

// row is a number for each of some people.
func row(r *rand.Rand) string {
	values := make([]string, 2+r.IntN(6))
	for i := range values {
		values[i] = string("0112233456-"[r.IntN(11)])
	}
	return strings.Join(values, " ") + []string{"", "", "", "", " +1"}[r.IntN(5)]
}

func key(r *rand.Rand) string {
	sum := 0
	for _, k := range keys {
		sum += k.weight
	}
	at := r.IntN(sum)
	for _, k := range keys {
		if at -= k.weight; at < 0 {
			return k.line
		}
	}
	return ""
}
