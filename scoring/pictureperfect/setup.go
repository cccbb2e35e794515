package pictureperfect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// The numbers that are the same for any number of people (Auction Game Setup; summary).
const (
	guests           = 14 // and as many envelopes
	cardsPerEnvelope = 3
	decorationsEach  = 10
	supply           = 12 // more decorations in the middle, with two people and auctions
	rounds           = 6  // exchange cards
)

// envelopesEach has how many envelopes everybody gets (Envelopes Per Player).
var envelopesEach = map[int]int{2: 5, 3: 4, 4: 3, 5: 2, 6: 2}

// Options, in the order of the screen on which the table agrees.
var (
	auctions = setup.Option{
		ID: "auction", Sheet: "auction", Key: "a", Ask: lang.T("With or without auctions?"), Line: lang.T("{it}"), Lays: true,
		Values: setup.OneOf(setup.Value{ID: setup.No, Text: lang.T("Without auctions")}, setup.Value{ID: setup.Yes, Text: lang.T("With auctions"), Tag: lang.T("with auctions")}),
	}
	deck = setup.Option{
		ID: "deck", Key: "d", Ask: lang.T("How is the exchange deck built?"), Line: lang.T("The exchange deck: {it}"),
		Values: setup.OneOf(setup.Value{ID: "program", Text: lang.T("drawn by the program")},
			setup.Value{ID: "hand", Text: lang.T("shuffled by hand")}),
		Applies: func(t setup.Table) bool { return !t.Played },
	}
	box = setup.Option{
		ID: "box", Key: "c", Ask: lang.T("Which exchange cards fit?"), Line: lang.T("Cards that may come up: {it}"),
		Values: setup.OneOf(setup.Value{ID: "all", Text: lang.T("one of each kind")},
			setup.Value{ID: "some", Text: lang.T("others: we say so when we lay out")}),
		Applies: func(t setup.Table) bool { return !t.Played && t.Choice("deck", "program") == "program" },
	}
	secret = setup.Option{
		ID: "secret", Secret: true, Key: "s", Ask: lang.T("How are secret bids given?"), Line: lang.T("Secret bids: {it}"),
		Values: setup.OneOf(setup.Value{ID: setup.No, Text: lang.T("all hands open, one person types")},
			setup.Value{ID: setup.Yes, Text: lang.T("everybody gives their own, unseen")}),
		Applies: func(t setup.Table) bool { return !t.Played && t.On("auction") }, Later: true,
	}
	guestNames = setup.Option{ID: "guests", Free: true} // as a JSON list
)

// layoutData is the JSON of `tablemate setup`, by the keys of the contract.
type layoutData struct {
	Players          int      `json:"players"`
	Auction          bool     `json:"auction"`
	EnvelopesEach    int      `json:"envelopes_each"`
	EnvelopesMiddle  int      `json:"envelopes_middle"`
	CardsPerEnvelope int      `json:"cards_per_envelope"`
	DecorationsEach  int      `json:"decorations_each"`
	DecorationSupply int      `json:"decoration_supply"`
	ExchangeCards    int      `json:"exchange_cards"` // normal ones in the deck
	AuctionCards     int      `json:"auction_cards"`
	Deck             []string `json:"deck,omitempty"` // by ID, the top card first, if the program drew it
}

// lay counts the things that are laid out.
func lay(t setup.Table) layoutData {
	n := len(t.Players)
	l := layoutData{Players: n, Auction: t.On("auction"), EnvelopesEach: envelopesEach[n], EnvelopesMiddle: guests - n*envelopesEach[n]}
	l.CardsPerEnvelope, l.DecorationsEach, l.ExchangeCards = cardsPerEnvelope, decorationsEach, rounds
	if l.Auction {
		l.ExchangeCards, l.AuctionCards = rounds/2, rounds/2
	}
	if l.Auction && n == 2 {
		l.DecorationSupply = supply
	}
	return l
}

// all returns how many decorations are in the game.
func (l layoutData) all() int { return l.Players*l.DecorationsEach + l.DecorationSupply }

