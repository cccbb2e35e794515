package pictureperfect

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// The auctioneer tells who may bid, whose turn it is and how much is the minimum. It computes the payments, shows
// them with their reasons, and books them with Enter. Every answer is stored, so a crash in the middle of a turn
// loses nothing. In an open auction a call costs two keys, one for the bidder and one for the bid, as long as that
// is one digit.

var (
	whoLeads     = lang.Msg("pp.who-leads", "Round {n}: {card}. Who leads it?")
	programLeads = lang.Msg("pp.program-leads", "The program")
	oursToLead   = lang.Msg("pp.ours-to-lead", "We do, without the program")
	howSecret    = lang.Msg("pp.how-secret", "Round {n}: {card}. How are the bids made?")
	eachTypes    = lang.Msg("pp.each-types", "Everybody gives their own, unseen")
	oneTypes     = lang.Msg("pp.one-types", "From the hands: all open together, one person notes them")
	countOrNot   = lang.Msg("pp.count-or-not", "The program can lead it only if it knows who holds how much")
	countFirst   = lang.Msg("pp.count-first", "Count first")
	countLater   = lang.Msg("pp.count-later", "When the auction is over, you can count what everybody holds.")
	nobodyOffers = lang.Msg("pp.nobody-offers", "Nobody has an envelope to offer: this auction is over already.")
)

// askOpening begins an auction, with the program as auctioneer or without it.
func (g guide) askOpening(card lay.Card) (scoring.Event, error) {
	ways := []lang.Text{programLeads, oursToLead}
	h := ask.Head{
		ID: "pp.auction", Text: whoLeads.With("n", g.number(), "card", card.Name), Suggest: ask.Usual(0),
		Notes: []lang.Text{cardDoes.With("card", card.Name, "does", card.Does), inTurn.With("names", g.people.names(g.order()))},
	}
	secret := card.ID == secretAuction || card.ID == unfairAuction
	switch {
	case !g.known:
		h.ID, h.Text, ways = "pp.auction-uncounted", countOrNot, []lang.Text{countFirst, oursToLead}
	case secret:
		h.ID, h.Text, ways = "pp.auction-secret", howSecret.With("n", g.number(), "card", card.Name), []lang.Text{eachTypes, oneTypes, oursToLead}
	}
	way, err := ask.Put(g.a, h, ask.Pick{Options: ways})
	switch {
	case err != nil:
		return nil, err
	case way == len(ways)-1:
		var notes []lang.Text
		if !g.last() {
			notes = []lang.Text{countLater}
		}
		return Turned{Card: card.ID}, ask.Tell(g.a, "pp.card", g.passOn(), notes...)
	case !g.known:
		return g.askCount()
	}
	e := Opened{Card: card.ID, Hands: way == 1}
	after, err := g.begin(e)
	if err == nil && after.phase() != bidding {
		err = g.tellEnded(after)
	}
	return e, err
}

// tellEnded tells the table that an auction is over because nobody has anything to offer.
func (g guide) tellEnded(after rounds) error {
	return ask.Tell(g.a, "pp.nobody-offers", g.passOn(), append([]lang.Text{nobodyOffers}, g.notes(after)...)...)
}

var (
	noOffer     = lang.Msg("pp.no-offer", "Nothing to offer: {names}.")
	laidOut     = lang.Msg("pp.laid-out", "Is the envelope laid out?")
	itLies      = lang.Msg("pp.it-lies", "Yes, go on")
	chooseOwn   = lang.Plural("pp.choose-own", "{name} puts up one envelope; there is only one.", "{name} puts up one envelope ({n} to choose from).")
	notBought   = lang.Plural("pp.not-bought", "The one bought in this round stays closed and cannot be offered.", "The {n} bought in this round stay closed and cannot be offered.")
	chooseThere = lang.Plural("pp.choose-middle", "{name} puts up the envelope in the middle; there is only one.", "{name} puts up one of the {n} envelopes in the middle.")
	bookIt      = lang.Msg("pp.book-it", "Paid and handed over? Then it is recorded.")
	nextTurn    = lang.Msg("pp.next-turn", "Shall we go on?")
	keepApart   = lang.Msg("pp.keep-apart", "{name} keeps it apart and closed until the next round, and cannot offer it in this one.")
	auctionOver = lang.Msg("pp.auction-over", "The auction is over. {name} passes the reference card to {next}.")
	lastOver    = lang.Msg("pp.last-over", "The auction is over, and with it the last round.")
)

