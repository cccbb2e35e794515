package play

import (
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/versus"
)

// What has nothing to lay out is played and scored, and not set up only.
func TestChooseGame(t *testing.T) {
	st := fileOf(t)
	for purpose, want := range map[string]string{ToPlay: "pad", OnlyScore: "pad", OnlySetUp: "versus"} {
		first := asking(func(ask.Question) (ask.Answer, error) { return ask.One(0), nil })
		w := Setting{Host: first, Store: st, Games: []scoring.Game{pad.Game, versus.Game}}
		if c, err := w.ChooseGame(purpose); err != nil || c.Game.ID != want || c.Purpose != purpose {
			t.Errorf("%q: %s %v", purpose, c.Game.ID, err)
		}
	}
}
