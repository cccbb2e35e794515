package pictureperfect

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A card is a kind of exchange card.
type card struct {
	id      string
	auction bool
	name    lang.Text
	does    lang.Text // its demand to everybody
}

// The cards that the rules tell apart.
const (
	dance         = "dance"
	gifts         = "gifts"
	rumors        = "rumors"
	partner       = "choose-your-partner"
	theft         = "theft"
	openAuction   = "open-auction"
	sharedAuction = "shared-auction"
	singleAuction = "single-round-auction"
	fixedAuction  = "fixed-price-auction"
	secretAuction = "secret-auction"
	unfairAuction = "unfair-secret-auction"
)

// cards lists the twelve kinds (Exchanges; Auction Cards).
var cards = []card{
	{dance, false, lang.T("Dance"),
		lang.T("Everybody puts all envelopes but one, of their choice, into the middle. Shuffle the whole middle and deal everybody back as many as they put in. The rest stays in the middle.")},
	{gifts, false, lang.T("Gifts"),
		lang.T("Everybody gives one envelope, of their choice, to each neighbor. Anyone who has only one chooses the left or the right neighbor.")},
	{"revelations", false, lang.T("Revelations"),
		lang.T("Shuffle the envelopes in the middle and pick two blindly. Open one after the other, show its preference cards to all, and put them back.")},
	{rumors, false, lang.T("Rumors"),
		lang.T("Everybody looks into any one envelope, from the middle or of another player, and gives it back. Several may choose the same one.")},
	{partner, false, lang.T("Choose your Partner"),
		lang.T("From the starting player on, clockwise: take any two envelopes from the middle, then return any two of yours. They may be the same.")},
	{theft, false, lang.T("Theft"),
		lang.T("All at once: everybody takes an envelope of their choice from their left neighbor, but not the one that this neighbor has just taken.")},
	{openAuction, true, lang.T("Open Auction"),
		lang.T("In turn, everybody offers one of their own envelopes. The others call higher and higher bids in decorations, in no order. The highest bid pays the seller and takes the envelope.")},
	{sharedAuction, true, lang.T("Shared Auction"),
		lang.T("First everybody puts one of their own envelopes into the middle. Then, in turn: choose one envelope from the middle; the others bid in player order until all but one have passed; sell it to the highest bidder, or buy it yourself and pay that bidder exactly the bid. Anyone who cannot pay must sell.")},
	{singleAuction, true, lang.T("Single Round Auction"),
		lang.T("In turn, everybody offers one of their own envelopes. From the left, clockwise, each of the others bids once. The highest bid pays the seller and takes the envelope.")},
	{fixedAuction, true, lang.T("Fixed Price Auction"),
		lang.T("In turn, everybody offers one of their own envelopes and names a price. Anyone who pays it may look inside at once. The envelope stays where it is.")},
	{secretAuction, true, lang.T("Secret Auction"),
		lang.T("In turn, everybody offers one of their own envelopes. The others hide a number of decorations in the hand, none if they like, and open together. The highest pays and takes it. Tied bids are made again, at least as high; tied once more, the seller keeps the envelope.")},
	{unfairAuction, true, lang.T("Unfair Secret Auction"),
		lang.T("In turn, everybody offers one of their own envelopes. The others hide a number of decorations in the hand, none if they like, and open together. The highest pays and takes it; every loser pays half of their own bid, rounded down, to the seller. Tied bids are made again, at least as high; tied once more, the seller keeps the envelope and nobody pays.")},
}

// cardOf returns a kind by its ID.
func cardOf(id string) (card, bool) {
	i := slices.IndexFunc(cards, func(c card) bool { return c.id == id })
	if i < 0 {
		return card{id: id, name: lang.Literal(id)}, false
	}
	return cards[i], true
}

func cardName(id string) lang.Text {
	c, _ := cardOf(id)
	return c.name
}

// Topic returns the last exchange card of the deck so far: its ID is that of an entry of the reference.
func (s State) Topic() string {
	if len(s.Cards) == 0 || s.posed() {
		return ""
	}
	return s.Cards[len(s.Cards)-1]
}

// order returns everybody in turn order, from the starting player on.
func (s State) order() []name { return s.Books.turn(s.Starter) }

