package report

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/cmd/internal/color"
)

// Tablewriter counts the columns of a character by its code points: four for a flag, six
// for a family, where a window has two. So characters of several code points do not go
// through it, and neither do painted letters. In their place go private code points, one a column, and come out again as
// what they stand for.

const firstPrivate = "\U000f0000"

// standIns are the characters that private code points stand for, by their number.
type standIns []string

// hide returns a cell without characters of several code points. A private code point is
// hidden too, so that nobody else's code point is taken for a stand-in.
func (s *standIns) hide(cell string) string {
	var b strings.Builder
	for cell != "" {
		c, width := ansi.FirstGraphemeCluster(cell, ansi.GraphemeWidth)
		if painted, _, ok := strings.Cut(cell, color.End); ok && c == "\x1b" {
			c = painted + color.End
			width = ansi.StringWidth(c)
		}
		cell = cell[len(c):]
		if width > 0 && (utf8.RuneCountInString(c) > 1 || c >= firstPrivate) {
			*s = append(*s, c)
			c = s.of(len(*s)-1, width)
		}
		b.WriteString(c)
	}
	return b.String()
}

func (s *standIns) row(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = s.hide(c)
	}
	return out
}

// of returns what stands for a character.
func (s *standIns) of(number, width int) string {
	first, _ := utf8.DecodeRuneInString(firstPrivate)
	return strings.Repeat(string(first+rune(number)), width)
}

// show returns a printed table with all characters in it.
func (s *standIns) show(printed string) string {
	var pairs []string
	for i, c := range *s {
		pairs = append(pairs, s.of(i, ansi.StringWidth(c)), c)
	}
	return strings.NewReplacer(pairs...).Replace(printed)
}
