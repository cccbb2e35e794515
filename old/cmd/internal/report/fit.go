package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Fitting a grid into a window.
//
//   - People across: cut the names, then drop the padding, then turn the grid and show only the last parts and the totals.
//   - People down: drop the padding and cut the names, then leave the points out of places, then drop the first parts.
//   - A list: drop the columns that can be spared, then cut the first column.

var before = lang.Msg("report.before", "before")

const (
	cutNames = 3 // names keep this many columns as long as another column can shrink
	cutParts = 8
	tallest  = 8 // with more parts than this, the names at the top may have scrolled away
	frame    = 3 // what a column takes besides its text: a blank on either side, and a line
)

// fitted returns a grid as a table, and how many of its first parts were cut.
func (p Printer) fitted(g Grid) (out string, cut int) {
	switch {
	case g.Across:
		return p.across(g), 0
	case g.parts() > 0:
		return p.down(g)
	}
	return p.list(g), 0
}

// parts returns the number of columns that may be dropped.
func (g Grid) parts() (n int) {
	for _, c := range g.Columns {
		if c.Kind == Parts {
			n++
		}
	}
	return n
}

// byRank returns the grid with its rows in the order of ranks.
func (g Grid) byRank() Grid {
	g.Rows = slices.Clone(g.Rows)
	slices.SortStableFunc(g.Rows, func(a, b Row) int { return a.Cells[0].(int) - b.Cells[0].(int) })
	return g
}

// standings returns a table of rank, name and points.
func (p Printer) standings(all []Standing) string {
	head, left := []string{p.Voice.Say(Number), p.Voice.Say(Player)}, []int{1}
	if !all[0].Bare {
		head = append(head, p.Voice.Say(Points))
	}
	won := slices.ContainsFunc(all, func(s Standing) bool { return s.Winner })
	if won {
		left = append(left, len(head))
		head = append(head, "")
	}
	var lines [][]string
	for _, s := range all {
		line := []string{strconv.Itoa(s.Rank), s.Mark.Before(p.Ink) + layout.Cut(p.name(s.Name), max(p.Width-28-p.lead(), 8))}
		if !s.Bare {
			line = append(line, strconv.Itoa(s.Points))
		}
		switch {
		case s.Winner:
			line = append(line, p.Voice.Say(Winner))
		case won:
			line = append(line, "")
		}
		lines = append(lines, line)
	}
	return p.render(head, lines, nil, aligned(len(head), left...), style(2)...)
}

// lead returns how many columns a mark takes in front of a name.
func (p Printer) lead() int { return layout.Width(color.Mark{Letter: "A"}.Before(p.Ink)) }

// A turned grid has people across: the names, a line for each part, the totals and the ranks.
type turned struct {
	lines [][]string
	marks []string // beside the first cell of each line; never cut
}

func (p Printer) turned(g Grid) (t turned) {
	for k := range g.Columns {
		at := (k + 1) % len(g.Columns) // moves the ranks to the end
		c := g.Columns[at]
		line := []string{layout.OneLine(p.Voice.Say(c.Head))}
		if c.Kind == People {
			line[0] = ""
		}
		for _, r := range g.Rows {
			line = append(line, p.cell(r.Cells[at], both))
		}
		t.lines, t.marks = append(t.lines, line), append(t.marks, c.Mark)
	}
	return t
}

// rows returns all lines with their marks, uncut.
func (t turned) rows() [][]string { return t.cut(slices.Repeat([]int{1000}, len(t.lines[0]))) }

// cut returns all lines with their marks, cut to the widths of the columns.
func (t turned) cut(widths []int) [][]string {
	out := make([][]string, len(t.lines))
	for i, line := range t.lines {
		for k, cell := range line {
			out[i] = append(out[i], layout.Cut(cell, widths[k]))
		}
		out[i][0] = marked(line[0], t.marks[i], widths[0])
	}
	return out
}

