package report

import (
	"strings"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
)

// Tablewriter measures a character by its code points: four columns for a flag, six for a family, where a window has two.
// Lines that it would measure wrong are swapped for stand-ins of the right width, made of private code points, and swapped
// back after printing.

const firstPrivate = '\U000f0000'

// standIns lists stand-ins, each followed by its line.
type standIns []string

// row returns the cells with stand-ins for lines that tablewriter would measure wrong. Lines with private code points get
// one too, so that nobody's text is mistaken for a stand-in.
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

// show returns a printed table with the lines put back.
func (s *standIns) show(printed string) string { return strings.NewReplacer(*s...).Replace(printed) }
