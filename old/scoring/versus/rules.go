// Package versus implements Versus, the slap game for gems: who slapped, who got the second gem, who is out. It
// tracks gems and players, not cards, so the table has to say who has played their last card.
//
// Source: Versus rulebook (a poor scan in Portuguese, without page numbers).
package versus

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/versus"
)

// The events of a game. Seats are counted from 0.
type (
	// Slap: By was the first to slap on two equal cards, keeps one gem and gives the other to Gives. Out are the
	// players who had run out of cards and leave the game with this slap; Gives may be one of them, By never.
	Slap struct {
		By    int   `json:"by"`
		Gives int   `json:"gives"`
		Out   []int `json:"out,omitempty"`
	}
	// WrongSlap: By slapped without two equal cards, and drew this penalty.
	WrongSlap struct {
		By      int     `json:"by"`
		Penalty Penalty `json:"penalty"`
	}
	// Amulet: the slap right before it does not count.
	Amulet struct {
		Of *Slap `json:"of,omitempty"` // the slap it took back; nil: whichever came right before it
	}
	// SlapStands: nobody plays an amulet against the slap that ended the game.
	SlapStands struct{}
)

func (SlapStands) Kind() string { return "slap-stands" }
func (Slap) Kind() string       { return "slap" }
func (WrongSlap) Kind() string  { return "wrong_slap" }
func (Amulet) Kind() string     { return "amulet" }

// minPlayers and maxPlayers limit the table: with two players the game would be over at once, and eight still get
// six cards each. A house reading: the rulebook names no limits.
const (
	minPlayers = 3
	maxPlayers = 8
)

// gemsASlap is how many gems a slap takes off the pile: one is kept, one is given away. Source: rulebook, O jogo.
const gemsASlap = 2

// lastTwo is the number of players in play at which the game ends. Source: rulebook, O jogo.
const lastTwo = 2

// A State is a game of Versus in progress.
type State struct {
	scoring.Frame

	stands bool // the table said that the slap which ended the game counts
	now    moment
	before moment                      // as of just before the last slap, for an amulet
	events scoring.Past[scoring.Event] // slaps, wrong slaps and amulets: the parts of the result
}

// A moment is how the game stands between two slaps.
type moment struct {
	gems    []int      // by seat
	out     []bool     // by seat
	penalty *WrongSlap // in force until anybody slaps, right or wrong (rulebook, Penalidades); nil: none
}

func begin(t setup.Table) (scoring.State, error) {
	n := len(t.Players)
	return State{now: moment{gems: make([]int, n), out: make([]bool, n)}}, nil
}

var (
	isOut        = lang.Msg("versus.is-out", "{name} is out of the game; in play are {names}")
	ownGift      = lang.Msg("versus.own-gift", "{name} slapped, and gives the second gem to somebody else")
	slapperOut   = lang.Msg("versus.slapper-out", "{name} slapped, and so stays in the game")
	noPenalty    = lang.Msg("versus.no-penalty", "“{it}” is not a penalty; choose one of: {names}")
	otherSlap    = lang.Msg("versus.other-slap", "the slap that this amulet took back is no longer there")
	fixed        = lang.Msg("versus.nobody-joins", "All the cards are dealt, so nobody can join any more. Anyone who has to go is out with the next slap: name them at “Is anybody out?”.")
	notLast      = lang.Msg("versus.not-last", "no slap ended the game here, so there is none to confirm or take back")
	noSlapBefore = lang.Msg("versus.no-slap-before", "an amulet takes back the slap right before it, and there is none")
)

// pile returns how many gems are left, 18 at first. Source: rulebook, Componentes.
func (s State) pile() int {
	left := lay.Gems
	for _, n := range s.now.gems {
		left -= n
	}
	return left
}

// inPlay returns the seats still in the game, in seat order, leaving out one of them (-1: none).
func (s State) inPlay(but int) []int {
	var in []int
	for seat, out := range s.now.out {
		if !out && seat != but {
			in = append(in, seat)
		}
	}
	return in
}

// Ended reports whether the gems are gone or only two players are left. Source: rulebook, O jogo.
func (s State) Ended() bool { return s.pile() < gemsASlap || len(s.inPlay(-1)) <= lastTwo }

// canTakeBack reports whether an amulet may be played: right after a slap, even the one that ended the game.
func (s State) canTakeBack() bool {
	_, slap := s.lastSlap()
	return slap && !s.Stopped && !s.stands
}

// lastSlap returns the slap that an amulet would take back; ok is false unless a slap was the last event.
func (s State) lastSlap() (slap Slap, ok bool) {
	last, _ := s.events.Last()
	slap, ok = last.(Slap)
	return slap, ok
}