// askTurn leads the table through one turn of an auction, from the offer to the payment.
func (g guide) askTurn() (scoring.Event, error) {
	seat, _ := g.active()
	h := ask.Head{ID: "pp.turn", Text: laidOut, Notes: g.turnNotes(seat)}
	return g.goOn(h, itLies, func() (scoring.Event, error) {
		o, notes, err := auctioneer{g.auction(seat), g.a}.askOffer()
		if err != nil {
			return nil, err
		}
		after, d, err := g.offer(o)
		if err != nil {
			return nil, err
		}
		done := nextTurn
		if len(d.Payments) > 0 {
			done = bookIt
		}
		h := ask.Head{ID: "pp.settled", Text: done, Notes: append(notes, g.outcomeNotes(o, d, after)...)}
		h.Phone.Others = d.Why
		if opened := g.openedBids(o); len(opened) > 0 {
			h.Phone.Others = opened[len(opened)-1]
		}
		_, err = ask.Put(g.a, h, ask.Show{})
		return o, err
	})
}

// turnNotes tells who has nothing to offer, and what may be offered.
func (r rounds) turnNotes(seat int) []lang.Text {
	name := r.people[seat]
	var notes []lang.Text
	order := r.order()
	if skipped := order[r.taken:slices.Index(order, seat)]; len(skipped) > 0 {
		notes = append(notes, noOffer.With("names", r.people.names(skipped)))
	}
	if r.opened.Card == sharedAuction {
		notes = append(notes, chooseThere.With("name", name, "n", r.holdings.Middle))
	} else {
		notes = append(notes, chooseOwn.With("name", name, "n", r.holdings.Offers(seat)))
		if n := r.holdings.Bought[seat]; n > 0 {
			notes = append(notes, notBought.With("n", n))
		}
	}
	return append(notes, r.bookNotes()...)
}

var (
	bidsWere  = lang.Msg("pp.bids-were", "The bids: {line}.")
	againWere = lang.Msg("pp.again-were", "The second bids: {line}.")
)

// openedBids tells the secret bids, once they are open.
func (r rounds) openedBids(o Offer) (notes []lang.Text) {
	if o.Bids != nil {
		notes = append(notes, bidsWere.With("line", r.people.bids(o.Bids)))
	}
	if o.Again != nil {
		notes = append(notes, againWere.With("line", r.people.bids(o.Again)))
	}
	return notes
}

// outcomeNotes explains the outcome of a turn.
func (r rounds) outcomeNotes(o Offer, d outcome, after rounds) []lang.Text {
	notes := append(r.openedBids(o), d.Why)
	for _, p := range d.Payments {
		if !p.Why.Empty() {
			notes = append(notes, p.Why)
		}
	}
	if len(o.Viewers) > 0 {
		notes = append(notes, noVIPIn)
	}
	if d.Buyer != Unknown {
		notes = append(notes, keepApart.With("name", r.people[d.Buyer]))
	}
	switch {
	case after.turned == r.turned:
	case after.turned == r.all():
		notes = append(notes, lastOver)
	default:
		notes = append(notes, auctionOver.With("name", r.people[r.starter], "next", r.people[after.starter]))
	}
	return append(notes, r.notes(after)...)
}

// An auctioneer asks for the bids in one turn of an auction.
type auctioneer struct {
	auction
	a ask.Asker
}

// askOffer returns an offer with its bids, and the reasons why players were passed over, unless a question has
// given them.
func (l auctioneer) askOffer() (o Offer, why []lang.Text, err error) {
	switch l.card {
	case openAuction:
		o, err = l.askOpen()
	case singleAuction, sharedAuction:
		return l.askInTurn()
	case fixedAuction:
		o, err = l.askFixed()
	default:
		return l.askSecret()
	}
	return o, nil, err
}

