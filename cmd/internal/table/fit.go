package table

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/scoring"
)

// How a table is made to fit a window, in this order: names are cut, the blanks
// around the cells go, and then people stand down the page with the last parts and
// the totals only.

const (
	cutNames = 3 // a name is never cut below this many columns while something else can give
	cutParts = 8
	tallest  = 8 // so many parts leave the names above in sight, with what else stands in a small window
)

// fitted prints the grid with parts down and people across where that fits.
func (p Printer) fitted(g grid, r scoring.Result) error {
	signed := p.signed(g, r)
	for _, padding := range []int{2, 0} {
		if widths, ok := p.whole(signed.rows(), padding); ok && p.Ink != color.None {
			return p.byPart(signed, widths, padding)
		}
	}
	rows := g.rows()
	numbers := make([]int, len(g.head)) // what the numbers of a column need
	for _, line := range rows[1:] {
		for k, cell := range line[1:] {
			numbers[k+1] = max(numbers[k+1], layout.Width(cell))
		}
	}
	for _, padding := range []int{2, 0} {
		if widths, ok := p.widths(rows, numbers, padding); ok {
			return p.byPart(g, widths, padding)
		}
	}
	return p.byPlayer(signed, r)
}

// signed is a grid in which letters stand before the names.
func (p Printer) signed(g grid, r scoring.Result) grid {
	g.head = slices.Clone(g.head)
	for i, m := range p.marks(r) {
		g.head[i+1] = m.Before(p.Ink) + g.head[i+1]
	}
	return g
}

// whole is how wide columns are of which none is cut; ok is false where the window is too narrow for that.
func (p Printer) whole(rows [][]string, padding int) (want []int, ok bool) {
	want = make([]int, len(rows[0]))
	for _, line := range rows {
		for k, cell := range line {
			want[k] = max(want[k], layout.Width(cell))
		}
	}
	wide := 1
	for _, w := range want {
		wide += w + padding + 1
	}
	return want, wide <= p.Width
}

// widths shares the window between the columns; ok is false where it is too narrow.
func (p Printer) widths(rows [][]string, numbers []int, padding int) ([]int, bool) {
	n := len(numbers)
	over := n + 1 + n*padding - p.Width
	want, _ := p.whole(rows, padding)
	least := slices.Clone(numbers)
	least[0] = min(want[0], cutParts)
	for k := 1; k < n; k++ {
		least[k] = min(want[k], max(numbers[k], cutNames))
	}
	for _, w := range want {
		over += w
	}
	for ; over > 0; over-- {
		k := widest(want, least)
		if k < 0 {
			return nil, false
		}
		want[k]--
	}
	return want, true
}

// widest is the column that can best give a column away, -1 if none can.
func widest(want, least []int) int {
	found := -1
	for k := range want {
		if want[k] > least[k] && (found < 0 || want[k] > want[found]) {
			found = k
		}
	}
	return found
}

func (p Printer) byPart(g grid, widths []int, padding int) error {
	cut := func(line []string) []string {
		out := make([]string, len(line))
		for k, cell := range line {
			out[k] = layout.Cut(cell, widths[k])
		}
		return out
	}
	var lines [][]string
	for k, line := range g.parts {
		line = cut(line)
		line[0] = marked(g.parts[k][0], g.marks[k], widths[0])
		lines = append(lines, line)
	}
	head, foot, ranks := cut(g.head), cut(g.total), cut(g.ranks)
	for k := range foot {
		foot[k] += "\n" + ranks[k]
		if len(lines) > tallest { // the names above have scrolled away
			foot[k] += "\n" + head[k]
		}
	}
	return p.render(head, lines, foot, nil, p.style(padding)...)
}

// style is the look on a terminal.
func (p Printer) style(padding int) []tablewriter.Option {
	options := []tablewriter.Option{tablewriter.WithRendition(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleRounded)})}
	if padding == 0 {
		options = append(options, tablewriter.WithPadding(tw.PaddingNone))
	}
	return options
}

// byPlayer prints people down and the last parts byPlayer, as many as fit.
func (p Printer) byPlayer(g grid, r scoring.Result) error {
	standings := r.Standings()
	for shown := min(len(g.parts), p.Width/2); ; shown-- { // a part takes two columns at least
		head, lines := p.people(g, standings, shown)
		if p.cutFirst(head, lines) || shown == 0 {
			align := slices.Repeat([]tw.Align{tw.AlignRight}, len(head))
			align[1] = tw.AlignLeft
			return p.render(head, lines, nil, align, p.style(0)...)
		}
	}
}

