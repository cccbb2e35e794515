package results

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

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

// Reports are as they were read by a person: in a wide window, in a narrow one, aloud, and in each other format.
func TestReports(t *testing.T) {
	p := play(t, "dixit.yaml")
	with := With{Title: "Dixit Odyssey", Day: "2026-11-22", Tonight: "Tonight: Ana 2, Bia 1", Why: true}
	result := func(l lang.Lang) report.Doc { return Result(l, p.game, p.after, with) }
	turn := func(l lang.Lang) report.Doc { return Turn(l, p.game, p.before, p.after) }
	for name, doc := range map[string]func(lang.Lang) report.Doc{"result": result, "turn": turn} {
		golden(t, "dixit-"+name+".txt", printed(t, report.Printer{Width: 80}, doc(lang.English), report.Terminal))
		golden(t, "dixit-"+name+"-40.txt", printed(t, report.Printer{Width: 40}, doc(lang.Portuguese), report.Terminal))
		golden(t, "dixit-"+name+"-aloud.txt", printed(t, report.Printer{Plain: true}, doc(lang.English), report.Terminal))
	}
	golden(t, "dixit.json", printed(t, report.Printer{}, result(lang.English), report.JSON))

	p = play(t, "picture-perfect.yaml")
	with.Title = "Picture Perfect"
	guests := Result(lang.Portuguese, p.game, p.after, With{Title: "Foto Perfeita"})
	golden(t, "guests-40.txt", printed(t, report.Printer{Width: 40}, guests, report.Terminal))
	page := Page(lang.English, p.game, p.after, with)
	golden(t, "page.md", printed(t, report.Printer{}, page, report.Markdown))
	golden(t, "page.csv", printed(t, report.Printer{}, page, report.CSV))
	golden(t, "ledger.csv", printed(t, report.Printer{}, Ledger(lang.English, p.game, p.after), report.CSV))
	golden(t, "page.html", printed(t, report.Printer{Lang: lang.English}, page, report.HTML))
	golden(t, "chat.txt", Chat(lang.Portuguese, p.game, p.after, with)+"\n")
}

// A result as JSON has the rows as they sit, and no reasons unless somebody asked.
func TestJSON(t *testing.T) {
	p := play(t, "versus.yaml")
	golden(t, "versus.json", printed(t, report.Printer{}, Result(lang.English, p.game, p.after, With{}), report.JSON))
}

// A part that joins the one before is no round of its own.
func TestJoinedParts(t *testing.T) {
	s := made("Ana 3", "Bia 2", "Caio 1")
	s.Parts[2].Joins = true
	w := s.explained()
	if len(w.Rounds) != 2 || w.Rounds[1].Points.of["Caio"] != 1 || w.Ledger[2].Round != 1 {
		t.Errorf("%+v", w)
	}
}

