package spyfall_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/setup"
)

func TestRules(t *testing.T) { laws.Rules(t, spyfall.Game, "rules.txt") }

func TestLaws(t *testing.T) {
	g := spyfall.Game
	g.Options = append(slices.Clone(g.Options), spyfall.Cards)
	laws.Check(t, g)
}

var people = []scoring.Name{"Ana", "Bia", "Caio", "Davi"}

// An evening as it is typed: each line of keys is one event, its meaning, and a text shown meanwhile (-: not shown).
type typed []struct{ keys, want, shown, refused string }

func (all typed) play(t *testing.T, l lang.Lang, choices map[string]string) {
	t.Helper()
	s, err := spyfall.Game.Begin(setup.Table{Players: people, First: "Bia", Choices: choices})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		h := &laws.Hand{Lang: l, Lines: strings.Split(c.keys, "|")}
		e, err := spyfall.Game.Next(s, h, nil)
		if err != nil || len(h.Lines) > 0 {
			t.Fatalf("%s: %v; left %q, refused %q", c.keys, err, h.Lines, h.Refused)
		}
		raw, _ := json.Marshal(e)
		if got := e.Kind() + " " + string(raw); got != c.want || !strings.Contains(strings.Join(h.Refused, "; "), c.refused) {
			t.Errorf("%s: %s, not %s; refused %q", c.keys, got, c.want, h.Refused)
		}
		for part := range strings.SplitSeq(c.shown, "|") {
			not := strings.HasPrefix(part, "-")
			if strings.Contains(strings.Join(slices.Concat(h.Shown, h.Asked), "\n"), strings.TrimPrefix(part, "-")) == not {
				t.Errorf("%s: %q is shown: %v in %q", c.keys, part, !not, h.Shown)
			}
		}
		if s, err = spyfall.Game.Apply(s, e); err != nil {
			t.Fatal(err)
		}
	}
	if e, err := spyfall.Game.Next(s, &laws.Hand{}, nil); e != nil || err != nil {
		t.Errorf("asked after the end: %v, %v", e, err)
	}
}

func TestQuestions(t *testing.T) {
	typed{
		{"", `deal {"dealer":"Bia"}`, "Bia deals first|Take 4 cards|This match is 3 rounds of 8:00 each|Then the clock starts", ""},
		{"a|caio|4|n", `accusation {"accuser":"Caio","suspect":"Davi","agree":[]}`,
			"Can still accuse: Bia, Caio, Davi and Ana|Davi has no say", ""},
		{"a|caio|bia|c|1 2", `accusation {"accuser":"Bia","suspect":"Caio","agree":["Davi"]}`,
			"Caio accused Davi; not everybody agreed.|Can still accuse: Bia, Davi and Ana", "“caio” is not on the list"},
		{"v|bia b b bia|c b b b|caio|beac", `end {"spy":"Caio","location":"beach","ending":{"type":"time_up","votes":{"Ana":"Bia","Bia":"Caio","Caio":"Bia","Davi":"Bia"},"accuser":"","suspect":"","correct":false,"guess":""}}`,
			"From now on the spy cannot name a location|Who does each of you suspect, from the dealer on", "nobody votes for themselves"},
		{"l||", `deal {"dealer":"Caio"}`, "Round 2 of 3.|Caio was the spy, and deals now.|A new bag: 4 cards|Crossed off: Beach.|Possible locations: Airplane, |-Take 4 cards", ""},
		{"s|a|beach|bank|2|bank|zoo", `end {"spy":"Ana","location":"zoo","ending":{"type":"spy_guess","votes":null,"accuser":"","suspect":"","correct":false,"guess":"bank"}}`,
			"spyfall.guess|spyfall.location", "“beach” is not on the list: type a line's number or letter, or how it begins; “bank”"},
		{"", `deal {"dealer":"Ana"}`, "Ana was the spy|Crossed off: Beach and Zoo.", ""},
		{"a|d|a|a|", `end {"spy":"Ana","ending":{"type":"accusation","votes":null,"accuser":"Davi","suspect":"Ana","correct":false,"guess":""}}`,
			"spyfall.spy|-spyfall.location", ""},
	}.play(t, lang.English, map[string]string{"rounds": "3"})
}

