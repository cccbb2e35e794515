package pictureperfect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	lay "github.com/tablemate/tablemate/setup/pictureperfect"
)

// The guide through the six rounds. It says who starts and what everybody may do,
// asks which card was turned over where it did not draw the deck, and says what the
// card makes everybody do. It never asks what is secret: what lies in an envelope, or
// who has used a VIP card. At every round, and at every turn of an auction, the table
// may count by hand or go straight to the photos.

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
	notKnown    = lang.Msg("pp.not-known", "Nobody knows any more who holds how much: “c” counts it.")
)

// bookNotes are the open ledgers, said.
func (s State) bookNotes() []lang.Text {
	if !s.known {
		return []lang.Text{notKnown}
	}
	notes := []lang.Text{heldLine.With("line", s.line(s.holdings.Envelopes), "n", s.holdings.Middle)}
	switch line := s.line(s.holdings.Decorations); {
	case !s.auction():
	case s.holdings.Supply > 0:
		notes = append(notes, ownedSupply.With("line", line, "n", s.holdings.Supply))
	default:
		notes = append(notes, ownedLine.With("line", line))
	}
	return notes
}

// askRound goes through one round; of an auction only as far as its first turn.
func (s State) askRound(a ask.Asker) (scoring.Event, error) {
	notes := []lang.Text{lookFirst, lookVIP}
	if last, ok := lay.CardByID(s.lastCard()); ok && last.Auction && last.ID != fixedAuction { // that one sells no envelope
		notes = append(notes, lookNew)
	}
	q := ask.Question{ID: "pp.round", Shape: ask.Pick{Options: []lang.Text{turnIt}}, Text: turnOver, Notes: append(notes, s.bookNotes()...)}
	return s.goOn(a, q, func() (scoring.Event, error) {
		card, err := s.askCard(a)
		switch {
		case err != nil:
			return nil, err
		case card.Auction:
			return s.askOpening(a, card)
		}
		return s.askNormal(a, card)
	})
}

// goOn asks whether the evening goes on as ever: the table may also count what lies there,
// or go straight to the photos. Those have a letter, as digits may be typed too early, for
// a bid.
func (s State) goOn(a ask.Asker, q ask.Question, on func() (scoring.Event, error)) (scoring.Event, error) {
	q.Suggest = suggest(0)
	count := keyCount
	if s.auction() {
		count = keyCounts
	}
	q.Keys = []ask.Key{{Letter: "c", Text: count}, {Letter: "f", Text: skipAll}}
	for {
		r, err := a.Ask(q)
		switch {
		case err != nil:
			return nil, err
		case r.Key == "c":
			return s.askCount(a)
		case r.Key == "":
			return on()
		}
		skip, err := s.askSkip(a)
		switch {
		case err != nil:
			return nil, err
		case skip:
			return s.askPhotos(a)
		}
	}
}

// askSkip asks whether the rest of the rounds really stays unplayed.
func (s State) askSkip(a ask.Asker) (bool, error) {
	k, err := ask.PickOne(a, "pp.skip", skipRound.With("n", s.rounds()-s.turned), []lang.Text{skipNot, skipYes}, 0)
	return k == 1, err
}

func (s State) lastCard() string {
	if len(s.cards) == 0 {
		return ""
	}
	return s.cards[len(s.cards)-1]
}

// askCard is the next card of the drawn deck, or the one that the table turned over.
func (s State) askCard(a ask.Asker) (lay.Card, error) {
	if s.deck != nil {
		card, ok := lay.CardByID(s.deck[s.turned])
		if !ok {
			return card, fault.New(noSuchCard.With("it", s.deck[s.turned]))
		}
		return card, nil
	}
	var kinds []lay.Card
	var options []lang.Text
	for _, c := range lay.Cards {
		if s.auction() || !c.Auction {
			kinds, options = append(kinds, c), append(options, c.Name)
		}
	}
	q := ask.Question{ID: "pp.which-card", Shape: ask.Pick{Options: options}, Text: whichCard.With("n", s.Round())}
	if len(s.cards) > 0 {
		gone := make(lang.List, len(s.cards))
		for i, id := range s.cards {
			gone[i] = cardName(id)
		}
		q.Notes = []lang.Text{goneCards.With("cards", gone)}
	}
	r, err := a.Ask(q)
	if err != nil {
		return lay.Card{}, err
	}
	return kinds[r.Value()], nil
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
	rescued   = lang.Msg("pp.rescued", "{name} has neither an envelope nor a decoration left: {names} give one decoration each, {n} in all.")
	rescueOne = lang.Msg("pp.rescue-one", "{name} has neither an envelope nor a decoration left: {other} gives one decoration.")
	rescueNo  = lang.Msg("pp.rescue-nobody", "{name} has neither an envelope nor a decoration left, and nobody can give one.")
)

