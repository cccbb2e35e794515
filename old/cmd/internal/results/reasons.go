package results

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// fewPeople is the largest table at which each reason gets its own line, so that a part stays in sight. Larger tables get a
// line for each person, shared by people with the same points for the same reasons.
const fewPeople = 5

// Reasons returns every point that the last event paid, with its reason.
func Reasons(s scoring.State) (d report.Doc) {
	r := s.Result()
	for _, part := range r.News() {
		out := report.Section{Head: r.Parts[part].InWords(), Tight: true}
		paid := slices.DeleteFunc(s.Ledger(), func(l scoring.Line) bool { return l.Part != part })
		if len(r.Rows) > fewPeople {
			out.Lines, paid = gains(r, part, paid), nil
		}
		for _, l := range paid {
			out.Lines = append(out.Lines, report.Line{Names: []string{r.Rows[l.Row]}, Points: l.Points, Say: l.Why})
		}
		d.Sections = append(d.Sections, out)
	}
	return d
}

// Gained returns the standings with what the last event paid everybody who was there, and why.
func Gained(s scoring.State, kept color.Kept) []report.Standing {
	r := s.Result()
	out, news := Ranking(r, kept), r.News()
	if news == nil || r.AtOnce {
		return out
	}
	all := s.Ledger()
	for i := range out {
		row := out[i].Row
		lines := slices.DeleteFunc(slices.Clone(all), func(l scoring.Line) bool { return !slices.Contains(news, l.Part) || l.Row != row })
		if cells := r.Parts[news[0]].Cells; len(lines) > 0 || row >= len(cells) || cells[row] == "" {
			out[i].Paid, _ = gain(lines)
			out[i].Got = true
		}
	}
	return out
}

// reasons returns the ledger, a section for each part.
func reasons(r scoring.Result, ledger []scoring.Line) (out []report.Section) {
	part := -1
	for _, l := range ledger {
		if l.Part != part {
			part = l.Part
			out = append(out, report.Section{Head: r.Parts[part].InWords(), Mark: r.Parts[part].Mark})
		}
		s := &out[len(out)-1]
		s.Lines = append(s.Lines, report.Line{Names: []string{r.Rows[l.Row]}, Points: l.Points, Say: l.Why, Where: l.Where})
	}
	return out
}

// ledger returns the ledger as a list.
func ledger(r scoring.Result, all []scoring.Line) *report.Grid {
	g := &report.Grid{Columns: []report.Column{{Head: report.Part}, {Head: report.Player}, {Head: report.Points}, {Head: why}, {Head: where}}}
	for _, l := range all {
		g.Rows = append(g.Rows, report.Row{Cells: []report.Cell{r.Parts[l.Part].Name, r.Rows[l.Row], l.Points, l.Why, l.Where}})
	}
	return g
}

// gains returns the payments of a part, in the order of its lines. People who were there and got nothing come last.
func gains(r scoring.Result, part int, paid []scoring.Line) (out []report.Line) {
	byRow := make([][]scoring.Line, len(r.Rows))
	var order []int
	for _, l := range paid {
		if byRow[l.Row] == nil {
			order = append(order, l.Row)
		}
		byRow[l.Row] = append(byRow[l.Row], l)
	}
	cells := r.Parts[part].Cells
	for row := range r.Rows {
		if byRow[row] == nil && (row >= len(cells) || cells[row] == "") {
			order = append(order, row)
		}
	}
	why := map[string]int{} // the line for each set of points and reasons
	for _, row := range order {
		g, key := gain(byRow[row])
		k, same := why[key]
		if !same {
			k, why[key] = len(out), len(out)
			out = append(out, g)
		}
		out[k].Names = append(out[k].Names, r.Rows[row])
	}
	return out
}

// gain returns what some lines of the ledger paid one row, and a key that is the same for the same points and reasons. With
// several reasons, each has its points.
func gain(lines []scoring.Line) (g report.Line, key string) {
	g.Brief = true
	for i, l := range lines {
		say := l.Short
		if say.Empty() {
			say = l.Why
		}
		if len(lines) > 1 {
			say = lang.Literal("{why} {points}").With("why", say, "points", fmt.Sprintf("%+d", l.Points))
		}
		g.Points += l.Points
		if i == 0 {
			g.Say = say
		} else {
			g.More = append(g.More, say)
		}
		key += say.String() + "|"
	}
	return g, key + strconv.Itoa(g.Points)
}
