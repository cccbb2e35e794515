package laws

import (
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
)

// Answered asks for a number of events from a state on, with answers from a script; the rules must take each event. It returns the
// state they lead to, the events, and the script with the questions it has seen.
func Answered[S scoring.State](t *testing.T, g scoring.Game, s S, events int, say ...asktest.Said) (S, []scoring.Event, *asktest.Script) {
	t.Helper()
	script := asktest.NewScript(t, say...)
	var told []scoring.Event
	for range events {
		e, _, err := asktest.Talk(script, ask.Draft{}, ask.Draft{}, nowhere, asks(g, s))
		if err != nil {
			t.Fatalf("%v: %v", script, err)
		}
		next, err := g.Apply(s, e)
		if err != nil {
			t.Fatalf("%+v was asked for, and is refused: %v", e, err)
		}
		s, told = next.(S), append(told, e)
	}
	return s, told, script
}