// number returns the number of the round that is under way or comes next, from 1.
func (s State) number() int {
	if s.Open != "" {
		return len(s.Cards)
	}
	return len(s.Cards) + 1
}

// drawn returns the next card of a drawn deck; "" if the table shuffled it by hand.
func (s State) drawn() string {
	if len(s.Deck) > len(s.Cards) {
		return s.Deck[len(s.Cards)]
	}
	return ""
}

// followed reports whether the program knows the books up to the last round.
func followed(s State) bool { return !s.Table.Played && s.Open == "" && len(s.Cards) > 0 }

var tooLate = lang.T("the photos were taken: nothing moves any more")

// round plays the round of a normal card, or begins that of an auction.
func (s State) round(e Round) (scoring.State, error) {
	if say := s.mayTurn(e.Card); !say.Empty() {
		return nil, fault.New(say, "card")
	}
	if err := s.Books.checkGifts(e, s.order()); err != nil {
		return nil, err
	}
	c, _ := cardOf(e.Card)
	s.Said = []lang.Text{lang.T("Round {n}: {card}. {does}").With("n", s.number(), "card", c.name, "does", c.does)}
	s.Cards, s.Books = append(slices.Clip(s.Cards), e.Card), s.Books.own()
	if say := tooMany(s, c); !say.Empty() {
		s.Said = append(s.Said, say)
	}
	if !c.auction {
		s.Said = append(s.Said, s.Books.exchange(e, s.order())...)
		return s.endRound(), nil
	}
	s.Open, s.Books.Bought = e.Card, map[name]int{}
	// A Shared Auction begins with an envelope of everybody who has one put into the middle.
	for n, k := range s.Books.Envelopes {
		if s.Open == sharedAuction {
			s.Books.Envelopes[n] = max(0, k-1)
		}
	}
	s.Said = append(s.Said, inOrder(s.order()))
	return s.onward(), nil
}

// tooMany says that a deck with auctions cannot be the book's: it would have three cards of each sort (Auction Game Setup).
func tooMany(s State, last card) (say lang.Text) {
	n := len(pile(s.Cards, last.auction))
	switch {
	case !s.auctions() || n <= lay(s.Table).AuctionCards:
	case last.auction:
		say = lang.T("That is auction card number {n}: the book's deck has three, and three normal exchange cards.").With("n", n)
	default:
		say = lang.T("That is normal exchange card number {n}: with auctions the book's deck has three, and three auction cards.").With("n", n)
	}
	return say
}

// mayTurn tells why a card cannot be the next one; empty if it can.
func (s State) mayTurn(id string) (why lang.Text) {
	c, known := cardOf(id)
	switch {
	case s.posed():
		why = tooLate
	case s.Open != "":
		why = lang.T("the auction is not over yet: it is {name}'s turn").With("name", s.auction().active())
	case len(s.Cards) >= rounds:
		why = lang.T("all {n} exchange cards have already been turned over").With("n", rounds)
	case !known:
		why = lang.T("“{it}” is not an exchange card").With("it", id)
	case s.drawn() != "" && s.drawn() != id:
		why = lang.T("{card} is not the next card of the deck").With("card", c.name)
	case c.auction && !s.auctions():
		why = lang.T("{card} is an auction card, and this table plays without auctions").With("card", c.name)
	}
	return why
}

// choosers returns the people with a single envelope: each chooses the neighbor that gets it as a gift.
func (b Books) choosers(order []name) []name {
	return slices.DeleteFunc(slices.Clone(order), func(n name) bool { return b.Envelopes[n] != 1 || len(order) == 2 })
}

// checkGifts refuses a gift that nobody has to choose, a missing one, and one to anybody but a neighbor.
func (b Books) checkGifts(e Round, order []name) error {
	choose := b.choosers(order)
	for _, n := range b.Seats {
		to, given := e.To[n]
		left, right := b.neighbors(n)
		var say lang.Text
		switch must := e.Card == gifts && slices.Contains(choose, n); {
		case must && !given:
			say = lang.T("{name} has a single envelope: who gets it is missing")
		case given && !must:
			say = lang.T("{name} has no gift to choose for")
		case given && to != left && to != right:
			say = lang.T("{name} gives to the left or to the right neighbor")
		default:
			continue
		}
		return fault.New(say.With("name", n), "to", string(n))
	}
	return nil
}

