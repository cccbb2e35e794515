package counted

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
)

// Numbers are told of one person in one field:
//
//   - a plain field, each, table, most: the number
//   - times: both numbers of each pair, one pair after the other
//   - sets: a number for each name; bid: tricks bid, then tricks made
//   - one, yes: 1 if so, else 0
type numbers []int

const (
	mostTold  = 999 // in a pair or a set
	mostPairs = 20
	mostHad   = 9_999 // of most
	mostBid   = 99
	mostPaid  = 1_000_000_000 // added and taken off in all; an int may have 32 bits
)

var beyond = lang.T("more than a billion points cannot be counted")

// ranges has the range of each of a person's numbers, by form.
var ranges = map[string][2]int{
	isEach: {0, mostPoints}, isTimes: {0, mostTold}, isSets: {0, mostTold}, isMost: {0, mostHad}, isBid: {0, mostBid}, isOne: {0, 1}, isYes: {0, 1},
}

// bounds returns the range of each of a person's numbers.
func (f *Field) bounds() (lo, hi int) {
	switch between, fixed := ranges[f.form]; {
	case fixed:
		return between[0], between[1]
	case f.form == isTable && f.Steps:
		return f.entries()[0], math.MaxInt32
	case f.form == isTable:
		return f.entries()[0], f.entries()[len(f.Table)-1]
	}
	return f.From, f.To
}

// entries returns the numbers that a table has, in order.
func (f *Field) entries() []int { return slices.Sorted(maps.Keys(f.Table)) }

// read reads one person's value in a sheet, and refuses values that nobody can have.
func (f *Field) read(v sheet.Value) (r numbers, err error) {
	v = v.Within(f.bounds())
	switch f.form {
	case isTimes:
		var pairs [][2]int
		if err = v.Read(&pairs); err == nil && len(pairs) > mostPairs {
			err = fault.New(lang.T("{n} pairs: {most} at most").With("n", len(pairs), "most", mostPairs))
		}
		r = numbers{}
		for _, p := range pairs {
			r = append(r, p[:]...)
		}
	case isSets:
		r, err = f.readSets(v)
	case isBid:
		var both [2]int
		err = v.Read(&both)
		r = both[:]
	case isYes:
		var yes bool
		err = v.Read(&yes)
		r = numbers{0}
		if yes {
			r[0] = 1
		}
	default:
		r = make(numbers, 1)
		err = v.Read(&r[0])
	}
	if err == nil && f.Table != nil {
		_, err = f.inTable(r[0])
	}
	return r, err
}

// readSets reads an object with a number for each name.
func (f *Field) readSets(v sheet.Value) (r numbers, err error) {
	var of map[string]int
	if err := v.Read(&of); err != nil {
		return nil, err
	}
	var keys []string
	for _, name := range f.Names {
		n, there := of[name.Key]
		if !there {
			return nil, fault.New(sheet.MissingKey, name.Key)
		}
		r, keys = append(r, n), append(keys, name.Key)
	}
	for _, key := range v.Keys() {
		if !slices.Contains(keys, key) {
			err = sheet.Unknown(key, keys...)
		}
	}
	return r, err
}

// inTable returns the points that a table of points pays for a number.
func (f *Field) inTable(v int) (int, error) {
	entries := f.entries()
	at, there := slices.BinarySearch(entries, v)
	switch {
	case there:
	case f.Steps && at > 0:
		at--
	case f.Steps && f.derived():
		return 0, nil
	default:
		return 0, fault.New(lang.T("{n} is none of {entries}").With("n", v, "entries", join(entries, ", ")))
	}
	return f.Table[entries[at]], nil
}

// write returns a person's numbers as a sheet has them.
func (f *Field) write(r numbers) (v sheet.Value) {
	var it any = r
	switch f.form {
	case isBid:
	case isTimes:
		it = slices.AppendSeq([]numbers{}, slices.Chunk(r, 2))
	case isSets:
		of := map[string]int{}
		for i, name := range f.Names {
			of[name.Key] = r[i]
		}
		it = of
	case isYes:
		it = r[0] == 1
	default:
		it = r[0]
	}
	// Numbers, and lists and maps of them, can always be written.
	if raw, err := sheet.Write(it); err == nil {
		_ = v.UnmarshalJSON(raw)
	}
	return v
}

// A column is a field as it was told of the people who are in, in seat order.
type column struct {
	*Field
	who     []scoring.Name
	numbers []numbers
	got     []pay
}

