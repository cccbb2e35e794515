package versus

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

var (
	tellSlap    = lang.Msg("versus.tell-slap", "Slap {n}: {name} slapped; the second gem went to {other}")
	tellSlapOut = lang.Msg("versus.tell-slap-out", "Slap {n}: {name} slapped; the second gem went to {other}; out: {out}")
	tellWrong   = lang.Msg("versus.tell-wrong", "{name} made a wrong slap: {card}")
	tellBack    = lang.Msg("versus.tell-amulet", "An amulet took the slap back")
	tellStands  = lang.Msg("versus.tell-stands", "The last slap counts")
)

// Tell returns an event in one line, the way a person would tell it.
func (s State) Tell(e scoring.Event) lang.Text {
	players := s.Table.Players
	switch e := e.(type) {
	case Slap:
		say := tellSlap
		if len(e.Out) > 0 {
			say = tellSlapOut
		}
		return say.With("n", s.slaps()+1, "name", scoring.Who(players, e.By), "other", scoring.Who(players, e.Gives), "out", scoring.Whos(players, e.Out))
	case WrongSlap:
		card, _ := e.Penalty.Card()
		return tellWrong.With("name", scoring.Who(players, e.By), "card", card.Name)
	case Amulet:
		return tellBack
	case SlapStands:
		return tellStands
	}
	return lang.Text{}
}

// Where returns the number of the slap that everybody is waiting for.
func (s State) Where() lang.Text { return partSlap.With("n", s.slaps()+1) }

// slaps returns how many correct slaps still count.
func (s State) slaps() (n int) {
	for _, e := range s.events.All() {
		switch e.(type) {
		case Slap:
			n++
		case Amulet:
			n--
		}
	}
	return n
}
