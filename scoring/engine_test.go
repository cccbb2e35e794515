package scoring_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

func TestEngine(t *testing.T) { laws.Rules(t, toy, "testdata/engine.txt") }

func TestToyLaws(t *testing.T) { laws.Check(t, toy) }

func findToy(id string, _ *sheet.Value) (scoring.Game, error) {
	if id != toy.ID {
		return scoring.Game{}, fault.New(lang.Literal("no such game"), "game")
	}
	return toy, nil
}

func TestReadSheet(t *testing.T) {
	head := `{"game":"toy","players":["Ana","Bia"],`
	for _, c := range []struct{ doc, want string }{
		{head + `"turns":[]}`, ""},
		{head + `"turns":[],"over":false,"played":"2026-11-21T21:04:05-03:00","setup":{"deck":[null,1.5]},"target":5,"pairs":false,"loudness":"soft"}`, ""},
		{head + `"turns":[],"played":"2026-11-21t21:04:60z"}`, ""},
		{head + `"turns":[],"pairs":true,"rare":3,"teams":[{"name":"X","players":["Ana","Bia"]}]}`, ""},
		{head + `"turns":[{"kind":"turn","by":{"Ana":9}},{"kind":"turn","by":{"Bia":1}}],"over":true}`, ""},
		{"game: toy\nplayers: [Ana, Bia]\nturns:\n- {kind: turn, by: {Ana: 3}}\n", ""},
		{head + `"turns":[{"kind":"turn","by":{"Ana":9}},{"kind":"turn","by":{"Caio":1}}]}`, "turns[1].by.Caio: “Caio” is not at the table"},
		{head + `"turns":[{"kind":"turn","by":{"Ana":9,"Bia":9}},{"kind":"turn","by":{"Ana":9,"Bia":9}}],"vote":"Ana","over":false}`, "over: false says that the game goes on"},
		{head + `"turns":[{"kind":"turn","by":{"Ana":9}},{"kind":"turn","by":{"Ana":9}},{"kind":"turn","by":{"Ana":9}}]}`, "turns[2]: the game is over"},
		{head + `"turns":[],"vote":"Eva"}`, "vote.for: “Eva” is not at the table"},
		{head + `"turns":[{"kind":"dash","by":{"Ana":9}}]}`, "turns[0].by: "},
		{head + `"turns":[],"over":null}`, "over: "},
		{head + `"turns":[],"over":1}`, "over: "},
		{head + `"turns":[],"played":""}`, "played: something is missing here"},
		{head + `"turns":[],"played":"2026-11-21 21:04:05"}`, "played: “2026-11-21 21:04:05” is not a day, or a date and time"},
		{head + `"turns":[],"played":"2026-13-21T21:04:05Z"}`, "played: "},
		{head + `"turns":[],"setup":[]}`, "setup: an object belongs here, not a list"},
		{head + `"turns":[],"setup":null}`, "setup: "},
		{head + `"turns":[],"target":0}`, "target: “0” is not a whole number from 1 to 99"},
		{head + `"turns":[],"target":"5"}`, "target: "},
		{head + `"turns":[],"target":4294967297}`, "target: "},
		{head + `"turns":[],"pairs":"yes"}`, "pairs: "},
		{head + `"turns":[],"loudness":"shrill"}`, "loudness: “shrill” is none of these: loud and soft"},
		{head + `"turns":[],"rare":3}`, "rare: this key belongs to another way to play"},
		{head + `"turns":[],"teams":[]}`, "teams: nobody plays in teams here"},
		{head + `"turns":[],"teams":[{"name":"X","players":["Ana","Bia"]}]}`, "teams: nobody plays in teams here"},
		{head + `"turns":[],"more":1}`, "more: unknown key; the keys known here are: game, players, setup, played, over, left, teams, pairs, target, loudness, rare, turns, vote"},
		{head + `"target":5}`, "turns: "},
		{`{"game":"toy","players":["Ana"],"turns":[]}`, "players: 1 player: Toy is for 2 to 6"},
		{`{"game":"toy","players":["Ana","ana "],"turns":[]}`, "players[1]: “ana” is there twice (as “Ana”)"},
		{`{"game":"toy","players":["Ana",2],"turns":[]}`, "players[1]: "},
		{`{"game":"toy","turns":[]}`, "players: "},
		{`{"players":["Ana","Bia"],"turns":[]}`, "game: "},
		{`{"game":"toys","players":["Ana","Bia"],"turns":[]}`, "game: no such game"},
		{`{"id":"toy","name":"Toy"}`, "this is a game file"},
		{`{"game":"toy",`, "line 1, column "},
		{``, ""},
		{`[]`, ""},
	} {
		s, err := scoring.ReadSheet(findToy, []byte(c.doc))
		refused := c.want != "" || !strings.Contains(c.doc, "toy")
		if (err != nil) != refused || err != nil && (!fault.Is(err) || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.doc, err, c.want)
		}
		if err == nil {
			doc, err := s.Write()
			again, err2 := scoring.ReadSheet(findToy, doc)
			if err != nil || err2 != nil || again.Played != s.Played || !reflect.DeepEqual(again.Table, s.Table) {
				t.Errorf("%s: written as %s, %v, %v", c.doc, doc, err, err2)
			}
		}
	}
}

