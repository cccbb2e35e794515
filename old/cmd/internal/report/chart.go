package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
)

// The chart of a page or picture: the running totals as lines. Each line has its letter, name and points at its end;
// colors and dashes only help to follow it. Where lines coincide, the later one is thinner, so that both are seen.

// A room is the space for a chart, in units of the picture.
type room struct {
	W, H, Size float64 // Size is that of the letters
	labels     float64 // the widest that names may be
}

// A lineChart is what the template draws.
type lineChart struct {
	room
	Title, Says              string
	Left, Right, Top, Bottom float64 // the plot area
	LevelX, StepY            float64 // of the numbers on the axes
	PointX, TextX            float64 // of the end of the line to a label, and of the label
	Levels                   []axis  // points
	Steps                    []axis  // parts
	Lines                    []line

	lo, hi, parts int // the bounds of the totals, and the number of parts
}

// An axis is a number on an axis.
type axis struct {
	At   float64
	Text float64 // the baseline of the number
	N    int
	Zero bool
}

// A line is the course of one row of the standings.
type line struct {
	Kind         int // the index into color.All
	Color, Dash  string
	Width        float64
	Points       string
	X, Y, LabelY float64
	Label        string
}

// chart returns the course of the game within f, or nil if it has too few parts to draw one.
func (d document) chart(f room) *lineChart {
	if d.Course == nil {
		return nil
	}
	gap := f.Size * 1.3
	f.H = max(f.H, gap*float64(len(d.Seats))+3*f.Size)
	c := &lineChart{room: f, Title: d.Say(d.Course.Title), Says: d.says(), Top: f.Size, Bottom: f.H - 1.8*f.Size, parts: len(d.Course.Parts)}
	totals := d.Course.Totals
	c.lo, c.hi = d.Course.bounds()
	digits := max(len(strconv.Itoa(c.lo)), len(strconv.Itoa(c.hi)))
	c.Left = float64(digits)*f.Size*0.66 + 8
	room := 0.0
	labels := make([]string, len(totals))
	for row := range totals {
		end := strconv.Itoa(d.Seats[row].Points) + " "
		labels[row] = d.Seats[row].Mark.Letter + " " + end + cut(d.XML(d.Seats[row].Name), f.labels-wide(end, f.Size), f.Size)
		room = max(room, wide(labels[row], f.Size))
	}
	c.TextX = round(f.W - room - 2)
	c.PointX, c.Right = c.TextX-3, c.TextX-18
	c.Left, c.LevelX, c.StepY = round(c.Left), round(c.Left-5), f.H-3
	for _, n := range levels(c.lo, c.hi) {
		c.Levels = append(c.Levels, axis{At: round(c.y(n)), Text: round(c.y(n) + f.Size*0.35), N: n, Zero: n == 0})
	}
	each := 1 + int(wide("00 ", f.Size)*float64(c.parts)/(c.Right-c.Left))
	for n := each; n <= c.parts; n += each {
		c.Steps = append(c.Steps, axis{At: round(c.x(n)), N: n})
	}
	thinner := min(1.1, 3.6/float64(max(1, len(totals)-1)))
	for row, sums := range totals {
		l := c.line(sums, d.Seats[row].Mark.Color)
		l.Width, l.Label = round(5.2-thinner*float64(row)), labels[row]
		c.Lines = append(c.Lines, l)
	}
	spread(c.Lines, gap, c.Top, c.Bottom)
	for i := range c.Lines {
		c.Lines[i].LabelY = round(c.Lines[i].LabelY)
	}
	return c
}

// x returns the position at the end of a part; part 0 is the beginning.
func (c *lineChart) x(part int) float64 {
	return c.Left + (c.Right-c.Left)*float64(part)/float64(c.parts)
}

// y returns the position of a number of points.
func (c *lineChart) y(points int) float64 {
	return c.Bottom - (c.Bottom-c.Top)*float64(points-c.lo)/float64(max(1, c.hi-c.lo))
}

// line returns the line of some totals, in the color at an index of color.All.
func (c *lineChart) line(sums []int, kind int) line {
	var points []string
	for part, n := range sums {
		points = append(points, fmt.Sprintf("%.1f,%.1f", c.x(part), c.y(n)))
	}
	end := len(sums) - 1
	return line{
		Kind: kind, Color: color.All[kind].Day, Dash: color.All[kind].Dash, Points: strings.Join(points, " "),
		X: round(c.x(end)), Y: round(c.y(sums[end])), LabelY: c.y(sums[end]),
	}
}

// says returns the chart in words.
func (d document) says() string {
	var all []string
	for _, s := range d.Ranking {
		all = append(all, d.XML(s.Name)+" "+strconv.Itoa(s.Points))
	}
	return d.Say(chartSays.With("ranking", strings.Join(all, ", ")))
}

// levels returns round numbers between the bounds, seven at most.
func levels(lo, hi int) []int {
	step := 1
	for ten := 1; (hi-lo)/step >= 6; ten *= 10 {
		for _, n := range []int{2, 5, 10} {
			if (hi-lo)/step >= 6 {
				step = n * ten
			}
		}
	}
	var out []int
	for n := lo / step * step; n <= hi; n += step {
		out = append(out, n)
	}
	return out
}

// spread moves overlapping labels apart, as little as possible, and keeps them between top and bottom.
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

// round keeps files short: nobody sees a tenth of a unit.
func round(n float64) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'f', 1, 64), 64)
	return v
}
