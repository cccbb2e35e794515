package counted

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// sevenWonders is the file in the contract.
const sevenWonders = `game_file: 1
id: seven-wonders
name: 7 Wonders
players: 3-7
start: 0
deals: false
each_round:
  - {name: points, from: -99999, to: 99999, sum: [26, 78]}
ends: {at: 100}
at_end:
  - {name: war, from: -6, to: 18}
  - {name: {en: coins, pt-BR: moedas}, each: 1, per: 3}
  - {name: science, sets: [tablets, gears, wheels], square: true, set: 7, source: page 9}
  - {name: road, one: 2}
  - {name: all, each: 1, of: [war, coins]}
ties: [coins, {ask: cards in hand, wins: fewest}, {field: war, wins: fewest}, {field: points}]
setup:
  - Everybody takes a wonder board and 3 coins
  - {for: 3-4, do: Take the age cards marked 3+ and 4+}
  - {do: "Put {n} factories in the middle", n: {3: 7, 4: 9, 5: 1, 6: 2, 7: 3}}
  - {en: Sit down, pt-BR: Sentem-se}
clock: {round: 3m}
rules: {War: "A defeat counts −1.", Ties: {en: Coins, pt-BR: Moedas}}
source: 7 Wonders, page 11
`

func mustRead(t testing.TB, text string) *File {
	t.Helper()
	f, wrong := Read([]byte(text))
	if wrong != nil {
		t.Fatalf("%v in\n%s", wrong, text)
	}
	return f
}

// small returns a file of a game for 2 to 4 people with a few more lines.
func small(lines ...string) string {
	return "game_file: 1\nid: small\nname: Small\nplayers: 2-4\n" + strings.Join(lines, "\n") + "\n"
}

// A file that a game stores is the same file, and is stored the same way again.
func TestKept(t *testing.T) {
	for _, text := range []string{
		sevenWonders,
		small("wins: word"), small("wins: together", "deals: true"),
		small("each_round: [{name: a, most: {2: [], 3: [6], 4: [6, 3]}, least: [-6], level: pool, same: none}]", "ends: {after: {2: 9, 3: 8, 4: 7}}", "start: {2: 0, 3: 1, 4: 2}"),
		small("each_round: [{name: a, each: -1}]", "start: 301", "ends: {exactly: 0, past: stay}", "wins: fewest"),
		small("each_round: [{name: a, from: +1, to: 1}, {name: y, yes: 5}]", "ends: {exactly: 50, past: 25}"),
		small("at_end: [{name: a, table: {-3: 1, 10: 2, 2: 3}, steps: true}, {name: b, times: [x, {fr: y}]}, {name: c, bid: {made: 1, trick: 2, miss: -3}}]"),
		small("at_end: [{name: a, sets: [x], set: 0, square: false}]", "clock: {round: 8}", "ends: word", "each_round: [{name: b, sum: {2: 1, 3: [1, 2], 4: 5}}]"),
	} {
		f := mustRead(t, text)
		again := mustRead(t, f.Text)
		if !reflect.DeepEqual(f, again) {
			t.Errorf("%s\nread again is\n%+v, not\n%+v", f.Text, again, f)
		}
	}
	const want = `{"game_file":1,"id":"small","name":"Small","players":"2-4","clock":{"round":8},"ties":[{"wins":"fewest","field":"<a>"}],"ends":{"at":7},"each_round":[{"to":9,"from":1,"name":{"en":"<a>"}}],"wins":"fewest"}`
	got := mustRead(t, small("clock: {round: 8}", "ties: [{wins: fewest, field: <a>}]", "ends: {at: 7}", "each_round: [{to: 9, from: +1, name: {en: <a>}}]", "wins: fewest")).Text
	if got != strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(want) {
		t.Error(got)
	}
	if _, wrong := Kept([]byte(strings.Replace(got, `"Small"`, `"Small","source":"`+strings.Repeat("x", 70_000)+`"`, 1))); wrong != nil {
		t.Errorf("a file that is longer as it is kept: %v", wrong)
	}
}

