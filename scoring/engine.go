package scoring

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/setup"
)

// ErrUnknown refuses an event that this version of the program does not know.
var ErrUnknown = errors.New("scoring: unknown kind of event (a newer version of the program wrote it)")

var over = lang.T("the game is over; nothing more can be scored")

// Over reports whether a game has ended, by its rules or at the table's word.
func Over(s State) bool { return s.frame().Stopped || s.Ended() }

// Define completes a game whose states have type S, a struct that embeds a Frame. All fields of S that hold names are
// exported, so that a rename finds them.
func Define[S State](g Game) Game {
	var zero S
	if g.New == nil {
		g.New = func(setup.Table) (State, error) { return zero, nil }
	}
	g.put = func(s State, f Frame) State {
		own := s.(S)
		any(&own).(interface{ set(Frame) }).set(f)
		return own
	}
	return g
}

// Begin returns the state of a table without events. The game's own New speaks first, since it words some refusals better
// than the general checks: a mode that is not for so many people, say.
func (g Game) Begin(t setup.Table) (State, error) {
	if err := g.setting().CheckPlayers(t.Players); err != nil {
		return nil, fault.Under(err, "players")
	}
	t = t.Clone()
	s, err := g.New(t)
	if err != nil {
		return nil, err
	}
	if err := g.setting().Check(t); err != nil {
		return nil, err
	}
	f := s.frame()
	f.Table, f.Teams = t, g.Teams != nil && g.Teams(t)
	f.Came = slices.Clone(t.Players)
	return g.put(s, f), nil
}

// Apply returns the state after an event: one of the game's own or of the engine's. It refuses strangers, absent people,
// events after the end, and events that the rules forbid.
func (g Game) Apply(s State, e Event) (State, error) {
	f := s.frame()
	switch e := e.(type) {
	case People:
		return g.people(s, e)
	case Choices:
		return g.choices(s, e)
	case Laid:
		if own, does := s.(interface{ Lay(deck []string) error }); does {
			if err := own.Lay(e.Deck); err != nil {
				return s, err
			}
		}
		f.Laid, f.Deck = true, slices.Clone(e.Deck)
		return g.put(s, f), nil
	case Stop:
		return g.stop(s), nil
	case Leavers:
		return g.leave(s, e)
	case Playing:
		if Over(s) {
			return s, fault.New(over)
		}
		return s, nil
	}
	switch k, own := g.kind(e.Kind()); {
	case !own:
		return s, ErrUnknown
	// A tie-break or an amulet may follow the end.
	case !k.Late && Over(s):
		return s, fault.New(over)
	}
	return g.play(s, e)
}

// play applies an event of the game's own.
func (g Game) play(s State, e Event) (State, error) {
	f := s.frame()
	// During Play, Away also has the people who miss this event alone; afterwards it is again who is away from now on.
	own := f.own()
	if m, ok := e.(interface{ Missing([]Name) []Name }); ok {
		own.Away = among(f.Table.Players, slices.Concat(f.Away, m.Missing(slices.Clone(f.Table.Players))))
	}
	if err := g.check(f, e); err != nil {
		return s, err
	}
	if len(own.Away) > 0 {
		e = sheet.Replace(e, func(a Absent) Absent { return Absent{own.Away, a.Midway} })
	}
	next, err := g.put(s, own).Play(e)
	if err != nil {
		return s, err
	}
	now := next.frame()
	// A turn says as well that everything is laid out: a sheet, or a table that laid out by itself, has no other word for it.
	now.Away, now.Midway, now.Laid = f.Away, nil, true
	return g.put(next, now), nil
}

// stop ends the game at the table's word. A sheet does not name the people who are away at its end, so the game's own Stop
// counts nobody as away: a game and its sheet end alike.
func (g Game) stop(s State) State {
	away, all := s.frame().Away, s.frame().own()
	all.Away = nil
	if own, does := g.put(s, all).(interface{ Stop() State }); does && !Over(s) {
		s = own.Stop()
	}
	f := s.frame()
	f.Away, f.Stopped = away, true
	return g.put(s, f)
}

