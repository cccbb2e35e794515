package pictureperfect

import (
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// The guide through the six rounds tells who starts and what everybody may do, asks which card was turned over
// unless the program drew the deck, and tells what the card demands. It never asks for a secret: what is in an
// envelope, or who has used a VIP card. At every round, and at every turn of an auction, the table may count by
// hand or go straight to the photos.

var (
	lookFirst = lang.Msg("pp.look-first", "First, everybody may look into their own envelopes, one at a time, and move their guests.")
	lookVIP   = lang.Msg("pp.look-vip", "Anybody may leave their VIP card in one of them, and need not say so.")
	lookNew   = lang.Msg("pp.look-new", "An envelope bought in the last auction may be opened now.")
	turnOver  = lang.Msg("pp.turn-over", "The exchange card")
	turnIt    = lang.Msg("pp.turn-it", "Turn it over")
	skipAll   = lang.Msg("pp.skip-all", "straight to the final photos")
	skipRound = lang.Plural("pp.skip-rounds", "{n} round is not finished. Go straight to the final photos?", "{n} rounds are not finished. Go straight to the final photos?")
	skipYes   = lang.Msg("pp.skip-yes", "Yes, to the photos")
	skipNot   = lang.Msg("pp.skip-not", "No, play on")
	whichCard = lang.Msg("pp.which-card", "Round {n}: which card is it?")
	goneCards = lang.Msg("pp.gone-cards", "Turned over already: {cards}.")
	cardDoes  = lang.Msg("pp.card-does", "{card}: {does}")
	cardTurn  = lang.Msg("pp.card-turned", "Round {n}: {card}. {does}")
	passCard  = lang.Msg("pp.pass-card", "Pass the reference card to the left. Done?")
	lastRound = lang.Msg("pp.last-round", "That was the last round. Done?")
	keyCount  = lang.Msg("pp.key-count", "correct the number of envelopes")
	keyCounts = lang.Msg("pp.key-counts", "correct the numbers of envelopes and decorations")

	heldLine    = lang.Msg("pp.held-line", "Envelopes: {line}; in the middle {n}.")
	ownedLine   = lang.Msg("pp.owned-line", "Decorations: {line}.")
	ownedSupply = lang.Msg("pp.owned-supply", "Decorations: {line}; in the supply {n}.")
	notKnown    = lang.Msg("pp.not-known", "Nobody knows any more who holds how much: you can count it.")
)

// A guide is the dialog of the rounds.
type guide struct {
	rounds
	a ask.Asker
}

// bookNotes tells who holds how much.
func (r rounds) bookNotes() []lang.Text {
	if !r.known {
		return []lang.Text{notKnown}
	}
	notes := []lang.Text{heldLine.With("line", r.people.line(r.holdings.Envelopes), "n", r.holdings.Middle)}
	switch line := r.people.line(r.holdings.Decorations); {
	case !r.auctions:
	case r.holdings.Supply > 0:
		notes = append(notes, ownedSupply.With("line", line, "n", r.holdings.Supply))
	default:
		notes = append(notes, ownedLine.With("line", line))
	}
	return notes
}

// askRound leads the table through one round, or up to the first turn of an auction.
func (g guide) askRound() (scoring.Event, error) {
	notes := []lang.Text{lookFirst, lookVIP}
	if n := len(g.cards); n > 0 {
		if last, _ := lay.CardByID(g.cards[n-1]); last.Auction && last.ID != fixedAuction { // a Fixed Price Auction sells no envelope
			notes = append(notes, lookNew)
		}
	}
	h := ask.Head{ID: "pp.round", Text: turnOver, Notes: append(notes, g.bookNotes()...)}
	return g.goOn(h, turnIt, func() (scoring.Event, error) {
		card, err := g.askCard()
		switch {
		case err != nil:
			return nil, err
		case card.Auction:
			return g.askOpening(card)
		}
		return g.askNormal(card)
	})
}

// goOn asks whether to go on as usual. The table may also count what is there, or go straight to the photos; those
// have letters, since a digit may be typed too early, for a bid.
func (g guide) goOn(h ask.Head, option lang.Text, on func() (scoring.Event, error)) (scoring.Event, error) {
	h.Suggest = ask.Usual(0)
	count := keyCount
	if g.auctions {
		count = keyCounts
	}
	for {
		r, err := ask.Put(g.a, h, ask.Or(ask.Pick{Options: []lang.Text{option}}, ask.Key{Letter: "c", Text: count}, ask.Key{Letter: "f", Text: skipAll}))
		switch {
		case err != nil:
			return nil, err
		case r.Key == "c":
			return g.askCount()
		case r.Key == "":
			return on()
		}
		sure, err := ask.PickOne(g.a, "pp.skip", skipRound.With("n", g.all()-g.turned), []lang.Text{skipNot, skipYes}, 0)
		switch {
		case err != nil:
			return nil, err
		case sure == 1:
			return askPhotos(g.a, g.people)
		}
	}
}

// askCard returns the next card of the drawn deck, or the one that the table turned over.
func (g guide) askCard() (lay.Card, error) {
	if g.deck != nil {
		card, ok := lay.CardByID(g.deck[g.turned])
		if !ok {
			return card, fault.New(noSuchCard.With("it", g.deck[g.turned]))
		}
		return card, nil
	}
	var kinds []lay.Card
	var options []lang.Text
	for _, c := range lay.Cards {
		if g.auctions || !c.Auction {
			kinds, options = append(kinds, c), append(options, c.Name)
		}
	}
	h := ask.Head{ID: "pp.which-card", Text: whichCard.With("n", g.number())}
	if len(g.cards) > 0 {
		gone := make(lang.List, len(g.cards))
		for i, id := range g.cards {
			gone[i] = cardName(id)
		}
		h.Notes = []lang.Text{goneCards.With("cards", gone)}
	}
	k, err := ask.Put(g.a, h, ask.Pick{Options: options})
	if err != nil {
		return lay.Card{}, err
	}
	return kinds[k], nil
}

var (
	inTurn    = lang.Msg("pp.in-turn", "In this order: {names}.")
	intoThere = lang.Msg("pp.into-middle", "Into the middle: {line}.")
	fromWhom  = lang.Msg("pp.from-whom", "Who takes from whom: {list}.")
	takesFrom = lang.Msg("pp.takes-from", "{name} from {other}")
	giveBoth  = lang.Msg("pp.give-both", "With two players both go to the other one.")
	noVIPIn   = lang.Msg("pp.no-vip-in", "VIP cards go only into envelopes of one's own.")
	whoGets   = lang.Msg("pp.who-gets", "{name} has a single envelope. Who gets it?")
	leftOne   = lang.Msg("pp.left-one", "{name}, on the left")
	rightOne  = lang.Msg("pp.right-one", "{name}, on the right")
	rescued   = lang.Plural("pp.rescued", "{name} has neither an envelope nor a decoration left: {names} gives one decoration.", "{name} has neither an envelope nor a decoration left: {names} give one decoration each, {n} in all.")
	rescueNo  = lang.Msg("pp.rescue-nobody", "{name} has neither an envelope nor a decoration left, and nobody can give one.")
)

// askNormal carries out a normal card.
func (g guide) askNormal(card lay.Card) (scoring.Event, error) {
	e := Turned{Card: card.ID}
	does := cardTurn.With("n", g.number(), "card", card.Name, "does", card.Does)
	if card.ID == "gifts" && g.known {
		var err error
		e.To, err = g.askGifts(does)
		if err != nil {
			return nil, err
		}
	}
	after, err := g.turn(e)
	if err != nil {
		return nil, err
	}
	notes := append([]lang.Text{does}, g.cardNotes(card.ID)...)
	return e, ask.Tell(g.a, "pp.card", g.passOn(), append(notes, g.notes(after)...)...)
}

// askGifts asks who gets a single envelope; nil if nobody has to choose.
func (g guide) askGifts(does lang.Text) ([]int, error) {
	var to []int
	for _, seat := range g.holdings.alone() {
		l, r := g.holdings.left(seat), g.holdings.right(seat)
		h := ask.Head{ID: fmt.Sprint("pp.gift.", seat), Text: whoGets.With("name", g.people[seat]), Notes: []lang.Text{does}}
		k, err := ask.Put(g.a, h, ask.Pick{Options: []lang.Text{leftOne.With("name", g.people[l]), rightOne.With("name", g.people[r])}})
		if err != nil {
			return nil, err
		}
		if to == nil {
			to = unknown(len(g.people))
		}
		to[seat] = []int{l, r}[k]
	}
	return to, nil
}

// cardNotes tells what a card means at this table, as far as the books tell.
func (r rounds) cardNotes(card string) []lang.Text {
	switch {
	case card == "choose-your-partner":
		return []lang.Text{inTurn.With("names", r.people.names(r.order()))}
	case card == "gifts" && len(r.people) == 2:
		return []lang.Text{giveBoth}
	case card == "rumors":
		return []lang.Text{noVIPIn}
	case card == "dance" && r.known:
		put := slices.Clone(r.holdings.Envelopes)
		for seat, n := range put {
			put[seat] = max(n-1, 0)
		}
		return []lang.Text{intoThere.With("line", r.people.line(put))}
	case card == "theft" && r.known:
		var list lang.List
		for _, seat := range r.order() {
			if from := r.holdings.left(seat); r.holdings.Envelopes[from] > 0 {
				list = append(list, takesFrom.With("name", r.people[seat], "other", r.people[from]))
			}
		}
		if len(list) > 0 {
			return []lang.Text{fromWhom.With("list", list)}
		}
	}
	return nil
}

// passOn asks whether the round is done. After the last one the reference card is not passed on.
func (r rounds) passOn() lang.Text {
	if r.last() {
		return lastRound
	}
	return passCard
}

func (r rounds) last() bool { return r.turned+1 >= r.all() }

// notes tells what happened if an event ended the round: who was helped out, and who holds how much, unless the
// question of the next round shows it.
func (r rounds) notes(after rounds) (notes []lang.Text) {
	if after.turned == r.turned {
		return nil
	}
	for _, h := range after.helped {
		say := rescued
		if len(h.From) == 0 {
			say = rescueNo
		}
		notes = append(notes, say.With("name", r.people[h.Seat], "names", r.people.names(h.From), "n", len(h.From)))
	}
	if after.known && after.phase() == posing {
		notes = append(notes, after.bookNotes()...)
	}
	return notes
}

var (
	countHeld  = lang.Msg("pp.count-envelopes", "Envelopes in hand, in seat order")
	countNote  = lang.Msg("pp.count-note", "The rest of the {most} lies in the middle.")
	countOwned = lang.Msg("pp.count-decorations", "Decorations, in seat order")
	countAll   = lang.Msg("pp.count-all", "There are {most} in the game; the others are set aside.")
	restLeft   = lang.Plural("pp.count-rest", "{n} of the {most} decorations is unaccounted for. Right?", "{n} of the {most} decorations are unaccounted for. Right?")
	restAgain  = lang.Msg("pp.count-again", "No, count again")
	restAside  = lang.Msg("pp.count-aside", "Right, nobody owns them")
)

// askCount takes the envelopes and decorations as the table counts them, and tells what follows if that leaves
// nothing to offer.
func (g guide) askCount() (scoring.Event, error) {
	c, err := g.counted()
	if err != nil {
		return nil, err
	}
	after, err := g.recount(c)
	if err == nil && after.turned > g.turned {
		err = g.tellEnded(after)
	}
	return c, err
}

func (g guide) counted() (c Counted, err error) {
	h := g.people.ask("pp.count-envelopes", countHeld)
	h.Notes, h.Phone = []lang.Text{countNote.With("most", lay.Guests)}, ask.Phone{Text: envelopesHeld, One: yourEnvelopes}
	c.Envelopes, err = g.askBook(h, g.holdings.Envelopes, lay.Guests, envelopes)
	if err != nil || !g.auctions {
		return c, err
	}
	all := g.allDecorations()
	for {
		h := g.people.ask("pp.count-decorations", countOwned)
		h.Notes, h.Phone = []lang.Text{countAll.With("most", all)}, ask.Phone{Text: decoration, One: yourDecorations}
		c.Decorations, err = g.askBook(h, g.holdings.Decorations, all, decorations)
		if err != nil {
			return c, err
		}
		if len(g.people) == 2 { // the supply grows and shrinks
			return c, nil
		}
		if again, err := g.askRest("pp.count-rest", restLeft, c.Decorations); err != nil || !again {
			return c, err
		}
	}
}

// askRest asks about decorations that nobody owns, if that is news; with two players, if there are more than the
// supply ever held.
func (g guide) askRest(id string, text lang.Text, owned []int) (again bool, err error) {
	rest := g.allDecorations()
	for _, n := range owned {
		rest -= n
	}
	if rest == 0 || rest == g.holdings.Supply || len(g.people) == 2 && rest <= lay.Supply {
		return false, nil
	}
	k, err := ask.PickOne(g.a, id, text.With("n", rest, "most", g.allDecorations()), []lang.Text{restAgain, restAside}, 0)
	return k == 0, err
}

// askBook takes a number from each player, together at most so many, and suggests what the books say.
func (g guide) askBook(h ask.Head, book []int, most int, tooMany lang.Text) ([]int, error) {
	if g.known {
		h.Suggest = ask.Usual(book...)
	}
	return ask.Accept(g.a, h, ask.Each{Hi: most}, func(l ask.Line) ([]int, error) {
		values := l.Each(Unknown)
		return values, g.people.sum(values, 0, most, tooMany).Err()
	})
}
