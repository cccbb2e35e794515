package setup_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

func TestCheckNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string // part of the fault; "" for none
	}{
		{[]string{"Ana", "Bia"}, ""},
		{[]string{"José", "Jose"}, ""},
		{[]string{strings.Repeat("á", 40), " " + strings.Repeat("b", 40) + " "}, ""},
		{[]string{"👩‍👩‍👧", "🇧🇷"}, ""},
		{[]string{"Ana", " "}, "[1]: a name is missing"},
		{[]string{strings.Repeat("x", 41)}, "[0]: “xxxxxxxxxxxx…” has 41 characters: at most 40"},
		{[]string{"a\x1b[2J"}, "control character in this text (U+001B)"},
		{[]string{"a\u0085"}, "control character in this text (U+0085)"},
		{[]string{"\tAna"}, "control character in this text (U+0009)"},
		{[]string{"Ana", "Ana"}, "[1]: “Ana” is there twice: each"},
		{[]string{"Ana", "ANA"}, "[1]: “ANA” is there twice (as “Ana”)"},
		{[]string{"Ana", " ana "}, "there twice"},
		{[]string{"José", "Jose\u0301"}, "there twice"},
		{[]string{"Strauß", "STRAUSS"}, "there twice"},
		{[]string{"ΣΊΣΥΦΟΣ", "σίσυφος"}, "there twice"},
		{[]string{"Ana", "A\u200bna"}, "there twice"},
		{[]string{"Ana Maria", "Ana\u00a0 Maria"}, "there twice"},
		{[]string{"Ana", "Ana\ufe0f"}, "there twice"},
		{[]string{"\u2060An\u00ada", "Ana"}, "there twice"},
		{[]string{"क्ष", "क्\u200dष"}, "there twice"},
		{[]string{"Luís", "Luis", "กิ", "กี", "は", "ば"}, ""},
		{[]string{"👩‍🦰", "👩"}, ""},
		{[]string{"\u200b"}, "[0]: nobody can see this"},
		{[]string{"Ana", "\u3164"}, "[1]: nobody can see this"},
		{[]string{"\u2800 \ufeff"}, "nobody can see this"},
		{[]string{"\u115f\u1160"}, "nobody can see this"},
		{[]string{"Ana\u2028"}, "control character in this text (U+2028)"},
		{[]string{"A\u2029na"}, "control character in this text (U+2029)"},
		{[]string{"A\nna"}, "control character in this text (U+000A)"},
		{[]string{"a\xff"}, "not valid text"},
	} {
		err := setup.CheckNames(c.names)
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.names, err, c.want)
		}
	}
}

func yesNo(setup.Table) []setup.Value {
	return []setup.Value{{ID: setup.No, Text: lang.Literal("no")}, {ID: setup.Yes, Text: lang.Literal("yes")}}
}

// A game with every kind of option.
var toy = setup.Game{
	Name: lang.Literal("Toy"), Min: 2, Max: 6, Teams: func(t setup.Table) bool { return t.On("pairs") },
	First: &setup.Opening{Ask: lang.Literal("Who deals?"), Line: lang.Only("deals"), Key: "f"},
	Options: []setup.Option{
		{ID: "pairs", Key: "m", Ask: lang.Literal("Pairs?"), Line: lang.T("Mode: {it}"), Values: yesNo,
			Applies: func(t setup.Table) bool { return len(t.Players)%2 == 0 }},
		{ID: "target", Key: "t", Ask: lang.Literal("How many?"), Line: lang.N("{n} point", "{n} points"), Lo: 1, Default: 30, Later: true},
		{ID: "laps", Key: "v", Ask: lang.Literal("How often?"), Line: lang.N("{n} lap", "{n} laps"), Lo: 1, Hi: 9, Default: 1,
			Applies: func(t setup.Table) bool { return t.On("pairs") }, Later: true},
	},
}

func agreed(t *testing.T, g setup.Game, was setup.Table, lines ...string) (string, *laws.Hand) {
	t.Helper()
	h := &laws.Hand{Lines: lines}
	got, err := setup.Agree(h, g, was)
	if err != nil || len(h.Lines) > 0 {
		t.Fatalf("%q: %v; left %q, refused %q", lines, err, h.Lines, h.Refused)
	}
	raw, _ := json.Marshal(got)
	return string(raw), h
}