var (
	whoBids     = lang.Msg("pp.who-bids", "Who bids?")
	whoHigher   = lang.Msg("pp.who-higher", "{name} bids {n}. Who goes higher?")
	nobodyBid   = lang.Msg("pp.nobody-bid", "Nobody")
	nobodyMore  = lang.Msg("pp.nobody-higher", "Nobody? Sold!")
	nobodyKey   = lang.Msg("pp.nobody-key", "n")
	keyPass     = lang.Msg("pp.key-pass", "Pass, until the next offer")
	fromTo      = lang.Msg("pp.from-to", "How many does {name} bid? From {least} to {most}")
	justOne     = lang.Msg("pp.just-one", "How many does {name} bid? It can only be {least}")
	yourTurnBid = lang.Msg("pp.your-turn-bid", "{name}: {least} to {most}, or 0 to pass")
	justOneBid  = lang.Msg("pp.just-one-bid", "{name}: {least}, or 0 to pass")
	howMuch     = lang.Msg("pp.how-much", "How many do you bid?")
	someBids    = lang.Msg("pp.some-bids", "It is {name}'s turn to bid.")
	iPass       = lang.Msg("pp.i-pass", "I pass")
	bidsNow     = lang.Msg("pp.bids-now", "{name} bids. {note}")
	bestSoFar   = lang.Msg("pp.best-so-far", "The highest bid is {name}'s {n}.")
	noBidSoFar  = lang.Msg("pp.no-bid-so-far", "Nobody has bid yet.")
)

// askOpen takes calls in any order until nobody goes higher. It lists only players who can call, and the highest
// bidder, who is refused. It suggests nothing: an Enter too many must not sell the envelope while people still
// shout.
func (l auctioneer) askOpen() (Offer, error) {
	o, c := Offer{Seat: l.seller}, l.calling()
	for !c.over() {
		can := slices.DeleteFunc(l.people.all(), func(seat int) bool { return c.may(seat) != nil })
		nobody := nobodyBid
		h := ask.Head{ID: "pp.caller", Text: whoBids, Notes: []lang.Text{ownedLine.With("line", l.people.line(l.owned))}}
		if best, ok := c.best(); ok {
			h.Text, nobody = whoHigher.With("name", l.people[best.By], "n", best.Bid), nobodyMore
		}
		callers := scoring.Among{Players: l.people, Seats: can, Why: func(seat int) lang.Text { return c.may(seat).Say }}
		pick := scoring.At(ask.Pick{Quick: true, Options: []lang.Text{nobody}, Marks: []lang.Text{nobodyKey}}, callers)
		seat, err := ask.Accept(l.a, h, pick, func(k int) (int, error) {
			seat := callers.Seat(k)
			if seat == scoring.Gone {
				return seat, nil
			}
			return seat, c.raises(seat).Err()
		})
		if err != nil {
			return o, err
		}
		if seat == scoring.Gone {
			break
		}
		c, err = l.askBid(c, seat)
		if err != nil {
			return o, err
		}
	}
	o.Calls = c.calls
	return o, nil
}

// askBid takes the bid of one caller, typed as it is shouted.
func (l auctioneer) askBid(c calling, seat int) (calling, error) {
	least, most := c.least(), l.owned[seat]
	h := l.people.to(seat, "pp.call", span(fromTo, justOne, least, most).With("name", l.people[seat]))
	h.Suggest, h.Phone = ask.Usual(least), ask.Phone{One: howMuch, Others: bidsNow.With("name", l.people[seat], "note", c.highest())}
	r, err := ask.Put(l.a, h, ask.Or(ask.Number{Lo: least, Hi: most}, ask.Key{Letter: "p", Text: keyPass}))
	switch {
	case err != nil:
		return c, err
	case r.Key != "":
		return c.pass(seat), nil
	}
	c, f := c.call(Call{seat, r.Value})
	return c, f.Err()
}

// span tells which bids are possible: a range, or a single number.
func span(several, one lang.Text, least, most int) lang.Text {
	if least == most {
		return one.With("least", least)
	}
	return several.With("least", least, "most", most)
}

// askInTurn asks one player after the other, from the active player's left, and names those who are passed over
// because they cannot go higher. A Shared Auction goes round and round, and then the active player may buy.
func (l auctioneer) askInTurn() (Offer, []lang.Text, error) {
	o, c := Offer{Seat: l.seller}, l.calling()
	for seat, ok := c.next(); ok; seat, ok = c.next() {
		name, note, most := l.people[seat], c.highest(), l.owned[seat]
		h := l.people.to(seat, fmt.Sprint("pp.bid.", seat), span(yourTurnBid, justOneBid, c.least(), most).With("name", name))
		h.Notes = append(c.tooPoor(), note) // nothing is suggested: an Enter too many would be a pass
		h.Phone = ask.Phone{Text: someBids.With("name", name), One: howMuch, Others: bidsNow.With("name", name, "note", note)}
		after, err := ask.Accept(l.a, h, ask.Number{Hi: most, Zero: iPass, Least: c.least()}, func(bid int) (calling, error) {
			if bid == 0 {
				return c.pass(seat), nil
			}
			after, f := c.call(Call{seat, bid})
			return after, f.Err()
		})
		if err != nil {
			return o, nil, err
		}
		c = after
	}
	o.Calls = c.calls
	var err error
	if best, ok := c.best(); ok && l.card == sharedAuction && l.owned[o.Seat] >= best.Bid {
		o, err = l.askSellOrBuy(o, best, c.tooPoor())
	}
	return o, c.tooPoor(), err
}