func TestQuestionsOfTheEnglishEdition(t *testing.T) {
	typed{
		{"", `deal {"dealer":"Bia"}`, "Esta partida", ""},
		{"c|a a|b d|davi|sub", `end {"spy":"Davi","location":"submarine","ending":{"type":"accusations_at_time_up","votes":null,"accuser":"Bia","suspect":"Davi","correct":false,"guess":""}}`,
			"Bia, Caio, Davi e Ana", "Ana não pode"},
		{"l||", `deal {"dealer":"Davi"}`, "Submarino|Avião, Baile de Máscaras, Banco, Base Militar, Casa Noturna, Cassino", ""}, // by name
		{"c|n|4", `end {"spy":"Davi","ending":{"type":"accusations_at_time_up","votes":null,"accuser":"","suspect":"","correct":false,"guess":""}}`, "", ""},
	}.play(t, lang.Portuguese, map[string]string{"rounds": "2", "time_up": spyfall.Accusations})
}

// The spy deals next; if the spy is away, the person on the left does.
func TestTheSpyIsAway(t *testing.T) {
	s, _ := spyfall.Game.Begin(setup.Table{Players: people, First: "Ana"})
	s, err := spyfall.Game.Fold(s, []scoring.Event{scoring.Laid{}, spyfall.Deal{Dealer: "Ana"},
		spyfall.End{Spy: "Davi", Ending: spyfall.Ending{Type: "spy_guess"}},
		scoring.People{Players: people, Absent: scoring.Absent{Away: []scoring.Name{"Davi"}}}})
	h := &laws.Hand{Lines: []string{""}}
	e, asked := spyfall.Game.Next(s, h, nil)
	if err != nil || asked != nil {
		t.Fatal(err, asked)
	}
	if dealer := e.(spyfall.Deal).Dealer; dealer != "Ana" {
		t.Errorf("%s deals", dealer)
	}
	if !strings.Contains(h.Shown[0], "Davi was the spy and is away: Ana") {
		t.Errorf("the deal is announced as %q", h.Shown)
	}
}

// People who cannot accuse any more are not asked; when nobody can, the key is gone.
func TestNobodyIsLeftToAccuse(t *testing.T) {
	s, _ := spyfall.Game.Begin(setup.Table{Players: people, First: "Ana"})
	events := []scoring.Event{scoring.Laid{}, spyfall.Deal{Dealer: "Ana"}}
	for i, n := range people {
		events = append(events, spyfall.Accusation{Accuser: n, Suspect: people[(i+1)%4], Agree: []scoring.Name{}})
	}
	s, err := spyfall.Game.Fold(s, events)
	if err != nil {
		t.Fatal(err)
	}
	if q := clock(t, s); slices.ContainsFunc(q.Shape.(ask.Watch).Options, func(o ask.Option) bool { return o.ID == "accuse" }) {
		t.Errorf("%+v", q)
	}
}

// clock returns the question with the clock that is asked next.
func clock(t *testing.T, s scoring.State) (asked ask.Question) {
	t.Helper()
	_, _ = spyfall.Game.Next(s, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
		asked = g.Asked[0]
		if _, is := asked.Shape.(ask.Watch); is {
			return ask.Leave
		}
		return got(ask.Answer{Line: asked.Suggest})
	}), nil)
	return asked
}

