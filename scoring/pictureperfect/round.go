package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	lay "github.com/tablemate/tablemate/setup/pictureperfect"
)

// The six rounds. What happens in one of them is one Turned; where an auction card
// lies open it is one Opened and an Offer for every turn. All of them are facts: whose
// turn it is, who pays and who holds how much is computed, so that a correction of an
// earlier round moves everything after it.
type (
	// Opened: an auction card was turned over and the program is its auctioneer.
	Opened struct {
		Card string `json:"card"`
		// Hands: secret bids are opened from the hands and typed by one person;
		// otherwise everybody types their own, unseen.
		Hands bool  `json:"hands,omitempty"`
		Order []int `json:"order,omitempty"` // as of a Turned
	}
	// Counted: the table counted what lies there, because it did something else
	// than the program thought. By seat; what is left lies in the middle, or in the
	// supply. Decorations is nil without auctions.
	Counted struct {
		Envelopes   []int `json:"envelopes"`
		Decorations []int `json:"decorations,omitempty"`
	}
)

// Kind is "opened".
func (Opened) Kind() string { return "opened" }

// Kind is "counted".
func (Counted) Kind() string { return "counted" }

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

// Starter is the starting player of the round: the reference card goes to the left
// after every round. Source: handbook, Round Flow (p. 8).
func (s State) Starter() int { return s.starter }

// order is everybody in turn order, from the starting player on.
func (s State) order() []int { return s.holdings.turn(s.starter) }

// Round is the round that is being played, from 1; past the last one it stays.
func (s State) Round() int { return min(s.turned+1, s.rounds()) }

func (s State) rounds() int {
	if s.deck != nil {
		return len(s.deck)
	}
	return lay.Rounds
}

// followed reports whether the books are those of the end of the game.
func (s State) followed() bool { return s.known && s.turned == lay.Rounds }

// Active is whose turn the auction is: the first in turn order, from the starting
// player on, who has had none and has something to offer. ok is false where no
// auction is under way.
func (s State) Active() (seat int, ok bool) {
	if s.phase != bidding {
		return Unknown, false
	}
	for _, seat := range s.order()[s.taken:] {
		if s.canOffer(seat) {
			return seat, true
		}
	}
	return Unknown, false
}

// between reports that no auction is under way.
func (s State) between() bool { return s.phase != bidding }

// canOffer: under a Shared Auction the offer lies in the middle.
func (s State) canOffer(seat int) bool {
	if s.opened.Card == sharedAuction {
		return s.holdings.Middle > 0
	}
	return s.holdings.Offers(seat) > 0
}

// mayTurn refuses a card that cannot be the next one of the deck.
func (s State) mayTurn(id string) *fault.Fault {
	card, known := lay.CardByID(id)
	var say lang.Text
	switch active, auction := s.Active(); {
	case s.photographed():
		say = noMoreCards
	case auction:
		say = underWay.With("name", s.table.Players[active])
	case s.turned >= s.rounds():
		say = allTurned.With("n", s.rounds())
	case s.deck != nil && s.deck[s.turned] != id:
		say = wrongCard.With("card", cardName(id))
	case s.deck == nil && !known:
		say = noSuchCard.With("it", id)
	case s.deck == nil && card.Auction && !s.auction():
		say = noAuctions.With("card", card.Name)
	default:
		return nil
	}
	return fault.New(say, "card")
}

// lay begins the rounds; where the table was laid already, only the deck is another one.
func (s State) lay(e Laid) State {
	s.alone, s.deck = e.Alone, slices.Clone(e.Deck)
	if s.phase != bidding && !s.photographed() {
		s.phase = s.betweenRounds()
	}
	return s
}

// betweenRounds is the phase in which no card lies open: the photos are next where the
// cards are through, or the table turns them over by itself.
func (s State) betweenRounds() phase {
	if s.alone || s.turned >= s.rounds() {
		return posing
	}
	return turning
}

// turn is the whole round of a normal card, or of an auction that the table ran
// without the program: then nobody knows who holds what.
func (s State) turn(e Turned) (State, error) {
	if f := s.mayTurn(e.Card); f != nil {
		return s, f
	}
	if f := s.sit(e.Order); f != nil {
		return s, f
	}
	if f := s.checkGifts(e.To); f != nil {
		return s, f
	}
	s.cards = append(slices.Clip(s.cards), e.Card)
	if s.known {
		s.holdings, s.known = s.holdings.after(e.Card, e.To)
	}
	return s.endRound(), nil
}

