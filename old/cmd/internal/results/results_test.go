package results

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// counted is a stand-in for a game: its parts pay what paid says.
type counted struct {
	scoring.State // no other method is called

	names []string
	paid  [][]int
	over  bool
	why   string         // because, if empty
	mark  string         // of the second part; VIP×2, if empty
	steps []scoring.Step // of a tie
	left  lang.Text
	once  bool // all parts were counted at once
}

func (c counted) Ledger() []scoring.Line {
	var out []scoring.Line
	for part, row := range c.paid {
		for i, n := range row {
			out = append(out, scoring.Line{Row: i, Part: part, Points: n, Why: lang.Literal(cmp.Or(c.why, "because")), Where: lang.Literal("Rules, p. 1")})
		}
	}
	return out
}

func (c counted) Result() scoring.Result {
	r := scoring.Result{Game: "x", Steps: c.steps, Left: c.left, AtOnce: c.once, Rows: c.names, Points: scoring.Totals(c.Ledger(), len(c.names))}
	r.Ranks = scoring.Ranks(r.Points)
	for i := range c.paid {
		r.Parts = append(r.Parts, scoring.Part{Name: lang.Literal(fmt.Sprint("Round ", i+1))})
	}
	if len(r.Parts) > 1 {
		r.Parts[1].Mark, r.Parts[1].Cells = cmp.Or(c.mark, "VIP×2"), append([]string{"–"}, make([]string, len(c.names)-1)...)
	}
	if c.over {
		return r.Decide()
	}
	return r
}

// golf is a stand-in for a game that the fewest points win.
type golf struct{ counted }

func (g golf) Result() scoring.Result {
	r := g.counted.Result()
	r.Ranks = scoring.Ranks(scoring.Fewest(r.Points))
	if g.over {
		return r.Decide()
	}
	return r
}

// castaways is a stand-in for a game that all play together: everybody wins, or nobody.
type castaways struct {
	counted
	saved bool
}

func (c castaways) Result() scoring.Result {
	r := c.counted.Result()
	r.Ranks = scoring.Ranks(make([]int, len(r.Rows)))
	switch {
	case !c.over:
		return r
	case c.saved:
		return r.Decide()
	}
	r.Over, r.Winners, r.DecidedBy = true, nil, "nobody"
	return r
}

// Games that the fewest points win, or everybody, or nobody: the rows, the winners' marks, the verdict and the JSON.
func TestOtherWinnersThanTheMostPoints(t *testing.T) {
	three := counted{names: []string{"Ana", "Bia", "Caio"}, paid: [][]int{{4, 3, 5}, {5, 2, 4}}, over: true}
	level := counted{names: three.names, paid: [][]int{{4, 3, 3}}, over: true}
	going := counted{names: three.names, paid: three.paid}
	for _, c := range []struct {
		name      string
		s         scoring.State
		standings string
		verdict   string
		json      string
	}{
		{"the fewest win", golf{three}, "1 Bia 5 wins|2 Ana 9|2 Caio 9", "Bia wins with 5 points.", "true points [1 Bia 5 true|2 Ana 9 false|2 Caio 9 false]"},
		{"the fewest, twice", golf{level}, "1 Bia 3 wins|1 Caio 3 wins|3 Ana 4", "Bia and Caio share the victory with 3 points each.", "true shared [1 Bia 3 true|1 Caio 3 true|3 Ana 4 false]"},
		{"the fewest so far", golf{going}, "1 Bia 5|2 Ana 9|2 Caio 9", "The game is not over.", "false  [1 Bia 5 false|2 Ana 9 false|2 Caio 9 false]"},
		{"nobody wins", castaways{three, false}, "1 Ana 9|1 Bia 5|1 Caio 9", "Nobody wins.", "true nobody [1 Ana 9 false|1 Bia 5 false|1 Caio 9 false]"},
		{"everybody wins", castaways{level, true}, "1 Ana 4 wins|1 Bia 3 wins|1 Caio 3 wins", "Ana, Bia and Caio share the victory.", "true shared [1 Ana 4 true|1 Bia 3 true|1 Caio 3 true]"},
		{"nobody yet", castaways{going, false}, "1 Ana 9|1 Bia 5|1 Caio 9", "The game is not over.", "false  [1 Ana 9 false|1 Bia 5 false|1 Caio 9 false]"},
	} {
		r := c.s.Result()
		out := printed(t, "en", 80, standings(r), report.Table)
		var rows []string
		for _, line := range strings.Split(out, "\n") {
			if row := strings.Fields(strings.NewReplacer("│", " ", "|", " ").Replace(line)); len(row) > 2 && slices.Contains(r.Rows, row[1]) {
				rows = append(rows, strings.Join(row, " "))
			}
		}
		if got := strings.Join(rows, "|"); got != c.standings {
			t.Errorf("%s: %s, want %s\n%s", c.name, got, c.standings, out)
		}
		if out := printed(t, "en", 80, Result(c.s, nil), report.Table); !strings.Contains(out, "\n"+c.verdict+"\n") {
			t.Errorf("%s: want %s\n%s", c.name, c.verdict, out)
		}
		var w struct {
			Over      bool
			DecidedBy string `json:"decided_by"`
			Needs     *string
			Tied      []string
			Standings []scoring.Standing
		}
		laws.Need(t, json.Unmarshal([]byte(printed(t, "en", 80, Result(c.s, nil), report.JSON)), &w))
		var lines []string
		for _, s := range w.Standings {
			lines = append(lines, fmt.Sprint(s.Rank, " ", s.Name, " ", s.Points, " ", s.Winner))
		}
		if got := fmt.Sprintf("%v %s [%s]", w.Over, w.DecidedBy, strings.Join(lines, "|")); got != c.json || w.Needs == nil || *w.Needs != "" || len(w.Tied) > 0 {
			t.Errorf("%s: %s, want %s", c.name, got, c.json)
		}
	}
}