// The link to BG Stats has everybody with the points and the rank of their row.
func TestBGStats(t *testing.T) {
	p := play(t, "team.json")
	link, err := url.Parse(BGStats(p.game, p.after, "kobe-1", time.Date(2026, 11, 22, 1, 0, 0, 0, time.FixedZone("", 3*3600))))
	if err != nil || link.Host != "app.bgstatsapp.com" {
		t.Fatal(link, err)
	}
	var got bgPlay
	if err := json.Unmarshal([]byte(link.Query().Get("data")), &got); err != nil {
		t.Fatal(err)
	}
	r := p.game.Result(p.after)
	if got.SourcePlayID != "kobe-1" || got.PlayDate != "2026-11-21 22:00:00" || !got.Game.HighestWins || len(got.Players) != 6 {
		t.Errorf("%+v", got)
	}
	for _, one := range got.Players {
		row := scoring.Row(one.Team)
		if !slices.Contains(r.Rows, row) || one.Score != r.Points[row] || one.Rank != r.Ranks[row] || one.Winner != (r.Ranks[row] == 1) || one.StartPlayer {
			t.Errorf("%+v", one)
		}
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
	if os.Getenv("UPDATE") != "" {
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
	if got, want := Difference(lang.Portuguese, p.game, p.after, p.after), "Nenhum ponto muda."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Places are read out from the last one up; people on one place come together, and the first place comes with its reason.
func TestPlaces(t *testing.T) {
	p := play(t, "versus.yaml")
	got := Places(lang.English, p.game, p.after)
	if len(got) != 2 || got[0] != "Place 3: Caio, out, with 0" ||
		!strings.HasPrefix(got[1], "Place 1: Ana with 2 and Bia with 2\nOnly Ana and Bia") {
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

// made returns a game whose parts paid by a text, “Ana 3 found Told”: name, points, reason, head; a bare name
// was there.
func made(parts ...string) result {
	s := result{lang: lang.English, Result: scoring.Result{Rows: []scoring.Row{"Ana", "Bia", "Caio"}}}
	for _, part := range parts {
		var p scoring.Part
		for line := range strings.SplitSeq(part, ", ") {
			f := append(strings.Fields(line), "", "", "")
			n, err := strconv.Atoi(f[1])
			if err != nil {
				p.There = append(p.There, scoring.Row(f[0]))
				continue
			}
			p.Lines = append(p.Lines, scoring.Line{Row: scoring.Row(f[0]), Points: n, Short: lang.T(f[2]), Head: lang.T(f[3])})
		}
		s.Parts = append(s.Parts, p)
	}
	return s
}

// The standings alone have a cell for each column, and no points of a turn.
func TestStandingsAlone(t *testing.T) {
	s := result{lang: lang.English, Result: scoring.Result{Rows: []scoring.Row{"Ana"}, Points: map[scoring.Row]int{"Ana": 3}, Ranks: map[scoring.Row]int{"Ana": 1}}}
	table := s.table(nil)
	if len(table.Columns) != 2 || len(table.Rows) != 1 || len(table.Rows[0]) != 2 || table.Rows[0][1] != "3" {
		t.Errorf("%q: %q", table.Columns, table.Rows)
	}
}

// People who got the same for the same reasons share a line; where there are several reasons each has its points.
func TestGains(t *testing.T) {
	for part, want := range map[string]string{
		"Ana 2 found, Caio 2 found, Bia 2 fooled":      "Ana and Caio +2 each: found; Bia +2: fooled",
		"Ana 2 found, Bia 1 found, Caio -1":            "Ana +2: found; Bia +1: found; Caio -1",
		"Ana 3 found, Bia 3 found, Ana 1 fooled":       "Ana +4: found +3, fooled +1; Bia +3: found",
		"Ana 1, Ana 1 x, Bia 0 nothing, Caio":          "Ana +2: x +1; Bia: nothing",
		"Ana 0 a, Ana 0 b, Bia 0 a, Bia 2 c":           "Ana: a, b; Bia +2: a, c +2",
		"Ana 3, Bia 1":                                 "",
		"Ana 3 a, Ana 1 b, Bia 3 a, Bia 1 b, Caio 4 a": "Ana and Bia +4 each: a +3, b +1; Caio +4: a",
	} {
		s := made(part)
		if got := strings.Join(s.summaries(s.Parts).Items, "; "); got != want {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
}

// The most of a kind is told unless nobody got any, or as many as three did.
func TestMost(t *testing.T) {
	s := made("Ana 3 x Told, Bia 2 x Found, Caio 2 x Found, Bia 1 x",
		"Ana 1 x Told, Bia 1 x Lost, Caio 1 x Lost, Ana 1 x Lost, Ana 0 x None")
	if got, want := strings.Join(s.most().Items, "; "), "Told: Ana 4; Found: Bia and Caio 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if made("Ana 3 x").most().Head != "" {
		t.Error("a head without a list")
	}
}

// The first three ranks of a game that was won have medals.
func TestMedals(t *testing.T) {
	s := made("Ana 3, Bia 3, Caio 1")
	s.Rows = append(s.Rows, "Davi")
	s.Points = map[scoring.Row]int{"Ana": 3, "Bia": 3, "Caio": 1}
	s.Ranks = map[scoring.Row]int{"Ana": 1, "Bia": 1, "Caio": 3, "Davi": 4}
	if got, want := strings.Join(s.places(), " "), "1. Ana 3 1. Bia 3 3. Caio 1 4. Davi 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.Winners = []scoring.Row{"Ana", "Bia"}
	if got, want := strings.Join(s.places(), " "), "🥇 Ana 3 🥇 Bia 3 🥉 Caio 1 4. Davi 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A row that was in none of the parts has a dash; one that got nothing has a zero.
func TestThere(t *testing.T) {
	s := made("Ana 3 x, Bia", "Ana, Bia 2 x")
	for row, want := range map[scoring.Row]string{"Ana": "+3", "Bia": "+2", "Caio": "–"} {
		if got := paidTo(row, "%+d", s.Parts...); got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
	if bia, ana := paidTo("Bia", "%d", s.Parts[0]), paidTo("Ana", "%d", s.Parts[0]); bia != "0" || ana != "3" {
		t.Error(bia, ana)
	}
}

// People of a team are named unless its name does, and a team's victory has no “wins”.
func TestTeams(t *testing.T) {
	p := play(t, "team.json")
	said := printed(t, report.Printer{Width: 80}, Standings(lang.English, p.game, p.after), report.Terminal)
	for _, part := range []string{"│ Team ", "\n  Foxes: Bia and Eva\n"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in\n%s", part, said)
		}
	}
	if strings.Contains(said, "Ana and Davi") {
		t.Error("a team whose name has its people is explained:\n", said)
	}
	if got := Outcome(lang.English, p.game, p.after); strings.Contains(got, "wins") || !strings.Contains(got, "Foxes") {
		t.Error(got)
	}
}

// Nobody is first before anything was played: no ranks in the standings, on the page and in a chat.
func TestNobodyIsFirstAtTheStart(t *testing.T) {
	for _, id := range []string{"dixit", "picture-perfect"} {
		g, _ := shelf.Find(id, nil)
		s, err := g.Begin(setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}})
		if err != nil {
			t.Fatal(err)
		}
		said := Chat(lang.English, g, s, With{Title: "x"})
		for _, doc := range []report.Doc{Result(lang.English, g, s, With{}), Page(lang.English, g, s, With{}), Turn(lang.English, g, s, s)} {
			said += printed(t, report.Printer{Width: 80}, doc, report.Terminal)
		}
		if !strings.Contains(said, "Caio") {
			t.Errorf("%s: nobody is listed:\n%s", id, said)
		}
		for _, rank := range []string{"1. ", "Rank 1", " 1 "} {
			if strings.Contains(said, rank) {
				t.Errorf("%s: %q is in\n%s", id, rank, said)
			}
		}
	}
}

// Before anybody has points a board says what people hold, if the game has such things; after that why they got points.
func TestHoldings(t *testing.T) {
	g, _ := shelf.Find("picture-perfect", nil)
	for auction, want := range map[string]string{"yes": "3 envelopes, 10 decorations", "no": "3 envelopes"} {
		s, err := g.Begin(setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio", "Davi"}, Choices: map[string]string{"auction": auction}})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range Board(lang.English, g, nil, s) {
			if row.Why != want || row.Rank != 0 {
				t.Errorf("auctions: %s: %+v", auction, row)
			}
		}
	}
	p := play(t, "picture-perfect.yaml")
	for _, row := range Board(lang.English, p.game, nil, p.after) {
		if strings.Contains(row.Why, "envelope") {
			t.Errorf("after a guest: %+v", row)
		}
	}
}
