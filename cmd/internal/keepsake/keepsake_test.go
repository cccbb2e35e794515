package keepsake

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// counted is a stand-in: parts pay what they hold.
type counted struct {
	names []string
	paid  [][]int // by part and row
	over  bool
	few   bool // the fewest points win
	steps []scoring.Step
}

func (c counted) Apply(scoring.Event) (scoring.State, error) { return c, scoring.ErrUnknown }

func (c counted) Ledger() []scoring.Line {
	var out []scoring.Line
	for part, row := range c.paid {
		for i, n := range row {
			out = append(out, scoring.Line{Row: i, Part: part, Points: n, Why: lang.Literal("found <it>"), Where: lang.Literal("Rules, p. 1")})
		}
	}
	return out
}

func (c counted) Result() scoring.Result {
	r := scoring.Result{Game: "x", Rows: c.names, Points: scoring.Totals(c.Ledger(), len(c.names)), Steps: c.steps}
	if r.Ranks = scoring.Ranks(r.Points); c.few {
		r.Ranks = scoring.Ranks(scoring.Fewest(r.Points))
	}
	for i := range c.paid {
		r.Parts = append(r.Parts, scoring.Part{Name: lang.Literal(fmt.Sprint("Round ", i+1))})
	}
	if len(r.Parts) > 1 {
		r.Parts[1].Mark, r.Parts[1].Cells = "+2", append([]string{"–"}, make([]string, len(c.names)-1)...)
	}
	if c.over {
		return r.Decide()
	}
	return r
}

func game(c counted) Game {
	return Game{
		Name: lang.Literal("Tiddlywinks"), Tags: []lang.Text{lang.Literal("by night")}, Day: time.Date(2026, 11, 2, 20, 0, 0, 0, time.UTC),
		Table: setup.Table{Players: c.names}, State: c,
	}
}

// small is a game of three, level at the end.
func small() Game {
	c := counted{names: []string{"Caio", "Ana", "<Bia>"}, paid: [][]int{{1, 3, 0}, {1, 0, 5}, {1, 2, 0}}, over: true}
	c.steps = []scoring.Step{{Say: lang.Literal("Level with 5 points."), Where: lang.Literal("Rules, p. 2")}}
	g := game(c)
	g.Photos = []Photo{{"Ana", []byte("JPEG")}, {"<Bia>", nil}}
	return g
}

func voice(tag string) *lang.Localizer {
	return lang.NewLocalizer(tag, Texts, results.Texts, lang.Texts)
}

type writes func(io.Writer, Game, *lang.Localizer) error

