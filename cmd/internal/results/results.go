// Package results makes reports of a game: the standings, the points of the last turn, every point with its reason, and
// the layout. It computes nothing that the rules have not said.
package results

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A result is a game as it stands, in one language.
type result struct {
	lang  lang.Lang
	frame scoring.Frame
	marks report.Marks
	scoring.Result
}

func resultOf(l lang.Lang, g scoring.Game, s scoring.State) result {
	r := result{l, scoring.FrameOf(s), Marks(s), g.Result(s)}
	if r.Over && len(r.Parts) == 0 && r.DecidedBy != scoring.ByWord {
		r.Winners, r.Reason = nil, lang.T("It ended before anything was scored.")
	}
	return r
}

// Marks returns the marks of everybody in a game, in the order in which they came, and of their teams; nil before it begins.
func Marks(s scoring.State) report.Marks {
	if s == nil {
		return nil
	}
	f := scoring.FrameOf(s)
	var teams, first []string
	for _, t := range f.Table.Teams {
		if f.Teams {
			teams, first = append(teams, string(t.Name)), append(first, string(t.Players[0]))
		}
	}
	return report.MarksOf(texts(f.Came)).With(teams, first)
}

func texts[S ~string](names []S) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return out
}

func (s result) say(t lang.Text) string { return s.lang.Say(t) }

// Standings returns everybody's points, leaders first, and the distance to the end.
func Standings(l lang.Lang, g scoring.Game, now scoring.State) report.Doc {
	s := resultOf(l, g, now)
	d := report.Doc{Blocks: []report.Block{s.table(nil)}, Data: s.json(), Marks: s.marks}
	d.Blocks = append(d.Blocks, s.members(), s.absent(), report.Text(s.missing()))
	return d
}

// Turn returns the report after a turn: everybody's points for it and their reasons, in short, and the standings. before may
// be nil.
func Turn(l lang.Lang, g scoring.Game, before, after scoring.State) report.Doc {
	s := resultOf(l, g, after)
	turn := s.since(before)
	return report.Doc{Blocks: []report.Block{s.race(turn), s.absent()}, Marks: s.marks}
}

// Paid returns everybody's points for a turn and their reasons, in short, without the standings.
func Paid(l lang.Lang, g scoring.Game, before, after scoring.State) report.Doc {
	s := resultOf(l, g, after)
	return report.Doc{Blocks: []report.Block{s.summaries(s.since(before))}, Marks: s.marks}
}

// since returns the parts that were paid after a state, which may be nil.
func (s result) since(before scoring.State) []scoring.Part {
	if before == nil {
		return s.Parts
	}
	return s.Parts[min(len(scoring.FrameOf(before).Parts), len(s.Parts)):]
}

// With holds the lines of a report around the result.
type With struct {
	Title   string // "": none
	Day     string
	Tonight string // the victories of that evening
	Why     bool   // every point with its reason and its place in the rulebook
}

// Result returns where a game stands or how it ended, for a terminal or as the contract's JSON: the points of every part,
// totals, the winners and how they were decided.
func Result(l lang.Lang, g scoring.Game, now scoring.State, with With) report.Doc {
	s := resultOf(l, g, now)
	d := report.Doc{Title: with.Title, Blocks: []report.Block{s.paidTable(), s.bars(), s.members(), s.absent()}, Data: s.json(), Marks: s.marks}
	if with.Why {
		d.Blocks, d.Data = append(d.Blocks, s.reasons(false)...), s.explained()
	}
	d.Blocks = append(d.Blocks, s.tie(), s.readings(), s.ending(), report.Text(s.course()), report.Text(s.missing()))
	d.Blocks = append(d.Blocks, s.most(), report.Text(with.Tonight))
	return d
}

// Page returns the same to be sent, printed or read on a phone: the winners come first, and people stand side by side.
func Page(l lang.Lang, g scoring.Game, now scoring.State, with With) report.Doc {
	s := resultOf(l, g, now)
	d := report.Doc{Title: with.Title, Blocks: []report.Block{
		report.Text(with.day(s)), report.Lead(s.outcome()), report.Text(s.course()), report.Text(s.missing()), s.podium(), s.chart(), s.tie(),
		report.Text(with.Tonight), s.most(), s.beside(), s.members(), s.absent(), s.readings(),
	}, Marks: s.marks}
	if with.Why && len(s.Parts) > 0 {
		d.Blocks = append(d.Blocks, report.Head(l.Say(lang.T("Every point and its reason"))))
		for _, b := range s.reasons(true) {
			list := b.(report.List)
			list.Folded = true
			d.Blocks = append(d.Blocks, list)
		}
	}
	return d
}