var (
	hasOnly = lang.Msg("pp.has-only", "{name} has only {n} and cannot go higher.")
	hasNone = lang.Msg("pp.has-none", "{name} has no decorations and cannot bid.")
	staysAt = lang.Msg("pp.stays-at", "{name} has only {n} and stays at {n}.")
)

// highest tells the highest bid so far.
func (c calling) highest() lang.Text {
	if best, ok := c.best(); ok {
		return bestSoFar.With("name", c.people[best.By], "n", best.Bid)
	}
	return noBidSoFar
}

// tooPoor names the players who have neither passed nor the highest bid, but too few decorations to go on.
func (c calling) tooPoor() []lang.Text {
	best, _ := c.best()
	var notes []lang.Text
	for _, seat := range c.in {
		if n := c.owned[seat]; seat != best.By && n < c.least() && !c.hasBid(seat) {
			notes = append(notes, poor(hasOnly, c.people[seat], n))
		}
	}
	return notes
}

// poor tells that the n decorations of a player are too few.
func poor(say lang.Text, name string, n int) lang.Text {
	if n == 0 {
		say = hasNone
	}
	return say.With("name", name, "n", n)
}

var (
	sellOrBuy = lang.Plural("pp.sell-or-buy", "{name}: sell it or buy it, for {n} decoration?", "{name}: sell it or buy it, for {n} decorations?")
	sellTo    = lang.Msg("pp.sell-to", "Sell it to {other} and get {n}")
	buyIt     = lang.Msg("pp.buy-it", "Buy it and pay {n} to {other}")
)

func (l auctioneer) askSellOrBuy(o Offer, best Call, notes []lang.Text) (Offer, error) {
	other := l.people[best.By]
	h := l.people.to(o.Seat, "pp.sell-or-buy", sellOrBuy.With("name", l.people[o.Seat], "n", best.Bid))
	h.Notes, h.Phone.Others = notes, h.Text
	k, err := ask.Put(l.a, h, ask.Pick{Options: []lang.Text{sellTo.With("other", other, "n", best.Bid), buyIt.With("other", other, "n", best.Bid)}})
	o.Buys = k == 1
	return o, err
}

var (
	namePrice = lang.Msg("pp.name-price", "{name}: how many decorations does a look inside cost?")
	yourPrice = lang.Msg("pp.your-price", "How many decorations does a look inside cost?")
	saysPrice = lang.Msg("pp.says-price", "{name} says what a look inside costs.")
	whoLooks  = lang.Plural("pp.who-looks", "Who pays {n} decoration to {name} and looks inside?", "Who pays {n} decorations to {name} and looks inside?")
)

// askFixed takes the price, and the players who pay it; it offers only those who can.
func (l auctioneer) askFixed() (Offer, error) {
	seller := l.seller
	o, name := Offer{Seat: seller}, l.people[seller]
	var err error
	h := l.people.to(seller, "pp.price", namePrice.With("name", name))
	h.Phone = ask.Phone{One: yourPrice, Others: saysPrice.With("name", name)}
	o.Price, err = ask.Put(l.a, h, ask.Number{Hi: l.most})
	if err != nil {
		return o, err
	}
	can := l.mayView(o)
	if len(can) == 0 {
		return o, nil
	}
	among := scoring.Among{Players: l.people, Seats: can, Why: func(seat int) lang.Text { return l.mayLook(o, seat).Say }}
	look, err := ask.Put(l.a, ask.Head{ID: "pp.viewers", Text: whoLooks.With("n", o.Price, "name", name)}, scoring.At(ask.Many{}, among))
	o.Viewers = look.Of(can)
	return o, err
}

