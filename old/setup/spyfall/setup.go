// Package spyfall lays out Spyfall: the bags, what the table agrees on, and the deal before every round. It never
// picks a bag and never looks into one: with printed cards the program learns the location only after the round.
//
// Source: Spyfall rulebook, Brazilian edition (headings, no page numbers).
package spyfall

import (
	"embed"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The contents of the box. Source: rulebook, Conteúdo and Preparando a Primeira Rodada.
const (
	Bags          = 30 // one for each location; a used one is not played again in the match
	LocationCards = 7  // in a bag, below the spy card
)

// The IDs of what the table agrees on.
const (
	Rounds  = "rounds"  // 1 to 30; the rulebook advises 5 for the first match
	Minutes = "minutes" // the length of a round: minutes, or minutes and seconds as in 7:30
	TimeUp  = "time_up" // what happens when time is up: Votes or Accusations
	Cards   = "cards"   // Printed or OnPhones
)

// The choices for TimeUp.
const (
	Votes       = "votes"       // everybody names a suspect (Brazilian edition)
	Accusations = "accusations" // people accuse one after the other (English edition)
)

// The choices for Cards.
const (
	Printed  = "printed" // those in the box
	OnPhones = "phones"  // none: each phone tells its owner the location, or that they are the spy
)

// WithoutCards reports whether phones take the place of the cards.
func WithoutCards(t setup.Table) bool { return t.Choice(Cards, Printed) == OnPhones && !t.Played() }

// The default choices. Source: rulebook, Início da Rodada and Final da Rodada.
const (
	DefaultRounds  = 5
	DefaultMinutes = 8
)

const longest = 2 * time.Hour

// Laid tells what a round needs. Its JSON is the output of `tablemate setup spyfall --format json`.
type Laid struct {
	Players       int `json:"players"`
	CardsDealt    int `json:"cards_dealt"`
	ClockSeconds  int `json:"clock_seconds"`
	RoundsPlanned int `json:"rounds_planned"`
}

// Lay returns what the table lays out: one card for each player, the spy card among them. Source: rulebook, Carta
// de Espião.
func Lay(t setup.Table) Laid {
	clock, _ := Clock(t)
	return Laid{
		Players: len(t.Players), CardsDealt: len(t.Players),
		ClockSeconds: int(clock / time.Second), RoundsPlanned: t.Int(Rounds, DefaultRounds),
	}
}

var badClock = lang.Msg("spyfall.bad-clock", "“{it}” is not a length for a round: minutes, or minutes and seconds as in 7:30, {most} minutes at most")

// Clock returns the length of a round, from a second to two hours, 8:00 by default. It refuses a choice that is
// not a length.
func Clock(t setup.Table) (time.Duration, *fault.Fault) {
	text := t.Choice(Minutes, strconv.Itoa(DefaultMinutes))
	min, sec, exact := strings.Cut(text, ":")
	m, err := strconv.ParseUint(min, 10, 8)
	s := uint64(0)
	if err == nil && exact {
		s, err = strconv.ParseUint(sec, 10, 8)
	}
	d := time.Duration(m)*time.Minute + time.Duration(s)*time.Second
	if err != nil || s > 59 || exact && len(sec) != 2 || d < time.Second || d > longest {
		return 0, fault.New(badClock.With("it", text, "most", int(longest/time.Minute)), Minutes)
	}
	return d, nil
}

// Face returns a length the way a clock shows it: 8:00.
func Face(d time.Duration) string {
	s := int(d / time.Second)
	return strconv.Itoa(s/60) + ":" + strconv.Itoa(s%60/10) + strconv.Itoa(s%10)
}

var (
	bags       = lang.Msg("spyfall.step-bags", "Check the {bags} bags: in each {cards} cards of one location, face down, the spy card on top.")
	places     = lang.Msg("spyfall.step-places", "Before the first round everybody studies the locations, on the help cards or in the middle of the rulebook. During a round that would look suspicious.")
	agree      = lang.Plural("spyfall.step-agree", "This match is {n} round of {clock}.", "This match is {n} rounds of {clock} each.")
	roles      = lang.Msg("spyfall.step-roles", "Agree whether you play the roles that your cards give you. It is more fun if you do.")
	firstDeal  = lang.Msg("spyfall.step-first", "The person who looks most suspicious deals first. After that, always the spy of the last round.")
	firstNamed = lang.Msg("spyfall.step-first-named", "{name} looks most suspicious and deals first. After that, always the spy of the last round.")

	noCards   = lang.Msg("spyfall.step-no-cards", "The cards stay in the box: in every round each phone shows the location, or that its owner is the spy. Nobody else sees it.")
	listed    = lang.Msg("spyfall.step-listed", "Before every round the laptop lists the locations: then everybody studies them. During a round that would look suspicious.")
	firstAsks = lang.Msg("spyfall.step-first-asks", "{name} looks most suspicious and asks the first question. After that, always the spy of the last round.")

	dealBag     = lang.Msg("spyfall.step-bag", "The dealer turns the bags face down, mixes them and picks one at random, without showing its cards.")
	dealNamed   = lang.Msg("spyfall.step-bag-named", "{dealer} turns the bags that are left face down, mixes them and picks one at random, without showing its cards.")
	dealTake    = lang.Msg("spyfall.step-take", "Take {n} cards from the top, one for each of you: the spy card on top is one of them.")
	dealShuffle = lang.Msg("spyfall.step-shuffle", "Shuffle these {n} and deal one to everybody, face down. The other cards stay hidden.")
	dealLook    = lang.Msg("spyfall.step-look", "Everybody looks at their own card alone, and lays it face down in front of them.")
)

// Steps returns the checklist before the first round, in order. The first dealer is t.First. Source: rulebook,
// Preparando a Primeira Rodada and Início da Rodada.
func Steps(t setup.Table) []setup.Step {
	l := Lay(t)
	match := setup.Step{Text: agree.With("n", l.RoundsPlanned, "clock", Face(time.Duration(l.ClockSeconds)*time.Second))}
	if WithoutCards(t) {
		return []setup.Step{{Text: noCards}, {Text: listed}, match, {Text: firstAsks.With("name", t.Players[t.First])}}
	}
	first := firstDeal
	if len(t.Players) > 0 && t.Players[t.First] != "" {
		first = firstNamed.With("name", t.Players[t.First])
	}
	return []setup.Step{
		{Text: bags.With("bags", Bags, "cards", LocationCards)},
		{Text: places},
		match,
		{Text: roles},
		{Text: first},
	}
}

// Deal tells how to deal a round to n people, in order; the dealer may have no name. Source: rulebook, Início da
// Rodada and Carta de Espião.
func Deal(dealer string, n int) []lang.Text {
	bag := dealBag
	if dealer != "" {
		bag = dealNamed.With("dealer", dealer)
	}
	return []lang.Text{bag, dealTake.With("n", n), dealShuffle.With("n", n), dealLook}
}

// OnPaper returns the checklist with the first deal. Nothing is drawn: the dealer picks the bag.
func OnPaper(t setup.Table, _ ask.Asker) (setup.Layout, error) {
	if _, f := Clock(t); f != nil {
		return setup.Layout{}, f
	}
	steps := Steps(t)
	for _, text := range Deal(t.Players[t.First], len(t.Players)) {
		steps = append(steps, setup.Step{Text: text})
	}
	return setup.Layout{Facts: Lay(t), Steps: steps}, nil
}

var checkMatch = lang.Plural("spyfall.check", "To check: {n} round of {clock}; {cards} cards to a bag, the spy card on top.", "To check: {n} rounds of {clock}; {cards} cards to a bag, the spy card on top.")

// Walk shows the checklist before the first round.
func Walk(a ask.Asker, t setup.Table) error {
	l := Lay(t)
	clock := Face(time.Duration(l.ClockSeconds) * time.Second)
	check := checkMatch.With("n", l.RoundsPlanned, "clock", clock, "cards", LocationCards+1)
	if WithoutCards(t) {
		check = agree.With("n", l.RoundsPlanned, "clock", clock)
	}
	return setup.Walk(a, t, "spyfall.", Steps(t), check)
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "spyfall", Files: files}
