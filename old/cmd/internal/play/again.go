package play

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A rematch. Everybody stays at their seat, so neighbors and people's keys are the same. Only the first player changes:
// where the table names one before the cards are dealt, the game says whose turn it is. The table is not asked again
// for the rules it agreed on.

// Again returns the next evening if the table asked for one after the end: a rematch with the same people, or another
// game, which suggests those people. It returns nil if the table is done.
func (e *Evening) Again() (*Evening, *session.Session) {
	e.at.in.Named = "" // it is asked again, or known from the game itself
	in, now, next := e.at.in, e.at.s, e.at.next
	switch {
	case next == nil:
		return nil, nil
	case next.again:
		return in.rematch(now, now.Log.Purpose(), next.moved)
	case next.back != "":
		s, err := session.Open(in.Store, in.Games, next.back, in.Now, in.Random)
		if err != nil {
			return nil, nil // resuming that game will say why it does not open
		}
		return New(in, s), s
	}
	in.Named = next.Named
	s := session.Start(in.Store, next.Game, next.Purpose, in.Now, in.Random)
	other := New(in, s)
	other.seats.Was.Players = stillHere(now).Players
	return other, s
}

var (
	nobodyNext = lang.Msg("play.nobody-next", "Nobody is named before this game begins, so nobody is next.")
	otherFile  = lang.Msg("play.other-file", "{game} has another file by now: this game goes by that one.")
)

// rematch returns an evening of a game that was played before, with the people who are still here. With moved set, the
// next person in turn begins, and nobody is asked who does.
func (w Setting) rematch(was *session.Session, purpose string, moved bool) (*Evening, *session.Session) {
	if purpose == OnlySetUp { // after all, it was played
		purpose = ToPlay
	}
	g := was.Log.Game()
	now, err := scoring.OnShelf(w.Games, g.ID)
	_, ships := scoring.GameOf(w.Files, g.ID) // a table's own variant lies at a path
	newer := err == nil && !ships && now.Files.Own != g.Files.Own
	if newer {
		g = now
	}
	s := session.Start(w.Store, g, purpose, w.Now, w.Random)
	e := New(w, s)
	if newer {
		e.at.say(otherFile.With("game", g.Name))
	}
	e.at.before = was.Log.ID()
	next := stillHere(was)
	next.Origin = e.seats.Was.Origin
	if next.Choices[setup.List] == setup.OnePage { // they know how by now
		next = next.With(setup.List, setup.OnlyCheck)
	}
	t, _ := was.Log.Table()
	turns := namesFirst(g, t) && namesFirst(g, next) // a game played without the program does not tell who began
	if !turns && g.FirstIs != scoring.AskedFirst {
		next.First = 0
	}
	_, err = g.New(next)
	e.seats.Was, e.seats.Known = next, err == nil // otherwise the people who are left cannot play it
	e.seats.Begins = e.seats.Known && moved && turns
	if e.seats.Known && moved && !turns {
		e.at.say(nobodyNext)
	}
	return e, s
}

// stillHere returns the table of a game without the people who went home, or the whole table if too few would be left.
// Its first player is the person whose turn it is next.
func stillHere(s *session.Session) setup.Table {
	t, _ := s.Log.Table()
	g, state := s.Log.Game(), s.Log.State()
	away, first := scoring.Away(state), scoring.NextFirst(state)
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

// What earlier evenings tell about the people who play now and the rules they agree on.

// onward returns the offer to play again with the next person beginning, or an empty text if nobody is next.
func (at *sitting) onward() lang.Text {
	t, _ := at.s.Log.Table()
	g := at.s.Log.Game()
	if !namesFirst(g, t) {
		return lang.Text{}
	}
	return g.Onward.With("name", t.Players[scoring.NextFirst(at.s.Log.State())])
}

// namesFirst reports whether a game names its first player before it begins.
func namesFirst(g scoring.Game, t setup.Table) bool { return !g.Onward.Empty() && !t.Played() }

// lastTime returns what the same people agreed on last in this game, or nil. Choices that suit phones are suggested
// while the table shares.
func (at *sitting) lastTime(people []string) (map[string]string, error) {
	with := make([][]string, len(people))
	for i, name := range people {
		with[i] = []string{name}
	}
	games, err := at.in.Store.History.List(store.Filter{Kind: at.s.Log.Game().ID, With: with, Limit: mostLooked})
	if err != nil {
		return nil, err
	}
	t := setup.Table{Players: people}
	for _, g := range games {
		if len(g.People) == len(people) && len(g.Choices) > 0 {
			t.Choices = maps.Clone(g.Choices)
			at.setUpAs(g.ID, t)
			break
		}
	}
	if t.Choices[setup.List] == setup.OnlyCheck { // after a rematch
		t.Choices[setup.List] = setup.OnePage
	}
	for _, o := range at.s.Log.Game().Options {
		if o.Shared != "" && at.in.Phones.On() {
			t = t.With(o.ID, o.Shared)
		}
	}
	return t.Choices, nil
}

// setUpAs suggests that the next table set up in the way that an earlier game ended up with.
func (at *sitting) setUpAs(id string, t setup.Table) {
	way, asked := t.Choices[setup.List]
	if !asked {
		return
	}
	if was, err := session.Open(at.in.Store, at.in.Games, id, at.in.Now, at.in.Random); err == nil && len(was.Log.Items()) > 1 { // a game that cannot be read suggests nothing
		t.Choices[setup.List] = setup.Went(way, was.Log.Items()[1].Said.Entries)
	}
}

// lastPeople returns the people of the latest table that could play this game. Tables of this very game come first.
func (at *sitting) lastPeople() ([]string, error) {
	g := at.s.Log.Game()
	for _, f := range []store.Filter{{Kind: g.ID, Begun: true, Limit: 1}, {Begun: true, Limit: mostLooked}} {
		games, err := at.in.Store.History.List(f)
		if err != nil {
			return nil, err
		}
		for _, last := range games {
			if n := len(last.People); n >= g.MinPlayers && n <= g.MaxPlayers && setup.CheckNames(last.People) == nil {
				return last.People, nil
			}
		}
	}
	return nil, nil
}