// people is the transposed grid: rank, name, what came before, the last parts, total.
func (p Printer) people(g grid, standings []scoring.Standing, shown int) (head []string, lines [][]string) {
	first := len(g.parts) - shown
	head = []string{p.Voice.Say(number), p.Voice.Say(player)}
	if first > 0 && shown > 0 {
		head = append(head, p.Voice.Say(earlier))
	}
	for k := first; k < len(g.parts); k++ {
		head = append(head, strconv.Itoa(k+1))
	}
	head = append(head, p.Voice.Say(total))
	for _, s := range standings {
		line := []string{strconv.Itoa(s.Rank), g.head[s.Row+1]}
		if first > 0 && shown > 0 {
			before := s.Points
			for k := first; k < len(g.parts); k++ {
				n, _ := strconv.Atoi(g.parts[k][s.Row+1])
				before -= n
			}
			line = append(line, strconv.Itoa(before))
		}
		for k := first; k < len(g.parts); k++ {
			line = append(line, g.parts[k][s.Row+1])
		}
		lines = append(lines, append(line, strconv.Itoa(s.Points)))
	}
	return head, lines
}

// cutFirst cuts the names until a table of people fits, and says whether it does.
func (p Printer) cutFirst(head []string, lines [][]string) bool {
	rows := append([][]string{head}, lines...)
	width := func() int {
		total := len(head) + 1
		for k := range head {
			w := 0
			for _, line := range rows {
				w = max(w, layout.Width(line[k]))
			}
			total += w
		}
		return total
	}
	for w := 40; width() > p.Width; w-- {
		if w < cutParts {
			return false
		}
		for _, line := range rows {
			line[1] = layout.Cut(line[1], w)
		}
	}
	return true
}

// Standings prints rank, name and points: what a table wants to see in between.
func (p Printer) Standings(r scoring.Result) error {
	if p.Voice.Aloud {
		return p.spokenStandings(r)
	}
	var lines [][]string
	marks := p.marks(r)
	for _, s := range r.Standings() {
		tag := ""
		if s.Winner {
			tag = p.Voice.Say(winnerTag)
		}
		name := marks[s.Row].Before(p.Ink) + layout.Cut(p.name(s.Name), max(p.Width-28-p.lead(), 8))
		lines = append(lines, []string{strconv.Itoa(s.Rank), name, strconv.Itoa(s.Points), tag})
	}
	head := []string{p.Voice.Say(number), p.Voice.Say(player), p.Voice.Say(points), ""}
	if len(r.Winners) == 0 {
		head = head[:3]
		for i := range lines {
			lines[i] = lines[i][:3]
		}
	}
	return p.render(head, lines, nil, []tw.Align{tw.AlignRight, tw.AlignLeft, tw.AlignRight, tw.AlignLeft}[:len(head)], p.style(2)...)
}

// Summary is one line: what the last part paid whom, and the totals. Where parts are counted at once
// the last one says something only when it is counted for everybody.
func (p Printer) Summary(s scoring.State) string {
	r := s.Result()
	last := len(r.Parts) - 1
	if last < 0 || r.AtOnce && slices.ContainsFunc(r.Parts[last].Cells, func(cell string) bool { return cell != "" }) {
		return ""
	}
	paid := scoring.Paid(s.Ledger(), len(r.Parts), len(r.Rows))[last]
	items := make([]string, len(r.Rows))
	for i, name := range r.Rows {
		gain := fmt.Sprintf("%+d", paid[i])
		if i < len(r.Parts[last].Cells) && r.Parts[last].Cells[i] != "" {
			gain = r.Parts[last].Cells[i]
		}
		end := fmt.Sprintf(" %d (%s)", r.Points[i], gain)
		items[i] = layout.Cut(p.name(name), p.Width-layout.Width(indent+end+" ·")) + end
	}
	head := layout.Cut(p.Voice.Say(r.Parts[last].Name), p.Width-1) + ":"
	if layout.Width(head+" "+items[0]+" ·") > p.Width { // the name would be broken from its number
		items[0] = indent + items[0]
		return head + "\n" + layout.Join(items, p.Width, indent)
	}
	items[0] = head + " " + items[0]
	return layout.Join(items, p.Width, indent)
}
