package session

import (
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Whole returns a game that was played elsewhere, for the store to take in: its table and events, each a line, all
// written at one time. started is zero if the day is unknown. The error is a *fault.Fault if the rules refuse an event.
func Whole(g scoring.Game, t setup.Table, events []scoring.Event, started, at time.Time) (store.Whole, error) {
	lines := []line{{kind: Changed, at: at, file: g.Files.Own, change: change{put: []Item{{Event: t}}}}}
	for _, e := range events {
		lines = append(lines, line{kind: Changed, at: at, change: change{put: []Item{{Event: e}}}})
	}
	for n := range lines {
		lines[n].put[0].ID = (n + 1) * perLine
	}
	whole, err := from(g, lines)
	if err != nil {
		return store.Whole{}, err
	}
	p, err := whole.projection()
	return store.Whole{Kind: g.ID, Started: started, Projection: p, Lines: func(id string) (out []store.Line, err error) {
		sum := id
		for n, l := range lines {
			var body []byte
			body, sum, err = l.write(l.version(), sum)
			if err != nil {
				return nil, err
			}
			out = append(out, store.Line{Seq: n + 1, At: l.at, Body: body})
		}
		return out, nil
	}}, err
}
