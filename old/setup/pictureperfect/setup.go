// Package pictureperfect lays out Picture Perfect (Foto Perfeita): what each player gets, what goes into the
// middle, and which exchange deck is built. It deals envelopes, and never looks into one.
package pictureperfect

import (
	"embed"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The same for any number of players. Source: handbook, setup and summary.
const (
	Guests           = 14 // and as many envelopes
	CardsPerEnvelope = 3
	Decorations      = 10        // each
	Supply           = 12        // in the middle, with two players and auctions
	Rounds           = 6         // exchange cards
	Auction          = "auction" // the ID of the table's choice: setup.Yes or setup.No
)

// Laid tells what lies on the table when the game begins. Its JSON is the output of `tablemate setup
// picture-perfect --format json`.
type Laid struct {
	Players          int      `json:"players"`
	Auction          bool     `json:"auction"`
	EnvelopesEach    int      `json:"envelopes_each"`
	EnvelopesMiddle  int      `json:"envelopes_middle"`
	CardsPerEnvelope int      `json:"cards_per_envelope"`
	DecorationsEach  int      `json:"decorations_each"`
	DecorationSupply int      `json:"decoration_supply"`
	ExchangeCards    int      `json:"exchange_cards"` // normal ones in the deck
	AuctionCards     int      `json:"auction_cards"`
	Deck             []string `json:"deck,omitempty"` // card ids, top card first; nil unless the program drew them
}

// The envelopes each player gets, by number of players. Source: handbook, "Envelopes per player".
var envelopes = map[int]int{2: 5, 3: 4, 4: 3, 5: 2, 6: 2}

// Lay returns what 2 to 6 players lay out.
func Lay(players int, auction bool) Laid {
	each := envelopes[players]
	l := Laid{
		Players: players, Auction: auction,
		EnvelopesEach: each, EnvelopesMiddle: Guests - players*each, CardsPerEnvelope: CardsPerEnvelope,
		DecorationsEach: Decorations,
	}
	l.ExchangeCards, l.AuctionCards = deckOf(auction)
	if auction && players == 2 {
		l.DecorationSupply = Supply
	}
	return l
}

// AllDecorations returns how many decorations are in the game.
func (l Laid) AllDecorations() int { return l.Players*l.DecorationsEach + l.DecorationSupply }

var (
	expansion = lang.Msg("pp.step-expansion", "{players} players: you need the expansion for five and six.")
	fill      = lang.Msg("pp.step-fill", "Shuffle the preference cards face down and put {cards} into each of the {guests} guest envelopes, without looking.")
	deal      = lang.Msg("pp.step-deal", "Deal {each} envelopes to everybody. They lie in front of their player, the guest's picture up, for all to see.")
	middle    = lang.Msg("pp.step-middle", "Lay the other {middle} envelopes into the middle of the table, pictures up.")
	parts     = lang.Msg("pp.step-parts", "Everybody takes a table, a floor mat, a shield, a VIP card, a point marker, the {guests} guest figures and {decorations} decorations.")
	supply    = lang.Msg("pp.step-supply", "With two players and auctions: put {supply} more decorations into the middle as a supply.")
	deckPlain = lang.Msg("pp.step-deck", "The exchange deck: from the normal exchange cards that show {players} players on the back, {plain} at random, shuffled, face down in the middle.")
	deckBids  = lang.Msg("pp.step-deck-auction", "The exchange deck: from the cards that show {players} players on the back, {plain} normal exchange cards and {bids} auction cards at random, shuffled together, face down in the middle.")
	deckDrawn = lang.Msg("pp.step-deck-drawn", "The exchange deck: the program drew it. Somebody who does not play builds it in that order, the top card first, and lays it face down in the middle.")
	boxRest   = lang.Msg("pp.step-deck-rest", "All other exchange cards go back into the box.")
	starter   = lang.Msg("pp.step-starter", "The person who took the latest selfie takes the reference card and is the starting player.")
	named     = lang.Msg("pp.step-starter-named", "{name} took the latest selfie, takes the reference card and is the starting player.")
	ownMat    = lang.Msg("pp.step-mat", "Everybody: the floor mat in front of you, either side up, its arrow toward you. Your table goes on the large space with the arrow, all your decorations on the table.")
	ownShield = lang.Msg("pp.step-shield", "Everybody: the shield behind the mat, the guest figures beside it. The VIP card may hide behind the shield.")
)

// steps returns the checklist in order, with the step that builds the exchange deck, if any. It names the starting
// player, if there is a name.
func steps(t setup.Table, deck ...setup.Step) []setup.Step {
	l := Lay(len(t.Players), t.On(Auction))
	var all []setup.Step
	if l.Players > 4 {
		all = append(all, setup.Step{Text: expansion.With("players", l.Players)})
	}
	all = append(all,
		setup.Step{Text: fill.With("cards", CardsPerEnvelope, "guests", Guests)},
		setup.Step{Text: deal.With("each", l.EnvelopesEach)},
		setup.Step{Text: middle.With("middle", l.EnvelopesMiddle)},
		setup.Step{Text: parts.With("guests", Guests, "decorations", Decorations)})
	if l.DecorationSupply > 0 {
		all = append(all, setup.Step{Text: supply.With("supply", Supply)})
	}
	first := starter
	if t.Players[t.First] != "" {
		first = named.With("name", t.Players[t.First])
	}
	return append(append(all, deck...), setup.Step{Text: first}, setup.Step{Text: ownMat}, setup.Step{Text: ownShield})
}

// The IDs of what only the checklist on paper is told, besides setup.Seed.
const (
	drawn = "draw" // the program draws the deck
	box   = "have" // the cards to draw from
)

var (
	whoDraws  = lang.Msg("pp.paper-draw", "Does the program draw the exchange deck?")
	fromWhich = lang.Msg("pp.paper-have", "with --draw: the `cards` to draw from, by id or name, separated by commas, a kind twice if it is there twice")
	fromSeed  = lang.Msg("pp.paper-seed", "with --draw: the same `seed` draws the same deck again")
	undrawn   = lang.Msg("pp.paper-undrawn", "--{flag} goes only with --draw")
)

// Paper lists what the checklist on paper may be told about the exchange deck.
var Paper = []setup.Option{
	{ID: drawn, Ask: whoDraws, Values: []setup.Value{{ID: setup.No}, {ID: setup.Yes}}},
	{ID: box, Ask: fromWhich, Parts: kinds},
	{ID: setup.Seed, Ask: fromSeed},
}

// OnPaper returns the layout and the whole checklist, with the deck if the program draws it. A box with too few
// cards is a *fault.Fault.
func OnPaper(t setup.Table, chance ask.Asker) (setup.Layout, error) {
	l := Lay(len(t.Players), t.On(Auction))
	var err error
	l.Deck, err = onPaper(t, chance)
	build := deckStep(t)
	if l.Deck != nil {
		build.Text = deckDrawn
	}
	out := setup.Layout{Facts: l, Steps: steps(t, build)}
	for _, id := range l.Deck {
		c, _ := CardByID(id)
		out.Deck = append(out.Deck, c.Name)
	}
	return out, err
}

// onPaper returns the deck that the program draws; nil if the table shuffles it by hand.
func onPaper(t setup.Table, chance ask.Asker) ([]string, error) {
	if !t.On(drawn) {
		for _, id := range []string{box, setup.Seed} {
			if _, said := t.Choices[id]; said {
				return nil, fault.New(undrawn.With("flag", id))
			}
		}
		return nil, nil
	}
	have := oneOfEach()
	if cards, said := t.Choices[box]; said {
		var err error
		have, err = cardsIn(cards)
		if err != nil {
			return nil, err
		}
	}
	return Draw(chance, have, t.On(Auction))
}

// deckStep returns the step that builds the exchange deck by hand.
func deckStep(t setup.Table) setup.Step {
	plain, bids := deckOf(t.On(Auction))
	text := deckPlain
	if bids > 0 {
		text = deckBids
	}
	return setup.Step{Text: text.With("players", len(t.Players), "plain", plain, "bids", bids), Notes: []lang.Text{boxRest}}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "pp", Files: files}
