package versus

import (
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// reseat moves an event to another table.
func reseat(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	w := scoring.Seating{To: to, Seats: len(now.Players)}
	slap := func(e Slap) Slap { return Slap{By: w.Seat(e.By), Gives: w.Seat(e.Gives), Out: w.All(e.Out)} }
	switch e := e.(type) {
	case Slap:
		return slap(e)
	case WrongSlap:
		e.By = w.Seat(e.By)
		return e
	case Amulet:
		if e.Of != nil {
			of := slap(*e.Of)
			e.Of = &of
		}
		return e
	}
	return e
}