// marked returns a part's name and mark, the name cut to fit. A number at its end survives the cut, since it tells the
// parts apart: Guest 12 becomes G12 +2.
func marked(name, mark string, width int) string {
	if mark != "" {
		mark = " " + mark
	}
	room := width - layout.Width(mark)
	word, number := name, ""
	if i := strings.LastIndexByte(name, ' '); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		word, number = name[:i], name[i+1:]
	}
	switch {
	case layout.Width(name) <= room:
		return name + mark
	case number == "":
		return layout.Cut(name, max(room, 1)) + mark
	case !strings.Contains(word, " "):
		first, _ := ansi.FirstGraphemeCluster(word, ansi.GraphemeWidth)
		return first + number + mark
	}
	return layout.Cut(word, max(room-1-len(number), 1)) + " " + number + mark
}

// across returns a grid with people across, or down if that does not fit.
func (p Printer) across(g Grid) string {
	plain := p
	plain.Ink = color.None
	signed, t := p.turned(g), plain.turned(g)
	for _, padding := range []int{2, 0} {
		widths := widest(signed.rows())
		if p.Ink != color.None && tableWidth(widths, padding) <= p.Width {
			return p.byPart(signed, widths, padding)
		}
	}
	for _, padding := range []int{2, 0} {
		if widths, ok := p.shared(t.rows(), padding); ok {
			return p.byPart(t, widths, padding)
		}
	}
	parts := g.parts()
	for shown := min(parts, p.Width/2); ; shown-- { // a part takes two columns at least
		head, lines := p.people(g.byRank(), parts-shown, both)
		if p.cutFirst(head, lines) || shown == 0 {
			return p.render(head, lines, nil, aligned(len(head), 1), style(0)...)
		}
	}
}

// widest returns the width that each column needs uncut.
func widest(rows [][]string) []int {
	want := make([]int, len(rows[0]))
	for _, line := range rows {
		for k, cell := range line {
			want[k] = max(want[k], layout.Width(cell))
		}
	}
	return want
}

// tableWidth returns the width of a table with such columns.
func tableWidth(widths []int, padding int) int {
	wide := 1
	for _, w := range widths {
		wide += w + padding + 1
	}
	return wide
}

// shared shrinks the columns until they fit the window, and reports whether they can.
func (p Printer) shared(rows [][]string, padding int) (want []int, ok bool) {
	want = widest(rows)
	least := widest(rows[1:]) // enough for the numbers
	for k := range least {
		least[k] = min(want[k], max(least[k], cutNames))
	}
	least[0] = min(want[0], cutParts)
	for over := tableWidth(want, padding) - p.Width; over > 0; over-- {
		k := giving(want, least)
		if k < 0 {
			return nil, false
		}
		want[k]--
	}
	return want, true
}

// giving returns the widest column that can still shrink, or -1.
func giving(want, least []int) int {
	found := -1
	for k := range want {
		if want[k] > least[k] && (found < 0 || want[k] > want[found]) {
			found = k
		}
	}
	return found
}

func (p Printer) byPart(t turned, widths []int, padding int) string {
	lines := t.cut(widths)
	sums := len(lines) - 2
	head, foot, ranks := lines[0], lines[sums], lines[sums+1]
	lines = lines[1:sums]
	for k := range foot {
		foot[k] += "\n" + ranks[k]
		if len(lines) > tallest { // the names at the top may have scrolled away
			foot[k] += "\n" + head[k]
		}
	}
	return p.render(head, lines, foot, aligned(len(head), 0), style(padding)...)
}

// style returns the look of a table in a window.
func style(padding int) []tablewriter.Option {
	options := []tablewriter.Option{tablewriter.WithRendition(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleRounded)})}
	if padding == 0 {
		options = append(options, tablewriter.WithPadding(tw.PaddingNone))
	}
	return options
}

