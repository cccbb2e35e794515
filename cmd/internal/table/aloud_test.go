package table

import (
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Aloud a result is who won and everybody in a sentence: no table, no track and no chart.
func TestAloud(t *testing.T) {
	s := counted{names: []string{"Ana", "Bia", "Caio"}, paid: [][]int{{4, 5, 4}, {5, 2, 5}}, over: true}
	r := s.Result()
	racing := scoring.Result{Rows: r.Rows, Points: []int{1, 3, 2}, Ranks: []int{3, 1, 13}, Goal: 30}
	var out strings.Builder
	for tag, all := range map[string]map[string]func(Printer) error{
		"en": {
			"Ana and Caio share the victory with 9 points each.\nAna, first, 9 points. Round 1: 4.\nCaio, first, 9 points. Round 1: 4, Round 2: 5.\nBia, third, 7 points. Round 1: 5, Round 2: 2.\n": func(p Printer) error {
				return p.Result(s, Table)
			},
			"Bia, first, 3 points.\nAna, third, 1 point.\nCaio, place 13, 2 points.\nThe game ends at 30 points.\n": func(p Printer) error { return p.Track(racing) },
			"Ana, first, 9 points.\nCaio, first, 9 points.\nBia, third, 7 points.\n2 turns left.\n": func(p Printer) error {
				s := s
				s.left = lang.Literal("2 turns left")
				return p.Standings(s.Result())
			},
			"In front: after Round 1 Bia; after Round 2 Ana and Caio.\n": func(p Printer) error { return p.Chart(s) },
			"In front: after Round 1 Ana and Caio; after Round 2 Bia.\n": func(p Printer) error { return p.Chart(fewest{s}) },
			"Name:\nAna: Points 3, # 1.\nBia.\n": func(p Printer) error {
				return p.List([]Column{
					{Head: player, Cells: []string{"Ana", "Bia"}}, {Head: points, Cells: []string{"3", "–"}, Spare: 9}, {Cells: []string{"██", ""}}, {Head: number, Cells: []string{"1", ""}},
				}, Table)
			},
		},
		"pt-BR": {
			"Bia, primeiro lugar, 3 pontos.\nAna, terceiro lugar, 1 ponto.\nCaio, lugar 13, 2 pontos.\nA partida acaba com 30 pontos.\n": func(p Printer) error { return p.Track(racing) },
		},
	} {
		p := Printer{Out: &out, Voice: lang.NewLocalizer(tag, Texts, lang.Texts), Width: 80}
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
	p := Printer{Out: &out, Voice: lang.NewLocalizer("en", Texts, lang.Texts), Width: 80}
	if err := (Printer{Out: &was, Voice: p.Voice, Width: 80}).Explained(s, Markdown); err != nil {
		t.Fatal(err)
	}
	p.Voice.Aloud = true
	if err := p.Explained(s, Table); err != nil || !strings.HasPrefix(out.String(), "Zoé 🎲 wins with 16 points.\nZoé 🎲, first, 16 points.\n") || !strings.Contains(out.String(), "\nRound 1\n  +6  Bernardo") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if err := (Printer{Out: &data, Voice: p.Voice, Width: 80}).Explained(s, Markdown); err != nil || data.String() != was.String() {
		t.Errorf("%v\n%s", err, data.String())
	}
}