func (s State) checkGifts(to []int) *fault.Fault {
	if to == nil {
		return nil
	}
	if f := s.everySeat(len(to)); f != nil {
		return f.Under("to")
	}
	for seat, other := range to {
		if other != Unknown && other != s.holdings.left(seat) && other != s.holdings.right(seat) {
			return fault.New(noNeighbor.With("name", s.table.Players[seat]), "to", s.table.Players[seat])
		}
	}
	return nil
}

// begin opens an auction. Under a Shared Auction everybody has put an envelope into
// the middle. Where nobody has anything to offer, the round is over at once.
func (s State) begin(e Opened) (State, error) {
	if f := s.mayTurn(e.Card); f != nil {
		return s, f
	}
	if f := s.sit(e.Order); f != nil {
		return s, f
	}
	card, _ := lay.CardByID(e.Card)
	if !card.Auction {
		return s, fault.New(noAuctioner.With("card", cardName(e.Card)), "card")
	}
	if !s.known {
		return s, fault.New(uncounted, "card")
	}
	s.cards = append(slices.Clip(s.cards), e.Card)
	s.phase, s.opened, s.taken = bidding, e, 0
	if e.Card == sharedAuction {
		s.holdings = s.holdings.share()
	}
	if _, ok := s.Active(); !ok {
		s = s.endRound()
	}
	return s, nil
}

// offer is one turn of the auction under way, and what it came to.
func (s State) offer(o Offer) (State, Deal, error) {
	active, ok := s.Active()
	switch {
	case !ok:
		return s, Deal{}, fault.New(noAuction)
	case !s.seat(o.Seat):
		return s, Deal{}, fault.New(scoring.NoSeat, "seat")
	case o.Seat != active:
		return s, Deal{}, fault.New(notYourTurn.With("name", s.table.Players[active], "other", s.table.Players[o.Seat]), "seat")
	}
	d, f := s.deal(o)
	if f != nil {
		return s, Deal{}, f
	}
	s.holdings = s.holdings.close(o.Seat, d)
	if d.Buyer != Unknown {
		s.won = append(slices.Clone(s.won), make([]int, len(s.table.Players)-len(s.won))...)
		s.won[d.Buyer]++
	}
	s.taken = slices.Index(s.order(), o.Seat) + 1
	if _, ok := s.Active(); !ok {
		s = s.endRound()
	}
	return s, d, nil
}

// close books a deal: payments first, then the envelope.
func (b Holdings) close(seller int, d Deal) Holdings {
	for _, p := range d.Payments {
		b = b.pay(p)
	}
	if d.Buyer == Unknown {
		return b
	}
	b = b.Clone()
	if d.Middle {
		b.Middle--
	} else {
		b.Envelopes[seller]--
	}
	b.Envelopes[d.Buyer]++
	b.Bought[d.Buyer]++
	return b
}

// endRound helps out who has nothing left, opens what was bought, and passes the
// reference card on.
func (s State) endRound() State {
	s.helped = nil
	if s.known && s.auction() {
		s.holdings, s.helped = s.holdings.rescue(s.order())
	}
	s.starter = s.holdings.left(s.starter)
	s.holdings = s.holdings.closeRound()
	s.turned, s.opened, s.taken = s.turned+1, Opened{}, 0
	s.phase = s.betweenRounds()
	return s
}

// recount takes the books as the table counted them. What was bought in this round
// stays so, as far as it is still held.
func (s State) recount(c Counted) (State, error) {
	if s.photographed() {
		return s, fault.New(tooLate)
	}
	if f := s.sum(c.Envelopes, 0, lay.Guests, envelopes); f != nil {
		return s, f.Under("envelopes")
	}
	b := s.holdings.Clone()
	b.Envelopes, b.Middle = slices.Clone(c.Envelopes), lay.Guests
	for seat, n := range c.Envelopes {
		b.Middle -= n
		b.Bought[seat] = min(b.Bought[seat], n)
	}
	if c.Decorations != nil || s.auction() {
		if f := s.sum(c.Decorations, 0, s.AllDecorations(), decorations); f != nil {
			return s, f.Under("decorations")
		}
		b.Decorations, b.Supply = slices.Clone(c.Decorations), s.AllDecorations()
		for _, n := range c.Decorations {
			b.Supply -= n
		}
	}
	s.holdings, s.known = b, true
	if _, ok := s.Active(); s.phase == bidding && !ok {
		return s.endRound(), nil
	}
	return s, nil
}

func cardName(id string) lang.Text {
	if card, ok := lay.CardByID(id); ok {
		return card.Name
	}
	return lang.Literal(id)
}
