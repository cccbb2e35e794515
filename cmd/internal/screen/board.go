package screen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A board is a game as everybody in the room sees it. Where everything stands, from the top:
// the game and how far it is, the clock, who won, the standings, what decided it, what
// happened last, what lies open. Where the window is small the clock and the standings come
// first, then what happened last; what has no room is left out whole.

// A Board is how a game stands, in words that were said already.
type Board struct {
	ID      string          // of the game; "": there is none
	Game    string          // its name
	Where   string          // how far it is
	Clock   *timer.Snapshot // as whoever keeps it saved it last; nil: none is at hand
	Places  []Place         // by rank
	Goal    int             // points that end the game; 0: points do not
	Reason  string          // what decided it, or what a tie waits for
	Last    []string        // what happened last, and what every point of it was paid for
	OnTable []string        // what lies open
	Over    bool            // nothing is asked any more
	Wait    string          // in place of all that: what is waited for
	Fault   string          // why it may not be how the game stands now
}

// A Place is a row of the standings.
type Place struct {
	Rank   int    // from 1
	Mark   string // what stands before the name, a column and a blank, drawn already; "": nothing
	Name   string
	Points int
	Winner bool
}

var boardOver = lang.Msg("screen.board-over", "The game is over.")

// A sight is a board with all of it that changes by itself.
type sight struct {
	Board
	tick
	say func(lang.Text) string
}

// A tick is what changes by itself.
type tick struct {
	seconds int  // on the clock
	runs    bool // it does
	silent  bool // it ran when it was heard of last, too long ago
	first   int  // the best place that is shown; 0: all are
}

// none is a best place that nobody has: no place is shown.
const none = math.MaxInt

// reveals reports whether the end is being told, place by place.
func (s sight) reveals() bool { return s.first != 0 }

// won reports whether the winners stand large.
func (s sight) won() bool { return s.Over && !s.reveals() && s.Wait == "" }

// winners are the names of who won.
func (s sight) winners() (names []string) {
	for _, p := range s.Places {
		if p.Winner {
			names = append(names, p.Name)
		}
	}
	return names
}

// draw is the whole window.
func (s sight) draw(cols, rows int) string {
	cols, rows = max(cols, 10), max(rows, 3)
	width := cols - 2
	if s.Wait != "" {
		return page([][]string{nil, layout.Lines(s.Wait, width), s.foot(width, rows)}, false, cols, rows)
	}
	gap := 0
	if rows >= 20 {
		gap = 1
	}
	head, foot := s.head(width, rows), s.foot(width, rows)
	rest := rows - len(head) - len(foot) - 2*gap
	large := s.large(width, rest-gap-s.fewest(width), rows)
	if len(large) > 0 {
		rest -= len(large) + gap
	}
	groups := s.notes()
	places := s.places(width, rest, func(groups [][]string, free int) int { _, n := fill(groups, width, free, gap); return n })
	notes, _ := fill(groups, width, rest-len(places), gap)
	parts := [][]string{head, large, places}
	parts = slices.DeleteFunc(append(append(parts, notes...), foot), func(part []string) bool { return len(part) == 0 })
	return page(parts, false, cols, rows)
}

// head is the game and how far it is; where one line does not hold both, how far it is.
func (s sight) head(width, rows int) []string {
	where := s.Where
	if s.reveals() || s.won() {
		where = s.say(boardOver)
	}
	both := strings.TrimSuffix(s.Game+layout.Dot+where, layout.Dot)
	var lines []string
	switch {
	case layout.Width(both) <= width:
		lines = []string{both}
	case rows >= 20:
		lines = append(layout.Lines(s.Game, width), layout.Lines(where, width)...)
	default:
		lines = slices.DeleteFunc([]string{where, s.Game}, func(line string) bool { return layout.Width(line) > width })
		lines = lines[:min(1, len(lines))]
	}
	for i := range lines {
		lines[i] = layout.Paint(strong, lines[i])
	}
	return lines
}

// foot is why this may not be how the game stands, and how to leave where there is room.
func (s sight) foot(width, rows int) (lines []string) {
	if s.Fault != "" {
		lines = layout.Lines("✗ "+s.Fault, width)
	}
	if rows >= 20 {
		lines = append(lines, layout.Paint("2", s.say(keyQuit)))
	}
	return lines
}

