package counted

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// A row holds the numbers that were entered for one person in one field:
//
//   - Plain, Each, Table, Places: the number.
//   - Times: both numbers of each pair, one pair after the other.
//   - Sets: a number for each name. Bid: tricks bid, then tricks made.
//   - One, Yes: 1 if so, else 0.
//
// A person without a row has no entry.

const (
	mostTold  = 999 // in a pair or a set
	mostPairs = 20
	mostHad   = 9_999 // of Places
	mostBid   = 99
	mostSum   = 1 << 40 // of the fields that another one counts
)

var (
	outOfRange = lang.Msg("counted.points", "{n} is out of range: {lo} to {hi} points in one line")
	noEntryFor = lang.Msg("counted.no-entry-for", "{n} pays nothing here: the table has {entries}")
	manyPairs  = lang.Msg("counted.many-pairs", "{n} pairs: {most} at most")
)

// bounds returns how many numbers are entered for one person, 0 for pairs, and their range.
func (f Field) bounds() (count, lo, hi int) {
	switch f.Form {
	case Each:
		return 1, 0, MostPoints
	case Table:
		entries := slices.Sorted(maps.Keys(f.Table))
		lo, hi = entries[0], entries[len(entries)-1]
		if f.Steps {
			hi = math.MaxInt32
		}
		return 1, lo, hi
	case Times:
		return 0, 0, mostTold
	case Sets:
		return len(f.Names), 0, mostTold
	case Places:
		return 1, 0, mostHad
	case Bid:
		return 2, 0, mostBid
	case One, Yes:
		return 1, 0, 1
	}
	return 1, f.From, f.To
}

// check refuses a row that one person cannot have.
func (f Field) check(row []int) *scoring.Fault {
	count, lo, hi := f.bounds()
	switch n := len(row); {
	case count == 0 && n > 2*mostPairs:
		return fault.New(manyPairs.With("n", n/2, "most", mostPairs))
	case count == 0 && n%2 == 1:
		return fault.New(wrongLength.With("n", n, "want", n+1))
	case count > 0 && n != count:
		return fault.New(wrongLength.With("n", n, "want", count))
	}
	for _, n := range row {
		if n < lo || n > hi {
			return fault.New(outOfRange.With("n", n, "lo", lo, "hi", hi))
		}
	}
	if f.Form == Table {
		_, wrong := f.entry(row[0])
		return wrong
	}
	return nil
}

// entry returns what a table pays for a number.
func (f Field) entry(v int) (points int, wrong *scoring.Fault) {
	entries := slices.Sorted(maps.Keys(f.Table))
	at, there := slices.BinarySearch(entries, v)
	switch {
	case there:
	case f.Steps && at > 0:
		at--
	case f.Steps && f.Derived():
		return 0, nil
	default:
		return 0, fault.New(noEntryFor.With("n", v, "entries", join(entries, ", ")))
	}
	return f.Table[entries[at]], nil
}

// A paid is what one person gets for a field.
type paid struct {
	points int
	place  int  // of Places, from 0; -1 for none
	level  int  // how many people share the place
	least  bool // the place is one of Least
}

// pay returns what each seat with a row gets for a field. people is the size of the table.
func (f Field) pay(rows [][]int, people int) ([]paid, *scoring.Fault) {
	if f.Form == Places {
		return f.places(rows, people), nil
	}
	out := make([]paid, len(rows))
	for seat, row := range rows {
		if row == nil {
			continue
		}
		n, wrong := f.points(row)
		if wrong != nil {
			return nil, wrong
		}
		out[seat].points = n
	}
	return out, nil
}

// points returns what one person gets for a field that does not compare people.
func (f Field) points(row []int) (n int, wrong *scoring.Fault) {
	switch f.Form {
	case Each:
		return f.Points * floor(row[0], f.Per), nil
	case Table:
		return f.entry(row[0])
	case Times:
		for pair := range slices.Chunk(row, 2) {
			n += pair[0] * pair[1]
		}
		return n, nil
	case Sets:
		for _, it := range row {
			if f.Square {
				n += it * it
			}
		}
		return n + f.Points*slices.Min(row), nil
	case Bid:
		if row[0] == row[1] {
			return f.Made + f.Trick*row[1], nil
		}
		return f.Miss * max(row[0]-row[1], row[1]-row[0]), nil
	case One, Yes:
		return f.Points * row[0], nil
	}
	return row[0], nil
}