// The clock is the same one before and after an accusation, and another one in the next round.
func TestClock(t *testing.T) {
	s, _ := spyfall.Game.Begin(setup.Table{Players: people, Choices: map[string]string{"minutes": "3"}})
	var ids []string
	for _, e := range []scoring.Event{scoring.Laid{}, spyfall.Deal{Dealer: "Ana"}, spyfall.Accusation{Accuser: "Ana", Suspect: "Bia", Agree: []scoring.Name{}},
		spyfall.End{Spy: "Bia", Ending: spyfall.Ending{Type: "spy_guess"}}, spyfall.Deal{Dealer: "Bia"}} {
		s, _ = spyfall.Game.Apply(s, e)
		if q := clock(t, s); strings.HasPrefix(q.ID, "spyfall.clock") {
			w := q.Shape.(ask.Watch)
			ids = append(ids, fmt.Sprint(q.ID, " ", w.Limit, " ", w.Keeps))
		}
	}
	if want := []string{"spyfall.clock 1 3m0s true", "spyfall.clock 1 3m0s true", "spyfall.clock 2 3m0s true"}; !slices.Equal(ids, want) {
		t.Errorf("%q", ids)
	}
}

// deal deals a round without cards.
func deal(t *testing.T, seed uint64) scoring.State {
	t.Helper()
	s, err := spyfall.Game.Begin(setup.Table{Players: people, First: "Bia", Choices: map[string]string{"cards": spyfall.OnPhones}})
	if err != nil {
		t.Fatal(err)
	}
	s, _ = spyfall.Game.Apply(s, scoring.Laid{})
	e, err := ask.Run(&laws.Hand{Lines: []string{""}}, &ask.Dialog{Seed: seed, Keep: func(int, []ask.Entry) error { return nil }},
		func(a ask.Asker) (scoring.Event, error) { return spyfall.Game.Next(s, a, nil) })
	if err != nil {
		t.Fatal(err)
	}
	if again, err := spyfall.Game.Next(s, &laws.Hand{Lines: []string{""}}, e); err != nil || !reflect.DeepEqual(again, e) {
		t.Errorf("asked about once more, the cards are others: %v", err)
	}
	s, err = spyfall.Game.Apply(s, e)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Nobody may see the spy's card, nor the place: not in a question, a note, the log, a refusal, and no phone shows anybody
// else's. Questions and sentences are the same with another spy.
func TestNobodySeesTheCards(t *testing.T) {
	var same []string
	spies, where := map[scoring.Name]bool{}, map[string]bool{}
	for seed := range uint64(40) {
		s := deal(t, seed)
		d := s.(spyfall.State).Now.Dealt
		spies[d.Spy], where[d.Place] = true, true
		for _, n := range append(slices.Clone(people), "Eva") {
			text, dealt := s.(spyfall.State).Card(n)
			spy := lang.English.Say(text) == "You are the spy!"
			place := strings.HasPrefix(lang.English.Say(text), "You are at: ")
			if dealt != (n != "Eva") {
				t.Errorf("%s has a card: %v", n, dealt)
			}
			if spy != (n == d.Spy) || place != (dealt && !spy) {
				t.Errorf("%s looks at a card of %+v: %v", n, d, text)
			}
		}
		var seen []string
		for _, keys := range []string{"||a|bia|1|n", "||s", "||v|caio d a b"} {
			h := &laws.Hand{Lines: strings.Split(keys, "|")[1:]}
			e, _ := spyfall.Game.Next(s, h, nil)
			seen = append(seen, fmt.Sprint(h.Asked, h.Shown, h.Refused))
			if e == nil {
				continue
			}
			if end, is := e.(spyfall.End); is && (end.Spy != d.Spy || end.Location != d.Place) {
				t.Errorf("%+v came to light as %+v", d, end)
			}
		}
		deal := spyfall.Deal{Dealer: "Bia", Dealt: d}
		before, _ := spyfall.Game.Begin(setup.Table{Players: people, First: "Bia", Choices: map[string]string{"cards": spyfall.OnPhones}})
		seen = append(seen, lang.English.Say(spyfall.Game.Tell(before, deal)))
		away := deal
		away.Away = []scoring.Name{d.Spy}
		if d.Spy != "Bia" {
			_, err := spyfall.Game.Apply(before, away)
			if err == nil || strings.Contains(err.Error(), string(d.Spy)) {
				t.Errorf("%v", err)
			}
		}
		_, err := spyfall.Game.Apply(s, spyfall.End{Spy: "Ana", Location: "x", Ending: spyfall.Ending{Type: "spy_guess"}})
		seen = append(seen, fmt.Sprint(err))
		if same == nil {
			same = seen
		}
		if !slices.Equal(seen, same) {
			t.Fatalf("%q, and otherwise %q", seen, same)
		}
	}
	if len(spies) != 4 || len(where) < 15 {
		t.Errorf("dealt: %v, %v", spies, where)
	}
}

// A phone that is not the spy's cannot show the spy's card, and the spy's own needs no second key.
func TestPhonesReveal(t *testing.T) {
	s := deal(t, 1)
	d := s.(spyfall.State).Now.Dealt
	for _, n := range people {
		refused, asked := false, []string{}
		_, _ = spyfall.Game.Next(s, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
			asked = append(asked, g.Asked[0].ID)
			if _, is := g.Asked[0].Shape.(ask.Watch); is {
				err := got(ask.Answer{Line: "reveal", By: string(n)})
				refused = err != nil
				return err
			}
			if g.Asked[0].ID == "spyfall.guess" {
				places, _ := g.Asked[0].Shape.(ask.Pick) // in the order of each language
				refused = refused || !g.Asked[0].Final || g.Asked[0].Who != string(n) || !places.Sorted || len(g.Asked[0].Keys) > 0
				return ask.Leave
			}
			return got(ask.Answer{Line: g.Asked[0].Suggest})
		}), nil)
		if refused == (n == d.Spy) {
			t.Errorf("%s of %+v: refused %v", n, d, refused)
		}
		if slices.Contains(asked, "spyfall.shows") || slices.Contains(asked, "spyfall.guess") != (n == d.Spy) {
			t.Errorf("%s of %+v: asked %q", n, d, asked)
		}
	}
}

