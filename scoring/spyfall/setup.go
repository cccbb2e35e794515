package spyfall

import (
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// The box (rulebook, Conteúdo and Preparando a Primeira Rodada).
const (
	bags          = 30 // one for each place
	locationCards = 7  // in a bag, below the spy card
)

// Choices of the options, the default first.
const (
	Votes       = "votes"       // when time is up, everybody names a suspect
	Accusations = "accusations" // one after the other accuses
	Printed     = "printed"     // the cards in the box
	OnPhones    = "phones"      // the phones show everybody theirs
)

// Options, in the order of the screen on which the table agrees.
var (
	rounds = setup.Option{
		ID: "rounds", Sheet: "rounds_planned", Key: "r", Ask: lang.T("How many rounds?"),
		Line: lang.N("{n} round", "{n} rounds"), Lo: 1, Hi: bags, Default: 5, Later: true,
	}
	length = setup.Option{
		ID: "minutes", Key: "m", Ask: lang.T("How long does a round last?"),
		Line: lang.T("The clock: {it} a round"), Time: true, Default: 8, Applies: live, Lays: true, Later: true,
	}
	ending = setup.Option{
		ID: "time_up", Key: "e", Ask: lang.T("What happens when time is up?"), Line: lang.T("When time is up: {it}"),
		Values: setup.OneOf(setup.Value{ID: Votes, Text: lang.T("all vote (Brazilian edition)")},
			setup.Value{ID: Accusations, Text: lang.T("accuse in turn (English edition)")}),
	}
	roles = setup.Option{
		ID: "roles", Key: "a", Ask: lang.T("Do you play the roles that your cards give you? The book highly recommends it, the English one after your first few matches."), Line: lang.T("Roles: {it}"),
		Values: setup.OneOf(setup.Value{ID: setup.Yes, Text: lang.T("everybody plays their card's role")},
			setup.Value{ID: setup.No, Text: lang.T("nobody plays a role")}),
		Applies: func(t setup.Table) bool { return live(t) && t.Choice("cards", Printed) == Printed }, Lays: true, // a dealt card has none
	}
	// Cards is offered where everybody has a phone at hand.
	Cards = setup.Option{
		ID: "cards", Key: "c", Ask: lang.T("Which cards do you play with?"), Line: lang.T("Cards: {it}"),
		Values: setup.OneOf(setup.Value{ID: Printed, Text: lang.T("the printed cards in the box")},
			setup.Value{ID: OnPhones, Text: lang.T("none, they are dealt on phones")}),
		Applies: live, Lays: true,
	}
)

// live reports whether a game is played now, and not only scored.
func live(t setup.Table) bool { return !t.Played }

// onPhones reports whether the phones take the place of the cards.
func onPhones(t setup.Table) bool { return live(t) && t.Choice(Cards.ID, Printed) == OnPhones }

// clock returns how long a round lasts. A choice that is no length was refused before.
func clock(t setup.Table) time.Duration {
	d, _ := setup.Length(t.Choice(length.ID, length.Usual(t)))
	return d
}

// layoutData is the JSON of `tablemate setup`, by the keys of the contract.
type layoutData struct {
	Players int `json:"players"`
	Dealt   int `json:"cards_dealt"` // one for everybody, the spy card among them
	Seconds int `json:"clock_seconds"`
	Rounds  int `json:"rounds_planned"`
}

// layout returns the checklist with the first deal (Preparando a Primeira Rodada, Início da Rodada, Carta de Espião). It
// looks into no bag, and picks none.
func layout(t setup.Table) (setup.Layout, error) {
	n, whole := len(t.Players), clock(t)
	l := layoutData{Players: n, Dealt: n, Seconds: timer.Seconds(whole), Rounds: t.Int(rounds.ID, rounds.Default)}
	match := lang.N("This match is {n} round of {clock}.", "This match is {n} rounds of {clock} each.").With("n", l.Rounds, "clock", timer.Face(whole))
	var steps []setup.Step
	add := func(texts ...lang.Text) {
		for _, text := range texts {
			steps = append(steps, setup.Step{Text: text})
		}
	}
	if onPhones(t) {
		add(lang.T("The cards stay in the box, and with them the roles: in every round each phone shows the location, or “You are the spy!”. Anyone without a phone looks at the laptop, alone."),
			lang.T("Everybody studies the locations now. During a round that would look suspicious."), match)
		steps[1].Notes = []lang.Text{lang.T("Possible locations: {names}.").With("names", placeNames(places))}
		return setup.Layout{Data: l, Steps: steps}, nil
	}
	add(lang.T("Check the {bags} bags: in each {cards} cards of one location, face down, the spy card on top.").With("bags", bags, "cards", locationCards),
		lang.T("Everybody studies the locations, on the help cards or in the middle of the rulebook. During a round that would look suspicious."), match)
	if t.Choice(roles.ID, setup.Yes) == setup.Yes {
		add(lang.T("Agree now whether you play the roles on your cards; the book highly recommends it."))
	}
	first := lang.T("The person who looks most suspicious deals first. After that, always the spy of the last round.")
	bag := lang.T("The dealer turns the bags face down, mixes them and picks one at random, without showing its cards.")
	if t.First != "" {
		first = lang.T("{name} deals first, looking most suspicious (if somebody else does, it is them). After that, always the spy of the last round.").With("name", t.First)
		bag = lang.T("{dealer} turns the bags that are left face down, mixes them and picks one at random, without showing its cards.").With("dealer", t.First)
	}
	add(first, bag,
		lang.T("Take {n} cards from the top, one for each of you: the spy card on top is one of them.").With("n", n),
		lang.T("Shuffle these {n} and deal one to everybody, face down. The other cards stay hidden.").With("n", n),
		lang.T("Everybody looks at their own card alone, and lays it face down in front of them. Then the clock starts."))
	return setup.Layout{Data: l, Steps: steps}, nil
}
