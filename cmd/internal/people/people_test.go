package people

import (
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// A name put right now counts for all games that are there, though the clock runs behind them, and is taken back.
func TestClockBehindTheGames(t *testing.T) {
	for _, behind := range []time.Duration{0, time.Hour, 24 * time.Hour, 20 * 365 * 24 * time.Hour} {
		at := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
		h := history.Games{Folder: store.Folder{Data: t.TempDir()}, Find: shelf.Find, Lang: lang.English, Now: func() time.Time { return at.Add(-behind) }}
		for _, id := range []string{"bcdf", "ghjk"} {
			sheet, err := scoring.ReadSheet(shelf.Find, []byte(`{"game":"versus","players":["Bai","Ana","Caio"],"events":[]}`))
			if err != nil {
				t.Fatal(err)
			}
			if err := session.Add(h.Folder.Game(id), session.Head{ID: id, Seed: 1}, sheet, at); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Folder.Delete("ghjk"); err != nil {
			t.Fatal(err)
		}
		called := func(want string) {
			t.Helper()
			games, _, err := h.Select(history.Wish{})
			if err != nil || len(games) != 2 {
				t.Fatal(games, err)
			}
			for _, g := range games {
				if g.Players[0] != want {
					t.Errorf("%v behind, %s: %s, not %s", behind, g.ID, g.Players[0], want)
				}
			}
		}
		if _, n, err := Rename(h, "Bai", "Bia", nil); err != nil || n != 2 {
			t.Fatal(n, err)
		}
		if err := h.Folder.Undelete("ghjk"); err != nil {
			t.Fatal(err)
		}
		called("Bia")
		if _, _, err := Rename(h, "Bia", "Beatriz", nil); err != nil {
			t.Fatal(err)
		}
		called("Beatriz")
		if _, err := Undo(h.Folder); err != nil {
			t.Fatal(err)
		}
		called("Bia")
	}
}