// Where the phones deal, nobody at the table is said to deal.
func TestNobodyDeals(t *testing.T) {
	s, words := deal(t, 1), regexp.MustCompile(`\bdeals?\b|dealer`)
	for _, keys := range []string{"||a|bia|1|n", "||v|caio d a b", "|"} {
		h := &laws.Hand{Lines: strings.Split(keys, "|")[1:]}
		e, _ := ask.Run(h, &ask.Dialog{Seed: 1, Keep: func(int, []ask.Entry) error { return nil }}, func(a ask.Asker) (scoring.Event, error) {
			return spyfall.Game.Next(s, a, nil)
		})
		for _, text := range h.Shown {
			if words.MatchString(text) {
				t.Errorf("%q", text)
			}
		}
		if end, is := e.(spyfall.End); is {
			s, _ = spyfall.Game.Apply(s, end)
		}
	}
	if len(s.(spyfall.State).Rounds) != 1 {
		t.Error("no round is over")
	}
}

// A slip at the laptop unmasks nobody: Enter alone is no answer, and a “no” leads back to the clock.
func TestSlip(t *testing.T) {
	asked := []string{}
	var d ask.Dialog
	_, err := ask.Run(ask.AskerFunc(func(g ask.Group, got ask.Got) error {
		q := g.Asked[0]
		asked = append(asked, q.ID)
		switch _, is := q.Shape.(ask.Watch); {
		case is && g.Again:
			return ask.Leave
		case is:
			return got(ask.Answer{Line: "reveal"})
		case q.ID != "spyfall.shows":
			return got(ask.Answer{Line: q.Suggest})
		case q.Suggest != "" || len(q.Shape.(ask.Pick).Options) != 2:
			t.Errorf("%+v", q)
		}
		return got(ask.Answer{Line: setup.No})
	}), &d, func(a ask.Asker) (scoring.Event, error) { return spyfall.Game.Next(deal(t, 1), a, nil) })
	if want := []string{"spyfall.ready", "spyfall.clock 1", "spyfall.shows", "spyfall.clock 1"}; !slices.Equal(asked, want) || err != ask.Leave || len(d.Kept) != 2 {
		t.Errorf("%q, %v, kept %v", asked, err, d.Kept)
	}
}

