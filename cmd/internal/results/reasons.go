package results

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// reasons returns every point with its reason, a list for each part under its title and the heading of the rulebook.
// Only lines with another heading name it themselves. joined: people with the same reason share a line.
func (s result) reasons(joined bool) []report.Block {
	var out []report.Block
	for _, p := range s.Parts {
		if len(p.Lines) == 0 {
			continue
		}
		where := s.say(p.Lines[0].Where)
		list := report.List{Head: s.say(p.Title)}
		if where != "" {
			list.Head += " — " + where
		}
		var whys []string
		for _, l := range p.Lines {
			item, why := string(l.Row), s.say(l.Why)
			if l.Points != 0 || why == "" {
				item += fmt.Sprintf(" %+d", l.Points)
			}
			if why != "" {
				why = ": " + why
			}
			if own := s.say(l.Where); own != where && own != "" {
				why += " — " + own
			}
			if at := slices.Index(whys, why); joined && at >= 0 {
				list.Items[at] += ", " + item
				continue
			}
			whys, list.Items = append(whys, why), append(list.Items, item)
		}
		for i, why := range whys {
			list.Items[i] += why
		}
		out = append(out, list)
	}
	return out
}

// A summary holds the points of some rows for the same reasons.
type summary struct {
	rows   []scoring.Row
	points int
	note   bool // no line paid anything, and there is a reason
	why    string
}

// summaries returns the points of parts, in short: a line for all who got the same for the same reasons, in the order in which
// they were paid; nothing if there are no reasons.
func (s result) summaries(parts []scoring.Part) report.List {
	lines := map[scoring.Row][]scoring.Line{}
	var order []scoring.Row
	for _, p := range parts {
		for _, l := range p.Lines {
			if lines[l.Row] == nil {
				order = append(order, l.Row)
			}
			lines[l.Row] = append(lines[l.Row], l)
		}
	}
	var all []*summary
	for _, row := range order {
		g := s.summary(lines[row])
		at := slices.IndexFunc(all, func(o *summary) bool { return o.points == g.points && o.why == g.why })
		if at < 0 {
			all, at = append(all, &g), len(all)
		}
		all[at].rows = append(all[at].rows, row)
	}
	var out report.List
	// Without any reason the standings say as much.
	if !slices.ContainsFunc(all, func(g *summary) bool { return g.why != "" }) {
		return out
	}
	for _, g := range all {
		out.Items = append(out.Items, g.said(s.lang))
	}
	return out
}

// summary sums up the lines of one row. With several reasons each has its points.
func (s result) summary(lines []scoring.Line) (g summary) {
	var whys []string
	g.note = true
	for _, l := range lines {
		g.points += l.Points
		g.note = g.note && l.Points == 0
		why := l.Short
		if why.Empty() {
			why = l.Why
		}
		said := s.say(why)
		if said == "" {
			continue
		}
		if len(lines) > 1 && l.Points != 0 {
			said += fmt.Sprintf(" %+d", l.Points)
		}
		whys = append(whys, said)
	}
	g.why = strings.Join(whys, ", ")
	g.note = g.note && g.why != ""
	return g
}

// number returns the points of a summary, “+3”, or "" if it is only a note.
func (g summary) number() string {
	if g.note {
		return ""
	}
	return fmt.Sprintf("%+d", g.points)
}

// said returns a line of a turn: “Ana and Bia +3 each: why”.
func (g summary) said(l lang.Lang) string {
	names, with := lang.Names(g.rows), lang.T("{head}: {why}").With("why", g.why)
	if g.note {
		return l.Say(with.With("head", names))
	}
	head := lang.T("{names} {points}")
	if len(g.rows) > 1 {
		head = lang.T("{names} {points} each")
	}
	head = head.With("names", names, "points", g.number())
	if g.why == "" {
		return l.Say(head)
	}
	return l.Say(with.With("head", head))
}

// most lists the people with the most points under each head: “Fooled: Bia 7”. A head under which more than two are level
// is left out.
func (s result) most() report.List {
	var heads []string
	sums := map[string]map[scoring.Row]int{}
	for _, p := range s.Parts {
		for _, l := range p.Lines {
			head := s.say(l.Head)
			if head == "" {
				continue
			}
			if sums[head] == nil {
				heads, sums[head] = append(heads, head), map[scoring.Row]int{}
			}
			sums[head][l.Row] += l.Points
		}
	}
	list := report.List{Head: s.say(lang.T("Who scored most"))}
	for _, head := range heads {
		best := 0
		for _, n := range sums[head] {
			best = max(best, n)
		}
		var who []scoring.Row
		for _, row := range s.Rows {
			if best > 0 && sums[head][row] == best {
				who = append(who, row)
			}
		}
		if len(who) > 0 && len(who) < 3 {
			list.Items = append(list.Items, s.say(lang.T("{what}: {names} {n}").With("what", head, "names", lang.Names(who), "n", best)))
		}
	}
	if len(list.Items) == 0 {
		return report.List{}
	}
	return list
}