// While a tie waits for a fact, nobody has won.
func TestATieThatWaits(t *testing.T) {
	if got := Outcome(scoring.Result{Over: true, Needs: "envelopes"}).String(); got != "The game is not over." {
		t.Error(got)
	}
}

func evening() counted {
	return counted{
		names: []string{"Bernardo de Alcântara", "Zoé 🎲", "日本 太郎", "x|y"},
		paid:  [][]int{{6, -3, 3, 1}, {0, 18, 9, 3}, {1, 1, -3, 6}}, over: true,
	}
}

// standings returns where a game stands before its first part.
func standings(r scoring.Result) report.Doc {
	d := report.Doc{Ranking: Ranking(r, nil)}
	r.Parts = nil
	d.Grid = grid(r, nil, nil)
	d.Grid.Heard = heard(r)
	for i := range d.Grid.Rows {
		d.Grid.Rows[i].Said = standing(r, i)
	}
	return d
}

// printer returns a printer in a language, with all texts of these tests.
func printer(tag string, width int) report.Printer {
	return report.Printer{Voice: lang.NewLocalizer(tag, report.Texts, Texts, lang.Texts), Width: width}
}

// printedBy returns a report as a printer prints it.
func printedBy(t rapid.TB, p report.Printer, d report.Doc, f report.Format) string {
	t.Helper()
	var out strings.Builder
	p.Out = &out
	laws.Need(t, p.Print(d, f))
	return out.String()
}

// printed returns a report as it is printed in a language.
func printed(t rapid.TB, tag string, width int, d report.Doc, f report.Format) string {
	t.Helper()
	return printedBy(t, printer(tag, width), d, f)
}

// fits fails a test if a line is wider than the window.
func fits(t rapid.TB, text string, width int) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if w := layout.Width(line); w > width {
			t.Fatalf("%d columns in a window of %d:\n%s", w, width, text)
		}
	}
}

func TestGolden(t *testing.T) {
	many := counted{names: slices.Clone(twelve)}
	for i := range 9 {
		row := make([]int, 12)
		for k := range row {
			row[k] = (i*k + k) % 7
		}
		many.paid = append(many.paid, row)
	}
	for _, tag := range lang.Languages {
		for _, width := range []int{40, 80} {
			for _, f := range []report.Format{report.Table, report.Markdown} {
				out := printed(t, tag, width, Result(evening(), nil), f) + printed(t, tag, width, Result(many, nil), f) +
					printed(t, tag, width, standings(evening().Result()), report.Table) + printer(tag, width).Glance(Glance(evening())) + "\n"
				ttytest.Golden(t, fmt.Sprintf("%s-%d-%s.golden", tag, width, f), out)
			}
		}
	}
}