// A pay is one person's points for a field with their reason, in the words of a table.
type pay struct {
	points int
	why    lang.Text
	whole  bool // somebody has the whole sum
}

// adds refuses numbers that add up to none of some sums, and bids above what there is to be made.
func (c column) adds(sums []int, people int) error {
	sum := 0
	for i, r := range c.numbers {
		sum += r[len(r)-1]
		for k, n := range r {
			if c.Bid != nil && n > sums[0] {
				return fault.New(lang.T("{n} tricks: there are only {most}").With("n", n, "most", sums[0]), string(c.who[i]), fault.Index(k))
			}
		}
	}
	err := ask.Adds(sum, sums...)
	if c.Whole == nil {
		return err
	}
	who, told := make([]string, len(c.who)), make([]int, len(c.numbers))
	for i, r := range c.numbers {
		who[i], told[i] = string(c.who[i]), r[0]
	}
	whole := c.Whole.of(people)
	return ask.AllTaken(err, who, told, sums[0], whole[:])
}

// count returns everybody's points. people is the size of the table.
func (c column) count(people int) ([]pay, error) {
	if c.Most != nil {
		return c.places(people), nil
	}
	got := make([]pay, len(c.numbers))
	for i, r := range c.numbers {
		n, why, err := c.points(r)
		if err != nil {
			return nil, fault.Under(err, string(c.who[i]))
		}
		got[i] = pay{points: n, why: c.says(why)}
	}
	if c.Whole != nil {
		c.allOrNothing(people, got)
	}
	return got, nil
}

// allOrNothing pays a round in which one person has all of the sum, and all others have 0.
func (c column) allOrNothing(people int, got []pay) {
	// One person with all of the sum is not enough: with negative numbers others could have some and cancel out.
	all, some := c.Sum.of(people).Of[0], 0
	who := slices.IndexFunc(c.numbers, func(r numbers) bool { return r[0] == all })
	for _, r := range c.numbers {
		some += min(1, max(r[0], -r[0]))
	}
	if some != 1 || who < 0 {
		return
	}
	why := lang.T("{name} has all {n}").With("name", c.who[who], "n", all)
	for i := range got {
		got[i] = pay{points: c.Whole.of(people)[min(1, max(i-who, who-i))], why: why, whole: true}
	}
}

// points returns one person's points for a field that does not compare people, and their reason.
func (f *Field) points(r numbers) (n int, why lang.Text, err error) {
	switch f.form {
	case isPlain:
		return r[0], lang.T("written down for “{it}”"), nil
	case isEach:
		why = lang.N("{v} {it}, {n} point for every {per}", "{v} {it}, {n} points for every {per}").With("n", *f.Each)
		switch {
		case f.Per == 1:
			why = lang.N("{v} {it}, {n} point each", "{v} {it}, {n} points each").With("n", *f.Each)
		case *f.Each == 1:
			why = lang.T("{v} {it}, {per} a point")
		}
		paid := int64(*f.Each) * int64(floor(r[0], f.Per))
		if max(paid, -paid) > mostPaid {
			return 0, why, fault.New(beyond)
		}
		return int(paid), why.With("v", r[0], "per", f.Per), nil
	case isTable:
		n, err = f.inTable(r[0])
		why = lang.T("{v} {it}").With("v", r[0])
	case isTimes:
		for pair := range slices.Chunk(r, 2) {
			n += pair[0] * pair[1]
		}
		why = lang.T("{it}: {how}").With("how", products(r))
	case isSets:
		for _, it := range r {
			if f.Square {
				n += it * it
			}
		}
		n += f.Set * slices.Min(r)
		why = lang.T("{it}: {told}: {how}").With("told", f.told(r), "how", f.squares(r))
	case isBid:
		off := max(r[0]-r[1], r[1]-r[0])
		n, why = f.Bid.Miss*off, lang.N("{bid} bid, {made} made, {n} off", "{bid} bid, {made} made, {n} off").With("n", off)
		if off == 0 {
			n, why = f.Bid.Made+f.Bid.Trick*r[1], lang.T("{bid} bid, and made")
		}
		why = why.With("bid", r[0], "made", r[1])
	case isOne, isYes:
		why = lang.T("does not have “{it}”")
		if r[0] == 1 {
			n, why = *cmp.Or(f.One, f.Yes), lang.T("has “{it}”")
		}
	}
	return n, why, err
}

