package scoring

import (
	"encoding/json"
	"reflect"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Rules are the parts of a game that know its own type of state, S.
type Rules[S State] struct {
	New      func(setup.Table) (State, error) // its state is an S
	Ask      func(S, ask.Asker) (Event, error)
	Tell     func(S, Event) lang.Text
	Rest     func(S, Event) lang.Text                        // nil: Tell leaves nothing out
	Where    func(S) lang.Text                               // nil: nobody is told
	OnTable  func(S) []lang.Text                             // nil: nothing lies open
	Pictures func(S) []string                                // nil: the game has none
	Count    func(S) []Count                                 // nil: nothing is counted
	Next     func(S) int                                     // nil: the left of who began
	Between  func(S) bool                                    // nil: nothing is ever under way after an event
	Write    func(s S, say func(lang.Text) string) (own any) // of the events that led to s
}

// Define is a game with its rules, which are never handed another type of state than the
// game's own: whoever gives the game one of another game has made a mistake, and it panics.
func Define[S State](g Game, r Rules[S]) Game {
	g.New = r.New
	g.Ask = func(a ask.Asker, s State) (Event, error) { return r.Ask(s.(S), a) }
	g.Tell = func(s State, e Event) lang.Text { return r.Tell(s.(S), e) }
	g.Rest = func(s State, e Event) (rest lang.Text) {
		if r.Rest != nil {
			rest = r.Rest(s.(S), e)
		}
		return rest
	}
	g.Where = func(s State) (where lang.Text) {
		if r.Where != nil {
			where = r.Where(s.(S))
		}
		return where
	}
	g.OnTable = func(s State) (lines []lang.Text) {
		if r.OnTable != nil {
			lines = r.OnTable(s.(S))
		}
		return lines
	}
	if r.Pictures != nil {
		g.Pictures = func(s State) []string { return r.Pictures(s.(S)) }
	}
	if r.Count != nil {
		g.Count = func(s State) []Count { return r.Count(s.(S)) }
	}
	if r.Next != nil {
		g.Next = func(s State) int { return r.Next(s.(S)) }
	}
	if r.Between != nil {
		g.Between = func(s State) bool { return r.Between(s.(S)) }
	}
	g.Write = func(t setup.Table, events []Event, say func(lang.Text) string) (any, error) {
		s, _, err := Game{New: r.New}.Fold(t, events)
		if err != nil {
			return nil, err
		}
		return r.Write(s.(S), say), nil
	}
	return g
}

// Kinds are the readers of a game's own events by their kind, from a value of each type.
func Kinds(events ...Event) map[string]func(json.RawMessage) (Event, error) {
	out := make(map[string]func(json.RawMessage) (Event, error), len(events))
	for _, e := range events {
		out[e.Kind()] = func(raw json.RawMessage) (Event, error) {
			read := reflect.New(reflect.TypeOf(e))
			err := json.Unmarshal(raw, read.Interface())
			return read.Elem().Interface().(Event), err
		}
	}
	return out
}
