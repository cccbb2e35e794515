package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Offer is one turn of an auction: the active player's offer and what was bid for
// it. Who buys and who pays follows from it. Only what the card asks for is there.
type Offer struct {
	Seat    int    `json:"seat"`              // the active player
	Calls   []Call `json:"calls,omitempty"`   // aloud: every bid, each higher than the one before
	Buys    bool   `json:"buys,omitempty"`    // shared: the active player buys
	Price   int    `json:"price,omitempty"`   // fixed price: what a look inside costs
	Viewers []int  `json:"viewers,omitempty"` // fixed price: the seats that pay it
	Bids    []int  `json:"bids,omitempty"`    // secret: by seat, Unknown for the active player
	Again   []int  `json:"again,omitempty"`   // secret: the second bids of who was level, Unknown for the others
}

// Kind is "offer".
func (Offer) Kind() string { return "offer" }

var (
	notThisCard = lang.Msg("pp.not-this-card", "that is not how this card works: {card}")
	nobodyBids  = lang.Msg("pp.nobody-bids", "Nobody bids. {name} keeps the envelope.")
	staysThere  = lang.Msg("pp.stays-there", "Nobody bids. The envelope stays in the middle.")
	highestBuys = lang.Plural("pp.highest-buys", "{buyer} has the highest bid: pays {n} decoration to {seller} and takes the envelope.", "{buyer} has the highest bid: pays {n} decorations to {seller} and takes the envelope.")
	mustSell    = lang.Plural("pp.must-sell", "{buyer} has the highest bid. {seller} cannot pay as much and must sell: {buyer} pays {n} decoration and takes the envelope.", "{buyer} has the highest bid. {seller} cannot pay as much and must sell: {buyer} pays {n} decorations and takes the envelope.")
	sellerBuys  = lang.Plural("pp.seller-buys", "{seller} buys for as much as the highest bid: pays {n} decoration to {other} and takes the envelope.", "{seller} buys for as much as the highest bid: pays {n} decorations to {other} and takes the envelope.")
	cannotBuy   = lang.Msg("pp.cannot-buy", "{name} holds only {most}: for {n} it must be sold")
	nothingBid  = lang.Msg("pp.nothing-bid", "nobody has bid: there is nothing to buy")
	noPrice     = lang.Msg("pp.no-price", "{n} is not a price: 0 or more, please")
	cannotLook  = lang.Msg("pp.cannot-look", "{name} holds only {most}: a look costs {n}")
	seesTwice   = lang.Msg("pp.sees-twice", "{name} pays once at most")
	oneLooks    = lang.Plural("pp.one-looks", "{names} pays {seller} {n} decoration and looks inside now. {seller} keeps the envelope.", "{names} pays {seller} {n} decorations and looks inside now. {seller} keeps the envelope.")
	theyLook    = lang.Plural("pp.they-look", "{names} pay {seller} {n} decoration each and look inside now. {seller} keeps the envelope.", "{names} pay {seller} {n} decorations each and look inside now. {seller} keeps the envelope.")
	nobodyLooks = lang.Msg("pp.nobody-looks", "Nobody pays for a look. {name} keeps the envelope.")
	nobodyHas   = lang.Plural("pp.nobody-has", "Nobody else has {n} decoration. {name} keeps the envelope.", "Nobody else has {n} decorations. {name} keeps the envelope.")
	ownLook     = lang.Msg("pp.own-look", "{name} names the price and does not pay it")
	allEmpty    = lang.Msg("pp.all-empty", "All hands are empty. {name} keeps the envelope.")
	levelTwice  = lang.Msg("pp.level-twice", "Tied again, at {n}. {name} keeps the envelope, and nobody pays.")
	bidAgain    = lang.Msg("pp.bid-again", "tied at {n}: {names} bid once more")
	notLevel    = lang.Msg("pp.not-level", "there was no tie: there is no second bid")
	bidMissing  = lang.Msg("pp.bid-missing", "{name}'s bid is missing: 0 or more")
	floorBid    = lang.Msg("pp.floor-bid", "{name} bids {n}: the second bid cannot be lower than the first, {least}")
	loserPays   = lang.Msg("pp.loser-pays", "{name} bid {bid}, loses, and pays half of it, rounded down, to {seller}: {n}.")
)

