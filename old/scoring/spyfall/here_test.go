package spyfall

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

func away(seats ...int) scoring.Here { return scoring.Here{Away: seats} }

// A round belongs to those who have a card in it: Bia (1) of five is away.
func TestPointsOfThoseWhoAreThere(t *testing.T) {
	const no = Unknown
	for _, c := range []struct {
		name   string
		ending Ending
		want   []int
	}{
		{"time up, all but the spy name the spy", votes(4, 4, no, 4, 4, 0), []int{1, 0, 1, 1, 0}},
		{"time up, one names somebody else", votes(4, 4, no, 3, 4, 2), []int{0, 0, 0, 0, 2}},
		{"time up, everybody but the accused names an innocent", votes(4, 3, no, 3, 4, 3), []int{0, 0, 0, 0, 4}},
		{"the spy accused by all", accused(ByAccusation, 4, 0, 4), []int{2, 0, 1, 1, 0}},
		{"the spy names a wrong location", guessed(4, false), []int{1, 0, 1, 1, 0}},
		{"closing accusation of the spy", accused(ClosingAccusations, 4, 2, 4), []int{1, 0, 2, 1, 0}},
	} {
		s := play(t, ready(5, 5), Deal{Dealer: 0, Away: []int{1}}, c.ending, Deal{Dealer: 0}, guessed(0, true))
		r := s.Result()
		if got := scoring.Paid(s.Ledger(), 2, 5)[0]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if !slices.Equal(r.Parts[0].Cells, []string{"", "–", "", "", ""}) || r.Parts[1].Cells[1] != "" || r.Readings[len(r.Readings)-1].ID != readAway.ID {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

func TestNextDealerIsOneWhoIsThere(t *testing.T) {
	round := []scoring.Event{Deal{Dealer: 0}, guessed(2, true)}
	for _, c := range []struct {
		events []scoring.Event
		want   int
	}{
		{nil, 0},
		{[]scoring.Event{away(0)}, 1},
		{round, 2},
		{append(round, away(1)), 2},
		{append(round, away(2)), 3},
		{append(round, away(2, 3)), 4},
		{append(round, away(2, 3), away()), 2},
		{append(round, Deal{Dealer: Unknown, Away: []int{2}}), 3},
	} {
		if got := play(t, ready(5, 5), c.events...).Dealer(); got != c.want {
			t.Errorf("%v: %d deals, want %d", c.events, got, c.want)
		}
	}
}

func TestAwayIsRefused(t *testing.T) {
	dealt := []scoring.Event{Deal{Dealer: 0, Away: []int{1}}}
	for _, c := range []struct {
		before []scoring.Event
		e      scoring.Event
		want   string
	}{
		{dealt, away(2), "the cards of this round are dealt: people come and go when it is over"},
		{nil, away(5), "away[0]: this names somebody who is not at this table"},
		{nil, away(2, 2), "away[1]: Caio is named twice"},
		{nil, away(0, 1, 2), "away: with 2 at the table the game cannot go on, it takes at least 3"},
		{nil, Deal{Dealer: 1, Away: []int{1}}, "dealer: Bia is away in this round"},
		{nil, Deal{Dealer: Unknown, Away: []int{0, 1, 2}}, "away: with 2 at the table"},
		{nil, Deal{Dealer: Unknown, Away: []int{-1}}, "away[0]: this names somebody who is not at this table"},
		{dealt, Accusation{Accuser: 1, Suspect: 2}, "accuser: Bia is away"},
		{dealt, Accusation{Accuser: 2, Suspect: 1}, "suspect: Bia is away"},
		{dealt, Accusation{Accuser: 2, Suspect: 3, Agree: []int{1}}, "agree[0]: Bia is away"},
		{dealt, Accusation{Accuser: 2, Suspect: 3, Agree: []int{0, 4}}, "agree: everybody but the suspect agreed"},
		{dealt, guessed(1, true), "spy: Bia is away"},
		{dealt, votes(0, 2, 0, 0, 0, 0), "ending.votes.Bia: Bia is away"},
		{dealt, votes(0, 2, Unknown, 0, 1, 0), "ending.votes.Davi: Bia is away"},
		{dealt, votes(0, 2, Unknown, 0, Unknown, 0), "ending.votes.Davi: Davi has not voted"},
		{dealt, accused(ByAccusation, 0, 1, 0), "ending.accuser: Bia is away"},
		{dealt, accused(ClosingAccusations, 0, 2, 1), "ending.suspect: Bia is away"},
	} {
		var f *scoring.Fault
		if _, err := Game.Apply(play(t, ready(5, 5), c.before...), c.e); !errors.As(err, &f) || !strings.HasPrefix(f.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.e, err, c.want)
		}
	}
}

// Only players who are here are asked, named and dealt a card; the seats of the others keep their numbers.
func TestOnlyWhoIsThereIsAsked(t *testing.T) {
	walked := ready(5, 5)
	walked.Origin = setup.Live
	s, told, script := talk(t, play(t, walked, scoring.Laid{}, Deal{Dealer: 0}, guessed(1, true), away(1)), 3,
		said("spyfall.deal", ""),
		said("spyfall.clock", "1"), said("spyfall.accuser", "3"), said("spyfall.suspect", "4"), said("spyfall.agree", "01"),
		said("spyfall.clock", ""), said("spyfall.votes", "5 5 1 5"), said("spyfall.spy", "5"), said("spyfall.location", "1"))
	want := []scoring.Event{
		Deal{Dealer: 2, Away: []int{1}},
		Accusation{Accuser: 2, Suspect: 3, Agree: []int{0}},
		Ending{How: ByVotes, Spy: 4, Location: "airplane", Votes: []int{4, Unknown, 4, 4, 0}, Accuser: Unknown, Suspect: Unknown},
	}
	if !reflect.DeepEqual(told, want) {
		t.Errorf("%+v\nwant %+v", told, want)
	}
	if got := s.Result().Points; !slices.Equal(got, []int{1, 4, 1, 1, 0}) {
		t.Error(got)
	}
	deal := asktest.Notes(script.Last("spyfall.deal"))
	for _, want := range []string{"Bia was the spy and is away: Caio, next on the left, deals.", "Caio turns the bags", "Take 4 cards"} {
		if !strings.Contains(deal, want) {
			t.Errorf("%q is missing in:\n%s", want, deal)
		}
	}
	for _, id := range []string{"spyfall.accuser", "spyfall.suspect", "spyfall.spy", "spyfall.votes", "spyfall.agree"} {
		if q := script.Last(id); slices.Contains(asktest.Options(q), "Bia") || slices.Contains(q.Names, "Bia") {
			t.Errorf("%s: %v %v", id, asktest.Options(q), q.Names)
		}
	}
	closing := play(t, ready(4, 5).With(lay.TimeUp, lay.Accusations), Deal{Dealer: 3, Away: []int{2}})
	_, told, _ = talk(t, closing, 1, said("spyfall.clock", ""), said("spyfall.closing", "n"), said("spyfall.closing", "2"), said("spyfall.agree", "1"),
		said("spyfall.spy", "4"), said("spyfall.location", "31"))
	if !reflect.DeepEqual(told[0], scoring.Event(accused(ClosingAccusations, 3, 0, 1))) {
		t.Errorf("%+v", told[0])
	}
	_, told, _ = talk(t, closing, 1, said("spyfall.clock", "2"), said("spyfall.steps", "4"), said("spyfall.guess", "1"), said("spyfall.right", "1"))
	if told[0].(Ending).Spy != 3 {
		t.Errorf("%+v", told[0])
	}
}

func TestReseat(t *testing.T) {
	old, now := ready(4, 5), ready(4, 5)
	to := []int{3, -1, 0, 1} // Bia was never there, and somebody else was
	for _, c := range []struct{ e, want scoring.Event }{
		{Deal{Dealer: 0}, Deal{Dealer: 3, Away: []int{2}}},
		{Deal{Dealer: Unknown, Away: []int{0, 1}}, Deal{Dealer: Unknown, Away: []int{2, 3}}},
		{Deal{Dealer: 1}, Deal{Dealer: -2, Away: []int{2}}},
		{Accusation{Accuser: 2, Suspect: 1, Agree: []int{3, 0}}, Accusation{Accuser: 0, Suspect: scoring.Gone, Agree: []int{1, 3}}},
		{votes(1, 2, 0, 3, 2), Ending{How: ByVotes, Spy: scoring.Gone, Votes: []int{1, 0, Unknown, 0}, Accuser: Unknown, Suspect: Unknown}},
		{votes(0, 1, 0, 3, 2), Ending{How: ByVotes, Spy: 3, Votes: []int{1, 0, Unknown, -2}, Accuser: Unknown, Suspect: Unknown}},
		{accused(ClosingAccusations, 0, 1, 1), accused(ClosingAccusations, 3, -2, -2)}, // a player who is gone is not the same as nobody
	} {
		if got := Game.Move(c.e, old, now, to); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.e, got, c.want)
		}
	}
}

