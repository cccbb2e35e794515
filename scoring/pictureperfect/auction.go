package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// The six auctions, by their outcome: bids and payments are decorations, nobody pays more than they own, and nobody bids
// on their own offer (Auctions; Auction Cards).

// begin begins an auction. Under a Shared Auction everybody who has an envelope puts one into the middle first.
func (s State) begin(id string) State {
	s.Open, s.Turns = id, 0
	if id == sharedAuction {
		s.Books = s.Books.own()
		for n, k := range s.Books.Envelopes {
			s.Books.Envelopes[n] = max(0, k-1)
		}
	}
	s.Said = append(s.Said, s.inOrder())
	return s.onward()
}

// onward ends the round once nobody else has a turn in the auction.
func (s State) onward() State {
	if s.Open == "" || s.active() != "" {
		return s
	}
	s.Said = append(s.Said, s.passedOver()...)
	return s.endRound()
}

// active returns whose turn the auction is: the next one who can offer anything, or "".
func (s State) active() name {
	for _, n := range s.order()[s.Turns:] {
		if s.cannot(n).Empty() {
			return n
		}
	}
	return ""
}

// cannot tells why somebody has no turn in the auction; empty if they have one.
func (s State) cannot(n name) (why lang.Text) {
	owns := func(other name) bool { return s.Books.Decorations[other] > 0 }
	switch shared := s.Open == sharedAuction; {
	case shared && s.Books.middle() == 0:
		why = lang.T("No turn for {name}: no envelope is left in the middle.")
	case !shared && s.Books.Envelopes[n] == 0:
		why = lang.T("No turn for {name}: no envelope to offer.")
	case !shared && s.Books.offers(n) <= 0:
		why = lang.T("No turn for {name}: what was bought in this round cannot be offered in it.")
	case s.Open != fixedAuction && !slices.ContainsFunc(s.others(n), owns):
		why = lang.T("No turn for {name}: nobody else has a decoration to bid.")
	default:
		return why
	}
	return why.With("name", n)
}

// passedOver tells why people before the active player, or at the end of the auction, have no turn.
func (s State) passedOver() (why []lang.Text) {
	if s.Open == "" {
		return nil
	}
	for _, n := range s.order()[s.Turns:] {
		if n == s.active() {
			break
		}
		why = append(why, s.cannot(n))
	}
	return why
}

// offer takes one turn of an auction.
func (s State) offer(e Offer) (scoring.State, error) {
	s, deal, err := s.outcome(e)
	if err != nil {
		return nil, err
	}
	s.Said = deal
	if s.Open == fixedAuction && len(e.Looks) > 0 {
		s.Said = append(s.Said, lang.T("VIP cards go only into envelopes of one's own."))
	}
	s.Turns = slices.Index(s.order(), e.By) + 1
	return s.onward(), nil
}

// outcome returns the state after an offer, with what becomes of it. It refuses what the card does not allow.
func (s State) outcome(e Offer) (State, []lang.Text, error) {
	switch active := s.active(); {
	case s.posed():
		return s, nil, fault.New(tooLate)
	case s.Open == "":
		return s, nil, fault.New(lang.T("no auction is under way"))
	case e.By != active:
		return s, nil, fault.New(lang.T("it is {name}'s turn, not {other}'s").With("name", active, "other", e.By), "by")
	}
	s.Books = s.Books.own()
	sold, looked, hands := e.To != "" || e.Bidder != "", len(e.Looks) > 0, e.Bids != nil || e.Again != nil
	var deal []lang.Text
	var err error
	switch secret := s.Open == secretAuction || s.Open == unfairAuction; {
	case secret && !sold && !looked && e.Price == 0:
		deal, err = s.hands(e)
	case s.Open == fixedAuction && !sold && !hands:
		deal, err = s.fixedPrice(e)
	case !secret && s.Open != fixedAuction && !looked && !hands && (e.Bidder == "" || s.Open == sharedAuction):
		deal, err = s.sale(e)
	default:
		err = fault.New(lang.T("that is not how this card works: {card}").With("card", cardName(s.Open)))
	}
	return s, deal, err
}

