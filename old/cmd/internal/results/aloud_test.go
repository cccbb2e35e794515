package results

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// Read aloud, a result is the winner and a sentence for each person: no table, no track and no chart.
func TestAloud(t *testing.T) {
	s := counted{names: []string{"Ana", "Bia", "Caio"}, paid: [][]int{{4, 5, 4}, {5, 2, 5}}, over: true}
	r := s.Result()
	racing := Track(scoring.Result{Rows: r.Rows, Points: []int{1, 3, 2}, Ranks: []int{3, 1, 13}, Goal: 30}, nil)
	r.Left = lang.Literal("2 turns left")
	list := report.Doc{Grid: &report.Grid{
		Columns: []report.Column{{Head: report.Player}, {Head: report.Points, Spare: 9}, {}, {Head: report.Number}},
		Rows:    []report.Row{{Cells: []report.Cell{"Ana", "3", "██", 1}}, {Cells: []report.Cell{"Bia", "–", "", ""}}},
	}}
	for _, c := range []struct {
		tag  string
		doc  report.Doc
		want string
	}{
		{"en", Result(s, nil), "Ana and Caio share the victory with 9 points each.\nAna, first, 9 points. Round 1: 4.\nCaio, first, 9 points. Round 1: 4, Round 2: 5.\nBia, third, 7 points. Round 1: 5, Round 2: 2.\n"},
		{"en", racing, "Bia, first, 3 points.\nAna, third, 1 point.\nCaio, place 13, 2 points.\nThe game ends at 30 points.\n"},
		{"pt-BR", racing, "Bia, primeiro lugar, 3 pontos.\nAna, terceiro lugar, 1 ponto.\nCaio, lugar 13, 2 pontos.\nA partida acaba com 30 pontos.\n"},
		{"en", standings(r), "Ana, first, 9 points.\nCaio, first, 9 points.\nBia, third, 7 points.\n2 turns left.\n"},
		{"en", Course(s, nil), "In front: after Round 1 Bia; after Round 2 Ana and Caio.\n"},
		{"en", Course(fewest{s}, nil), "In front: after Round 1 Ana and Caio; after Round 2 Bia.\n"},
		{"en", list, "Name:\nAna: Points 3, # 1.\nBia.\n"},
	} {
		if got := heardIn(t, c.tag, c.doc, report.Table); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// heardIn returns a report as a listener hears it.
func heardIn(t *testing.T, tag string, d report.Doc, f report.Format) string {
	t.Helper()
	p := printer(tag, 80)
	p.Voice.Aloud = true
	return printedBy(t, p, d, f)
}

// fewest is a game in which the fewest points are in front.
type fewest struct{ counted }

func (f fewest) Result() scoring.Result {
	r := f.counted.Result()
	r.Fewest = true
	return r
}

// With every reason, the standings are heard first and the parts after them. Data is the same for listeners and readers.
func TestExplainedAloud(t *testing.T) {
	d := Explained(evening(), nil)
	if out := heardIn(t, "en", d, report.Table); !strings.HasPrefix(out, "Zoé 🎲 wins with 16 points.\nZoé 🎲, first, 16 points.\n") || !strings.Contains(out, "\nRound 1 — Rules, p. 1\n  +6  Bernardo") {
		t.Error(out)
	}
	if heard, seen := heardIn(t, "en", d, report.Markdown), printed(t, "en", 80, d, report.Markdown); heard != seen {
		t.Errorf("%s\nwant\n%s", heard, seen)
	}
}