func TestAgree(t *testing.T) {
	known := setup.Table{Players: []setup.Name{"Ana", "Bia", "a, b"}, First: "Bia", Choices: map[string]string{"target": "12", "pairs": "yes", "laps": "3"}, Played: true}
	four := setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio", "Davi"}, Choices: map[string]string{"pairs": "yes"}}
	must := toy
	must.First = &setup.Opening{Ask: lang.Literal("Who?"), Must: true}
	for _, c := range []struct {
		name  string
		game  setup.Game
		was   setup.Table
		keys  string
		want  string
		asked string
	}{
		{"a new table: names and one Enter", toy, setup.Table{}, "Ana, Bia, Caio|",
			`{"players":["Ana","Bia","Caio"],"first":"Ana","choices":{"target":"30"}}`, "players begin"},
		{"a known table: one Enter", toy, known, "",
			`{"players":["Ana","Bia","a, b"],"first":"Bia","choices":{"target":"12"},"played":true}`, "begin"},
		{"a letter changes a line", toy, known, "t|15|f|3|t||",
			`{"players":["Ana","Bia","a, b"],"first":"a, b","choices":{"target":"15"},"played":true}`, "begin target begin 2 first begin 3 target 2 begin 4"},
		{"what another game agreed on", toy, known.With("target", "0").With("none", "x"), "",
			`{"players":["Ana","Bia","a, b"],"first":"Bia","choices":{"target":"30"},"played":true}`, "begin"},
		{"other names", toy, known, "n|Davi, Bia, Eva, Fabi|",
			`{"players":["Davi","Bia","Eva","Fabi"],"first":"Bia","teams":[{"name":"Davi \u0026 Eva","players":["Davi","Eva"]},{"name":"Bia \u0026 Fabi","players":["Bia","Fabi"]}],` +
				`"choices":{"laps":"3","pairs":"yes","target":"12"},"played":true}`, "begin players begin 2"},
		{"who plays together", toy, four, "p|Ana, Bia, Davi, Caio|v|0|2|",
			`{"players":["Ana","Bia","Caio","Davi"],"first":"Ana","teams":[{"name":"Ana \u0026 Bia","players":["Ana","Bia"]},{"name":"Davi \u0026 Caio","players":["Davi","Caio"]}],` +
				`"choices":{"laps":"2","pairs":"yes","target":"30"}}`, "begin teams begin 2 laps begin 3"},
		{"no pairs, no teams", toy, four, "m|no|",
			`{"players":["Ana","Bia","Caio","Davi"],"first":"Ana","choices":{"pairs":"no","target":"30"}}`, "begin pairs begin 2"},
		{"who begins must be said", must, setup.Table{}, "Ana, Bia|2|n|Ana, Eva|1|",
			`{"players":["Ana","Eva"],"first":"Ana","choices":{"pairs":"no","target":"30"}}`, "players first begin players 2 first 2 begin 2"},
	} {
		got, h := agreed(t, c.game, c.was, strings.Split(c.keys, "|")...)
		if got != c.want || strings.Join(h.Asked, " ") != c.asked {
			t.Errorf("%s: %s\nwant %s; asked %q", c.name, got, c.want, h.Asked)
		}
	}
}

func TestAgreeRefuses(t *testing.T) {
	_, h := agreed(t, toy, setup.Table{}, "Ana", "Ana, , Bia", "Ana, ana", "A,B,C,D,E,F,G", "Ana, Bia, Caio, Davi", "m", "2", "p", "Ana, Bia", "Ana, Bia, Bia, Davi", "Ana, Bia, Caio, Eva", "Ana, Caio, Davi, Bia", "")
	for i, want := range []string{"1 player: Toy is for 2 to 6", "", "“ana” is there twice (as “Ana”)", "7 players", "1 team: 2 pairs", "Bia", "“Eva” is not at the table"} {
		if i >= len(h.Refused) || !strings.Contains(h.Refused[i], want) {
			t.Errorf("%d: %q is not in %q", i, want, h.Refused)
		}
	}
}

// People who are too many for a game are named, and not suggested.
func TestTooMany(t *testing.T) {
	was := setup.Table{Players: []setup.Name{"A", "B", "C", "D", "E", "F", "G"}}
	for typed, want := range map[string]string{"": "type something", "A, B": ""} {
		_, h := agreed(t, toy, was, typed, "A, B", "")
		if refused := strings.Join(h.Refused, "|"); want == "" && refused != "" || !strings.Contains(refused, want) {
			t.Errorf("%q: %q", typed, refused)
		}
		if !slices.ContainsFunc(h.Shown, func(s string) bool { return strings.Contains(s, "At the table last: A, B, C, D, E, F and G.") }) {
			t.Errorf("%q", h.Shown)
		}
	}
}

