package pictureperfect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
)

// at returns a table with an auction card open, Ana's turn, and so many decorations each.
func at(t *testing.T, card string, decorations ...int) State {
	t.Helper()
	held := slices.Repeat([]int{2}, len(decorations))
	return play(t, bidders(len(decorations)), Laid{}, Counted{held, decorations}, Opened{Card: card}).(State)
}

// The outcome of each auction, as its card tells it: the buyer, and the decorations of everybody afterward.
func TestWhatOffersComeTo(t *testing.T) {
	for _, c := range []struct {
		name, card string
		o          Offer
		buyer      int
		want       string // decorations
		why        string
	}{
		{"open: the highest call buys", "open-auction", Offer{Calls: []Call{{2, 1}, {1, 3}, {2, 5}}}, 2, "[15 10 5 10]",
			"Caio has the highest bid: pays 5 decorations to Ana and takes the envelope."},
		{"open: somebody may outbid themselves", "open-auction", Offer{Calls: []Call{{2, 1}, {2, 2}}}, 2, "[12 10 8 10]",
			"Caio has the highest bid: pays 2 decorations to Ana and takes the envelope."},
		{"open: nobody bids", "open-auction", Offer{}, Unknown, "[10 10 10 10]", "Nobody bids. Ana keeps the envelope."},
		{"single round: the highest of one bid each", "single-round-auction", Offer{Calls: []Call{{1, 1}, {3, 2}}}, 3, "[12 10 10 8]",
			"Davi has the highest bid: pays 2 decorations to Ana and takes the envelope."},
		{"shared: sold", "shared-auction", Offer{Calls: []Call{{1, 1}, {2, 2}, {1, 10}}}, 1, "[20 0 10 10]",
			"Bia has the highest bid: pays 10 decorations to Ana and takes the envelope."},
		{"shared: the active player buys for that very bid", "shared-auction", Offer{Calls: []Call{{1, 1}, {2, 4}}, Buys: true}, 0, "[6 10 14 10]",
			"Ana buys for as much as the highest bid: pays 4 decorations to Caio and takes the envelope."},
		{"shared: nobody bids, it stays in the middle", "shared-auction", Offer{}, Unknown, "[10 10 10 10]", "Nobody bids. The envelope stays in the middle."},
		{"fixed price: everybody who pays may look, it stays", "fixed-price-auction", Offer{Price: 3, Viewers: []int{3, 1}}, Unknown, "[16 7 10 7]",
			"Davi and Bia pay Ana 3 decorations each and look inside now. Ana keeps the envelope."},
		{"fixed price: nobody pays", "fixed-price-auction", Offer{Price: 9}, Unknown, "[10 10 10 10]", "Nobody pays for a look. Ana keeps the envelope."},
		{"fixed price: nobody can pay", "fixed-price-auction", Offer{Price: 11}, Unknown, "[10 10 10 10]", "Nobody else has 11 decorations. Ana keeps the envelope."},
		{"secret: the highest hand pays", "secret-auction", Offer{Bids: []int{Unknown, 3, 5, 0}}, 2, "[15 10 5 10]",
			"Caio has the highest bid: pays 5 decorations to Ana and takes the envelope."},
		{"secret: all hands empty is no sale", "secret-auction", Offer{Bids: []int{Unknown, 0, 0, 0}}, Unknown, "[10 10 10 10]", "All hands are empty. Ana keeps the envelope."},
		{"secret: a tie, then the second bids", "secret-auction", Offer{Bids: []int{Unknown, 5, 5, 0}, Again: []int{Unknown, 5, 6, Unknown}}, 2, "[16 10 4 10]",
			"Caio has the highest bid: pays 6 decorations to Ana and takes the envelope."},
		{"secret: a second tie, Ana keeps it", "secret-auction", Offer{Bids: []int{Unknown, 5, 5, 5}, Again: []int{Unknown, 5, 6, 6}}, Unknown, "[10 10 10 10]",
			"Tied again, at 6. Ana keeps the envelope, and nobody pays."},
		{"unfair: losers pay half, rounded down", "unfair-secret-auction", Offer{Bids: []int{Unknown, 5, 7, 1}}, 2, "[19 8 3 10]",
			"Caio has the highest bid: pays 7 decorations to Ana and takes the envelope."},
		{"unfair: half of the second bid, of the first for who was not level", "unfair-secret-auction", Offer{Bids: []int{Unknown, 5, 5, 4}, Again: []int{Unknown, 8, 9, Unknown}}, 2, "[25 6 1 8]",
			"Caio has the highest bid: pays 9 decorations to Ana and takes the envelope."},
		{"unfair: after the second tie nobody pays", "unfair-secret-auction", Offer{Bids: []int{Unknown, 5, 5, 4}, Again: []int{Unknown, 8, 8, Unknown}}, Unknown, "[10 10 10 10]",
			"Tied again, at 8. Ana keeps the envelope, and nobody pays."},
	} {
		s := at(t, c.card, 10, 10, 10, 10)
		next, d, err := s.rounds.offer(c.o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := fmt.Sprint(next.holdings.Decorations); d.Buyer != c.buyer || got != c.want || d.Why.String() != c.why {
			t.Errorf("%s: buyer %d, %s, %q\nwant %d, %s, %q", c.name, d.Buyer, got, d.Why, c.buyer, c.want, c.why)
		}
		bought := make([]int, 4)
		if c.buyer != Unknown {
			bought[c.buyer] = 1
		}
		if !slices.Equal(next.holdings.Bought, bought) {
			t.Errorf("%s: bought %v, want %v", c.name, next.holdings.Bought, bought)
		}
		if said := Game.Tell(s, c.o).String(); said != "Round 1: Ana offers. "+c.why {
			t.Errorf("%s is told as %q", c.name, said)
		}
	}
}

// The payment of every loser has its own reason.
func TestUnfairReasons(t *testing.T) {
	s := at(t, "unfair-secret-auction", 10, 10, 10, 10)
	_, d, err := s.rounds.offer(Offer{Bids: []int{Unknown, 5, 7, 1}})
	if err != nil || len(d.Payments) != 2 || d.Payments[1].Why.String() != "Bia bid 5, loses, and pays half of it, rounded down, to Ana: 2." {
		t.Error(d, err)
	}
}

// A Shared Auction begins with an envelope from everybody who has one.
func TestSharedBegins(t *testing.T) {
	tb := bidders(4)
	s := play(t, tb, Laid{}, Counted{[]int{3, 0, 1, 4}, []int{0, 10, 10, 20}}, Opened{Card: "shared-auction"}).(State)
	if got := fmt.Sprint(s.rounds.holdings.Envelopes, s.rounds.holdings.Middle); got != "[2 0 0 3] 9" {
		t.Error(got)
	}
	next, d, err := s.rounds.offer(Offer{Seat: 0, Calls: []Call{{1, 2}}})
	if err != nil || fmt.Sprint(next.holdings.Envelopes, next.holdings.Middle, next.holdings.Decorations) != "[2 1 0 3] 8 [2 8 10 20]" {
		t.Error(next.holdings, err)
	}
	if d.Why.String() != "Bia has the highest bid. Ana cannot pay as much and must sell: Bia pays 2 decorations and takes the envelope." {
		t.Error(d.Why)
	}
	if seat, ok := next.active(); !ok || seat != 1 {
		t.Error("who has no envelope takes a turn all the same:", seat, ok)
	}
}

// If nobody has anything to offer the round is over at once.
func TestNothingToOffer(t *testing.T) {
	tb := bidders(4)
	s := play(t, tb, Laid{}, Counted{make([]int, 4), []int{0, 10, 10, 20}}, Opened{Card: "open-auction"}).(State)
	if _, ok := s.rounds.active(); ok || s.rounds.number() != 2 || s.rounds.starter != 1 || s.rounds.holdings.Decorations[0] != 3 {
		t.Errorf("%+v", s)
	}
}

// The refusals of the cards, each with its limit.
func TestOfferRefusals(t *testing.T) {
	for _, c := range []struct {
		name, card string
		o          Offer
		want       string
	}{
		{"a bid above what is held", "open-auction", Offer{Calls: []Call{{1, 4}}}, "calls[0]: Bia bids 4, but holds only 3"},
		{"a bid that is not higher", "open-auction", Offer{Calls: []Call{{1, 2}, {2, 2}}}, "calls[1]: Caio bids 2: the minimum is now 3"},
		{"a bid of nothing", "open-auction", Offer{Calls: []Call{{1, 0}}}, "calls[0]: Bia bids 0: the minimum is now 1"},
		{"a bid by the seller", "open-auction", Offer{Calls: []Call{{0, 4}}}, "calls[0]: Ana makes the offer and cannot bid on it"},
		{"a bid by who cannot raise", "open-auction", Offer{Calls: []Call{{2, 3}, {1, 4}}}, "calls[1]: Bia holds only 3: the minimum is now 4"},
		{"a bid from nowhere", "open-auction", Offer{Calls: []Call{{4, 4}}}, "calls[0]: this names somebody who is not at this table"},
		{"two bids in a single round", "single-round-auction", Offer{Calls: []Call{{2, 1}, {2, 2}}}, "calls[1]: Caio has already made a bid: one bid each"},
		{"a bid after the turn in a single round", "single-round-auction", Offer{Calls: []Call{{2, 1}, {1, 2}}}, "calls[1]: Bia has passed, and is out until the next offer"},
		{"a bid after passing", "shared-auction", Offer{Calls: []Call{{1, 1}, {3, 2}, {2, 3}}}, "calls[2]: Caio has passed, and is out until the next offer"},
		{"a bid after passing along with somebody else", "shared-auction", Offer{Calls: []Call{{3, 2}, {2, 3}}}, "calls[1]: Caio has passed, and is out until the next offer"},
		{"outbidding oneself when the others have passed", "shared-auction", Offer{Calls: []Call{{1, 1}, {1, 2}}}, "calls[1]: Bia already has the highest bid, 1"},
		{"buying what cannot be paid", "shared-auction", Offer{Calls: []Call{{3, 11}}, Buys: true}, "buys: Ana holds only 10: for 11 it must be sold"},
		{"buying what nobody bid for", "shared-auction", Offer{Buys: true}, "buys: nobody has bid: there is nothing to buy"},
		{"buying in an open auction", "open-auction", Offer{Buys: true}, "that is not how this card works: Open Auction"},
		{"calls in a secret auction", "secret-auction", Offer{Calls: []Call{{1, 1}}}, "that is not how this card works: Secret Auction"},
		{"secret bids in a fixed price auction", "fixed-price-auction", Offer{Bids: []int{-1, 1, 1, 1}}, "that is not how this card works: Fixed Price Auction"},
		{"a price in a shared auction", "shared-auction", Offer{Price: 2}, "that is not how this card works: Shared Auction"},
		{"a price below nothing", "fixed-price-auction", Offer{Price: -1}, "price: -1 is not a price: 0 or more, please"},
		{"a look that cannot be paid", "fixed-price-auction", Offer{Price: 4, Viewers: []int{2, 1}}, "viewers[1]: Bia holds only 3: a look costs 4"},
		{"a look at one's own", "fixed-price-auction", Offer{Price: 4, Viewers: []int{0}}, "viewers[0]: Ana names the price and does not pay it"},
		{"looking twice", "fixed-price-auction", Offer{Price: 4, Viewers: []int{2, 2}}, "viewers[1]: Caio pays once at most"},
		{"a hand above what is held", "secret-auction", Offer{Bids: []int{-1, 4, 0, 0}}, "bids.Bia: Bia bids 4, but holds only 3"},
		{"a hand of the seller", "secret-auction", Offer{Bids: []int{1, 2, 0, 0}}, "bids.Ana: Ana makes the offer and cannot bid on it"},
		{"a hand missing", "secret-auction", Offer{Bids: []int{-1, 2, -1, 0}}, "bids.Caio: Caio's bid is missing: 0 or more"},
		{"hands of too few", "secret-auction", Offer{Bids: []int{-1, 2}}, "bids: 2 values for 4 players"},
		{"a tie left open", "secret-auction", Offer{Bids: []int{-1, 2, 2, 0}}, "again: tied at 2: Bia and Caio bid once more"},
		{"a second bid without a tie", "secret-auction", Offer{Bids: []int{-1, 2, 1, 0}, Again: []int{-1, 2, 1, -1}}, "again: there was no tie: there is no second bid"},
		{"a second bid below the first", "unfair-secret-auction", Offer{Bids: []int{-1, 2, 2, 0}, Again: []int{-1, 1, 2, -1}}, "again.Bia: Bia bids 1: the second bid cannot be lower than the first, 2"},
		{"a second bid above what is held", "unfair-secret-auction", Offer{Bids: []int{-1, 2, 2, 0}, Again: []int{-1, 4, 2, -1}}, "again.Bia: Bia bids 4, but holds only 3"},
		{"a second bid of who was not level", "secret-auction", Offer{Bids: []int{-1, 2, 2, 0}, Again: []int{-1, 3, 2, 3}}, "again.Davi: Davi has passed, and is out until the next offer"},
	} {
		s := at(t, c.card, 10, 3, 10, 17)
		if _, err := Game.Apply(s, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// The turns of a bidding.
func TestBiddingInTurn(t *testing.T) {
	for _, c := range []struct {
		card  string
		owned []int
		calls []Call // 0 is a pass
		want  string
	}{
		{singleAuction, []int{10, 2, 10, 10}, nil, "Bia 1"},
		{singleAuction, []int{10, 2, 10, 10}, []Call{{1, 2}}, "Caio 3"},
		{singleAuction, []int{10, 2, 10, 10}, []Call{{1, 2}, {2, 0}}, "Davi 3"},
		{singleAuction, []int{10, 2, 10, 10}, []Call{{1, 2}, {2, 0}, {3, 5}}, "over"},
		{sharedAuction, []int{10, 2, 10, 10}, []Call{{1, 2}, {2, 3}, {3, 4}}, "Caio 5"}, // Bia holds 2
		{sharedAuction, []int{10, 2, 10, 10}, []Call{{1, 2}, {2, 3}, {3, 4}, {2, 0}}, "over"},
		{sharedAuction, []int{10, 2, 10, 10}, []Call{{1, 0}, {2, 0}}, "Davi 1"}, // the last one may still bid
		{sharedAuction, []int{10, 2, 10, 10}, []Call{{1, 0}, {2, 0}, {3, 0}}, "over"},
		{sharedAuction, []int{10, 2, 10, 10}, []Call{{1, 0}, {2, 10}}, "over"}, // nobody holds more
		{openAuction, []int{10, 2, 3, 3}, nil, "Bia 1"},
		{openAuction, []int{10, 2, 3, 3}, []Call{{2, 3}}, "over"}, // nobody holds more
		{openAuction, []int{10, 2, 9, 3}, []Call{{2, 3}}, "over"}, // but for the highest bidder
		{openAuction, []int{10, 0, 0, 0}, nil, "over"},
	} {
		b := at(t, c.card, 10, 10, 10, 10).rounds.auction(0).calling()
		b.owned = c.owned
		for _, call := range c.calls {
			if call.Bid == 0 {
				b = b.pass(call.By)
				continue
			}
			next, f := b.call(call)
			if f != nil {
				t.Fatal(c, f)
			}
			b = next
		}
		got := "over"
		if seat, ok := b.next(); ok {
			got = fmt.Sprint(names4[seat], " ", b.least())
		}
		if got != c.want || b.over() != (got == "over") {
			t.Errorf("%s %v: %s, want %s", c.card, c.calls, got, c.want)
		}
	}
}

// Correcting an event before an auction moves everything after it, and an event that became impossible is refused.
func TestEarlierRoundCorrected(t *testing.T) {
	tb := bidders(4)
	events := []scoring.Event{Laid{}, Opened{Card: "open-auction"},
		Offer{Seat: 0, Calls: []Call{{1, 4}}}, Offer{Seat: 1, Calls: []Call{{0, 12}}}, Offer{Seat: 2}, Offer{Seat: 3}}
	s := play(t, tb, events...).(State)
	if got := fmt.Sprint(s.rounds.holdings.Envelopes, s.rounds.holdings.Decorations); got != "[3 3 3 3] [2 18 10 10]" {
		t.Error(got)
	}
	events[2] = Offer{Seat: 0, Calls: []Call{{2, 5}}}
	s = play(t, tb, events...).(State)
	if got := fmt.Sprint(s.rounds.holdings.Envelopes, s.rounds.holdings.Decorations); got != "[3 2 4 3] [3 22 5 10]" {
		t.Error(got)
	}
	events[2] = Offer{Seat: 0, Calls: []Call{{2, 1}}}
	_, at, err := Game.Fold(tb, events)
	if at != 3 || err == nil || !strings.Contains(err.Error(), "Ana bids 12, but holds only 11") {
		t.Error(at, err)
	}
}
