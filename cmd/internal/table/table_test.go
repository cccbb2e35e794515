package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// counted is a stand-in: parts pay what they hold.
type counted struct {
	names []string
	paid  [][]int
	over  bool
}

func (c counted) Apply(scoring.Event) (scoring.State, error) { return c, scoring.ErrUnknown }

func (c counted) Ledger() []scoring.Line {
	var out []scoring.Line
	for part, row := range c.paid {
		for i, n := range row {
			out = append(out, scoring.Line{Row: i, Part: part, Points: n, Why: lang.As("because"), Where: lang.As("Rules, p. 1")})
		}
	}
	return out
}

func (c counted) Result() scoring.Result {
	r := scoring.Result{Game: "x", Rows: c.names, Points: scoring.Totals(c.Ledger(), len(c.names))}
	r.Ranks = scoring.Ranks(r.Points)
	for i := range c.paid {
		r.Parts = append(r.Parts, scoring.Part{Name: lang.As(fmt.Sprint("Round ", i+1))})
	}
	if len(r.Parts) > 1 {
		r.Parts[1].Mark, r.Parts[1].Cells = "VIP×2", append([]string{"–"}, make([]string, len(c.names)-1)...)
	}
	if c.over {
		return r.Decide()
	}
	return r
}

func evening() counted {
	return counted{
		names: []string{"Bernardo de Alcântara", "Zoé 🎲", "日本 太郎", "x|y"},
		paid:  [][]int{{6, -3, 3, 1}, {0, 18, 9, 3}, {1, 1, -3, 6}}, over: true,
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
	}
}

func TestGolden(t *testing.T) {
	many := counted{names: []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabiana Maria", "Gil", "Heitor", "Ian", "Júlia", "Kátia", "Luís"}}
	for i := range 9 {
		row := make([]int, 12)
		for k := range row {
			row[k] = (i*k + k) % 7
		}
		many.paid = append(many.paid, row)
	}
	for _, tag := range lang.Languages {
		for _, width := range []int{40, 80} {
			for _, f := range []Format{Table, Markdown} {
				var out bytes.Buffer
				p := Page{&out, lang.NewVoice(tag, Texts, lang.Texts), width}
				for _, s := range []counted{evening(), many} {
					if err := p.Result(s, f); err != nil {
						t.Fatal(err)
					}
				}
				if err := p.Standings(evening().Result()); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintln(&out, p.Glance(evening()))
				golden(t, fmt.Sprintf("%s-%d-%s.golden", tag, width, f), out.String())
			}
		}
	}
}

func TestCourse(t *testing.T) {
	var out bytes.Buffer
	c := counted{names: []string{"Ana", "Bernardo de Alcântara", "日本 太郎"}, paid: [][]int{{3, 0, 2}, {0, 5, 3}, {3, 3, 0}, {2, 2, 6}, {-4, 0, 3}}}
	for _, width := range []int{40, 80} {
		p := Page{&out, lang.NewVoice("pt-BR", Texts), width}
		r := c.Result()
		r.Goal = 30
		for _, err := range []error{p.Reasons(c), p.Track(r), p.Course(c)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if ansi.StringWidth(line) > width {
				t.Errorf("wider than %d: %s", width, line)
			}
		}
	}
	golden(t, "course.golden", out.String())
}

func TestWhy(t *testing.T) {
	var out bytes.Buffer
	if err := (Page{&out, lang.NewVoice("en"), 60}).Why(evening()); err != nil {
		t.Fatal(err)
	}
	golden(t, "why.golden", out.String())
}

// Nothing is ever wider than the window, whatever the names, and every total is there.
func TestFitsTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "people")
		c := counted{over: rapid.Bool().Draw(t, "over")}
		for i := range n {
			c.names = append(c.names, rapid.StringOfN(rapid.SampledFrom([]rune("aé日🎲ש ́")), 1, 40, -1).Draw(t, "name")+fmt.Sprint(i))
		}
		for range rapid.IntRange(0, 30).Draw(t, "parts") {
			c.paid = append(c.paid, rapid.SliceOfN(rapid.IntRange(-21, 42), n, n).Draw(t, "paid"))
		}
		var out bytes.Buffer
		p := Page{&out, lang.NewVoice("en"), rapid.IntRange(40, 200).Draw(t, "width")}
		if err := p.Result(c, Table); err != nil {
			t.Fatal(err)
		}
		if err := p.Standings(c.Result()); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if w := ansi.StringWidth(line); w > p.Width {
				t.Fatalf("%d columns in a window of %d:\n%s", w, p.Width, out.String())
			}
		}
		for _, points := range c.Result().Points {
			if !strings.Contains(out.String(), fmt.Sprint(points)) {
				t.Fatalf("no total %d in\n%s", points, out.String())
			}
		}
	})
}

// However many parts there are, only as many are tried as a window has room for.
func TestManyParts(t *testing.T) {
	print := func(n int) float64 {
		c := counted{names: slices.Repeat([]string{"Ana"}, 12), paid: slices.Repeat([][]int{make([]int, 12)}, n)}
		p := Page{io.Discard, lang.NewVoice("en", Texts, lang.Texts), 40}
		return testing.AllocsPerRun(1, func() {
			if err := p.Result(c, Table); err != nil {
				t.Error(err)
			}
		})
	}
	if few, many := print(100), print(1000); many > 20*few {
		t.Errorf("ten times the parts take %v allocations instead of %v", many, few)
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := (Page{&out, lang.NewVoice("en"), 80}).Result(evening(), JSON); err != nil {
		t.Fatal(err)
	}
	golden(t, "result.json", out.String())
	var back map[string]any
	if err := json.Unmarshal(out.Bytes(), &back); err != nil {
		t.Error(err)
	}
}

func TestCSV(t *testing.T) {
	var out bytes.Buffer
	if err := (Page{&out, lang.NewVoice("pt-BR", Texts), 80}).Result(evening(), CSV); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(lines) != 6 || lines[0][4] != "x|y" || lines[4][0] != "Total" || lines[5][0] != "Lugar" {
		t.Error(lines, err)
	}
}

// A name cannot move the cursor, turn the line around, or break a Markdown table.
func TestHarmlessNames(t *testing.T) {
	var out bytes.Buffer
	c := counted{names: []string{"\x1b[2Jx", "a\u202eb", "p|q"}, paid: [][]int{{1, 2, 3}}}
	p := Page{&out, lang.NewVoice("en"), 80}
	for _, f := range []Format{Table, Markdown, CSV} {
		if err := p.Result(c, f); err != nil {
			t.Fatal(err)
		}
	}
	if s := out.String(); strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, `p\|q`) {
		t.Errorf("%q", s)
	}
}
