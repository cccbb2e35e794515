package versus

import (
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

func say(t lang.Text) string { return t.String() }

func read1(b []byte) (scoring.State, error) {
	s, err := scoring.ReadSheet(b, []scoring.Game{Game})
	return s.State, err
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
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":null}`), "events[0].out: expected a list"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":"Caio"}`), "events[0].out: expected a list"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","out":["Davi"]}`), "events[0].out[0]: “Davi” is not at the table"},
		{events(`{"type":"slap","by":"Ana","gives":"Bia","penalty":"eye-closed"}`), "events[0].penalty: unknown key"},
		{events(slap + `,{"type":"wrong_slap","by":"Ana"}`), "events[1].penalty: this key is missing"},
		{events(slap + `,{"type":"wrong_slap","by":"Ana","penalty":"sing"}`), "events[1].penalty: the text “sing” is not one of: hand-behind-back, eye-closed, cards-for-everyone, two-in-a-row"},
		{events(slap + `,{"type":"wrong_slap","by":"Ana","penalty":"eye-closed","gives":"Bia"}`), "events[1].gives: unknown key"},
		{events(slap + `,{"type":"amulet","by":"Ana"}`), "events[1].by: unknown key"},
		{events(strings.Repeat(slap+",", 9) + slap), "events[9]: the game is over"},
		{sheet(`"over":false,"events":[` + strings.Repeat(slap+",", 8) + slap + `]`), "over: false says that the game goes on"},
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

func TestWrittenSheet(t *testing.T) {
	table := setup.Table{Players: people(3), First: 1}
	events := []scoring.Event{scoring.Laid{}, WrongSlap{By: 1, Penalty: EyeClosed}, Slap{By: 0, Gives: 1, Out: []int{2}}, Amulet{}, scoring.Stop{}}
	s, _, err := Game.Fold(table, events)
	laws.Need(t, err)
	out, err := Game.WriteSheet(table, events, s, time.Time{}, say)
	laws.Need(t, err)
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