// When the time is up nobody accuses as while the clock ran, and no spy names a location, from any phone: all are
// refused in the same words. The vote goes on.
func TestTimeIsUp(t *testing.T) {
	printed, _ := spyfall.Game.Begin(setup.Table{Players: people})
	printed, _ = spyfall.Game.Fold(printed, []scoring.Event{scoring.Laid{}, spyfall.Deal{Dealer: "Ana"}})
	for cards, s := range map[string]scoring.State{"printed": printed, "on phones": deal(t, 1)} {
		for _, by := range append(slices.Clone(people), "") {
			for line, late := range map[string]bool{"accuse": true, "reveal": true, "early": false, "": false} {
				said := "nothing"
				_, _ = spyfall.Game.Next(s, ask.AskerFunc(func(g ask.Group, got ask.Got) error {
					if _, is := g.Asked[0].Shape.(ask.Watch); !is {
						return got(ask.Answer{Line: g.Asked[0].Suggest})
					}
					said = fmt.Sprint(got(ask.Answer{Line: line, By: string(by), Up: true}))
					return ask.Leave
				}), nil)
				if strings.Contains(said, "time is up: that counts only while the clock runs") != late || !late && said != "<nil>" {
					t.Errorf("cards %s, %q by %q: %s", cards, line, by, said)
				}
			}
		}
	}
}

// A round may last any time: minutes alone as before, or as a clock shows it.
func TestLength(t *testing.T) {
	for choice, want := range map[string]time.Duration{"": 8 * time.Minute, "12": 12 * time.Minute, "7:30": 450 * time.Second, "90s": 90 * time.Second} {
		table := setup.Table{Players: people}
		if choice != "" {
			table = table.With("minutes", choice)
		}
		s, err := spyfall.Game.Begin(table)
		if err != nil {
			t.Fatalf("%s: %v", choice, err)
		}
		s, _ = spyfall.Game.Fold(s, []scoring.Event{scoring.Laid{}, spyfall.Deal{Dealer: "Ana"}})
		if w := clock(t, s).Shape.(ask.Watch); w.Limit != want {
			t.Errorf("%s: %v", choice, w.Limit)
		}
	}
	if _, err := spyfall.Game.Begin(setup.Table{Players: people}.With("minutes", "soon")); err == nil || !strings.Contains(err.Error(), "minutes: “soon” is not a length of time") {
		t.Errorf("%v", err)
	}
	h := &laws.Hand{Lang: lang.Portuguese, Lines: []string{"m", "0", "7:30", ""}}
	table, err := spyfall.Game.Agree(h, setup.Table{Players: people, First: "Ana"})
	if err != nil || table.Choices["minutes"] != "7:30" || !strings.Contains(strings.Join(h.Refused, "; "), "“0” não é uma duração") {
		t.Errorf("%v, %q, %v", table.Choices, h.Refused, err)
	}
}

