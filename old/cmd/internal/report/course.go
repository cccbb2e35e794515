package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The course of a game: the running totals as lines of letters or, aloud, the leaders and since when they led.

var (
	inFront    = lang.Msg("report.in-front", "In front: {turns}.")
	afterPart  = lang.Msg("report.after-part", "after {part} {names}")
	goalOfGame = lang.Msg("report.goal", "goal {n}")
)

// highest is the largest number of steps in a chart.
const highest = 10

// course draws the running totals of every row as a line of its letter. Where lines meet, their letters alternate, and the
// right edge lists all letters that end there, so nobody is hidden. The ranking below explains the letters.
func (w *page) course(c Course, ranking []Standing) {
	if w.Voice.Aloud {
		w.leaders(c, ranking)
		return
	}
	letters := make([]string, len(ranking))
	for _, s := range ranking {
		letters[s.Row] = s.Mark.Draw(w.Ink)
	}
	w.gap(true)
	w.wrap(c.Title)
	for _, line := range chartOf(c).draw(w.Width, len(c.Parts), letters) {
		w.line(line)
	}
	if w.Ink == color.None { // else the table that follows has the letters
		w.line(w.ranking(ranking, true))
	}
}

// leaders says who led after which part, once for each change.
func (w *page) leaders(c Course, ranking []Standing) {
	names := make([]string, len(ranking))
	for _, s := range ranking {
		names[s.Row] = s.Name
	}
	var turns []string
	was := ""
	for k, part := range c.Parts {
		var first []string
		best := c.best(k + 1)
		for row, sums := range c.Totals {
			if sums[k+1] == best {
				first = append(first, names[row])
			}
		}
		if now := w.Voice.List(lang.Names(first)); now != was {
			turns, was = append(turns, w.Voice.Say(afterPart.With("part", part, "names", now))), now
		}
	}
	w.heard(inFront.With("turns", strings.Join(turns, "; ")))
}

// best returns the points of the leaders after so many parts.
func (c Course) best(parts int) int {
	best := c.Totals[0][parts]
	for _, sums := range c.Totals {
		if c.Fewest == (sums[parts] < best) { // better or equal
			best = sums[parts]
		}
	}
	return best
}

// A chart has bounds that are multiples of its step, so that 0 is a line and every label is exact.
type chart struct {
	Course
	lo, hi, step int // points
}

func chartOf(c Course) chart {
	out := chart{Course: c}
	out.lo, out.hi = c.bounds()
	for out.step = max(1, (out.hi-out.lo)/highest); stepsTo(out.hi, out.step)+stepsTo(-out.lo, out.step) > highest; {
		out.step++
	}
	out.lo, out.hi = -stepsTo(-out.lo, out.step)*out.step, stepsTo(out.hi, out.step)*out.step
	return out
}

// bounds returns the fewest and the most points that anybody ever had, 0 included.
func (c Course) bounds() (lo, hi int) {
	for _, sums := range c.Totals {
		lo, hi = min(lo, slices.Min(sums)), max(hi, slices.Max(sums))
	}
	return lo, hi
}

// stepsTo returns n/step rounded up. n is not negative.
func stepsTo(n, step int) int { return (n + step - 1) / step }

// level returns the line of the chart for a number of points, counted from the top.
func (c chart) level(points float64) int {
	ratio := 1.0
	if c.hi > c.lo {
		ratio = float64((c.hi-c.lo)/c.step) / float64(c.hi-c.lo)
	}
	return int(math.Round(float64(c.hi)*ratio) - math.Round(points*ratio))
}

// draw returns the lines of a chart that fits a window, with the letters of the rows.
func (c chart) draw(window, parts int, letters []string) []string {
	digits := max(len(strconv.Itoa(c.lo)), len(strconv.Itoa(c.hi)))
	ends := make([][]int, c.level(float64(c.lo))+1)
	margin := 2
	for row, sums := range c.Totals {
		at := c.level(float64(sums[len(sums)-1]))
		ends[at] = append(ends[at], row)
		margin = max(margin, len(ends[at])+2)
	}
	cells := c.cells(min(max(4*parts, 24), window-digits-4-margin) - 1)
	var lines []string
	for i := range ends {
		points, sign := c.hi-i*c.step, "┤"
		if points == 0 {
			sign = "┼"
		}
		label := fmt.Sprintf("%*d", digits+1, points)
		if digits > 1 {
			label += " "
		} else {
			label = " " + label
		}
		var line strings.Builder
		line.WriteString(label + sign)
		at := len(label) + 1
		for k := range cells {
			letter := " "
			if met := cells[k][i]; len(met) > 0 {
				letter = letters[met[(i+at+k)%len(met)]]
			}
			line.WriteString(letter)
		}
		line.WriteString(" ")
		for _, row := range ends[i] {
			line.WriteString(letters[row])
		}
		drawn := strings.TrimRight(line.String(), " ")
		if i > 0 || drawn != label+sign { // the rounded top line is dropped if nobody reached it
			lines = append(lines, drawn)
		}
	}
	return lines
}

