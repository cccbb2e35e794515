package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/guptarohit/asciigraph"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/scoring"
)

// highest is how many steps a chart has at most.
const highest = 10

// Chart draws the running totals of every row as a line of its letter; too few
// parts make no line, and nothing is drawn. Lines that meet take turns, and at the right
// edge stands who ends there, so that nobody is hidden. The ranking below names the letters.
func (p Printer) Chart(s scoring.State) error {
	r := s.Result()
	if len(r.Parts) < 2 || r.AtOnce {
		return nil
	}
	if p.Voice.Aloud {
		return p.spokenCourse(s)
	}
	c := chartOf(r, s.Ledger())
	labels := max(len(strconv.Itoa(c.lo)), len(strconv.Itoa(c.hi))) + 4
	ends := c.ends()
	margin := 2
	for _, rows := range ends {
		margin = max(margin, len(rows)+2)
	}
	lines := c.draw(min(max(4*len(r.Parts), 24), p.Width-labels-margin))
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(line)))
	}
	for i, rows := range ends {
		lines[i] = strings.TrimRight(fmt.Sprintf("%-*s %s", widest, lines[i], string(rows)), " ")
	}
	marks := p.marks(r)
	legend := p.ranking(r, func(row int) string {
		if p.Ink != color.None {
			return "" // it stands before the name
		}
		return " (" + marks[row].Letter + ")"
	})
	_, err := fmt.Fprintf(p.Out, "\n%s\n%s\n%s\n", p.Voice.Say(course), p.lettered(lines, marks), legend)
	return err
}

// lettered are lines with letters in place of what stands for the rows.
func (p Printer) lettered(lines []string, marks []color.Mark) string {
	var pairs []string
	for row, m := range marks {
		pairs = append(pairs, string(standIn(row)), m.Draw(p.Ink))
	}
	return strings.NewReplacer(pairs...).Replace(strings.Join(lines, "\n"))
}

// standIn is a private code point: it stands for a row while a chart is drawn, since a letter may be a digit, and so
// are the labels.
func standIn(row int) rune { return '\ue000' + rune(row) }

// A chart is the running totals of every row, and bounds that are whole steps from 0, so that
// every label is right, and 0 is one of them.
type chart struct {
	totals       [][]float64 // by row: from 0
	lo, hi, step int         // points
}

func chartOf(r scoring.Result, ledger []scoring.Line) chart {
	c := chart{totals: make([][]float64, len(r.Rows))}
	for i := range r.Rows {
		c.totals[i] = []float64{0}
	}
	sums := make([]int, len(r.Rows))
	for _, part := range scoring.Paid(ledger, len(r.Parts), len(r.Rows)) {
		for i, n := range part {
			sums[i] += n
			c.totals[i] = append(c.totals[i], float64(sums[i]))
		}
		c.lo, c.hi = min(c.lo, slices.Min(sums)), max(c.hi, slices.Max(sums))
	}
	for c.step = max(1, (c.hi-c.lo)/highest); up(c.hi, c.step)+up(-c.lo, c.step) > highest; {
		c.step++
	}
	c.lo, c.hi = -up(-c.lo, c.step)*c.step, up(c.hi, c.step)*c.step
	return c
}

// up is how many whole steps hold n, which is not below 0.
func up(n, step int) int { return (n + step - 1) / step }

// height is how many steps there are between the bounds.
func (c chart) height() int { return max(1, (c.hi-c.lo)/c.step) }

// draw draws every row by itself and lays the drawings on each other. Where lines meet
// they take turns, side by side and one above the other.
func (c chart) draw(width int) []string {
	var page [][]rune
	met := map[[2]int][]rune{} // by line and column: who is there
	for row := range c.totals {
		for i, text := range c.drawRow(row, width) {
			if row == 0 {
				page = append(page, nil)
			}
			for k, char := range []rune(text) {
				if k >= len(page[i]) {
					page[i] = append(page[i], ' ')
				}
				if char == standIn(row) {
					met[[2]int{i, k}] = append(met[[2]int{i, k}], char)
				}
				if char != ' ' {
					page[i][k] = char
				}
			}
		}
	}
	for at, rows := range met {
		i, k := at[0], at[1]
		page[i][k] = rows[(i+k)%len(rows)]
	}
	lines := make([]string, len(page))
	for i := range page {
		lines[i] = string(page[i])
	}
	return lines
}

// drawRow is the chart of one row alone, line by line.
func (c chart) drawRow(row, width int) []string {
	drawn := asciigraph.PlotMany([][]float64{c.totals[row]},
		asciigraph.Height(c.height()), asciigraph.Width(width), asciigraph.Precision(0),
		asciigraph.LowerBound(float64(c.lo)), asciigraph.UpperBound(float64(c.hi)),
		asciigraph.SeriesChars(asciigraph.CreateCharSet(string(standIn(row)))))
	return strings.Split(drawn, "\n")
}

// ends are who ends on a line of the chart, by line from the top.
func (c chart) ends() [][]rune {
	at := func(n float64) int { return int(math.Round(n / float64(c.step))) }
	out := make([][]rune, at(float64(c.hi))-at(float64(c.lo))+1)
	for row, line := range c.totals {
		i := at(float64(c.hi)) - at(line[len(line)-1])
		out[i] = append(out[i], standIn(row))
	}
	return out
}
