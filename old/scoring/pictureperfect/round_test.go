package pictureperfect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// Normal cards move envelopes between the players and the middle.
func TestWhatCardsMove(t *testing.T) {
	for _, c := range []struct {
		held []int
		card Turned
		want string
	}{
		{[]int{3, 1, 0, 4}, Turned{Card: "dance"}, "[3 1 0 4] 6"},
		{[]int{3, 1, 0, 4}, Turned{Card: "choose-your-partner"}, "[3 1 0 4] 6"},
		{[]int{3, 1, 0, 4}, Turned{Card: "rumors"}, "[3 1 0 4] 6"},
		{[]int{3, 1, 0, 4}, Turned{Card: "revelations"}, "[3 1 0 4] 6"},
		{[]int{3, 1, 0, 4}, Turned{Card: "gifts", To: []int{Unknown, 2, Unknown, Unknown}}, "[2 1 2 3] 6"},
		{[]int{3, 1, 0, 4}, Turned{Card: "gifts", To: []int{Unknown, 0, Unknown, Unknown}}, "[3 1 1 3] 6"},
		{[]int{3, 1}, Turned{Card: "gifts"}, "[2 2] 10"},
		{[]int{2, 0}, Turned{Card: "gifts"}, "[0 2] 12"},
		{[]int{3, 1, 0, 4}, Turned{Card: "theft"}, "[3 0 1 4] 6"},
		{[]int{3, 0}, Turned{Card: "theft"}, "[2 1] 11"},
	} {
		tb := bidders(len(c.held))
		s := play(t, tb, Laid{}, Counted{c.held, slices.Repeat([]int{10}, len(c.held))}, c.card).(State)
		if got := fmt.Sprint(s.rounds.holdings.Envelopes, " ", s.rounds.holdings.Middle); got != c.want || !s.rounds.known || s.rounds.number() != 2 || s.rounds.starter != 1 {
			t.Errorf("%v %+v: %s, want %s", c.held, c.card, got, c.want)
		}
	}
}

// The export has the books as long as they are right, and they add up.
func TestLedgersInTheExport(t *testing.T) {
	tb := bidders(2)
	events := []scoring.Event{Laid{}, Turned{Card: "theft"}, Counted{[]int{4, 1}, []int{7, 10}}}
	for _, known := range []bool{true, false} {
		if !known {
			events = append(events, Turned{Card: "open-auction"}) // played without the program
		}
		sheet, err := Game.WriteSheet(tb, events, play(t, tb, events...), timeOfNoGame, lang.Text.String)
		laws.Need(t, err)
		want := `"decoration_supply":15,"decorations":{"Ana":7,"Bia":10},"envelopes":{"Ana":4,"Bia":1},"envelopes_middle":9`
		if got := strings.Join(strings.Fields(string(sheet)), ""); strings.Contains(got, want) != known || strings.Contains(got, "envelopes_middle") != known {
			t.Errorf("known %v: %s", known, got)
		}
	}
}

// An envelope bought in this round cannot be offered before the next.
func TestBoughtIsNotOfferedInTheSameRound(t *testing.T) {
	tb := bidders(3)
	s := play(t, tb, Laid{}, Counted{[]int{2, 0, 1}, []int{10, 10, 10}}, Opened{Card: "open-auction"},
		Offer{Seat: 0, Calls: []Call{{1, 4}}}).(State)
	if b := s.rounds.holdings; b.Envelopes[1] != 1 || b.Offers(1) != 0 {
		t.Errorf("%+v", b)
	}
	if seat, _ := s.rounds.active(); seat != 2 {
		t.Errorf("Bia has only what she bought: it is Caio's turn, not seat %d's", seat)
	}
	if _, err := Game.Apply(s, Offer{Seat: 1}); err == nil || err.Error() != "seat: it is Caio's turn, not Bia's" {
		t.Error(err)
	}
	next, err := Game.Apply(s, Offer{Seat: 2})
	laws.Need(t, err)
	if s = next.(State); s.rounds.number() != 2 || s.rounds.holdings.Offers(1) != 1 || s.rounds.starter != 1 {
		t.Errorf("round %d: %+v", s.rounds.number(), s.rounds.holdings)
	}
}

