package results

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

func game(s scoring.State) Game {
	return Game{
		Name: lang.Literal("Tiddlywinks"), Tags: []lang.Text{lang.Literal("by night")}, Day: time.Date(2026, 11, 2, 20, 0, 0, 0, time.UTC),
		Table: setup.Table{Players: s.Result().Rows}, State: s,
	}
}

// small is a game of three people who are level at the end.
func small() Game {
	c := counted{names: []string{"Caio", "Ana", "<Bia>"}, paid: [][]int{{1, 3, 0}, {1, 0, 5}, {1, 2, 0}}, over: true, why: "found <it>", mark: "+2"}
	c.steps = []scoring.Step{{Say: lang.Literal("Level with 5 points."), Where: lang.Literal("Rules, p. 2")}}
	g := game(c)
	g.Photos = []report.Photo{{Name: "Ana", JPEG: []byte("JPEG")}, {Name: "<Bia>"}}
	return g
}

func sent(t *testing.T, f report.Format, g Game, tag string) string {
	t.Helper()
	return printed(t, tag, 80, Keepsake(g), f)
}

func TestKeepsakes(t *testing.T) {
	for ext, f := range map[string]report.Format{"html": report.HTML, "svg": report.SVG, "txt": report.Chat} {
		for _, tag := range lang.Languages {
			ttytest.Golden(t, "small-"+tag+"."+ext, sent(t, f, small(), tag))
		}
	}
}

func TestText(t *testing.T) {
	names := []string{"Ana", "Bia", "Caio", "Davi"}
	for _, c := range []struct {
		name string
		g    scoring.State
		want string
	}{
		{"medals for the first three ranks", counted{names: names, paid: [][]int{{9, 4, 4, 1}}, over: true}, "🥇 Ana 9|🥈 Bia 4|🥈 Caio 4|4. Davi 1|Ana wins with 9 points."},
		{"no medal before the end", counted{names: names[:2], paid: [][]int{{1, 4}}}, "1. Bia 4|2. Ana 1|The game is not over."},
		{"the most at once, and the lead", counted{names: names[:2], paid: [][]int{{1, 0}, {0, 5}, {4, 0}, {1, 0}}, over: true}, "🥇 Ana 6|🥈 Bia 5|Ana wins with 6 points.|Most at once: Bia, +5 (Round 2).|The lead changed hands 2 times."},
		{"nothing to remark", counted{names: names[:2], paid: [][]int{{3, 0}, {3, 0}, {1, 0}}, over: true}, "🥇 Ana 7|🥈 Bia 0|Ana wins with 7 points."},
		{"nor where the fewest win", golf{counted{names: names[:2], paid: [][]int{{3, 1}, {0, 7}, {1, 0}}, over: true}}, "🥇 Ana 4|🥈 Bia 8|Ana wins with 4 points."},
		{"nor after two parts", counted{names: names[:2], paid: [][]int{{3, 1}, {0, 7}}, over: true}, "🥇 Bia 8|🥈 Ana 3|Bia wins with 8 points."},
	} {
		got := strings.TrimPrefix(sent(t, report.Chat, game(c.g), "en"), "Tiddlywinks, by night · 2026-11-02\n")
		if want := strings.ReplaceAll(c.want, "|", "\n") + "\n"; got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// Teams are listed with their members.
func TestTeams(t *testing.T) {
	g := game(counted{names: []string{"Foxes", "Owls"}, paid: [][]int{{1, 0}}})
	g.Table = setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}, Teams: []setup.Team{{Name: "Foxes", Seats: []int{0, 2}}, {Name: "Owls", Seats: []int{1, 3}}}}
	if page := sent(t, report.HTML, g, "pt-BR"); !strings.Contains(page, "· Foxes (Ana e Caio) · Owls (Bia e Davi)</p>") || strings.Contains(page, "<svg") {
		t.Error(page)
	}
}

// With many people the heads of columns are upright, and with many parts the letters on paper are small.
func TestKindsOfTables(t *testing.T) {
	for kind, size := range map[string][2]int{"": {4, 24}, " many": {5, 2}, " many most": {9, 2}, " long": {2, 25}} {
		g := game(counted{names: slices.Repeat([]string{"Ana"}, size[0]), paid: slices.Repeat([][]int{make([]int, size[0])}, size[1])})
		if page := sent(t, report.HTML, g, "en"); !strings.Contains(page, `<table class="parts`+kind+`">`) {
			t.Errorf("%v is not%s", size, kind)
		}
	}
}

// The picture has the parts side by side as long as they fit.
func TestPictureOfManyParts(t *testing.T) {
	for parts, want := range map[int]int{16: 16, 17: 0} {
		g := game(counted{names: []string{"Ana", "Bia"}, paid: slices.Repeat([][]int{{1, 2}}, parts)})
		if n := strings.Count(sent(t, report.SVG, g, "en"), "rotate(-90)"); n != want {
			t.Errorf("%d parts: %d heads", parts, n)
		}
	}
}
