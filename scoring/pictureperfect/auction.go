package pictureperfect

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The six auctions, by their outcome: bids and payments are decorations, nobody pays more than they own, and nobody bids
// on their own offer (Auctions; Auction Cards).

// An auction is the auction under way, with the books as they are.
type auction struct {
	Books
	card string // "" between two auctions
	left []name // people without a turn so far, in turn order
}

// auction returns the auction under way.
func (s State) auction() auction { return auction{s.Books, s.Open, s.order()[s.Turns:]} }

// secret reports whether the bids are hidden in hands.
func (a auction) secret() bool { return a.card == secretAuction || a.card == unfairAuction }

// active returns the active player: the next one who can offer anything, or "".
func (a auction) active() name {
	i := slices.IndexFunc(a.left, func(n name) bool { return a.cannot(n).Empty() })
	if i < 0 {
		return ""
	}
	return a.left[i]
}

// cannot tells why somebody has no turn; empty if they have one.
func (a auction) cannot(n name) (why lang.Text) {
	owns := func(other name) bool { return a.Decorations[other] > 0 }
	switch shared := a.card == sharedAuction; {
	case shared && a.middle() == 0:
		why = lang.T("No turn for {name}: no envelope is left in the middle.")
	case !shared && a.Envelopes[n] == 0:
		why = lang.T("No turn for {name}: no envelope to offer.")
	case !shared && a.offers(n) <= 0:
		why = lang.T("No turn for {name}: what was bought in this round cannot be offered in it.")
	case a.card != fixedAuction && !slices.ContainsFunc(a.others(n), owns):
		why = lang.T("No turn for {name}: nobody else has a decoration to bid (a house reading).")
	default:
		return why
	}
	return why.With("name", n)
}

// passedOver tells why people before the active player, or at the end of the auction, have no turn.
func (a auction) passedOver() (why []lang.Text) {
	if a.card == "" {
		return nil
	}
	for _, n := range a.left {
		if n == a.active() {
			break
		}
		why = append(why, a.cannot(n))
	}
	return why
}

// offer takes one turn of an auction.
func (s State) offer(e Offer) (scoring.State, error) {
	books, deal, err := s.outcome(e)
	if err != nil {
		return nil, err
	}
	s.Books, s.Said = books, deal
	if s.Open == fixedAuction && len(e.Looks) > 0 {
		s.Said = append(s.Said, ownOnly)
	}
	// People passed over before this one had nothing to offer, and get no turn any more.
	s.Turns = slices.Index(s.order(), e.By) + 1
	return s.onward(), nil
}

var notOpen = lang.T("no auction is under way")

// outcome returns the books after an offer, and tells its outcome. It refuses offers that the card does not allow.
func (s State) outcome(e Offer) (Books, []lang.Text, error) {
	a := s.auction()
	a.Books = a.own()
	// The fields of an offer show the kind of auction that it belongs to; each card takes its own kind alone.
	sold, looked, hands := e.To != "" || e.Bidder != "", len(e.Looks) > 0, e.Bids != nil || e.Again != nil
	play := a.sale
	switch active := a.active(); {
	case s.posed():
		return a.Books, nil, fault.New(tooLate)
	case s.Open == "":
		return a.Books, nil, fault.New(notOpen)
	case e.By != active:
		return a.Books, nil, fault.New(lang.T("it is {name}'s turn, not {other}'s").With("name", active, "other", e.By), "by")
	case a.secret() && !sold && !looked && e.Price == 0:
		play = a.hands
	case a.card == fixedAuction && !sold && !hands:
		play = a.fixedPrice
	case a.secret(), a.card == fixedAuction, looked, hands, e.Bidder != "" && a.card != sharedAuction:
		return a.Books, nil, fault.New(lang.T("that is not how this card works: {card}").With("card", cardName(a.card)))
	}
	deal, err := play(e)
	return a.Books, deal, err
}

// take hands the envelope of an offer over: from the seller, or under a Shared Auction from the middle. It is kept apart
// until the next round, and not offered in this one (Auctions, “Important”).
func (a auction) take(seller, buyer name) lang.Text {
	if a.card != sharedAuction {
		a.Envelopes[seller]--
	}
	// Bought envelopes count as held, and offers leaves them out until the round is over.
	a.Envelopes[buyer]++
	a.Bought[buyer]++
	return lang.T("{name} keeps it apart, closed, until the round is over, and cannot offer it.").With("name", buyer)
}