// large is the clock, or who won, in at most free lines of rows.
func (s sight) large(width, free, rows int) []string {
	free = min(free, max(high+2, rows/2))
	switch {
	case free < 1:
		return nil
	case s.won():
		return s.champions(width, free)
	case s.Clock == nil || s.reveals():
		return nil
	}
	face, state, code := timer.Face(time.Duration(s.seconds)*time.Second), s.state(), s.code()
	stands := layout.Lines(state, width)
	if digits := fitting(face, width, free-len(stands)); len(digits) > 1 {
		return painted(append(digits, stands...), code)
	}
	if both := face + layout.Dot + state; layout.Width(both) <= width {
		return painted([]string{both}, code)
	}
	if len(stands) >= free {
		stands = nil
	}
	return painted(append([]string{face}, stands...), code)
}

// state is how the clock stands, in words.
func (s sight) state() string {
	switch {
	case s.seconds == 0:
		return s.say(timeIsUp)
	case s.silent:
		return s.say(wentAway)
	case !s.runs:
		return s.say(itStands)
	case s.seconds <= lastWarning:
		return lastOnes.marked(s.say(lastTen))
	case s.seconds <= firstWarning:
		return lastMinute.marked(s.say(lastMin))
	}
	return s.say(itRuns)
}

// code is how it looks: what is urgent has light and dark turned around, in the last seconds every other one.
func (s sight) code() string {
	switch {
	case s.seconds == 0, s.runs && s.seconds <= lastWarning && s.seconds%2 == 1:
		return urgent + ";7"
	case s.runs && s.seconds <= lastWarning:
		return urgent
	case s.runs && s.seconds <= firstWarning:
		return warned + ";7"
	}
	return strong
}

// champions are who won, as large as the lines hold.
func (s sight) champions(width, free int) []string {
	names := s.winners()
	if len(names) == 0 {
		return nil
	}
	var all [][]string
	for _, name := range names {
		rows, ok := lettered(name)
		if !ok {
			return plainChampions(names, width, free)
		}
		all = append(all, rows)
	}
	for _, sc := range scales {
		var lines []string
		wide := 0
		for i, rows := range all {
			if i > 0 {
				lines = append(lines, "")
			}
			lines, wide = append(lines, drawn(rows, sc)...), max(wide, len(rows[0])*sc.cols)
		}
		if wide <= width && len(lines) <= free {
			return painted(lines, strong)
		}
	}
	return plainChampions(names, width, free)
}

// plainChampions are who won as a line each, or in one where there is no room for that; what
// decided it says it where there is none for one either.
func plainChampions(names []string, width, free int) []string {
	var lines []string
	for _, name := range names {
		lines = append(lines, "★ "+name+" ★")
	}
	if len(lines) > free {
		lines = []string{strings.Join(lines, "  ")}
	}
	if slices.ContainsFunc(lines, func(l string) bool { return layout.Width(l) > width }) {
		return nil
	}
	return painted(lines, strong+";7")
}

func painted(lines []string, code string) []string {
	for i, l := range lines {
		if l != "" {
			lines[i] = layout.Paint(code, l)
		}
	}
	return lines
}

// notes are the words below the standings, in groups, what counts most first. Before all places
// are told nothing may give them away.
func (s sight) notes() [][]string {
	if s.reveals() {
		return nil
	}
	why := []string{s.Reason}
	return [][]string{why[:min(1, len(s.Reason))], s.Last, s.OnTable}
}

// fill are the notes that so many lines hold, each whole, with what room they take. Of a group
// that has not enough room its first ones stay.
func fill(groups [][]string, width, free, gap int) (parts [][]string, taken int) {
	for _, g := range groups {
		var part []string
		for _, note := range g {
			lines := layout.Lines(note, width)
			if len(g) > 1 {
				lines = strings.Split(layout.Hang(note, width, "   "), "\n")
			}
			if taken+gap+len(part)+len(lines) > free {
				break
			}
			part = append(part, lines...)
		}
		if len(part) > 0 {
			taken += gap + len(part)
			if len(g) > 1 {
				part = block(part)
			}
			parts = append(parts, part)
		}
	}
	return parts, taken
}

// block are lines that stay below each other wherever they stand in the window.
func block(lines []string) []string {
	wide := 0
	for _, l := range lines {
		wide = max(wide, layout.Width(l))
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = pad(l, wide)
	}
	return out
}

func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-layout.Width(s)))
}

// mostColumns is how many columns the standings have at most.
const mostColumns = 3

