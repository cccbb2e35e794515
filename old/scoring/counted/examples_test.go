package counted

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// scored returns how a sheet stands: over, decided_by, needs, and everybody's rank and points, with a star for winners.
func scored(t *testing.T, file, rest string) (string, error) {
	t.Helper()
	f := mustRead(t, file)
	sheet := "game: " + f.ID + "\n" + rest
	s, err := scoring.ReadSheet([]byte(sheet), []scoring.Game{f.Game()})
	if err != nil {
		return "", err
	}
	r := s.State.Result()
	out := []string{fmt.Sprint(r.Over), string(r.DecidedBy) + "/" + string(r.Needs)}
	for _, one := range r.Standings() {
		won := ""
		if one.Winner {
			won = "*"
		}
		out = append(out, fmt.Sprintf("%d %s %d%s", one.Rank, one.Name[:1], one.Points, won))
	}
	return strings.Join(out, ", "), nil
}

const (
	two   = "players: [Ana, Bia]\n"
	three = "players: [Ana, Bia, Caio]\n"
	four  = "players: [Ana, Bia, Caio, Davi]\n"
)

// The contract's sentences, one example each.
func TestContract(t *testing.T) {
	for _, c := range []struct{ why, file, sheet, want string }{
		{"each and per round down", small("at_end: [{name: c, each: 1, per: 3}]"), two + "at_end: {c: {Ana: 7, Bia: 2}}", "true, points/, 1 A 2*, 2 B 0"},
		{"k may be negative", small("at_end: [{name: c, each: -2}]"), two + "at_end: {c: {Ana: 7, Bia: 2}}", "true, points/, 1 B -4*, 2 A -14"},
		{"of what is below zero, per rounds down", small("at_end: [{name: c}, {name: d, each: 10, per: 3, of: [c]}]"), two + "at_end: {c: {Ana: -7, Bia: -6}}", "true, points/, 1 B -26*, 2 A -37"},
		{"k may be 0 where only a tie needs the number", small("at_end: [{name: c}, {name: d, each: 0}]", "ties: [d]"), two + "at_end: {c: {Ana: 3, Bia: 3}, d: {Ana: 1, Bia: 2}}", "true, category/, 1 B 3*, 2 A 3"},
		{"a table", small("at_end: [{name: c, table: {0: -3, 1: 1, 2: 3}}]"), two + "at_end: {c: {Ana: 0, Bia: 2}}", "true, points/, 1 B 3*, 2 A -3"},
		{"a number that has no entry is refused", small("at_end: [{name: c, table: {0: -3, 2: 3}}]"), two + "at_end: {c: {Ana: 0, Bia: 1}}", "at_end.c.Bia: 1 pays nothing here"},
		{"steps: the next lower number", small("at_end: [{name: c, table: {0: -3, 5: 3}, steps: true}]"), two + "at_end: {c: {Ana: 4, Bia: 999999}}", "true, points/, 1 B 3*, 2 A -3"},
		{"steps: below the lowest is refused", small("at_end: [{name: c, table: {1: -3, 5: 3}, steps: true}]"), two + "at_end: {c: {Ana: 0, Bia: 9}}", "at_end.c.Ana: 0 is out of range"},
		{"steps and of: below the lowest is nothing", small("at_end: [{name: c}, {name: b, table: {63: 35}, steps: true, of: [c]}]"), two + "at_end: {c: {Ana: 62, Bia: 63}}", "true, points/, 1 B 98*, 2 A 62"},
		{"times", small("at_end: [{name: c, times: [fields, crowns]}]"), two + "at_end: {c: {Ana: [[3, 2], [4, 0]], Bia: []}}", "true, points/, 1 A 6*, 2 B 0"},
		{"times: 20 pairs at most", small("at_end: [{name: c, times: [fields, crowns]}]"), two + "at_end: {c: {Ana: [" + strings.Repeat("[1, 1], ", 21) + "], Bia: []}}", "at_end.c.Ana: 21 entries"},
		{"times: up to 999", small("at_end: [{name: c, times: [fields, crowns]}]"), two + "at_end: {c: {Ana: [[1000, 1]], Bia: []}}", "at_end.c.Ana[0][0]: 1000 is out of range"},
		{"sets", small("at_end: [{name: c, sets: [x, y, z], square: true, set: 7}]"), two + "at_end: {c: {Ana: {x: 3, y: 1, z: 2}, Bia: {x: 4, y: 0, z: 0}}}", "true, points/, 1 A 21*, 2 B 16"},
		{"sets: no squares", small("at_end: [{name: c, sets: [x, y], set: 5}]"), two + "at_end: {c: {Ana: {x: 3, y: 1}, Bia: {x: 4, y: 0}}}", "true, points/, 1 A 5*, 2 B 0"},
		{"sets: a number for each name", small("at_end: [{name: c, sets: [x, y], set: 5}]"), two + "at_end: {c: {Ana: {x: 3}, Bia: {x: 4, y: 0}}}", "at_end.c.Ana.y: this key is missing"},
		{"most: who has 0 gets none", small("at_end: [{name: c, most: [6, 3]}]"), three + "at_end: {c: {Ana: 4, Bia: 0, Caio: 0}}", "true, points/, 1 A 6*, 2 B 0, 2 C 0"},
		{"most: all have the points of the first place among theirs", small("at_end: [{name: c, most: [6, 3, 1]}]"), four + "at_end: {c: {Ana: 4, Bia: 4, Caio: 2, Davi: 1}}", "true, shared/, 1 A 6*, 1 B 6*, 3 C 1, 4 D 0"},
		{"split: shares are rounded toward zero", small("at_end: [{name: c, most: [7, 3, 1], level: split}]"), four + "at_end: {c: {Ana: 4, Bia: 4, Caio: 2, Davi: 1}}", "true, shared/, 1 A 3*, 1 B 3*, 3 C 1, 4 D 0"},
		{"split below zero, toward zero", small("at_end: [{name: c, most: [-7]}, {name: d, most: [-7], level: split}]"), two + "at_end: {c: {Ana: 4, Bia: 2}, d: {Ana: 1, Bia: 1}}", "true, points/, 1 B -3*, 2 A -10"},
		{"pool: the sum of the places they cover", small("at_end: [{name: c, most: [7, 3, 1], level: pool}]"), four + "at_end: {c: {Ana: 4, Bia: 4, Caio: 2, Davi: 2}}", "true, shared/, 1 A 5*, 1 B 5*, 3 C 0, 3 D 0"},
		{"least: 0 counts", small("at_end: [{name: c, most: [6], least: [-6]}]"), three + "at_end: {c: {Ana: 4, Bia: 0, Caio: 2}}", "true, points/, 1 A 6*, 2 C 0, 3 B -6"},
		{"least: only where at least one person has more", small("at_end: [{name: c, least: [-6], most: []}]"), three + "at_end: {c: {Ana: 0, Bia: 0, Caio: 0}}", "true, shared/, 1 A 0*, 1 B 0*, 1 C 0*"},
		{"least: who holds a place of most gets none, and the place is lost", small("at_end: [{name: c, most: [6, 0], least: [-6]}]"), two + "at_end: {c: {Ana: 4, Bia: 2}}", "true, points/, 1 A 6*, 2 B 0"},
		{"least: the next one from below has the second place", small("at_end: [{name: c, most: [6], least: [-6, -3]}]"), three + "at_end: {c: {Ana: 4, Bia: 1, Caio: 2}}", "true, points/, 1 A 6*, 2 C -3, 3 B -6"},
		{"least by the number of people", small("at_end: [{name: c, most: [6], least: {2: [], 3: [-6], 4: [-6]}}]"), two + "at_end: {c: {Ana: 4, Bia: 1}}", "true, points/, 1 A 6*, 2 B 0"},
		{"least: who is level shares as well", small("at_end: [{name: c, most: [6], least: [-7], level: split}]"), three + "at_end: {c: {Ana: 4, Bia: 1, Caio: 1}}", "true, points/, 1 A 6*, 2 B -3, 2 C -3"},
		{"same: none", small("at_end: [{name: c, most: [6], same: none}]"), two + "at_end: {c: {Ana: 4, Bia: 4}}", "true, shared/, 1 A 0*, 1 B 0*"},
		{"most of points below zero", small("at_end: [{name: c}, {name: d, most: [6], least: [-1], of: [c]}]"), three + "at_end: {c: {Ana: -4, Bia: -1, Caio: -2}}", "true, points/, 1 B -1*, 2 C -2, 3 A -5"},
		{"a bid that is made, and one that is not", small("each_round: [{name: t, bid: {made: 20, trick: 10, miss: -10}}]", "ends: {after: 1}"), two + "rounds: [{t: {Ana: [2, 2], Bia: [3, 1]}}]", "true, points/, 1 A 40*, 2 B -20"},
		{"one, and nobody", small("at_end: [{name: c, each: 1}, {name: road, one: 2}, {name: x, one: 9}]"), two + "at_end: {c: {Ana: 1, Bia: 2}, road: Ana, x: null}", "true, points/, 1 A 3*, 2 B 2"},
		{"yes", small("at_end: [{name: c, yes: 5}]"), two + "at_end: {c: {Ana: true, Bia: false}}", "true, points/, 1 A 5*, 2 B 0"},
		{"yes is no number", small("at_end: [{name: c, yes: 5}]"), two + "at_end: {c: {Ana: 1, Bia: false}}", "at_end.c.Ana: expected true or false"},
		{"sum: what is missing", small("each_round: [{name: p, sum: [26, 78]}]"), two + "rounds: [{p: {Ana: 20, Bia: 5}}]", "rounds[0].p: that makes 25 in all, not 26 or 78: 1 is missing"},
		{"sum: too many", small("each_round: [{name: p, sum: 26}]"), two + "rounds: [{p: {Ana: 20, Bia: 7}}]", "rounds[0].p: that makes 27 in all, not 26: 1 too many"},
		{"sum: of all who play the round", small("each_round: [{name: p, sum: 26}]"), three + "rounds: [{p: {Ana: 20, Bia: 6}}]", "false, /, 1 A 20, 2 B 6, 3 C 0"},
		{"from and to", small("each_round: [{name: p, from: 0, to: 26}]"), two + "rounds: [{p: {Ana: 27, Bia: 6}}]", "rounds[0].p.Ana: 27 is out of range: from 0 to 26"},
		{"fields of a round name the same people", small("each_round: [{name: p}, {name: q}]"), three + "rounds: [{p: {Ana: 1, Bia: 2}, q: {Ana: 1}}]", "rounds[0]."},
		{"a round tells every field", small("each_round: [{name: p}, {name: q}]"), two + "rounds: [{p: {Ana: 1, Bia: 2}}]", "rounds[0].q: this key is missing"},
		{"what counts others is not told", small("each_round: [{name: p}, {name: q, each: 1, of: [p]}]"), two + "rounds: [{p: {Ana: 1, Bia: 2}, q: {Ana: 1, Bia: 2}}]", "rounds[0].q: unknown key"},
		{"at: over with the round in which somebody reaches it", small("each_round: [{name: p}]", "ends: {at: 10}", "wins: fewest"), two + "rounds: [{p: {Ana: 1, Bia: 10}}]", "true, points/, 1 A 1*, 2 B 10"},
		{"at, start included", small("each_round: [{name: p}]", "ends: {at: 10}", "start: 5"), two + "rounds: [{p: {Ana: 1, Bia: 5}}]", "true, points/, 1 B 10*, 2 A 6"},
		{"start by the number of people", small("each_round: [{name: p}]", "start: {2: 5, 3: 6, 4: 7}"), three + "rounds: []", "false, /, 1 A 6, 1 B 6, 1 C 6"},
		{"after, by the number of people", small("each_round: [{name: p}]", "ends: {after: {2: 2, 3: 1, 4: 1}}"), two + "rounds: [{p: {Ana: 1, Bia: 5}}]", "false, /, 1 B 5, 2 A 1"},
		{"a round after the end", small("each_round: [{name: p}]", "ends: {after: 1}"), two + "rounds: [{p: {Ana: 1, Bia: 5}}, {p: {Ana: 1, Bia: 5}}]", "rounds[1]: the game is over"},
		{"by word: only with over", small("each_round: [{name: p}]"), two + "rounds: [{p: {Ana: 1, Bia: 5}}]", "false, /, 1 B 5, 2 A 1"},
		{"by word: over", small("each_round: [{name: p}]"), two + "over: true\nrounds: [{p: {Ana: 1, Bia: 5}}]", "true, points/, 1 B 5*, 2 A 1"},
		{"exactly: past goes back", small("each_round: [{name: p}]", "ends: {exactly: 50, past: 25}"), two + "rounds: [{p: {Ana: 51, Bia: 49}}]", "false, /, 1 B 49, 2 A 25"},
		{"exactly: past stays", small("each_round: [{name: p, each: -1}]", "start: 301", "ends: {exactly: 0, past: stay}", "wins: fewest"), two + "rounds: [{p: {Ana: 180, Bia: 100}}, {p: {Ana: 122, Bia: 100}}, {p: {Ana: 121, Bia: 60}}]", "true, points/, 1 A 0*, 2 B 41"},
		{"at the end everybody who played is told", small("each_round: [{name: p}]", "at_end: [{name: c}]", "ends: {after: 1}"), three + "rounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 1}}", "at_end.c.Bia: Bia is missing here"},
		{"fields at the end name the same people: the first", small("at_end: [{name: c}, {name: d}]"), two + "at_end: {c: {Ana: 1}, d: {Ana: 1, Bia: 2}}", "at_end.d.Bia: Bia has an entry here, but none in another field"},
		{"fields at the end name the same people: the last", small("at_end: [{name: c}, {name: d}]"), two + "at_end: {c: {Ana: 1, Bia: 2}, d: {Ana: 1}}", "at_end.d.Bia: Bia is missing here"},
		{"who played none may be missing, and comes last", small("each_round: [{name: p}]", "at_end: [{name: c}]", "ends: {after: 1}"), three + "rounds: [{p: {Ana: -1, Bia: -5}}]\nat_end: {c: {Ana: 1, Bia: 1}}", "true, points/, 1 A 0*, 2 B -4, 3 C 0"},
		{"who played none may be told", small("each_round: [{name: p}]", "at_end: [{name: c}]", "ends: {after: 1}"), three + "rounds: [{p: {Ana: -1, Bia: -5}}]\nat_end: {c: {Ana: 1, Bia: 1, Caio: 2}}", "true, points/, 1 C 2*, 2 A 0, 3 B -4"},
		{"rounds are still to be played", small("each_round: [{name: p}]", "at_end: [{name: c}]", "ends: {after: 2}"), two + "rounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 1, Bia: 1}}", "at_end.c: rounds are still to be played"},
		{"not over while a field is not told", small("at_end: [{name: c}, {name: d}]"), two + "at_end: {c: {Ana: 1, Bia: 2}}", "false, /, 1 B 2, 2 A 1"},
		{"nobody is told", small("at_end: [{name: c}, {name: d}]"), two + "at_end: {c: {}}", "false, /, 1 A 0, 1 B 0"},
		{"nobody is told, in one field alone", small("at_end: [{name: c}, {name: d}]"), two + "at_end: {c: {}, d: {Ana: 1, Bia: 2}}", "at_end.d.Ana: Ana has an entry here, but none in another field"},
		{"over: true decides it as it stands", small("at_end: [{name: c}, {name: d}]"), two + "over: true\nat_end: {c: {Ana: 1, Bia: 2}}", "true, points/, 1 B 2*, 2 A 1"},
		{"over: true in the middle of the count", small("each_round: [{name: p}]", "at_end: [{name: c}, {name: d}]", "ends: {after: 1}"), two + "over: true\nrounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 9, Bia: 2}}", "true, points/, 1 A 10*, 2 B 7"},
		{"over: true behind the whole count", small("each_round: [{name: p}]", "at_end: [{name: c}]", "ends: {at: 5}"), two + "over: true\nrounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 9, Bia: 2}}", "true, points/, 1 A 10*, 2 B 7"},
		{"over: true, and the rounds were not over", small("each_round: [{name: p}]", "at_end: [{name: c}]", "ends: {after: 3}"), two + "over: true\nrounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 9, Bia: 2}}", "true, points/, 1 A 10*, 2 B 7"},
		{"over: true, by word, with a count", small("each_round: [{name: p}]", "at_end: [{name: c}]"), two + "over: true\nrounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 9, Bia: 2}}", "true, points/, 1 A 10*, 2 B 7"},
		{"by word, with a count: only with over", small("each_round: [{name: p}]", "at_end: [{name: c}]"), two + "rounds: [{p: {Ana: 1, Bia: 5}}]\nat_end: {c: {Ana: 9, Bia: 2}}", "false, /, 1 A 10, 2 B 7"},
		{"over: false where it is over", small("at_end: [{name: c}]"), two + "over: false\nat_end: {c: {Ana: 1, Bia: 2}}", "over: false says that the game goes on"},
		{"ties in order", small("at_end: [{name: c}, {name: d, each: 0}, {name: e, each: 0}]", "ties: [d, {field: e, wins: fewest}]"), three + "at_end: {c: {Ana: 3, Bia: 3, Caio: 3}, d: {Ana: 1, Bia: 2, Caio: 2}, e: {Ana: 0, Bia: 2, Caio: 1}}", "true, category/, 1 C 3*, 2 A 3, 2 B 3"},
		{"several win", small("at_end: [{name: c}, {name: d, each: 0}]", "ties: [d]"), three + "at_end: {c: {Ana: 3, Bia: 3, Caio: 3}, d: {Ana: 1, Bia: 2, Caio: 2}}", "true, shared/, 1 B 3*, 1 C 3*, 3 A 3"},
		{"a tie by what was told, over the rounds", small("each_round: [{name: p, each: 1}, {name: q, each: 0}]", "ties: [q]", "ends: {after: 2}"), two + "rounds: [{p: {Ana: 3, Bia: 3}, q: {Ana: 1, Bia: 3}}, {p: {Ana: 3, Bia: 3}, q: {Ana: 3, Bia: 0}}]", "true, category/, 1 A 6*, 2 B 6"},
		{"a tie by points, where what is told is not one number", small("at_end: [{name: c}, {name: d, times: [x, y]}]", "ties: [d]"), two + "at_end: {c: {Ana: 3, Bia: 1}, d: {Ana: [[1, 1]], Bia: [[1, 3]]}}", "true, category/, 1 B 4*, 2 A 4"},
		{"a tie by points, where an object is told, be it of one number", small("at_end: [{name: c}, {name: d, sets: [x], set: -1}]", "ties: [d]"), two + "at_end: {c: {Ana: 9, Bia: 8}, d: {Ana: {x: 3}, Bia: {x: 2}}}", "true, category/, 1 B 6*, 2 A 6"},
		{"a number that is asked is missing", small("at_end: [{name: c}]", "ties: [{ask: cards, wins: fewest}]"), three + "at_end: {c: {Ana: 3, Bia: 3, Caio: 1}}", "true, /asked, 1 A 3, 1 B 3, 3 C 1"},
		{"a number that is asked", small("at_end: [{name: c}]", "ties: [{ask: cards, wins: fewest}]"), three + "at_end: {c: {Ana: 3, Bia: 3, Caio: 1}}\nties: {cards: {Ana: 2, Bia: 3}}", "true, asked/, 1 A 3*, 2 B 3, 3 C 1"},
		{"not of everybody who is level", small("at_end: [{name: c}]", "ties: [{ask: cards}]"), three + "at_end: {c: {Ana: 3, Bia: 3, Caio: 1}}\nties: {cards: {Ana: 2}}", "true, /asked, 1 A 3, 1 B 3, 3 C 1"},
		{"ties that nobody needs are checked", small("at_end: [{name: c}]", "ties: [{ask: cards}]"), two + "at_end: {c: {Ana: 3, Bia: 2}}\nties: {cards: {Eva: 2}}", "ties.cards.Eva: “Eva” is not at the table"},
		{"ties that nobody needs are not read", small("at_end: [{name: c}]", "ties: [{ask: cards}]"), two + "at_end: {c: {Ana: 3, Bia: 2}}\nties: {cards: {Bia: 2}}", "true, points/, 1 A 3*, 2 B 2"},
		{"together: all", small("wins: together"), two + "winners: [Ana, Bia]", "true, word/, 1 A 0*, 1 B 0*"},
		{"together: nobody", small("wins: together"), two + "winners: []", "true, word/, 1 A 0, 1 B 0"},
		{"together: not one alone", small("wins: together"), two + "winners: [Ana]", "winners: all win together"},
		{"word: several", small("wins: word"), three + "winners: [Caio, Ana]", "true, word/, 1 A 0*, 1 C 0*, 3 B 0"},
		{"word: nobody said it", small("wins: word"), three, "false, /, 1 A 0, 1 B 0, 1 C 0"},
		{"word: a name twice", small("wins: word"), two + "winners: [Ana, Ana]", "winners[1]: Ana is named twice"},
		{"field names in English", small("at_end: [{name: {en: c, pt-BR: m}, sets: [{en: x, pt-BR: k}], set: 2}]"), two + "at_end: {c: {Ana: {x: 3}, Bia: {x: 1}}}", "true, points/, 1 A 6*, 2 B 2"},
		{"no fraction", small("at_end: [{name: c}]"), two + "at_end: {c: {Ana: 1.5, Bia: 2}}", "at_end.c.Ana: expected a whole number"},
		{"alone", strings.Replace(small("at_end: [{name: c}]"), "2-4", "1", 1), "players: [Ana]\nat_end: {c: {Ana: 3}}", "true, points/, 1 A 3*"},
	} {
		got, err := scored(t, c.file, c.sheet)
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", c.why, got, c.want)
		}
	}
}

