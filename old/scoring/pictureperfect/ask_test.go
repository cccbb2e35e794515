package pictureperfect

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// evening asks for events until the script ends or the game does.
func evening(t *testing.T, tb setup.Table, say ...asktest.Said) (scoring.State, []scoring.Event) {
	t.Helper()
	s, err := Game.New(tb)
	laws.Need(t, err)
	a := asktest.NewScript(t, say...)
	var events []scoring.Event
	for !s.Result().Finished() {
		e, _, err := asktest.Talk(a, ask.Draft{Seed: uint64(len(events))}, ask.Draft{}, func(ask.Draft) error { return nil },
			func(a ask.Asker) (scoring.Event, error) { return Game.Next(a, s) })
		if errors.Is(err, ask.ErrQuit) {
			break
		}
		laws.Need(t, err)
		if s, err = Game.Apply(s, e); err != nil {
			t.Fatalf("what was asked is refused: %v", err)
		}
		events = append(events, e)
	}
	return s, events
}

var names4 = []string{"Ana", "Bia", "Caio", "Davi"}

// Fourteen guests for four people, VIP cards in four of them, cost 78 keys.
func TestFourteenGuestsIn78Keys(t *testing.T) {
	var say []asktest.Said
	keys := 0
	for i := range 14 {
		line := []string{"32-0", "1110", "-3-2", "0---"}[i%4]
		if i%4 == 2 || i == 0 {
			line += "+1"
		}
		keys += len(line) + 1
		say = append(say, asktest.Said{ID: "pp.guest", Line: line})
	}
	s, _ := evening(t, table(setup.No, names4...), say...)
	if r := s.Result(); !r.Over || len(r.Parts) != 14 {
		t.Fatalf("%+v", r)
	}
	if n := s.(State).guests.vipsLeft(s.(State).people()); n != 0 {
		t.Fatalf("%d VIP cards are left", n)
	}
	if keys > 78 {
		t.Errorf("%d keys, 78 are allowed", keys)
	}
}

// With a drawn deck whose auctions are played without the program nothing is known, so nothing is suggested at the
// end.
func TestWholeEveningWithADrawnDeck(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia"}, First: 1, Choices: map[string]string{lay.Auction: setup.Yes}}
	say := []asktest.Said{{ID: "pp.setup.laid-out"}}
	_, laid := evening(t, tb, say...)
	deck := laid[0].(Laid).Deck
	known := true
	for _, id := range deck {
		say = append(say, asktest.Said{ID: "pp.round"})
		if card, _ := lay.CardByID(id); card.Auction {
			q := asktest.Said{ID: "pp.auction-uncounted", Line: "2"}
			if known && strings.Contains(id, "secret") {
				q = asktest.Said{ID: "pp.auction-secret", Line: "3"}
			} else if known {
				q = asktest.Said{ID: "pp.auction", Line: "2"}
			}
			say, known = append(say, q), false
		}
		say = append(say, asktest.Said{ID: "pp.card"})
	}
	say = append(say,
		asktest.Said{ID: "pp.photos"},
		asktest.Said{ID: "pp.guest", Line: "33"},
		asktest.Said{ID: "pp.guest", Line: "n"}, asktest.Said{ID: "pp.name", Line: "Lady in yellow"}, asktest.Said{ID: "pp.guest-named", Line: "11 +1"},
		asktest.Said{ID: "pp.guest", Line: "r"},
		asktest.Said{ID: "pp.decorations", Line: "20 20"}, asktest.Said{ID: "pp.decorations", Line: "9 8"}, asktest.Said{ID: "pp.decorations-rest", Line: "2"},
		asktest.Said{ID: "pp.envelopes", Line: "8 8"}, asktest.Said{ID: "pp.envelopes", Line: "5 5"},
		asktest.Said{ID: "pp.how-to-vote", Line: "1"},
		asktest.Said{ID: "pp.vote", Line: "--"}, asktest.Said{ID: "pp.vote", Line: "2-"})
	s, events := evening(t, tb, say...)
	r := s.Result()
	if r.DecidedBy != ByPhotoVote || !slices.Equal(r.Winners, []int{1}) || !slices.Equal(r.Points, []int{12, 12}) {
		t.Errorf("%+v", r)
	}
	for i, e := range events[1:7] {
		if !reflect.DeepEqual(e, Turned{Card: deck[i]}) {
			t.Errorf("round %d: %v, the deck is %v", i+1, e, deck)
		}
	}
	if want := fmt.Sprint(deck); !strings.Contains(fmt.Sprint(s.(State).drawn()), want) {
		t.Errorf("%v is not kept in the sheet: %v", deck, s.(State).drawn())
	}
	if _, there := s.(State).drawn()["envelopes"]; there || s.(State).rounds.known {
		t.Errorf("who holds what is not known: %v", s.(State).drawn())
	}
}