// Ledger returns every point with its reason as one table.
func Ledger(l lang.Lang, g scoring.Game, now scoring.State) report.Doc {
	s := resultOf(l, g, now)
	t := report.Table{Words: 5, Columns: l.All([]lang.Text{
		lang.T("Part"), lang.T("Name"), lang.T("Points"), lang.T("Why"), lang.T("Where it says so")})}
	for _, p := range s.Parts {
		for _, line := range p.Lines {
			t.Rows = append(t.Rows, []string{s.say(p.Title), string(line.Row), strconv.Itoa(line.Points), s.say(line.Why), s.say(line.Where)})
		}
	}
	return report.Doc{Blocks: []report.Block{t}}
}

// Chat returns a few lines to be pasted into a chat. None is wrapped, since chat windows differ in width.
func Chat(l lang.Lang, g scoring.Game, now scoring.State, with With) string {
	s := resultOf(l, g, now)
	lines := append([]string{strings.TrimSuffix(with.Title+" · "+with.Day, " · ")}, s.places()...)
	lines = append(lines, s.outcome())
	if course := s.course(); course != "" {
		lines = append(lines, course)
	}
	for i, step := range l.All(s.Steps) {
		lines = append(lines, fmt.Sprintf("%d) %s", i+1, step))
	}
	if most := s.most(); len(most.Items) > 0 {
		lines = append(lines, l.Say(lang.T("{head}: {why}").With("head", most.Head, "why", strings.Join(most.Items, " · "))))
	}
	if with.Tonight != "" {
		lines = append(lines, with.Tonight)
	}
	return lang.Sanitize(strings.Join(lines, "\n"))
}

// Why returns every point with its reason and its place in the rulebook, part by part, and the steps of a tie.
func Why(l lang.Lang, g scoring.Game, now scoring.State) report.Doc {
	s := resultOf(l, g, now)
	return report.Doc{Blocks: append(s.reasons(false), s.tie(), s.readings())}
}

// Outcome returns the sentence about the winners, or that the game is not over.
func Outcome(l lang.Lang, g scoring.Game, now scoring.State) string {
	return resultOf(l, g, now).outcome()
}

// Missing returns the sentence about the distance to the end of a game, or "".
func Missing(l lang.Lang, g scoring.Game, now scoring.State) string {
	return resultOf(l, g, now).missing()
}

// Places returns the ranks to be read out, from the last one up. The first comes with the steps that decided it.
func Places(l lang.Lang, g scoring.Game, now scoring.State) []string {
	s := resultOf(l, g, now)
	var out []string
	for _, rank := range slices.Backward(slices.Compact(slices.Sorted(maps.Values(s.Ranks)))) {
		var who lang.List
		for _, row := range s.ranked() {
			switch {
			case s.Ranks[row] != rank:
			case slices.Contains(s.Last, row) && s.Counted():
				who = append(who, lang.T("{name}, out, with {n}").With("name", string(row), "n", s.Points[row]))
			case s.Counted():
				who = append(who, lang.T("{name} with {n}").With("name", string(row), "n", s.Points[row]))
			default:
				who = append(who, row)
			}
		}
		if rank > 0 {
			out = append(out, l.Say(lang.T("Place {rank}: {who}").With("rank", rank, "who", who)))
		} else {
			out = slices.Insert(out, 0, l.Say(lang.T("Not ranked, since they left before the end: {who}").With("who", who)))
		}
	}
	if len(out) > 0 {
		last := append([]string{out[len(out)-1]}, l.All(s.Steps)...)
		out[len(out)-1] = strings.Join(append(last, s.outcome()), "\n")
	}
	return out
}

// Difference returns the points that a correction changes, “Ana 10 → 8, Bia 3 → 5”, or a sentence that it changes none.
func Difference(l lang.Lang, g scoring.Game, before, after scoring.State) string {
	was, now := resultOf(l, g, before), resultOf(l, g, after)
	var out []string
	for _, row := range now.ranked() {
		if n := now.Points[row]; was.Points[row] != n {
			out = append(out, fmt.Sprintf("%s %d → %d", row, was.Points[row], n))
		}
	}
	if out == nil {
		return l.Say(lang.T("Nobody's points change."))
	}
	return lang.Sanitize(strings.Join(out, ", "))
}

