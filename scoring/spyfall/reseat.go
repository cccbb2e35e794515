package spyfall

import (
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// reseat is an event at another table. Who is new was away.
func reseat(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	w := scoring.Seating{To: to, Seats: len(now.Players)}
	switch e := e.(type) {
	case Deal:
		return Deal{Dealer: w.SeatOrNobody(e.Dealer), Away: w.Away(e.Away)}
	case Accusation:
		return Accusation{Accuser: w.Seat(e.Accuser), Suspect: w.Seat(e.Suspect), Agree: w.All(e.Agree)}
	case Ending:
		e.Spy, e.Accuser, e.Suspect = w.Seat(e.Spy), w.SeatOrNobody(e.Accuser), w.SeatOrNobody(e.Suspect)
		e.Votes = scoring.BySeat(w, w.AllOrNobody(e.Votes), Unknown)
		return e
	}
	return e
}