var (
	yourBid    = lang.Msg("pp.your-bid", "{name}, your bid: {least} to {most}")
	bidHidden  = lang.Msg("pp.bid-hidden", "Your bid, from {least} to {most}?")
	bidsHidden = lang.Msg("pp.bids-hidden", "Everybody bids in secret.")
	inHand     = lang.Msg("pp.in-hand", "How many decorations were in your hand?")
	openHands  = lang.Msg("pp.open-hands", "All open their hands together. The bids")
	levelBid   = lang.Plural("pp.level-bid", "Tied at {bid}: {names} bids once more, at least as high. Tied again, and {name} keeps the envelope.", "Tied at {bid}: {names} bid once more, at least as high. Tied again, and {name} keeps the envelope.")
	bidMore    = lang.Msg("pp.bid-more", "On to the second bids")
)

// askSecret takes the hidden bids, shows them, and takes second bids from the tied players who own more.
func (l auctioneer) askSecret() (Offer, []lang.Text, error) {
	o, others, nothing := Offer{Seat: l.seller}, slices.Clone(l.others), make([]int, len(l.people))
	asked, why := l.canRaise(others, nothing)
	floor := l.floor(others, nothing)
	if len(asked) == 0 {
		o.Bids = floor
		return o, why, nil
	}
	var err error
	o.Bids, err = l.askHands("pp.secret-bid", asked, floor, why)
	if err != nil {
		return o, nil, err
	}
	top := level(o.Bids)
	if len(top) < 2 {
		return o, nil, nil
	}
	top = slices.DeleteFunc(others, func(seat int) bool { return !slices.Contains(top, seat) }) // in the order of the first bids
	asked, why = l.canRaise(top, o.Bids)
	floor = l.floor(top, o.Bids)
	if len(asked) == 0 {
		o.Again = floor
		return o, why, nil
	}
	tie := append([]lang.Text{
		bidsWere.With("line", l.people.bids(o.Bids)),
		levelBid.With("n", len(asked), "bid", o.Bids[top[0]], "names", l.people.names(asked), "name", l.people[o.Seat]),
	}, why...)
	if err := ask.Tell(l.a, "pp.level", bidMore, tie...); err != nil {
		return o, nil, err
	}
	o.Again, err = l.askHands("pp.second-bid", asked, floor, tie)
	return o, nil, err
}

// canRaise returns the players who own more than they have bid, and why the others are not asked.
func (a auction) canRaise(who, bids []int) (asked []int, why []lang.Text) {
	for _, seat := range who {
		if n := a.owned[seat]; n > bids[seat] {
			asked = append(asked, seat)
		} else {
			why = append(why, poor(staysAt, a.people[seat], n))
		}
	}
	return asked, why
}

// floor returns the lowest possible bid of each bidder, which is what they have bid; Unknown for everybody else.
func (a auction) floor(who, bids []int) []int {
	out := unknown(len(a.people))
	for _, seat := range who {
		out[seat] = bids[seat]
	}
	return out
}

// askHands takes one hidden bid from each of several players and returns all bids by seat; the others bid their
// floor. notes come before the questions.
func (l auctioneer) askHands(id string, asked, floor []int, notes []lang.Text) ([]int, error) {
	if l.hands {
		return l.askOneTypes(id+"s", asked, floor, notes)
	}
	bids := slices.Clone(floor)
	qs := make([]ask.Alone[int], len(asked))
	for k, seat := range asked {
		least, most := bids[seat], l.owned[seat]
		h := l.people.to(seat, fmt.Sprint(id, ".", seat), yourBid.With("name", l.people[seat], "least", least, "most", most))
		h.Secret, h.Notes, h.Phone = true, notes, ask.Phone{One: bidHidden.With("least", least, "most", most), Others: bidsHidden}
		qs[k] = ask.Alone[int]{Head: h, Kind: ask.Number{Lo: least, Hi: most}}
	}
	given, err := ask.All(l.a, qs, nil)
	for k, seat := range asked {
		bids[seat] = given[k]
	}
	return bids, err
}

// askOneTypes takes all bids on one line, once the hands are open.
func (l auctioneer) askOneTypes(id string, asked, floor []int, notes []lang.Text) ([]int, error) {
	bid := ask.Each{}
	for _, seat := range asked {
		bid.Hi = max(bid.Hi, l.owned[seat])
	}
	h := ask.Head{ID: id, Text: openHands, Notes: notes, People: asked, Names: setup.Named(l.people, asked), Phone: ask.Phone{One: inHand}}
	return ask.Accept(l.a, h, bid, func(line ask.Line) ([]int, error) {
		bids := slices.Clone(floor)
		for k, n := range line.Each(Unknown) {
			bids[asked[k]] = n
			if f := l.checkHand(asked[k], n, true, floor); f != nil {
				return nil, f
			}
		}
		return bids, nil
	})
}