// The reasons of a part, the track and the chart: for three people, and for twelve, some of whom are level all the way or
// got the same for the same reason.
func TestCourse(t *testing.T) {
	few := counted{names: []string{"Ana", "Bernardo de Alcântara", "日本 太郎"}, paid: [][]int{{3, 0, 2}, {0, 5, 3}, {3, 3, 0}, {2, 2, 6}, {-4, 0, 3}}}
	many := counted{names: slices.Clone(twelve), paid: [][]int{{0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {3, 0, 0, 3, 4, 4, 0, 0, 0, 1, 1, 7}}}
	for _, tag := range lang.Languages {
		for _, width := range []int{40, 80} {
			var out strings.Builder
			for _, s := range []scoring.State{few, twice{many}} {
				r := s.Result()
				ended := r
				if r.Goal = 30; len(r.Rows) > 3 {
					r.Goal, r.Left = 0, lang.Literal("10 turns left")
				}
				ended.Goal = 6
				for _, d := range []report.Doc{Reasons(s), Track(r, nil), Track(ended, nil), Course(s, nil)} {
					out.WriteString(printed(t, tag, width, d, report.Table))
				}
			}
			fits(t, out.String(), width)
			ttytest.Golden(t, fmt.Sprintf("course-%s-%d.golden", tag, width), out.String())
		}
	}
}

// twelve names the largest table.
var twelve = []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabiana Maria", "Gil", "Heitor", "Ian", "Júlia", "Kátia", "Luís"}

// twice is a stand-in in which every payment has two reasons, no payment has none, and one person is away in the last part.
type twice struct{ counted }

func (c twice) Ledger() []scoring.Line {
	var out []scoring.Line
	for _, l := range c.counted.Ledger() {
		if l.Points > 0 {
			l.Short = lang.Literal("short")
			more := scoring.Line{Row: l.Row, Part: l.Part, Points: 1, Why: lang.Literal("fooled somebody"), Where: l.Where}
			l.Points--
			out = append(out, l, more)
		}
	}
	return out
}

func (c twice) Result() scoring.Result {
	r := c.counted.Result()
	dashes := make([]string, len(r.Rows))
	dashes[6] = "–"
	r.Parts[len(r.Parts)-1].Cells = dashes
	return r
}

// Nobody is hidden in the chart: lines that coincide show all their letters, and every letter ends at the right edge.
func TestChartHidesNobody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "people")
		c := counted{names: twelve[:n]}
		for range rapid.IntRange(2, 30).Draw(t, "parts") {
			c.paid = append(c.paid, rapid.SliceOfN(rapid.IntRange(-1, rapid.IntRange(0, 9).Draw(t, "most")), n, n).Draw(t, "paid"))
		}
		out := printed(t, "en", rapid.SampledFrom([]int{40, 80}).Draw(t, "width"), Course(c, nil), report.Table)
		chart, _, _ := strings.Cut(out, "\n1 ") // where the ranking begins
		labels := map[string]bool{}
		var ends string
		for _, line := range strings.Split(chart, "\n")[2:] {
			label, drawn, _ := strings.Cut(strings.Replace(line, "┼", "┤", 1), "┤")
			if labels[label] {
				t.Fatalf("%s twice in\n%s", label, chart)
			}
			labels[label] = true
			if strings.Contains(line, "┼") != (strings.TrimSpace(label) == "0") { // all lines begin at 0
				t.Fatalf("%q is not where 0 is in\n%s", line, chart)
			}
			if i := strings.LastIndexByte(drawn, ' '); i >= 0 {
				ends += drawn[i+1:]
			}
		}
		for row, m := range color.Marks(c.names, nil) {
			if !strings.Contains(ends, m.Letter) {
				t.Fatalf("%s ends nowhere: %q in\n%s", m.Letter, ends, chart)
			}
			if !strings.Contains(out, c.names[row]+" "+fmt.Sprint(c.Result().Points[row])+" ("+m.Letter+")") {
				t.Fatalf("%s is not named in\n%s", m.Letter, out)
			}
		}
	})
}

// A game whose parts are counted at once has no course, and its last part says something only when everybody has it.
func TestCountedAtOnce(t *testing.T) {
	for _, c := range []struct {
		paid    [][]int
		once    bool
		summary string
		chart   bool
	}{
		{[][]int{{1, 2}, {3, 4}}, false, "Round 2: Ana 4 (–) · Bia 6 (+4)", true},
		{[][]int{{1, 2}, {3, 4}}, true, "", false}, // the stand-in has a dash in its second part
		{[][]int{{1, 2}}, true, "Round 1: Ana 1 (+1) · Bia 2 (+2)", false},
		{nil, true, "", false},
	} {
		s := counted{names: []string{"Ana", "Bia"}, paid: c.paid, once: c.once}
		if got := printer("en", 80).Glance(Glance(s)); got != c.summary {
			t.Errorf("%v: %q, want %q", c.paid, got, c.summary)
		}
		if out := printed(t, "en", 80, Course(s, nil), report.Table); (out != "") != c.chart {
			t.Errorf("%v: %s", c.paid, out)
		}
	}
}