// cells returns the rows to be drawn in each cell, by column and line. A row fills all lines between its points in one
// column and the next.
func (c chart) cells(columns int) []map[int][]int {
	out := make([]map[int][]int, columns)
	for k := range out {
		out[k] = map[int][]int{}
		for row := range c.Totals {
			if float64(k)*float64(len(c.Totals[row])-1) < float64(c.Since[row]*columns) { // a person who came late starts there
				continue
			}
			a, b := c.level(c.between(row, k, columns)), c.level(c.between(row, k+1, columns))
			for i := min(a, b); i <= max(a, b); i++ {
				out[k][i] = append(out[k][i], row)
			}
		}
	}
	return out
}

// between returns the points of a row at a column, which may fall between two parts.
func (c chart) between(row, column, columns int) float64 {
	sums := c.Totals[row]
	if column == columns {
		return float64(sums[len(sums)-1])
	}
	at := float64(column) * (float64(len(sums)-1) / float64(columns))
	before := math.Floor(at)
	from, to := float64(sums[int(before)]), float64(sums[int(math.Ceil(at))])
	return from + (to-from)*(at-before)
}

// track returns the standings, leaders first, as a table with a track from 0 to the goal, or to the highest score if that
// is more. Without a goal in points the track has no end: a mark for each point, or for as many as the window needs.
func (w *page) track(t Track, ranking []Standing) string {
	names, numbers, ranks := layout.Width(w.Voice.Say(Player)), layout.Width(w.Voice.Say(Points)), 0
	for _, s := range ranking {
		names = max(names, layout.Width(w.name(s.Name)))
		numbers = max(numbers, len(strconv.Itoa(s.Points)))
		ranks = max(ranks, len(strconv.Itoa(s.Rank)))
	}
	names = min(names, w.Width/3)
	room := max(min(w.Width-w.lead()-names-numbers-ranks-5, 60), 5)
	sign, lane := w.lanes(t, ranking, room)
	if layout.Width(sign) > room {
		w.line(layout.Wrap(strings.TrimSpace(sign), w.Width))
		sign = ""
	}
	var lines [][]string
	for _, s := range ranking {
		name := s.Mark.Before(w.Ink) + layout.Cut(w.name(s.Name), names)
		lines = append(lines, []string{strconv.Itoa(s.Rank), name, lane(s.Mark.Draw(w.Ink), max(s.Points, 0)), strconv.Itoa(s.Points)})
	}
	head := []string{w.Voice.Say(Number), w.Voice.Say(Player), sign, w.Voice.Say(Points)}
	return w.render(head, lines, nil, aligned(len(head), 1, 2), style(0)...)
}

// lanes returns the heading of the track, and a function that draws a letter on it at some points.
func (w *page) lanes(t Track, ranking []Standing, room int) (sign string, lane func(letter string, points int) string) {
	most := 0
	for _, s := range ranking {
		most = max(most, s.Points)
	}
	if t.Goal == 0 {
		each := max(1, (most+room-2)/(room-1)) // points for each mark
		return w.Voice.Say(t.Left), func(letter string, points int) string { return strings.Repeat("─", points/each) + letter }
	}
	end := max(t.Goal, most)
	at := func(points int) int { return points * (room - 1) / end }
	sign = w.Voice.Say(goalOfGame.With("n", t.Goal))
	sign = strings.Repeat(" ", max(0, at(t.Goal)+1-layout.Width(sign))) + sign
	return sign, func(letter string, points int) string {
		return strings.Repeat("─", at(points)) + letter + strings.Repeat("·", room-1-at(points))
	}
}
