package session

import (
	"errors"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// Teller returns what the lines of a log come to by the rules of its game: for a file that is made anew, which
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
			_ = log.take(nil, lines[:damaged.Whole], names) // without a line nothing is told
		}
		if len(log.lines) == 0 {
			return 0, p
		}
		p, err = log.told().projection()
		if err != nil {
			return 0, p
		}
		return len(log.lines), p
	}
}
