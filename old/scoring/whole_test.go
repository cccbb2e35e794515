package scoring_test

import (
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/scoring"
)

// A sheet may say when it was played in any way that RFC 3339 allows, or not at all.
func TestPlayed(t *testing.T) {
	noon := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	for played, want := range map[string]time.Time{
		``:                                       {},
		`"played": "2024-02-29T12:00:00Z",`:      noon,
		`"played": "2024-02-29t09:00:00-03:00",`: noon,
		`"played": "2024-02-29T12:00:00.25z",`:   noon.Add(time.Second / 4),
		`"played": "2024-02-29T11:59:60Z",`:      noon,
	} {
		s, err := scoring.ReadSheet([]byte(`{"game": "pig", `+played+` "players": ["Ana", "Bia"], "over": false, "turns": [{"by": "Ana", "kept": 3}]}`), []scoring.Game{pig})
		if err != nil || !s.Played.Equal(want) {
			t.Errorf("%s is %v: %v", played, s.Played, err)
		}
		if len(s.Events) != 1 || s.State.Result().Points[0] != 3 || s.Game.ID != "pig" || len(s.Table.Players) != 2 {
			t.Errorf("%+v", s)
		}
	}
}
