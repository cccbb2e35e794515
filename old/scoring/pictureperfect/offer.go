package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// Offer is one turn of an auction: what the active player offers, and the bids. The buyer and the payments follow
// from it. It holds only what its card asks for.
type Offer struct {
	Seat    int    `json:"seat"`              // the active player
	Calls   []Call `json:"calls,omitempty"`   // aloud: every bid, each higher than the one before
	Buys    bool   `json:"buys,omitempty"`    // shared: the active player buys
	Price   int    `json:"price,omitempty"`   // fixed price: what a look inside costs
	Viewers []int  `json:"viewers,omitempty"` // fixed price: the seats that pay it
	Bids    []int  `json:"bids,omitempty"`    // secret: by seat, Unknown for the active player
	Again   []int  `json:"again,omitempty"`   // secret: the second bids of the tied players, Unknown for the others
}

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

// An auction is one turn under the open auction card: the seller, and what everybody owns.
type auction struct {
	card   string // its id
	hands  bool   // secret bids are opened from the hands, and one person types them
	seller int    // the active player
	others []int  // everybody else, clockwise from the seller's left
	people people
	owned  []int // decorations, by seat
	most   int   // decorations in the game
}

// outcome returns the outcome of an offer. It refuses what the card does not allow, and tells the limit.
func (a auction) outcome(o Offer) (outcome, *fault.Fault) {
	calls, price, hands := o.Calls != nil || o.Buys, o.Price != 0 || o.Viewers != nil, o.Bids != nil || o.Again != nil
	switch a.card {
	case openAuction, singleAuction, sharedAuction:
		if !price && !hands && (!o.Buys || a.card == sharedAuction) {
			return a.aloud(o)
		}
	case fixedAuction:
		if !calls && !hands {
			return a.fixedPrice(o)
		}
	case secretAuction, unfairAuction:
		if !calls && !price {
			return a.secret(o)
		}
	}
	return outcome{}, fault.New(notThisCard.With("card", cardName(a.card)))
}

// aloud sells to the highest bidder, who pays the active player. Under a Shared Auction the active player may buy
// for the same price instead, and pays the bidder.
func (a auction) aloud(o Offer) (outcome, *fault.Fault) {
	c := a.calling()
	for i, call := range o.Calls {
		next, f := c.call(call)
		if f != nil {
			return outcome{}, f.Under("calls", fault.Index(i))
		}
		c = next
	}
	seller := a.people[o.Seat]
	best, ok := c.best()
	d := outcome{Buyer: best.By, Middle: a.card == sharedAuction}
	switch can := a.owned[o.Seat] >= best.Bid; {
	case !ok && o.Buys:
		return outcome{}, fault.New(nothingBid, "buys")
	case !ok && d.Middle:
		d.Why = staysThere
		return d, nil
	case !ok:
		d.Why = nobodyBids.With("name", seller)
		return d, nil
	case o.Buys && !can:
		return outcome{}, fault.New(cannotBuy.With("name", seller, "most", a.owned[o.Seat], "n", best.Bid), "buys")
	case o.Buys:
		d.Buyer, d.Payments = o.Seat, []payment{{From: o.Seat, To: best.By, N: best.Bid}}
		d.Why = sellerBuys.With("seller", seller, "n", best.Bid, "other", a.people[best.By])
		return d, nil
	case d.Middle && !can:
		d.Why = mustSell
	default:
		d.Why = highestBuys
	}
	d.Why = d.Why.With("buyer", a.people[best.By], "n", best.Bid, "seller", seller)
	d.Payments = []payment{{From: best.By, To: o.Seat, N: best.Bid}}
	return d, nil
}

