package scoring

import (
	"strconv"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	besideRound = lang.Msg("scoring.beside", "Round {n}")
	toThePoints = lang.Msg("scoring.to-the-points", "To the points")
)

// Beside offers a clock for a round before its points are asked for. With limit 0 it asks nothing.
func Beside(a ask.Asker, round int, limit time.Duration) (err error) {
	if limit > 0 {
		clock := ask.Watch{Part: "round-" + strconv.Itoa(round), Limit: limit, Options: []lang.Text{toThePoints}, Beside: true}
		_, err = ask.Put(a, ask.Head{ID: "scoring.beside", Text: besideRound.With("n", round)}, clock)
	}
	return err
}
