// Package results makes reports of a game: where it stands, its points with their reasons, and what to lay out. It computes
// nothing that the rules have not said.
package results

import (
	"embed"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

var (
	why       = lang.Msg("results.why", "Why")
	where     = lang.Msg("results.where", "Where it says so")
	wins      = lang.Plural("results.wins", "{names} wins with {n} point.", "{names} wins with {n} points.")
	share     = lang.Plural("results.share", "{names} share the victory with {n} point each.", "{names} share the victory with {n} points each.")
	together  = lang.Msg("results.together", "{names} share the victory.")
	nobodyWon = lang.Msg("results.nobody-wins", "Nobody wins.")
	notOver   = lang.Msg("results.not-over", "The game is not over.")
	tieSteps  = lang.Msg("results.tie-steps", "The tie, step by step")
	course    = lang.Msg("results.course", "How the game went")
	spoken    = lang.Plural("results.aloud", "{name}, {place}, {n} point", "{name}, {place}, {n} points")
	endsAt    = lang.Plural("results.aloud-goal", "The game ends at {n} point.", "The game ends at {n} points.")
	anyPlace  = lang.Msg("results.place-any", "place {n}")

	namedPlaces = []lang.Text{
		lang.Msg("results.place-1", "first"), lang.Msg("results.place-2", "second"), lang.Msg("results.place-3", "third"), lang.Msg("results.place-4", "fourth"),
		lang.Msg("results.place-5", "fifth"), lang.Msg("results.place-6", "sixth"), lang.Msg("results.place-7", "seventh"), lang.Msg("results.place-8", "eighth"),
		lang.Msg("results.place-9", "ninth"), lang.Msg("results.place-10", "tenth"), lang.Msg("results.place-11", "eleventh"), lang.Msg("results.place-12", "twelfth"),
	}
)

// Result returns where a game stands: what every part paid, totals, ranks, and how it was decided.
func Result(s scoring.State, kept color.Kept) report.Doc {
	r := s.Result()
	d := report.Doc{
		Grid: grid(r, s.Ledger(), kept), Notes: r.Readings, Tie: report.Section{Head: tieSteps, Numbered: true},
		Outcome: Outcome(r), Ranking: Ranking(r, kept), JSON: func(func(lang.Text) string) any { return sheetResult(r, s.Ledger()) },
	}
	if r.Uncounted { // everybody would have 0; CSV keeps the row for programs
		shown := *d.Grid
		shown.Unsummed = true
		d.Data, d.Grid = d.Grid, &shown
	}
	for _, step := range r.Steps {
		d.Tie.Lines = append(d.Tie.Lines, report.Line{Say: step.Say, Where: step.Where})
	}
	return d
}

// Explained returns the result with every point, its reason and its place in the rulebook. JSON has them under "ledger"; CSV
// is the ledger alone.
func Explained(s scoring.State, kept color.Kept) report.Doc {
	d, r := Result(s, kept), s.Result()
	for i := range d.Grid.Rows { // the parts follow below
		d.Grid.Rows[i].Said = standing(r, i)
	}
	d.Grid.Heard = heard(r)
	d.Sections, d.Data = reasons(r, s.Ledger()), ledger(r, s.Ledger())
	d.JSON = func(say func(lang.Text) string) any { return sheetExplained(r, s.Ledger(), say) }
	return d
}

// Why returns every point with its reason and its place in the rulebook, part by part, and the steps of a tie.
func Why(s scoring.State) report.Doc {
	d := Explained(s, nil)
	return report.Doc{Sections: d.Sections, Tie: d.Tie}
}

// Track returns the standings on the way to the end.
func Track(r scoring.Result, kept color.Kept) report.Doc {
	g := grid(scoring.Result{Rows: r.Rows, Points: r.Points, Ranks: r.Ranks}, nil, kept)
	g.Heard = heard(r)
	return report.Doc{Grid: g, Track: &report.Track{Goal: r.Goal, Left: r.Left}, Ranking: Ranking(r, kept)}
}

// Glance returns what the last event paid, as one part, and the totals. In a game whose parts are all counted at once, it is
// empty until the last part is counted for everybody.
func Glance(s scoring.State) report.Doc {
	r, part, paid := s.Result(), scoring.Part{}, []scoring.Line(nil)
	news := r.News()
	if news == nil || r.AtOnce && slices.ContainsFunc(r.Parts[news[0]].Cells, func(cell string) bool { return cell != "" }) {
		return report.Doc{}
	}
	var names lang.List
	for _, k := range news {
		names = append(names, r.Parts[k].InWords())
	}
	part.Name, part.Cells = lang.Literal("{it}").With("it", names), r.Parts[news[0]].Cells
	for _, l := range s.Ledger() {
		if slices.Contains(news, l.Part) {
			l.Part = 0
			paid = append(paid, l)
		}
	}
	r.Parts = []scoring.Part{part}
	return report.Doc{Grid: grid(r, paid, nil)}
}

// Course returns the running totals, or nothing if there are too few parts, or all were counted at once.
func Course(s scoring.State, kept color.Kept) report.Doc {
	r := s.Result()
	if len(r.Parts) < 2 || r.AtOnce {
		return report.Doc{}
	}
	return report.Doc{Course: courseOf(r, s.Ledger()), Ranking: Ranking(r, kept)}
}

func courseOf(r scoring.Result, ledger []scoring.Line) *report.Course {
	c := &report.Course{Title: course, Fewest: r.Fewest, Totals: make([][]int, len(r.Rows))}
	paid := scoring.Paid(ledger, len(r.Parts), len(r.Rows))
	for _, p := range r.Parts {
		c.Parts = append(c.Parts, p.Name)
	}
	for row := range r.Rows {
		c.Since = append(c.Since, firstPart(r, ledger, row))
		c.Totals[row] = []int{0}
		for part := range paid {
			c.Totals[row] = append(c.Totals[row], c.Totals[row][part]+paid[part][row])
		}
	}
	return c
}

// firstPart returns the first part that a row took part in. Every part before it has a dash in the row's cell, and no line of
// the row in the ledger.
func firstPart(r scoring.Result, ledger []scoring.Line, row int) int {
	for k, part := range r.Parts {
		told := func(l scoring.Line) bool { return l.Row == row && l.Part == k }
		if row >= len(part.Cells) || part.Cells[row] == "" || slices.ContainsFunc(ledger, told) {
			return k
		}
	}
	return len(r.Parts)
}

// Ranking returns the standings, leaders first, with everybody's mark.
func Ranking(r scoring.Result, kept color.Kept) []report.Standing {
	marks := color.Marks(r.Rows, kept)
	out := make([]report.Standing, len(r.Rows))
	for i, s := range r.Standings() {
		out[i] = report.Standing{Standing: s, Mark: marks[s.Row], Bare: r.Uncounted}
	}
	return out
}

// Outcome returns the sentence that says how a game stands.
func Outcome(r scoring.Result) lang.Text {
	switch {
	case !r.Reason.Empty():
		return r.Reason
	case !r.Over || r.Needs != "":
		return notOver
	case len(r.Winners) == 0:
		return nobodyWon
	}
	for _, row := range r.Winners {
		if r.Points[row] != r.Points[r.Winners[0]] { // they played together, with points of their own
			return together.With("names", scoring.Whos(r.Rows, r.Winners))
		}
	}
	return r.Won(wins, share)
}

// grid returns a row for each person, in the order of the seats.
func grid(r scoring.Result, ledger []scoring.Line, kept color.Kept) *report.Grid {
	g := &report.Grid{Across: true, Columns: []report.Column{{Kind: report.Ranks, Head: report.Rank, Short: report.Number}, {Kind: report.People, Head: report.Player}}}
	paid, marks := scoring.Paid(ledger, len(r.Parts), len(r.Rows)), color.Marks(r.Rows, kept)
	for k, p := range r.Parts {
		g.Columns = append(g.Columns, report.Column{Kind: report.Parts, Head: p.Name, Short: lang.Literal(strconv.Itoa(k + 1)), Mark: p.Mark})
	}
	g.Columns = append(g.Columns, report.Column{Kind: report.Sums, Head: report.Total})
	for row, name := range r.Rows {
		cells := []report.Cell{r.Ranks[row], report.Name{Name: name, Mark: &marks[row]}}
		said, between := standing(r, row), ". "
		for k, p := range r.Parts {
			if row < len(p.Cells) && p.Cells[row] != "" {
				cells = append(cells, p.Cells[row])
				if p.Cells[row] == report.Absent {
					continue
				}
			} else {
				cells = append(cells, paid[k][row])
			}
			said = lang.Literal("{said}{between}{part}: {cell}").With("said", said, "between", between, "part", p.InWords(), "cell", cells[len(cells)-1])
			between = ", "
		}
		g.Rows = append(g.Rows, report.Row{Cells: append(cells, r.Points[row]), Said: said})
	}
	return g
}

// Place returns a rank, from 1, as a word.
func Place(rank int) lang.Text {
	if rank < 1 || rank > len(namedPlaces) {
		return anyPlace.With("n", rank)
	}
	return namedPlaces[rank-1]
}

// standing returns a person's place and points aloud.
func standing(r scoring.Result, row int) lang.Text {
	if r.Uncounted {
		return lang.Literal("{name}, {place}").With("name", r.Rows[row], "place", Place(r.Ranks[row]))
	}
	return spoken.With("name", r.Rows[row], "place", Place(r.Ranks[row]), "n", r.Points[row])
}

// heard returns what will end the game.
func heard(r scoring.Result) lang.Text {
	if r.Goal > 0 {
		return endsAt.With("n", r.Goal)
	}
	return r.Left
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "results", Files: files}