// take hands the envelope of an offer over: from the seller, or under a Shared Auction from the middle. It is kept apart
// until the next round, and not offered in this one (Auctions, “Important”).
func (s *State) take(seller, buyer name) {
	if s.Open != sharedAuction {
		s.Books.Envelopes[seller]--
	}
	s.Books.Envelopes[buyer]++
	if s.Books.Bought == nil {
		s.Books.Bought = map[name]int{}
	}
	s.Books.Bought[buyer]++
}

func (b Books) pay(from, to name, n int) {
	b.Decorations[from] -= n
	b.Decorations[to] += n
}

// sale sells to the highest bidder, who pays the active player. Under a Shared Auction the active player may buy for the
// same price instead, and pays the bidder; who cannot pay as much must sell.
func (s *State) sale(e Offer) ([]lang.Text, error) {
	payer, paid := e.To, e.By
	if e.To == e.By {
		paid = e.Bidder
	}
	bidder := e.To
	if e.Bidder != "" {
		bidder = e.Bidder
	}
	shared := s.Open == sharedAuction
	switch owns := s.Books.Decorations; {
	case e.To == "" && (e.Price != 0 || e.Bidder != ""):
		return nil, fault.New(lang.T("who gets the envelope is missing"), "to")
	case e.To == "" && shared:
		return []lang.Text{lang.T("Nobody bids. The envelope stays in the middle.")}, nil
	case e.To == "":
		return []lang.Text{lang.T("Nobody bids. {name} keeps the envelope.").With("name", e.By)}, nil
	case e.To == e.By && !shared:
		return nil, fault.New(lang.T("{name} makes the offer and cannot bid on it").With("name", e.By), "to")
	case (e.To == e.By) != (e.Bidder != ""):
		return nil, fault.New(lang.T("who had the highest bid belongs to an offer that the seller buys, and to no other"), "bidder")
	case e.Bidder == e.By && e.Bidder != "":
		return nil, fault.New(lang.T("{name} makes the offer and cannot bid on it").With("name", e.By), "bidder")
	case e.Price < 1:
		return nil, fault.New(lang.T("a bid is at least 1"), "price")
	case e.Price > owns[bidder]:
		return nil, fault.New(tooHigh.With("name", bidder, "n", e.Price, "most", owns[bidder]), "price")
	case e.Price > owns[payer]:
		return nil, fault.New(lang.T("{name} holds only {most}: for {n} it must be sold").With("name", payer, "most", owns[payer], "n", e.Price), "price")
	}
	say := lang.N("{buyer} has the highest bid: pays {n} decoration to {seller} and takes the envelope.",
		"{buyer} has the highest bid: pays {n} decorations to {seller} and takes the envelope.")
	switch {
	case e.To == e.By:
		say = lang.N("{seller} buys for as much as the highest bid: pays {n} decoration to {other} and takes the envelope.",
			"{seller} buys for as much as the highest bid: pays {n} decorations to {other} and takes the envelope.")
	case shared && s.Books.Decorations[e.By] < e.Price:
		say = lang.N("{buyer} has the highest bid. {seller} cannot pay as much and must sell: {buyer} pays {n} decoration and takes the envelope.",
			"{buyer} has the highest bid. {seller} cannot pay as much and must sell: {buyer} pays {n} decorations and takes the envelope.")
	}
	s.Books.pay(payer, paid, e.Price)
	s.take(e.By, e.To)
	return []lang.Text{say.With("buyer", e.To, "n", e.Price, "seller", e.By, "other", e.Bidder), apart(e.To)}, nil
}

var tooHigh = lang.T("{name} bids {n}, but holds only {most}")

func apart(n name) lang.Text {
	return lang.T("{name} keeps it apart and closed until the next round, and cannot offer it in this one.").With("name", n)
}

