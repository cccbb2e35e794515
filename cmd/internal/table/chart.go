package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/guptarohit/asciigraph"

	"github.com/tablemate/tablemate/scoring"
)

// highest is how many steps a chart has at most.
const highest = 10

// Chart draws the running totals of every row as a line of its own letter; too few
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
	for _, letters := range ends {
		margin = max(margin, len(letters)+2)
	}
	lines := c.draw(min(max(4*len(r.Parts), 24), p.Width-labels-margin))
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(line)))
	}
	for i, letters := range ends {
		lines[i] = strings.TrimRight(fmt.Sprintf("%-*s %s", widest, lines[i], letters), " ")
	}
	legend := p.ranking(r, func(row int) string { return " (" + letter(row) + ")" })
	_, err := fmt.Fprintf(p.Out, "\n%s\n%s\n%s\n", p.Voice.Say(course), strings.Join(lines, "\n"), legend)
	return err
}

// A chart is the running totals of every row, and their bounds.
type chart struct {
	totals [][]float64 // by row: from 0
	lo, hi int
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
	return c
}

// letter is the mark of a row.
func letter(row int) string { return string(rune('a' + row)) }

// height is no more than there are points between the bounds, or labels would be there twice.
func (c chart) height() int { return max(1, min(highest, c.hi-c.lo)) }

// draw draws every row by itself and lays the drawings on each other. Where letters meet
// they take turns, side by side and one above the other.
func (c chart) draw(width int) []string {
	var page [][]rune
	met := map[[2]int]string{} // by line and column: the letters that are there
	for row := range c.totals {
		for i, text := range c.drawRow(row, width) {
			if row == 0 {
				page = append(page, nil)
			}
			for k, char := range []rune(text) {
				if k >= len(page[i]) {
					page[i] = append(page[i], ' ')
				}
				if string(char) == letter(row) {
					met[[2]int{i, k}] += letter(row)
				}
				if char != ' ' {
					page[i][k] = char
				}
			}
		}
	}
	for at, letters := range met {
		i, k := at[0], at[1]
		page[i][k] = rune(letters[(i+k)%len(letters)])
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
		asciigraph.SeriesChars(asciigraph.CreateCharSet(letter(row))))
	return strings.Split(drawn, "\n")
}

// ends are the letters of who ends on a line of the chart, by line from the top.
func (c chart) ends() []string {
	steps := 1.0
	if c.hi > c.lo {
		steps = float64(c.height()) / float64(c.hi-c.lo)
	}
	at := func(n float64) int { return int(math.Round(n * steps)) }
	out := make([]string, at(float64(c.hi))-at(float64(c.lo))+1)
	for row, line := range c.totals {
		out[at(float64(c.hi))-at(line[len(line)-1])] += letter(row)
	}
	return out
}
