package pictureperfect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// people are the players by seat.
type people []string

// has reports whether somebody sits at a seat.
func (p people) has(seat int) bool { return seat >= 0 && seat < len(p) }

// all returns all seats, ascending.
func (p people) all() []int { return scoring.Present(len(p), nil) }

// ask returns a question to each player, in seat order.
func (p people) ask(id string, text lang.Text) ask.Head {
	return ask.Head{ID: id, Text: text, People: p.all(), Names: slices.Clone(p)}
}

// to returns a question to one player.
func (p people) to(seat int, id string, text lang.Text) ask.Head {
	return ask.Head{ID: id, Text: text, People: []int{seat}, Names: []string{p[seat]}}
}

// votes lists votes without the voters: Ana 2, Bia 1.
func (p people) votes(votes []int) string {
	var out []string
	for seat, n := range votes {
		if n > 0 && p.has(seat) {
			out = append(out, fmt.Sprint(p[seat], " ", n))
		}
	}
	return strings.Join(out, ", ")
}

// line lists a value for each player: Ana 3, Bia –, Caio 0.
func (p people) line(values []int) string {
	said := make([]string, min(len(values), len(p)))
	for seat, n := range values[:len(said)] {
		said[seat] = p[seat] + " –"
		if n >= 0 {
			said[seat] = fmt.Sprint(p[seat], " ", n)
		}
	}
	return strings.Join(said, ", ")
}

// bids lists the bids, in seat order.
func (p people) bids(bids []int) lang.List {
	return p.each(bids, slices.DeleteFunc(p.all(), func(seat int) bool { return bids[seat] == Unknown }))
}

// every refuses a list of n values unless that is one for each player.
func (p people) every(n int) *scoring.Fault {
	if n != len(p) {
		return fault.New(seats.With("n", n, "players", len(p)))
	}
	return nil
}

// sum refuses values by seat if one is below lowest, or if together they are above most.
func (p people) sum(values []int, lowest, most int, tooMany lang.Text) *scoring.Fault {
	if f := p.every(len(values)); f != nil {
		return f
	}
	total := 0
	for seat, n := range values {
		if n < lowest {
			return fault.New(negative.With("it", n), p[seat])
		}
		n = max(n, 0)
		if n > most { // or several such numbers could add up to a small one
			return fault.New(tooMany.With("n", n, "most", most))
		}
		total += n
	}
	if total > most {
		return fault.New(tooMany.With("n", total, "most", most))
	}
	return nil
}

// names returns the names at several seats.
func (p people) names(seats []int) lang.List { return scoring.Whos(p, seats) }

// perPhoto counts the votes for each photo, Unknown for a photo without any.
func (p people) perPhoto(voters []int) []int {
	votes := unknown(len(p))
	for _, c := range voters {
		if p.has(c) {
			votes[c] = max(votes[c], 0) + 1
		}
	}
	return votes
}

// bySeat returns the known values under the names of their players.
func (p people) bySeat(values []int) scoring.Ordered {
	out := scoring.Ordered{}
	for seat, n := range values {
		if n >= 0 {
			out = append(out, scoring.Pair{Key: p[seat], Value: n})
		}
	}
	return out
}

// each lists the values of several players.
func (p people) each(of, seats []int) lang.List {
	counts := make(lang.List, len(seats))
	for i, seat := range seats {
		counts[i] = lang.Literal("{name} {n}").With("name", p[seat], "n", of[seat])
	}
	return counts
}
