package spyfall

import (
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

func read1(b []byte) (scoring.State, error) {
	s, err := scoring.ReadSheet(b, []scoring.Game{Game})
	return s.State, err
}

func TestRefusedSheets(t *testing.T) {
	sheet := func(rest string) string {
		return `{"game":"spyfall","players":["Ana","Bia","Caio","Davi"],` + rest + `}`
	}
	round := func(rest string) string { return sheet(`"rounds":[{"spy":"Ana",` + rest + `}]`) }
	ending := func(rest string) string { return round(`"ending":{` + rest + `}`) }
	failed := func(rest string) string {
		return round(`"failed_accusations":[` + rest + `],"ending":{"type":"spy_guess","correct":true}`)
	}
	guess := `"ending":{"type":"spy_guess","correct":true}`
	for _, c := range []struct{ sheet, want string }{
		{sheet(`"rounds_planned":5`), "rounds: this key is missing"},
		{sheet(`"rounds":{}`), "rounds: expected a list"},
		{sheet(`"rounds":[],"events":[]`), "events: unknown key"},
		{sheet(`"rounds_planned":0,"rounds":[]`), "rounds_planned: 0 is out of range: from 1 to 30"},
		{sheet(`"rounds_planned":31,"rounds":[]`), "rounds_planned: 31 is out of range: from 1 to 30"},
		{sheet(`"rounds_planned":2.0,"rounds":[]`), "rounds_planned: expected a whole number"},
		{sheet(`"rounds_planned":null,"rounds":[]`), "rounds_planned: expected a whole number"},
		{sheet(`"rounds_planned":true,"rounds":[]`), "rounds_planned: expected a whole number"},
		{sheet(`"rounds":[{` + guess + `}]`), "rounds[0].spy: this key is missing"},
		{sheet(`"rounds":[{"spy":"Zé",` + guess + `}]`), "rounds[0].spy: “Zé” is not at the table"},
		{sheet(`"rounds":[{"spy":null,` + guess + `}]`), "rounds[0].spy: expected text"},
		{round(`"dealer":"Zé",` + guess), "rounds[0].dealer: “Zé” is not at the table"},
		{round(`"dealer":null,` + guess), "rounds[0].dealer: expected text"},
		{round(`"location":" \t",` + guess), "rounds[0].location: a location is missing"},
		{round(`"location":null,` + guess), "rounds[0].location: expected text"},
		{round(`"location":7,` + guess), "rounds[0].location: expected text"},
		{round(`"points":7,` + guess), "rounds[0].points: unknown key"},
		{round(`"location":"beach"`), "rounds[0].ending: this key is missing"},
		{round(`"ending":null`), "rounds[0].ending: expected an object"},
		{ending(``), "rounds[0].ending.type: this key is missing"},
		{ending(`"type":"flight"`), "rounds[0].ending.type: the text “flight” is not one of: time_up, accusation, spy_guess, accusations_at_time_up"},
		{ending(`"type":"time_up"`), "rounds[0].ending.votes: this key is missing"},
		{ending(`"type":"time_up","votes":{"Ana":"Bia","Bia":"Ana","Caio":"Ana"}`), "rounds[0].ending.votes.Davi: Davi has not voted"},
		{ending(`"type":"time_up","votes":{"Ana":"Bia","Bia":"Ana","Caio":"Ana","Davi":"Zé"}`), "rounds[0].ending.votes.Davi: “Zé” is not at the table"},
		{ending(`"type":"time_up","votes":{"Zé":"Bia"}`), "rounds[0].ending.votes.Zé: “Zé” is not at the table"},
		{ending(`"type":"time_up","votes":[]`), "rounds[0].ending.votes: expected an object"},
		{ending(`"type":"time_up","votes":{"Ana":"Bia","Bia":"Ana","Caio":"Ana","Davi":"Ana"},"accuser":"Ana"`), "rounds[0].ending.accuser: unknown key"},
		{ending(`"type":"accusation","accuser":"Bia"`), "rounds[0].ending.suspect: this key is missing"},
		{ending(`"type":"accusation","suspect":"Bia"`), "rounds[0].ending.accuser: this key is missing"},
		{ending(`"type":"accusation","accuser":"Bia","suspect":"Ana","agree":[]`), "rounds[0].ending.agree: unknown key"},
		{ending(`"type":"spy_guess"`), "rounds[0].ending.correct: this key is missing"},
		{ending(`"type":"spy_guess","correct":1`), "rounds[0].ending.correct: expected true or false"},
		{ending(`"type":"spy_guess","correct":true,"guess":null`), "rounds[0].ending.guess: expected text"},
		{ending(`"type":"accusations_at_time_up","votes":{}`), "rounds[0].ending.votes: unknown key"},
		{failed(`{"accuser":"Bia","suspect":"Caio"}`), "rounds[0].failed_accusations[0].agree: this key is missing"},
		{failed(`{"accuser":"Bia","suspect":"Caio","agree":[]},{"accuser":"Bia","suspect":"Ana","agree":[]}`), "rounds[0].failed_accusations[1].accuser: Bia has already accused"},
		{failed(`{"accuser":"Bia","suspect":"Caio","agree":[],"left":3}`), "rounds[0].failed_accusations[0].left: unknown key"},
		{round(`"failed_accusations":null,` + guess), "rounds[0].failed_accusations: expected a list"},
		{sheet(`"rounds_planned":1,"rounds":[{"spy":"Ana",` + guess + `},{"spy":"Ana",` + guess + `}]`), "rounds[1]: the game is over"},
		{sheet(`"rounds_planned":1,"over":false,"rounds":[{"spy":"Ana",` + guess + `}]`), "over: false says that the game goes on"},
	} {
		if _, err := read1([]byte(c.sheet)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n%v, want %q", c.sheet, err, c.want)
		}
	}
}

// Everything that a sheet can say is written as it was read. The round under way is not in it.
func TestWrittenSheet(t *testing.T) {
	want := `{
  "game": "spyfall",
  "players": ["Ana", "Bia", "Caio", "Davi"],
  "over": false,
  "rounds_planned": 7,
  "rounds": [
    {"dealer": "Ana", "spy": "Caio", "location": "beach",
     "failed_accusations": [{"accuser": "Bia", "suspect": "Davi", "agree": ["Ana"]}, {"accuser": "Caio", "suspect": "Ana", "agree": []}],
     "ending": {"type": "accusation", "accuser": "Ana", "suspect": "Caio"}},
    {"spy": "Ana", "ending": {"type": "time_up", "votes": {"Ana": "Bia", "Bia": "Ana", "Caio": "Ana", "Davi": "Ana"}}},
    {"spy": "Ana", "location": "Grandma's attic", "ending": {"type": "spy_guess", "correct": false, "guess": "zoo"}},
    {"spy": "Ana", "ending": {"type": "spy_guess", "correct": true}},
    {"spy": "Davi", "ending": {"type": "accusations_at_time_up", "accuser": "Bia", "suspect": "Davi"}},
    {"dealer": "Davi", "spy": "Davi", "ending": {"type": "accusations_at_time_up"}}
  ]
}`
	read, err := scoring.ReadSheet([]byte(want), []scoring.Game{Game})
	laws.Need(t, err)
	events := append(read.Events, Deal{Dealer: 3}, Accusation{Accuser: 0, Suspect: 1})
	out, err := Game.WriteSheet(ready(4, 7), events, play(t, ready(4, 7), events...), time.Time{}, lang.Text.String)
	laws.Need(t, err)
	plain := func(s string) string { return strings.Join(strings.Fields(s), "") }
	if plain(string(out)) != plain(want) {
		t.Errorf("%s\nwant %s", out, want)
	}
}
