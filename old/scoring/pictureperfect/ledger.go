package pictureperfect

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	guestN     = lang.Msg("pp.guest-n", "Guest {n}")
	decoration = lang.Msg("pp.decoration", "Decorations")

	whyFulfilled = lang.Msg("pp.why-fulfilled", "{n} of 3 preference cards fulfilled")
	whyNone      = lang.Msg("pp.why-none", "placed, but none of the 3 preference cards fulfilled")
	whyNotPlaced = lang.Msg("pp.why-not-placed", "not in the photo")
	whyVIP       = lang.Plural("pp.why-vip", "the guest counts once more: a VIP card in the envelope", "the guest counts {n} times more: {n} VIP cards in the envelope")
	whyDecor     = lang.Plural("pp.why-decorations", "{n} decoration left, 1 point for every 2", "{n} decorations left, 1 point for every 2")

	atScoring = lang.Msg("pp.at-scoring", "Picture Perfect handbook, Scoring, p. 8")
	atVIP     = lang.Msg("pp.at-vip", "Picture Perfect handbook, VIP Cards, p. 11, and Scoring, p. 8")
	atAuction = lang.Msg("pp.at-auction", "Picture Perfect handbook, Auctions: Scoring, p. 3")

	legendDash    = lang.Msg("pp.legend-dash", "–: not in the photo.")
	legendVIP     = lang.Msg("pp.legend-vip", "+1: VIP cards in the envelope.")
	readingShared = lang.Msg("pp.reading-shared", "A tied vote for the best photo is a shared victory: the handbook does not say.")
)

// Ledger returns every point of every guest, then those of the decorations.
func (s State) Ledger() []scoring.Line {
	var lines []scoring.Line
	for part, g := range s.guests {
		for seat, n := range g.Fulfilled {
			lines = append(lines, guestLines(part, seat, n, g.VIPs)...)
		}
	}
	if s.rounds.auctions {
		for seat, n := range s.left {
			lines = append(lines, scoring.Line{
				Row: seat, Part: len(s.guests), Points: decorationPoints(n),
				Why: whyDecor.With("n", n), Where: atAuction,
			})
		}
	}
	return lines
}

func guestLines(part, seat, n, vips int) []scoring.Line {
	line := scoring.Line{Row: seat, Part: part, Where: atScoring, Points: guestPoints(n, 0)}
	switch n {
	case NotPlaced:
		line.Why = whyNotPlaced
		return []scoring.Line{line}
	case 0:
		line.Why = whyNone
	default:
		line.Why = whyFulfilled.With("n", n)
	}
	if vips == 0 {
		return []scoring.Line{line}
	}
	again := scoring.Line{
		Row: seat, Part: part, Where: atVIP, Points: guestPoints(n, vips) - guestPoints(n, 0),
		Why: whyVIP.With("n", vips),
	}
	return []scoring.Line{line, again}
}

// parts returns the guests, and the decorations once they are counted. A guest that a player did not place is a
// dash, never a 0.
func (s State) parts() []scoring.Part {
	var parts []scoring.Part
	for i, g := range s.guests {
		p := scoring.Part{Name: s.guests.name(i), Cells: make([]string, len(g.Fulfilled))}
		if g.VIPs > 0 {
			p.Mark = "+" + string(rune('0'+g.VIPs)) // as it is typed
		}
		for seat, n := range g.Fulfilled {
			if n == NotPlaced {
				p.Cells[seat] = "–"
			}
		}
		parts = append(parts, p)
	}
	if s.rounds.auctions && s.left != nil {
		parts = append(parts, scoring.Part{Name: decoration})
	}
	return parts
}

// name returns the name of a guest, or its number.
func (g guests) name(i int) lang.Text {
	if i < len(g) && g[i].Name != "" {
		return lang.Literal(g[i].Name)
	}
	return guestN.With("n", i+1)
}

// legend explains the signs in the table.
func (g guests) legend() []lang.Text {
	var out []lang.Text
	if slices.ContainsFunc(g, func(one Guest) bool { return slices.Contains(one.Fulfilled, NotPlaced) }) {
		out = append(out, legendDash)
	}
	if slices.ContainsFunc(g, func(one Guest) bool { return one.VIPs > 0 }) {
		out = append(out, legendVIP)
	}
	return out
}

// guests are the guests whose envelopes were opened, in that order.
type guests []Guest

// mayName refuses an invalid name, or that of another guest; a guest may also have none.
func (g guests) mayName(name string) *fault.Fault {
	if name == "" {
		return nil
	}
	if f := setup.CheckName(name); f != nil {
		return f
	}
	for i, other := range g {
		if other.Name != "" && setup.Alike(other.Name) == setup.Alike(name) {
			return fault.New(sameGuest.With("n", i+1, "name", other.Name))
		}
	}
	return nil
}

// vipsLeft returns how many VIP cards may still turn up: each player has one.
func (g guests) vipsLeft(p people) int {
	n := len(p)
	for _, one := range g {
		n -= one.VIPs
	}
	return n
}

// placed returns how many guests each player has in the photo.
func (g guests) placed(p people) []int {
	out := make([]int, len(p))
	for _, one := range g {
		for seat, n := range one.Fulfilled {
			if n != NotPlaced {
				out[seat]++
			}
		}
	}
	return out
}
