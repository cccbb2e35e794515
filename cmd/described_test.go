package cmd

import (
	"slices"
	"testing"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// everyGame returns the games in Go, and behind them so many of files: some that come along, others with each SEED and all of them
// where EVENINGS is said, and as many random ones.
func everyGame(tb testing.TB, each int) []scoring.Game {
	tb.Helper()
	all, a := slices.Clone(games), laws.New(laws.Seed(tb), 11)
	first := a.IntN(len(shelf.Shipped))
	switch {
	case laws.Sparsely(tb, 8) == 1:
		each = len(shelf.Shipped)
	case laws.UnderRace():
		each = min(each, 1) // the same code runs for all of them
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