var (
	tooHigh = lang.T("{name} bids {n}, but holds only {most}")
	ownSale = lang.T("{name} makes the offer and cannot bid on it")
	highBid = lang.N("{buyer} has the highest bid: pays {n} decoration to {seller} and takes the envelope.",
		"{buyer} has the highest bid: pays {n} decorations to {seller} and takes the envelope.")
)

// sale sells to the highest bidder: they pay the active player. Under a Shared Auction the active player may buy for the
// same price instead, and pays the bidder; an active player who cannot pay as much must sell.
func (a auction) sale(e Offer) ([]lang.Text, error) {
	// As a rule the new owner is the highest bidder, and pays the active player. If the active player buys, the bidder is paid.
	shared, buys := a.card == sharedAuction, e.To == e.By
	payer, paid, bidder := e.To, e.By, e.To
	if buys {
		paid = e.Bidder
	}
	if e.Bidder != "" {
		bidder = e.Bidder
	}
	switch owns := a.Decorations; {
	case e.To == "" && (e.Price != 0 || e.Bidder != ""):
		return nil, fault.New(lang.T("who gets the envelope is missing"), "to")
	case e.To == "" && shared:
		return []lang.Text{lang.T("Nobody bids. The envelope stays in the middle.")}, nil
	case e.To == "":
		return []lang.Text{lang.T("Nobody bids. {name} keeps the envelope.").With("name", e.By)}, nil
	case buys && !shared:
		return nil, fault.New(ownSale.With("name", e.By), "to")
	case buys != (e.Bidder != ""):
		return nil, fault.New(lang.T("who had the highest bid belongs to an offer that the seller buys, and to no other"), "bidder")
	case e.Bidder == e.By:
		return nil, fault.New(ownSale.With("name", e.By), "bidder")
	case e.Price < 1:
		return nil, fault.New(lang.T("a bid is at least 1"), "price")
	case e.Price > owns[bidder]:
		return nil, fault.New(tooHigh.With("name", bidder, "n", e.Price, "most", owns[bidder]), "price")
	case e.Price > owns[payer]:
		return nil, fault.New(lang.T("{name} holds only {most}: for {n} it must be sold").With("name", payer, "most", owns[payer], "n", e.Price), "price")
	}
	say := highBid
	switch {
	case buys:
		say = lang.N("{seller} buys for as much as the highest bid: pays {n} decoration to {other} and takes the envelope.",
			"{seller} buys for as much as the highest bid: pays {n} decorations to {other} and takes the envelope.")
	case shared && a.Decorations[e.By] < e.Price:
		say = lang.N("{buyer} has the highest bid. {seller} cannot pay as much and must sell: {buyer} pays {n} decoration and takes the envelope.",
			"{buyer} has the highest bid. {seller} cannot pay as much and must sell: {buyer} pays {n} decorations and takes the envelope.")
	}
	a.pay(payer, paid, e.Price)
	return []lang.Text{say.With("buyer", e.To, "n", e.Price, "seller", e.By, "other", e.Bidder), a.take(e.By, e.To)}, nil
}

// fixedPrice lets everybody who pays the price look inside at once; the envelope stays.
func (a auction) fixedPrice(e Offer) ([]lang.Text, error) {
	if e.Price < 0 || len(e.Looks) == 0 && e.Price != 0 {
		return nil, fault.New(lang.T("{n} is not a price: 0 or more, please, and only where somebody looks").With("n", e.Price), "price")
	}
	for i, n := range e.Looks {
		switch most := a.Decorations[n]; {
		case n == e.By:
			return nil, fault.New(lang.T("{name} names the price and does not pay it").With("name", n), "looks", fault.Index(i))
		case most < e.Price:
			return nil, fault.New(lang.T("{name} holds only {most}: a look costs {n}").With("name", n, "most", most, "n", e.Price), "looks", fault.Index(i))
		}
		a.pay(n, e.By, e.Price)
	}
	say := lang.N("{names} pay {seller} {n} decoration each and look inside now. {seller} keeps the envelope.",
		"{names} pay {seller} {n} decorations each and look inside now. {seller} keeps the envelope.")
	switch len(e.Looks) {
	case 0:
		return []lang.Text{lang.T("Nobody pays for a look. {name} keeps the envelope.").With("name", e.By)}, nil
	case 1:
		say = lang.N("{names} pays {seller} {n} decoration and looks inside now. {seller} keeps the envelope.",
			"{names} pays {seller} {n} decorations and looks inside now. {seller} keeps the envelope.")
	}
	return []lang.Text{say.With("names", lang.Names(e.Looks), "n", e.Price, "seller", e.By)}, nil
}

