package spyfall

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/spyfall"
)

// A round without cards: the program draws the location and the spy, and shows each player their own card. The
// rules:
//
//   - The draw comes from the seed of the dialog, so no crash changes it. Dealing a round anew draws again;
//     asking about a deal once more keeps it.
//   - Until the round is over nothing that other players see depends on the draw: no question, no order, no
//     sentence about the deal, and no refusal of it.

// An oldDeal is a deal that is asked about once more: what was dealt (nil: printed cards), and who dealt it.
type oldDeal struct {
	dealt  *Dealt
	dealer int
}

// Before returns the state in which an event is asked about once more: the cards, the dealer and the players
// stand. A round that is inserted later was dealt with printed cards.
func (s State) Before(e scoring.Event) scoring.State {
	d, is := e.(Deal)
	s.again = &oldDeal{d.Dealt, Unknown}
	if is {
		s.again.dealer, s.Away = d.Dealer, scoring.Ascending(d.Away)
	}
	return s
}

// withoutCards reports whether the program deals the round that is asked about.
func (s State) withoutCards() bool {
	if s.again != nil {
		return s.again.dealt != nil
	}
	return lay.WithoutCards(s.Table)
}

// draw deals the next round: any player who is here is the spy, and the others are at any location not yet crossed
// off, all equally likely.
func (t asking) draw() (*Dealt, error) {
	if t.again != nil {
		return t.again.dealt, nil
	}
	people := t.here(0)
	spy, err := ask.Toss(t.a, len(people))
	for err == nil { // drawn from all thirty, so that correcting another round does not change the draw
		var at int
		at, err = ask.Toss(t.a, len(Locations))
		if err == nil && !t.Played(Locations[at]) {
			return &Dealt{Spy: people[spy], Location: Locations[at].ID}, nil
		}
	}
	return nil, err
}

var (
	youAreAt   = lang.Msg("spyfall.you-are-at", "You are at: {place}")
	youAreSpy  = lang.Msg("spyfall.you-are-spy", "You are the spy")
	yourEyes   = lang.Msg("spyfall.your-eyes", "This is for your eyes only.")
	everyLooks = lang.Msg("spyfall.every-looks", "Everybody looks at their card.")
	cardsShown = lang.Msg("spyfall.cards-shown", "Cards on the table!")
	cameOut    = lang.Msg("spyfall.came-out", "{name} was the spy. Everybody else was here: {place}.")
)

// cards returns what each player may look at, by seat; nil with printed cards.
func (s State) cards(d *Dealt) []lang.Text {
	if d == nil {
		return nil
	}
	cards := make([]lang.Text, len(s.Table.Players))
	for _, seat := range s.here(0) {
		cards[seat] = youAreAt.With("place", placeName(d.Location))
		if seat == d.Spy {
			cards[seat] = youAreSpy
		}
	}
	return cards
}

// askDealt draws, and lets each player look at their card alone. Everybody gets the same question, in an order
// that gives nothing away.
func (t asking) askDealt() (scoring.Event, error) {
	d, err := t.draw()
	if err != nil {
		return nil, err
	}
	cards, people := t.cards(d), t.here(t.Dealer())
	all := ask.Head{ID: "spyfall.card", Secret: true, Notes: []lang.Text{yourEyes}, Phone: ask.Phone{Others: everyLooks}, People: people, Names: setup.Named(t.Table.Players, people)}
	looks := make([]ask.Alone[[]string], len(people))
	for k, seat := range people {
		looks[k] = ask.Alone[[]string]{Head: all.To(k), Kind: ask.Show{}}
		looks[k].Text = cards[seat]
	}
	if _, err := ask.All(t.a, looks, nil); err != nil {
		return nil, err
	}
	asks := roundRuns.With("n", t.Round(), "all", t.planned, "name", t.Table.Players[t.Dealer()])
	return Deal{Dealer: t.Dealer(), Away: scoring.Away(t.State), Dealt: d}, ask.Tell(t.a, "spyfall.deal", startClock, append([]lang.Text{asks}, t.locationNotes()...)...)
}

// dealt returns what the program dealt in the round under way; nil with printed cards or between rounds.
func (s State) dealt() *Dealt {
	if s.now == nil {
		return nil
	}
	return s.now.dealt
}

var notSpyCard = lang.Msg("spyfall.not-spy-card", "“Spy shows the card” does not count like this: the round goes on.")

// mayReveal refuses a player who claims on a phone to be the spy and is not. The table only hears that the round
// goes on.
func (s State) mayReveal(end ask.Ended, reveals int) *scoring.Fault {
	if d := s.now.dealt; d != nil && end.Option == reveals && end.By >= 0 && end.By != d.Spy {
		return fault.New(notSpyCard)
	}
	return nil
}

var (
	reallyShows = lang.Msg("spyfall.really-shows", "Has the spy shown the card? Then everybody learns who it is.")
	noneShown   = lang.Msg("spyfall.none-shown", "No, the round goes on")
	isShown     = lang.Msg("spyfall.is-shown", "Yes, and now the spy names a location")
)

// spyShows asks for confirmation when a key other than the spy's own says that the spy has shown the card: a slip
// of the finger would give the spy away.
func (t asking) spyShows(by int) (bool, error) {
	if t.now.dealt == nil || by == t.now.dealt.Spy {
		return true, nil
	}
	k, err := ask.PickOne(t.a, reallyShows.ID, reallyShows, []lang.Text{noneShown, isShown}, 0)
	return k == 1, err
}

// askDealtGuess asks the spy, who has shown the card, for the location.
func (t asking) askDealtGuess(d Dealt) (scoring.Event, error) {
	guess, err := t.askNamed(d.Spy)
	if err != nil {
		return nil, err
	}
	return t.reveal(d, Ending{How: ByGuess, Accuser: Unknown, Suspect: Unknown, Guess: guess, Correct: guess == d.Location})
}

// reveal ends a round with what was dealt, and announces it, since no printed card shows it.
func (t asking) reveal(d Dealt, e Ending) (scoring.Event, error) {
	e.Spy, e.Location = d.Spy, d.Location
	return e, ask.Tell(t.a, "spyfall.came-out", cardsShown, cameOut.With("name", t.now.name(d.Spy), "place", placeName(d.Location)))
}

var (
	dealAgain  = lang.Msg("spyfall.deal-again", "the deal of this round no longer fits: deal again")
	notAsDealt = lang.Msg("spyfall.not-as-dealt", "this is not how the round was dealt")
)

// judgeDealt adds a deal to a round. Whatever is wrong with it is refused in the same words, which name neither
// the spy nor the location.
func (s State) judgeDealt(r *round, d *Dealt) *scoring.Fault {
	if d == nil {
		return nil
	}
	fits := func(l Location) bool { return l.ID == d.Location && !s.Played(l) }
	if r.mustPlay(d.Spy) != nil || !slices.ContainsFunc(Locations, fits) {
		return fault.New(dealAgain, "dealt")
	}
	own := *d
	r.dealt = &own
	return nil
}

// cameToLight reports whether an ending agrees with what was dealt.
func (d Dealt) cameToLight(e Ending) bool {
	return e.Spy == d.Spy && e.Location == d.Location && (e.How != ByGuess || e.Correct == (e.Guess == d.Location))
}
