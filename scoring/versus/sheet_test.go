package versus

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

func say(t lang.Text) string { return t.String() }

func read1(b []byte) (scoring.State, error) {
	_, s, err := scoring.ReadSheet(b, []scoring.Game{Game})
	return s, err
}

func TestRefusedSheets(t *testing.T) {
	sheet := func(rest string) string { return `{"game":"versus","players":["Ana","Bia","Caio"],` + rest + `}` }
	events := func(list string) string { return sheet(`"events":[` + list + `]`) }
	slap := `{"type":"slap","by":"Ana","gives":"Bia"}`
	for _, c := range []struct{ sheet, want string }{
		{sheet(`"over":false`), "events: this key is missing"},
		{sheet(`"events":{}`), "events: expected a list"},
		{sheet(`"events":null`), "events: expected a list"},
		{sheet(`"events":[],"rounds":[]`), "rounds: unknown key"},
		{events(`"slap"`), "events[0]: expected an object"},
		{events(`{"by":"Ana","gives":"Bia"}`), "events[0].type: this key is missing"},
		{events(`{"type":"kick"}`), "events[0].type: the text “kick” is not one of: slap, wrong_slap, amulet"},
		{events(`{"type":"slap","gives":"Bia"}`), "events[0].by: this key is missing"},
		{events(`{"type":"slap","by":"Ana"}`), "events[0].gives: this key is missing"},
		{events(`{"type":"slap","by":"ana","gives":"Bia"}`), "events[0].by: “ana” is not at the table"},
		{events(`{"type":"slap","by":"Ana","gives":"Ana"}`), "events[0].gives: Ana slapped"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":null}`), "events[0].out: expected a list"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":"Caio"}`), "events[0].out: expected a list"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":["Davi"]}`), "events[0].out[0]: “Davi” is not at the table"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":["Caio","Caio"]}`), "events[0].out[1]: Caio is named twice"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","penalty":"eye-closed"}`), "events[0].penalty: unknown key"},
		{events(slap + `,{"type":"wrong_slap","by":"Ana"}`), "events[1].penalty: this key is missing"},
		{events(slap + `,{"type":"wrong_slap","by":"Ana","penalty":"sing"}`), "events[1].penalty: the text “sing” is not one of: hand-behind-back, eye-closed, cards-for-everyone, two-in-a-row"},
		{events(slap + `,{"type":"wrong_slap","by":"Ana","penalty":"eye-closed","gives":"Bia"}`), "events[1].gives: unknown key"},
		{events(`{"type":"amulet"}`), "events[0]: an amulet takes back"},
		{events(slap + `,{"type":"amulet","by":"Ana"}`), "events[1].by: unknown key"},
		{events(strings.Repeat(slap+",", 9) + slap), "events[9]: the game is over"},
		{sheet(`"over":false,"events":[` + strings.Repeat(slap+",", 8) + slap + `]`), "over: false says that the game goes on"},
		{`{"game":"versus","players":["Ana","Bia"],"events":[]}`, "players: 2 players"},
		{`{"game":"versus","players":["A","B","C","D","E","F","G","H","I"],"events":[]}`, "players: 9 players"},
	} {
		if _, err := read1([]byte(c.sheet)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n%v, want %q", c.sheet, err, c.want)
		}
	}
}

func TestAnAmuletAfterTheLastSlapOfASheet(t *testing.T) {
	s, err := read1([]byte(`
game: versus
players: [Ana, Bia, Caio]
over: false
events:
  - {type: slap, by: Ana, gives: Bia, out: [Caio]}
  - {type: amulet}
