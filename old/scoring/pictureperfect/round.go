package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// The six rounds. A round is one Turned or, under an auction card, one Opened and an Offer for each turn. All of
// them are facts: whose turn it is, who pays and who holds how much is computed, so that correcting an earlier
// round moves everything after it.
type (
	// Opened: an auction card was turned over, and the program is its auctioneer.
	Opened struct {
		Card string `json:"card"`
		// Hands: secret bids are opened from the hands, and one person types them; otherwise each player types
		// their own, unseen.
		Hands bool  `json:"hands,omitempty"`
		Order []int `json:"order,omitempty"` // as of a Turned
	}
	// Counted: the table counted envelopes and decorations, because the books were wrong. Values are by seat; the
	// rest is in the middle, or in the supply. Decorations is nil without auctions.
	Counted struct {
		Envelopes   []int `json:"envelopes"`
		Decorations []int `json:"decorations,omitempty"`
	}
)

var (
	underWay    = lang.Msg("pp.under-way", "the auction is not over yet: it is {name}'s turn")
	noAuction   = lang.Msg("pp.no-auction", "no auction is under way")
	notYourTurn = lang.Msg("pp.not-your-turn", "it is {name}'s turn, not {other}'s")
	noAuctioner = lang.Msg("pp.no-auctioneer", "{card} is not an auction of this table")
	uncounted   = lang.Msg("pp.uncounted", "the envelopes and decorations have to be counted first")
	allTurned   = lang.Msg("pp.all-turned", "all {n} exchange cards have already been turned over")
	noNeighbor  = lang.Msg("pp.no-neighbor", "{name} gives to the left or to the right neighbor")
	noMoreCards = lang.Msg("pp.no-more-cards", "the photos were taken: no more cards are turned over")
	tooLate     = lang.Msg("pp.too-late", "the photos were taken: nothing moves any more")
)

// rounds are everything on the table until the photos are taken: the deck, the turns, the books, and an auction
// under way.
type rounds struct {
	people   people
	auctions bool     // the table plays with them
	laid     bool     // everything is laid out
	alone    bool     // the table plays the rounds without the program
	deck     []string // top card first; nil unless the program drew it
	turned   int      // rounds that are over
	starter  int      // of this round; the reference card goes to the left after each (handbook, Round Flow, p. 8)
	cards    []string // turned over so far, with that of an auction under way
	holdings holdings
	known    bool   // the books are right: since the last count no card was played without the program
	opened   Opened // the open auction card, if any
	taken    int    // turns of that auction that are over
	helped   []rescue
	won      []int // auctions, by seat; nil: none yet
	closed   bool  // the photos are taken, and nothing changes any more
}

// order returns everybody in turn order, from the starting player on.
func (r rounds) order() []int { return r.holdings.turn(r.starter) }

// number returns the number of the round, from 1; after the last one it stays.
func (r rounds) number() int { return min(r.turned+1, r.all()) }

// all returns how many rounds there are.
func (r rounds) all() int {
	if r.deck != nil {
		return len(r.deck)
	}
	return lay.Rounds
}

// followed reports whether the books are right up to the end of the last round.
func (r rounds) followed() bool { return r.known && r.turned == lay.Rounds }

// active returns whose turn the auction is: the first player in turn order, from the starting player on, who has
// had no turn and has something to offer. ok is false unless an auction is under way.
func (r rounds) active() (seat int, ok bool) {
	if r.phase() != bidding || r.closed {
		return Unknown, false
	}
	for _, seat := range r.order()[r.taken:] {
		if r.canOffer(seat) {
			return seat, true
		}
	}
	return Unknown, false
}

// canOffer reports whether a seat has an envelope to offer, under a Shared Auction one in the middle.
func (r rounds) canOffer(seat int) bool {
	if r.opened.Card == sharedAuction {
		return r.holdings.Middle > 0
	}
	return r.holdings.Offers(seat) > 0
}

// mayTurn refuses a card that cannot be the next one of the deck.
func (r rounds) mayTurn(id string) *fault.Fault {
	card, known := lay.CardByID(id)
	var say lang.Text
	switch active, auction := r.active(); {
	case r.closed:
		say = noMoreCards
	case auction:
		say = underWay.With("name", r.people[active])
	case r.turned >= r.all():
		say = allTurned.With("n", r.all())
	case r.deck != nil && r.deck[r.turned] != id:
		say = wrongCard.With("card", cardName(id))
	case r.deck == nil && !known:
		say = noSuchCard.With("it", id)
	case r.deck == nil && card.Auction && !r.auctions:
		say = noAuctions.With("card", card.Name)
	default:
		return nil
	}
	return fault.New(say, "card")
}

// turnOver lays the next card open, in a round in which people sit in an order, clockwise (nil: that of the
// seats). Players who joined since sit at the end of it.
func (r rounds) turnOver(card string, order []int) (rounds, *fault.Fault) {
	if f := r.mayTurn(card); f != nil {
		return r, f
	}
	r.cards = append(slices.Clip(r.cards), card)
	if order == nil {
		return r, nil
	}
	if f := scoring.CheckSeats(r.people, order); f != nil {
		return r, f.Under("order")
	}
	r.holdings.sat = slices.Clone(order)
	for seat := range r.people {
		if !slices.Contains(order, seat) {
			r.holdings.sat = append(r.holdings.sat, seat)
		}
	}
	return r, nil
}