// Checklist returns the layout of a game, step by step. Its JSON is the facts.
func Checklist(l lang.Lang, title string, lay setup.Layout) report.Doc {
	steps := report.List{Numbered: true}
	for _, s := range lay.Steps {
		steps.Items = append(steps.Items, strings.Join(append([]string{l.Say(s.Text)}, l.All(s.Notes)...), "\n"))
	}
	return report.Doc{Title: title, Blocks: []report.Block{steps}, Data: lay.Data}
}

func (s result) outcome() string {
	if s.Over {
		return s.say(s.Reason)
	}
	return s.say(lang.T("The game is not over."))
}

// ending returns the outcome, with a box around it once somebody won.
func (s result) ending() report.Block {
	if s.Over {
		return report.Winner(s.outcome())
	}
	return report.Lead(s.outcome())
}

func (s result) missing() string {
	if s.Over {
		return ""
	}
	return s.say(s.Result.Missing)
}

// medals mark the first three ranks of a game that was won.
var medals = []string{"🥇", "🥈", "🥉"}

// places returns everybody's points, leaders first, a line each.
func (s result) places() (lines []string) {
	for _, row := range s.ranked() {
		line := s.rowHead(row)
		if rank := s.Ranks[row]; len(s.Winners) > 0 && rank > 0 && rank <= len(medals) {
			line = fmt.Sprintf("%s %s", medals[s.Ranks[row]-1], row)
		}
		if s.Counted() {
			line = fmt.Sprintf("%s %d", line, s.Points[row])
		}
		lines = append(lines, line)
	}
	return lines
}

// day returns when a game was played, and by whom.
func (with With) day(s result) string {
	people := s.say(lang.Only(lang.Names(s.frame.Table.Players)))
	if with.Day == "" {
		return people
	}
	return with.Day + " · " + people
}

// ranked returns all rows, leaders first, equal ranks as they sit.
func (s result) ranked() (rows []scoring.Row) {
	for _, l := range s.Result.Standings() {
		rows = append(rows, l.Name)
	}
	return rows
}

// rank returns the rank of a row, or a dash: nobody is first before anything was played, and people who left are not ranked.
func (s result) rank(row scoring.Row) string {
	if !s.begun() || s.Ranks[row] == 0 {
		return report.None
	}
	return strconv.Itoa(s.Ranks[row])
}

// begun reports whether anything was played.
func (s result) begun() bool { return s.Over || len(s.Parts) > 0 }

// rowHead returns the head of a row: “1. Ana”.
func (s result) rowHead(row scoring.Row) string {
	if !s.begun() {
		return string(row)
	}
	if s.Ranks[row] == 0 {
		return report.None + " " + string(row)
	}
	return s.rank(row) + ". " + string(row)
}

// heading returns the head of the column with names.
func (s result) heading() string {
	if len(s.frame.Table.Teams) > 0 {
		return s.say(lang.In("column", "Team"))
	}
	return s.say(lang.T("Name"))
}

// table returns the standings, with the sum of some parts if there are any.
func (s result) table(paid []scoring.Part) report.Table {
	t := report.Table{Columns: []string{s.heading()}, Words: 1}
	total := s.say(lang.T("Total"))
	if len(paid) > 0 {
		t.Short = []string{s.heading(), "+", total}
		latest := s.Game.Latest
		if latest.Empty() {
			latest = lang.T("This turn")
		}
		t.Columns = append(t.Columns, s.say(latest))
	}
	t.Columns = append(t.Columns, total)
	for _, row := range s.ranked() {
		cells := []string{s.rowHead(row)}
		if len(paid) > 0 {
			cells = append(cells, paidTo(row, "%+d", paid...))
		}
		t.Rows = append(t.Rows, append(cells, strconv.Itoa(s.Points[row])))
	}
	return t
}

// paying returns the parts that stand in tables of points.
func (s result) paying() []scoring.Part {
	return slices.DeleteFunc(slices.Clone(s.Parts), func(p scoring.Part) bool { return p.Aside })
}

