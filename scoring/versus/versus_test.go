package versus_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/versus"
	"github.com/tablemate/tablemate/setup"
)

func TestRules(t *testing.T) { laws.Rules(t, versus.Game, "rules.txt") }

func TestLaws(t *testing.T) { laws.Check(t, versus.Game) }

// An evening as it is typed: each line of keys is one event, with its meaning.
func TestQuestions(t *testing.T) {
	h := &laws.Hand{}
	s, err := versus.Game.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi", "w"}, First: "Ana"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ keys, want, refused string }{
		{"", `laid {}`, ""},
		{"2|1", `slap {"by":"Bia","gives":"Ana"}`, ""},
		{"bia|b|1 4", `slap {"by":"Bia","gives":"Ana","out":["Davi"]}`, "“b” is not on the list"}, // each has one number in all lists
		{"davi|1|2", `slap {"by":"Ana","gives":"Bia"}`, "“davi”"},
		{"p|2|2", `wrong_slap {"by":"Bia","penalty":"eye-closed"}`, ""},
		{"x|3|2", `slap {"by":"Caio","gives":"Bia"}`, "“x” is not on the list"},
		{"x", `amulet {}`, ""},
		{"1|b bia w", `slap {"by":"Ana","gives":"Bia","out":["Bia","w"]}`, ""},
		{"2", `amulet {}`, ""},
		{"1|5 bia w", `slap {"by":"Ana","gives":"w","out":["Bia","w"]}`, ""},
		{"", `stop {}`, ""},
	} {
		h.Lines, h.Refused = strings.Split(c.keys, "|"), nil
		e, err := versus.Game.Next(s, h, nil)
		if err != nil || len(h.Lines) > 0 {
			t.Fatalf("%s: %v; left %q, refused %q", c.keys, err, h.Lines, h.Refused)
		}
		raw, _ := json.Marshal(e)
		if got := e.Kind() + " " + string(raw); got != c.want || !strings.Contains(strings.Join(h.Refused, "; "), c.refused) {
			t.Errorf("%s: %s, not %s; refused %q", c.keys, got, c.want, h.Refused)
		}
		if s, err = versus.Game.Apply(s, e); err != nil {
			t.Fatal(err)
		}
	}
	if r := versus.Game.Result(s); !slices.Equal(r.Winners, []scoring.Row{"Ana"}) || r.Open {
		t.Errorf("%+v", r.Winners)
	}
	if e, err := versus.Game.Next(s, h, nil); e != nil || err != nil {
		t.Errorf("asked after the end: %v, %v", e, err)
	}
}

// A slap is a key for the slapper, and a line for the rest.
func TestKeysOfASlap(t *testing.T) {
	s, _ := versus.Game.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio"}, Played: true})
	keys := 0
	_, err := versus.Game.Next(s, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
		typed := "1"
		if len(g.Asked) > 1 {
			typed = "2"
			keys++ // Enter
		}
		keys += len(typed)
		in, err := g.Read(lang.English, typed)
		if err != nil {
			return err
		}
		return got(in...)
	}), nil)
	if err != nil || keys > 3 {
		t.Errorf("%d keys, %v", keys, err)
	}
}

// The second gem's receiver and the people who are out are typed with or without a blank between them.
func TestGemAndOut(t *testing.T) {
	s, _ := versus.Game.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi"}, Played: true})
	for typed, want := range map[string]string{
		"23": `{"by":"Ana","gives":"Bia","out":["Caio"]}`, "2 3": `{"by":"Ana","gives":"Bia","out":["Caio"]}`, "bia davi": `{"by":"Ana","gives":"Bia","out":["Davi"]}`,
		"4": `{"by":"Ana","gives":"Davi"}`, "4 2 3": `{"by":"Ana","gives":"Davi","out":["Bia","Caio"]}`,
	} {
		e, err := versus.Game.Next(s, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
			line := "Ana"
			if len(g.Asked) > 1 {
				line = typed
			}
			in, err := g.Read(lang.English, line)
			if err != nil {
				return err
			}
			return got(in...)
		}), nil)
		if raw, _ := json.Marshal(e); err != nil || string(raw) != want {
			t.Errorf("%s: %s, %v", typed, raw, err)
		}
	}
}