// Fold applies events one after the other. It returns the state before the event that is refused; the index in front of
// the fault's path is the event's.
func (g Game) Fold(s State, events []Event) (State, error) {
	for i, e := range events {
		next, err := g.Apply(s, e)
		if err != nil {
			return s, fault.Under(err, fault.Index(i))
		}
		s = next
	}
	return s, nil
}

// Next asks for the next event of a game that is not over, or for a tie-break of one that is. It returns nil if there is
// nothing to ask. Its lists number people by the order in which they came.
func (g Game) Next(s State, a ask.Asker, was Event) (Event, error) {
	a = ask.Numbered(a, s.frame().Came)
	switch {
	case !g.Waits(s):
		return nil, nil
	case len(g.Leaving(s)) > 0:
		return g.askLeavers(a, s, was)
	case g.SettingUp(s):
		deck, err := g.layOut(a, s.frame().Table)
		return Laid{Deck: deck}, err
	}
	return s.Next(a, was)
}

// SettingUp reports whether the table still has to be laid out.
func (g Game) SettingUp(s State) bool { return !s.frame().Laid && g.SetsUp(s.frame().Table) }

// SetsUp reports whether a table lays everything out before the first event.
func (g Game) SetsUp(t setup.Table) bool {
	return (g.Layout != nil || g.Walk != nil) && !g.Opens && !t.Played
}

func (g Game) layOut(a ask.Asker, t setup.Table) ([]string, error) {
	if g.Walk != nil {
		return g.Walk(a, t)
	}
	l, err := g.Layout(t)
	if err != nil {
		return nil, err
	}
	return nil, setup.LayOut(a, l, t.Again)
}

// Waits reports whether Next has anything to ask. A game that is over may wait for a tie-break, or for a word
// about people who left.
func (g Game) Waits(s State) bool {
	r := g.Result(s)
	return !r.Over || r.Needs != "" || r.Open || len(g.Leaving(s)) > 0
}

// Asks reports whether an event is one that Next asks for, so that it can be asked about once more.
func (g Game) Asks(e Event) bool {
	switch e.(type) {
	case Laid, Leavers:
		return true
	}
	return g.Owns(e)
}

// Agree asks for the table: people and options. was suggests.
func (g Game) Agree(a ask.Asker, was setup.Table) (setup.Table, error) {
	return setup.Agree(a, g.setting(), was)
}

// Change asks for something else to agree on while the game is played; nil if nothing can be.
func (g Game) Change(a ask.Asker, s State) (Event, error) {
	choices, err := setup.Change(a, g.setting(), s.frame().Table, func(choices map[string]string) error {
		_, err := g.Apply(s, Choices{choices})
		return err
	})
	if err != nil || choices == nil {
		return nil, err
	}
	return Choices{choices}, nil
}

func (g Game) kind(name string) (Kind, bool) {
	i := slices.IndexFunc(g.Kinds, func(k Kind) bool { return k.Event.Kind() == name })
	if i < 0 {
		return Kind{}, false
	}
	return g.Kinds[i], true
}

// Owns reports whether an event is of the game's own kinds, and not of those that the engine has for all games.
func (g Game) Owns(e Event) bool {
	_, own := g.kind(e.Kind())
	return own
}

// Read reads an event from its JSON. Unknown kinds and keys are refused.
func (g Game) Read(kind string, v sheet.Value) (Event, error) {
	zero, found := g.event(kind)
	if !found {
		return nil, fmt.Errorf("%w: %q in %s", ErrUnknown, kind, g.ID)
	}
	into := reflect.New(reflect.TypeOf(zero))
	if err := v.Read(into.Interface()); err != nil {
		return nil, err
	}
	return into.Elem().Interface().(Event), nil
}

// event returns the zero value of a kind of event: the game's own, or the engine's.
func (g Game) event(kind string) (Event, bool) {
	if k, own := g.kind(kind); own {
		return k.Event, true
	}
	for _, e := range []Event{People{}, Choices{}, Laid{}, Stop{}, Playing{}, Leavers{}} {
		if e.Kind() == kind {
			return e, true
		}
	}
	return nil, false
}
