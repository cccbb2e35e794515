package keepsake

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/internal/lang"
)

// The running totals as lines. Each has its letter, its name and its points at its end; color and dashes only
// help to follow it. Lines that go the same way lie on each other, the later one narrower, so
// that both are seen.

var (
	chartName = lang.Msg("keepsake.chart", "How the game went")
	chartSays = lang.Msg("keepsake.chart-says", "Running totals after each part. At the end: {ranking}.")
)

// A frame is how much room a chart has, in units of the picture.
type frame struct {
	W, H, size float64 // size of the letters
	labels     float64 // at most so much is for the names
}

// A chart is what the template draws.
type chart struct {
	frame
	Title, Says              string
	Size                     float64
	Left, Right, Top, Bottom float64 // of the field with the lines
	LevelX, StepY            float64 // of the numbers at the axes
	PointX, TextX            float64 // of what points to a label, and of the label
	Levels                   []mark  // of points
	Steps                    []mark  // of parts
	Lines                    []line
}

// A mark is a number at an axis.
type mark struct {
	At   float64
	Text float64 // the foot of the number
	N    int
	Zero bool
}

// A line is how one row of the standings went.
type line struct {
	Kind         int // the place of the color in color.All
	Color, Dash  string
	Width        float64
	Points       string
	X, Y, LabelY float64
	Label        string
}

// chart is the course of a game in a frame; nil where fewer than two parts make no line.
func (w writer) chart(f frame) *chart {
	if len(w.result.Parts) < 2 {
		return nil
	}
	gap := f.size * 1.3
	f.H = max(f.H, gap*float64(len(w.result.Rows))+3*f.size)
	c := &chart{frame: f, Size: f.size, Title: w.say(chartName), Says: w.says(), Top: f.size, Bottom: f.H - 1.8*f.size}
	totals, lo, hi := w.totals()
	digits := max(len(strconv.Itoa(lo)), len(strconv.Itoa(hi)))
	c.Left = float64(digits)*f.size*0.66 + 8
	room := 0.0
	labels := make([]string, len(totals))
	for row := range totals {
		end := strconv.Itoa(w.result.Points[row]) + " "
		labels[row] = w.marks[row].Letter + " " + end + cut(w.name(w.result.Rows[row]), f.labels-wide(end, f.size), f.size)
		room = max(room, wide(labels[row], f.size))
	}
	c.TextX = round(f.W - room - 2)
	c.PointX, c.Right = c.TextX-3, c.TextX-18
	c.Left, c.LevelX, c.StepY = round(c.Left), round(c.Left-5), f.H-3
	x := func(step int) float64 { return c.Left + (c.Right-c.Left)*float64(step)/float64(len(w.result.Parts)) }
	y := func(n int) float64 { return c.Bottom - (c.Bottom-c.Top)*float64(n-lo)/float64(max(1, hi-lo)) }
	for _, n := range levels(lo, hi) {
		c.Levels = append(c.Levels, mark{At: round(y(n)), Text: round(y(n) + f.size*0.35), N: n, Zero: n == 0})
	}
	each := 1 + int(wide("00 ", f.size)*float64(len(w.result.Parts))/(c.Right-c.Left))
	for n := each; n <= len(w.result.Parts); n += each {
		c.Steps = append(c.Steps, mark{At: round(x(n)), N: n})
	}
	thinner := min(1.1, 3.6/float64(max(1, len(totals)-1)))
	for row, sums := range totals {
		c.Lines = append(c.Lines, c.line(row, w.marks[row].Color, thinner, labels[row], sums, x, y))
	}
	spread(c.Lines, gap, c.Top, c.Bottom)
	for i := range c.Lines {
		c.Lines[i].LabelY = round(c.Lines[i].LabelY)
	}
	return c
}

func (c *chart) line(row, kind int, thinner float64, label string, sums []int, x func(int) float64, y func(int) float64) line {
	its := color.All[kind]
	l := line{Kind: kind, Color: its.Day, Dash: its.Dash, Width: round(5.2 - thinner*float64(row)), Label: label}
	var points []string
	for step, n := range sums {
		points = append(points, fmt.Sprintf("%.1f,%.1f", x(step), y(n)))
	}
	last := len(sums) - 1
	l.Points, l.X, l.Y, l.LabelY = strings.Join(points, " "), round(x(last)), round(y(sums[last])), y(sums[last])
	return l
}

// says is the chart in words.
func (w writer) says() string {
	var all []string
	for _, s := range w.result.Standings() {
		all = append(all, w.name(s.Name)+" "+strconv.Itoa(s.Points))
	}
	return w.say(chartSays.With("ranking", strings.Join(all, ", ")))
}

// totals are the running totals of every row, from 0, and their bounds.
func (w writer) totals() (totals [][]int, lo, hi int) {
	totals = make([][]int, len(w.result.Rows))
	for row := range totals {
		sum := 0
		totals[row] = []int{0}
		for _, points := range w.paid {
			sum += points[row]
			totals[row] = append(totals[row], sum)
			lo, hi = min(lo, sum), max(hi, sum)
		}
	}
	return totals, lo, hi
}

// levels are round numbers from one bound to the other, seven at most.
func levels(lo, hi int) []int {
	step := 1
	for k := 0; (hi-lo)/step >= 6; k++ {
		step = []int{2, 5, 10}[k%3] * pow10(k/3)
	}
	var out []int
	for n := lo / step * step; n <= hi; n += step {
		out = append(out, n)
	}
	return out
}

func pow10(n int) int {
	if n == 0 {
		return 1
	}
	return 10 * pow10(n-1)
}

// spread moves labels apart that would lie on each other, as little as their room allows.
func spread(lines []line, gap, top, bottom float64) {
	order := make([]*line, len(lines))
	for i := range lines {
		order[i] = &lines[i]
	}
	slices.SortStableFunc(order, func(a, b *line) int { return cmp.Compare(a.LabelY, b.LabelY) })
	least := top
	for _, l := range order {
		l.LabelY = max(l.LabelY, least)
		least = l.LabelY + gap
	}
	most := bottom
	for _, l := range slices.Backward(order) {
		l.LabelY = min(l.LabelY, most)
		most = l.LabelY - gap
	}
}

// round keeps a picture short: a tenth of a unit is seen by nobody.
func round(n float64) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'f', 1, 64), 64)
	return v
}
