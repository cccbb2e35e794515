package dixit

import (
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	lay "github.com/tablemate/tablemate/setup/dixit"
)

// What is to be done between two turns (Fim do turno): the hands, the pile, in Party also
// the pegs. It is no question of its own, so it costs no key.

var (
	drawBack  = lang.Msg("dixit.draw-back", "Everybody draws back up to {n} cards.")
	passHands = lang.Msg("dixit.pass-hands", "Everybody draws back up to {n} cards and then passes the whole hand, face down, to the left. {who} gets the red peg.")
	reshuffle = lang.Msg("dixit.reshuffle", "No card left to draw? Shuffle the cards that were played: they are the new draw pile.")
)

// between are the notes between the last turn and the next one; none before the first.
func (s State) between() []lang.Text {
	l, err := lay.Lay(s.around(Turn{Away: s.away}))
	if s.turns.Len() == 0 || err != nil {
		return nil
	}
	text := drawBack
	if s.mode == lay.Party {
		text = passHands
	}
	notes := []lang.Text{text.With("n", l.CardsEach, "who", scoring.Who(s.table.Players, s.Storyteller()))}
	if s.pileMayEnd() {
		notes = append(notes, reshuffle)
	}
	return notes
}

// pileMayEnd reports whether the draw pile may not be enough for what everybody draws after
// the last turn. It counts as many cards as can have been dealt and laid; what was played
// comes back when the pile has ended.
func (s State) pileMayEnd() (ends bool) {
	l, err := lay.Lay(s.table)
	if err != nil {
		return false
	}
	pile, played := lay.Images-l.CardsEach*len(s.table.Players), 0
	for _, t := range s.turns.All() {
		drawn := s.shown(t)
		played += drawn
		if pile -= drawn; pile < 0 {
			pile, played, ends = pile+played, 0, true
		} else {
			ends = false
		}
	}
	return ends
}