// Facts that do not decide a tie are not asked for.
func TestAsksOnlyWhatATieNeeds(t *testing.T) {
	evening(t, table(setup.No, "Ana", "Bia", "Caio"), // one leader: nothing
		asktest.Said{ID: "pp.guest", Line: "310"}, asktest.Said{ID: "pp.guest", Line: "r"})
	evening(t, table(setup.No, "Ana", "Bia", "Caio"), // more guests placed: nothing
		asktest.Said{ID: "pp.guest", Line: "330"}, asktest.Said{ID: "pp.guest", Line: "2--"}, asktest.Said{ID: "pp.guest", Line: "-1-"},
		asktest.Said{ID: "pp.guest", Line: "-1-"}, asktest.Said{ID: "pp.guest", Line: "-1-"}, asktest.Said{ID: "pp.guest", Line: "r"})
	s, _ := evening(t, table(setup.No, "Ana", "Bia", "Caio"), // envelopes of Ana and Bia only
		asktest.Said{ID: "pp.guest", Line: "330"}, asktest.Said{ID: "pp.guest", Line: "r"}, asktest.Said{ID: "pp.envelopes", Line: "2 1"})
	if r := s.Result(); r.DecidedBy != ByEnvelopes || !slices.Equal(r.Winners, []int{0}) {
		t.Errorf("%+v", r)
	}
}

// A secret vote asks one player after the other, and shows nothing.
func TestSecretVote(t *testing.T) {
	st := play(t, table(setup.No, "Ana", "Bia", "Caio"), Guest{Fulfilled: []int{3, 3, 3}}, NoMoreGuests{}, Envelopes{[]int{2, 2, 2}})
	s, _, a := laws.Answered(t, Game, st, 1, asktest.Said{ID: "pp.how-to-vote", Line: "2"},
		asktest.Said{ID: "pp.secret-vote.0", Line: "2"}, asktest.Said{ID: "pp.secret-vote.1", Line: "-"}, asktest.Said{ID: "pp.secret-vote.2", Line: "2"})
	if r := s.Result(); r.DecidedBy != ByPhotoVote || !slices.Equal(r.Winners, []int{1}) {
		t.Errorf("%+v", r)
	}
	for _, q := range a.Seen[1:] {
		if !q.Secret || q.Suggest != nil || len(q.People) != 1 {
			t.Errorf("%+v is not secret", q)
		}
	}
}

func TestSecretVoteWithoutVotes(t *testing.T) {
	blank := []asktest.Said{{ID: "pp.secret-vote.0", Line: "-"}, {ID: "pp.secret-vote.1", Line: "-"}, {ID: "pp.secret-vote.2", Line: "-"}}
	say := slices.Concat([]asktest.Said{{ID: "pp.how-to-vote", Line: "2"}}, blank, []asktest.Said{{ID: "pp.vote-again"}, {ID: "pp.secret-vote.0", Line: "1"}}, blank[1:])
	tie := []scoring.Event{Guest{Fulfilled: []int{3, 3, 3}}, NoMoreGuests{}, Envelopes{[]int{2, 2, 2}}}
	e, _ := from(t, table(setup.No, "Ana", "Bia", "Caio"), tie, say...)
	if want := (VoteCounts{[]int{1, Unknown, Unknown}}); !reflect.DeepEqual(e, want) {
		t.Errorf("%+v, want %+v", e, want)
	}
}

func TestGuestNames(t *testing.T) {
	s, _ := evening(t, table(setup.No, "Ana", "Bia"),
		asktest.Said{ID: "pp.guest", Line: "N"}, asktest.Said{ID: "pp.name", Line: "Rex"}, asktest.Said{ID: "pp.guest-named", Line: "12"},
		asktest.Said{ID: "pp.guest", Line: "n"}, asktest.Said{ID: "pp.name", Line: "rex"}, asktest.Said{ID: "pp.name", Line: "Plant"},
		asktest.Said{ID: "pp.guest-named", Line: "<"}, asktest.Said{ID: "pp.name", Line: "The plant"}, asktest.Said{ID: "pp.guest-named", Line: "3-"})
	if g := s.(State).guests; g[0].Name != "Rex" || g[1].Name != "The plant" {
		t.Errorf("%+v", g)
	}
}

