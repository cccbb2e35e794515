package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The six auctions, as values: who may bid, in which order, how much at least, and
// what an offer comes to. Bids and payments are decorations. Common to all:
//
//   - the active player never bids on their own offer;
//   - nobody bids more than they hold;
//   - a bid is at least 1, as 0 is a pass, and higher than the one before;
//   - who has passed is out until the next offer.
//
// Source: handbook, Auctions (p. 3) and Auction Cards (p. 4).

// The card ids of the six auctions.
const (
	openAuction   = "open-auction"
	sharedAuction = "shared-auction"
	singleAuction = "single-round-auction"
	fixedAuction  = "fixed-price-auction"
	secretAuction = "secret-auction"
	unfairAuction = "unfair-secret-auction"
)

// A Call is a bid that was made aloud.
type Call struct {
	By  int `json:"by"`  // the seat
	Bid int `json:"bid"` // 1 or more
}

// A Payment is decorations that go from one seat to another.
type Payment struct {
	From, To, N int
	Why         lang.Text // empty where the deal's own reason says it
}

// A Deal is what an offer comes to.
type Deal struct {
	Buyer    int       // who takes the envelope; Unknown: it stays where it is
	Middle   bool      // the envelope lies in the middle, not with the active player
	Payments []Payment // in the order in which they are told
	Why      lang.Text // what happens, and why
}

var (
	ownOffer   = lang.Msg("pp.own-offer", "{name} makes the offer and cannot bid on it")
	hasPassed  = lang.Msg("pp.has-passed", "{name} has passed, and is out until the next offer")
	hasBid     = lang.Msg("pp.has-bid", "{name} has already made a bid: one bid each")
	isHighest  = lang.Msg("pp.is-highest", "{name} already has the highest bid, {n}")
	bidTooLow  = lang.Msg("pp.bid-too-low", "{name} bids {n}: the minimum is now {least}")
	bidTooHigh = lang.Msg("pp.bid-too-high", "{name} bids {n}, but holds only {most}")
	cannotBid  = lang.Msg("pp.cannot-bid", "{name} holds only {most}: the minimum is now {least}")
)

// A Calling is the bidding aloud for one offer, under way. It is never changed: Call
// and Pass return the next one.
type Calling struct {
	names  []string
	purse  []int  // decorations of each seat
	seller int    // the active player
	turns  bool   // they bid in player order; otherwise as they like
	once   bool   // one bid each
	in     []int  // the people who are still bidding: the next one in turn first, the highest bidder last
	calls  []Call // so far, each higher than the one before
}

// newCalling opens the bidding under an auction card. seller is the active player, in
// everybody else in turn order, purse the decorations by seat.
func newCalling(card string, seller int, in []int, names []string, purse []int) Calling {
	return Calling{names: names, purse: purse, seller: seller, turns: card != openAuction, once: card == singleAuction, in: in}
}

// In reports whether a seat is in the bidding: it has not passed.
func (c Calling) In(seat int) bool { return slices.Contains(c.in, seat) }

// Best returns the highest bid; ok is false as long as there is none.
func (c Calling) Best() (best Call, ok bool) {
	if len(c.calls) == 0 {
		return Call{By: Unknown}, false
	}
	return c.calls[len(c.calls)-1], true
}

// Least returns the smallest bid that may come next.
func (c Calling) Least() int {
	best, _ := c.Best()
	return best.Bid + 1
}

// May refuses, with the limit, a seat that cannot bid now.
func (c Calling) May(seat int) *fault.Fault {
	if f := scoring.CheckSeat(c.names, seat); f != nil {
		return f
	}
	best, _ := c.Best()
	name := c.names[seat]
	switch {
	case seat == c.seller:
		return fault.New(ownOffer.With("name", name))
	case c.hasBid(seat):
		return fault.New(hasBid.With("name", name))
	case c.turns && best.By == seat:
		return fault.New(isHighest.With("name", name, "n", best.Bid))
	case !c.In(seat):
		return fault.New(hasPassed.With("name", name))
	case c.purse[seat] < c.Least():
		return fault.New(cannotBid.With("name", name, "most", c.purse[seat], "least", c.Least()))
	}
	return nil
}

// raises refuses, besides, the highest bid's own bidder: at the question of a higher bid somebody else is named. Games
// were kept in which a table did that, and they stand.
func (c Calling) raises(seat int) *fault.Fault {
	if best, ok := c.Best(); ok && best.By == seat {
		return fault.New(isHighest.With("name", c.names[seat], "n", best.Bid))
	}
	return c.May(seat)
}

// hasBid reports whether a seat has made its one bid, where there is only one.
func (c Calling) hasBid(seat int) bool {
	return c.once && slices.ContainsFunc(c.calls, func(call Call) bool { return call.By == seat })
}

// Next returns the first in turn who can bid higher; the others are passed over. ok is
// false when the bidding is over: nobody is left to raise the highest bid.
func (c Calling) Next() (seat int, ok bool) {
	best, _ := c.Best()
	for _, seat := range c.in {
		if seat != best.By && c.May(seat) == nil {
			return seat, true
		}
	}
	return Unknown, false
}

// Over reports whether nobody is left who could raise the highest bid.
func (c Calling) Over() bool {
	_, ok := c.Next()
	return !ok
}

// Pass takes a seat out of the bidding for this offer.
func (c Calling) Pass(seat int) Calling {
	c.in = slices.DeleteFunc(slices.Clone(c.in), func(other int) bool { return other == seat })
	return c
}

// Call takes a bid, or refuses it with the limit. Where the card has turns, those whose
// turn was before this one have passed, and the bidder is the last one in turn.
func (c Calling) Call(call Call) (Calling, *fault.Fault) {
	if f := c.May(call.By); f != nil {
		return c, f
	}
	switch {
	case call.Bid < c.Least():
		return c, fault.New(bidTooLow.With("name", c.names[call.By], "n", call.Bid, "least", c.Least()))
	case call.Bid > c.purse[call.By]:
		return c, fault.New(bidTooHigh.With("name", c.names[call.By], "n", call.Bid, "most", c.purse[call.By]))
	}
	if c.turns {
		c.in = append(slices.Clone(c.in[slices.Index(c.in, call.By)+1:]), call.By)
	}
	c.calls = append(slices.Clip(c.calls), call)
	return c, nil
}

// level returns the seats that share the highest of the bids, where it is above 0; a
// single one has won. bids are by seat, Unknown for who is not bidding.
func level(bids []int) []int {
	most := slices.Max(bids)
	if most <= 0 {
		return nil
	}
	var out []int
	for seat, n := range bids {
		if n == most {
			out = append(out, seat)
		}
	}
	return out
}

// last returns each seat's bid that counts in the end: the second where there was one.
func last(bids, again []int) []int {
	out := slices.Clone(bids)
	for seat, n := range again {
		if n != Unknown {
			out[seat] = n
		}
	}
	return out
}

// half returns what a losing bid pays in an Unfair Secret Auction.
func half(bid int) int { return bid / 2 }