// Play returns the next state. After the end it still takes an amulet, or the word that the last slap counts.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	switch e := e.(type) {
	case Slap:
		return s.slap(e)
	case WrongSlap:
		return s.wrongSlap(e)
	case Amulet:
		return s.amulet(e)
	}
	if !s.Ended() || !s.canTakeBack() {
		return s, fault.New(notLast)
	}
	s.stands = true
	return s, nil
}

// slap gives one gem to the slapper and one to the player of their choice. Players who had run out of cards and
// did not slap are out, and the penalty in force ends. Source: rulebook, O jogo and Fica pra próxima.
func (s State) slap(e Slap) (scoring.State, error) {
	if f := s.judge(e); f != nil {
		return s, f
	}
	s.before = s.now
	s.now = moment{gems: slices.Clone(s.now.gems), out: slices.Clone(s.now.out)}
	s.now.gems[e.By]++
	s.now.gems[e.Gives]++
	for _, seat := range e.Out {
		s.now.out[seat] = true
	}
	e.Out = slices.Clone(e.Out)
	s.events = s.events.And(e)
	return s, nil
}

func (s State) judge(e Slap) *scoring.Fault {
	if f := s.mustPlay(e.By, "by"); f != nil {
		return f
	}
	if f := s.mustPlay(e.Gives, "gives"); f != nil {
		return f
	}
	if e.Gives == e.By {
		return fault.New(ownGift.With("name", s.Table.Players[e.By]), "gives")
	}
	for i, seat := range e.Out {
		at := []string{"out", fault.Index(i)}
		if f := s.mustPlay(seat, at...); f != nil {
			return f
		}
		if seat == e.By {
			return fault.New(slapperOut.With("name", s.Table.Players[seat]), at...)
		}
	}
	return scoring.CheckSeats(s.Table.Players, e.Out).Under("out")
}

// mustPlay refuses a seat that is not in play, also as the receiver of a gem: a house reading, since the rulebook
// says “any other player”.
func (s State) mustPlay(seat int, at ...string) *scoring.Fault {
	if f := scoring.CheckSeat(s.Table.Players, seat, at...); f != nil {
		return f
	}
	if s.now.out[seat] {
		return fault.New(isOut.With("name", s.Table.Players[seat], "names", s.names(s.inPlay(-1))), at...)
	}
	return nil
}

// wrongSlap gives the slapper a penalty, which replaces the one in force. Source: rulebook, Penalidades.
func (s State) wrongSlap(e WrongSlap) (scoring.State, error) {
	if f := s.mustPlay(e.By, "by"); f != nil {
		return s, f
	}
	if _, ok := e.Penalty.Card(); !ok {
		return s, fault.New(noPenalty.With("it", string(e.Penalty), "names", cardNames()), "penalty")
	}
	s.now.penalty = &e
	s.events = s.events.And(e)
	return s, nil
}

// amulet restores everything from before the slap: gems, players, and the penalty in force. Source: rulebook,
// Penalidades (the text on the amulet).
func (s State) amulet(e Amulet) (scoring.State, error) {
	switch last, ok := s.lastSlap(); {
	case s.Stopped || s.stands:
		return s, fault.New(scoring.Over)
	case !ok:
		return s, fault.New(noSlapBefore)
	case e.Of != nil && !sameSlap(*e.Of, last):
		return s, fault.New(otherSlap)
	}
	s.now = s.before
	s.events = s.events.And(e)
	return s, nil
}

func (s State) names(seats []int) lang.List { return scoring.Whos(s.Table.Players, seats) }

// Result ranks players in play before those who are out. The most gems in play win, and a tie is shared, as the
// rulebook does not settle it. A reading explains why a player who is out did not win with as many gems or more.
// Source: rulebook, Fim do jogo.
func (s State) Result() scoring.Result {
	r := scoring.Result{Game: id, Rows: slices.Clone(s.Table.Players), Points: slices.Clone(s.now.gems), Parts: s.parts()}
	inPlay := make([]int, len(r.Rows))
	for _, seat := range s.inPlay(-1) {
		inPlay[seat] = 1
	}
	r.Ranks = scoring.Ranks(inPlay, r.Points)
	if !scoring.IsOver(s) {
		return r
	}
	r = r.Decide()
	r.Reopens = s.canTakeBack()
	r.Reason, r.Readings = s.reason(r), s.readings(r.Winners)
	return r
}

func sameSlap(a, b Slap) bool {
	return a.By == b.By && a.Gives == b.Gives && slices.Equal(a.Out, b.Out)
}
