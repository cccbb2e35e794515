package results

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

var update = flag.Bool("update", false, "rewrites the files in testdata")

// A played is a sheet that was scored, with the game before its last event.
type played struct {
	game          scoring.Game
	before, after scoring.State
}

func play(t *testing.T, file string) (p played) {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scoring.ReadSheet(shelf.Find, raw)
	if err != nil {
		t.Fatal(err)
	}
	p.game = s.Game
	if p.after, err = s.Score(); err != nil {
		t.Fatal(err)
	}
	begun, err := s.Game.Begin(s.Table)
	if err != nil {
		t.Fatal(err)
	}
	if p.before, err = s.Game.Fold(begun, s.Events[:len(s.Events)-1]); err != nil {
		t.Fatal(err)
	}
	return p
}

// All reports of two games are as they were read by a person.
func TestReports(t *testing.T) {
	for _, file := range []string{"dixit", "versus"} {
		p := play(t, file+".yaml")
		docs := func(l lang.Lang) map[string]report.Doc {
			return map[string]report.Doc{
				"result": Result(l, p.game, p.after, true), "turn": Turn(l, p.game, p.before, p.after),
				"standings": Standings(l, p.game, p.before), "final": Final(l, p.game, p.after), "why": Why(l, p.game, p.after),
			}
		}
		for _, name := range []string{"result", "turn", "standings", "final", "why"} {
			golden(t, file+"-"+name+".txt", printed(t, report.Printer{Width: 80}, docs(lang.English)[name], report.Terminal))
			golden(t, file+"-"+name+"-40.txt", printed(t, report.Printer{Width: 40}, docs(lang.Portuguese)[name], report.Terminal))
			golden(t, file+"-"+name+"-aloud.txt", printed(t, report.Printer{Plain: true}, docs(lang.English)[name], report.Terminal))
		}
		golden(t, file+".json", printed(t, report.Printer{}, docs(lang.English)["result"], report.JSON))
	}
}

func printed(t *testing.T, p report.Printer, d report.Doc, f report.Format) string {
	t.Helper()
	var b bytes.Buffer
	p.W = &b
	if err := p.Print(d, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	file = "testdata/" + file
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s: %v\n%s\nwant\n%s", file, err, got, want)
	}
}

func TestDifference(t *testing.T) {
	p := play(t, "dixit.yaml")
	if got, want := Difference(lang.English, p.game, p.before, p.after), "Ana 5 → 9, Bia 4 → 7, Caio 2 → 5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := Difference(lang.Portuguese, p.game, p.after, p.after), "Os pontos de ninguém mudam."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Places are read out from the last one up; people who are level come together, and the first with what decided it.
func TestPlaces(t *testing.T) {
	p := play(t, "versus.yaml")
	got := Places(lang.English, p.game, p.after)
	if len(got) != 2 || got[0] != "Place 3: Caio with 0" || !strings.HasPrefix(got[1], "Place 1: Ana with 2 and Bia with 2\nOnly Ana and Bia") {
		t.Errorf("%q", got)
	}
}

func TestOutcomeAndMissing(t *testing.T) {
	p := play(t, "dixit.yaml")
	if got := Outcome(lang.English, p.game, p.after); got != "Ana wins with 9 points." {
		t.Error(got)
	}
	if got := Outcome(lang.English, p.game, p.before); got != "The game is not over." {
		t.Error(got)
	}
	if got := Missing(lang.English, p.game, p.after); got != "" {
		t.Error(got)
	}
	if got := Missing(lang.English, p.game, p.before); got == "" {
		t.Error("nothing is missing to the end of a game that is not over")
	}
}