// Earlier answers stand there already when an event is asked about once more.
func TestAskedAgain(t *testing.T) {
	s, _ := versus.Game.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio"}, Played: true})
	for _, was := range []scoring.Event{
		versus.Slap{By: "Bia", Gives: "Caio"},
		versus.Slap{By: "Bia", Gives: "Caio", Out: []scoring.Name{"Ana", "Caio"}},
	} {
		got, err := versus.Game.Next(s, &laws.Hand{Lines: []string{"", ""}}, was)
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(was)
		if err != nil || string(a) != string(b) {
			t.Errorf("%s, not %s: %v", a, b, err)
		}
	}
	got, err := versus.Game.Next(s, &laws.Hand{Lines: []string{"p", "", ""}}, versus.WrongSlap{By: "Caio", Penalty: "two-in-a-row"})
	if err != nil || got != (versus.WrongSlap{By: "Caio", Penalty: "two-in-a-row"}) {
		t.Errorf("%v, %v", got, err)
	}
}

// After an amulet the penalty that is in force again is said once more.
func TestPenaltyAfterAnAmulet(t *testing.T) {
	s, _ := versus.Game.Begin(setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio"}, Played: true})
	for i, e := range []scoring.Event{versus.WrongSlap{By: "Caio", Penalty: "two-in-a-row"}, versus.Slap{By: "Ana", Gives: "Bia"}, versus.Amulet{}} {
		var err error
		if s, err = versus.Game.Apply(s, e); err != nil {
			t.Fatal(err)
		}
		said := ""
		_, _ = versus.Game.Next(s, ask.AskerFunc(func(g ask.Group, _ ask.Got) error {
			for _, n := range g.Notes {
				said += lang.English.Say(n) + "|"
			}
			return ask.Back
		}), nil)
		if strings.Contains(said, "is valid again (a house reading") != (i == 2) {
			t.Errorf("after event %d: %s", i, said)
		}
	}
}

// All 48 cards are dealt one by one from the dealer's left; the first ones get what is left over.
func TestLayout(t *testing.T) {
	table := setup.Table{Players: []scoring.Name{"Ana", "Bia", "Caio", "Davi", "Eva"}}
	for dealer, want := range map[scoring.Name]string{
		"Bia": "Caio: 10 cards, Davi: 10 cards, Eva: 10 cards, Ana: 9 cards, Bia: 9 cards; Caio sits to the dealer's left and begins.",
		"": "Place 1 from the dealer's left: 10 cards, Place 2 from the dealer's left: 10 cards, Place 3 from the dealer's left: 10 cards, " +
			"Place 4 from the dealer's left: 9 cards, The dealer: 9 cards; The person to the dealer's left begins.",
	} {
		table.First = dealer
		l, err := versus.Game.Layout(table)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(lang.English.All(l.Steps[3].Notes), ", ") + "; " + lang.English.Say(l.Steps[6].Text); got != want {
			t.Errorf("%q deals: %s", dealer, got)
		}
		if data, _ := json.Marshal(l.Data); string(data) != `{"players":5,"cards_each":[10,10,10,9,9]}` {
			t.Errorf("%s", data)
		}
	}
}

// The most gems are told without those that an amulet took back.
func TestMostWithoutTheAmulet(t *testing.T) {
	s, err := versus.Game.Begin(setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}})
	for _, e := range []scoring.Event{versus.Slap{By: "Ana", Gives: "Bia"}, versus.Amulet{}} {
		if err == nil {
			s, err = versus.Game.Apply(s, e)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]int{}
	for _, p := range scoring.FrameOf(s).Parts {
		for _, l := range p.Lines {
			sums[string(l.Row)+" "+l.Head.String()] += l.Points
		}
	}
	if want := map[string]int{"Ana First to slap": 0, "Bia Gems from others": 0}; !maps.Equal(sums, want) {
		t.Error(sums)
	}
}
