package color

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"github.com/tablemate/tablemate/setup"
)

// A Mark is what stands for somebody at a table.
type Mark struct {
	Letter string // one column wide; nobody else at the table has it, but where more than 36 sit there
	Color  int    // its place in All, -1 for none; nobody else has it, but where more people sit there than there are colors
}

// Kept are the ids of the colors that people have, by name.
type Kept map[string]string

// Marks returns those of the people of one table, in the order of their seats. A person with a color that is kept
// has that one; of two with the same one it is who sits first, and everybody else has the first color that is free.
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

// Own returns the marks of people who do not all sit at one table: everybody has their own color, or none.
func Own(names []string, kept Kept) []Mark {
	out := make([]Mark, len(names))
	for i, letter := range letters(names) {
		out[i] = Mark{letter, kept.of(names[i])}
	}
	return out
}

// Uncolored returns colors, by name, for the people at a table who have none yet.
func (k Kept) Uncolored(names []string) map[string]string {
	fresh := map[string]string{}
	for i, m := range Marks(names, k) {
		if name := names[i]; k[name] == "" {
			fresh[name] = All[m.Color].ID
		}
	}
	return fresh
}

// of returns the place in All of somebody's color; -1: none is kept.
func (k Kept) of(name string) int {
	return slices.IndexFunc(All, func(c Color) bool { return c.ID == k[name] })
}

// letters returns the letters of names: the first one of each, then another one of it, for which whoever has that
// one takes another of theirs, and where all of those are taken the number of the seat. The first by name chooses first, so that the same people have the same letters
// wherever they sit, and in a list of them.
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

// moves gives the i-th name one of its letters, a free one or one whose owner finds another in their own name.
// asked are the letters that were looked at.
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

// lettersOf returns the letters and digits of a name, large and without their accents, that take one column each.
func lettersOf(name string) (out []string) {
	for _, r := range norm.NFD.String(name) {
		r = unicode.ToUpper(r)
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && ansi.StringWidth(string(r)) == 1 {
			out = append(out, string(r))
		}
	}
	return out
}

// An Ink is how marks are drawn on a terminal.
type Ink int

// The inks: names stand alone where no color tells that the letter before them is none of theirs.
const (
	None Ink = iota
	Painted
)

// Draw returns the letter on its color; without colors it is the letter alone. It takes one column, and leaves the
// weight of what stands around it.
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

// End is behind whatever Draw has painted.
const End = "\x1b[39;49m"

// Before returns what stands before somebody's name: the letter and a blank, or nothing where names stand alone.
func (m Mark) Before(i Ink) string {
	if i == None {
		return ""
	}
	return m.Draw(i) + " "
}
