package pictureperfect

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Books count the envelopes and decorations of each person, which everybody can see on the table. The rest lies in the
// middle, or aside. Books record neither the contents of envelopes nor the use of VIP cards.
type Books struct {
	Seats       []name // everybody, in seat order
	All         int    // decorations in the game
	Envelopes   map[name]int
	Decorations map[name]int // nil without auctions
	Bought      map[name]int // of the envelopes, those bought in this round
}

// opening returns the books of a table that was just laid out. Of one that played already nobody knows the decorations.
func opening(t setup.Table) Books {
	l := lay(t)
	b := Books{Seats: t.Players, All: l.all(), Envelopes: map[name]int{}, Decorations: map[name]int{}}
	for _, n := range t.Players {
		b.Envelopes[n], b.Decorations[n] = l.EnvelopesEach, l.DecorationsEach
		if t.Played {
			b.Decorations[n] = 0
		}
	}
	if !l.Auction {
		b.Decorations = nil
	}
	return b
}

// own returns books that can be written on.
func (b Books) own() Books {
	b.Envelopes, b.Decorations, b.Bought = maps.Clone(b.Envelopes), maps.Clone(b.Decorations), maps.Clone(b.Bought)
	return b
}

func sum(values map[name]int) (n int) {
	for _, v := range values {
		n += v
	}
	return n
}

// middle returns how many envelopes lie in the middle.
func (b Books) middle() int { return guests - sum(b.Envelopes) }

// aside returns how many decorations nobody owns.
func (b Books) aside() int { return b.All - sum(b.Decorations) }

// offers returns how many envelopes somebody may offer: not those bought in this round (Auctions, “Important”).
func (b Books) offers(n name) int { return b.Envelopes[n] - b.Bought[n] }

// turn returns everybody in turn order, from somebody on.
func (b Books) turn(first name) []name { return setup.Table{Players: b.Seats}.Turn(first) }

// others returns everybody but one in turn order, from the left of that one on.
func (b Books) others(n name) []name { return b.turn(n)[1:] }

// neighbors returns the people on somebody's left and right. With two people they are the same.
func (b Books) neighbors(n name) (left, right name) {
	others := b.others(n)
	return others[0], others[len(others)-1]
}

func (b Books) move(from, to name) {
	b.Envelopes[from]--
	b.Envelopes[to]++
}

func (b Books) pay(from, to name, n int) {
	b.Decorations[from] -= n
	b.Decorations[to] += n
}

// give gives an envelope to each neighbor, with two people both to the same one, and a single one to the neighbor of
// choice (Exchanges, “Gifts”).
func (b Books) give(to map[name]name) {
	// All give at the same moment: nobody passes on an envelope that they were just given.
	for n, k := range maps.Clone(b.Envelopes) {
		left, right := b.neighbors(n)
		if one := to[n]; one != "" {
			left = one
		}
		if k > 0 {
			b.move(n, left)
		}
		if k > 1 {
			b.move(n, right)
		}
	}
}

// steal lets everybody take an envelope from the left at the same time (Exchanges, “Theft”).
func (b Books) steal() {
	// All take at the same moment: the numbers of before say who has an envelope to lose.
	had := maps.Clone(b.Envelopes)
	for n := range had {
		if from, _ := b.neighbors(n); had[from] > 0 {
			b.move(from, n)
		}
	}
}

// rescue gives a decoration of each of the others to a person with neither an envelope nor a decoration (Auctions, “In the
// rare case”), and tells it. The handbook knows of one poor person only. Several are helped in turn order; the poor give
// nothing.
func (b Books) rescue(order []name) (told []lang.Text) {
	poor := slices.DeleteFunc(slices.Clone(order), func(n name) bool { return b.Envelopes[n] > 0 || b.Decorations[n] > 0 })
	for _, n := range poor {
		var from []name
		for _, giver := range order {
			if b.Decorations[giver] > 0 && !slices.Contains(poor, giver) {
				b.pay(giver, n, 1)
				from = append(from, giver)
			}
		}
		say := lang.N("{name} has neither an envelope nor a decoration left: {names} gives one decoration.",
			"{name} has neither an envelope nor a decoration left: {names} give one decoration each, {n} in all.")
		if len(from) == 0 {
			say = lang.T("{name} has neither an envelope nor a decoration left, and nobody can give one.")
		}
		told = append(told, say.With("name", n, "names", lang.Names(from), "n", len(from)))
	}
	return told
}

// fewEnvelopes refuses more envelopes than there are.
func (b Books) fewEnvelopes(values map[name]int) error {
	return b.atMost(values, guests, lang.T("{n} envelopes in all: there are only {most}"))
}

// fewDecorations refuses more decorations than there are.
func (b Books) fewDecorations(values map[name]int) error {
	return b.atMost(values, b.All, lang.T("{n} decorations in all: there are only {most} in the game"))
}

// everybody refuses numbers unless there is one of everybody.
func (b Books) everybody(values map[name]int) error {
	for _, n := range b.Seats {
		if _, given := values[n]; !given {
			return fault.New(lang.T("every player's number is needed here"), string(n))
		}
	}
	return nil
}

// atMost refuses numbers below 0, and too much of everything.
func (b Books) atMost(values map[name]int, most int, many lang.Text) error {
	total := 0
	for _, n := range b.Seats {
		if values[n] < 0 {
			return fault.New(lang.T("{it}: there cannot be fewer than 0").With("it", values[n]), string(n))
		}
		if total += values[n]; total > most {
			return fault.New(many.With("n", total, "most", most))
		}
	}
	return nil
}

// tell tells the holdings of everybody.
func (b Books) tell() []lang.Text {
	say := lang.T("Decorations: {line}.")
	if b.aside() > 0 {
		say = lang.T("Decorations: {line}; set aside {n}.")
	}
	lines := []lang.Text{
		lang.T("Envelopes: {line}; in the middle {n}.").With("line", b.line(b.Envelopes), "n", b.middle()),
		say.With("line", b.line(b.Decorations), "n", b.aside()),
	}
	if b.Decorations == nil {
		return lines[:1]
	}
	return lines
}

// Holds says what somebody holds, as long as that changes and nobody has points.
func (s State) Holds(row scoring.Row) (say lang.Text) {
	n := name(row)
	has, known := s.Books.Envelopes[n]
	if !known || s.posed() || scoring.Over(s) {
		return say
	}
	say = lang.N("{n} envelope", "{n} envelopes").With("n", has)
	if s.Books.Decorations == nil {
		return say
	}
	return lang.Join(", ", []lang.Text{say, lang.N("{n} decoration", "{n} decorations").With("n", s.Books.Decorations[n])})
}

// line lists a number of everybody who has one: Ana 3, Bia 0.
func (b Books) line(values map[name]int) lang.Text {
	var list []lang.Text
	for _, n := range b.Seats {
		if v, has := values[n]; has {
			list = append(list, scoring.Has(n, v))
		}
	}
	return lang.Join(", ", list)
}
