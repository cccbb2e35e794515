package report

import (
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/lang"
)

type (
	// Chart shows the course of the game, a line a person over the turns. A page draws it; elsewhere tables say the same.
	Chart struct {
		Say   string // the same in words
		Lines []Line
	}
	// A Line is the points of somebody after each turn, the beginning included.
	Line struct {
		Mark
		At []int
	}
	// Podium has the places, leaders first. A page draws the first three; elsewhere its List is printed.
	Podium struct {
		Steps []Step
		Rest  []Step
		List  List
	}
	// A Step is somebody's place.
	Step struct {
		Mark
		Rank   int
		Points string // "" where none are counted
	}
)

func (Chart) block()  {}
func (Podium) block() {}

// The measures of a chart, such that its letters have 14 px on the narrowest phone.
const (
	chartWide, chartHigh = 260, 150
	plotLeft, plotRight  = 26, 206
	plotTop              = 10
	chip                 = 8   // radius
	chipApart            = 17  // from one to the next below it
	lineApart            = 0.8 // lines of the same points run side by side
)

// SVG returns the chart as a picture for a page, which needs nothing else.
func (c Chart) SVG() template.HTML {
	low, high, turns := 0, 1, 1
	for _, l := range c.Lines {
		low, high, turns = min(low, slices.Min(l.At)), max(high, slices.Max(l.At)), max(turns, len(l.At)-1)
	}
	tall := max(chartHigh, float64(chipApart*len(c.Lines)+plotTop))
	bottom := tall - 12
	y := func(points int) float64 { return bottom - float64(points-low)*(bottom-plotTop)/float64(high-low) }
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="chart" viewBox="0 0 %d %g" role="img" aria-label="%s">`, chartWide, tall, html.EscapeString(lang.Sanitize(c.Say)))
	for _, level := range []int{low, high} {
		fmt.Fprintf(&out, `<path class="level" d="M%d %.1fH%d"/><text x="%d" y="%.1f" text-anchor="end">%d</text>`,
			plotLeft, y(level), plotRight, plotLeft-4, y(level)+4, level)
	}
	at := c.chips(y, tall)
	for i, l := range c.Lines {
		var d strings.Builder
		for turn, points := range l.At {
			fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(turn, 1)], plotLeft+float64(turn*(plotRight-plotLeft))/float64(turns), y(points)+lineApart*float64(i))
		}
		last := l.At[len(l.At)-1]
		fmt.Fprintf(&out, `<path class="way" pathLength="1" d="%s" stroke="%s"/>`, d.String(), l.Color)
		fmt.Fprintf(&out, `<circle cx="%d" cy="%.1f" r="%d" fill="%s"/><text class="letter" x="%[1]d" y="%.1[5]f" text-anchor="middle" fill="%[6]s">%[7]s</text>`,
			plotRight+14, at[i], chip, l.Color, at[i]+4, l.Ink, html.EscapeString(l.Letter))
		fmt.Fprintf(&out, `<text x="%d" y="%.1f">%d</text>`, plotRight+26, at[i]+4, last)
	}
	out.WriteString("</svg>")
	return template.HTML(out.String()) //nolint:gosec // numbers, colors of ours, and names that are escaped
}

// chips returns how high the chips at the ends of the lines stand: beside their line, or as near as the others let them.
func (c Chart) chips(y func(int) float64, tall float64) []float64 {
	order, at := make([]int, len(c.Lines)), make([]float64, len(c.Lines))
	for i, l := range c.Lines {
		order[i], at[i] = i, y(l.At[len(l.At)-1])
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(at[a]*100 - at[b]*100) })
	for k, i := range order {
		least := float64(chip + 1)
		if k > 0 {
			least = at[order[k-1]] + chipApart
		}
		at[i] = max(at[i], least)
	}
	// Chips that were pushed over the edge come back, and push the others up.
	most := tall - chip - 1
	for _, i := range slices.Backward(order) {
		at[i] = min(at[i], most)
		most = at[i] - chipApart
	}
	return at
}