// The line of a guest explains itself at every guest, and counts the VIP cards that are left.
func TestTheGuestLineExplainsItself(t *testing.T) {
	st, err := Game.New(table(setup.No, "Ana", "Bia", "Caio"))
	laws.Need(t, err)
	a := asktest.NewScript(t,
		asktest.Said{ID: "pp.guest", Line: "33- +2"}, asktest.Said{ID: "pp.guest", Line: "333 +1 +1"}, asktest.Said{ID: "pp.guest", Line: "333"},
		asktest.Said{ID: "pp.guest", Line: "n"}, asktest.Said{ID: "pp.name", Line: "Rex"}, asktest.Said{ID: "pp.guest-named", Line: "333+2"}, asktest.Said{ID: "pp.guest-named", Line: "333+1"},
		asktest.Said{ID: "pp.guest", Line: "333 +1"}, asktest.Said{ID: "pp.guest", Line: "333"})
	for range 4 {
		e, err := Game.Next(a, st)
		if err == nil {
			st, err = Game.Apply(st, e)
		}
		laws.Need(t, err)
	}
	const one, none = "0–3 fulfilled · - not placed · +1 VIP card (1 left)", "0–3 fulfilled · - not placed"
	const many, all = "vips: 2 VIP cards in this envelope: only one is left, one per player", "vips: a VIP card in this envelope: all of them have turned up already, one per player"
	for i, want := range []struct{ how, fault string }{
		{"0–3 fulfilled · - not placed · +1 VIP card (3 left)", ""}, {one, ""}, {one, many}, {one, ""}, {"", ""}, {one, ""}, {one, many}, {none, ""}, {none, all},
	} {
		q := a.Seen[i]
		said := ""
		if q.Fault != nil {
			said = q.Fault.Error()
		}
		if ask.As[ask.Each](q).How.String() != want.how || said != want.fault {
			t.Errorf("%d: %s, %q, %q, want %+v", i, q.ID, ask.As[ask.Each](q).How, said, want)
		}
	}
}

// A photo is voted for by its number or by the name of its player.
func TestVotingByName(t *testing.T) {
	for how, c := range map[string]struct {
		say  []asktest.Said
		want scoring.Event
	}{
		"1": {[]asktest.Said{{ID: "pp.vote", Line: "bia - b"}}, Vote{For: []int{1, Unknown, 1}}},
		"2": {[]asktest.Said{{ID: "pp.secret-vote.0", Line: "Bia"}, {ID: "pp.secret-vote.1", Line: "-"}, {ID: "pp.secret-vote.2", Line: "b"}}, VoteCounts{[]int{Unknown, 2, Unknown}}},
	} {
		st := play(t, table(setup.No, "Ana", "Bia", "Caio"), Guest{Fulfilled: []int{3, 3, 3}}, NoMoreGuests{}, Envelopes{[]int{2, 2, 2}})
		a := asktest.NewScript(t, append([]asktest.Said{{ID: "pp.how-to-vote", Line: how}}, c.say...)...)
		e, err := Game.Next(a, st)
		if err != nil || !reflect.DeepEqual(e, c.want) {
			t.Errorf("%v, %v", e, err)
		}
		for _, q := range a.Seen[1:] {
			if ask.As[ask.Each](q).How.String() != "1–3 or a name · - no vote" {
				t.Errorf("%s: %s", q.ID, ask.As[ask.Each](q).How)
			}
		}
	}
}

// Decorations that nobody owns are asked about before they are lost; the supply of two players belongs to nobody
// anyway.
func TestDecorationsThatNobodyHas(t *testing.T) {
	four, two := []string{"Ana", "Bia", "Caio", "Davi"}, []string{"Ana", "Bia"}
	for _, c := range []struct {
		players []string
		line    string
		rest    string // the question; "": there is none
	}{
		{four, "10 10 10 10", ""},
		{four, "10 10 10 9", "1 of the 40 decorations is unaccounted for. Is that right?"},
		{four, "10 10 10 6", "4 of the 40 decorations are unaccounted for. Is that right?"},
		{two, "20 12", ""}, {two, "12 8", ""}, {two, "12 7", "13 of the 32 decorations are unaccounted for. Is that right?"},
		{two, "8 0", "24 of the 32 decorations are unaccounted for. Is that right?"},
	} {
		st, err := Game.New(table(setup.Yes, c.players...))
		if err == nil {
			st, err = Game.Apply(st, NoMoreGuests{})
		}
		laws.Need(t, err)
		say := []asktest.Said{{ID: "pp.decorations", Line: c.line}}
		if c.rest != "" {
			say = append(say, asktest.Said{ID: "pp.decorations-rest"}, asktest.Said{ID: "pp.decorations"}, asktest.Said{ID: "pp.decorations-rest", Line: "2"})
		}
		a := asktest.NewScript(t, say...)
		e, err := Game.Next(a, st)
		if err != nil || len(e.(Decorations).Left) != len(c.players) {
			t.Errorf("%s: %v, %v", c.line, e, err)
		}
		if c.rest == "" {
			continue
		}
		if got := a.Seen[1].Text.String(); got != c.rest {
			t.Errorf("%s: %s", c.line, got)
		}
		if got := a.Seen[2].Write(*a.Seen[2].Suggest); got != c.line {
			t.Errorf("%s is suggested, not %s", got, c.line)
		}
	}
	whole := []scoring.Event{Laid{}, Counted{[]int{5, 5}, []int{16, 16}}, Photos{}, NoMoreGuests{}} // the supply is used up
	from(t, bidders(2), whole, asktest.Said{ID: "pp.decorations", Line: "10 10"})
	from(t, bidders(2), whole, asktest.Said{ID: "pp.decorations", Line: "10 9"}, asktest.Said{ID: "pp.decorations-rest", Line: "2"})
}
