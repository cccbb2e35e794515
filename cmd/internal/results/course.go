package results

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// race returns the standings as bars, with the sum of some parts and its reasons. As sentences they are a list of the
// reasons, and a table.
func (s result) race(paid []scoring.Part) report.Race {
	r := report.Race{Goal: s.goal(), Said: []report.Block{s.summaries(paid), s.table(paid)}}
	for _, row := range s.ranked() {
		one := report.Runner{Name: string(row), Head: s.rowHead(row), Steps: []int{s.Points[row]}}
		if got, any := s.got(row, paid); any {
			one.Gain, one.Why = got.number(), got.why
		}
		r.Rows = append(r.Rows, one)
	}
	return r
}

// goal returns how many points fill a bar: those that end the game; 0 where the end is not said in points.
func (s result) goal() int { return max(s.Mark, 0) }

// got sums up what parts paid a row, and reports whether it was in any of them.
func (s result) got(row scoring.Row, paid []scoring.Part) (got summary, any bool) {
	var lines []scoring.Line
	for _, p := range paid {
		for _, line := range p.Lines {
			if line.Row == row {
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return got, false
	}
	return s.summary(lines), true
}

// bars returns the result of a game as bars with a shade a turn. Sentences have the table alone, which says the same.
func (s result) bars() report.Race {
	if !s.Over || !s.Counted() || len(s.Parts) < 2 {
		return report.Race{}
	}
	r := report.Race{Goal: s.goal()}
	for _, row := range s.ranked() {
		r.Rows = append(r.Rows, report.Runner{Name: string(row), Head: s.rowHead(row), Steps: s.steps(row)})
	}
	return r
}

// steps returns the points that a row began with, and those of every part.
func (s result) steps(row scoring.Row) []int {
	steps := []int{s.frame.Base[row]}
	for _, p := range s.Parts {
		steps = append(steps, paidBy(p)[row])
	}
	return steps
}

// sums returns the points of a row at the beginning, and after every part.
func (s result) sums(row scoring.Row) []int {
	sums, sum := []int{}, 0
	for _, n := range s.steps(row) {
		sum += n
		sums = append(sums, sum)
	}
	return sums
}

// chart returns how the game went, leaders first; without lines where there is nothing to see.
func (s result) chart() (c report.Chart) {
	if !s.Counted() || len(s.Parts) < 2 {
		return c
	}
	var said []string
	for _, row := range s.ranked() {
		m, _ := s.marks.Of(string(row))
		sums := s.sums(row)
		c.Lines = append(c.Lines, report.Line{Mark: m, At: sums})
		said = append(said, string(row)+" "+strings.Trim(strings.ReplaceAll(fmt.Sprint(sums[1:]), " ", ", "), "[]"))
	}
	c.Say = s.say(lang.T("How it went: {points}").With("points", strings.Join(said, "; ")))
	return c
}

// Chart returns how a game went, as a picture for a page; "" where there is nothing to see.
func Chart(l lang.Lang, g scoring.Game, now scoring.State) string {
	if c := resultOf(l, g, now).chart(); len(c.Lines) > 0 {
		return string(c.SVG())
	}
	return ""
}

// podiumMost is how many people stand on a podium.
const podiumMost = 6

// podium returns the places: the first three ranks high, all others in a line. Where nobody won it is a list.
func (s result) podium() report.Podium {
	p := report.Podium{List: report.List{Items: s.places()}}
	if len(s.Winners) == 0 {
		return p
	}
	for _, row := range s.ranked() {
		m, _ := s.marks.Of(string(row))
		step := report.Step{Mark: m, Rank: s.Ranks[row]}
		if s.Counted() {
			step.Points = strconv.Itoa(s.Points[row])
		}
		if len(p.Steps) < podiumMost && step.Rank > 0 && step.Rank <= len(medals) && len(p.Rest) == 0 {
			p.Steps = append(p.Steps, step)
		} else {
			p.Rest = append(p.Rest, step)
		}
	}
	return p
}

// course says in one sentence since when the winner had more points than everybody else after each part; "" where that would
// say nothing. A winner otherwise than by points led in nothing that could be told.
func (s result) course() string {
	if !s.Over || s.DecidedBy != scoring.ByPoints || len(s.Winners) != 1 || len(s.Parts) < 3 || len(s.Rows) < 2 {
		return ""
	}
	// from becomes the part that gave the winner the lead, counted from 1; nobody leads at the beginning.
	from := len(s.Parts)
	for from > 0 && s.leads(s.Winners[0], from) {
		from--
	}
	from++
	name := s.Winners[0]
	switch part := s.Parts[min(from, len(s.Parts))-1].Title; {
	case from > len(s.Parts):
		return ""
	case from == 1:
		return s.say(lang.T("{name} led from beginning to end.").With("name", name))
	case from == len(s.Parts):
		return s.say(lang.T("{name} took the lead at the very end.").With("name", name))
	default:
		return s.say(lang.T("{name} led from “{part}” on.").With("name", name, "part", part))
	}
}

// leads reports whether a row alone led after so many parts.
func (s result) leads(row scoring.Row, parts int) bool {
	own := s.sums(row)[parts]
	for _, other := range s.Rows {
		its := s.sums(other)[parts]
		if other != row && (its == own || its > own != s.Fewest) {
			return false
		}
	}
	return true
}

// Told returns the sentences for the end of a game: the turn from which the winner led, and the people with the most of each kind of points.
func Told(l lang.Lang, g scoring.Game, now scoring.State) (all []string) {
	s := resultOf(l, g, now)
	if course := s.course(); course != "" {
		all = append(all, course)
	}
	return append(all, s.most().Items...)
}