// If a category is entered for nobody, nobody is asked for the next one.
func TestOfNobody(t *testing.T) {
	g := mustRead(t, small("at_end: [{name: c}, {name: d, times: [x, y]}]")).Game()
	s, _, err := g.Fold(setup.Table{Players: []string{"Ana", "Bia"}}, []scoring.Event{Category{Told: make([][]int, 2)}})
	e, wrong := g.Next(asktest.NewScript(t, asktest.Said{ID: "counted.of-nobody"}), s)
	if over, f := g.Apply(s, e); err != nil || wrong != nil || f != nil || !over.Result().Over {
		t.Error(err, wrong, f)
	}
}

// A person whom a sheet leaves out of the final count is not asked for the rest of it, and the others are.
func TestLeftOut(t *testing.T) {
	g := mustRead(t, small("at_end: [{name: c}, {name: d}]")).Game()
	s, _, err := g.Fold(setup.Table{Players: []string{"Ana", "Bia", "Caio"}}, []scoring.Event{Category{Told: [][]int{{1}, {2}, nil}}})
	e, wrong := g.Next(asktest.NewScript(t, asktest.Said{ID: "pad.category", Line: "3 4"}), s)
	if over, f := g.Apply(s, e); err != nil || wrong != nil || f != nil || !slices.Equal(over.Result().Points, []int{4, 6, 0}) {
		t.Error(err, wrong, f)
	}
}