// Two people who are level all the way alternate in the chart.
func TestChartOfTwins(t *testing.T) {
	c := counted{names: []string{"Ana", "Bia"}, paid: [][]int{{1, 1}, {0, 0}}}
	out := printed(t, "en", 80, Course(c, nil), report.Table)
	for _, want := range []string{"  1┤", "BABABABA", " AB\n", "  0┼", "\n1. Ana 1 (A) · 1. Bia 1 (B)\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// A latecomer is a stand-in in which Ana has two rounds to herself before Eva comes; Zé never takes part.
type latecomer struct{ counted }

func (l latecomer) Ledger() (out []scoring.Line) {
	for _, l := range [][3]int{{0, 0, 1}, {0, 1, 1}, {1, 2, 3}} {
		out = append(out, scoring.Line{Row: l[0], Part: l[1], Points: l[2]})
	}
	return out
}

func (l latecomer) Result() scoring.Result {
	dashes := [][]string{{"", "–", "–"}, {"", "–", "–"}, {"–", "", "–"}}
	r := scoring.Result{Rows: []string{"Ana", "Eva", "Zé"}, Points: []int{2, 3, 0}, Ranks: []int{2, 1, 3}}
	for _, cells := range dashes {
		r.Parts = append(r.Parts, scoring.Part{Name: lang.Literal("x"), Cells: cells})
	}
	return r
}

// The line of a person who came late begins there, and goes on when the person sits out later.
func TestChartOfALatecomer(t *testing.T) {
	if got := fmt.Sprint(Course(latecomer{}, nil).Course.Since); got != "[0 2 3]" {
		t.Error(got)
	}
	out := printed(t, "en", 80, Course(latecomer{}, nil), report.Table)
	if strings.Count(out, "E") > 14 || strings.Count(out, "A") < 20 {
		t.Error(out)
	}
}

// Beside everybody is what the last part paid, in a word or two; beside an absent person there is nothing.
func TestGained(t *testing.T) {
	s := counted{names: []string{"Ana", "Bia"}, paid: [][]int{{5, 1}, {0, 3}}}
	for once, want := range map[bool]string{false: "Ana 5 false, Bia 4 true", true: "Ana 5 false, Bia 4 false"} {
		s.once = once
		var got []string
		for _, r := range Gained(absent{s}, nil) {
			got = append(got, fmt.Sprint(r.Name, " ", r.Points, " ", r.Got))
			if r.Got && (r.Paid.Points != 3 || r.Paid.Reasons(lang.NewLocalizer("en").Say) != "because") {
				t.Error(r.Paid)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := Gained(counted{names: []string{"Ana"}}, nil); got[0].Got {
		t.Error("nothing has paid yet", got)
	}
}

// absent is a stand-in in which the first person missed the last part.
type absent struct{ counted }

func (a absent) Ledger() []scoring.Line {
	all := a.counted.Ledger()
	return slices.DeleteFunc(all, func(l scoring.Line) bool { return l.Row == 0 && l.Part == len(a.paid)-1 })
}

func TestWhy(t *testing.T) {
	ttytest.Golden(t, "why.golden", printed(t, "en", 60, Why(evening()), report.Table))
}

// Nothing is ever wider than the window, whatever the names, and every total is shown.
func TestFitsTheWindow(t *testing.T) {
	pieces := []string{"a", "é", "e\u0301", "日", "🎲", "🎲\u200d🎲", "🇧🇷", "❤\ufe0f", "\U000f0000", "ש", " ", "-", "·"}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "people")
		c := counted{over: rapid.Bool().Draw(t, "over")}
		for i := range n {
			c.names = append(c.names, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 40).Draw(t, "name"), "")+fmt.Sprint(i))
		}
		for range rapid.IntRange(0, 30).Draw(t, "parts") {
			c.paid = append(c.paid, rapid.SliceOfN(rapid.IntRange(-21, 42), n, n).Draw(t, "paid"))
		}
		c.why = strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "why"), "")
		for i := range rapid.IntRange(0, 4).Draw(t, "steps") {
			c.steps = append(c.steps, scoring.Step{Say: lang.Literal(strings.Repeat("step ", i*9)), Where: lang.Literal(strings.Repeat("p", i*20))})
		}
		c.left = lang.Literal(rapid.SampledFrom([]string{"", "10 turns left", strings.Repeat("left ", 20)}).Draw(t, "left"))
		r := c.Result()
		r.Goal = rapid.SampledFrom([]int{0, 30, 1000}).Draw(t, "goal")
		tag := rapid.SampledFrom(lang.Languages).Draw(t, "language")
		width := rapid.IntRange(40, 200).Draw(t, "width")
		for name, d := range map[string]report.Doc{"Result": Result(c, nil), "Explained": Explained(c, nil), "Standings": standings(r), "Track": Track(r, nil), "Course": Course(c, nil), "Reasons": Reasons(c)} {
			out := printed(t, tag, width, d, report.Table)
			fits(t, out, width)
			for _, points := range r.Points {
				if name != "Course" && name != "Reasons" && !strings.Contains(out, fmt.Sprint(points)) {
					t.Fatalf("%s: no total %d in\n%s", name, points, out)
				}
			}
		}
		glance := printer(tag, width).Glance(Glance(c))
		fits(t, glance, width)
		for _, points := range r.Points {
			if len(c.paid) > 0 && !strings.Contains(glance, fmt.Sprint(points)) {
				t.Fatalf("no total %d in\n%s", points, glance)
			}
		}
	})
}

