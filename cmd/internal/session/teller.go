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
		log := &Log{st: onlyLines{lines: lines, names: names}, g: g, id: id}
		var damaged *Damaged
		if err := log.reload(); errors.As(err, &damaged) {
			_ = log.load(damaged.Whole) // without a line nothing is told
		}
		if len(log.lines) == 0 {
			return 0, p
		}
		p, err = projection(g, log.items, log.state)
		if err != nil {
			return 0, p
		}
		return len(log.lines), p
	}
}

// onlyLines is a disk that has a log.
type onlyLines struct {
	disk
	lines []store.Line
	names []store.Naming
}

func (o onlyLines) After(_ string, seq int) ([]store.Line, error) { return o.lines[seq:], nil }

func (o onlyLines) Names(string) ([]store.Naming, error) { return o.names, nil }