// says fills in the name of a field.
func (f *Field) says(why lang.Text) lang.Text { return why.With("it", f.Name.Text) }

// floor divides and rounds down.
func floor(n, by int) int {
	share := n / by
	if n%by < 0 {
		share--
	}
	return share
}

// places returns everybody's points by their rank among the others.
func (c column) places(people int) []pay {
	out, in, placed := make([]pay, len(c.numbers)), make([]int, len(c.numbers)), make([]bool, len(c.numbers))
	for i, r := range c.numbers {
		in[i], out[i].why = i, c.says(lang.T("{v} {it}, no place").With("v", r[0]))
	}
	// in lists the people by their number, the highest first, so that equal ones lie together.
	slices.SortStableFunc(in, func(a, b int) int { return cmp.Compare(c.numbers[b][0], c.numbers[a][0]) })
	if len(in) == 0 || c.Same != "" && c.numbers[in[0]][0] == c.numbers[in[len(in)-1]][0] {
		return out
	}
	// A place from the top needs at least 1, and nobody is first and last at once.
	most := c.numbers[in[0]][0]
	alone, level := lang.T("{v} {it}, place {place}"), lang.T("{v} {it}, place {place}, and {level} are level")
	c.award(in, c.Places.Most.of(people), alone, level, func(i int, p pay) {
		if c.numbers[i][0] > 0 {
			out[i], placed[i] = p, true
		}
	})
	slices.Reverse(in)
	alone, level = lang.T("{v} {it}, place {place} from the bottom"), lang.T("{v} {it}, place {place} from the bottom, and {level} are level")
	c.award(in, c.Least.of(people), alone, level, func(i int, p pay) {
		if c.numbers[i][0] < most && !placed[i] {
			out[i] = p
		}
	})
	return out
}

// award hands out places in order, together to those who are level, for one of two reasons.
func (c column) award(in, prizes []int, alone, level lang.Text, give func(i int, p pay)) {
	for at := 0; at < len(in) && at < len(prizes); {
		n := 1
		for at+n < len(in) && c.numbers[in[at+n]][0] == c.numbers[in[at]][0] {
			n++
		}
		// n people are level. They share the prizes of the places that they fill, split the first one, or get it all.
		points, why := prizes[at], alone
		switch c.Level {
		case "pool":
			points = 0
			for _, prize := range prizes[at:min(at+n, len(prizes))] {
				points += prize
			}
			points /= n
		case "split":
			points /= n
		}
		if n > 1 {
			why = level
		}
		for _, i := range in[at : at+n] {
			give(i, pay{points: points, why: c.says(why.With("v", c.numbers[i][0], "place", at+1, "level", n))})
		}
		at += n
	}
}

// amount returns a person's number in a tie: the answer where that is one number, else the points.
func (f *Field) amount(r numbers, points int) int {
	switch f.form {
	case isPlain, isEach, isTable, isMost:
		if !f.derived() {
			return r[0]
		}
	}
	return points
}

// products writes out pairs: 3×2 + 4×1.
func products(r numbers) string {
	if len(r) == 0 {
		return "0"
	}
	var out []string
	for pair := range slices.Chunk(r, 2) {
		out = append(out, fmt.Sprintf("%d×%d", pair[0], pair[1]))
	}
	return strings.Join(out, " + ")
}

// squares writes out how sets are counted: 3² + 1² + 0² + 0×7.
func (f *Field) squares(r numbers) string {
	var out []string
	for _, n := range r {
		if f.Square {
			out = append(out, strconv.Itoa(n)+"²")
		}
	}
	if f.Set != 0 || !f.Square {
		out = append(out, fmt.Sprintf("%d×%d", slices.Min(r), f.Set))
	}
	return strings.Join(out, " + ")
}

// told says one person's answer.
func (f *Field) told(r numbers) lang.Text {
	switch f.form {
	case isTimes:
		return lang.Literal(products(r))
	case isSets:
		var out lang.List
		for i, name := range f.Names {
			out = append(out, lang.T("{n} {it}").With("n", r[i], "it", name.Text))
		}
		return lang.Only(out)
	}
	return lang.Literal(join(r, "/"))
}

// join returns numbers in one line.
func join(all []int, by string) string {
	out := make([]string, len(all))
	for i, n := range all {
		out[i] = strconv.Itoa(n)
	}
	return strings.Join(out, by)
}
