package pad

import (
	"slices"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// ByCategory is a tie that a category settled.
const ByCategory scoring.Decision = "category"

var (
	partRound = lang.Msg("pad.part-round", "Round {n}")
	whyRound  = lang.Msg("pad.why-round", "written down in round {n}")
	whyCat    = lang.Msg("pad.why-category", "written down for “{it}”")
	ownRule   = lang.Msg("pad.own-rule", "the table’s own rule")

	lowWins    = lang.Msg("pad.low-wins", "The fewest points win.")
	alone      = lang.Plural("pad.alone", "{name} has {n} point.", "{name} has {n} points.")
	wonMost    = lang.Msg("pad.won-most", "{tied} are level; {names} have the most in “{it}”, {n}, and win.")
	oneMost    = lang.Msg("pad.one-most", "{tied} are level; {name} has the most in “{it}”, {n}, and wins.")
	wonFewest  = lang.Msg("pad.won-fewest", "{tied} are level; {names} have the fewest in “{it}”, {n}, and win.")
	oneFewest  = lang.Msg("pad.one-fewest", "{tied} are level; {name} has the fewest in “{it}”, {n}, and wins.")
	tieStep    = lang.Msg("pad.tie-step", "“{it}”: {points}")
	has        = lang.Msg("pad.has", "{name}\u00a0{n}") // no line ends between the two
	roundsLeft = lang.Plural("pad.rounds-left", "{n} round left", "{n} rounds left")
)

// A booking is numbers that were written down together, with who has none there.
type booking struct {
	name, why lang.Text
	points    []int // by seat
	without   []int // seats
}

// bookings returns all of them, in the order of the pad.
func (s State) bookings() []booking {
	var out []booking
	begin := func(after int) {
		for _, b := range s.starts {
			if b.after == after {
				points := make([]int, len(s.totals))
				points[b.Seat] = b.Points
				others := slices.Delete(scoring.Present(len(points), nil), b.Seat, b.Seat+1)
				out = append(out, booking{partStart.With("name", s.Table.Players[b.Seat]), whyStart.With("it", b.told()), points, others})
			}
		}
	}
	for i, r := range s.rounds.All() {
		begin(i)
		out = append(out, booking{partRound.With("n", i+1), whyRound.With("n", i+1), r.Points, r.Away})
	}
	begin(s.rounds.Len())
	for _, c := range s.shown() {
		it := lang.Literal(s.terms.Categories[c])
		out = append(out, booking{it, whyCat.With("it", it), s.counted[c], seatsWith(s.known[c], false)})
	}
	return out
}

// Ledger returns every number that was written down. Who sat a round out has no line in it.
func (s State) Ledger() []scoring.Line {
	var lines []scoring.Line
	for part, b := range s.bookings() {
		for _, seat := range scoring.Present(len(b.points), b.without) {
			lines = append(lines, scoring.Line{Row: seat, Part: part, Points: b.points[seat], Why: b.why, Short: b.name, Where: ownRule})
		}
	}
	return lines
}

// shown returns the categories of which anything is counted.
func (s State) shown() []int {
	var out []int
	for c, by := range s.known {
		if slices.Contains(by, true) {
			out = append(out, c)
		}
	}
	return out
}

// parts returns all bookings; who has no share in one has a dash.
func (s State) parts() []scoring.Part {
	var out []scoring.Part
	for _, b := range s.bookings() {
		out = append(out, scoring.Part{Name: b.name, Cells: scoring.Dashes(len(b.points), b.without)})
	}
	return out
}

// seatsWith returns the seats at which a value stands.
func seatsWith[T comparable](by []T, it T) []int {
	var out []int
	for seat, is := range by {
		if is == it {
			out = append(out, seat)
		}
	}
	return out
}

// in is 1 for every seat that has anything on the pad and is in the running, else 0: the others come last.
func (s State) in() []int {
	out := make([]int, len(s.totals))
	for seat, played := range s.played {
		if played && s.verdicts[seat] != outOfIt {
			out[seat] = 1
		}
	}
	return out
}

// points returns the sums of all that was written down, by seat.
func (s State) points() []int {
	out := slices.Clone(s.totals)
	for _, by := range s.counted { // 0 where nothing is counted yet
		for seat, n := range by {
			out[seat] += n
		}
	}
	return out
}

// Result returns where the pad stands. A tie for first place goes to the category that was agreed on,
// once all of it is counted; what is level then is shared.
func (s State) Result() scoring.Result {
	r := scoring.Result{Game: id, Rows: slices.Clone(s.Table.Players), Points: s.points(), Parts: s.parts(), Goal: s.terms.Target, AtOnce: s.terms.Categories != nil}
	key := r.Points
	if s.terms.Low {
		key, r.Fewest = scoring.Fewest(r.Points), true
		r.Readings = []lang.Text{lowWins}
	}
	if out := seatsWith(s.verdicts, outOfIt); len(out) > 0 {
		r.Readings = append(r.Readings, lang.Literal("{it}.").With("it", tellRunning(s.Table.Players, Running{Out: out})))
	}
	r.Ranks = scoring.Ranks(s.in(), key)
	_, again := s.again.(Running)
	r.Reopens = scoring.IsOver(s) && (again || len(s.left()) > 0)
	switch {
	case !scoring.IsOver(s):
		if s.terms.Rounds > 0 {
			r.Left = roundsLeft.With("n", s.terms.Rounds-s.rounds.Len())
		}
		return r
	case len(r.Rows) == 1:
		r = r.Decide()
		r.Reason = alone.With("name", r.Rows[0], "n", r.Points[0])
		return r
	}
	return s.settle(r.Decide())
}

// settle returns the tie of a game that is over.
func (s State) settle(r scoring.Result) scoring.Result {
	c := s.terms.Tie
	if len(r.Winners) < 2 || c < 0 || slices.Contains(s.known[c], false) {
		return r
	}
	key, one, several := s.counted[c], oneMost, wonMost
	if s.terms.Low {
		key, one, several = scoring.Fewest(key), oneFewest, wonFewest
	}
	best := key[r.Winners[0]]
	for _, row := range r.Winners {
		best = max(best, key[row])
	}
	winners := slices.DeleteFunc(slices.Clone(r.Winners), func(row int) bool { return key[row] < best })
	it := lang.Literal(s.terms.Categories[c])
	r.Steps = []scoring.Step{{Say: tieStep.With("it", it, "points", each(r.Rows, r.Winners, s.counted[c])), Where: ownRule}}
	if len(winners) == len(r.Winners) {
		return r
	}
	tied := scoring.Whos(r.Rows, r.Winners)
	r = r.Break(ByCategory, winners)
	r.Reason = several.With("names", scoring.Whos(r.Rows, winners))
	if len(winners) == 1 {
		r.Reason = one.With("name", r.Rows[winners[0]])
	}
	r.Reason = r.Reason.With("tied", tied, "it", it, "n", s.counted[c][winners[0]])
	return r
}

// each returns how much everybody of some rows has: “Ana 3 and Bia 1”.
func each(rows []string, of []int, n []int) lang.List {
	var out lang.List
	for _, row := range of {
		out = append(out, has.With("name", rows[row], "n", n[row]))
	}
	return out
}

// sums returns the totals of everybody who is counted.
func (s State) sums() lang.List {
	return each(s.Table.Players, seatsWith(s.known[0], true), s.points())
}