func TestChange(t *testing.T) {
	table := setup.Table{Players: []setup.Name{"Ana", "Bia"}, Choices: map[string]string{"target": "12", "pairs": "yes", "laps": "1"}}
	for _, c := range []struct {
		keys string
		pair string
		want string
	}{{"t|20", "yes", `{"target":"20"}`}, {"v|3", "yes", `{"laps":"3"}`}, {"1|20", "no", `{"target":"20"}`}} {
		got, err := setup.Change(&laws.Hand{Lines: strings.Split(c.keys, "|")}, toy, table.With("pairs", c.pair), func(choices map[string]string) error {
			if choices["target"] == "1" {
				return fault.New(lang.T("a refusal"))
			}
			return nil
		})
		if raw, _ := json.Marshal(got); err != nil || string(raw) != c.want {
			t.Errorf("%s: %s, %v", c.keys, raw, err)
		}
	}
	if got, err := setup.Change(nil, setup.Game{}, table, nil); got != nil || err != nil {
		t.Errorf("%v, %v", got, err)
	}
}

// Teams have names of their own, however people are called.
func TestPairs(t *testing.T) {
	unicorn := setup.Name(strings.Repeat("🦄", 39))
	for _, names := range [][]setup.Name{
		{"a", "b & c", "a & b", "c"}, {"#1", "b", "#1 & b", "##1"}, {unicorn, unicorn + "x", unicorn + "y", "#2"},
	} {
		table := setup.Table{Players: names, Teams: setup.Pairs(names)}
		if err := setup.CheckTeams(table); err != nil {
			t.Errorf("%v: %v", table.Teams, err)
		}
	}
}

// A checklist is one page, or a line at a time.
func TestLayOut(t *testing.T) {
	step := func(text string, notes ...string) (s setup.Step) {
		s.Text = lang.Literal(text)
		for _, n := range notes {
			s.Notes = append(s.Notes, lang.Literal(n))
		}
		return s
	}
	l := setup.Layout{Steps: []setup.Step{step("Shuffle."), step("Deal:", "Ana: 3 cards", "Bia: 2 cards"), step("Begin.")}}
	for _, c := range []struct {
		keys  []string
		asked string
		shown string
		again bool
	}{
		{[]string{""}, "again", "", true},
		{[]string{"l", ""}, "again, laid", "1. Shuffle.\n2. Deal:", true},
		{[]string{""}, "laid", "1. Shuffle.\n2. Deal:\nAna: 3 cards\nBia: 2 cards\n3. Begin.", false},
		{[]string{"l", "", "l", ""}, "laid, step 1, step 2, laid 2", "Deal:\nAna: 3 cards", false},
		{[]string{"l", "", "", ""}, "laid, step 1, step 2, step 3", "Begin.", false},
	} {
		h := &laws.Hand{Lines: c.keys}
		if err := setup.LayOut(h, l, c.again); err != nil || strings.Join(h.Asked, ", ") != c.asked || !strings.Contains(strings.Join(h.Shown, "\n"), c.shown) {
			t.Errorf("%q: %v, asked %q, shown:\n%s", c.keys, err, h.Asked, strings.Join(h.Shown, "\n"))
		}
	}
	if err := setup.LayOut(&laws.Hand{Lines: []string{"l"}}, l, false); err != ask.Leave {
		t.Error(err)
	}
}

// A game's name has the tags of the table's choices, also behind an option that is not asked.
func TestTags(t *testing.T) {
	tagged := func(id string, asked bool) setup.Option {
		return setup.Option{
			ID: id, Applies: func(setup.Table) bool { return asked },
			Values: setup.OneOf(setup.Value{ID: setup.No}, setup.Value{ID: setup.Yes, Tag: lang.Literal("with " + id)}),
		}
	}
	options := []setup.Option{{ID: "rounds"}, tagged("wind", false), tagged("rain", true), tagged("snow", true)}
	table := setup.Table{Choices: map[string]string{"rounds": setup.Yes, "wind": setup.Yes, "rain": setup.Yes, "snow": setup.No}}
	if tags := setup.Tags(options, table); len(tags) != 1 || lang.English.Say(tags[0]) != "with rain" {
		t.Error(tags)
	}
}

// The names of a table are known before it has agreed, from the question for the first player on.
func TestNaming(t *testing.T) {
	game := setup.Game{Min: 2, Max: 6, First: &setup.Opening{Must: true}}
	var asked []string
	asker := ask.AskerFunc(func(g ask.Group, got ask.Got) error {
		q := g.Asked[0]
		if asked = append(asked, q.ID); !slices.Equal(q.Names, []string{"Ana", "Bia"}) {
			t.Errorf("%s: %v", q.ID, q.Names)
		}
		line := setup.Yes
		if q.ID == setup.AskFirst {
			line = "Bia"
		}
		return got(ask.Answer{Line: line})
	})
	if _, err := setup.Agree(asker, game, setup.Table{Players: []setup.Name{"Ana", "Bia"}}); err != nil || !slices.Equal(asked, []string{setup.AskFirst, setup.AskBegin}) {
		t.Error(asked, err)
	}
}
