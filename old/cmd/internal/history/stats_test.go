package history

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
)

var known = []scoring.Game{dixit.Game, spyfall.Game}

// The bounds are those of published tables for the Wilson score interval at 95 %.
func TestFewGamesSayLittle(t *testing.T) {
	for _, c := range []struct {
		Share
		low, high float64
	}{
		{Share{0, 0}, 0, 1}, {Share{0, 10}, 0, .2775}, {Share{10, 10}, .7225, 1}, {Share{5, 10}, .2366, .7634}, {Share{1, 1}, .2065, 1}, {Share{300, 1000}, .2724, .3291},
	} {
		low, high := c.Sure()
		if math.Abs(low-c.low) > .0001 || math.Abs(high-c.high) > .0001 {
			t.Errorf("%v: %.4f to %.4f", c.Share, low, high)
		}
	}
}

var first = time.Date(2031, 5, 4, 20, 0, 0, 0, time.Local)

// twelve returns twelve games of Ana's: eight of Dixit, one of them in teams, and four of Spyfall.
func twelve() []session.How {
	base := session.How{Game: "dixit", Rank: 1, Points: 31, Won: true, Ahead: []string{"Bia", "Caio"}, Counts: scoring.Count{"found": 3, "voted": 6, "fooled": 4, "laid": 6, "told": 3, "hit": 2}}
	lost := session.How{Game: "dixit", Rank: 2, Points: 22, Ahead: []string{"Caio"}, Behind: []string{"Bia"}, Counts: scoring.Count{"voted": 5, "laid": 5, "told": 2}}
	team := session.How{Game: "dixit", Mode: map[string]string{"mode": "team"}, Rank: 1, Points: 17, Won: true, Team: []string{"Duda"}, Ahead: []string{"Bia", "Caio"}}
	level := session.How{Game: "spyfall", Rank: 1, Points: 5, Won: true, Level: []string{"Bia"}, Ahead: []string{"Maria Antonieta da Silva"}, Counts: scoring.Count{"spy": 1, "escaped": 1, "hunted": 4, "caught": 1, "accused": 1}}
	spy := session.How{Game: "spyfall", Rank: 3, Points: 0, Behind: []string{"Bia", "Maria Antonieta da Silva"}, Counts: scoring.Count{"hunted": 5}}
	return []session.How{base, base, lost, team, lost, base, base, lost, level, spy, level, base}
}

func ana() Stats {
	s := newSummary("Ana", known)
	for k, h := range twelve() {
		s.Add(first.AddDate(0, 0, k), h)
	}
	return s.Stats()
}

func TestASummaryAddsUp(t *testing.T) {
	s := ana()
	if s.Won != (Share{8, 12}) || s.Run != 2 || s.Now != 2 || !s.First.Equal(first) || !s.Last.Equal(first.AddDate(0, 0, 11)) {
		t.Errorf("%+v", s)
	}
	if fmt.Sprint(s.Form, s.Piece) != "[2 2 2 2] 3" {
		t.Error(s.Form, s.Piece)
	}
	var kinds []string
	for _, k := range s.Kinds {
		kinds = append(kinds, fmt.Sprint(k.Game.ID, len(k.Tags), k.Won, k.Best, k.Mean))
		for _, c := range k.Tally {
			kinds = append(kinds, fmt.Sprint(" ", c.ID, c.Share))
		}
	}
	if want := []string{
		"dixit0 {5 8} 31 27.625", " found{15 45}", " fooled{20 45}", " hit{10 21}",
		"spyfall0 {2 3} 5 3.3333333333333335", " escaped{2 2}", " caught{2 13}", " accused{2 0}",
		"dixit1 {1 1} 17 17",
	}; !slices.Equal(kinds, want) {
		t.Errorf("%q", kinds)
	}
	var pairs []string
	for _, p := range s.Pairs {
		pairs = append(pairs, fmt.Sprint(p.Name, p.Ahead, p.Level, p.Behind, p.Team))
	}
	if want := []string{"Bia6 2 4 {0 0}", "Caio9 0 0 {0 0}", "Maria Antonieta da Silva2 0 1 {0 0}", "Duda0 0 0 {1 1}"}; !slices.Equal(pairs, want) {
		t.Errorf("%q", pairs)
	}
}

// The longest run of wins stays the longest after it ends.
func TestTheLongestRunOfWins(t *testing.T) {
	s := newSummary("Ana", known)
	for k, won := range []bool{true, true, true, false, true} {
		s.Add(first.AddDate(0, 0, k), session.How{Game: "dixit", Won: won, Ahead: []string{"Bia"}})
	}
	if got := s.Stats(); got.Run != 3 || got.Now != 1 {
		t.Errorf("%d at most, %d now", got.Run, got.Now)
	}
}

// Several spellings are one person, shown in the latest one.
func TestOnePersonWrittenInSeveralWays(t *testing.T) {
	s := newSummary("Ana", known)
	for _, bia := range []string{"Bia", "BIA", "bia"} {
		s.Add(first, session.How{Game: "dixit", Ahead: []string{bia}})
	}
	if got := s.Stats().Pairs; len(got) != 1 || got[0].Name != "bia" || got[0].Ahead != 3 {
		t.Errorf("%+v", got)
	}
	var b bytes.Buffer
	p, r := printer(&b, "en", 80)
	said(t, p, report.CSV, r.Persons([]store.Person{{Name: "ana", Games: 2, Last: first}, {Name: "Bia", Games: 1, Last: first}, {Name: "Ana", Games: 3, Last: first}}))
	if lines := strings.Split(b.String(), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[1], "ana,5,") || !strings.HasPrefix(lines[2], "Bia,1,") {
		t.Errorf("%q", lines)
	}
}

