package pictureperfect

import (
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

var (
	goOn      = lang.Msg("pp.go-on", "Done?")
	whoBuilds = lang.Msg("pp.who-builds", "Who builds the exchange deck?")
	byProgram = lang.Msg("pp.by-program", "The program draws it and turns the cards over, one per round")
	byHand    = lang.Msg("pp.by-hand", "We shuffle it by hand")
	onOurOwn  = lang.Msg("pp.on-our-own", "We shuffle it by hand, and play without the program up to the photos")
	whichFit  = lang.Msg("pp.which-fit", "Which of these show {players} players on the back?")
	fitNote   = lang.Msg("pp.which-fit-note", "Sort the exchange cards by their backs. All start at 1: make it 0 for those that do not fit, or more where you have more than one.")
	allSet    = lang.Msg("pp.all-set", "All set. Enjoy the game!")
)

// most copies of one kind that a box is asked about: a deck has six cards.
const copies = Rounds

// Walk goes through the checklist, one step a screen, and builds the exchange deck.
// The deck is nil where the table shuffles it by hand; alone says that it wants no
// guide through the rounds either.
func Walk(a ask.Asker, t setup.Table) (deck []string, alone bool, err error) {
	before, after := Steps(t)
	if err := setup.Walk(a, "pp.before.", goOn, before); err != nil {
		return nil, false, err
	}
	if deck, alone, err = build(a, t); err != nil {
		return nil, false, err
	}
	if err := setup.Walk(a, "pp.after.", goOn, after); err != nil {
		return nil, false, err
	}
	return deck, alone, ask.Tell(a, "pp.all-set", allSet)
}

// build asks who builds the deck; alone as Walk has it.
func build(a ask.Asker, t setup.Table) (deck []string, alone bool, err error) {
	auction := t.On(Auction)
	have, err := fitting(a, len(t.Players), auction)
	if err != nil {
		return nil, false, err
	}
	hand, err := ask.PickOne(a, "pp.who-builds", whoBuilds, []lang.Text{byProgram, byHand, onOurOwn}, 0)
	if err != nil {
		return nil, false, err
	}
	if hand == 0 {
		deck, err = Draw(a, have, auction)
		return deck, false, err
	}
	return nil, hand == 2, setup.Walk(a, "pp.deck.", goOn, []setup.Step{DeckStep(len(t.Players), auction)})
}

// fitting asks which cards show this number of players, and how many of each. What
// the deck has no use for (auctions without the variant) is not asked.
func fitting(a ask.Asker, players int, auction bool) (map[string]int, error) {
	q := ask.Question{
		ID: "pp.which-fit", Kind: ask.Many, Most: copies,
		Text: whichFit.With("players", players), Notes: []lang.Text{fitNote},
	}
	var ids []string
	all := ask.Answer{By: ask.Scorekeeper, Values: [][]int{nil}}
	for _, c := range Cards {
		if auction || !c.Auction {
			ids = append(ids, c.ID)
			q.Options = append(q.Options, c.Name)
			all.Values[0] = append(all.Values[0], 1)
		}
	}
	q.Suggest = &all
	count := func(r ask.Answer) map[string]int {
		have := map[string]int{}
		for i, id := range ids {
			have[id] = r.Values[0][i]
		}
		return have
	}
	r, err := ask.Put(a, q, func(r ask.Answer) error { return Enough(count(r), auction) })
	if err != nil {
		return nil, err
	}
	return count(r), nil
}
