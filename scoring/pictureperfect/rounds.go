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
	does    lang.Text // what everybody has to do
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

// Books say who holds how much: what everybody can see on the table. What nobody holds lies in the middle, or aside. They
// record neither the contents of envelopes nor who has used a VIP card.
type Books struct {
	Envelopes   map[name]int
	Decorations map[name]int // nil without auctions
	Bought      map[name]int // of the envelopes, those bought in this round
}

func sum(values map[name]int) (n int) {
	for _, v := range values {
		n += v
	}
	return n
}

// middle returns how many envelopes lie in the middle.
func (b Books) middle() int { return guests - sum(b.Envelopes) }

// aside returns how many decorations nobody owns.
func (s State) aside() int { return s.allDecorations() - sum(s.Books.Decorations) }

// allDecorations returns how many decorations are in the game.
func (s State) allDecorations() int { return lay(s.Table).all() }

// offers returns how many envelopes somebody may offer: not those bought in this round (Auctions, “Important”).
func (b Books) offers(n name) int { return b.Envelopes[n] - b.Bought[n] }

// own returns books that can be written on.
func (b Books) own() Books {
	b.Envelopes, b.Decorations, b.Bought = maps.Clone(b.Envelopes), maps.Clone(b.Decorations), maps.Clone(b.Bought)
	return b
}

// order returns everybody in turn order, from the starting player on.
func (s State) order() []name { return s.Table.Turn(s.Starter) }

// others returns everybody but one in turn order, from the left of that one on.
func (s State) others(n name) []name { return s.Table.Turn(n)[1:] }

// neighbors returns who sits on somebody's left and right. With two people they are the same.
func (s State) neighbors(n name) (left, right name) {
	others := s.others(n)
	return others[0], others[len(others)-1]
}

// number returns the number of the round that is under way or comes next, from 1.
func (s State) number() int {
	if s.Open != "" {
		return len(s.Cards)
	}
	return len(s.Cards) + 1
}

// followed reports whether the program knows the books up to the last round.
func (s State) followed() bool { return !s.Table.Played && s.Open == "" && len(s.Cards) == rounds }

// choosers returns who holds a single envelope, and so chooses which neighbor gets it as a gift.
func (s State) choosers() []name {
	return slices.DeleteFunc(s.order(), func(n name) bool { return s.Books.Envelopes[n] != 1 || len(s.Table.Players) == 2 })
}

var tooLate = lang.T("the photos were taken: nothing moves any more")

// round plays the round of a normal card, or begins that of an auction.
func (s State) round(e Round) (scoring.State, error) {
	if err := s.mayTurn(e.Card); err != nil {
		return nil, err
	}
	if err := s.checkGifts(e); err != nil {
		return nil, err
	}
	c, _ := cardOf(e.Card)
	s.Said = []lang.Text{lang.T("Round {n}: {card}. {does}").With("n", s.number(), "card", c.name, "does", c.does)}
	s.Cards = append(slices.Clip(s.Cards), e.Card)
	if c.auction {
		return s.begin(e.Card), nil
	}
	s.Said = append(s.Said, s.means(e.Card)...)
	s.Books = s.Books.own()
	switch e.Card {
	case gifts:
		s.give(e.To)
	case theft:
		s.steal()
	}
	return s.endRound(), nil
}

// mayTurn refuses a card that cannot be the next one.
func (s State) mayTurn(id string) error {
	c, known := cardOf(id)
	var say lang.Text
	switch {
	case s.posed():
		say = tooLate
	case s.Open != "":
		say = lang.T("the auction is not over yet: it is {name}'s turn").With("name", s.active())
	case len(s.Cards) >= rounds:
		say = lang.T("all {n} exchange cards have already been turned over").With("n", rounds)
	case !known:
		say = lang.T("“{it}” is not an exchange card").With("it", id)
	case len(s.Deck) > len(s.Cards) && s.Deck[len(s.Cards)] != id:
		say = lang.T("{card} is not the next card of the deck").With("card", c.name)
	case c.auction && !s.auctions():
		say = lang.T("{card} is an auction card, and this table plays without auctions").With("card", c.name)
	default:
		return nil
	}
	return fault.New(say, "card")
}

