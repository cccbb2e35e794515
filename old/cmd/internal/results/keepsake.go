package results

import (
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A Game is a game to be sent around.
type Game struct {
	Name   lang.Text
	Tags   []lang.Text // the chosen options, in a word or two each: Party, with auctions
	Day    time.Time   // when it began, in the time zone where it was played
	Table  setup.Table
	State  scoring.State
	Photos []report.Photo
	Kept   color.Kept // colors by name
}

var (
	team      = lang.Msg("results.team", "{name} ({names})")
	mostAtOne = lang.Msg("results.most-at-once", "Most at once: {name}, {points} ({part}).")
	leadMoved = lang.Plural("results.lead-moved", "The lead changed hands {n} time.", "The lead changed hands {n} times.")
)

// Keepsake returns a report of a game with everything there is to tell.
func Keepsake(g Game) report.Doc {
	d, r := Explained(g.State, g.Kept), g.State.Result()
	d.Title, d.Day, d.People, d.Photos = []lang.Text{setup.Tagged(g.Name, g.Tags)}, g.Day, people(g.Table), g.Photos
	if len(r.Parts) > 1 {
		d.Course = courseOf(r, g.State.Ledger())
	}
	for _, t := range remarks(r, scoring.Paid(g.State.Ledger(), len(r.Parts), len(r.Rows))) {
		d.After = append(d.After, report.After{Say: t})
	}
	return d
}

// people returns the names of the people, in teams if there are any.
func people(t setup.Table) lang.Text {
	if len(t.Teams) == 0 {
		return lang.Literal("{l}").With("l", lang.Names(t.Players))
	}
	teams := make([]lang.Text, len(t.Teams))
	for i, its := range t.Teams {
		teams[i] = team.With("name", its.Name, "names", lang.Names(setup.Named(t.Players, its.Seats)))
	}
	return joined(teams, layout.Dot)
}

// fewParts is the number of parts from which on a game has something remarkable.
const fewParts = 3

// remarks returns remarkable facts of a decided game in which the most points win.
func remarks(r scoring.Result, paid [][]int) (out []lang.Text) {
	behind := func(a, b scoring.Standing) int { return b.Points - a.Points }
	if len(r.Winners) == 0 || len(r.Parts) < fewParts || !slices.IsSortedFunc(r.Standings(), behind) {
		return nil
	}
	if part, row, once := best(paid); once {
		out = append(out, mostAtOne.With("name", r.Rows[row], "points", fmt.Sprintf("%+d", paid[part][row]), "part", r.Parts[part].InWords()))
	}
	if n := changes(paid); n > 0 {
		out = append(out, leadMoved.With("n", n))
	}
	return out
}

// best returns where the highest payment was, and whether it was the only one of that height.
func best(paid [][]int) (part, row int, once bool) {
	most := 0
	for p, points := range paid {
		for i, n := range points {
			switch {
			case n > most:
				most, part, row, once = n, p, i, true
			case n == most:
				once = false
			}
		}
	}
	return part, row, once
}

// changes returns how often the sole lead passed to somebody else.
func changes(paid [][]int) (n int) {
	leader := -1
	sums := make([]int, len(paid[0]))
	for _, points := range paid {
		for i := range points {
			sums[i] += points[i]
		}
		ahead := scoring.Leaders(scoring.Ranks(sums))
		if len(ahead) != 1 || ahead[0] == leader {
			continue
		}
		if leader >= 0 {
			n++
		}
		leader = ahead[0]
	}
	return n
}