// A count in the middle of an auction keeps an envelope as bought as long as the player holds so many, and a
// player who can offer something now gets a turn.
func TestCountedInTheMiddleOfAnAuction(t *testing.T) {
	tb := bidders(3)
	auction := []scoring.Event{Laid{}, Counted{[]int{2, 0, 1}, []int{10, 10, 10}}, Opened{Card: "open-auction"}, Offer{Seat: 0, Calls: []Call{{1, 4}}}}
	for _, c := range []struct {
		held   []int
		bought []int
		active int
	}{
		{[]int{1, 0, 1}, []int{0, 0, 0}, 2},
		{[]int{1, 1, 1}, []int{0, 1, 0}, 2},
		{[]int{1, 2, 1}, []int{0, 1, 0}, 1},
	} {
		s := play(t, tb, append(slices.Clone(auction), Counted{c.held, []int{10, 10, 10}})...).(State)
		if seat, _ := s.rounds.active(); seat != c.active || !slices.Equal(s.rounds.holdings.Bought, c.bought) {
			t.Errorf("%v: seat %d, bought %v", c.held, seat, s.rounds.holdings.Bought)
		}
	}
	over := play(t, tb, append(slices.Clone(auction), Counted{[]int{1, 1, 0}, []int{10, 10, 10}})...).(State)
	if _, ok := over.rounds.active(); ok || over.rounds.number() != 2 || over.rounds.starter != 1 {
		t.Error("nobody is left who could offer anything: the round is over")
	}
}

// Handbook, Auctions: a player with neither envelopes nor decorations at the end of a round gets one decoration
// from everybody else who has any.
func TestRescue(t *testing.T) {
	tb := bidders(4)
	s := play(t, tb, Laid{}, Counted{[]int{0, 3, 0, 4}, []int{0, 37, 0, 0}}, Turned{Card: "rumors"}).(State)
	if got := fmt.Sprint(s.rounds.holdings.Decorations, s.rounds.holdings.Supply, s.rounds.helped); got != "[1 35 1 0] 3 [{0 [1]} {2 [1]}]" {
		t.Error(got)
	}
	without := play(t, setup.Table{Players: tb.Players}, Laid{}, Counted{Envelopes: []int{0, 3, 0, 4}}, Turned{Card: "rumors"}).(State)
	if without.rounds.helped != nil {
		t.Error("without auctions decorations stay where they are:", without.rounds.helped)
	}
}

// In games kept before the program led auctions, an auction card is a whole round, and nobody knows what it moved.
func TestRoundsWithoutTheAuctioneer(t *testing.T) {
	tb := bidders(2)
	deck := []string{"dance", "secret-auction", "theft", "open-auction", "gifts", "unfair-secret-auction"}
	events := []scoring.Event{Laid{Deck: deck}}
	for _, id := range deck {
		events = append(events, Turned{Card: id})
	}
	s := play(t, tb, append(events, Photos{})...).(State)
	if s.rounds.known || s.rounds.followed() || s.rounds.turned != 6 || s.drawn()["envelopes"] != nil {
		t.Errorf("%+v", s)
	}
	counted := append(slices.Clone(events[:3]), Counted{[]int{6, 4}, []int{12, 14}}, Turned{Card: "theft"})
	if s = play(t, tb, counted...).(State); !s.rounds.known || s.rounds.holdings.Middle != 4 || s.rounds.holdings.Supply != 6 {
		t.Errorf("%+v", s.rounds.holdings)
	}
	single := play(t, setup.Table{Players: []string{"Ana", "Bia", "Caio"}}, Laid{}, Counted{Envelopes: []int{1, 2, 3}}, Turned{Card: "gifts"}).(State)
	if single.rounds.known {
		t.Error("whom Ana's single envelope went to was never said")
	}
}