// A place that was played is not dealt again: after twenty-nine rounds one is left.
func TestDealtOnce(t *testing.T) {
	s, err := spyfall.Game.Begin(setup.Table{Players: people, First: "Bia", Choices: map[string]string{"cards": spyfall.OnPhones, "rounds": "30"}})
	if err != nil {
		t.Fatal(err)
	}
	s, _ = spyfall.Game.Apply(s, scoring.Laid{})
	seen := map[string]bool{}
	for n := range 30 {
		e, err := ask.Run(&laws.Hand{Lines: []string{""}}, &ask.Dialog{Seed: uint64(n), Keep: func(int, []ask.Entry) error { return nil }},
			func(a ask.Asker) (scoring.Event, error) { return spyfall.Game.Next(s, a, nil) })
		if err != nil {
			t.Fatal(err)
		}
		d := e.(spyfall.Deal).Dealt
		if seen[d.Place] {
			t.Fatalf("%s was dealt in round %d, and before", d.Place, n+1)
		}
		seen[d.Place] = true
		s, err = spyfall.Game.Fold(s, []scoring.Event{e, spyfall.End{Spy: d.Spy, Location: d.Place, Ending: spyfall.Ending{Type: "spy_guess"}}})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A card that a phone deals has no role: nobody is asked whether roles are played.
func TestOnPhones(t *testing.T) {
	for cards, asked := range map[string]bool{spyfall.Printed: true, spyfall.OnPhones: false, "": true} {
		table := setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}, Choices: map[string]string{"cards": cards}}
		if cards == "" {
			table.Choices = nil
		}
		i := slices.IndexFunc(spyfall.Game.Options, func(o setup.Option) bool { return o.ID == "roles" })
		if spyfall.Game.Options[i].Asked(table) != asked {
			t.Errorf("cards %q: roles asked is %v", cards, !asked)
		}
		s, err := spyfall.Game.Begin(table)
		if err != nil {
			t.Fatal(err)
		}
		if first := s.(spyfall.State).Dealer(); first != "Ana" {
			t.Errorf("%s deals first, if nobody says who", first)
		}
		if _, dealt := s.(spyfall.State).Card("Ana"); dealt {
			t.Errorf("cards %q: a card before the deal", cards)
		}
	}
}

// An accuser may take it back before anybody is named: their phone has a button for that, and each name asks “Sure?”.
func TestTakenBack(t *testing.T) {
	_, _ = spyfall.Game.Next(deal(t, 1), ask.AskerFunc(func(g ask.Group, got ask.Got) error {
		q := g.Asked[0]
		if _, is := q.Shape.(ask.Watch); is {
			return got(ask.Answer{Line: "accuse", By: "Ana"})
		}
		if q.ID != "spyfall.suspect" {
			return got(ask.Answer{Line: q.Suggest})
		}
		if q.Who != "Ana" || !q.Final || lang.English.Say(q.Back) != "Nobody: I take it back" {
			t.Errorf("%+v", q)
		}
		return ask.Leave
	}), nil)
}

// A tile bears the name of its person from the start, and the verdict below: the truth comes last. A spy whom nobody named, and a location that
// nobody guessed, are not on the table before it.
func TestTilesTellLast(t *testing.T) {
	dealt, _ := spyfall.Game.Begin(setup.Table{Players: people})
	dealt, _ = spyfall.Game.Fold(dealt, []scoring.Event{scoring.Laid{}, spyfall.Deal{Dealer: "Ana"}})
	for typed, want := range map[string]string{
		"a|caio|davi|n|n":                  " Davi not everybody agreed false false; ",
		"v|caio davi davi caio|ana|beach":  " Caio not the spy false false;  Davi not the spy false false;  Ana the spy true true; Beach  the location true true; ",
		"v|caio davi davi caio|caio|beach": " Caio the spy true false;  Davi not the spy false false; Beach  the location true true; ",
	} {
		h := &laws.Hand{Lang: lang.English, Lines: strings.Split(typed, "|")}
		e, err := spyfall.Game.Next(dealt, h, nil)
		if err != nil {
			t.Fatal(typed, err, h.Asked)
		}
		got := ""
		for _, tile := range spyfall.Game.Reveal(dealt, e) {
			got += fmt.Sprintln(tile.Face, tile.Of, tile.Note, tile.Last, tile.Late)
		}
		if got = strings.ReplaceAll(got, "\n", "; "); got != want {
			t.Errorf("%s: %s, not %s", typed, got, want)
		}
	}
}