// hands sells to the highest hand. Tied bidders bid once more, not below the first bid; tied again, the active player keeps
// the envelope and nobody pays. If all hands are empty there is no sale ((Unfair) Secret Auction; the Portuguese handbook
// names no payer after the second tie).
func (a auction) hands(e Offer) ([]lang.Text, error) {
	if err := a.checkHands(e.Bids, a.others(e.By), nil); err != nil {
		return nil, fault.Under(err, "bids")
	}
	top := a.highest(e.By, e.Bids)
	deal := []lang.Text{lang.T("The bids: {bids}.").With("bids", a.line(e.Bids))}
	switch {
	case len(top) < 2 && e.Again != nil:
		return nil, fault.New(lang.T("there was no tie: there is no second bid"), "again")
	case len(top) == 0:
		return []lang.Text{lang.T("All hands are empty. {name} keeps the envelope.").With("name", e.By)}, nil
	case len(top) > 1:
		deal = append(deal, lang.T("Tied, and bid once more: {bids}.").With("bids", a.line(e.Again)))
		if err := a.checkHands(e.Again, top, e.Bids); err != nil {
			return nil, fault.Under(err, "again")
		}
		top = a.highest(e.By, e.Again)
	}
	if len(top) > 1 {
		say := lang.T("Tied again, at {n}. {name} keeps the envelope, and nobody pays.")
		return append(deal, say.With("n", e.Again[top[0]], "name", e.By)), nil
	}
	return append(deal, a.handSale(e, top[0])...), nil
}

// handSale lets the buyer pay their last bid, and under the Unfair Secret Auction every loser half of theirs, rounded down.
func (a auction) handSale(e Offer, buyer name) []lang.Text {
	// A second bid replaces the first one, also as the sum of which a loser pays half.
	last := maps.Clone(e.Bids)
	maps.Copy(last, e.Again)
	deal := []lang.Text{highBid.With("buyer", buyer, "n", last[buyer], "seller", e.By)}
	a.pay(buyer, e.By, last[buyer])
	for _, n := range a.others(e.By) {
		if half := last[n] / 2; a.card == unfairAuction && n != buyer && half > 0 {
			a.pay(n, e.By, half)
			say := lang.T("{name} bid {bid}, loses, and pays half of it, rounded down, to {seller}: {n}.")
			deal = append(deal, say.With("name", n, "bid", last[n], "n", half, "seller", e.By))
		}
	}
	return append(deal, a.take(e.By, buyer))
}

// highest returns the people with the highest bid above 0, in the order in which they bid.
func (b Books) highest(seller name, bids map[name]int) []name {
	// Starting at 1, an empty hand never has the highest bid.
	most := 1
	for _, bid := range bids {
		most = max(most, bid)
	}
	return slices.DeleteFunc(b.others(seller), func(n name) bool { return bids[n] != most })
}

// checkHands refuses bids unless there is one of each of these people, none above what they own, none below an earlier one.
func (a auction) checkHands(bids map[name]int, who []name, before map[name]int) error {
	for _, n := range a.Seats {
		var say lang.Text
		bid, made := bids[n]
		switch most, asked := a.Decorations[n], slices.Contains(who, n); {
		case made && !asked && before == nil:
			say = ownSale
		case made && !asked:
			say = lang.T("{name} was not tied, and does not bid again")
		case !asked:
			continue
		case !made || bid < 0:
			say = lang.T("{name}'s bid is missing: 0 or more")
		case bid > most:
			say = tooHigh.With("n", bid, "most", most)
		case bid < before[n]:
			say = lang.T("{name} bids {n}: the second bid cannot be lower than the first, {least}").With("n", bid, "least", before[n])
		default:
			continue
		}
		return fault.New(say.With("name", n), string(n))
	}
	return nil
}