func TestRoundRefusals(t *testing.T) {
	tb := bidders(3)
	laid := []scoring.Event{Laid{}}
	open := append(laid, Opened{Card: "open-auction"})
	for _, c := range []struct {
		name string
		done []scoring.Event
		e    scoring.Event
		want string
	}{
		{"a card of no kind", laid, Turned{Card: "polka"}, "card: “polka” is not an exchange card"},
		{"another card than the drawn one", []scoring.Event{Laid{Deck: []string{"dance"}}}, Turned{Card: "theft"}, "card: Theft is not the next card of the deck"},
		{"a seventh card", append(laid, slices.Repeat([]scoring.Event{Turned{Card: "dance"}}, 6)...), Turned{Card: "dance"}, "card: all 6 exchange cards have already been turned over"},
		{"a card in the middle of an auction", open, Turned{Card: "dance"}, "card: the auction is not over yet: it is Ana's turn"},
		{"an auction in the middle of an auction", open, Opened{Card: "open-auction"}, "card: the auction is not over yet: it is Ana's turn"},
		{"an auction of a normal card", laid, Opened{Card: "dance"}, "card: Dance is not an auction of this table"},
		{"an auction before anything is counted", append(laid, Turned{Card: "open-auction"}), Opened{Card: "open-auction"}, "card: the envelopes and decorations have to be counted first"},
		{"an offer without an auction", laid, Offer{Seat: 0}, "no auction is under way"},
		{"an offer from nowhere", open, Offer{Seat: 7}, "seat: this names somebody who is not at this table"},
		{"an offer out of turn", open, Offer{Seat: 2}, "seat: it is Ana's turn, not Caio's"},
		{"a gift to oneself", laid, Turned{Card: "gifts", To: []int{0, Unknown, Unknown}}, "to.Ana: Ana gives to the left or to the right neighbor"},
		{"gifts of two", laid, Turned{Card: "gifts", To: []int{1, 2}}, "to: 2 values for 3 players"},
		{"fifteen envelopes counted", laid, Counted{[]int{5, 5, 5}, []int{10, 10, 10}}, "envelopes: 15 envelopes in all: there are only 14"},
		{"envelopes below nothing", laid, Counted{[]int{5, -1, 5}, []int{10, 10, 10}}, "envelopes.Bia: -1: there cannot be fewer than 0"},
		{"too many decorations counted", laid, Counted{[]int{4, 4, 4}, []int{10, 10, 11}}, "decorations: 31 decorations in all: there are only 30 in the game"},
		{"decorations not counted", laid, Counted{Envelopes: []int{4, 4, 4}}, "decorations: 0 values for 3 players"},
		{"counting after the photos", append(laid, Photos{}), Counted{[]int{4, 4, 4}, []int{10, 10, 10}}, "the photos were taken: nothing moves any more"},
		{"an offer after the photos", append(open, Photos{}), Offer{Seat: 0}, "no auction is under way"},
		{"a card after the photos", append(laid, Photos{}), Turned{Card: "dance"}, "card: the photos were taken: no more cards are turned over"},
		{"no card of the deck after the photos", []scoring.Event{Laid{Deck: []string{"dance"}}, Photos{}}, Turned{Card: "theft"}, "card: the photos were taken: no more cards are turned over"},
		{"a card after the last guest", append(laid, NoMoreGuests{}), Turned{Card: "polka"}, "card: the photos were taken: no more cards are turned over"},
	} {
		s := play(t, tb, c.done...)
		if _, err := Game.Apply(s, c.e); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	plain := play(t, setup.Table{Players: tb.Players}, Laid{})
	if _, err := Game.Apply(plain, Opened{Card: "open-auction"}); err == nil || err.Error() != "card: Open Auction is an auction card, and this table plays without auctions" {
		t.Error("an auction without the variant:", err)
	}
}
