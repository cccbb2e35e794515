package table

import (
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"

	"github.com/tablemate/tablemate/internal/lang"
)

// Value prints anything as JSON, as results are.
func (p Printer) Value(v any) error { return p.json(v) }

// Rows prints a list with a head as CSV, as Markdown or, where it is known to fit, as a table. What stands
// in it may be anything that people typed.
func (p Printer) Rows(head []lang.Text, rows [][]string, f Format) error {
	lines := [][]string{make([]string, len(head))}
	for k, h := range head {
		lines[0][k] = p.Voice.Say(h)
	}
	for _, row := range rows {
		line := make([]string, len(row))
		for k, cell := range row {
			line[k] = p.name(cell)
		}
		lines = append(lines, line)
	}
	switch f {
	case CSV:
		return p.csv(lines)
	case Markdown:
		for _, line := range lines {
			for k, cell := range line {
				line[k] = plain.Replace(cell)
			}
		}
		return p.render(lines[0], lines[1:], nil, nil, tablewriter.WithRenderer(renderer.NewMarkdown()))
	}
	return p.render(lines[0], lines[1:], nil, nil, p.style(1)...)
}
