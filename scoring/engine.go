package scoring

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// The engine's own events, and what holds for every game before its rules are asked:
//
//   - Stop ends it as it stands, in every phase, and is taken even after the end.
//   - Playing is refused once it is over, and else changes nothing.
//   - Here says who is away from now on; it is refused where a table is fixed, and after the end.
//   - Laid says that everything lies on the table; whatever happens of the game itself says so too.
//   - After the end nothing of a game's own is taken but what it names as Late.
//   - What nobody knows is ErrUnknown.

// Stop is the table's word that the game ends here, in whatever phase, and is decided as
// it stands: nothing more is asked, but what a tie waits for. It is the engine's, and no
// game means anything else by it.
type Stop struct{}

// Kind returns "stop".
func (Stop) Kind() string { return "stop" }

// Closes says that a sheet calls the game over after it, whatever the rules would say.
func (Stop) Closes() {}

// Playing is a sheet's word that the table is still at it. It is refused by a game that the
// rules say is over, and changes nothing where they do not.
type Playing struct{}

// Kind returns "playing".
func (Playing) Kind() string { return "playing" }

// Laid says that everything lies on the table, of a game with a walk through setting up. It pays nothing.
type Laid struct{}

// Kind returns "laid".
func (Laid) Kind() string { return "laid" }

// A Frame is what the engine keeps of a game in progress. Its State has one in it.
type Frame struct {
	Table   setup.Table
	Away    []int // seats, from now on, ascending
	Laid    bool  // everything lies on the table
	Stopped bool  // the table's word ended it
}

// framed is kept by whatever has a Frame in it.
type framed interface{ frame() Frame }

func (f Frame) frame() Frame { return f }

func (f *Frame) set(now Frame) { *f = now }

// IsOver reports whether a game has ended, by its rules or by the table's word.
func IsOver(s State) bool { return s.frame().Stopped || s.Ended() }