// floor divides and rounds down.
func floor(n, by int) int {
	share := n / by
	if n%by < 0 {
		share--
	}
	return share
}

// places returns what everybody gets for how much they have beside the others.
func (f Field) places(rows [][]int, people int) []paid {
	out := make([]paid, len(rows))
	var in []int // seats, the most first
	for seat, row := range rows {
		out[seat].place = -1
		if row != nil {
			in = append(in, seat)
		}
	}
	slices.SortStableFunc(in, func(a, b int) int { return rows[b][0] - rows[a][0] })
	if len(in) == 0 || f.Same == "none" && rows[in[0]][0] == rows[in[len(in)-1]][0] {
		return out
	}
	most, prizes := rows[in[0]][0], f.Most.Of(people)
	f.award(in, rows, prizes, func(seat int, p paid) {
		if rows[seat][0] > 0 {
			out[seat] = p
		}
	})
	slices.Reverse(in)
	f.award(in, rows, f.Least.Of(people), func(seat int, p paid) {
		if rows[seat][0] < most && out[seat].place < 0 {
			p.least = true
			out[seat] = p
		}
	})
	return out
}

// award hands out places to seats in order, together to those that are level.
func (f Field) award(in []int, rows [][]int, prizes []int, give func(seat int, p paid)) {
	for at := 0; at < len(in) && at < len(prizes); {
		level := 1
		for at+level < len(in) && rows[in[at+level]][0] == rows[in[at]][0] {
			level++
		}
		p := paid{points: prizes[at], place: at, level: level}
		switch f.Level {
		case "pool":
			p.points = 0
			for _, n := range prizes[at:min(at+level, len(prizes))] {
				p.points += n
			}
			p.points /= level
		case "split":
			p.points /= level
		}
		for _, seat := range in[at : at+level] {
			give(seat, p)
		}
		at += level
	}
}

// A part is a round, or the final count, as far as it has been entered.
type part struct {
	fields []Field
	rows   [][][]int // by field, then by seat; nil before a field is entered
	paid   [][]paid  // likewise; nil before a field can be counted
}

// count returns the part with what it pays. A fault is at its field.
func (p part) count(people int) (part, *scoring.Fault) {
	p.rows, p.paid = slices.Clone(p.rows), make([][]paid, len(p.fields))
	for i, f := range p.fields {
		if f.Derived() {
			p.rows[i] = p.sums(f.Of)
		}
		if p.rows[i] == nil {
			continue
		}
		all, wrong := f.pay(p.rows[i], people)
		if wrong != nil {
			return p, wrong.Under(f.Key())
		}
		p.paid[i] = all
	}
	return p, nil
}

// named returns the seats with a share in the part, from the first field that tells; told is false if none has been entered.
func (p part) named() (in []int, told bool) {
	for i, f := range p.fields {
		if f.names() && p.rows[i] != nil {
			return within(p.rows[i]), true
		}
	}
	return nil, false
}

// sums returns what several fields paid each person with a share in the part, as rows for a field that counts them; nil if one
// is not counted yet.
func (p part) sums(of []string) [][]int {
	var out [][]int
	in, _ := p.named()
	for _, name := range of {
		i := indexOf(p.fields, name)
		if p.paid[i] == nil {
			return nil
		}
		if out == nil {
			out = make([][]int, len(p.paid[i]))
		}
		for seat, it := range p.paid[i] {
			if p.rows[i][seat] == nil || in != nil && !slices.Contains(in, seat) {
				continue
			}
			if out[seat] == nil {
				out[seat] = []int{0}
			}
			out[seat][0] = min(max(out[seat][0]+it.points, -mostSum), mostSum)
		}
	}
	return out
}

// total returns what the part pays a seat.
func (p part) total(seat int) (sum int) {
	for i := range p.paid {
		if p.paid[i] != nil {
			sum += p.paid[i][seat].points
		}
	}
	return sum
}