// Of people who played last on the same day, those with more games come first, then É beside E.
func TestPersonsInOrder(t *testing.T) {
	var b bytes.Buffer
	p, r := printer(&b, "en", 80)
	var all []store.Person
	for _, name := range []string{"Zé", "Eva", "Érica", "eda"} {
		all = append(all, store.Person{Name: name, Games: 1, Last: first})
	}
	all = append(all, store.Person{Name: "Yuri", Games: 2, Last: first})
	said(t, p, report.CSV, r.Persons(all))
	var names []string
	for line := range strings.Lines(b.String()) {
		name, _, _ := strings.Cut(line, ",")
		names = append(names, name)
	}
	if want := "Yuri eda Érica Eva Zé"; strings.Join(names[1:], " ") != want {
		t.Errorf("%q, want %s", names, want)
	}
}

// Games on a pad are told apart by name, and the best result is the fewest points if the fewest win.
func TestNamesOnAPad(t *testing.T) {
	s := newSummary("Ana", []scoring.Game{pad.Game})
	for _, h := range []session.How{
		{Game: "pad", Called: "Azul", Points: 40}, {Game: "pad", Called: "Azul", Points: 61}, {Game: "pad", Called: "Azul", Points: 50},
		{Game: "pad", Called: "Skyjo", Fewest: true, Points: 40}, {Game: "pad", Called: "Skyjo", Fewest: true, Points: 11}, {Game: "pad", Points: 3},
	} {
		s.Add(first, h)
	}
	var got []string
	for _, k := range s.Stats().Kinds {
		got = append(got, fmt.Sprint(k.Name, k.Games, " ", k.Best))
	}
	if want := []string{"Azul3 61", "Skyjo2 11", "1 3"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAGameThatNobodyKnowsCountsNothing(t *testing.T) {
	s := newSummary("Ana", known)
	s.Add(first, session.How{Game: "chess", Won: true})
	if got := s.Stats(); got.Won.Of != 0 || len(got.Kinds) != 0 || got.Form != nil {
		t.Error(got)
	}
}

func TestOnly(t *testing.T) {
	h := session.How{Game: "dixit", Ahead: []string{"Bia"}, Level: []string{"Eva"}, Behind: []string{"Caio"}, Team: []string{"Duda"}}
	for _, c := range []struct {
		only store.Filter
		want bool
	}{
		{store.Filter{}, true}, {store.Filter{Kind: "dixit"}, true}, {store.Filter{Kind: "spyfall"}, false}, {store.Filter{Since: first}, true}, {store.Filter{Since: first.Add(1)}, false},
		{store.Filter{With: [][]string{{"bia", "Bia"}, {"Caio"}}}, true}, {store.Filter{With: [][]string{{"Duda"}, {"Eva"}}}, true}, {store.Filter{With: [][]string{{"Ana"}, {"Eva"}}}, true}, {store.Filter{With: [][]string{{"Bia"}, {"Xis"}}}, false},
	} {
		if got := counts(c.only, []string{"Ana"}, first, h); got != c.want {
			t.Errorf("%+v: %v", c.only, got)
		}
	}
}

// Every format has the same numbers.
func TestStatsForPrograms(t *testing.T) {
	var b bytes.Buffer
	p, r := printer(&b, "en", 80)
	said(t, p, report.CSV, r.Shares(ana()))
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 1+1+3+6+3+1 {
		t.Fatal(err, len(rows), rows)
	}
	for _, want := range [][]string{
		{"Ana", "All games", "12", "8", "66.7", "39.1", "86.2", "", ""},
		{"Ana", "Dixit Odyssey, Team", "1", "1", "100.0", "20.7", "100.0", "17", "17.0"},
		{"Dixit Odyssey", "Votes on their own card, a turn", "45", "20", "", "", "", "", "0.4"},
		{"Ana", "Against Bia", "10", "6", "60.0", "31.3", "83.2", "", ""},
		{"Ana", "With Duda", "1", "1", "100.0", "20.7", "100.0", "", ""},
	} {
		if !slices.ContainsFunc(rows, func(r []string) bool { return slices.Equal(r, want) }) {
			t.Errorf("no row %q in %q", want, rows)
		}
	}
	b.Reset()
	said(t, p, report.JSON, r.Everybody([]Stats{ana()}))
	var all []statsJSON
	if err := json.Unmarshal(b.Bytes(), &all); err != nil || len(all) != 1 {
		t.Fatal(err, b.String())
	}
	if s := all[0]; s.Won.N != 8 || s.Run != 2 || len(s.Games) != 3 || fmt.Sprint(s.Games[0].Counted["found"].(map[string]any)["of"], s.Games[0].Counted["fooled"].(map[string]any)["mean"] != nil, s.Games[1].Counted["accused"]) != "45 true 2" || len(s.Pairs) != 4 || s.Pairs[3].Team.Of != 1 {
		t.Errorf("%+v", s)
	}
}