// people returns a grid without its first parts. If people stood across, one column sums up what is left out.
func (p Printer) people(g Grid, first int, how placing) (head []string, lines [][]string) {
	const begin = 2
	end := begin + max(first, 0) // columns from begin to end are left out
	summed := g.Across && first > 0 && end < len(g.Columns)-1
	for k, c := range g.Columns {
		if k == begin && summed {
			head = append(head, p.Voice.Say(before))
		}
		if k < begin || k >= end {
			say := c.Head
			if !c.Short.Empty() {
				say = c.Short
			}
			head = append(head, p.Voice.Say(say))
		}
	}
	for _, r := range g.Rows {
		line := []string{p.cell(r.Cells[0], how), p.cell(r.Cells[1], how)}
		var rest []string
		earlier, _ := r.Cells[len(r.Cells)-1].(int)
		for k, c := range r.Cells[end:] {
			cell := p.cell(c, how)
			if n, err := strconv.Atoi(cell); err == nil && end+k < len(r.Cells)-1 {
				earlier -= n
			}
			rest = append(rest, cell)
		}
		if summed {
			line = append(line, strconv.Itoa(earlier))
		}
		lines = append(lines, append(line, rest...))
	}
	return head, lines
}

// down returns as many parts of a grid with people down as fit the window.
func (p Printer) down(g Grid) (out string, cut int) {
	for first := -1; ; first++ {
		how := short
		if first < 0 {
			how = both
		}
		head, lines := p.people(g, first, how)
		padding := 2
		if tableWidth(widest(append([][]string{head}, lines...)), padding) > p.Width {
			padding = 0
		}
		if padding > 0 || p.cutFirst(head, lines) || first == g.parts() {
			return p.render(head, lines, nil, aligned(len(head), 1), style(padding)...), max(first, 0)
		}
	}
}

// aligned returns the alignment of columns: left for the named ones, which hold words, right for the others.
func aligned(columns int, left ...int) []tw.Align {
	align := slices.Repeat([]tw.Align{tw.AlignRight}, columns)
	for _, k := range left {
		align[k] = tw.AlignLeft
	}
	return align
}

// cutFirst cuts the names until the table fits, and reports whether it does.
func (p Printer) cutFirst(head []string, lines [][]string) bool {
	rows := append([][]string{head}, lines...)
	for w := 40; tableWidth(widest(rows), 0) > p.Width; w-- {
		if w < cutParts {
			return false
		}
		for _, line := range rows {
			line[1] = layout.Cut(line[1], w)
		}
	}
	return true
}

// list returns a grid without the columns that do not fit.
func (p Printer) list(g Grid) string {
	rows := p.rows(g, drawn)
	widths, least := widest(rows), 1
	if g.Columns[0].Kind == People {
		widths[0] = max(widths[0], layout.Width(rows[0][0])+p.lead())
		least += p.lead()
	}
	kept := g.kept(widths, p.Width)
	room := p.Width - 1 - frame*len(kept)
	for _, k := range kept[1:] {
		room -= widths[k]
	}
	for i, line := range rows {
		rows[i] = []string{layout.Cut(line[0], max(room, least))}
		for _, k := range kept[1:] {
			rows[i] = append(rows[i], line[k])
		}
	}
	return p.render(rows[0], rows[1:], nil, aligned(len(kept), 0), style(2)...)
}

// kept returns the columns of a list that fit the window; the first may still be too wide.
func (g Grid) kept(widths []int, window int) []int {
	kept := make([]int, len(g.Columns))
	for k := range kept {
		kept[k] = k
	}
	for {
		wide, worst := 1, 0
		for i, k := range kept {
			wide += widths[k] + frame
			if g.Columns[k].Spare >= g.Columns[kept[worst]].Spare {
				worst = i
			}
		}
		if wide <= window || g.Columns[kept[worst]].Spare == 0 {
			return kept
		}
		kept = slices.Delete(kept, worst, worst+1)
	}
}

// render draws a table.
func (p Printer) render(head []string, lines [][]string, foot []string, align []tw.Align, options ...tablewriter.Option) string {
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	options = append([]tablewriter.Option{tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell})}, options...)
	var out strings.Builder
	var hidden standIns
	t := tablewriter.NewTable(&out, options...)
	t.Header(hidden.row(head))
	rows := make([][]string, len(lines))
	for i, line := range lines {
		rows[i] = hidden.row(line)
	}
	if foot != nil {
		t.Footer(hidden.row(foot))
	}
	if err := cmp.Or(t.Bulk(rows), t.Render()); err != nil {
		panic(err) // a table of strings has no errors, and neither has memory
	}
	return hidden.show(out.String())
}
