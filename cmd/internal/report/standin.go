package report

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/tablemate/tablemate/cmd/internal/layout"
)

// Tablewriter counts the columns of a character by its code points: four for a flag, six
// for a family, where a window has two. So a line that it counts wrong does not go through it: in its place goes a private code point,
// once for each column, and comes out again as the line.

const firstPrivate = '\U000f0000'

// standIns are lines that do not go through tablewriter, each behind what stands for it.
type standIns []string

// row returns cells without lines that tablewriter would count wrong. One with a private code point is
// hidden too, so that nobody else's code point is taken for a stand-in.
func (s *standIns) row(cells []string) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		lines := strings.Split(cell, "\n")
		for k, line := range lines {
			private := strings.ContainsFunc(line, func(r rune) bool { return r >= firstPrivate })
			if width := layout.Width(line); width > 0 && (private || width != twwidth.Width(line)) {
				lines[k] = strings.Repeat(string(firstPrivate+rune(len(*s)/2)), width)
				*s = append(*s, lines[k], line)
			}
		}
		out[i] = strings.Join(lines, "\n")
	}
	return out
}

// show returns a printed table with all lines in it.
func (s *standIns) show(printed string) string { return strings.NewReplacer(*s...).Replace(printed) }