func said(t *testing.T, w writes, g Game, tag string) string {
	t.Helper()
	var out bytes.Buffer
	if err := w(&out, g, voice(tag)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	for ext, w := range map[string]writes{"html": HTML, "svg": SVG, "txt": Text} {
		for _, tag := range lang.Languages {
			file := filepath.Join("testdata", "small-"+tag+"."+ext)
			got := said(t, w, small(), tag)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(file); err != nil || got != string(want) {
				t.Errorf("%s: %v\n%s", file, err, got)
			}
		}
	}
}

func TestText(t *testing.T) {
	names := []string{"Ana", "Bia", "Caio", "Davi"}
	for _, c := range []struct {
		name string
		g    counted
		want string
	}{
		{"medals for the first three ranks", counted{names: names, paid: [][]int{{9, 4, 4, 1}}, over: true}, "🥇 Ana 9|🥈 Bia 4|🥈 Caio 4|4. Davi 1|Ana wins with 9 points."},
		{"no medal before the end", counted{names: names[:2], paid: [][]int{{1, 4}}}, "1. Bia 4|2. Ana 1|The game is not over."},
		{"the most at once, and the lead", counted{names: names[:2], paid: [][]int{{1, 0}, {0, 5}, {4, 0}, {1, 0}}, over: true}, "🥇 Ana 6|🥈 Bia 5|Ana wins with 6 points.|Most at once: Bia, +5 (Round 2).|The lead changed hands 2 times."},
		{"nothing to remark", counted{names: names[:2], paid: [][]int{{3, 0}, {3, 0}, {1, 0}}, over: true}, "🥇 Ana 7|🥈 Bia 0|Ana wins with 7 points."},
		{"nor where the fewest win", counted{names: names[:2], paid: [][]int{{3, 1}, {0, 7}, {1, 0}}, over: true, few: true}, "🥇 Ana 4|🥈 Bia 8|Ana wins with 4 points."},
		{"nor after two parts", counted{names: names[:2], paid: [][]int{{3, 1}, {0, 7}}, over: true}, "🥇 Bia 8|🥈 Ana 3|Bia wins with 8 points."},
	} {
		got := strings.TrimPrefix(said(t, Text, game(c.g), "en"), "Tiddlywinks, by night · 2026-11-02\n")
		if want := strings.ReplaceAll(c.want, "|", "\n") + "\n"; got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// Teams are named with who is in them.
func TestTeams(t *testing.T) {
	g := game(counted{names: []string{"Foxes", "Owls"}, paid: [][]int{{1, 0}}})
	g.Table = setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, Teams: []setup.Team{{Name: "Foxes", Seats: []int{0, 2}}, {Name: "Owls", Seats: []int{1, 3}}}}
	if page := said(t, HTML, g, "pt-BR"); !strings.Contains(page, "· Foxes (Ana e Caio) · Owls (Bia e Davi)</p>") || strings.Contains(page, "<svg") {
		t.Error(page)
	}
}

// Heads of columns stand upright where many play, and letters are small on paper where there are many parts.
func TestKindsOfTables(t *testing.T) {
	for kind, size := range map[string][2]int{"": {4, 24}, " many": {5, 2}, " many most": {9, 2}, " long": {2, 25}} {
		g := game(counted{names: slices.Repeat([]string{"Ana"}, size[0]), paid: slices.Repeat([][]int{make([]int, size[0])}, size[1])})
		if page := said(t, HTML, g, "en"); !strings.Contains(page, `<table class="parts`+kind+`">`) {
			t.Errorf("%v is not%s", size, kind)
		}
	}
}

// The parts stand in the picture side by side as long as there is room.
func TestPictureOfManyParts(t *testing.T) {
	for parts, want := range map[int]int{mostParts: mostParts, mostParts + 1: 0} {
		g := game(counted{names: []string{"Ana", "Bia"}, paid: slices.Repeat([][]int{{1, 2}}, parts)})
		if n := strings.Count(said(t, SVG, g, "en"), "rotate(-90)"); n != want {
			t.Errorf("%d parts: %d heads", parts, n)
		}
	}
}

// Whatever the totals are and however many play, the lines and their names are in the chart.
func TestChartHasRoomForAll(t *testing.T) {
	for _, paid := range [][][]int{{{-3, 5}, {-6, 20}}, {{-3, -5}, {-6, -2}}, {{0, 0}, {0, 0}}, {make([]int, 40), make([]int, 40)}} {
		g := game(counted{names: slices.Repeat([]string{"Ana"}, len(paid[0])), paid: paid})
		c := newWriter(g, voice("en")).chart(frame{W: 400, H: 200, size: 12, labels: 100})
		within := func(what string, y float64) {
			if y < c.Top || y > c.Bottom || c.Bottom > c.H {
				t.Errorf("%v: %s at %v, from %v to %v of %v", paid, what, y, c.Top, c.Bottom, c.H)
			}
		}
		for _, m := range c.Levels {
			within("a level", m.At)
		}
		for row, l := range c.Lines {
			within("a label", l.LabelY)
			for _, point := range strings.Fields(l.Points) {
				var x, y float64
				if _, err := fmt.Sscanf(point, "%f,%f", &x, &y); err != nil || x < c.Left || x > c.Right {
					t.Error(point, err)
				}
				within("a line", y)
			}
			if k := row % len(color.All); l.Kind != k || l.Color != color.All[k].Day || l.Dash != color.All[k].Dash || l.Width < 1.5 {
				t.Errorf("line %d: %+v", row, l)
			}
		}
	}
}

// Labels of lines that end together stay apart, in order, and in the chart.
func TestSpread(t *testing.T) {
	for _, at := range [][]float64{{50, 50, 50}, {0, 1, 100}, {100, 99, 98, 97}, {10, 50, 90}, {0, 0, 100, 100, 50}} {
		lines := make([]line, len(at))
		for i, y := range at {
			lines[i].LabelY = y
		}
		spread(lines, 20, 0, 100)
		got := make([]float64, len(at))
		for i, l := range lines {
			got[i] = l.LabelY
			if l.LabelY < 0 || l.LabelY > 100 {
				t.Errorf("%v: %v", at, l.LabelY)
			}
			for k := range i {
				if at[k] < at[i] && lines[k].LabelY >= l.LabelY {
					t.Errorf("%v: out of order", at)
				}
			}
		}
		slices.Sort(got)
		for i := 1; i < len(got); i++ {
			if got[i]-got[i-1] < 20 {
				t.Errorf("%v: %v", at, got)
			}
		}
	}
	alone := []line{{LabelY: 10}, {LabelY: 50}}
	if spread(alone, 20, 0, 100); alone[0].LabelY != 10 || alone[1].LabelY != 50 {
		t.Error("labels that have room were moved")
	}
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		lo, hi int
		want   []int
	}{{0, 0, []int{0}}, {0, 5, []int{0, 1, 2, 3, 4, 5}}, {0, 33, []int{0, 10, 20, 30}}, {-12, 40, []int{-10, 0, 10, 20, 30, 40}}, {0, 70_000, []int{0, 20_000, 40_000, 60_000}}} {
		if got := levels(c.lo, c.hi); !slices.Equal(got, c.want) {
			t.Errorf("%d to %d: %v", c.lo, c.hi, got)
		}
	}
}

func TestMeasure(t *testing.T) {
	if s := cut("Bernardo de Alcântara", 60, 12); !strings.HasSuffix(s, "…") || wide(s, 12) > 60 || len(s) < 8 {
		t.Error(s)
	}
	if s := cut("Ana", 60, 12); s != "Ana" {
		t.Error(s)
	}
	if wide("日本", 10) <= wide("ab", 10) || wide("WW", 10) <= wide("nn", 10) || wide("ii", 10) >= wide("nn", 10) {
		t.Error("wide letters are not wide")
	}
	lines := wrap("Tied on everything: Ana and Bernardo", 100, 12)
	if strings.Join(lines, " ") != "Tied on everything: Ana and Bernardo" || len(lines) < 3 {
		t.Error(lines)
	}
	for _, l := range lines {
		if wide(l, 12) > 100 {
			t.Errorf("%q is too wide", l)
		}
	}
}