var ownOnly = lang.T("VIP cards go only into envelopes of one's own.")

// exchange carries out a normal card, and tells its effect at this table.
func (b Books) exchange(e Round, order []name) (told []lang.Text) {
	var list []lang.Text
	switch e.Card {
	case partner:
		told = []lang.Text{inOrder(order)}
	case rumors:
		told = []lang.Text{ownOnly}
	case gifts:
		if b.give(e.To); len(b.Seats) == 2 {
			told = []lang.Text{lang.T("With two players both go to the other one.")}
		}
	case dance:
		for _, n := range b.Seats {
			list = append(list, scoring.Has(n, max(0, b.Envelopes[n]-1)))
		}
		told = []lang.Text{lang.T("Into the middle: {line}.").With("line", lang.Join(", ", list))}
	case theft:
		for _, n := range order {
			if from, _ := b.neighbors(n); b.Envelopes[from] > 0 {
				list = append(list, lang.T("{name} from {other}").With("name", n, "other", from))
			}
		}
		b.steal()
		told = []lang.Text{lang.T("Who takes from whom: {list}.").With("list", lang.Join(", ", list))}
	}
	return told
}

func inOrder(order []name) lang.Text {
	return lang.T("In this order: {names}.").With("names", lang.Names(order))
}

// onward ends the round once nobody else has a turn in the auction.
func (s State) onward() State {
	a := s.auction()
	if s.Open == "" || a.active() != "" {
		return s
	}
	s.Said = append(s.Said, a.passedOver()...)
	return s.endRound()
}

// endRound helps out people who have nothing left, and passes the reference card on. Envelopes bought in the round may be opened
// and offered from now on.
func (s State) endRound() State {
	sold := len(s.Books.Bought) > 0
	if s.Books = s.Books.own(); s.auctions() {
		s.Said = append(s.Said, s.Books.rescue(s.order())...)
	}
	s.Open, s.Turns, s.Books.Bought = "", 0, nil
	if len(s.Cards) == rounds {
		s.Said = append(s.Said, lang.T("That was the last round."))
		return s
	}
	s.Starter, _ = s.Books.neighbors(s.Starter)
	look := lang.T("Then {name} takes the reference card, and everybody may look into their own envelopes and move their guests.")
	if sold {
		look = lang.T("Then {name} takes the reference card, and everybody may look into their own envelopes, also those just bought, and move their guests.")
	}
	s.Said = append(s.Said, look.With("name", s.Starter))
	return s
}

// count takes the numbers that the table counted. With Over it also ends an auction that the table led alone.
func (s State) count(e Count) (scoring.State, error) {
	switch {
	case s.posed():
		return nil, fault.New(tooLate)
	case e.Over && s.Open == "":
		return nil, fault.New(notOpen, "over")
	}
	if err := cmp.Or(s.Books.everybody(e.Envelopes), s.Books.fewEnvelopes(e.Envelopes)); err != nil {
		return nil, fault.Under(err, "envelopes")
	}
	if !s.auctions() && e.Decorations != nil {
		return nil, fault.New(lang.T("this table plays without auctions: decorations are not counted"), "decorations")
	}
	if err := cmp.Or(s.Books.everybody(e.Decorations), s.Books.fewDecorations(e.Decorations)); err != nil && s.auctions() {
		return nil, fault.Under(err, "decorations")
	}
	s.Said = []lang.Text{lang.T("The numbers are as you counted them.")}
	s.Books.Envelopes, s.Books.Decorations = maps.Clone(e.Envelopes), maps.Clone(e.Decorations)
	if e.Over {
		return s.endRound(), nil
	}
	return s.onward(), nil
}

// notes tells the meaning of the last event, the people who are passed over in an auction, and all holdings as long as
// those change.
func (s State) notes() []lang.Text {
	if s.posed() || scoring.Over(s) {
		return slices.Clone(s.Said)
	}
	return slices.Concat(s.Said, s.auction().passedOver(), s.Books.tell())
}