// deal is what an offer comes to under the auction card that lies open. It refuses,
// with the limit, what the card does not allow.
func (s State) deal(o Offer) (Deal, *fault.Fault) {
	aloud, fixed, secret := o.Calls != nil || o.Buys, o.Price != 0 || o.Viewers != nil, o.Bids != nil || o.Again != nil
	switch s.opened.Card {
	case openAuction, singleAuction, sharedAuction:
		if !fixed && !secret && (!o.Buys || s.opened.Card == sharedAuction) {
			return s.dealAloud(o)
		}
	case fixedAuction:
		if !aloud && !secret {
			return s.dealFixed(o)
		}
	case secretAuction, unfairAuction:
		if !aloud && !fixed {
			return s.dealSecret(o)
		}
	}
	return Deal{}, fault.New(notThisCard.With("card", cardName(s.opened.Card)))
}

// dealAloud: the highest bid pays the active player. Under a Shared Auction the
// active player may buy for that bid instead, and pays its bidder.
func (s State) dealAloud(o Offer) (Deal, *fault.Fault) {
	c := newCalling(s.opened.Card, o.Seat, s.others(o.Seat), s.table.Players, s.holdings.Decorations)
	for i, call := range o.Calls {
		var f *fault.Fault
		if c, f = c.Call(call); f != nil {
			return Deal{}, f.Under("calls", fault.Index(i))
		}
	}
	seller := s.table.Players[o.Seat]
	best, ok := c.Best()
	d := Deal{Buyer: best.By, Middle: s.opened.Card == sharedAuction}
	switch can := s.holdings.Decorations[o.Seat] >= best.Bid; {
	case !ok && o.Buys:
		return Deal{}, fault.New(nothingBid, "buys")
	case !ok && d.Middle:
		d.Why = staysThere
		return d, nil
	case !ok:
		d.Why = nobodyBids.With("name", seller)
		return d, nil
	case o.Buys && !can:
		return Deal{}, fault.New(cannotBuy.With("name", seller, "most", s.holdings.Decorations[o.Seat], "n", best.Bid), "buys")
	case o.Buys:
		d.Buyer, d.Payments = o.Seat, []Payment{{From: o.Seat, To: best.By, N: best.Bid}}
		d.Why = sellerBuys.With("seller", seller, "n", best.Bid, "other", s.table.Players[best.By])
		return d, nil
	case d.Middle && !can:
		d.Why = mustSell
	default:
		d.Why = highestBuys
	}
	d.Why = d.Why.With("buyer", s.table.Players[best.By], "n", best.Bid, "seller", seller)
	d.Payments = []Payment{{From: best.By, To: o.Seat, N: best.Bid}}
	return d, nil
}

// dealFixed: whoever pays the price looks inside; the envelope stays.
func (s State) dealFixed(o Offer) (Deal, *fault.Fault) {
	d := Deal{Buyer: Unknown}
	if o.Price < 0 {
		return d, fault.New(noPrice.With("n", o.Price), "price")
	}
	for i, seat := range o.Viewers {
		if f := s.mayLook(o, seat); f != nil {
			return d, f.Under("viewers", fault.Index(i))
		}
		if slices.Contains(o.Viewers[:i], seat) {
			return d, fault.New(seesTwice.With("name", s.table.Players[seat]), "viewers", fault.Index(i))
		}
		d.Payments = append(d.Payments, Payment{From: seat, To: o.Seat, N: o.Price})
	}
	seller := s.table.Players[o.Seat]
	switch {
	case len(o.Viewers) == 1:
		d.Why = oneLooks.With("names", s.names(o.Viewers), "n", o.Price, "seller", seller)
	case len(o.Viewers) > 0:
		d.Why = theyLook.With("names", s.names(o.Viewers), "n", o.Price, "seller", seller)
	case len(s.mayView(o)) == 0:
		d.Why = nobodyHas.With("n", o.Price, "name", seller)
	default:
		d.Why = nobodyLooks.With("name", seller)
	}
	return d, nil
}

// mayView are the seats that can pay the price.
func (s State) mayView(o Offer) []int {
	return slices.DeleteFunc(s.others(o.Seat), func(seat int) bool { return s.mayLook(o, seat) != nil })
}

