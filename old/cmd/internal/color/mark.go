package color

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/old/setup"
)

// A Mark stands for somebody at a table.
type Mark struct {
	Letter string // one column wide; unique at the table, up to 36 people
	Color  int    // index in All, or -1 for none; unique at the table while there are enough colors
}

// Kept maps names to the ids of their colors.
type Kept map[string]string

// Marks returns the marks of the people at a table, by seat. A person with a kept color gets it, unless somebody before
// has the same one. Everybody else gets the first free color.
func Marks(names []string, kept Kept) []Mark {
	out, taken := Own(names, kept), map[int]bool{}
	for i, m := range out {
		if taken[m.Color] {
			out[i].Color = -1
		}
		taken[m.Color] = true
	}
	for i := range out {
		for c := 0; out[i].Color < 0 && c < len(All); c++ {
			if !taken[c] {
				out[i].Color, taken[c] = c, true
			}
		}
		if out[i].Color < 0 {
			out[i].Color = i % len(All)
		}
	}
	return out
}

// Own returns the marks of people who do not all sit at one table. Each has their own color, or none.
func Own(names []string, kept Kept) []Mark {
	out := make([]Mark, len(names))
	for i, letter := range letters(names) {
		out[i] = Mark{letter, kept.of(names[i])}
	}
	return out
}

// Uncolored returns colors for the people at a table who have none yet, by name.
func (k Kept) Uncolored(names []string) map[string]string {
	fresh := map[string]string{}
	for i, m := range Marks(names, k) {
		if name := names[i]; k[name] == "" {
			fresh[name] = All[m.Color].ID
		}
	}
	return fresh
}

// of returns the index in All of a person's kept color, or -1.
func (k Kept) of(name string) int {
	return slices.IndexFunc(All, func(c Color) bool { return c.ID == k[name] })
}

// letters returns a letter for each name: its first one; else another one of it, for which the owner of that letter may
// have to move to another of theirs; else the number of the seat. Names choose in alphabetical order, so that the same
// people have the same letters wherever they sit, and in any list of them.
func letters(names []string) []string {
	out, whose := make([]string, len(names)), map[string]int{}
	take := func(i int, all []string) {
		for _, l := range all {
			if _, taken := whose[l]; out[i] == "" && !taken {
				out[i], whose[l] = l, i
			}
		}
	}
	of, order := make([][]string, len(names)), make([]int, len(names))
	for i, name := range names {
		of[i], order[i] = lettersOf(name), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(setup.Alike(names[a]), setup.Alike(names[b])) })
	for _, i := range order {
		take(i, of[i][:min(1, len(of[i]))])
	}
	for _, i := range order {
		take(i, of[i])
		if out[i] == "" {
			moves(i, of, out, whose, map[string]bool{})
		}
		take(i, strings.Split(fmt.Sprint((i+1)%10)+"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", ""))
		if out[i] == "" {
			out[i] = "·"
		}
	}
	return out
}

// moves gives the i-th name one of its letters: a free one, or one whose owner can move to another of their own. asked
// are the letters tried so far.
func moves(i int, of [][]string, out []string, whose map[string]int, asked map[string]bool) bool {
	mine := func(l string) bool { out[i], whose[l] = l, i; return true }
	for _, l := range of[i] {
		if _, taken := whose[l]; !taken {
			return mine(l)
		}
	}
	for _, l := range of[i] {
		if asked[l] {
			continue
		}
		asked[l] = true
		if moves(whose[l], of, out, whose, asked) {
			return mine(l)
		}
	}
	return false
}

// lettersOf returns the letters and digits of a name that take one column each, in upper case and without accents.
func lettersOf(name string) (out []string) {
	for _, r := range norm.NFD.String(name) {
		r = unicode.ToUpper(r)
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && ansi.StringWidth(string(r)) == 1 {
			out = append(out, string(r))
		}
	}
	return out
}

// An Ink says how marks are drawn on a terminal.
type Ink int

// The inks. Without color, names have no mark, because its letter would read as part of the name.
const (
	None Ink = iota
	Painted
)

// Draw returns the letter on its color, or without colors the letter alone. It takes one column, and keeps the weight
// of the text around it.
func (m Mark) Draw(i Ink) string {
	if i != Painted || m.Color < 0 {
		return m.Letter
	}
	letter := 16
	if All[m.Color].Dark {
		letter = 231
	}
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm%s%s", letter, All[m.Color].Index, m.Letter, End)
}

// End ends what Draw paints.
const End = "\x1b[39;49m"

// Before returns what precedes a name: its letter and a blank, or nothing without color.
func (m Mark) Before(i Ink) string {
	if i == None {
		return ""
	}
	return m.Draw(i) + " "
}