// layout returns the checklist, with the step that builds the exchange deck by hand.
func layout(t setup.Table) (setup.Layout, error) {
	l := lay(t)
	build := lang.T("The exchange deck: from the normal exchange cards that show {players} players on the back, {plain} at random, shuffled, face down in the middle.")
	if l.Auction {
		build = lang.T("The exchange deck: from the cards that show {players} players on the back, {plain} normal exchange cards and {bids} auction cards at random, shuffled together, face down in the middle.")
	}
	build = build.With("players", l.Players, "plain", l.ExchangeCards, "bids", l.AuctionCards)
	back := lang.T("All other exchange cards go back into the box.")
	return setup.Layout{Data: l, Steps: steps(t, setup.Step{Text: build, Notes: []lang.Text{back}})}, nil
}

// Draw returns the checklist with a deck that is drawn from the cards that fit, named by ID or name with commas between
// them; "" is each kind once. It draws no card more often than it is named.
func Draw(t setup.Table, have string, toss func(int) int) (setup.Layout, error) {
	cards, err := cardsIn(have)
	if err != nil {
		return setup.Layout{}, err
	}
	l := lay(t)
	l.Deck, err = draw(l, cards, toss)
	build := setup.Step{Text: lang.T("The exchange deck: the program drew it. Somebody who does not play builds it in that order, the top card first, and lays it face down in the middle.")}
	for i, id := range l.Deck {
		build.Notes = append(build.Notes, lang.T("{n}. {step}").With("n", i+1, "step", cardName(id)))
	}
	return setup.Layout{Data: l, Steps: steps(t, build)}, err
}

// steps returns the checklist in order, with the steps that build the exchange deck.
func steps(t setup.Table, deck ...setup.Step) (all []setup.Step) {
	l := lay(t)
	add := func(text lang.Text) { all = append(all, setup.Step{Text: text}) }
	if l.Players > 4 {
		add(lang.T("{players} players: you need the expansion for five and six.").With("players", l.Players))
	}
	add(lang.T("Shuffle the preference cards face down and put {cards} into each of the {guests} guest envelopes, without looking.").
		With("cards", cardsPerEnvelope, "guests", guests))
	add(lang.T("Deal {each} envelopes to everybody. They lie in front of their player, the guest's picture up, for all to see.").
		With("each", l.EnvelopesEach))
	add(lang.T("Lay the other {middle} envelopes into the middle of the table, pictures up.").With("middle", l.EnvelopesMiddle))
	add(lang.T("Everybody takes a table, a floor mat, a shield, a VIP card, a point marker, the {guests} guest figures and {decorations} decorations.").
		With("guests", guests, "decorations", decorationsEach))
	if l.DecorationSupply > 0 {
		add(lang.T("With two players and auctions: put {supply} more decorations into the middle as a supply.").With("supply", supply))
	}
	all = append(all, deck...)
	first := lang.T("The person who took the latest selfie takes the reference card and is the starting player.")
	if t.First != "" {
		first = lang.T("{name} takes the reference card and is the starting player.").With("name", t.First)
	}
	add(first)
	add(lang.T("Everybody: the floor mat in front of you, either side up, its arrow toward you. Your table goes on the large space with the arrow, all your decorations on the table."))
	add(lang.T("Everybody: the shield behind the mat, the guest figures beside it. The VIP card may hide behind the shield."))
	return all
}

// walk sets the table up, and draws the exchange deck unless the table shuffles it by hand.
func walk(a ask.Asker, t setup.Table) (drawn []string, err error) {
	l, err := layout(t)
	if err == nil && t.Choice("deck", "program") == "program" {
		have := kinds(true)
		if t.Choice("box", "all") == "some" {
			have, err = askBox(a, lay(t))
		}
		if err == nil {
			drawn, err = draw(lay(t), have, func(n int) int { return ask.Toss(a, n) })
		}
		l.Steps = steps(t)
	}
	if err != nil {
		return nil, err
	}
	return drawn, setup.LayOut(a, l, t.Again && drawn == nil)
}