// phase returns the phase of the rounds: an open auction, the next card, or the photos once the cards are played
// or the table plays without the program.
func (r rounds) phase() phase {
	switch {
	case r.opened.Card != "":
		return bidding
	case !r.laid:
		return laying
	case r.alone || r.turned >= r.all():
		return posing
	}
	return turning
}

// turn plays the whole round of a normal card, or of an auction without the program, after which nobody knows who
// holds what.
func (r rounds) turn(e Turned) (rounds, error) {
	r, f := r.turnOver(e.Card, e.Order)
	if f == nil {
		f = r.holdings.checkGifts(r.people, e.To)
	}
	if f != nil {
		return r, f
	}
	if r.known {
		r.holdings, r.known = r.holdings.after(e.Card, e.To)
	}
	return r.end(), nil
}

// checkGifts refuses a gift to anybody but a neighbor.
func (b holdings) checkGifts(p people, to []int) *fault.Fault {
	if to == nil {
		return nil
	}
	if f := p.every(len(to)); f != nil {
		return f.Under("to")
	}
	for seat, other := range to {
		if other != Unknown && other != b.left(seat) && other != b.right(seat) {
			return fault.New(noNeighbor.With("name", p[seat]), "to", p[seat])
		}
	}
	return nil
}

// begin opens an auction. Under a Shared Auction everybody has put an envelope into the middle. If nobody has
// anything to offer, the round is over at once.
func (r rounds) begin(e Opened) (rounds, error) {
	r, f := r.turnOver(e.Card, e.Order)
	if f != nil {
		return r, f
	}
	card, _ := lay.CardByID(e.Card)
	if !card.Auction {
		return r, fault.New(noAuctioner.With("card", cardName(e.Card)), "card")
	}
	if !r.known {
		return r, fault.New(uncounted, "card")
	}
	r.opened, r.taken = e, 0
	if e.Card == sharedAuction {
		r.holdings = r.holdings.share()
	}
	if _, ok := r.active(); !ok {
		r = r.end()
	}
	return r, nil
}

// offer takes one turn of an auction, and returns its outcome.
func (r rounds) offer(o Offer) (rounds, outcome, error) {
	active, ok := r.active()
	switch {
	case !ok:
		return r, outcome{}, fault.New(noAuction)
	case !r.people.has(o.Seat):
		return r, outcome{}, fault.New(scoring.NoSeat, "seat")
	case o.Seat != active:
		return r, outcome{}, fault.New(notYourTurn.With("name", r.people[active], "other", r.people[o.Seat]), "seat")
	}
	d, f := r.auction(o.Seat).outcome(o)
	if f != nil {
		return r, outcome{}, f
	}
	r.holdings = r.holdings.book(o.Seat, d)
	if d.Buyer != Unknown {
		r.won = append(slices.Clone(r.won), make([]int, len(r.people)-len(r.won))...)
		r.won[d.Buyer]++
	}
	r.taken = slices.Index(r.order(), o.Seat) + 1
	if _, ok := r.active(); !ok {
		r = r.end()
	}
	return r, d, nil
}

// end closes a round: players with nothing left are helped out, envelopes bought in it may be opened and offered,
// and the reference card moves on.
func (r rounds) end() rounds {
	r.helped = nil
	if r.known && r.auctions {
		r.holdings, r.helped = r.holdings.rescue(r.order())
	}
	r.starter = r.holdings.left(r.starter)
	r.holdings.sat, r.holdings.Bought = nil, make([]int, len(r.people))
	r.laid, r.turned, r.opened, r.taken = true, r.turned+1, Opened{}, 0
	return r
}

// recount takes the numbers that the table counted. An envelope bought in this round counts as bought as long as
// the player still holds so many.
func (r rounds) recount(c Counted) (rounds, error) {
	if r.closed {
		return r, fault.New(tooLate)
	}
	if f := r.people.sum(c.Envelopes, 0, lay.Guests, envelopes); f != nil {
		return r, f.Under("envelopes")
	}
	b := r.holdings.Clone()
	b.Envelopes, b.Middle = slices.Clone(c.Envelopes), lay.Guests
	for seat, n := range c.Envelopes {
		b.Middle -= n
		b.Bought[seat] = min(b.Bought[seat], n)
	}
	if c.Decorations != nil || r.auctions {
		if f := r.people.sum(c.Decorations, 0, r.allDecorations(), decorations); f != nil {
			return r, f.Under("decorations")
		}
		b.Decorations, b.Supply = slices.Clone(c.Decorations), r.allDecorations()
		for _, n := range c.Decorations {
			b.Supply -= n
		}
	}
	r.holdings, r.known = b, true
	if _, ok := r.active(); r.phase() == bidding && !ok {
		return r.end(), nil
	}
	return r, nil
}

// auction returns the turn of a seat in the open auction.
func (r rounds) auction(seller int) auction {
	return auction{r.opened.Card, r.opened.Hands, seller, r.holdings.turn(seller)[1:], r.people, r.holdings.Decorations, r.allDecorations()}
}

// allDecorations returns how many decorations are in the game: ten a player, and a supply of twelve with two
// players and auctions.
func (r rounds) allDecorations() int { return lay.Lay(len(r.people), r.auctions).AllDecorations() }

func cardName(id string) lang.Text {
	if card, ok := lay.CardByID(id); ok {
		return card.Name
	}
	return lang.Literal(id)
}