// grid returns everybody's points for every part: a row a person.
func (s result) grid() report.Table {
	parts := s.paying()
	t := report.Table{Columns: []string{s.heading()}, Words: 1, Parts: len(parts)}
	t.Short = []string{s.heading()}
	based := slices.ContainsFunc(s.Rows, func(r scoring.Row) bool { return s.frame.Base[r] != 0 })
	if based {
		t.Columns, t.Parts = append(t.Columns, s.say(lang.T("Began with"))), t.Parts+1
		t.Short = append(t.Short, "0")
	}
	for i, p := range parts {
		t.Columns, t.Short = append(t.Columns, s.say(p.Title)), append(t.Short, strconv.Itoa(i+1))
	}
	if s.Counted() {
		total := s.say(lang.T("Total"))
		t.Columns, t.Short = append(t.Columns, total), append(t.Short, total)
	}
	for _, row := range s.ranked() {
		cells := []string{s.rowHead(row)}
		if based {
			cells = append(cells, strconv.Itoa(s.frame.Base[row]))
		}
		for _, p := range parts {
			cells = append(cells, paidTo(row, "%d", p))
		}
		if s.Counted() {
			cells = append(cells, strconv.Itoa(s.Points[row]))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// fewBeside is how many names fit side by side in the narrowest window.
const fewBeside = 6

// paidTable returns the points of every part: a row a part where parts have names of their own, such as guests and categories, and
// else a row a person.
func (s result) paidTable() report.Table {
	named := slices.ContainsFunc(s.paying(), func(p scoring.Part) bool { return !p.Numbered })
	if named && len(s.Rows) <= fewBeside {
		return s.beside()
	}
	t := s.grid()
	t.Named = named
	return t
}

// beside returns the points of every part, people side by side as they sit.
func (s result) beside() report.Table {
	t := s.grid()
	t.Columns = append(t.Columns, s.say(lang.T("Rank")))
	for i, row := range s.ranked() {
		t.Rows[i][0] = string(row)
		t.Rows[i] = append(t.Rows[i], s.rank(row))
	}
	slices.SortFunc(t.Rows, func(a, b []string) int {
		return slices.Index(s.Rows, scoring.Row(a[0])) - slices.Index(s.Rows, scoring.Row(b[0]))
	})
	return t.Turned()
}

// paidTo returns the points that parts paid a row, or a dash if it was in none of them.
func paidTo(row scoring.Row, format string, parts ...scoring.Part) string {
	sum, there := 0, false
	for _, p := range parts {
		n := paidBy(p)[row]
		sum += n
		there = there || n != 0 || slices.Contains(p.There, row)
	}
	if !there {
		return report.None
	}
	return fmt.Sprintf(format, sum)
}

// paidBy returns the points that a part paid each row that it names.
func paidBy(p scoring.Part) map[scoring.Row]int {
	out := map[scoring.Row]int{}
	for _, l := range p.Lines {
		out[l.Row] += l.Points
	}
	return out
}

// members lists the people of teams whose name does not tell them.
func (s result) members() report.List {
	var out report.List
	for _, t := range s.frame.Table.Teams {
		names := make([]string, len(t.Players))
		for i, n := range t.Players {
			names[i] = string(n)
		}
		if strings.Join(names, " & ") != string(t.Name) {
			out.Items = append(out.Items, s.say(lang.T("{head}: {why}").With("head", string(t.Name), "why", lang.Names(t.Players))))
		}
	}
	return out
}

// absent names the people who left, and those who are out of the game.
func (s result) absent() report.Text {
	var out []string
	if left := s.frame.Unranked; len(left) > 0 {
		out = append(out, s.say(lang.N("{names} left before the end, and is not ranked.", "{names} left before the end, and are not ranked.").
			With("n", len(left), "names", lang.Names(left))))
	}
	away := slices.DeleteFunc(slices.Clone(s.frame.Away), func(n scoring.Name) bool { return slices.Contains(s.frame.Unranked, n) })
	if len(away) > 0 {
		out = append(out, s.say(lang.N("Away: {names}.", "Away: {names}.").With("n", len(away), "names", lang.Names(away))))
	}
	if len(s.Last) > 0 {
		out = append(out, s.say(lang.T("Out of the game: {names}.").With("names", lang.Names(s.Last))))
	}
	return report.Text(strings.Join(out, "\n"))
}

func (s result) readings() report.Block {
	return report.Text(strings.Join(s.lang.All(s.Readings), "\n"))
}

func (s result) tie() report.List {
	if len(s.Steps) == 0 {
		return report.List{}
	}
	return report.List{Head: s.say(lang.T("The tie, step by step")), Numbered: true, Items: s.lang.All(s.Steps)}
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
