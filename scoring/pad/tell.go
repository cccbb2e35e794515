package pad

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var (
	tellRound  = lang.Msg("pad.tell-round", "Round {n}: {points}")
	tellLine   = lang.Msg("pad.tell-line", "{it}: {points}")
	tellStop   = lang.Msg("pad.tell-stop", "The game ended here")
	otherCat   = lang.Msg("pad.other-category", "a category that is not on this pad")
	nothing    = lang.Msg("pad.nothing", "nothing")
	whereRound = lang.Msg("pad.where-round", "Round {n}")
	whereOf    = lang.Msg("pad.where-of", "Round {n} of {of}")
	whereCat   = lang.Msg("pad.where-category", "Counting: {it}")
)

// Tell returns a line of the pad as it is read aloud.
func (s State) Tell(e scoring.Event) lang.Text {
	players := s.Table.Players
	switch e := e.(type) {
	case Round:
		return tellRound.With("n", s.rounds.Len()+1, "points", told(scoring.Whos(players, upTo(len(e.Points))), e.Points, e.Away))
	case Category:
		return tellLine.With("it", s.category(e.Category), "points", told(scoring.Whos(players, upTo(len(e.Points))), e.Points, nil))
	case Person:
		var names lang.List
		for c := range e.Points {
			names = append(names, s.category(c))
		}
		return tellLine.With("it", scoring.Who(players, e.Seat), "points", told(names, e.Points, nil))
	case Start:
		return begins.With("name", scoring.Who(players, e.Seat), "it", e.told())
	case Running:
		return tellRunning(players, e)
	case scoring.Stop:
		return tellStop
	}
	return lang.Text{}
}

// category returns the name of a category, any index.
func (s State) category(c int) lang.Text {
	if c < 0 || c >= len(s.terms.Categories) {
		return otherCat
	}
	return lang.Literal(s.terms.Categories[c])
}

// told returns a list of names with their points, without those that are left out.
func told(names lang.List, points, but []int) any {
	var out lang.List
	for i, name := range names {
		if !slices.Contains(but, i) {
			out = append(out, has.With("name", name, "n", points[i]))
		}
	}
	if out == nil {
		return nothing
	}
	return out
}

// upTo returns the numbers from 0 to n-1.
func upTo(n int) []int { return scoring.Present(n, nil) }

// Where returns the round that is played, or what is counted next.
func (s State) Where() lang.Text {
	switch n := s.rounds.Len() + 1; {
	case s.terms.Categories == nil && s.terms.Rounds > 0:
		return whereOf.With("n", n, "of", s.terms.Rounds)
	case s.terms.Categories == nil:
		return whereRound.With("n", n)
	case s.terms.PerPerson:
		return whereCat.With("it", s.Table.Players[s.open()])
	}
	return whereCat.With("it", lang.Literal(s.terms.Categories[s.open()]))
}
