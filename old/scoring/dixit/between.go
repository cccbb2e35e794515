package dixit

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	lay "github.com/tablemate/tablemate/old/setup/dixit"
)

// Between two turns (Fim do turno) the table refills the hands and minds the pile, and in Party passes the red peg on.
// These notes come with the next question, so they cost no key.

var (
	drawBack  = lang.Msg("dixit.draw-back", "Everybody draws back up to {n} cards.")
	passHands = lang.Msg("dixit.pass-hands", "Everybody draws back up to {n} cards and then passes the whole hand, face down, to the left. {who} gets the red peg.")
	twoPegs   = lang.Msg("dixit.two-pegs", "With {n} people everybody takes a second voting peg, and may vote for two cards.")
	onePeg    = lang.Msg("dixit.one-peg", "With {n} people everybody has one voting peg again, and votes for one card.")
	twoCards  = lang.Msg("dixit.two-cards", "With {n} people the storyteller hands in one card, and the two others hand in two each.")
	oneCard   = lang.Msg("dixit.one-card", "With {n} people everybody hands in one card.")
	reshuffle = lang.Msg("dixit.reshuffle", "No card left to draw? Shuffle the cards that were played: they are the new draw pile.")
)

// between returns the notes between the last turn and the next one; none before the first.
func (s State) between() []lang.Text {
	l, err := lay.Lay(s.around(Turn{Away: s.Away}))
	if s.turns.Len() == 0 || err != nil {
		return nil
	}
	text := drawBack
	if s.mode == lay.Party {
		text = passHands
	}
	notes := []lang.Text{text.With("n", l.CardsEach, "who", scoring.Who(s.Table.Players, s.Storyteller()))}
	if s.pileMayEnd() {
		notes = append(notes, reshuffle)
	}
	return append(notes, s.fromNowOn()...)
}

// fromNowOn tells what changes because more or fewer people are here than in the last turn.
func (s State) fromNowOn() []lang.Text {
	last, _ := s.turns.Last()
	next := Turn{Away: s.Away}
	was, n := s.people(last), s.people(next)
	var now lang.Text
	switch two := s.twoVotes(next); {
	case n == was:
		return nil
	case two != s.twoVotes(last) && two:
		now = twoPegs
	case n == lay.MinPlayers:
		now = twoCards
	case two != s.twoVotes(last):
		now = onePeg
	case was == lay.MinPlayers:
		now = oneCard
	default:
		return nil
	}
	return []lang.Text{now.With("n", n)}
}

// pileMayEnd reports whether the draw pile may run out when everybody draws after the last turn. It assumes that
// as many cards as possible were dealt and played; once the pile has run out the played cards are the new one.
func (s State) pileMayEnd() (ends bool) {
	l, err := lay.Lay(s.Table)
	if err != nil {
		return false
	}
	pile, played := lay.Images-l.CardsEach*len(s.Table.Players), 0
	for _, t := range s.turns.All() {
		drawn := s.shown(t)
		played += drawn
		pile -= drawn
		if pile < 0 {
			pile, played, ends = pile+played, 0, true
		} else {
			ends = false
		}
	}
	return ends
}
