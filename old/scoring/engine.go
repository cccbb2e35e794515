package scoring

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

// The engine's own events, and the rules that hold for every game:
//
//   - Stop ends the game as it stands, at any time, even after the end.
//   - Playing is refused after the end and changes nothing before it.
//   - Here says who is away from now on; it is refused if the game is Fixed, and after the end.
//   - Laid says that everything is laid out; any event of the game itself implies it.
//   - After the end only kinds that a game lists as Late may follow.
//   - An unknown event is ErrUnknown.

// Stop ends the game at the table's word, whatever the phase, and decides it as it stands: nothing more is
// asked except for a tie-break. Games may not give it another meaning.
type Stop struct{}

// Kind returns "stop".
func (Stop) Kind() string { return "stop" }

// Closes makes a sheet call the game over, whatever the rules say.
func (Stop) Closes() {}

// Playing is a sheet's word that the game is still going. A game that is over by its rules refuses it;
// otherwise it changes nothing.
type Playing struct{}

// Kind returns "playing".
func (Playing) Kind() string { return "playing" }

// Laid says that everything is laid out, in a game that walks the table through setting up. It pays nothing.
type Laid struct{}

// Kind returns "laid".
func (Laid) Kind() string { return "laid" }

// A Frame is what the engine keeps about a game in progress. Every State embeds one.
type Frame struct {
	Table   setup.Table
	Away    []int // seats that are away from now on, ascending
	Laid    bool  // everything is laid out
	Stopped bool  // the table ended the game
}

// framed marks a type that embeds a Frame.
type framed interface{ frame() Frame }

func (f Frame) frame() Frame { return f }

func (f *Frame) set(now Frame) { *f = now }

// IsOver reports whether a game has ended, by its rules or at the table's word.
func IsOver(s State) bool { return s.frame().Stopped || s.Ended() }

// Define completes a game whose states have type S, a struct that embeds a Frame.
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

// A Kind is one kind of a game's own events, as stored.
type Kind struct {
	Name string
	read func(json.RawMessage) (Event, error)
	late bool // may follow the end
}

// Kinds returns the kinds of a game's own events, from one value of each type.
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

// Late returns Kinds that may follow the end: a tie-break, or an event that takes the end back. The rules say when.
func Late(events ...Event) []Kind {
	out := Kinds(events...)
	for i := range out {
		out[i].late = true
	}
	return out
}

// kind returns one of the game's own kinds.
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
	// Over refuses an event that comes after the end.
	Over = lang.Msg("scoring.over", "the game is over; nothing more can be scored")

	tellStop  = lang.Msg("scoring.tell-stop", "The game ended here")
	tellGoing = lang.Msg("scoring.tell-going", "The game goes on")
	tellLaid  = lang.Msg("scoring.tell-laid", "Everything was laid out")
)

// SettingUp says where a game is before its first turn.
var SettingUp = lang.Msg("scoring.setting-up", "Setting up")

// Apply returns the state after an event, by the rules at the head of this file.
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

// here notes who is away from now on.
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

// fixed returns why nobody may come or go at a table; empty if they may.
func (g Game) fixed(t setup.Table) (why lang.Text) {
	if g.Fixed != nil {
		why = g.Fixed(t)
	}
	return why
}

// Fold starts the game and applies the events in order. If an event is refused, it returns the state before
// it, its index, and why.
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

// settingUp reports whether the table still has to be laid out.
func (g Game) settingUp(s State) bool {
	f := s.frame()
	return g.Setup.Walk != nil && !f.Laid && !f.Table.Played()
}

// Tell describes an event in one line, as a person would say it; s is the state before it. The rules may
// refuse the event.
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
