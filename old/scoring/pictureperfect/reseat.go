package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// reseat moves an event to another table. New players placed nothing, held nothing, took no photo and were not
// asked. The rounds depend on who sits next to whom, so at other seats the rules may refuse what the guide
// recorded.
func reseat(e scoring.Event, _, now setup.Table, to []int) scoring.Event {
	w := scoring.Seating{To: to, Seats: len(now.Players)}
	switch e := e.(type) {
	case Laid:
		e.Deck = slices.Clone(e.Deck)
		return e
	case Turned:
		e.To, e.Order = scoring.BySeat(w, w.AllOrNobody(e.To), Unknown), circle(w.All(e.Order))
		return e
	case Opened:
		e.Order = circle(w.All(e.Order))
		return e
	case Offer:
		return reseatOffer(e, w)
	case Counted:
		return Counted{Envelopes: scoring.BySeat(w, e.Envelopes, 0), Decorations: scoring.BySeat(w, e.Decorations, 0)}
	case Photos:
		return Photos{given(scoring.BySeat(w, e.Pictures, ""))}
	case Guest:
		e.Fulfilled = scoring.BySeat(w, e.Fulfilled, NotPlaced)
		return e
	case Decorations:
		return Decorations{scoring.BySeat(w, e.Left, 0)}
	case Envelopes:
		return Envelopes{scoring.BySeat(w, e.Held, Unknown)}
	case VoteCounts:
		return VoteCounts{scoring.BySeat(w, e.Votes, Unknown)}
	case Vote:
		e.For = scoring.BySeat(w, w.AllOrNobody(e.For), Unknown)
		return e
	}
	return e
}

// InCircle records how people sat in the round.
func (e Turned) InCircle(seats []int) scoring.Event {
	if e.Order == nil {
		e.Order = slices.Clone(seats)
	}
	return e
}

// InCircle records how people sat in the auction.
func (e Opened) InCircle(seats []int) scoring.Event {
	if e.Order == nil {
		e.Order = slices.Clone(seats)
	}
	return e
}

// circle returns seats clockwise from the lowest on, without the players who are gone; nil if that is the order of
// the seats.
func circle(seats []int) []int {
	seats = slices.DeleteFunc(slices.Clone(seats), func(seat int) bool { return seat < 0 })
	if len(seats) == 0 {
		return nil
	}
	k := slices.Index(seats, slices.Min(seats))
	seats = slices.Concat(seats[k:], seats[:k])
	if slices.IsSorted(seats) {
		return nil
	}
	return seats
}

func reseatOffer(o Offer, w scoring.Seating) Offer {
	o.Seat, o.Viewers = w.Seat(o.Seat), w.All(o.Viewers)
	o.Calls = slices.Clone(o.Calls)
	for i, call := range o.Calls {
		o.Calls[i].By = w.Seat(call.By)
	}
	o.Bids, o.Again = scoring.BySeat(w, o.Bids, Unknown), scoring.BySeat(w, o.Again, Unknown)
	return o
}