// Below a table no name is wrapped apart from its number, in any window, and no dot is alone in a line.
func TestNobodyApartFromTheirNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "people")
		c := counted{paid: [][]int{make([]int, n)}}
		for i := range n {
			c.names = append(c.names, strings.TrimSpace(strings.Repeat(rapid.SampledFrom([]string{"a", "ab ", "abc · ", "日"}).Draw(t, "piece"), rapid.IntRange(1, 8).Draw(t, "many")))+fmt.Sprint("x", i))
		}
		width := rapid.IntRange(40, 100).Draw(t, "width")
		out := printed(t, "en", width, Result(c, nil), report.Table)
		_, ranking, _ := strings.Cut(out, "over.\n")
		for line := range strings.SplitSeq(strings.TrimSuffix(ranking, "\n")+"\n"+printer("en", width).Glance(Glance(c)), "\n") {
			words := strings.Fields(line)
			if words[len(words)-1] == "·" {
				words = words[:len(words)-1]
			}
			if len(words) == 0 {
				t.Fatalf("a dot alone in\n%s", out)
			}
			if last := words[len(words)-1]; last != "0" && last != "(+0)" && line != "Round 1:" {
				t.Fatalf("%q ends in no number in\n%s", line, out)
			}
		}
	})
}

// read is a stand-in with notes and a tie.
type read struct{ counted }

func (c read) Result() scoring.Result {
	r := c.counted.Result()
	r.Readings = []lang.Text{lang.Literal("A note.")}
	r.Steps = []scoring.Step{{Say: lang.Literal("Level."), Where: lang.Literal("p. 1")}}
	return r
}

// The outcome and the ranking come last, since somebody reads them out.
func TestTheRankingStandsLast(t *testing.T) {
	s := read{counted{names: []string{"Ana", "Bia"}, paid: [][]int{{1, 2}}, over: true}}
	for want, d := range map[string]report.Doc{
		"╯\n* A note.\n\nThe tie, step by step — p. 1\n  1. Level.\n":                                                  Result(s, nil),
		"Round 1 — Rules, p. 1\n  +1  Ana: because\n  +2  Bia: because\n\nThe tie, step by step — p. 1\n  1. Level.\n": Explained(s, nil),
	} {
		want += "\nBia wins with 2 points.\n1. Bia 2 · 2. Ana 1\n"
		if out := printed(t, "en", 80, d, report.Table); !strings.HasSuffix(out, want) {
			t.Errorf("%s\nwant at its end\n%s", out, want)
		}
	}
}

// At a large table, people share a line only for the same points and the same reasons.
func TestSharedReasons(t *testing.T) {
	c := counted{names: twelve[:6], paid: [][]int{{2, 3, 2, 2, 0, 2}}}
	out := printed(t, "en", 80, Reasons(c), report.Table)
	if want := "Round 1\nAna, Caio, Davi and Fabiana Maria +2 each: because\nBia +3: because\nEva +0: because\n"; out != want {
		t.Errorf("%s\nwant %s", out, want)
	}
}