// checkGifts refuses a gift that nobody has to choose, a missing one, and one to anybody but a neighbor.
func (s State) checkGifts(e Round) error {
	choose := s.choosers()
	if e.Card != gifts {
		choose = nil
	}
	for _, n := range s.Table.Players {
		to, given := e.To[n]
		left, right := s.neighbors(n)
		var say lang.Text
		switch must := slices.Contains(choose, n); {
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

// means tells what a normal card means at this table.
func (s State) means(id string) []lang.Text {
	var list []lang.Text
	switch id {
	case partner:
		return []lang.Text{s.inOrder()}
	case rumors:
		return []lang.Text{lang.T("VIP cards go only into envelopes of one's own.")}
	case gifts:
		if len(s.Table.Players) == 2 {
			return []lang.Text{lang.T("With two players both go to the other one.")}
		}
	case dance:
		for _, n := range s.Table.Players {
			list = append(list, fact(n, max(0, s.Books.Envelopes[n]-1)))
		}
		return []lang.Text{lang.T("Into the middle: {line}.").With("line", inRow(list))}
	case theft:
		for _, n := range s.order() {
			if from, _ := s.neighbors(n); s.Books.Envelopes[from] > 0 {
				list = append(list, lang.T("{name} from {other}").With("name", n, "other", from))
			}
		}
		return []lang.Text{lang.T("Who takes from whom: {list}.").With("list", inRow(list))}
	}
	return nil
}

func (s State) inOrder() lang.Text {
	return lang.T("In this order: {names}.").With("names", lang.Names(s.order()))
}

// give gives an envelope to each neighbor, with two people both to the same one, and a single one to the neighbor of
// choice (Exchanges, “Gifts”).
func (s State) give(to map[name]name) {
	had := maps.Clone(s.Books.Envelopes)
	for n, k := range had {
		left, right := s.neighbors(n)
		switch {
		case k >= 2:
			s.Books.move(n, left)
			s.Books.move(n, right)
		case k == 1 && to[n] != "":
			s.Books.move(n, to[n])
		case k == 1:
			s.Books.move(n, left)
		}
	}
}

// steal lets everybody take an envelope from the left at the same time (Exchanges, “Theft”).
func (s State) steal() {
	had := maps.Clone(s.Books.Envelopes)
	for n := range had {
		if from, _ := s.neighbors(n); had[from] > 0 {
			s.Books.move(from, n)
		}
	}
}

func (b Books) move(from, to name) {
	b.Envelopes[from]--
	b.Envelopes[to]++
}

// endRound helps out who has nothing left, and passes the reference card on. Envelopes bought in the round may be opened
// and offered from now on.
func (s State) endRound() State {
	if s.auctions() {
		s.rescue()
	}
	sold := len(s.Books.Bought) > 0
	s.Open, s.Turns, s.Books.Bought = "", 0, nil
	if len(s.Cards) == rounds {
		s.Said = append(s.Said, lang.T("That was the last round."))
		return s
	}
	s.Starter, _ = s.neighbors(s.Starter)
	look := lang.T("Then {name} takes the reference card, and everybody may look into their own envelopes and move their guests.")
	if sold {
		look = lang.T("Then {name} takes the reference card, and everybody may look into their own envelopes, also those just bought, and move their guests.")
	}
	s.Said = append(s.Said, look.With("name", s.Starter))
	return s
}

// rescue gives a decoration of each of the others to whoever has neither an envelope nor a decoration (Auctions, “In the
// rare case”). The handbook knows of one poor person only. Several are helped in turn order; the poor give nothing.
func (s *State) rescue() {
	poor := slices.DeleteFunc(s.order(), func(n name) bool { return s.Books.Envelopes[n] > 0 || s.Books.Decorations[n] > 0 })
	s.Books = s.Books.own()
	for _, n := range poor {
		var from []name
		for _, giver := range s.order() {
			if s.Books.Decorations[giver] > 0 && !slices.Contains(poor, giver) {
				s.Books.pay(giver, n, 1)
				from = append(from, giver)
			}
		}
		say := lang.N("{name} has neither an envelope nor a decoration left: {names} gives one decoration.",
			"{name} has neither an envelope nor a decoration left: {names} give one decoration each, {n} in all.")
		if len(from) == 0 {
			say = lang.T("{name} has neither an envelope nor a decoration left, and nobody can give one.")
		}
		s.Said = append(s.Said, say.With("name", n, "names", lang.Names(from), "n", len(from)))
	}
}

// count takes the numbers that the table counted. With Over an auction is over that the table led alone.
func (s State) count(e Count) (scoring.State, error) {
	switch {
	case s.posed():
		return nil, fault.New(tooLate)
	case e.Over && s.Open == "":
		return nil, fault.New(lang.T("no auction is under way"), "over")
	}
	if err := cmp.Or(s.everybody(e.Envelopes), s.fewEnvelopes(e.Envelopes)); err != nil {
		return nil, fault.Under(err, "envelopes")
	}
	switch {
	case s.auctions():
		if err := cmp.Or(s.everybody(e.Decorations), s.fewDecorations(e.Decorations)); err != nil {
			return nil, fault.Under(err, "decorations")
		}
	case e.Decorations != nil:
		return nil, fault.New(lang.T("this table plays without auctions: decorations are not counted"), "decorations")
	}
	s.Said = []lang.Text{lang.T("The numbers are as you counted them.")}
	s.Books = s.Books.own()
	s.Books.Envelopes, s.Books.Decorations = maps.Clone(e.Envelopes), maps.Clone(e.Decorations)
	if e.Over {
		return s.endRound(), nil
	}
	return s.onward(), nil
}

// fewEnvelopes refuses more envelopes than there are.
func (s State) fewEnvelopes(values map[name]int) error {
	return s.atMost(values, guests, lang.T("{n} envelopes in all: there are only {most}"))
}

// fewDecorations refuses more decorations than there are.
func (s State) fewDecorations(values map[name]int) error {
	return s.atMost(values, s.allDecorations(), lang.T("{n} decorations in all: there are only {most} in the game"))
}

// everybody refuses numbers unless there is one of everybody.
func (s State) everybody(values map[name]int) error {
	for _, n := range s.Table.Players {
		if _, given := values[n]; !given {
			return fault.New(lang.T("every player's number is needed here"), string(n))
		}
	}
	return nil
}

// atMost refuses numbers below 0, and too much of everything.
func (s State) atMost(values map[name]int, most int, many lang.Text) error {
	total := 0
	for _, n := range s.Table.Players {
		if values[n] < 0 {
			return fault.New(lang.T("{it}: there cannot be fewer than 0").With("it", values[n]), string(n))
		}
		total += values[n]
		if total > most {
			return fault.New(many.With("n", total, "most", most))
		}
	}
	return nil
}

// notes tells what the last event means, who is passed over in an auction, and who holds how much as long as that changes.
func (s State) notes() []lang.Text {
	lines := slices.Clone(s.Said)
	if s.posed() || scoring.Over(s) {
		return lines
	}
	return slices.Concat(lines, s.passedOver(), s.books())
}

// books tells who holds how much.
func (s State) books() (lines []lang.Text) {
	lines = append(lines, lang.T("Envelopes: {line}; in the middle {n}.").With("line", s.line(s.Books.Envelopes), "n", s.Books.middle()))
	switch n := s.aside(); {
	case !s.auctions():
	case n > 0:
		lines = append(lines, lang.T("Decorations: {line}; set aside {n}.").With("line", s.line(s.Books.Decorations), "n", n))
	default:
		lines = append(lines, lang.T("Decorations: {line}.").With("line", s.line(s.Books.Decorations)))
	}
	return lines
}