// A sheet names the players who were away in each round.
func TestAwayInSheets(t *testing.T) {
	sheet := func(rest string) string {
		return `{"game":"spyfall","players":["Ana","Bia","Caio","Davi"],"rounds":[{"spy":"Ana",` + rest + `}]}`
	}
	guess := `,"ending":{"type":"spy_guess","correct":true}`
	for _, c := range []struct{ sheet, want string }{
		{sheet(`"away":[]` + guess), ""},
		{sheet(`"away":["Davi"]` + guess), ""},
		{sheet(`"dealer":"Bia","away":["Davi"],"ending":{"type":"time_up","votes":{"Ana":"Bia","Bia":"Ana","Caio":"Ana"}}`), ""},
		{sheet(`"away":["Eva"]` + guess), "rounds[0].away[0]: “Eva” is not at the table"},
		{sheet(`"away":null` + guess), "rounds[0].away: expected a list"},
	} {
		if _, err := read1([]byte(c.sheet)); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s\n%v\nwant %s", c.sheet, err, c.want)
		}
	}
	events := []scoring.Event{away(3), Deal{Dealer: 0, Away: []int{3}}, votes(0, 1, 0, 0, Unknown), away()}
	s := play(t, ready(4, 5), events...)
	out, err := Game.WriteSheet(ready(4, 5), events, s, time.Time{}, lang.Text.String)
	if err != nil || strings.Count(string(out), "Davi") != 2 || !strings.Contains(strings.Join(strings.Fields(string(out)), ""), `"dealer":"Ana","away":["Davi"],"spy":"Ana"`) {
		t.Errorf("%s, %v", out, err)
	}
}