// mayLook refuses who cannot pay the price.
func (s State) mayLook(o Offer, seat int) *fault.Fault {
	switch {
	case !s.seat(seat):
		return fault.New(scoring.NoSeat)
	case seat == o.Seat:
		return fault.New(ownLook.With("name", s.table.Players[seat]))
	case s.holdings.Decorations[seat] < o.Price:
		return fault.New(cannotLook.With("name", s.table.Players[seat], "most", s.holdings.Decorations[seat], "n", o.Price))
	}
	return nil
}

func (s State) seat(n int) bool { return n >= 0 && n < len(s.table.Players) }

// dealSecret: the highest hand pays and takes the envelope. Who is level bids again,
// once, and not below the first bid; level again, the active player keeps it and
// nobody pays. All hands empty is no sale. Under the unfair card every loser pays half
// of the bid that counted in the end, rounded down. Source: handbook, (Unfair) Secret
// Auction (p. 4); the Portuguese one is silent on who pays after the second tie.
func (s State) dealSecret(o Offer) (Deal, *fault.Fault) {
	d, seller := Deal{Buyer: Unknown}, s.table.Players[o.Seat]
	if f := s.checkHands(o.Bids, s.others(o.Seat), nil); f != nil {
		return d, f.Under("bids")
	}
	top := level(o.Bids)
	if len(top) < 2 && o.Again != nil {
		return d, fault.New(notLevel, "again")
	}
	if len(top) == 0 {
		d.Why = allEmpty.With("name", seller)
		return d, nil
	}
	if len(top) > 1 {
		if o.Again == nil {
			return d, fault.New(bidAgain.With("n", o.Bids[top[0]], "names", s.names(top)), "again")
		}
		if f := s.checkHands(o.Again, top, o.Bids); f != nil {
			return d, f.Under("again")
		}
		if top = level(o.Again); len(top) > 1 {
			d.Why = levelTwice.With("n", o.Again[top[0]], "name", seller)
			return d, nil
		}
	}
	return s.secretSale(o, top[0]), nil
}

func (s State) secretSale(o Offer, buyer int) Deal {
	seller, counted := s.table.Players[o.Seat], last(o.Bids, o.Again)
	d := Deal{Buyer: buyer, Payments: []Payment{{From: buyer, To: o.Seat, N: counted[buyer]}}}
	d.Why = highestBuys.With("buyer", s.table.Players[buyer], "n", counted[buyer], "seller", seller)
	if s.opened.Card != unfairAuction {
		return d
	}
	for _, seat := range s.others(o.Seat) {
		if n := half(counted[seat]); seat != buyer && n > 0 {
			d.Payments = append(d.Payments, Payment{seat, o.Seat, n, loserPays.With("name", s.table.Players[seat], "bid", counted[seat], "n", n, "seller", seller)})
		}
	}
	return d
}

// checkHands takes bids by seat: one of everybody who bids, none of anybody else, none
// above what is held, none below floor, which may be nil.
func (s State) checkHands(bids, who, floor []int) *fault.Fault {
	if f := s.everySeat(len(bids)); f != nil {
		return f
	}
	for seat, n := range bids {
		if f := s.checkHand(seat, n, slices.Contains(who, seat), floor); f != nil {
			return f.Under(s.table.Players[seat])
		}
	}
	return nil
}

func (s State) checkHand(seat, n int, bidding bool, floor []int) *fault.Fault {
	name, most := s.table.Players[seat], s.holdings.Decorations[seat]
	switch {
	case !bidding && n == Unknown:
		return nil
	case !bidding && floor == nil:
		return fault.New(ownOffer.With("name", name))
	case !bidding:
		return fault.New(hasPassed.With("name", name))
	case n < 0:
		return fault.New(bidMissing.With("name", name))
	case n > most:
		return fault.New(bidTooHigh.With("name", name, "n", n, "most", most))
	case floor != nil && n < floor[seat]:
		return fault.New(floorBid.With("name", name, "n", n, "least", floor[seat]))
	}
	return nil
}

// others are all seats but one, from its left on, clockwise.
func (s State) others(seat int) []int { return s.holdings.turn(seat)[1:] }