// fewest is how few lines the standings take in so many columns.
func (s sight) fewest(width int) int {
	least := len(s.Places)
	for n := 2; n <= mostColumns; n++ {
		if lines := s.columns(n, width); lines != nil {
			least = min(least, len(lines))
		}
	}
	return least
}

// places are the standings in at most free lines, where any do: as roomy as all notes allow. Where
// not all have room the first ones come before roomy standings, and those before more notes.
// noted is how much of so many lines notes fill.
func (s sight) places(width, free int, noted func(groups [][]string, free int) int) []string {
	groups := s.notes()
	var firsts [][]string
	for _, g := range groups {
		firsts = append(firsts, g[:min(1, len(g))])
	}
	all, least := noted(groups, math.MaxInt32), noted(firsts, math.MaxInt32)
	best, most := []string(nil), -1
	for _, v := range s.variants(width) {
		n, left := noted(groups, max(0, free-len(v.lines))), free-len(v.lines)
		switch {
		case left >= 0 && n == all:
			return v.lines
		case best != nil && v.columns == mostColumns && most >= least && len(best) <= free:
		case best == nil, len(best) > free && len(v.lines) < len(best), left >= 0 && n > most:
			best, most = v.lines, n
		}
	}
	return best
}

// A variant is a way to show the standings.
type variant struct {
	columns int
	lines   []string
}

// variants are the standings from the roomiest to the tightest.
func (s sight) variants(width int) []variant {
	var out []variant
	for n := 1; n <= mostColumns; n++ {
		lines := s.columns(n, width)
		if n == 1 {
			var airy []string
			for _, l := range lines {
				airy = append(airy, l, "")
			}
			out = append(out, variant{n, airy[:max(0, len(airy)-1)]})
		}
		if lines != nil {
			out = append(out, variant{n, lines})
		}
	}
	return out
}

// Widths of the standings, in columns.
const (
	fewName = 8  // a name is not cut below that for the sake of a column more
	fewBar  = 6  // a shorter bar says nothing
	mostBar = 40 // a longer one says no more
)

// A grid is how wide the cells of the standings are.
type grid struct{ rank, name, points, bar int }

// columns are the standings in n columns, one below the other in each; nil where a name has no
// room in one of several.
func (s sight) columns(n, width int) []string {
	if len(s.Places) == 0 {
		return nil
	}
	apart := strings.Repeat(" ", 4)
	if width < 60 {
		apart = "  "
	}
	g, ok := s.grid((width - len(apart)*(n-1)) / n)
	if n > 1 && !ok {
		return nil
	}
	high := (len(s.Places) + n - 1) / n
	lines := make([]string, high)
	for i, p := range s.Places {
		if i >= high {
			lines[i%high] += apart
		}
		lines[i%high] += s.row(p, g)
	}
	for i := range lines {
		lines[i] = layout.Cut(lines[i], width)
	}
	return block(lines)
}

// grid shares a column among its cells: a name whole, then the bar.
func (s sight) grid(width int) (g grid, ok bool) {
	for _, p := range s.Places {
		g.rank = max(g.rank, len(strconv.Itoa(p.Rank)))
		g.name = max(g.name, layout.Width(p.Mark+p.Name))
		g.points = max(g.points, len(strconv.Itoa(p.Points)))
	}
	if len(s.winners()) > 0 {
		g.rank += 2 // a star
	}
	longest := g.name
	g.name = max(1, min(longest, width-g.rank-g.points-4))
	if bar := width - g.rank - g.name - g.points - 6; s.Goal > 0 && bar >= fewBar {
		g.bar = min(bar, mostBar)
	}
	return g, g.name >= min(longest, fewName)
}

// row is a place; one that is not told yet has no name.
func (s sight) row(p Place, g grid) string {
	rank, name, points, code := strconv.Itoa(p.Rank), layout.Cut(p.Mark+p.Name, g.name), strconv.Itoa(p.Points), ""
	full := bar(p.Points, s.Goal, g.bar)
	switch {
	case p.Rank < s.first:
		name, points, full = "·", "", strings.Repeat(" ", g.bar)
	case p.Winner && !s.reveals():
		rank, code = "★ "+rank, strong
	case p.Rank == 1:
		code = strong
	}
	line := strings.Repeat(" ", max(0, g.rank-layout.Width(rank))) + rank + "  " + pad(name, g.name) + "  " + fmt.Sprintf("%*s", g.points, points)
	if g.bar > 0 {
		line += "  " + full
	}
	return layout.Paint(code, line)
}
