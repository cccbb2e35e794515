package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// wrap breaks lines between words to fit the terminal. All lines but the first begin with the indent, for which the
// first one leaves room. It keeps the line breaks of the text.
func (p Printer) wrap(s, indent string) string {
	room := p.Width - ansi.StringWidth(indent)
	if p.Width > 0 {
		s = Wrap(s, max(room, 8))
	}
	return strings.ReplaceAll(s, "\n", "\n"+indent)
}

// least is how many columns words keep as long as something else can give way.
const least = 12

// table draws a table that fits the terminal: words are cut first, then blanks beside the lines go, then the first parts
// are summed up.
func (p Printer) table(t Table) string {
	head := t.Columns
	// Names of columns are worth more than blanks: they stay in the head wherever they fit.
	if t.Named {
		rows := t.lines(head)
		if p.cut(rows, t.Words, 2, least, false) {
			return p.draw(rows, t.Words, 2)
		}
		t.Named = false
		return p.table(t) + "\n" + p.wrap(t.legend(), "")
	}
	if t.Short != nil {
		head = t.Short
	}
	rows := t.lines(head)
	for early := 0; ; early++ {
		some := t.summed(rows, early)
		for _, padding := range []int{2, 0} {
			floor := least
			if early >= t.Parts && padding == 0 {
				floor = 1
			}
			if p.cut(some, t.Words, padding, floor, t.Parts == 0) || floor == 1 {
				return p.draw(some, t.Words, padding)
			}
		}
	}
}

// legend names the columns that the short heads stand for.
func (t Table) legend() string {
	var all []string
	for i, short := range t.Short {
		if full := oneLine(t.Columns[i]); full != short {
			all = append(all, short+Glue+full)
		}
	}
	return strings.Join(all, " · ")
}

// summed returns rows with the first of the parts summed up in one column, “1–3”.
func (t Table) summed(rows [][]string, early int) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		// One column in place of one part would save nothing.
		if early < 2 {
			out[i] = slices.Clone(row)
			continue
		}
		parts := row[t.Words : t.Words+early]
		cell := None
		sum := 0
		for _, c := range parts {
			if n, err := strconv.Atoi(c); err == nil {
				sum += n
				cell = strconv.Itoa(sum)
			}
		}
		if i == 0 {
			cell = parts[0] + "–" + parts[early-1]
		}
		out[i] = slices.Concat(row[:t.Words], []string{cell}, row[t.Words+early:])
	}
	return out
}

// cut cuts words until the rows fit, and reports whether they do; no column of words gets narrower than floor. Where no
// parts can be summed up, the heads of numbers are cut, too.
func (p Printer) cut(rows [][]string, words, padding, floor int, heads bool) bool {
	widths, floors := make([]int, len(rows[0])), make([]int, len(rows[0]))
	total := 1
	for k := range widths {
		body := widest(rows[1:], k)
		widths[k] = widest(rows, k)
		switch {
		case k < words:
			floors[k] = floor
		case heads:
			floors[k] = max(body, 3)
		default:
			floors[k] = widths[k]
		}
		total += widths[k] + padding + 1
	}
	fits := true
	for ; fits && p.Width > 0 && total > p.Width; total-- {
		at := -1
		for k := range widths {
			if widths[k] > floors[k] && (at < 0 || widths[k] > widths[at]) {
				at = k
			}
		}
		if fits = at >= 0; fits {
			widths[at]--
		}
	}
	for k := range widths {
		switch {
		case !fits && floor > 1:
		case k < words:
			shorten(rows, k, widths[k])
		default:
			rows[0][k] = ansi.Truncate(rows[0][k], widths[k], "…")
		}
	}
	return fits
}

// shorten cuts the cells of a column at their ends. Those that would be alike keep their ends, and are cut in the middle.
func shorten(rows [][]string, k, width int) {
	short := map[string]int{}
	for _, row := range rows {
		short[ansi.Truncate(row[k], width, "…")]++
	}
	for _, row := range rows {
		cell := ansi.Truncate(row[k], width, "…")
		if tail := width / 2; cell != row[k] && short[cell] > 1 && tail > 1 {
			cell = ansi.Truncate(row[k], width-tail, "…") + ansi.TruncateLeft(row[k], ansi.StringWidth(row[k])-tail, "")
		}
		row[k] = cell
	}
}

// widest returns the width of a column.
func widest(rows [][]string, k int) (width int) {
	for _, row := range rows {
		width = max(width, ansi.StringWidth(row[k]))
	}
	return width
}

func (p Printer) draw(rows [][]string, words, padding int) string {
	cell := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Alignment:  tw.CellAlignment{PerColumn: align(words, len(rows[0]))},
	}
	options := []tablewriter.Option{
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell}),
		tablewriter.WithRendition(tw.Rendition{Symbols: tw.NewSymbols(tw.StyleRounded)}),
	}
	if padding == 0 {
		options = append(options, tablewriter.WithPadding(tw.PaddingNone))
	}
	return drawn(rows, options)
}

// align returns words on the left, numbers on the right.
func align(words, columns int) []tw.Align {
	out := slices.Repeat([]tw.Align{tw.AlignRight}, columns)
	for k := range words {
		out[k] = tw.AlignLeft
	}
	return out
}

// drawn draws rows under a head.
func drawn(rows [][]string, options []tablewriter.Option) string {
	var out strings.Builder
	t := tablewriter.NewTable(&out, options...)
	t.Header(rows[0])
	if err := cmp.Or(t.Bulk(rows[1:]), t.Render()); err != nil {
		panic(fmt.Sprint("a table of strings cannot be drawn: ", err))
	}
	return strings.TrimSuffix(out.String(), "\n")
}