`))
	if err != nil || s.Result().Over {
		t.Errorf("%v", err)
	}
}

// roundTrip writes the sheet of a game and reads it again: the same result.
func roundTrip(t interface {
	Helper()
	Fatalf(string, ...any)
}, table setup.Table, events []scoring.Event, s scoring.State) {
	t.Helper()
	out, err := Game.WriteSheet(table, events, s, time.Time{}, say)
	if err != nil {
		t.Fatalf("%v", err)
	}
	back, err := read1(out)
	if err != nil {
		t.Fatalf("%s\n%v", out, err)
	}
	if d := cmp.Diff(s.Result(), back.Result()); d != "" {
		t.Fatalf("%s\n%s", out, d)
	}
	if d := cmp.Diff(s.Ledger(), back.Ledger()); d != "" {
		t.Fatalf("%s\n%s", out, d)
	}
}

func TestSheetOutAndIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 8).Draw(t, "players")
		table := dealt(n)
		if rapid.Bool().Draw(t, "walked") {
			table.Origin = setup.Live
		}
		table.First = rapid.IntRange(0, n-1).Draw(t, "dealer")
		s, err := New(table)
		if err != nil {
			t.Fatal(err)
		}
		events := []scoring.Event{}
		for range rapid.IntRange(0, 25).Draw(t, "events") {
			e := drawEvent(t, n)
			if rapid.IntRange(0, 30).Draw(t, "stops") == 30 {
				e = scoring.Stop{}
			}
			if next, err := s.Apply(e); err == nil {
				s, events = next, append(events, e)
			}
		}
		roundTrip(t, table, events, s)
		for _, e := range events {
			raw, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Game.Decode(e.Kind(), raw)
			if d := cmp.Diff(e, back, cmp.Transformer("out", func(s Slap) [3]any { return [3]any{s.By, s.Gives, append([]int{}, s.Out...)} })); err != nil || d != "" {
				t.Fatalf("%s: %v\n%s", raw, err, d)
			}
		}
	})
}

func TestWrittenSheet(t *testing.T) {
	table := setup.Table{Players: people(3), First: 1}
	events := []scoring.Event{Laid{}, WrongSlap{By: 1, Penalty: EyeClosed}, Slap{By: 0, Gives: 1, Out: []int{2}}, Amulet{}, scoring.Stop{}}
	s, _, err := Game.Fold(table, events)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Game.WriteSheet(table, events, s, time.Time{}, say)
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "game": "versus",
  "players": ["Ana", "Bia", "Caio"],
  "over": true,
  "events": [
    {"type": "wrong_slap", "by": "Bia", "penalty": "eye-closed"},
    {"type": "slap", "by": "Ana", "gives": "Bia", "out": ["Caio"]},
    {"type": "amulet"}
  ],
  "setup": {"dealer": "Bia", "cards_each": [16, 16, 16]}
}`
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	if plain(string(out)) != plain(want) {
		t.Errorf("%s\nwant %s", out, want)
	}
}

func FuzzSheet(f *testing.F) {
	raw, err := os.ReadFile("../../cmd/testdata/examples.json")
	if err != nil {
		f.Fatal(err)
	}
	var all struct {
		Cases []struct{ Sheet json.RawMessage }
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		f.Fatal(err)
	}
	for _, c := range all.Cases {
		f.Add([]byte(c.Sheet))
	}
	f.Add([]byte("game: versus\nplayers: [A, B, C]\nover: true\nevents:\n- {type: wrong_slap, by: A, penalty: two-in-a-row}\n- {type: slap, by: B, gives: C}\n- type: amulet\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var seen []scoring.Event
		var table setup.Table
		watched := Game
		watched.New = func(t setup.Table) (scoring.State, error) {
			s, err := New(t)
			table = t
			return listening{s, &seen}, err
		}
		_, s, err := scoring.ReadSheet(b, []scoring.Game{watched})
		if err != nil {
			return
		}
		seen = slices.DeleteFunc(seen, func(e scoring.Event) bool { _, playing := e.(scoring.Playing); return playing })
		roundTrip(t, table, seen, s.(listening).State)
	})
}

// listening is a state that writes down what it is told.
type listening struct {
	scoring.State
	seen *[]scoring.Event
}

func (l listening) Apply(e scoring.Event) (scoring.State, error) {
	next, err := l.State.Apply(e)
	if err == nil {
		*l.seen = append(*l.seen, e)
	}
	return listening{next, l.seen}, err
}