// Steps of a tie from two places in the rulebook, and from one.
func TestStepsOfATie(t *testing.T) {
	c := evening()
	for _, where := range []string{"Rules, p. 1", "Rules, p. 2"} {
		c.steps = []scoring.Step{{Say: lang.Literal("Level."), Where: lang.Literal("Rules, p. 1")}, {Say: lang.Literal("A vote."), Where: lang.Literal(where)}}
		table, markdown := "\nThe tie, step by step — Rules, p. 1\n  1. Level.\n  2. A vote.\n", "\n### The tie, step by step — Rules, p. 1\n\n1. Level.\n2. A vote.\n"
		if where != "Rules, p. 1" {
			table = "\nThe tie, step by step — Rules, p. 1\n  1. Level.\n  2. A vote. — Rules, p. 2\n"
			markdown = "\n### The tie, step by step — Rules, p. 1\n\n1. Level.\n2. A vote. — Rules, p. 2\n"
		}
		for want, all := range map[string][]string{
			table:    {printed(t, "en", 60, Result(c, nil), report.Table), printed(t, "en", 60, Explained(c, nil), report.Table), printed(t, "en", 60, Why(c), report.Table)},
			markdown: {printed(t, "en", 60, Explained(c, nil), report.Markdown)},
		} {
			for _, out := range all {
				if strings.Count(out, want) != 1 {
					t.Errorf("want once %s in\n%s", want, out)
				}
			}
		}
	}
}

// In Markdown a part is a heading and a payment a list item, and neither names nor reasons are markup.
func TestMarkdownOfReasons(t *testing.T) {
	c := counted{names: []string{"*A_b*", "[x](y)"}, paid: [][]int{{3, -1}}, why: "1 < 2 & #3"}
	out := printed(t, "en", 40, Explained(c, nil), report.Markdown)
	want := "\n### Round 1 — Rules, p. 1\n\n- +3 \\*A\\_b\\*: 1 \\< 2 \\& \\#3\n- -1 \\[x\\](y): 1 \\< 2 \\& \\#3\n"
	if !strings.HasSuffix(out, want) {
		t.Errorf("%s\nwant %s", out, want)
	}
}

// The names are repeated below the totals once the top may have scrolled away.
func TestNamesBelowATallTable(t *testing.T) {
	for parts, want := range map[int]int{8: 1, 9: 2} {
		c := counted{names: []string{"Ana", "Bia"}, paid: slices.Repeat([][]int{{0, 0}}, parts)}
		if out := printed(t, "en", 80, Result(c, nil), report.Table); strings.Count(out, "│ Ana │") != want {
			t.Errorf("%d parts: not %d times the names\n%s", parts, want, out)
		}
	}
}

// All rows have the same width, whatever characters a name consists of, and the name is printed as it is.
func TestColumnsAlign(t *testing.T) {
	names := []string{"Ana", "👨\u200d👩\u200d👧 Silva", "🇧🇷", "❤\ufe0f", "Joa\u0303o", "\U000f0000\U000f0000", "日本"}
	c := counted{names: names, paid: [][]int{make([]int, len(names))}}
	out := printed(t, "en", 80, standings(c.Result()), report.Table)
	for line := range strings.Lines(out) {
		if ansi.StringWidth(line) != ansi.StringWidth(out[:strings.IndexByte(out, '\n')]) {
			t.Errorf("another width: %s", line)
		}
	}
	for _, n := range names {
		if !strings.Contains(out, " "+n+" ") {
			t.Errorf("no %q in\n%s", n, out)
		}
	}
}

// However many parts there are, no more are tried than fit the window.
func TestManyParts(t *testing.T) {
	print := func(n int) float64 {
		c := counted{names: slices.Repeat([]string{"Ana"}, 12), paid: slices.Repeat([][]int{make([]int, 12)}, n)}
		return testing.AllocsPerRun(1, func() { printed(t, "en", 40, Result(c, nil), report.Table) })
	}
	if few, many := print(100), print(1000); many > 20*few {
		t.Errorf("ten times the parts take %v allocations instead of %v", many, few)
	}
}

func TestJSON(t *testing.T) {
	ttytest.Golden(t, "result.json", printed(t, "en", 80, Result(evening(), nil), report.JSON))
}

func TestCSV(t *testing.T) {
	out := printed(t, "pt-BR", 80, Result(evening(), nil), report.CSV)
	lines, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(lines) != 6 || lines[0][4] != "x|y" || lines[4][0] != "Total" || lines[5][0] != "Posição" {
		t.Error(lines, err)
	}
}