// fixedPrice lets everybody who pays the price look inside; the envelope stays.
func (a auction) fixedPrice(o Offer) (outcome, *fault.Fault) {
	d := outcome{Buyer: Unknown}
	if o.Price < 0 {
		return d, fault.New(noPrice.With("n", o.Price), "price")
	}
	for i, seat := range o.Viewers {
		if f := a.mayLook(o, seat); f != nil {
			return d, f.Under("viewers", fault.Index(i))
		}
		if slices.Contains(o.Viewers[:i], seat) {
			return d, fault.New(seesTwice.With("name", a.people[seat]), "viewers", fault.Index(i))
		}
		d.Payments = append(d.Payments, payment{From: seat, To: o.Seat, N: o.Price})
	}
	seller := a.people[o.Seat]
	switch {
	case len(o.Viewers) == 1:
		d.Why = oneLooks.With("names", a.people.names(o.Viewers), "n", o.Price, "seller", seller)
	case len(o.Viewers) > 0:
		d.Why = theyLook.With("names", a.people.names(o.Viewers), "n", o.Price, "seller", seller)
	case len(a.mayView(o)) == 0:
		d.Why = nobodyHas.With("n", o.Price, "name", seller)
	default:
		d.Why = nobodyLooks.With("name", seller)
	}
	return d, nil
}

// mayView returns the seats that can pay the price.
func (a auction) mayView(o Offer) []int {
	return slices.DeleteFunc(slices.Clone(a.others), func(seat int) bool { return a.mayLook(o, seat) != nil })
}

// mayLook refuses a player who cannot pay the price.
func (a auction) mayLook(o Offer, seat int) *fault.Fault {
	switch {
	case !a.people.has(seat):
		return fault.New(scoring.NoSeat)
	case seat == o.Seat:
		return fault.New(ownLook.With("name", a.people[seat]))
	case a.owned[seat] < o.Price:
		return fault.New(cannotLook.With("name", a.people[seat], "most", a.owned[seat], "n", o.Price))
	}
	return nil
}

// secret sells to the highest hand. Tied players bid again once, not below their first bid; if they tie again, the
// active player keeps the envelope and nobody pays. If all hands are empty there is no sale. Under the unfair card
// every loser pays half of their last bid, rounded down. Source: handbook, (Unfair) Secret Auction (p. 4); the
// Portuguese one does not tell who pays after the second tie.
func (a auction) secret(o Offer) (outcome, *fault.Fault) {
	d, seller := outcome{Buyer: Unknown}, a.people[o.Seat]
	if f := a.checkHands(o.Bids, a.others, nil); f != nil {
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
			return d, fault.New(bidAgain.With("n", o.Bids[top[0]], "names", a.people.names(top)), "again")
		}
		if f := a.checkHands(o.Again, top, o.Bids); f != nil {
			return d, f.Under("again")
		}
		top = level(o.Again)
		if len(top) > 1 {
			d.Why = levelTwice.With("n", o.Again[top[0]], "name", seller)
			return d, nil
		}
	}
	return a.secretSale(o, top[0]), nil
}

// secretSale lets the buyer pay their last bid.
func (a auction) secretSale(o Offer, buyer int) outcome {
	counted := slices.Clone(o.Bids)
	for seat, n := range o.Again {
		if n != Unknown {
			counted[seat] = n
		}
	}
	seller := a.people[o.Seat]
	d := outcome{Buyer: buyer, Payments: []payment{{From: buyer, To: o.Seat, N: counted[buyer]}}}
	d.Why = highestBuys.With("buyer", a.people[buyer], "n", counted[buyer], "seller", seller)
	if a.card != unfairAuction {
		return d
	}
	for _, seat := range a.others {
		if half := counted[seat] / 2; seat != buyer && half > 0 {
			d.Payments = append(d.Payments, payment{seat, o.Seat, half, loserPays.With("name", a.people[seat], "bid", counted[seat], "n", half, "seller", seller)})
		}
	}
	return d
}

// checkHands checks bids by seat: one from every bidder, none from anybody else, none above what the bidder holds,
// none below floor, which may be nil.
func (a auction) checkHands(bids, who, floor []int) *fault.Fault {
	if f := a.people.every(len(bids)); f != nil {
		return f
	}
	for seat, n := range bids {
		if f := a.checkHand(seat, n, slices.Contains(who, seat), floor); f != nil {
			return f.Under(a.people[seat])
		}
	}
	return nil
}

func (a auction) checkHand(seat, n int, bidding bool, floor []int) *fault.Fault {
	name, most := a.people[seat], a.owned[seat]
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
