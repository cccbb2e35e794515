package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
)

// How a grid is made to fit a window.
//
//   - People who stand across: their names are cut, the blanks around the cells go, and then they stand down the page
//     with the last parts and the totals only.
//   - People who stand down the page: the blanks go and names are cut, then of a place its points go, then the first parts.
//   - A list does without what can be spared, and then its first column is cut.

var before = lang.Msg("report.before", "before")

const (
	cutNames = 3 // a name is never cut below this many columns while something else can give
	cutParts = 8
	tallest  = 8 // so many parts leave the names above in sight, with what else stands in a small window
	frame    = 3 // what a column takes besides its text: a blank on both sides, and a line
)

// fitted returns a grid as a table, without its first parts where cut says so.
func (p Printer) fitted(g Grid) (out string, cut int, err error) {
	switch {
	case g.Across:
		out, err = p.across(g)
	case g.parts() > 0:
		return p.down(g)
	default:
		out, err = p.list(g)
	}
	return out, 0, err
}

// parts returns how many columns give way where there is no room.
func (g Grid) parts() (n int) {
	for _, c := range g.Columns {
		if c.Kind == Parts {
			n++
		}
	}
	return n
}

// byRank returns a grid whose people stand in the order of their ranks.
func (g Grid) byRank() Grid {
	g.Rows = slices.Clone(g.Rows)
	slices.SortStableFunc(g.Rows, func(a, b Row) int { return a.Cells[0].(int) - b.Cells[0].(int) })
	return g
}

// standings returns rank, name and points.
func (p Printer) standings(all []Standing) (string, error) {
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

// lead returns how many columns stand before a name.
func (p Printer) lead() int { return layout.Width(color.Mark{Letter: "A"}.Before(p.Ink)) }

// A turned grid has people across: a head, a line a part, the totals and the ranks. The first column names the parts.
type turned struct {
	lines [][]string
	marks []string // of each line, beside its name; never cut
}

func (p Printer) turned(g Grid) (t turned) {
	for k := range g.Columns {
		at := (k + 1) % len(g.Columns) // the ranks come last
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

// rows returns all lines with their marks.
func (t turned) rows() [][]string { return t.cut(slices.Repeat([]int{1000}, len(t.lines[0]))) }

// cut returns all lines with their marks, each cell cut to the width of its column.
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

// marked returns a part's name with its mark, the name cut to fit both. What tells one part
// from the next is its number: of Guest 12 with a mark stays G12 +2.
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

// across returns a grid with parts down and people across where that fits.
func (p Printer) across(g Grid) (string, error) {
	plain := p
	plain.Ink = color.None
	signed, t := p.turned(g), plain.turned(g)
	for _, padding := range []int{2, 0} {
		widths := widest(signed.rows())
		if p.Ink != color.None && taken(widths, padding) <= p.Width {
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

// widest returns how wide columns are of which none is cut.
func widest(rows [][]string) []int {
	want := make([]int, len(rows[0]))
	for _, line := range rows {
		for k, cell := range line {
			want[k] = max(want[k], layout.Width(cell))
		}
	}
	return want
}

// taken returns how wide a table of such columns is.
func taken(widths []int, padding int) int {
	wide := 1
	for _, w := range widths {
		wide += w + padding + 1
	}
	return wide
}

// shared shares the window between the columns; ok is false where it is too narrow.
func (p Printer) shared(rows [][]string, padding int) (want []int, ok bool) {
	want = widest(rows)
	least := widest(rows[1:]) // what the numbers of a column need
	for k := range least {
		least[k] = min(want[k], max(least[k], cutNames))
	}
	least[0] = min(want[0], cutParts)
	for over := taken(want, padding) - p.Width; over > 0; over-- {
		k := giving(want, least)
		if k < 0 {
			return nil, false
		}
		want[k]--
	}
	return want, true
}

// giving returns the column that can best give a column away, -1 if none can.
func giving(want, least []int) int {
	found := -1
	for k := range want {
		if want[k] > least[k] && (found < 0 || want[k] > want[found]) {
			found = k
		}
	}
	return found
}

func (p Printer) byPart(t turned, widths []int, padding int) (string, error) {
	lines := t.cut(widths)
	sums := len(lines) - 2
	head, foot, ranks := lines[0], lines[sums], lines[sums+1]
	lines = lines[1:sums]
	for k := range foot {
		foot[k] += "\n" + ranks[k]
		if len(lines) > tallest { // the names above have scrolled away
			foot[k] += "\n" + head[k]
		}
	}
	return p.render(head, lines, foot, aligned(len(head), 0), style(padding)...)
}

// style returns the look on a terminal.
func style(padding int) []tablewriter.Option {
	options := []tablewriter.Option{tablewriter.WithRendition(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleRounded)})}
	if padding == 0 {
		options = append(options, tablewriter.WithPadding(tw.PaddingNone))
	}
	return options
}

// people returns rows without the first parts; what people who stood across had before the others is one column.
func (p Printer) people(g Grid, first int, how placing) (head []string, lines [][]string) {
	const begin = 2
	end := begin + max(first, 0) // the columns before it are left out
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

// down returns as much of people down the page as the window lets it be.
func (p Printer) down(g Grid) (out string, cut int, err error) {
	for first := -1; ; first++ {
		how := short
		if first < 0 {
			how = both
		}
		head, lines := p.people(g, first, how)
		padding := 2
		if taken(widest(append([][]string{head}, lines...)), padding) > p.Width {
			padding = 0
		}
		if padding > 0 || p.cutFirst(head, lines) || first == g.parts() {
			out, err = p.render(head, lines, nil, aligned(len(head), 1), style(padding)...)
			return out, max(first, 0), err
		}
	}
}

// aligned returns the sides of so many columns: numbers stand to the right, names and words to the left.
func aligned(columns int, left ...int) []tw.Align {
	align := slices.Repeat([]tw.Align{tw.AlignRight}, columns)
	for _, k := range left {
		align[k] = tw.AlignLeft
	}
	return align
}

// cutFirst cuts the names until a table of people fits, and says whether it does.
func (p Printer) cutFirst(head []string, lines [][]string) bool {
	rows := append([][]string{head}, lines...)
	for w := 40; taken(widest(rows), 0) > p.Width; w-- {
		if w < cutParts {
			return false
		}
		for _, line := range rows {
			line[1] = layout.Cut(line[1], w)
		}
	}
	return true
}

// list returns a grid without what can be spared.
func (p Printer) list(g Grid) (string, error) {
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

// kept returns the columns of a list that a window holds; the first one may still be too wide.
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

// render draws one table.
func (p Printer) render(head []string, lines [][]string, foot []string, align []tw.Align, options ...tablewriter.Option) (string, error) {
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align},
	}
	options = append([]tablewriter.Option{tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Footer: cell})}, options...)
	var out strings.Builder
	var hidden standIns
	t := tablewriter.NewTable(&out, options...)
	t.Header(hidden.row(head))
	for _, line := range lines {
		if err := t.Append(hidden.row(line)); err != nil {
			return "", err
		}
	}
	if foot != nil {
		t.Footer(hidden.row(foot))
	}
	err := t.Render()
	return hidden.show(out.String()), err
}
