package pictureperfect

import (
	"slices"

	lay "github.com/tablemate/tablemate/old/setup/pictureperfect"
)

// holdings are the books of a guided evening: what everybody can see on the table. The totals of envelopes and
// decorations never change: the middle and the supply hold the rest. The books record neither the contents of
// envelopes nor who has used a VIP card. Source: handbook, Envelopes (p. 5).
type holdings struct {
	Envelopes   []int // by seat
	Middle      int   // envelopes in the middle of the table
	Decorations []int // by seat
	Supply      int   // decorations that nobody owns
	Bought      []int // by seat: of its envelopes, those bought in this round

	sat []int // everybody clockwise in this round; nil: in the order of the seats
}

// openBooks returns the books of a newly laid table.
func openBooks(l lay.Laid) holdings {
	return holdings{
		Envelopes: slices.Repeat([]int{l.EnvelopesEach}, l.Players), Middle: l.EnvelopesMiddle,
		Decorations: slices.Repeat([]int{l.DecorationsEach}, l.Players), Supply: l.DecorationSupply,
		Bought: make([]int, l.Players),
	}
}

// Clone returns a copy that shares nothing.
func (b holdings) Clone() holdings {
	b.Envelopes, b.Decorations, b.Bought = slices.Clone(b.Envelopes), slices.Clone(b.Decorations), slices.Clone(b.Bought)
	return b
}

// Offers returns how many envelopes a seat may offer in an auction: not those bought in this round. Source:
// handbook, Auctions, "Important" (p. 3).
func (b holdings) Offers(seat int) int { return b.Envelopes[seat] - b.Bought[seat] }

// left and right return the neighbors of a seat, the left one being next clockwise. With two players they are the
// same person.
func (b holdings) left(seat int) int  { return b.turn(seat)[1%len(b.Envelopes)] }
func (b holdings) right(seat int) int { return b.turn(seat)[len(b.Envelopes)-1] }

// turn returns everybody clockwise, from a seat on.
func (b holdings) turn(first int) []int {
	if k := slices.Index(b.sat, first); k >= 0 {
		return slices.Concat(b.sat[k:], b.sat[:k])
	}
	out := make([]int, len(b.Envelopes))
	for i := range out {
		out[i] = (first + i) % len(out)
	}
	return out
}

// alone returns the seats that hold a single envelope, and so choose which neighbor gets it as a gift. With two
// players there is no choice.
func (b holdings) alone() []int {
	var out []int
	for seat, n := range b.Envelopes {
		if n == 1 && len(b.Envelopes) > 2 {
			out = append(out, seat)
		}
	}
	return out
}

// after carries out a normal exchange card. Only Gifts and Theft can change how many envelopes a player holds; the
// other four kinds return as many as they take. to tells by seat who got a single envelope; ok is false if the
// card needs that and nobody said it. Source: handbook, Exchanges (p. 6).
func (b holdings) after(card string, to []int) (after holdings, ok bool) {
	switch card {
	case "gifts":
		return b.gifts(to)
	case "theft":
		return b.theft(), true
	case "dance", "choose-your-partner", "revelations", "rumors":
		return b, true
	}
	return b, false
}

// gifts gives an envelope to each neighbor, with two players both to the same person, and a single envelope to the
// neighbor of choice. Players without envelopes give none.
func (b holdings) gifts(to []int) (holdings, bool) {
	after := b.Clone()
	for seat, n := range b.Envelopes {
		switch {
		case n >= 2:
			after.give(seat, b.left(seat))
			after.give(seat, b.right(seat))
		case n == 1 && len(b.Envelopes) == 2:
			after.give(seat, b.left(seat))
		case n == 1 && (to == nil || to[seat] == Unknown):
			return b, false
		case n == 1:
			after.give(seat, to[seat])
		}
	}
	return after, true
}

// theft lets everybody take an envelope from the left at the same time; players without envelopes are not robbed.
func (b holdings) theft() holdings {
	after := b.Clone()
	for seat := range b.Envelopes {
		if from := b.left(seat); b.Envelopes[from] > 0 {
			after.give(from, seat)
		}
	}
	return after
}

// give moves an envelope from one seat to another.
func (b holdings) give(from, to int) {
	b.Envelopes[from]--
	b.Envelopes[to]++
}

// share begins a Shared Auction: everybody who has an envelope puts one into the middle. Source: handbook, Shared
// Auction (p. 4).
func (b holdings) share() holdings {
	b = b.Clone()
	for seat, n := range b.Envelopes {
		if n > 0 {
			b.Envelopes[seat]--
			b.Middle++
		}
	}
	return b
}

// pay records a payment.
func (b holdings) pay(p payment) holdings {
	b = b.Clone()
	b.Decorations[p.From] -= p.N
	b.Decorations[p.To] += p.N
	return b
}

// book records an outcome: first the payments, then the envelope.
func (b holdings) book(seller int, d outcome) holdings {
	for _, p := range d.Payments {
		b = b.pay(p)
	}
	if d.Buyer == Unknown {
		return b
	}
	b = b.Clone()
	if d.Middle {
		b.Middle--
	} else {
		b.Envelopes[seller]--
	}
	b.Envelopes[d.Buyer]++
	b.Bought[d.Buyer]++
	return b
}

// A rescue is the gift to a player who has neither an envelope nor a decoration at the end of a round.
type rescue struct {
	Seat int
	From []int // the players who give one decoration, in turn order
}

// rescue makes these gifts. The handbook knows of one poor player only. Several are helped in turn order; the
// poor, and players who have run out meanwhile, give nothing. Source: handbook, Auctions (p. 3).
func (b holdings) rescue(order []int) (holdings, []rescue) {
	var poor []int
	for _, seat := range order {
		if b.Envelopes[seat] == 0 && b.Decorations[seat] == 0 {
			poor = append(poor, seat)
		}
	}
	var made []rescue
	for _, seat := range poor {
		r := rescue{Seat: seat}
		for _, from := range order {
			if b.Decorations[from] > 0 && !slices.Contains(poor, from) {
				b = b.pay(payment{From: from, To: seat, N: 1})
				r.From = append(r.From, from)
			}
		}
		made = append(made, r)
	}
	return b, made
}
