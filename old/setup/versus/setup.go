// Package versus lays out Versus, the slap game for gems: the three kinds of cards, the deal, and who begins. It
// never shuffles; the table does.
//
// Source: Versus rulebook (a poor scan in Portuguese, without page numbers).
package versus

import (
	"embed"
	"strconv"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The contents of the box. Source: rulebook, Componentes.
const (
	Cards     = 48 // Versus cards, all of them dealt
	Gems      = 18
	Penalties = 4
)

// Laid tells how the Versus cards are dealt. Its JSON is the output of `tablemate setup versus --format json`.
type Laid struct {
	Players   int   `json:"players"`
	CardsEach []int `json:"cards_each"` // in dealing order, from the dealer's left; the dealer last
}

// Lay deals all cards one by one from the dealer's left, so the first players get the cards left over. The
// rulebook only says that all cards are dealt. Source: rulebook, Preparação.
func Lay(t setup.Table) Laid {
	n := len(t.Players)
	l := Laid{Players: n, CardsEach: make([]int, n)}
	for card := range Cards {
		l.CardsEach[card%n]++
	}
	return l
}

var (
	shuffle    = lang.Msg("versus.step-shuffle", "Shuffle the three kinds of cards, each by itself: {cards} Versus cards, {gems} gems, {penalties} penalties.")
	gemPile    = lang.Msg("versus.step-gems", "The gem pile goes into the middle, where every hand can reach it.")
	penalties  = lang.Msg("versus.step-penalties", "The penalties lie face down, wherever there is room.")
	dealNamed  = lang.Msg("versus.step-deal-named", "{dealer} deals out all {cards} Versus cards, one by one, beginning on the left:")
	deal       = lang.Msg("versus.step-deal", "The dealer deals out all {cards} Versus cards, one by one, beginning on the left:")
	gets       = lang.Plural("versus.step-gets", "{name}: {n} card", "{name}: {n} cards")
	place      = lang.Msg("versus.step-place", "Place {place} from the dealer's left")
	theDealer  = lang.Msg("versus.step-the-dealer", "The dealer")
	ownPile    = lang.Msg("versus.step-pile", "Everybody lays their Versus cards in front of them as a pile, face down.")
	turnCards  = lang.Msg("versus.step-turn", "Turn a card over by its far edge, its back toward you: the faster you are, the sooner you see it too.")
	beginNamed = lang.Msg("versus.step-begin-named", "{name} sits to the dealer's left and begins.")
	begin      = lang.Msg("versus.step-begin", "The person to the dealer's left begins.")
)

// Steps returns the checklist in order. The dealer is t.First; players without a name are called by their place.
// Source: rulebook, Componentes, Preparação and O jogo.
func Steps(t setup.Table) []setup.Step {
	dealing, starting := deal, begin
	if t.Players[t.First] != "" {
		dealing = dealNamed.With("dealer", t.Players[t.First])
		starting = beginNamed.With("name", t.Players[t.Turn(t.First + 1)[0]])
	}
	return []setup.Step{
		{Text: shuffle.With("cards", Cards, "gems", Gems, "penalties", Penalties)},
		{Text: gemPile},
		{Text: penalties},
		{Text: dealing.With("cards", Cards), Notes: Deal(t)},
		{Text: ownPile},
		{Text: turnCards},
		{Text: starting},
	}
}

// Deal lists how many Versus cards each player gets, in dealing order.
func Deal(t setup.Table) []lang.Text {
	var lines []lang.Text
	each := Lay(t).CardsEach
	for k, seat := range t.Turn(t.First + 1) {
		name := lang.Literal(t.Players[seat])
		switch {
		case t.Players[seat] != "":
		case seat == t.First:
			name = theDealer
		default:
			name = place.With("place", k+1)
		}
		lines = append(lines, gets.With("name", name, "n", each[k]))
	}
	return lines
}

// OnPaper returns the deal and the whole checklist. Nothing is drawn: the table shuffles.
func OnPaper(t setup.Table, _ ask.Asker) (setup.Layout, error) {
	return setup.Layout{Facts: Lay(t), Steps: Steps(t)}, nil
}

var checkNamed = lang.Msg("versus.check", "To check: {gems} gems in the middle; Versus cards: {each}.")

// Walk shows the checklist.
func Walk(a ask.Asker, t setup.Table) error {
	each, cards := lang.List{}, Lay(t).CardsEach
	for k, seat := range t.Turn(t.First + 1) {
		each = append(each, lang.Literal(t.Players[seat]+" "+strconv.Itoa(cards[k])))
	}
	return setup.Walk(a, t, "versus.", Steps(t), checkNamed.With("gems", Gems, "each", each))
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "versus", Files: files}
