package table

import (
	"slices"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
)

// People print a table that somebody else made: people down the page, first a number, then the name, then
// numbers. It says whether the window is wide enough for it, with blanks around the cells or without, names
// cut where nothing else helps; where it is not, nothing is printed. marks are by line.
func (p Printer) People(head []string, lines [][]string, marks []color.Mark) (fits bool, err error) {
	align := aligned(head)
	width := len(head) + 1 + 2*len(head)
	cut := make([][]string, len(lines))
	for k := range lines {
		cut[k] = slices.Clone(lines[k])
		cut[k][1] = marks[k].Before(p.Ink) + p.Name(cut[k][1])
	}
	for k := range head {
		most := layout.Width(head[k])
		for _, line := range cut {
			most = max(most, layout.Width(line[k]))
		}
		width += most
	}
	if width <= p.Width {
		return true, p.render(head, cut, nil, align, p.style(2)...)
	}
	if head = slices.Clone(head); !p.cutFirst(head, cut) {
		return false, nil
	}
	return true, p.render(head, cut, nil, align, p.style(0)...)
}

// aligned are the columns of such a table: all are numbers but the name.
func aligned(head []string) []tw.Align {
	align := slices.Repeat([]tw.Align{tw.AlignRight}, len(head))
	align[1] = tw.AlignLeft
	return align
}

// Rows prints such a table as Markdown or CSV.
func (p Printer) Rows(head []string, lines [][]string, f Format) error {
	all := make([][]string, len(lines))
	for k := range lines {
		all[k] = slices.Clone(lines[k])
		for n, cell := range all[k] {
			if all[k][n] = p.Name(cell); f == Markdown {
				all[k][n] = bare(all[k][n])
			}
		}
	}
	if f == CSV {
		return p.csv(append([][]string{head}, all...))
	}
	return p.render(head, all, nil, aligned(head), tablewriter.WithRenderer(renderer.NewMarkdown()))
}

// JSON prints any value.
func (p Printer) JSON(w any) error { return p.json(w) }

// Name is a name as it may be printed: nothing in it moves the cursor.
func (p Printer) Name(s string) string { return p.name(s) }
