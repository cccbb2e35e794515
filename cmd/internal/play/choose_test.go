package play

import (
	"path/filepath"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/pad"
	"github.com/tablemate/tablemate/scoring/versus"
)

// What has nothing to lay out is played and scored, and not set up only.
func TestChooseGame(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for purpose, want := range map[string]string{ToPlay: "pad", OnlyScore: "pad", OnlySetUp: "versus"} {
		first := asking(func(ask.Question) (ask.Answer, error) { return ask.One(0), nil })
		w := Setting{Host: first, Store: st, Games: []scoring.Game{pad.Game, versus.Game}}
		if c, err := w.ChooseGame(purpose); err != nil || c.Game.ID != want || c.Purpose != purpose {
			t.Errorf("%q: %s %v", purpose, c.Game.ID, err)
		}
	}
}