// A sheet has its keys in order, and keeps the drawn deck as it is.
func TestWriteSheet(t *testing.T) {
	doc := `{"game":"toy","players":["Ana","Bia"],"loudness":"soft","pairs":false,"target":5,` +
		`"turns":[{"kind":"turn","by":{"Ana":2},"away":[]}],"setup":{"deck":[null,1.5]},"played":"2026-11-21T21:04:05-03:00","over":false}`
	s, err := scoring.ReadSheet(findToy, []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Write()
	if want := strings.Replace(doc, `,"away":[]`, "", 1); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// Where somebody came late, the rounds before have them in their away, and everybody has their last name.
func TestWriteSheetOfLatecomers(t *testing.T) {
	names := func(n ...scoring.Name) []scoring.Name { return n }
	one := 1
	s := scoring.Sheet{Game: toy, Table: setup.Table{Players: names("Ana", "Bia", "Caio")}, Events: []scoring.Event{
		turn{By: map[scoring.Row]int{"Ana": 2}},
		scoring.People{Players: names("Davi", "Ana", "Bia", "Caio"), Absent: scoring.Absent{Away: names("Bia")}},
		turn{By: map[scoring.Row]int{"Davi": 2}, Absent: scoring.Absent{Away: names("Caio")}},
		dash{By: map[scoring.Row]*int{"Davi": nil, "Ana": &one}},
		scoring.People{Players: names("Davi", "Bia", "Zoë", "Caio"), Renamed: map[scoring.Name]scoring.Name{"Ana": "Bia", "Bia": "Zoë"}},
		scoring.Choices{Choices: map[string]string{"target": "7"}},
		turn{By: map[scoring.Row]int{"Bia": 4}},
	}}
	got, err := s.Write()
	want := `{"game":"toy","players":["Davi","Bia","Zoë","Caio"],"target":7,"turns":[{"kind":"turn","by":{"Bia":2},"away":["Davi"]},` +
		`{"kind":"turn","by":{"Davi":2},"away":["Zoë","Caio"]},{"kind":"dash","dashed":{"Bia":1,"Davi":null,"Zoë":null}},{"kind":"turn","by":{"Bia":4}}]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ kind, doc, want string }{
		{"people", `{"players":["Ana"],"away":["Bia"],"renamed":{"A":"B"},"begin":{"C":3},"teams":[{"name":"X","players":["Ana"]}]}`, ""},
		{"laid", `{"deck":["a","b"]}`, ""},
		{"stop", `{}`, ""},
		{"stop", `{"now":1}`, "now: "},
		{"turn", `{"by":{"Ana":1},"by":{}}`, "by: "},
		{"turns", `{}`, "scoring: unknown kind"},
		{"turn", `{`, "line 1"},
	} {
		e, err := laws.Decode(toy, c.kind, []byte(c.doc))
		if c.want != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s %s: %v", c.kind, c.doc, err)
			}
			continue
		}
		raw, _ := sheet.Write(e)
		var a, b any
		if err != nil || json.Unmarshal(raw, &a) != nil || json.Unmarshal([]byte(c.doc), &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s %s: %s, %v", c.kind, c.doc, raw, err)
		}
	}
	if _, err := laws.Decode(toy, "turns", []byte(`{}`)); !errors.Is(err, scoring.ErrUnknown) {
		t.Error(err)
	}
}

func TestFrame(t *testing.T) {
	s, err := toy.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi"}})
	if err != nil {
		t.Fatal(err)
	}
	s, err = toy.Fold(s, []scoring.Event{
		scoring.People{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi"}, Absent: scoring.Absent{Away: []scoring.Name{"Davi", "Bia"}}},
		turn{By: map[scoring.Row]int{"Ana": 1}, Absent: scoring.Absent{Away: []scoring.Name{"Davi"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	f := scoring.FrameOf(s)
	if !slices.Equal(f.Away, []scoring.Name{"Bia", "Davi"}) || !slices.Equal(s.(toyState).Seen, f.Away) || s.(toyState).Came != 1 {
		t.Errorf("away %v, in the turn %v; came %d", f.Away, s.(toyState).Seen, s.(toyState).Came)
	}
	if f.Left("Ana") != "Caio" || f.Left("Bia") != "Caio" || f.Left("Caio") != "Ana" || f.Left("Davi") != "Ana" {
		t.Error("left of", f.Left("Ana"), f.Left("Bia"), f.Left("Caio"), f.Left("Davi"))
	}
	if there := f.Parts[0].There; !slices.Equal(there, []scoring.Row{"Ana", "Caio"}) {
		t.Error(there)
	}
	s, err = toy.Apply(s, dash{By: map[scoring.Row]*int{"Ana": nil}})
	if err != nil || !slices.Equal(s.(toyState).Seen, []scoring.Name{"Ana", "Bia", "Davi"}) || !slices.Equal(scoring.FrameOf(s).Away, f.Away) {
		t.Errorf("%v: dashed %v, afterwards %v", err, s.(toyState).Seen, scoring.FrameOf(s).Away)
	}
	five := append(slices.Clip(f.Table.Players), "Eva")
	full, _ := toy.Apply(s, scoring.People{Players: five})
	late := scoring.People{Players: append(five, "Fabi"), Begin: map[scoring.Name]int{"Fabi": 1}}
	if _, err := toy.Apply(full, late); err == nil || !strings.HasPrefix(err.Error(), "begin.Fabi: ") {
		t.Errorf("points to begin with where there are none: %v", err)
	}
	same, err := toy.Fold(s, []scoring.Event{turn{}, turn{By: map[scoring.Row]int{"Eva": 1}}})
	if err == nil || !strings.HasPrefix(err.Error(), "[1].by.Eva: ") {
		t.Errorf("a stranger in the second of two events: %v", err)
	}
	if n := len(scoring.FrameOf(same).Parts); n != 2 {
		t.Errorf("the state before the refused event has %d parts", n)
	}
}

// A game that has begun is laid out, and after the end nothing is asked but the facts that settle a tie.
func TestWaits(t *testing.T) {
	s, err := toy.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia"}, Choices: map[string]string{"target": "3"}})
	if err != nil || !toy.Waits(s) {
		t.Fatal(err)
	}
	for _, c := range []struct {
		e     scoring.Event
		waits bool
	}{{scoring.Playing{}, true}, {turn{By: map[scoring.Row]int{"Ana": 3, "Bia": 3}}, true}, {vote{"Ana"}, false}, {scoring.Stop{}, false}} {
		if s, err = toy.Apply(s, c.e); err != nil || toy.Waits(s) != c.waits {
			t.Errorf("%+v: waits %v, %v", c.e, toy.Waits(s), err)
		}
	}
	if f := scoring.FrameOf(s); !f.Laid || !f.Stopped {
		t.Errorf("laid %v, stopped %v", f.Laid, f.Stopped)
	}
	laid := toy
	laid.Layout = func(setup.Table) (setup.Layout, error) {
		return setup.Layout{Steps: []setup.Step{{Text: lang.Literal("a board")}}}, nil
	}
	s, _ = laid.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia"}})
	h := &laws.Hand{Lines: []string{""}}
	if e, err := laid.Next(s, h, nil); err != nil || !reflect.DeepEqual(e, scoring.Laid{}) || !laid.Asks(e) || laid.Asks(scoring.Stop{}) {
		t.Errorf("%v, %v", e, err)
	}
	s, _ = laid.Fold(s, []scoring.Event{turn{By: map[scoring.Row]int{"Ana": 2}}, scoring.Stop{}})
	if e, err := laid.Next(s, h, nil); e != nil || err != nil {
		t.Errorf("after the end: %v, %v", e, err)
	}
	if r := toy.Result(s); lang.Portuguese.Say(r.Reason) != "Ana vence com 3 pontos." {
		t.Error(r.Reason)
	}
}

func TestRanks(t *testing.T) {
	r := scoring.Result{Over: true, Rows: []scoring.Row{"a", "b", "c", "d", "e"}, Points: map[scoring.Row]int{"a": 3, "b": 5, "c": 5, "d": 1, "e": 9}}
	r.Last = []scoring.Row{"e"}
	for _, c := range []struct {
		r    scoring.Result
		want map[scoring.Row]int
		won  string
	}{
		{r.Rank(), map[scoring.Row]int{"b": 1, "c": 1, "a": 3, "d": 4, "e": 5}, "shared b c"},
		{r.Rank(func(x scoring.Row) int { return -r.Points[x] }), map[scoring.Row]int{"d": 1, "a": 2, "b": 3, "c": 3, "e": 5}, "points d"},
		{r.Rank().Break("envelopes", []scoring.Row{"c"}), map[scoring.Row]int{"c": 1, "b": 2, "a": 3, "d": 4, "e": 5}, "envelopes c"},
		{r.Rank().Need("envelopes", []scoring.Row{"b", "c"}), map[scoring.Row]int{"b": 1, "c": 1, "a": 3, "d": 4, "e": 5}, ""},
	} {
		if got := strings.TrimSpace(c.r.DecidedBy + " " + strings.Join(texts(c.r.Winners), " ")); got != c.won || !reflect.DeepEqual(c.r.Ranks, c.want) {
			t.Errorf("%s, want %s; %v, want %v", got, c.won, c.r.Ranks, c.want)
		}
	}
}

func texts(rows []scoring.Row) (all []string) {
	for _, r := range rows {
		all = append(all, string(r))
	}
	return all
}

// A state that keeps names where a rename cannot find them is noticed at the first rename, which the laws do for every game.
func TestHiddenNames(t *testing.T) {
	game := scoring.Define[hiddenState](scoring.Game{ID: "hidden", Min: 1, Max: 9})
	s, err := game.Begin(setup.Table{Players: []scoring.Name{"Ana"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, err = game.Apply(s, scoring.People{Players: []scoring.Name{"Bia"}, Renamed: map[scoring.Name]scoring.Name{"Ana": "Bia"}})
	t.Error(err)
}

type hiddenState struct {
	toyState
	told []scoring.Name //nolint:unused // a rename looks at its type
}

// A newcomer who sits down in the middle, two who swap seats, and a new name: everybody keeps their number.
func TestNumbers(t *testing.T) {
	names := func(n ...scoring.Name) []scoring.Name { return n }
	s, err := toy.Begin(setup.Table{Players: names("Ana", "Bia", "Caio")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		people scoring.People
		want   []scoring.Name
	}{
		{scoring.People{Players: names("Ana", "Davi", "Bia", "Caio")}, names("Ana", "Bia", "Caio", "Davi")},
		{scoring.People{Players: names("Caio", "Davi", "Bia", "Ana")}, names("Ana", "Bia", "Caio", "Davi")},
		{scoring.People{Players: names("Caio", "Davi", "Bia", "Ana"), Absent: scoring.Absent{Away: names("Bia")}}, names("Ana", "Bia", "Caio", "Davi")},
		{scoring.People{Players: names("Caio", "Davi", "Ana", "Zoë"), Absent: scoring.Absent{Away: names("Ana")},
			Renamed: map[scoring.Name]scoring.Name{"Ana": "Zoë", "Bia": "Ana"}}, names("Zoë", "Ana", "Caio", "Davi")},
	} {
		if s, err = toy.Apply(s, c.people); err != nil {
			t.Fatal(err)
		}
		f := scoring.FrameOf(s)
		for i, n := range c.want {
			if f.Number(n) != i+1 {
				t.Errorf("after %v %s is number %d of %v, want %d", c.people, n, f.Number(n), f.Came, i+1)
			}
		}
	}
	if n := scoring.FrameOf(s).Number("Bia"); n != 0 {
		t.Errorf("nobody is called Bia, and she is number %d", n)
	}
}
