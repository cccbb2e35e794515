package table

import (
	"slices"
	"strings"
	"unicode"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Column of a list: what stands over it, and what in it.
type Column struct {
	Head  lang.Text
	Cells []string     // may be anything that people typed
	Marks []color.Mark // by cell, or none: they stand before what is in the first column
	Spare int          // where the window is too narrow, the columns with the most go first; 0: it stays
}

// List prints columns as CSV or Markdown, or as a table that fits into the window: it does without what can be spared,
// and then cuts the first column.
func (p Printer) List(columns []Column, f Format) error {
	if f == Table && p.Voice.Aloud {
		return p.spokenList(columns)
	}
	if f == Table {
		columns = p.fitting(columns)
	}
	lines := [][]string{nil}
	for _, c := range columns {
		lines[0] = append(lines[0], p.Voice.Say(c.Head))
		for k, cell := range c.Cells {
			if k+1 == len(lines) {
				lines = append(lines, nil)
			}
			lines[k+1] = append(lines[k+1], p.name(cell))
		}
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
		return p.render(lines[0], lines[1:], nil, sides(lines[1:]), tablewriter.WithRenderer(renderer.NewMarkdown()))
	}
	p.cutTo(lines, len(columns[0].Marks) > 0)
	for k, m := range columns[0].Marks {
		lines[k+1][0] = m.Before(p.Ink) + lines[k+1][0]
	}
	return p.render(lines[0], lines[1:], nil, nil, p.style(1)...)
}

// sides are those to which columns are set: words to the left, numbers to the right.
func sides(lines [][]string) []tw.Align {
	if len(lines) == 0 {
		return nil
	}
	out := slices.Repeat([]tw.Align{tw.AlignRight}, len(lines[0]))
	for k := range out {
		if k == 0 || slices.ContainsFunc(lines, func(line []string) bool { return strings.ContainsFunc(line[k], unicode.IsLetter) }) {
			out[k] = tw.AlignLeft
		}
	}
	return out
}

// frame is what a column takes besides its text: a blank on both sides, and a line.
const frame = 3

func (p Printer) wide(c Column) int {
	n := layout.Width(p.Voice.Say(c.Head))
	for _, cell := range c.Cells {
		n = max(n, layout.Width(p.name(cell)))
	}
	if len(c.Marks) > 0 {
		n += p.lead()
	}
	return n + frame
}

// fitting are the columns that there is room for; the first one may still be too wide.
func (p Printer) fitting(columns []Column) []Column {
	columns = slices.Clone(columns)
	for {
		wide, worst := 1, 0
		for k, c := range columns {
			if wide += p.wide(c); c.Spare >= columns[worst].Spare {
				worst = k
			}
		}
		if wide <= p.Width || columns[worst].Spare == 0 {
			return columns
		}
		columns = slices.Delete(columns, worst, worst+1)
	}
}

// cutTo cuts the first column so that the lines fit.
func (p Printer) cutTo(lines [][]string, marked bool) {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for k, cell := range line {
			widths[k] = max(widths[k], layout.Width(cell))
		}
	}
	room := p.Width - 1 - frame*len(widths)
	for _, w := range widths[1:] {
		room -= w
	}
	if marked {
		room -= p.lead()
	}
	for _, line := range lines {
		line[0] = layout.Cut(line[0], max(room, 1))
	}
}
