package play

import (
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The same people once more. Everybody stays where they sit, so neighbors and the keys of people are the
// same; what moves on is who begins: where the table asks for that before the cards are dealt, it is the
// one whose turn to begin it is, as the game says. What was agreed is not asked again.

// A rematch is what the table wants after the end.
type rematch int

const (
	notAgain  rematch = iota
	sameAgain         // who begins is asked
	movedOn           // whose turn it is begins
)

// onward is the offer to play again with the next one beginning; empty where nobody is next.
func (e *Evening) onward() lang.Text {
	t, _ := e.s.Table()
	g := e.s.Game()
	if !moves(g, t) {
		return lang.Text{}
	}
	return g.Onward.With("name", t.Players[g.NextFirst(t, e.s.State())])
}

// moves reports whether somebody is named before a game of a table begins.
func moves(g scoring.Game, t setup.Table) bool { return !g.Onward.Empty() && !t.Played() }

// Again is another evening where the table wanted one after the end: of the same game with the same
// people, or of another game, for which those people are suggested.
func (e *Evening) Again() (*Evening, *session.Session) {
	e.Named = "" // the next one is asked for, or the same
	if e.other != nil && e.other.ID != "" {
		s, err := session.Open(e.Store, e.Games, e.other.ID, e.Now, e.Random)
		if err != nil {
			return nil, nil // it can be resumed, and that says why not
		}
		return New(e.Setting, s), s
	}
	if e.other != nil {
		s := session.Start(e.Store, e.other.Game, e.other.Purpose, e.Now, e.Random)
		next := New(e.Setting, s)
		next.seated.Players = stillHere(e.s).Players
		return next, s
	}
	if e.again == notAgain {
		return nil, nil
	}
	return e.Rematch(e.s, e.s.Purpose(), e.again == movedOn)
}

var nobodyNext = lang.Msg("play.nobody-next", "Nobody is named before this game begins, so nobody is next.")

// Rematch is an evening of a game that was played before, with those who did not go home; moved: whose turn
// it is to begin begins, and nobody is asked who does.
func (w Setting) Rematch(was *session.Session, purpose string, moved bool) (*Evening, *session.Session) {
	if purpose == OnlySetUp { // it was played after all
		purpose = ToPlay
	}
	g := was.Game()
	s := session.Start(w.Store, g, purpose, w.Now, w.Random)
	e := New(w, s)
	e.anew, e.before = true, was.ID()
	origin := e.seated.Origin
	if e.seated, e.sit = stillHere(was), sitAgain; origin == setup.AfterTheFact {
		e.seated.Origin = origin
	}
	switch _, err := g.New(e.seated); {
	case err != nil: // not with those who are left
		e.sit = Sit
		return e, s
	case moved && moves(g, e.seated):
		e.sit = sitOnward
	case moved:
		e.say(nobodyNext)
	}
	e.say(resumed.With("game", g.Title(e.seated), "names", lang.Names(e.seated.Players)))
	return e, s
}

// stillHere is the table of a game without who has gone home, as it was where too few would be left; who
// begins is the one whose turn it is next.
func stillHere(s *session.Session) setup.Table {
	t, _ := s.Table()
	g, state := s.Game(), s.State()
	away, first := scoring.Away(state), g.NextFirst(t, state)
	if t.First = first; len(t.Players)-len(away) < g.MinPlayers {
		return t
	}
	var here []string
	for seat, name := range t.Players {
		if seat == first {
			t.First = len(here)
		}
		if !slices.Contains(away, seat) {
			here = append(here, name)
		}
	}
	t.Players = here
	return t
}