// askNormal carries out a normal card.
func (s State) askNormal(a ask.Asker, card lay.Card) (scoring.Event, error) {
	e := Turned{Card: card.ID}
	does := s.turnedOver(card)
	if card.ID == "gifts" && s.known {
		var err error
		if e.To, err = s.askGifts(a, does); err != nil {
			return nil, err
		}
	}
	after, err := s.turn(e)
	if err != nil {
		return nil, err
	}
	notes := append([]lang.Text{does}, s.cardNotes(card.ID)...)
	return e, ask.Tell(a, "pp.card", s.passOn(), append(notes, s.roundNotes(after)...)...)
}

// turnedOver is the card of this round and what it makes everybody do.
func (s State) turnedOver(card lay.Card) lang.Text {
	return cardTurn.With("n", s.Round(), "card", card.Name, "does", card.Does)
}

// askGifts asks who gets a single envelope; nil where nobody has to choose.
func (s State) askGifts(a ask.Asker, does lang.Text) ([]int, error) {
	var to []int
	for _, seat := range s.holdings.alone() {
		l, r := s.holdings.left(seat), s.holdings.right(seat)
		answer, err := a.Ask(ask.Question{
			ID: fmt.Sprint("pp.gift.", seat), Shape: ask.Pick{Options: []lang.Text{leftOne.With("name", s.table.Players[l]), rightOne.With("name", s.table.Players[r])}}, Notes: []lang.Text{does}, Text: whoGets.With("name", s.table.Players[seat]),
		})
		if err != nil {
			return nil, err
		}
		if to == nil {
			to = unknown(len(s.table.Players))
		}
		to[seat] = []int{l, r}[answer.Value()]
	}
	return to, nil
}

// cardNotes are what a card means at this table, as far as the books know.
func (s State) cardNotes(card string) []lang.Text {
	switch {
	case card == "choose-your-partner":
		return []lang.Text{inTurn.With("names", s.names(s.order()))}
	case card == "gifts" && len(s.table.Players) == 2:
		return []lang.Text{giveBoth}
	case card == "rumors":
		return []lang.Text{noVIPIn}
	case card == "dance" && s.known:
		put := slices.Clone(s.holdings.Envelopes)
		for seat, n := range put {
			put[seat] = max(n-1, 0)
		}
		return []lang.Text{intoThere.With("line", s.line(put))}
	case card == "theft" && s.known:
		var list lang.List
		for _, seat := range s.order() {
			if from := s.holdings.left(seat); s.holdings.Envelopes[from] > 0 {
				list = append(list, takesFrom.With("name", s.table.Players[seat], "other", s.table.Players[from]))
			}
		}
		if len(list) > 0 {
			return []lang.Text{fromWhom.With("list", list)}
		}
	}
	return nil
}

// passOn asks whether this round is done: nobody gets the reference card after the last one.
func (s State) passOn() lang.Text {
	if s.lastRound() {
		return lastRound
	}
	return passCard
}

func (s State) lastRound() bool { return s.turned+1 >= s.rounds() }

// roundNotes says what an event changed, if it ended the round: who was helped out, and who
// holds how much where no question of another round says it.
func (s State) roundNotes(after State) []lang.Text {
	if after.turned == s.turned {
		return nil
	}
	notes := after.helpNotes()
	if after.known && after.phase == posing {
		notes = append(notes, after.bookNotes()...)
	}
	return notes
}

func (s State) helpNotes() []lang.Text {
	var notes []lang.Text
	for _, h := range s.helped {
		name := s.table.Players[h.Seat]
		switch len(h.From) {
		case 0:
			notes = append(notes, rescueNo.With("name", name))
		case 1:
			notes = append(notes, rescueOne.With("name", name, "other", s.table.Players[h.From[0]]))
		default:
			notes = append(notes, rescued.With("name", name, "names", s.names(h.From), "n", len(h.From)))
		}
	}
	return notes
}

