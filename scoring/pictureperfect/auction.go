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
	ownOffer   = lang.M("pp.own-offer", "{name} makes the offer and cannot bid on it")
	hasPassed  = lang.M("pp.has-passed", "{name} has passed, and is out until the next offer")
	hasBid     = lang.M("pp.has-bid", "{name} has made a bid already: one bid each")
	isHighest  = lang.M("pp.is-highest", "{name} has the highest bid already, {n}")
	bidTooLow  = lang.M("pp.bid-too-low", "{name} bids {n}: it takes {least} at least now")
	bidTooHigh = lang.M("pp.bid-too-high", "{name} bids {n}, but holds only {most}")
	cannotBid  = lang.M("pp.cannot-bid", "{name} holds only {most}: it takes {least} at least now")
)

// A Calling is the bidding aloud for one offer, under way. It is never changed: Call
// and Pass return the next one.
type Calling struct {
	names []string
	purse []int  // decorations of each seat
	order []int  // who bids, from the active player's left, clockwise
	turns bool   // they bid in that order; otherwise as they like
	once  bool   // one bid each
	out   []bool // by seat: passed, or has had the one bid
	at    int    // whose turn it is: index into order
	calls []Call // so far, each higher than the one before
}

// newCalling opens the bidding under an auction card. seller is the active player,
// purse the decorations by seat.
func newCalling(card string, seller int, names []string, purse []int) Calling {
	c := Calling{
		names: names, purse: purse, out: make([]bool, len(purse)),
		turns: card != openAuction, once: card == singleAuction,
	}
	for i := 1; i < len(purse); i++ {
		c.order = append(c.order, (seller+i)%len(purse))
	}
	return c
}

// Best is the highest bid; ok is false as long as there is none.
func (c Calling) Best() (best Call, ok bool) {
	if len(c.calls) == 0 {
		return Call{By: Unknown}, false
	}
	return c.calls[len(c.calls)-1], true
}

// Least is the smallest bid that may come next.
func (c Calling) Least() int {
	best, _ := c.Best()
	return best.Bid + 1
}

// May refuses, with the limit, a seat that cannot bid now.
func (c Calling) May(seat int) *fault.Fault {
	best, _ := c.Best()
	switch {
	case seat < 0 || seat >= len(c.purse):
		return fault.New(scoring.NoSeat)
	case !slices.Contains(c.order, seat):
		return fault.New(ownOffer.With("name", c.names[seat]))
	case c.turns && best.By == seat && !c.once:
		return fault.New(isHighest.With("name", c.names[seat], "n", best.Bid))
	case c.out[seat] && c.once && slices.ContainsFunc(c.calls, func(x Call) bool { return x.By == seat }):
		return fault.New(hasBid.With("name", c.names[seat]))
	case c.out[seat]:
		return fault.New(hasPassed.With("name", c.names[seat]))
	case c.purse[seat] < c.Least():
		return fault.New(cannotBid.With("name", c.names[seat], "most", c.purse[seat], "least", c.Least()))
	}
	return nil
}

// Next is the seat whose turn it is, where the card has turns; ok is false when the
// bidding is over. Who cannot bid any more is passed over.
func (c Calling) Next() (seat int, ok bool) {
	for k := range len(c.order) {
		i := c.at + k
		if c.once && i >= len(c.order) {
			return Unknown, false
		}
		seat := c.order[i%len(c.order)]
		if best, _ := c.Best(); best.By == seat {
			return Unknown, false // round again: everybody else has passed
		}
		if c.May(seat) == nil {
			return seat, true
		}
	}
	return Unknown, false
}

// Over reports whether nobody is left who could raise the highest bid.
func (c Calling) Over() bool {
	if c.turns {
		_, ok := c.Next()
		return !ok
	}
	best, _ := c.Best()
	return !slices.ContainsFunc(c.order, func(seat int) bool { return seat != best.By && c.May(seat) == nil })
}

// Pass takes a seat out of the bidding for this offer.
func (c Calling) Pass(seat int) Calling {
	c.out = slices.Clone(c.out)
	c.out[seat] = true
	return c
}

// Call takes a bid, or refuses it with the limit. Where the card has turns, those who
// sit between the bid before and this one have passed.
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
		for i := c.at; c.order[i%len(c.order)] != call.By; i++ {
			c = c.Pass(c.order[i%len(c.order)])
		}
		c.at = slices.Index(c.order, call.By) + 1
	}
	if c.once {
		c = c.Pass(call.By)
	}
	c.calls = append(slices.Clip(c.calls), call)
	return c, nil
}

// level are the seats that share the highest of the bids, where it is above 0; a
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

// last is each seat's bid that counts in the end: the second where there was one.
func last(bids, again []int) []int {
	out := slices.Clone(bids)
	for seat, n := range again {
		if n != Unknown {
			out[seat] = n
		}
	}
	return out
}

// half is what a losing bid pays in an Unfair Secret Auction.
func half(bid int) int { return bid / 2 }