// fixedPrice lets everybody who pays the price look inside at once; the envelope stays.
func (s *State) fixedPrice(e Offer) ([]lang.Text, error) {
	if e.Price < 0 || len(e.Looks) == 0 && e.Price != 0 {
		return nil, fault.New(lang.T("{n} is not a price: 0 or more, please, and only where somebody looks").With("n", e.Price), "price")
	}
	for i, n := range e.Looks {
		switch most := s.Books.Decorations[n]; {
		case n == e.By:
			return nil, fault.New(lang.T("{name} names the price and does not pay it").With("name", n), "looks", fault.Index(i))
		case most < e.Price:
			return nil, fault.New(lang.T("{name} holds only {most}: a look costs {n}").With("name", n, "most", most, "n", e.Price), "looks", fault.Index(i))
		}
		s.Books.pay(n, e.By, e.Price)
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

// hands sells to the highest hand. Who was tied bids once more, not below the first bid; tied again, the active player keeps
// the envelope and nobody pays. If all hands are empty there is no sale ((Unfair) Secret Auction; the Portuguese handbook
// does not tell who pays after the second tie).
func (s *State) hands(e Offer) ([]lang.Text, error) {
	if err := s.checkHands(e.Bids, s.others(e.By), nil); err != nil {
		return nil, fault.Under(err, "bids")
	}
	top := s.highest(e.By, e.Bids)
	switch {
	case len(top) < 2 && e.Again != nil:
		return nil, fault.New(lang.T("there was no tie: there is no second bid"), "again")
	case len(top) == 0:
		return []lang.Text{lang.T("All hands are empty. {name} keeps the envelope.").With("name", e.By)}, nil
	case len(top) > 1:
		if err := s.checkHands(e.Again, top, e.Bids); err != nil {
			return nil, fault.Under(err, "again")
		}
		top = s.highest(e.By, e.Again)
	}
	if len(top) > 1 {
		say := lang.T("Tied again, at {n}. {name} keeps the envelope, and nobody pays.")
		return []lang.Text{say.With("n", e.Again[top[0]], "name", e.By)}, nil
	}
	return s.handSale(e, top[0]), nil
}

// handSale lets the buyer pay their last bid, and under the Unfair Secret Auction every loser half of theirs, rounded down.
func (s *State) handSale(e Offer, buyer name) []lang.Text {
	last := func(n name) int {
		if again, bid := e.Again[n]; bid {
			return again
		}
		return e.Bids[n]
	}
	say := lang.N("{buyer} has the highest bid: pays {n} decoration to {seller} and takes the envelope.",
		"{buyer} has the highest bid: pays {n} decorations to {seller} and takes the envelope.")
	deal := []lang.Text{say.With("buyer", buyer, "n", last(buyer), "seller", e.By)}
	s.Books.pay(buyer, e.By, last(buyer))
	s.take(e.By, buyer)
	for _, n := range s.others(e.By) {
		if half := last(n) / 2; s.Open == unfairAuction && n != buyer && half > 0 {
			s.Books.pay(n, e.By, half)
			say := lang.T("{name} bid {bid}, loses, and pays half of it, rounded down, to {seller}: {n}.")
			deal = append(deal, say.With("name", n, "bid", last(n), "n", half, "seller", e.By))
		}
	}
	return append(deal, apart(buyer))
}

// highest returns who has the highest bid above 0, in the order in which people bid.
func (s State) highest(seller name, bids map[name]int) (top []name) {
	most := 1
	for _, n := range s.others(seller) {
		most = max(most, bids[n])
	}
	return slices.DeleteFunc(s.others(seller), func(n name) bool { return bids[n] != most })
}

// checkHands refuses bids unless there is one of each of these people, none above what they own, none below an earlier one.
func (s State) checkHands(bids map[name]int, who []name, before map[name]int) error {
	for _, n := range s.Table.Players {
		bid, made := bids[n]
		var say lang.Text
		switch most := s.Books.Decorations[n]; {
		case made && !slices.Contains(who, n) && before == nil:
			say = lang.T("{name} makes the offer and cannot bid on it")
		case made && !slices.Contains(who, n):
			say = lang.T("{name} was not tied, and does not bid again")
		case !made && !slices.Contains(who, n):
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
