package results

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Aloud a result is who won and everybody in a sentence: no table, no track and no chart.
func TestAloud(t *testing.T) {
	s := counted{names: []string{"Ana", "Bia", "Caio"}, paid: [][]int{{4, 5, 4}, {5, 2, 5}}, over: true}
	r := s.Result()
	racing := scoring.Result{Rows: r.Rows, Points: []int{1, 3, 2}, Ranks: []int{3, 1, 13}, Goal: 30}
	var out strings.Builder
	for tag, all := range map[string]map[string]func(report.Printer) error{
		"en": {
			"Ana and Caio share the victory with 9 points each.\nAna, first, 9 points. Round 1: 4.\nCaio, first, 9 points. Round 1: 4, Round 2: 5.\nBia, third, 7 points. Round 1: 5, Round 2: 2.\n": func(p report.Printer) error {
				return p.Print(Result(s, nil), report.Table)
			},
			"Bia, first, 3 points.\nAna, third, 1 point.\nCaio, place 13, 2 points.\nThe game ends at 30 points.\n": func(p report.Printer) error { return p.Print(Track(racing, nil), report.Table) },
			"Ana, first, 9 points.\nCaio, first, 9 points.\nBia, third, 7 points.\n2 turns left.\n": func(p report.Printer) error {
				s := s
				s.left = lang.Literal("2 turns left")
				return p.Print(standings(s.Result()), report.Table)
			},
			"In front: after Round 1 Bia; after Round 2 Ana and Caio.\n": func(p report.Printer) error { return p.Print(Course(s, nil), report.Table) },
			"In front: after Round 1 Ana and Caio; after Round 2 Bia.\n": func(p report.Printer) error { return p.Print(Course(fewest{s}, nil), report.Table) },
			"Name:\nAna: Points 3, # 1.\nBia.\n": func(p report.Printer) error {
				return p.Print(report.Doc{Grid: &report.Grid{
					Columns: []report.Column{{Head: report.Player}, {Head: report.Points, Spare: 9}, {}, {Head: report.Number}},
					Rows:    []report.Row{{Cells: []report.Cell{"Ana", "3", "██", 1}}, {Cells: []report.Cell{"Bia", "–", "", ""}}},
				}}, report.Table)
			},
		},
		"pt-BR": {
			"Bia, primeiro lugar, 3 pontos.\nAna, terceiro lugar, 1 ponto.\nCaio, lugar 13, 2 pontos.\nA partida acaba com 30 pontos.\n": func(p report.Printer) error { return p.Print(Track(racing, nil), report.Table) },
		},
	} {
		p := report.Printer{Out: &out, Voice: lang.NewLocalizer(tag, report.Texts, Texts, lang.Texts), Width: 80}
		p.Voice.Aloud = true
		for want, print := range all {
			out.Reset()
			if err := print(p); err != nil || out.String() != want {
				t.Errorf("%v\n%s\nwant\n%s", err, out.String(), want)
			}
		}
	}
}

// fewest is a game in which the fewest points are in front.
type fewest struct{ counted }

func (f fewest) Result() scoring.Result {
	r := f.counted.Result()
	r.Fewest = true
	return r
}

// With every reason the table is heard first, and the parts after it; data is what it is for everybody.
func TestExplainedAloud(t *testing.T) {
	s := evening()
	var out, data, was strings.Builder
	p := report.Printer{Out: &out, Voice: lang.NewLocalizer("en", report.Texts, Texts, lang.Texts), Width: 80}
	if err := (report.Printer{Out: &was, Voice: p.Voice, Width: 80}).Print(Explained(s, nil), report.Markdown); err != nil {
		t.Fatal(err)
	}
	p.Voice.Aloud = true
	if err := p.Print(Explained(s, nil), report.Table); err != nil || !strings.HasPrefix(out.String(), "Zoé 🎲 wins with 16 points.\nZoé 🎲, first, 16 points.\n") || !strings.Contains(out.String(), "\nRound 1 — Rules, p. 1\n  +6  Bernardo") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if err := (report.Printer{Out: &data, Voice: p.Voice, Width: 80}).Print(Explained(s, nil), report.Markdown); err != nil || data.String() != was.String() {
		t.Errorf("%v\n%s", err, data.String())
	}
}