// askBox asks how many of each kind show this number of people, and returns them. Auctions are asked about where they are
// in the deck.
func askBox(a ask.Asker, l layoutData) (have []string, err error) {
	text := lang.T("How many of each show {players} players on the back, in this order?").With("players", l.Players)
	g := ask.Group{Text: text, Notes: []lang.Text{lang.T("Sort the exchange cards by their backs: 0 for those that do not fit, more where you have more than one.")}}
	ids := kinds(l.Auction)
	for i, id := range ids {
		letter := string(rune('a' + i))
		one := lang.T("How many {card} cards show {players} players?").With("card", cardName(id), "players", l.Players)
		g.Asked = append(g.Asked, ask.Question{ID: "pp.box " + id, As: lang.Literal("#" + letter), Text: one, Suggest: "1", Shape: ask.Number{Hi: rounds}})
		g.Notes = append(g.Notes, lang.T("#{letter} {card}").With("letter", letter, "card", cardName(id)))
	}
	_, err = ask.All(a, g, func(v []ask.Value) error {
		have = nil
		for k, id := range ids {
			if !v[k].Given() {
				return nil
			}
			have = append(have, slices.Repeat([]string{id}, v[k].One())...)
		}
		return enough(l, have)
	})
	return have, err
}

// Lay refuses a deck that was drawn for other choices than the table's: options may change after everything was laid out.
func (s State) Lay(deck []string) error {
	drawn := s.Table.Choice("deck", "program") == "program"
	if drawn != (len(deck) > 0) || len(pile(deck, true)) != lay(s.Table).AuctionCards && drawn {
		return fault.New(lang.T("the exchange deck is for another table"))
	}
	return nil
}

// kinds lists each kind once.
func kinds(auctions bool) (ids []string) {
	for _, c := range cards {
		if auctions || !c.auction {
			ids = append(ids, c.id)
		}
	}
	return ids
}

// cardsIn returns the kinds that a line names by ID, or by name in any language.
func cardsIn(line string) (have []string, _ error) {
	if line == "" {
		return kinds(true), nil
	}
	for it := range strings.SplitSeq(line, ",") {
		it = strings.TrimSpace(it)
		i := slices.IndexFunc(cards, func(c card) bool { return c.called(it) })
		switch {
		case i >= 0:
			have = append(have, cards[i].id)
		case it != "":
			var all lang.List
			for _, c := range cards {
				all = append(all, c.id)
			}
			return nil, fault.New(lang.T("“{it}” is not an exchange card; choose from: {all}").With("it", it, "all", all))
		}
	}
	return have, nil
}

// called reports whether somebody means a kind, however they write accents, capitals, blanks and hyphens.
func (c card) called(it string) bool {
	loose := func(s string) string { return strings.NewReplacer(" ", "", "-", "").Replace(lang.Plain(s)) }
	return loose(it) == loose(c.id) || loose(it) == loose(lang.English.Say(c.name)) || loose(it) == loose(lang.Portuguese.Say(c.name))
}

// pile returns the cards of one sort.
func pile(have []string, auction bool) []string {
	return slices.DeleteFunc(slices.Clone(have), func(id string) bool { c, _ := cardOf(id); return c.auction != auction })
}

// enough refuses cards that do not make a deck, and says how many are missing.
func enough(l layoutData, have []string) error {
	lack := func(auction bool, want int, say lang.Text) error {
		n := len(pile(have, auction))
		if n >= want {
			return nil
		}
		return fault.New(say.With("n", want-n, "want", want, "have", n))
	}
	return cmp.Or(
		lack(false, l.ExchangeCards, lang.N("one normal exchange card is missing: the deck takes {want}, {have} show this number of players",
			"{n} normal exchange cards are missing: the deck takes {want}, {have} show this number of players")),
		lack(true, l.AuctionCards, lang.N("one auction card is missing: the deck takes {want}, {have} show this number of players",
			"{n} auction cards are missing: the deck takes {want}, {have} show this number of players")))
}

// draw builds the exchange deck, the top card first.
func draw(l layoutData, have []string, toss func(int) int) ([]string, error) {
	if err := enough(l, have); err != nil {
		return nil, err
	}
	take := func(from []string, n int) (drawn []string) {
		for range n {
			i := toss(len(from))
			drawn = append(drawn, from[i])
			from = slices.Delete(from, i, i+1)
		}
		return drawn
	}
	both := append(take(pile(have, false), l.ExchangeCards), take(pile(have, true), l.AuctionCards)...)
	return take(both, len(both)), nil
}
