package spyfall

import (
	"slices"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// reseat moves an event to another table. New players were away.
func reseat(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	w := scoring.Seating{To: to, Seats: len(now.Players)}
	switch e := e.(type) {
	case Deal:
		return Deal{Dealer: w.SeatOrNobody(e.Dealer), Away: w.Away(e.Away), Dealt: e.Dealt.reseat(w, e.Away)}
	case Accusation:
		return Accusation{Accuser: w.Seat(e.Accuser), Suspect: w.Seat(e.Suspect), Agree: w.All(e.Agree)}
	case Ending:
		e.Spy, e.Accuser, e.Suspect = w.Seat(e.Spy), w.SeatOrNobody(e.Accuser), w.SeatOrNobody(e.Suspect)
		e.Votes = scoring.BySeat(w, w.AllOrNobody(e.Votes), Unknown)
		return e
	}
	return e
}

// reseat moves what was dealt to another table. If anybody who had a card is gone, the deal fits nobody: if only a
// missing spy spoiled it, that would tell who the spy was.
func (d *Dealt) reseat(w scoring.Seating, away []int) *Dealt {
	if d == nil {
		return nil
	}
	moved := Dealt{Spy: w.Seat(d.Spy), Location: d.Location}
	for seat := range w.To {
		if !slices.Contains(away, seat) && w.Seat(seat) == scoring.Gone {
			moved.Spy = scoring.Gone
		}
	}
	return &moved
}
