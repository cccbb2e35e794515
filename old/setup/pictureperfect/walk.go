package pictureperfect

import (
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	whoBuilds = lang.Msg("pp.who-builds", "Who builds the exchange deck?")
	lineDeck  = lang.Msg("pp.line-deck", "The exchange deck: {it}")
	byProgram = lang.Msg("pp.by-program", "the program draws it and turns a card over in every round")
	byHand    = lang.Msg("pp.by-hand", "we shuffle it by hand")
	onOurOwn  = lang.Msg("pp.on-our-own", "we shuffle it by hand, and play without the program up to the photos")
	lineBox   = lang.Msg("pp.line-box", "Exchange cards in our box that fit: {it}")
	usualBox  = lang.Msg("pp.usual-box", "each kind once")
	whichFit  = lang.Msg("pp.which-fit", "Which of these show {players} players on the back?")
	fitNote   = lang.Msg("pp.which-fit-note", "Sort the exchange cards by their backs. All start at 1: make it 0 for those that do not fit, or more where you have more than one.")
	toCheck   = lang.Msg("pp.check", "To check: {each} envelopes each, {middle} in the middle, {cards} cards in each; {decorations} decorations in the game.")
)

// Deck is the ID of the choice who builds the exchange deck; below it are its values.
const (
	Deck   = "deck"
	Drawn  = "program" // the program draws it
	ByHand = "hand"    // the table shuffles it
	Alone  = "alone"   // the table shuffles it, and plays the rounds without the guide
)

// copies is how many cards of one kind a box can name: a deck has six cards.
const copies = Rounds

// Options lists what a table agrees on besides the auctions: the exchange deck, and how it sets up.
var Options = []setup.Option{
	{
		ID: Deck, Key: "d", Ask: whoBuilds, Line: lineDeck, Applies: live,
		Values: []setup.Value{{ID: Drawn, Text: byProgram}, {ID: ByHand, Text: byHand}, {ID: Alone, Text: onOurOwn}},
	},
	{
		ID: box, Key: "c", Ask: whichFit, Line: lineBox, Choose: fitting, Among: inBox,
		Applies: func(t setup.Table) bool { return live(t) && t.Choices[Deck] == Drawn },
	},
	setup.Checklist,
}

func live(t setup.Table) bool { return !t.Played() }

// Walk shows the checklist and draws the exchange deck; deck is nil if the table shuffles it by hand. alone tells
// that the table wants no guide through the rounds. A box with too few cards is a *fault.Fault.
func Walk(a ask.Asker, t setup.Table) (deck []string, alone bool, err error) {
	var build []setup.Step
	if t.Choice(Deck, Drawn) == Drawn {
		have, err := fitsIn(t)
		if err != nil {
			return nil, false, err
		}
		deck, err = Draw(a, have, t.On(Auction))
		if err != nil {
			return nil, false, err
		}
	} else {
		build = []setup.Step{deckStep(t)}
	}
	l := Lay(len(t.Players), t.On(Auction))
	check := toCheck.With("each", l.EnvelopesEach, "middle", l.EnvelopesMiddle, "cards", CardsPerEnvelope, "decorations", l.AllDecorations())
	return deck, t.Choices[Deck] == Alone, setup.Walk(a, t, "pp.", steps(t, build...), check)
}

// fitsIn returns how many cards of each kind fit the table; each kind once by default.
func fitsIn(t setup.Table) (map[string]int, error) {
	if t.Choices[box] == "" {
		return oneOfEach(), nil
	}
	return cardsIn(t.Choices[box])
}

// inBox returns the only value of the option: what the table said of its box, in words. There is none if that does
// not fit.
func inBox(t setup.Table) []setup.Value {
	have, err := fitsIn(t)
	if err != nil || enough(have, t.On(Auction)) != nil {
		return nil
	}
	if t.Choices[box] == "" {
		return []setup.Value{{Text: usualBox}}
	}
	var names lang.List
	for _, c := range Cards {
		if have[c.ID] > 0 && (t.On(Auction) || !c.Auction) {
			names = append(names, c.Name)
		}
	}
	return []setup.Value{{ID: t.Choices[box], Text: lang.Literal("{names}").With("names", names)}}
}

// fitting asks which cards show this number of players, and how many of each. Kinds that the deck has no use for
// are not asked about.
func fitting(a ask.Asker, t setup.Table) (string, error) {
	auction := t.On(Auction)
	list := ask.Many{Most: copies}
	have, err := fitsIn(t)
	if err != nil {
		have = oneOfEach()
	}
	var ids []string
	var stands []int
	for _, c := range Cards {
		if auction || !c.Auction {
			ids = append(ids, c.ID)
			list.Options = append(list.Options, c.Name)
			stands = append(stands, have[c.ID])
		}
	}
	h := ask.Head{ID: "pp.which-fit", Text: whichFit.With("players", len(t.Players)), Notes: []lang.Text{fitNote}, Suggest: ask.UsualRow(stands...)}
	return ask.Accept(a, h, list, func(counts ask.Counts) (string, error) {
		var all []string
		for i, id := range ids {
			all = append(all, slices.Repeat([]string{id}, counts[i])...)
		}
		line := strings.Join(all, ",")
		have, _ := cardsIn(line) // all of them exist
		return line, enough(have, auction)
	})
}
