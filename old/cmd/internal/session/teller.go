package session

import (
	"errors"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
)

// Teller returns a function that replays lines by the rules of their game, for a file that is being rebuilt, which
// believes a line by its sum.
func Teller(games []scoring.Game) store.Teller {
	return func(kind, id string, lines []store.Line, names []store.Naming) (read int, p store.Projection) {
		g, err := gameOf(games, kind, lines, nil)
		if err != nil {
			return 0, p
		}
		log := &Log{g: g, id: id}
		var damaged *Damaged
		if err := log.take(nil, lines, names); errors.As(err, &damaged) {
			_ = log.take(nil, lines[:damaged.Whole], names) // without any line nothing is taken
		}
		if len(log.lines) == 0 {
			return 0, p
		}
		p, err = log.snapshot().projection()
		if err != nil {
			return 0, p
		}
		return len(log.lines), p
	}
}