var (
	whyEach   = lang.Plural("counted.why-each", "{v} {it}, {n} point each: {sum}", "{v} {it}, {n} points each: {sum}")
	whyPer    = lang.Msg("counted.why-per", "{v} {it}, {per} a point: {sum}")
	whyEvery  = lang.Plural("counted.why-every", "{v} {it}, {n} point for every {per}: {sum}", "{v} {it}, {n} points for every {per}: {sum}")
	whyPlace  = lang.Msg("counted.why-place", "{v} {it}, place {place}: {sum}")
	whyLevel  = lang.Msg("counted.why-level", "{v} {it}, place {place}, and {level} are level: {sum}")
	whyLeast  = lang.Msg("counted.why-least", "{v} {it}, place {place} from the bottom: {sum}")
	whyLeasts = lang.Msg("counted.why-least-level", "{v} {it}, place {place} from the bottom, and {level} are level: {sum}")
	whyNone   = lang.Msg("counted.why-none", "{v} {it}, no place: 0")
	whyMade   = lang.Msg("counted.why-made", "{bid} bid, and made: {sum}")
	whyMissed = lang.Plural("counted.why-missed", "{bid} bid, {made} made, {n} off: {sum}", "{bid} bid, {made} made, {n} off: {sum}")
	whyHas    = lang.Msg("counted.why-has", "has “{it}”")
	whyHasNot = lang.Msg("counted.why-has-not", "does not have “{it}”")
	whyCat    = lang.Msg("counted.why-category", "written down for “{it}”")
)

// why returns the reason for what a person gets for a field, in the words of a table.
func (f Field) why(row []int, p paid) lang.Text {
	say := lang.Literal("{v} {it}: {sum}")
	switch f.Form {
	case Plain:
		say = whyCat
	case Each:
		say = whyEvery
		switch {
		case f.Per == 1:
			say = whyEach
		case f.Points == 1:
			say = whyPer
		}
	case Times:
		say = lang.Literal("{it}: {how} = {sum}").With("how", products(row))
	case Sets:
		say = lang.Literal("{it}: {told}: {how} = {sum}").With("told", f.told(row), "how", f.squares(row))
	case Places:
		say = whyPlaces(p)
	case Bid:
		off := max(row[0]-row[1], row[1]-row[0])
		say = whyMade.With("bid", row[0])
		if off > 0 {
			return whyMissed.With("bid", row[0], "made", row[1], "n", off, "sum", p.points)
		}
	case One, Yes:
		say = whyHasNot
		if row[0] == 1 {
			say = whyHas
		}
	}
	v := 0
	if len(row) > 0 {
		v = row[0]
	}
	return say.With("v", v, "it", f.Name, "n", f.Points, "per", f.Per, "sum", p.points, "place", p.place+1, "level", p.level)
}

// whyPlaces returns the reason for a place.
func whyPlaces(p paid) lang.Text {
	switch {
	case p.place < 0:
		return whyNone
	case p.least && p.level > 1:
		return whyLeasts
	case p.least:
		return whyLeast
	case p.level > 1:
		return whyLevel
	}
	return whyPlace
}

// products writes out pairs: 3×2 + 4×1.
func products(row []int) string {
	var out []string
	for pair := range slices.Chunk(row, 2) {
		out = append(out, fmt.Sprintf("%d×%d", pair[0], pair[1]))
	}
	return strings.Join(out, " + ")
}

// squares writes out how sets are counted: 3² + 1² + 0² + 0×7.
func (f Field) squares(row []int) string {
	var out []string
	for _, n := range row {
		if f.Square {
			out = append(out, strconv.Itoa(n)+"²")
		}
	}
	if f.Points != 0 || !f.Square {
		out = append(out, fmt.Sprintf("%d×%d", slices.Min(row), f.Points))
	}
	return strings.Join(out, " + ")
}

// told says what was entered for one person.
func (f Field) told(row []int) lang.Text {
	say := lang.Literal("{it}")
	switch wrong := f.check(row); {
	case wrong != nil:
	case f.Form == Times:
		return say.With("it", products(row))
	case f.Form == Sets:
		var out lang.List
		for i, name := range f.Names {
			out = append(out, lang.Literal("{n} {it}").With("n", row[i], "it", name))
		}
		return say.With("it", out)
	}
	return say.With("it", join(row, "/"))
}

// join returns numbers in one line.
func join(all []int, by string) string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = strconv.Itoa(n)
	}
	return strings.Join(out, by)
}