// A number that a field refuses is refused where it is entered, not after the last field of the round.
func TestRefusedAtOnce(t *testing.T) {
	g := mustRead(t, small("each_round: [{name: c, table: {0: 1, 5: 2}}, {name: d}]")).Game()
	s, _, _ := g.Fold(setup.Table{Players: []string{"Ana", "Bia"}}, nil)
	script := asktest.NewScript(t, asktest.Said{ID: askMany.ID, Line: "3 0"}, asktest.Said{ID: askMany.ID, Line: "5 0"}, asktest.Said{ID: "pad.category", Line: "1 2"})
	if _, err := g.Next(script, s); err != nil || script.Seen[1].Fault == nil {
		t.Error(err, script.Seen)
	}
}

// The bids are shown while tricks are entered.
func TestBidsAreSeen(t *testing.T) {
	g := mustRead(t, small("each_round: [{name: c, bid: {made: 20, trick: 10, miss: -10}}]")).Game()
	s, _, _ := g.Fold(setup.Table{Players: []string{"Ana", "Bia"}}, nil)
	script := asktest.NewScript(t, asktest.Said{ID: askBid.ID, Line: "2 0"}, asktest.Said{ID: askMade.ID, Line: "1 0"})
	if _, err := g.Next(script, s); err != nil || len(script.Seen[0].Notes) != 0 || script.Seen[1].Notes[0].String() != "The bids: Ana\u00a02 and Bia\u00a00." {
		t.Error(err, script.Seen)
	}
}
