package play

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/scoring/pictureperfect"
	"github.com/tablemate/tablemate/old/scoring/versus"
	"github.com/tablemate/tablemate/old/setup"
)

func TestNamesIn(t *testing.T) {
	people := []string{"Ana", "Bia", "Caio Lima"}
	for line, want := range map[string][]string{
		"Ana, Bia":                    {"Ana", "Bia"},
		"Ana Bia Caio":                {"Ana", "Bia", "Caio"},
		"Ana, Bia Lima, Caio":         {"Ana", "Bia Lima", "Caio"},
		"Ana e Bia e Caio":            {"Ana", "Bia", "Caio"},
		"Ana, Bia e Caio":             {"Ana", "Bia", "Caio"},
		"Ana, Bia, and Caio":          {"Ana", "Bia", "and Caio"},
		"Ana, Zé da Silva & Bia Reis": {"Ana", "Zé da Silva", "Bia Reis"},
		"A B C D E":                   {"A", "B", "C", "D", "E"},
		"Ana & Bia":                   {"Ana", "Bia"},
		"Ana; Bia":                    {"Ana", "Bia"},
		"Ana Maria,":                  {"Ana Maria"},
		"3 1":                         {"Caio Lima", "Ana"},
		"3, Zoe, 1":                   {"Caio Lima", "Zoe", "Ana"},
		"3 2, Zoe, 1":                 {"Caio Lima", "Bia", "Zoe", "Ana"},
		"3 Zoe":                       {"Caio Lima", "Zoe"},
		" ":                           nil,
	} {
		if got, wrong := namesIn(line, people); wrong != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v, want %q", line, got, wrong, want)
		}
	}
	for _, line := range []string{"4 1", "0, 1", "Ana, 9"} {
		if got, wrong := namesIn(line, people); wrong == nil {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// A table agrees key by key, and is asked until it begins.
func TestAgree(t *testing.T) {
	who := []string{"Ana", "Bia", "Caio", "Davi"}
	six := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi"}
	const agreed = setup.AsksAgreed
	for name, c := range map[string]struct {
		w     Seating
		say   []asktest.Said
		want  setup.Table
		lines string // of the last screen answered; "": any
	}{
		"as the box says": {
			Seating{Game: dixit.Game}, said(setup.AsksWho, "Ana, Bia, Caio, Davi", agreed, ""),
			setup.Table{Players: who, Choices: map[string]string{"target": "30", "secret": "no", "order": "votes", "list": "page"}}, "y p t v o l",
		},
		"as last time": {
			Seating{Game: dixit.Game, Last: func([]string) (map[string]string, error) {
				return map[string]string{"target": "40", "secret": "yes", "laps": "3"}, nil
			}},
			said(setup.AsksWho, "Ana, Bia, Caio, Davi", agreed, ""),
			setup.Table{Players: who, Choices: map[string]string{"target": "40", "secret": "yes", "order": "votes", "list": "page"}}, "",
		},
		"two values change in place, others are asked for": {
			Seating{Game: dixit.Game}, said(setup.AsksWho, "Ana, Bia, Caio, Davi", agreed, "v", agreed, "t", "cmd.option.target", "15", agreed, "v", agreed, "o", agreed, ""),
			setup.Table{Players: who, Choices: map[string]string{"target": "15", "secret": "no", "order": "owners", "list": "page"}}, "",
		},
		"another mode has other lines, and teams": {
			Seating{Game: dixit.Game, Was: setup.Table{Players: six}, Known: true}, said(agreed, "m", "cmd.option.mode", "3", agreed, ""),
			setup.Table{
				Players: six, Choices: map[string]string{"mode": "team", "laps": "1", "secret": "no", "order": "votes", "list": "page"},
				Teams: []setup.Team{{Name: "Ana & Davi", Seats: []int{0, 3}}, {Name: "Bia & Eva", Seats: []int{1, 4}}, {Name: "Caio & Fabi", Seats: []int{2, 5}}},
			}, "y p m r v o l e",
		},
		"teams go with their mode": {
			Seating{Game: dixit.Game, Was: setup.Table{Players: six}, Known: true}, said(agreed, "m", "cmd.option.mode", "3", agreed, "m", "cmd.option.mode", "1", agreed, ""),
			setup.Table{Players: six, Choices: map[string]string{"mode": "base", "target": "30", "secret": "no", "order": "votes", "list": "page"}}, "y p m t v o l",
		},
		"other people, and their mode goes": {
			Seating{Game: dixit.Game, Was: setup.Table{Players: six, Choices: map[string]string{"mode": "party", "laps": "2"}}, Known: true},
			said(agreed, "p", setup.AsksWho, "Ana, Bia, Caio, Davi", agreed, ""),
			setup.Table{Players: who, Choices: map[string]string{"target": "30", "secret": "no", "order": "votes", "list": "page"}}, "",
		},
		"who deals": {
			Seating{Game: versus.Game}, said(setup.AsksWho, "Ana, Bia, Caio", agreed, "b", "cmd.first", "3", agreed, ""),
			setup.Table{Players: who[:3], First: 2, Choices: map[string]string{"list": "page"}}, "y p b l",
		},
		"nobody can be suggested": {
			Seating{Game: pictureperfect.Game}, said(setup.AsksWho, "Ana, Bia", "cmd.first", "2", agreed, "a", agreed, "d", "cmd.option.deck", "2", agreed, ""),
			setup.Table{Players: who[:2], First: 1, Choices: map[string]string{"auction": "yes", "deck": "hand", "list": "page"}}, "y p b a d l",
		},
		"a game that was played lays nothing out": {
			Seating{Game: pictureperfect.Game, Was: setup.Table{Origin: setup.AfterTheFact}}, said(setup.AsksWho, "Ana, Bia", agreed, ""),
			setup.Table{Players: who[:2], Origin: setup.AfterTheFact, Choices: map[string]string{"auction": "no"}}, "y p a",
		},
		"what is needed is asked at once": {
			Seating{Game: pad.Game}, said(setup.AsksWho, "Ana, Bia", agreed, "f", "pad.which-categories", "birds, eggs", agreed, "d", "cmd.option.tie", "3", agreed, ""),
			setup.Table{Players: who[:2], Choices: map[string]string{"style": "categories", "categories": "birds, eggs", "told": "category", "wins": "high", "tie": "eggs"}}, "y p n v f c o w d",
		},
		"line by line it is a sentence": {
			Seating{Game: versus.Game, Brief: true}, said(setup.AsksWho, "Ana, Bia, Caio", agreed, "c", "play.agreed-what", "b", "cmd.first", "2", agreed, ""),
			setup.Table{Players: who[:3], First: 1, Choices: map[string]string{"list": "page"}}, "y",
		},
	} {
		if c.w.Last == nil {
			c.w.Last = func([]string) (map[string]string, error) { return nil, nil }
		}
		c.w.Phoned = func([]string) bool { return false }
		script := asktest.NewScript(t, c.say...)
		got, err := c.w.Sit(prepared{next: script, where: nowhere, people: noNames, last: noNames})
		if d := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", name, err, d)
		}
		var keys []string
		for _, m := range script.Seen[len(script.Seen)-1].List().Marks {
			keys = append(keys, m.Other)
		}
		if got := strings.Join(keys, " "); c.lines != "" && got != c.lines {
			t.Errorf("%s: lines %s, want %s", name, got, c.lines)
		}
	}
}

// A table that knows how to set up the base game of Dixit has the whole list once more for another way to play, not for
// another target.
func TestAnotherLayoutIsShownWhole(t *testing.T) {
	six := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi"}
	was := setup.Table{Players: six, Choices: map[string]string{dixit.Mode: "base", setup.List: setup.OnlyCheck}}
	for say, want := range map[string][]asktest.Said{
		setup.OnePage:   {{ID: setup.AsksAgreed, Line: "m"}, {ID: "cmd.option.mode", Line: "2"}, {ID: setup.AsksAgreed}},
		setup.OnlyCheck: {{ID: setup.AsksAgreed, Line: "t"}, {ID: "cmd.option.target", Line: "40"}, {ID: setup.AsksAgreed}},
	} {
		w := Seating{Game: dixit.Game, Was: was, Known: true, Phoned: func([]string) bool { return false }}
		got, err := w.Sit(asktest.NewScript(t, want...))
		if err != nil || got.Choices[setup.List] != say {
			t.Errorf("%v, %v, want %s", got.Choices, err, say)
		}
	}
}

func noNames() ([]string, error) { return nil, nil }

func said(lines ...string) []asktest.Said {
	var out []asktest.Said
	for i := 0; i < len(lines); i += 2 {
		out = append(out, asktest.Said{ID: lines[i], Line: lines[i+1]})
	}
	return out
}

// Enter's answer stays the same even if the earlier table it came from has changed by now.
func TestWhatWasAgreedIsKept(t *testing.T) {
	target := "40"
	w := Seating{
		Game: dixit.Game, Phoned: func([]string) bool { return false },
		Last: func([]string) (map[string]string, error) { return map[string]string{"target": target}, nil },
	}
	script := asktest.NewScript(t, said(setup.AsksWho, "Ana, Bia, Caio", setup.AsksAgreed, "v", setup.AsksAgreed, "")...)
	var kept ask.Draft
	_, _, err := asktest.Talk(prepared{next: script, where: nowhere, people: noNames, last: noNames}, ask.Draft{}, ask.Draft{}, func(d ask.Draft) error { kept = d; return nil }, w.Sit)
	if err != nil {
		t.Fatal(err)
	}
	target = "50"
	if _, got, whole := ask.Replay(kept, w.Sit); !whole || got.Choices["target"] != "40" || got.Choices["secret"] != "yes" {
		t.Error(got, whole)
	}
}

// The people of the latest table that fits are suggested. A typed name takes nobody else's.
func TestThePeopleOfLastTime(t *testing.T) {
	last := func() ([]string, error) { return []string{"Ana", "Bia", "Caio"}, nil }
	for line, want := range map[string]string{"": "Ana, Bia, Caio", "ana, zé": "Ana, zé"} {
		script := asktest.NewScript(t, asktest.Said{ID: setup.AsksWho, Line: line})
		r, err := prepared{next: script, where: nowhere, people: last, last: last}.Ask(ask.Question{Head: ask.Head{ID: setup.AsksWho}, Shape: ask.Words{}})
		if err != nil || r.Text != want {
			t.Errorf("%q: %q %v", line, r.Text, err)
		}
	}
}

func TestWhoIsKnownKeepsTheirName(t *testing.T) {
	people := []string{"Ana", "José", "bia", "Bia"}
	for _, c := range []struct{ typed, stood, want []string }{
		{[]string{"ana", "Caio"}, nil, []string{"Ana", "Caio"}},
		{[]string{"JOSÉ", "Ana"}, nil, []string{"José", "Ana"}},
		{[]string{"Bia", "bia"}, nil, []string{"Bia", "bia"}}, // both as they are known
		{[]string{"ANA"}, []string{"ana"}, []string{"ANA"}},   // corrected
	} {
		if got := spelled(slices.Clone(c.typed), people, c.stood); !slices.Equal(got, c.want) {
			t.Errorf("%q with %q: %q", c.typed, c.stood, got)
		}
	}
}