// A fault has its line, column and path.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{strings.Repeat(" ", 70_000), "a game file has 64 kB at most"},
		{"", "the sheet is empty"},
		{"- a", "expected an object with keys, not a list"},
		{"game_file: 2\nid: a", "game_file: line 1, column 12: 2 is out of range: from 1 to 1"},
		{"{\n \"game_file\": 1,\n \"id\": 3}", "id: line 3, column 8: expected text, not the number 3"},
		{"game_file: 1\nid: a1\nname: A\n", "players: line 1, column 1: this key is missing"},
		{small("winner: most", "wins: word"), "winner: line 5, column 1: unknown key; the keys known here are: at_end, clock, "},
		{"{\"game_file\": 1,\n  \"x\": 2, \"id\": \"abc\", \"name\": \"A\", \"players\": 3, \"wins\": \"word\"}", "x: line 2, column 3: unknown key"},
		{small("wins: [most]"), "wins: line 5, column 7: expected text, not a list"},
		{small("id: again"), "id: line 5, column 1: duplicate key “id”"},
		{small("each_round: [{name: a, name: b}]"), "each_round[0].name: line 5, column 24: duplicate key “name”"},
		{small("each_round: &x [{name: a}]"), "each_round: line 5, column 13: YAML anchors"},
		{small("each_round: [{name: !!str a}]"), "each_round[0].name: line 5, column 21: YAML anchors"},
		{small(), "line 1, column 1: nothing is counted"},
		{small("each_round: []"), "each_round: line 5, column 13: 0 entries: 1 to"},
		{strings.Replace(small("wins: word"), "small", "Small", 1), "id: line 2, column 5: “Small” is not an id"},
		{strings.Replace(small("wins: word"), "small", strings.Repeat("a", 41), 1), "id: line 2, column 5: “aaaa"},
		{strings.Replace(small("wins: word"), "2-4", "4-2", 1), "players: line 4, column 10: “4-2” is not a number"},
		{strings.Replace(small("wins: word"), "2-4", "2-13", 1), "players: line 4, column 10: “2-13” is not a number"},
		{strings.Replace(small("wins: word"), "2-4", "13", 1), "players: line 4, column 10: 13 is out of range"},
		{strings.Replace(small("wins: word"), "name: Small", `name: "a\eb"`, 1), "name: line 3, column 7: there is a control character in this text (U+001B)"},
		{strings.Replace(small("wins: word"), "name: Small", "name: {}", 1), "name: line 3, column 7: text is missing"},
		{strings.Replace(small("wins: word"), "name: Small", "name: {en: a, 7: b}", 1), "name.7: line 3, column 18: “7” is not a language"},
		{small("wins: word", "each_round: [{name: a}]"), "each_round: line 6, column 13: with wins: word no points"},
		{small("wins: word", "start: 0"), "start: line 6, column 8: with wins: word"},
		{small("at_end: [{name: a}]", "ends: {at: 5}"), "ends: line 6, column 7: a game without each_round"},
		{small("at_end: [{name: a}, {name: A}]"), "at_end[1].name: line 5, column 28: “A” is there already"},
		{small("each_round: [{name: a}]", "at_end: [{name: a}]"), "at_end[0].name: line 6, column 17: “a” is there already"},
		{small(`at_end: [{name: "a,b"}]`), "at_end[0].name: line 5, column 17: “a,b” has a comma"},
		{small("at_end: [{name: {en: a, pt-BR: 'a,b'}}]"), "at_end[0].name: line 5, column 17: “a,b” has a comma"},
		{small("at_end: [{name: a, each: 1, yes: 2}]"), "at_end[0].yes: line 5, column 34: a field has one form"},
		{small("at_end: [{name: a, each: 10000}]"), "at_end[0].each: line 5, column 26: 10000 is out of range"},
		{small("at_end: [{name: a, each: 1, per: 0}]"), "at_end[0].per: line 5, column 34: 0 is out of range: from 1"},
		{small("at_end: [{name: a, each: 1, from: 0}]"), "at_end[0].from: line 5, column 29: unknown key"},
		{small("at_end: [{name: a, from: 2, to: 1}]"), "at_end[0].name: line 5, column 17: there is nothing from 2 to 1"},
		{small("at_end: [{name: a, sum: 3}]"), "at_end[0].sum: line 5, column 25: only a field of each_round"},
		{small("each_round: [{name: a, each: 1, sum: 3}]"), "each_round[0].sum: line 5, column 33: unknown key"},
		{small("at_end: [{name: a, table: {}}]"), "at_end[0].table: line 5, column 27: an entry is missing"},
		{small("at_end: [{name: a, table: {a: 1}}]"), "at_end[0].table.a: line 5, column 31: “a” is not a whole number"},
		{small("at_end: [{name: a, table: {01: 1}}]"), "at_end[0].table.01: line 5, column 32: “01” is not"},
		{small("at_end: [{name: a, times: [b]}]"), "at_end[0].times: line 5, column 27: 1 entry: 2 to 2"},
		{small("at_end: [{name: a, times: [b, B]}]"), "at_end[0].times[1]: line 5, column 31: “B” is there already"},
		{small("at_end: [{name: a, most: 6}]"), "at_end[0].most: line 5, column 26: expected a list"},
		{small("at_end: [{name: a, most: {2: [6], 3: [6]}}]"), "at_end[0].most: line 5, column 26: the entry for 4 people is missing"},
		{small("at_end: [{name: a, most: {2: [6], 3: [6], 4: [6], 5: [6]}}]"), "at_end[0].most.5: line 5, column 26: the game is not for 5 people"},
		{small("at_end: [{name: a, least: [6]}]"), "at_end[0].least: line 5, column 20: unknown key"},
		{small("at_end: [{name: a, most: [6], level: half}]"), "at_end[0].level: line 5, column 38: the text “half” is not one of: all, split, pool"},
		{small("at_end: [{name: a, bid: {made: 1, trick: 2}}]"), "at_end[0].bid.miss: line 5, column 25: this key is missing"},
		{small("at_end: [{name: a}, {name: b, of: [a]}]"), "at_end[1].of: line 5, column 35: of needs each, table or most"},
		{small("at_end: [{name: a}, {name: b, each: 1, of: [b]}]"), "at_end[1].of[0]: line 5, column 45: no field “b” stands before"},
		{small("each_round: [{name: a}]", "at_end: [{name: b, each: 1, of: [a]}]"), "at_end[0].of[0]: line 6, column 34: no field “a”"},
		{small("at_end: [{name: a}, {name: b, each: 1, of: [a, a]}]"), "at_end[1].of[1]: line 5, column 48: “a” is there already"},
		{small("each_round: [{name: a}]", "ends: {at: 5}", "start: 5"), "ends.at: line 6, column 12: 5 is not above the start, 5"},
		{small("each_round: [{name: a}]", "ends: {at: {2: 5, 3: 5, 4: 5}}", "start: {2: 0, 3: 4, 4: 5}"), "ends.at: line 6, column 12: 5 is not above"},
		{small("each_round: [{name: a}]", "ends: {at: 3, after: 4}"), "ends.after: line 6, column 15: unknown key"},
		{small("each_round: [{name: a}]", "ends: {exactly: 3}"), "ends.past: line 6, column 7: this key is missing"},
		{small("each_round: [{name: a}]", "ends: {exactly: {2: 1, 3: 1, 4: 1}, past: 1}"), "ends.exactly: line 6, column 17: expected a whole number"},
		{small("each_round: [{name: a}]", "ends: {exactly: 3, past: go}"), "ends.past: line 6, column 26: the text “go”"},
		{small("each_round: [{name: a}]", "ends: never"), "ends: line 6, column 7: the text “never” is not one of: word"},
		{small("each_round: [{name: a}]", "ties: [b]"), "ties[0]: line 6, column 8: there is no field “b”"},
		{small("each_round: [{name: a}]", "ties: [{wins: most}]"), "ties[0].field: line 6, column 8: this key is missing"},
		{small("each_round: [{name: a}]", "ties: [{ask: x}, {ask: X}]"), "ties[1].ask: line 6, column 24: “X” is there already"},
		{small("wins: word", "setup: [{for: 2, do: a, so: b}]"), "setup[0].so: line 6, column 25: unknown key"},
		{small("wins: word", "setup: [{for: 2}]"), "setup[0].do: line 6, column 9: this key is missing"},
		{small("wins: word", "setup: [{do: a, n: {2: 1, 3: 2}}]"), "setup[0].n: line 6, column 20: the entry for 4 people"},
		{small("wins: word", "setup: ['']"), "setup[0]: line 6, column 9: text is missing"},
		{small("wins: word", "clock: {round: soon}"), "clock.round: line 6, column 16: “soon” is not a length"},
		{small("wins: word", `rules: {"": a}`), `rules."": line 6, column 13: text is missing`},
		{small("wins: word", `source: "a\a"`), "source: line 6, column 9: there is a control character in this text (U+0007)"},
	} {
		_, wrong := Read([]byte(c.text))
		if got := fmt.Sprint(wrong); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\n%s\nwant %s", c.text, got, c.want)
		}
	}
}