// Define makes a game whole whose states are S: a struct with a Frame in it.
func Define[S State](g Game) Game {
	begin := g.New
	g.put = func(s State, f Frame) State {
		own := s.(S)
		any(&own).(interface{ set(Frame) }).set(f)
		return own
	}
	g.New = func(t setup.Table) (State, error) {
		if n := len(t.Players); n < g.MinPlayers || n > g.MaxPlayers {
			return nil, fault.New(stranger.With("n", n, "game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers), "players")
		}
		if CheckSeat(t.Players, t.First) != nil {
			return nil, fault.New(badFirst, "first")
		}
		s, err := begin(t)
		if err != nil {
			return nil, err
		}
		return g.put(s, Frame{Table: t.Clone()}), nil
	}
	return g
}

// A Kind is one of a game's own events, as it is kept.
type Kind struct {
	Name string
	read func(json.RawMessage) (Event, error)
	late bool // it may follow the end
}

// Kinds returns a game's own events, from a value of each type.
func Kinds(events ...Event) []Kind {
	out := make([]Kind, len(events))
	for i, e := range events {
		out[i] = Kind{Name: e.Kind(), read: func(raw json.RawMessage) (Event, error) {
			read := reflect.New(reflect.TypeOf(e))
			err := json.Unmarshal(raw, read.Interface())
			return read.Elem().Interface().(Event), err
		}}
	}
	return out
}

// Late returns Kinds that may follow the end: what settles a tie, or takes the end back. The rules say when.
func Late(events ...Event) []Kind {
	out := Kinds(events...)
	for i := range out {
		out[i].late = true
	}
	return out
}

// kind returns one of a game's own kinds.
func (g Game) kind(name string) (Kind, bool) {
	i := slices.IndexFunc(g.Events, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return g.Events[i], true
}

// Decode reads one event as it was stored.
func (g Game) Decode(kind string, raw json.RawMessage) (Event, error) {
	k, own := g.kind(kind)
	switch {
	case own:
		return k.read(raw)
	case kind == Stop{}.Kind():
		return Stop{}, nil
	case kind == Playing{}.Kind():
		return Playing{}, nil
	case kind == Laid{}.Kind() && g.Setup.Walk != nil:
		return Laid{}, nil
	case kind == Here{}.Kind():
		var e Here
		err := json.Unmarshal(raw, &e)
		return e, err
	}
	return nil, fmt.Errorf("%w: %q in %s", ErrUnknown, kind, g.ID)
}

var (
	// Over is what is said to an event that comes after the end.
	Over = lang.Msg("scoring.over", "the game is over; nothing more can be scored")

	tellStop  = lang.Msg("scoring.tell-stop", "The game ended here")
	tellGoing = lang.Msg("scoring.tell-going", "The game goes on")
	tellLaid  = lang.Msg("scoring.tell-laid", "Everything was laid out")
)

// SettingUp is where a game is before its first turn.
var SettingUp = lang.Msg("scoring.setting-up", "Setting up")

// Apply returns the state after an event, as the head of this file says.
func (g Game) Apply(s State, e Event) (State, error) {
	f := s.frame()
	switch e := e.(type) {
	case Stop:
		return g.stop(s)
	case Playing:
		return g.goOn(s)
	case Here:
		return g.here(s, e)
	case Laid:
		if g.Setup.Walk != nil {
			f.Laid = true
			return g.put(s, f), nil
		}
	}
	switch k, own := g.kind(e.Kind()); {
	case !own:
		return s, ErrUnknown
	case !k.late && IsOver(s):
		return s, fault.New(Over)
	}
	next, err := s.Play(e)
	if err != nil {
		return s, err
	}
	f = next.frame()
	f.Laid = true
	return g.put(next, f), nil
}

func (g Game) stop(s State) (State, error) {
	if s, says := s.(stops); says {
		return s.Stop(), nil
	}
	f := s.frame()
	f.Stopped = true
	return g.put(s, f), nil
}

func (g Game) goOn(s State) (State, error) {
	if s, says := s.(goesOn); says {
		return s.GoOn(), nil
	}
	if IsOver(s) {
		return s, fault.New(Over)
	}
	return s, nil
}

// here takes who is away from now on.
func (g Game) here(s State, e Here) (State, error) {
	f := s.frame()
	switch say, wrong := g.fixed(f.Table), CheckAway(f.Table.Players, e.Away, g.MinPlayers); {
	case !say.Empty():
		return s, fault.New(say)
	case IsOver(s):
		return s, fault.New(Over)
	case wrong != nil:
		return s, wrong.Under("away")
	}
	f.Away = Ascending(e.Away)
	next := g.put(s, f)
	if next, says := next.(comesAndGoes); says {
		return next.Here(e)
	}
	return next, nil
}

// fixed says why nobody may come or go at a table; empty where they may.
func (g Game) fixed(t setup.Table) (why lang.Text) {
	if g.Fixed != nil {
		why = g.Fixed(t)
	}
	return why
}

// Fold starts the game and applies the events in order. It returns the state before
// the first event that was refused, that event's index, and why.
func (g Game) Fold(t setup.Table, events []Event) (State, int, error) {
	s, err := g.New(t)
	if err != nil {
		return nil, 0, err
	}
	for i, e := range events {
		next, err := g.Apply(s, e)
		if err != nil {
			return s, i, err
		}
		s = next
	}
	return s, len(events), nil
}

// Next asks for the next thing that happened.
func (g Game) Next(a ask.Asker, s State) (Event, error) {
	switch {
	case s.Result().Finished():
		return nil, fault.New(Over)
	case g.settingUp(s):
		return Laid{}, g.Setup.Walk(a, s.frame().Table)
	}
	return s.Next(a)
}

// settingUp reports whether a table is still to be laid out.
func (g Game) settingUp(s State) bool {
	f := s.frame()
	return g.Setup.Walk != nil && !f.Laid && !f.Table.Played()
}

// Tell returns an event in one line, as a person would tell it; s is the state before
// it. It takes an event that the rules refuse, too.
func (g Game) Tell(s State, e Event) lang.Text {
	if own := s.Tell(e); !own.Empty() {
		return own
	}
	f := s.frame()
	switch e := e.(type) {
	case Stop:
		return tellStop
	case Playing:
		return tellGoing
	case Laid:
		return tellLaid
	case Here:
		return tellHere(f.Table.Players, f.Away, e.Away)
	}
	return lang.Literal(e.Kind())
}
