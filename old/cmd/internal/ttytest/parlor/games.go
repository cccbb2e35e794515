package parlor

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// EveryGame returns the games in Go, and then each times a game file that comes along (which ones depends on
// SEED; all of them in the gate and with EVENINGS) and a random one. What holds for all games is tested with
// these.
func EveryGame(tb testing.TB, each int) []scoring.Game {
	tb.Helper()
	all, a := slices.Clone(shelf.Games), laws.New(laws.Seed(tb), 11)
	first := a.IntN(len(shelf.Shipped))
	switch {
	case laws.UnderRace():
		each = min(each, 1) // they all run the same code
	case laws.InGate(), laws.Sparsely(tb, 1) == 1:
		each = len(shelf.Shipped)
	}
	for k := range each {
		file, _ := shelf.File(shelf.Shipped[(first+k)%len(shelf.Shipped)].ID)
		for _, text := range []string{file, a.GameFile()} {
			g, err := shelf.Read(text)
			if err != nil {
				tb.Fatalf("%v in\n%s", err, text)
			}
			all = append(all, g)
		}
	}
	return all
}

// Voices returns a voice for every language. They are slow to make, and not safe for concurrent use.
func Voices() (all []*lang.Localizer) {
	for _, tag := range lang.Languages {
		all = append(all, lang.NewLocalizer(tag, catalogs()...))
	}
	return all
}

// JSON returns a value as it is stored, for comparison.
func JSON(tb testing.TB, v any) string {
	tb.Helper()
	b, err := json.Marshal(v)
	Check(tb, err)
	return string(b)
}
