package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The six auctions: who may bid, in which order, and how much at least. Bids and payments are decorations. In all
// of them
//
//   - the active player never bids on their own offer;
//   - nobody bids more than they hold;
//   - a bid is at least 1, as 0 is a pass, and higher than the one before;
//   - a player who has passed is out until the next offer.
//
// Source: handbook, Auctions (p. 3) and Auction Cards (p. 4).

// The ids of the auction cards.
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

// A payment is decorations that go from one seat to another.
type payment struct {
	From, To, N int
	Why         lang.Text // empty if the outcome tells it
}

// An outcome is what becomes of an offer.
type outcome struct {
	Buyer    int       // takes the envelope; Unknown: it stays where it is
	Middle   bool      // the envelope is in the middle, not with the active player
	Payments []payment // in the order in which they are told
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

// A calling is the bidding aloud for one offer. It is never changed: call and pass return the next one.
type calling struct {
	auction
	in    []int  // the players still bidding: the next in turn first, the highest bidder last
	calls []Call // so far, each higher than the one before
}

func (a auction) calling() calling { return calling{auction: a, in: a.others} }

// best returns the highest bid; ok is false before the first one.
func (c calling) best() (best Call, ok bool) {
	if len(c.calls) == 0 {
		return Call{By: Unknown}, false
	}
	return c.calls[len(c.calls)-1], true
}

// least returns the minimum for the next bid.
func (c calling) least() int {
	best, _ := c.best()
	return best.Bid + 1
}

// may refuses a seat that cannot bid now, and tells why.
func (c calling) may(seat int) *fault.Fault {
	if f := scoring.CheckSeat(c.people, seat); f != nil {
		return f
	}
	best, _ := c.best()
	name := c.people[seat]
	switch {
	case seat == c.seller:
		return fault.New(ownOffer.With("name", name))
	case c.hasBid(seat):
		return fault.New(hasBid.With("name", name))
	case c.card != openAuction && best.By == seat:
		return fault.New(isHighest.With("name", name, "n", best.Bid))
	case !slices.Contains(c.in, seat):
		return fault.New(hasPassed.With("name", name))
	case c.owned[seat] < c.least():
		return fault.New(cannotBid.With("name", name, "most", c.owned[seat], "least", c.least()))
	}
	return nil
}

// raises also refuses the highest bidder, because the question asks for a higher bid by somebody else. Kept games
// in which a player outbid themselves still stand.
func (c calling) raises(seat int) *fault.Fault {
	if best, ok := c.best(); ok && best.By == seat {
		return fault.New(isHighest.With("name", c.people[seat], "n", best.Bid))
	}
	return c.may(seat)
}

// hasBid reports whether a seat has made its only bid, if the card allows only one.
func (c calling) hasBid(seat int) bool {
	return c.card == singleAuction && slices.ContainsFunc(c.calls, func(call Call) bool { return call.By == seat })
}

// next returns the first player in turn who can go higher; the others are passed over. ok is false once nobody
// can, and the bidding is over.
func (c calling) next() (seat int, ok bool) {
	best, _ := c.best()
	for _, seat := range c.in {
		if seat != best.By && c.may(seat) == nil {
			return seat, true
		}
	}
	return Unknown, false
}

// over reports whether nobody can go higher.
func (c calling) over() bool {
	_, ok := c.next()
	return !ok
}

// pass takes a player out of the bidding for this offer.
func (c calling) pass(seat int) calling {
	c.in = slices.DeleteFunc(slices.Clone(c.in), func(other int) bool { return other == seat })
	return c
}

// call takes a bid, or refuses it and tells the limit. If the card has turns, the players before the bidder have
// passed, and the bidder comes last.
func (c calling) call(call Call) (calling, *fault.Fault) {
	if f := c.may(call.By); f != nil {
		return c, f
	}
	switch {
	case call.Bid < c.least():
		return c, fault.New(bidTooLow.With("name", c.people[call.By], "n", call.Bid, "least", c.least()))
	case call.Bid > c.owned[call.By]:
		return c, fault.New(bidTooHigh.With("name", c.people[call.By], "n", call.Bid, "most", c.owned[call.By]))
	}
	if c.card != openAuction {
		c.in = append(slices.Clone(c.in[slices.Index(c.in, call.By)+1:]), call.By)
	}
	c.calls = append(slices.Clip(c.calls), call)
	return c, nil
}

// level returns the seats with the highest bid above 0; a single one has won. bids are by seat, Unknown for
// players who do not bid.
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
