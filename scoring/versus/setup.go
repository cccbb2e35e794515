package versus

import (
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The box of Versus (rulebook, Componentes).
const (
	versusCards = 48 // all of them dealt
	gems        = 18
	penalties   = 4
)

// layoutData is the JSON of `tablemate setup`, by the keys of the contract.
type layoutData struct {
	Players   int   `json:"players"`
	CardsEach []int `json:"cards_each"` // in dealing order, from the dealer's left; the dealer last
}

// layout returns the checklist: three kinds of cards, the deal, the person who begins (rulebook, Componentes, Preparação, O
// jogo). Cards are dealt one by one from the dealer's left, so the first people get the odd ones: a house reading.
func layout(t setup.Table) (setup.Layout, error) {
	n := len(t.Players)
	data := layoutData{Players: n, CardsEach: make([]int, n)}
	for card := range versusCards {
		data.CardsEach[card%n]++
	}
	deal := lang.T("The dealer deals out all {cards} Versus cards, one by one, beginning on the left:")
	begin := lang.T("The person to the dealer's left begins.")
	if t.First != "" {
		deal = lang.T("{dealer} deals out all {cards} Versus cards, one by one, beginning on the left:").With("dealer", t.First)
		begin = lang.T("{name} sits to the dealer's left and begins.").With("name", leftOf(t, t.First))
	}
	return setup.Layout{Data: data, Steps: []setup.Step{
		{Text: lang.T("Shuffle the three kinds of cards, each by itself: {cards} Versus cards, {gems} gems, {penalties} penalties.").
			With("cards", versusCards, "gems", gems, "penalties", penalties)},
		{Text: lang.T("The gem pile goes into the middle, where every hand can reach it.")},
		{Text: lang.T("The penalties lie face down, wherever there is room.")},
		{Text: deal.With("cards", versusCards), Notes: deals(t, data.CardsEach)},
		{Text: lang.T("Everybody lays their Versus cards in front of them as a pile, face down.")},
		{Text: lang.T("Turn a card over by its far edge, its back toward you: the faster you are, the sooner you see it too.")},
		{Text: begin},
	}}, nil
}

// deals says how many cards everybody gets, in dealing order.
func deals(t setup.Table, each []int) (lines []lang.Text) {
	dealer := t.First
	if dealer == "" {
		dealer = t.Players[len(t.Players)-1]
	}
	for k, n := range t.Turn(leftOf(t, dealer)) {
		var who any = n
		switch {
		case t.First != "":
		case k == len(each)-1:
			who = lang.T("The dealer")
		default:
			who = lang.T("Place {place} from the dealer's left").With("place", k+1)
		}
		lines = append(lines, lang.N("{name}: {n} card", "{name}: {n} cards").With("name", who, "n", each[k]))
	}
	return lines
}

// leftOf returns the person on somebody's left.
func leftOf(t setup.Table, n scoring.Name) scoring.Name { return t.Turn(n)[1] }
