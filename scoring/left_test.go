package scoring_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// A leaving is a score sheet, as far as the rank of its people depends on it.
type leaving struct {
	Game    string
	Mode    string
	Players []scoring.Row
	Events  []struct {
		Type string
		Out  []scoring.Row
	}
}

// out returns the people out of a game of Versus at its end.
func (l leaving) out() (out []scoring.Row) {
	for i, e := range l.Events {
		out = append(out, e.Out...)
		if e.Type == "amulet" {
			out = out[:len(out)-len(l.Events[i-1].Out)]
		}
	}
	return out
}

// expect works out by the contract the result of a game in which some people are not ranked.
func (l leaving) expect(all result, left []scoring.Row) result {
	ahead := func(a, b scoring.Standing) bool {
		if in := slices.Contains(l.out(), a.Name); in != slices.Contains(l.out(), b.Name) {
			return !in
		}
		return a.Points > b.Points
	}
	var ranked, behind []scoring.Standing
	for _, name := range l.Players {
		s := all.Standings[slices.IndexFunc(all.Standings, func(s scoring.Standing) bool { return s.Name == name })]
		s.Rank, s.Winner = 0, false
		if slices.Contains(left, name) {
			behind = append(behind, s)
		} else {
			ranked = append(ranked, s)
		}
	}
	winners := 0
	for i, s := range ranked {
		ranked[i].Rank = 1
		for _, other := range ranked {
			if ahead(other, s) {
				ranked[i].Rank++
			}
		}
		if ranked[i].Winner = all.Over && ranked[i].Rank == 1; ranked[i].Winner {
			winners++
		}
	}
	slices.SortStableFunc(ranked, func(a, b scoring.Standing) int { return a.Rank - b.Rank })
	all.Standings, all.DecidedBy = append(ranked, behind...), ""
	if winners > 0 {
		all.DecidedBy = map[bool]string{true: "points", false: "shared"}[winners == 1]
	}
	return all
}

// Random people leave the sheets whose results are known. By the contract the others are ranked as if nobody else were
// there. Where nobody leaves, the key is refused, as it is with everybody in it.
func TestSheetsWithLeft(t *testing.T) {
	chance := rand.New(rand.NewPCG(55, 4))
	judgedSheets(t, func(t *testing.T, game string, n int, j judged) {
		if j.Refused != "" {
			return
		}
		var l leaving
		if err := json.Unmarshal(j.Sheet, &l); err != nil {
			t.Fatal(err)
		}
		left := slices.Clone(l.Players)
		chance.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		some := left[:1+chance.IntN(len(left)-1)]
		if game == "picture-perfect" || l.Mode == "party" || l.Mode == "team" {
			refuse(t, n, with(j.Sheet, some), "nobody leaves")
			return
		}
		score(t, n, with(j.Sheet, some), l.expect(j.Expect, some))
		refuse(t, n, with(j.Sheet, left), "all left")
	})
}

// with returns a sheet with people who left.
func with(sheet []byte, left []scoring.Row) []byte {
	names, _ := json.Marshal(left)
	return fmt.Appendf(nil, `%s,"left":%s}`, bytes.TrimSuffix(sheet, []byte("}")), names)
}

func TestLeftFaults(t *testing.T) {
	head := `{"game":"spyfall","players":["Ana","Bia","Caio"],"rounds":[],"left":`
	for left, want := range map[string]string{
		`["Eva"]`: "left[0]: “Eva” is not at the table", `["Ana","Ana"]`: "left[1]: Ana is named twice", `null`: "left: ", `"Ana"`: "left: ",
		`[1]`: "left[0]: ", `["Ana","Bia","Caio"]`: "left: not everybody", `[]`: "", `["Caio"]`: "",
	} {
		_, err := scoring.ReadSheet(shelf.Find, []byte(head+left+"}"))
		if (err != nil) != (want != "") || err != nil && (!fault.Is(err) || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", left, err, want)
		}
	}
}

// In files too nobody wins by leaving early: the fewest points of Hearts, a category that settles a tie, the table's word.
func TestLeftInFiles(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{`{"game":"hearts","players":["Ana","Bia","Caio"],"rounds":[{"points":{"Ana":8,"Bia":18,"Caio":0}}],"over":true,"left":["Caio"]}`, "1 Ana, 2 Bia, 0 Caio"},
		{`{"game":"skyjo","players":["Ana","Bia","Caio"],"rounds":[{"points":{"Ana":30,"Bia":20,"Caio":2}}],"over":true,"left":["Caio"]}`, "1 Bia, 2 Ana, 0 Caio"},
	} {
		s, err := scoring.ReadSheet(shelf.Find, []byte(c.doc))
		if err != nil {
			t.Errorf("%s: %v", c.doc, err)
			continue
		}
		st, _ := s.Score()
		var got []string
		for _, one := range s.Game.Result(st).Standings() {
			got = append(got, fmt.Sprintf("%d %s", one.Rank, one.Name))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s", c.doc, strings.Join(got, ", "), c.want)
		}
	}
}

// At the end the table is asked once about each absent person, and its answer is in the sheet.
func TestAskedAboutLeavers(t *testing.T) {
	g, _ := shelf.Find("spyfall", nil)
	s, err := g.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi", "Eva"}})
	if err != nil {
		t.Fatal(err)
	}
	gone := scoring.People{Players: scoring.FrameOf(s).Table.Players, Absent: scoring.Absent{Away: []scoring.Name{"Eva", "Caio"}}}
	events := []scoring.Event{gone, scoring.Stop{}}
	if s, err = g.Fold(s, events); err != nil {
		t.Fatal(err)
	}
	if !g.Waits(s) || !reflect.DeepEqual(g.Leaving(s), []scoring.Name{"Caio", "Eva"}) {
		t.Fatalf("it does not wait for a word about Caio and Eva, but for %v", g.Leaving(s))
	}
	var asked []string
	e, err := g.Next(s, ask.AskerFunc(func(q ask.Group, got ask.Got) error {
		asked = append(asked, lang.English.Say(q.Asked[0].Text)+" "+q.Asked[0].Suggest)
		return got(ask.Answer{Line: map[bool]string{true: setup.No, false: setup.Yes}[len(asked) == 1]})
	}), nil)
	if want := (scoring.Leavers{Left: []scoring.Name{"Caio"}}); err != nil || !reflect.DeepEqual(e, want) {
		t.Fatalf("%+v, %v, want %+v", e, err, want)
	}
	if want := "Caio left before the end. Ranked with the others? no"; len(asked) != 2 || asked[0] != want {
		t.Errorf("asked %q, want first %q", asked, want)
	}
	if s, err = g.Apply(s, e); err != nil || g.Waits(s) {
		t.Fatalf("it is asked again: %v", err)
	}
	doc, err := scoring.Sheet{Game: g, Table: scoring.FrameOf(s).Table, Events: append(events, e)}.Write()
	if err != nil || !strings.Contains(string(doc), `"left":["Caio"],"over":true`) {
		t.Errorf("%s, %v", doc, err)
	}
	if told := lang.English.Say(g.Tell(s, e)); told != "Caio left before the end, and is not ranked" {
		t.Errorf("it tells %q", told)
	}
}