var (
	countHeld  = lang.Msg("pp.count-envelopes", "Envelopes in hand, in seat order")
	countNote  = lang.Msg("pp.count-note", "The rest of the {most} lies in the middle.")
	countOwned = lang.Msg("pp.count-decorations", "Decorations, in seat order")
	countAll   = lang.Msg("pp.count-all", "There are {most} in the game; whatever nobody owns is set aside.")
	restLeft   = lang.Plural("pp.count-rest", "{n} of the {most} decorations is unaccounted for. Right?", "{n} of the {most} decorations are unaccounted for. Right?")
	restAgain  = lang.Msg("pp.count-again", "No, count again")
	restAside  = lang.Msg("pp.count-aside", "Right, nobody owns them")
)

// askCount takes both ledgers as the table counts them, and says what follows where that
// leaves nothing to offer.
func (s State) askCount(a ask.Asker) (scoring.Event, error) {
	c, err := s.counted(a)
	if err != nil {
		return nil, err
	}
	after, err := s.recount(c)
	if err == nil && after.turned > s.turned {
		err = s.tellEnded(a, after)
	}
	return c, err
}

func (s State) counted(a ask.Asker) (c Counted, err error) {
	q := s.everybody("pp.count-envelopes", countHeld, ask.Each{Hi: lay.Guests})
	q.Notes = []lang.Text{countNote.With("most", lay.Guests)}
	if c.Envelopes, err = s.askBook(a, q, s.holdings.Envelopes, lay.Guests, envelopes); err != nil || !s.auction() {
		return c, err
	}
	all := s.AllDecorations()
	for {
		q := s.everybody("pp.count-decorations", countOwned, ask.Each{Hi: all})
		q.Notes = []lang.Text{countAll.With("most", all)}
		if c.Decorations, err = s.askBook(a, q, s.holdings.Decorations, all, decorations); err != nil {
			return c, err
		}
		if len(s.table.Players) == 2 { // the supply comes and goes
			return c, nil
		}
		if again, err := s.askRest(a, "pp.count-rest", restLeft, c.Decorations); err != nil || !again {
			return c, err
		}
	}
}

// askRest asks about decorations that nobody owns, where there was no such supply before;
// with two players where there are more than it ever had.
func (s State) askRest(a ask.Asker, id string, text lang.Text, owned []int) (again bool, err error) {
	rest := s.AllDecorations()
	for _, n := range owned {
		rest -= n
	}
	if rest == 0 || rest == s.holdings.Supply || len(s.table.Players) == 2 && rest <= lay.Supply {
		return false, nil
	}
	k, err := ask.PickOne(a, id, text.With("n", rest, "most", s.AllDecorations()), []lang.Text{restAgain, restAside}, 0)
	return k == 0, err
}

// askBook takes one number of everybody, together not above most; what the books say is
// suggested.
func (s State) askBook(a ask.Asker, q ask.Question, book []int, most int, tooMany lang.Text) ([]int, error) {
	if s.known {
		q.Suggest = suggest(book...)
	}
	return scoring.Put(a, q, func(r ask.Answer) ([]int, error) { return firsts(r), s.sum(firsts(r), 0, most, tooMany).Err() })
}

// line is a value for everybody: Ana 3, Bia –, Caio 0.
func (s State) line(values []int) string {
	said := make([]string, min(len(values), len(s.table.Players)))
	for seat, n := range values[:len(said)] {
		said[seat] = s.table.Players[seat] + " –"
		if n >= 0 {
			said[seat] = fmt.Sprint(s.table.Players[seat], " ", n)
		}
	}
	return strings.Join(said, ", ")
}

// ledgers are the books as a sheet keeps them; empty where nobody knows them.
func (s State) ledgers() map[string]any {
	out := map[string]any{}
	if s.alone || !s.known || s.photographed() && !s.followed() || s.table.Played() {
		return out
	}
	out["envelopes"], out["envelopes_middle"] = s.bySeat(s.holdings.Envelopes), s.holdings.Middle
	if s.auction() {
		out["decorations"], out["decoration_supply"] = s.bySeat(s.holdings.Decorations), s.holdings.Supply
	}
	return out
}
