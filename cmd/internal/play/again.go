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

// Again returns another evening where the table wanted one after the end: of the same game with the same
// people, or of another game, for which those people are suggested.
func (e *Evening) Again() (*Evening, *session.Session) {
	e.at.in.Named = "" // the next one is asked for, or the same
	if e.at.other != nil && e.at.other.ID != "" {
		s, err := session.Open(e.at.in.Store, e.at.in.Games, e.at.other.ID, e.at.in.Now, e.at.in.Random)
		if err != nil {
			return nil, nil // it can be resumed, and that says why not
		}
		return New(e.at.in, s), s
	}
	if e.at.other != nil {
		s := session.Start(e.at.in.Store, e.at.other.Game, e.at.other.Purpose, e.at.in.Now, e.at.in.Random)
		next := New(e.at.in, s)
		next.seated.Players = stillHere(e.at.s).Players
		return next, s
	}
	if e.again == notAgain {
		return nil, nil
	}
	return e.at.in.Rematch(e.at.s, e.at.s.Log.Purpose(), e.again == movedOn)
}

var nobodyNext = lang.Msg("play.nobody-next", "Nobody is named before this game begins, so nobody is next.")

// Rematch returns an evening of a game that was played before, with those who did not go home; moved: whose turn
// it is to begin begins, and nobody is asked who does.
func (w Setting) Rematch(was *session.Session, purpose string, moved bool) (*Evening, *session.Session) {
	if purpose == OnlySetUp { // it was played after all
		purpose = ToPlay
	}
	g := was.Log.Game()
	s := session.Start(w.Store, g, purpose, w.Now, w.Random)
	e := New(w, s)
	e.at.before = was.Log.ID()
	origin := e.seated.Origin
	e.seated = stillHere(was)
	e.seated.Origin = origin
	if e.seated.Choices[setup.List] == setup.OnePage { // they know how by now
		e.seated = e.seated.With(setup.List, setup.OnlyCheck)
	}
	t, _ := was.Log.Table()
	turns := moves(g, t) && moves(g, e.seated) // who began a game that was played without the program nobody knows
	if !turns && g.FirstIs != scoring.AskedFirst {
		e.seated.First = 0
	}
	_, err := g.New(e.seated)
	e.known = err == nil // else not with those who are left
	e.begins = e.known && moved && turns
	if e.known && moved && !e.begins {
		e.at.say(nobodyNext)
	}
	return e, s
}

// stillHere returns the table of a game without who has gone home, as it was where too few would be left; who
// begins is the one whose turn it is next.
func stillHere(s *session.Session) setup.Table {
	t, _ := s.Log.Table()
	g, state := s.Log.Game(), s.Log.State()
	away, first := scoring.Away(state), g.NextFirst(state)
	t.First = first
	if len(t.Players)-len(away) < g.MinPlayers {
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