// Defaults and other spellings mean what the contract says.
func TestMeaning(t *testing.T) {
	f := mustRead(t, sevenWonders)
	if got := fmt.Sprint(f.Players.Lo, f.Players.Hi, f.Clock, f.AtEnd[4].Of, steps(f, 3), steps(f, 5)); got != "3 7 3m0s [war coins] [Everybody takes a wonder board and 3 coins Take the age cards marked 3+ and 4+ Put 7 factories in the middle Sit down] [Everybody takes a wonder board and 3 coins Put 1 factories in the middle Sit down]" {
		t.Error(got)
	}
	if f := mustRead(t, strings.Replace(small("wins: word"), "2-4", "3-3", 1)); f.Players != (People{3, 3}) {
		t.Errorf("3-3 is 3: %+v", f)
	}
	if f := mustRead(t, small("at_end: [{name: {pt-BR: moedas, fr: pièces}, each: 1}, {name: b, each: 0, of: [pièces]}]")); f.AtEnd[0].Key() != "pièces" {
		t.Errorf("without English the first language in the alphabet names a field: %q", f.AtEnd[0].Key())
	}
}

// steps returns the checklist of a file for a number of people.
func steps(f *File, people int) (all []lang.Text) {
	for _, step := range f.steps(setup.Table{Players: make([]string, people)}) {
		all = append(all, step.Text)
	}
	return all
}
