package counted

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Decisions besides points.
const (
	ByCategory scoring.Decision = "category" // a field settled a tie
	ByAsked    scoring.Decision = "asked"    // a number that was asked for settled a tie
	ByWord     scoring.Decision = "word"     // the table said who won
)

var (
	partRound = lang.Msg("counted.part-round", "Round {n}")
	partBegin = lang.Msg("counted.part-begin", "The start")
	whyBegin  = lang.Plural("counted.why-begin", "everybody begins with {n} point", "everybody begins with {n} points")
	whyRound  = lang.Msg("counted.why-round", "written down in round {n}")
	whyPast   = lang.Plural("counted.why-past", "past {mark}: back to {n} point", "past {mark}: back to {n} points")
	ownRule   = lang.Msg("counted.own-rule", "the table’s own rule")

	lowWins    = lang.Msg("counted.low-wins", "The fewest points win.")
	alone      = lang.Plural("counted.alone", "{name} has {n} point.", "{name} has {n} points.")
	wonMost    = lang.Msg("counted.won-most", "{tied} are level; {names} have the most in “{it}”, {n}, and win.")
	oneMost    = lang.Msg("counted.one-most", "{tied} are level; {name} has the most in “{it}”, {n}, and wins.")
	wonFewest  = lang.Msg("counted.won-fewest", "{tied} are level; {names} have the fewest in “{it}”, {n}, and win.")
	oneFewest  = lang.Msg("counted.one-fewest", "{tied} are level; {name} has the fewest in “{it}”, {n}, and wins.")
	needMost   = lang.Msg("counted.need-most", "{tied} are level: now the most in “{it}” win.")
	needFewest = lang.Msg("counted.need-fewest", "{tied} are level: now the fewest in “{it}” win.")
	tieStep    = lang.Msg("counted.tie-step", "“{it}”: {points}")
	has        = lang.Msg("counted.has", "{name}\u00a0{n}") // no line break between the two
	roundsLeft = lang.Plural("counted.rounds-left", "{n} round left", "{n} rounds left")

	allWon    = lang.Msg("counted.all-won", "All have won, against the game.")
	gameWon   = lang.Msg("counted.game-won", "The game has won.")
	nobodyWon = lang.Msg("counted.nobody-won", "Nobody has won.")
	theyWon   = lang.Plural("counted.they-won", "{names} has won.", "{names} have won.")
)

// A booking is a part of the result with its lines.
type booking struct {
	scoring.Part
	lines []scoring.Line
}

// An account draws up the result of a game.
type account struct{ s State }

// book returns a part of the result without a share for some seats.
func (k account) book(name lang.Text, without []int) booking {
	return booking{Part: scoring.Part{Name: name, Cells: scoring.Dashes(len(k.s.totals), without)}}
}

// line adds a line for a seat.
func (b *booking) line(seat, points int, why, short, where lang.Text) {
	b.lines = append(b.lines, scoring.Line{Row: seat, Points: points, Why: why, Short: short, Where: where})
}

// source returns where the rule for a field is written.
func (f *File) source(of Field) lang.Text {
	switch {
	case !of.Source.Empty():
		return of.Source
	case !f.Source.Empty():
		return f.Source
	case f.Agreed:
		return ownRule
	}
	return f.Name
}

// bookings returns all bookings in the order of play.
func (k account) bookings() (out []booking) {
	n := len(k.s.totals)
	if start := k.s.file.Start.Of(n); start != 0 {
		b := k.book(partBegin, nil)
		b.Outside = true
		for seat := range n {
			b.line(seat, start, whyBegin.With("n", start), partBegin, k.s.file.source(Field{}))
		}
		out = append(out, b)
	}
	out = append(out, k.begunAfter(0)...)
	for i, r := range k.s.rounds.All() {
		out = append(out, k.round(i+1, r))
		out = append(out, k.begunAfter(i+1)...)
	}
	first := true
	for c, field := range k.s.end.fields {
		if k.s.end.paid[c] == nil {
			continue
		}
		b := k.book(field.Name, nil)
		if field.Form != One {
			b = k.book(field.Name, without(k.s.end.rows[c]))
		}
		b.Goes, b.New = !k.s.file.Agreed && !first, slices.Contains(k.s.news, c)
		k.reasons(&b, k.s.end, c, field.Name)
		out, first = append(out, b), false
	}
	return out
}

// begunAfter returns the bookings for latecomers who joined after a number of rounds.
func (k account) begunAfter(rounds int) (out []booking) {
	for _, l := range k.s.starts {
		if l.after == rounds {
			others := slices.Delete(scoring.Present(len(k.s.totals), nil), l.Seat, l.Seat+1)
			b := k.book(partStart.With("name", k.s.Table.Players[l.Seat]), others)
			b.line(l.Seat, l.Points-k.s.file.Start.Of(len(k.s.totals)), whyStart.With("it", l.told()), b.Name, k.s.file.source(Field{}))
			out = append(out, b)
		}
	}
	return out
}

// round returns the booking of the n-th round.
func (k account) round(n int, r played) booking {
	b := k.book(partRound.With("n", n), r.Away)
	for i, field := range r.fields {
		short := field.Name
		if len(r.fields) == 1 {
			short = b.Name
		}
		k.reasons(&b, r.part, i, short)
	}
	if single(r.fields) && r.fields[0].Form == Plain {
		for i := range b.lines {
			b.lines[i].Why = whyRound.With("n", n)
		}
	}
	for seat, back := range r.past {
		if back != 0 {
			mark := k.s.file.Ends.N.Of(len(k.s.totals))
			b.line(seat, back, whyPast.With("mark", mark, "n", r.now[seat]), b.Name, k.s.file.source(Field{}))
		}
	}
	return b
}

// reasons adds a line for each person in a field.
func (k account) reasons(b *booking, p part, i int, short lang.Text) {
	field := p.fields[i]
	for seat, row := range p.rows[i] {
		if row == nil || field.Form == One && row[0] == 0 {
			continue
		}
		it := p.paid[i][seat]
		b.line(seat, it.points, field.why(row, it), short, k.s.file.source(field))
	}
}

// within returns the seats that have a row.
func within(rows [][]int) []int { return scoring.Present(len(rows), without(rows)) }

// without returns the seats that have no row.
func without(rows [][]int) (seats []int) {
	for seat, row := range rows {
		if row == nil {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Ledger returns all points with their reasons. A person who sat a round out has no line in it.
func (s State) Ledger() []scoring.Line {
	var lines []scoring.Line
	for at, b := range (account{s}).bookings() {
		for _, l := range b.lines {
			l.Part = at
			lines = append(lines, l)
		}
	}
	return lines
}

// parts returns the parts of all bookings.
func (k account) parts() []scoring.Part {
	var out []scoring.Part
	for _, b := range k.bookings() {
		out = append(out, b.Part)
	}
	return out
}

// ranked returns 1 for each seat that has an entry and is ranked, else 0: the others come last.
func (s State) ranked() []int {
	out := make([]int, len(s.totals))
	for seat, seen := range s.seen {
		if seen && s.verdicts[seat] != outOfIt {
			out[seat] = 1
		}
	}
	return out
}

// points returns the total of each seat.
func (s State) points() []int {
	out := slices.Clone(s.totals)
	for seat := range out {
		out[seat] += s.end.total(seat)
	}
	return out
}

// Result returns the standings. A tie for first place goes down the chain of the file, and people who are still level share.
func (s State) Result() scoring.Result {
	r := scoring.Result{Game: s.file.ID, Rows: slices.Clone(s.Table.Players), Points: s.points(), Parts: account{s}.parts(), AtOnce: s.file.EachRound == nil}
	if !s.file.Counts() {
		return s.byWord(r)
	}
	if s.file.Ends.By == At || s.file.Ends.By == Exactly {
		r.Goal = max(s.file.Ends.N.Of(len(r.Rows)), 0)
	}
	key := r.Points
	if s.file.Wins == Fewest {
		key, r.Fewest = scoring.Fewest(r.Points), true
		r.Readings = []lang.Text{lowWins}
	}
	if out := scoring.RowsWith(s.verdicts, outOfIt); len(out) > 0 {
		r.Readings = append(r.Readings, lang.Literal("{it}.").With("it", tellRunning(s.Table.Players, Running{Out: out})))
	}
	r.Ranks = scoring.Ranks(s.ranked(), key)
	_, again := s.again.(Running)
	r.Reopens = scoring.IsOver(s) && (again || len(s.left()) > 0)
	switch {
	case !scoring.IsOver(s):
		if s.file.Ends.By == After && !s.roundsOver() {
			r.Left = roundsLeft.With("n", s.file.Ends.N.Of(len(r.Rows))-s.rounds.Len())
		}
		return r
	case len(r.Rows) == 1:
		r = r.Decide()
		r.Reason = alone.With("name", r.Rows[0], "n", r.Points[0])
		return r
	}
	return account{s}.settle(r.Decide())
}

// byWord returns the result of a game in which the table says who won.
func (s State) byWord(r scoring.Result) scoring.Result {
	r.Uncounted, r.Ranks = true, make([]int, len(r.Rows))
	for seat := range r.Ranks {
		r.Ranks[seat] = 1
		if s.said && !slices.Contains(s.won, seat) {
			r.Ranks[seat] += len(s.won)
		}
	}
	if !scoring.IsOver(s) {
		return r
	}
	r.Over, r.Winners, r.DecidedBy = true, s.won, ByWord
	switch n := len(s.won); {
	case n == 0 && s.file.Wins == Together:
		r.Reason = gameWon
	case n == 0:
		r.Reason = nobodyWon
	case s.file.Wins == Together:
		r.Reason = allWon
	default:
		r.Reason = theyWon.With("names", scoring.Whos(r.Rows, s.won), "n", n)
	}
	return r
}

// settle takes a tie for first place down the chain, as far as its facts are known.
func (k account) settle(r scoring.Result) scoring.Result {
	tied, all := r.Winners, r.Winners
	by, last, most := scoring.Shared, Tie{}, 0
	for i, t := range k.s.file.Ties {
		if len(tied) < 2 {
			break
		}
		name, of, known := k.tie(i, tied)
		if !known && t.Field != "" {
			continue // it was not entered
		}
		if !known {
			say := needMost
			if t.Wins == Fewest {
				say = needFewest
			}
			r.Winners, r.DecidedBy, r.Needs, r.Tied = nil, scoring.Undecided, ByAsked, tied
			r.Lacks = `"ties": {` + scoring.Lacking(name.Other, setup.Named(r.Rows, tied)) + "}"
			r.Reason = say.With("tied", scoring.Whos(r.Rows, tied), "it", name)
			return r
		}
		r.Steps = append(r.Steps, scoring.Step{Say: tieStep.With("it", name, "points", had(r.Rows, tied, of)), Where: k.s.file.source(Field{})})
		if best := ahead(tied, of, t.Wins == Fewest); len(best) < len(tied) {
			tied, last, most, by = best, t, of[best[0]], ByAsked
			if t.Field != "" {
				by = ByCategory
			}
		}
	}
	if len(tied) == len(all) {
		return r
	}
	if len(tied) > 1 && !k.s.file.Agreed {
		by = scoring.Shared
	}
	r = r.Break(by, tied)
	r.Reason = last.wonBy(len(tied)).With("names", scoring.Whos(r.Rows, tied), "name", r.Rows[tied[0]], "tied", scoring.Whos(r.Rows, all), "it", k.s.file.tieName(last), "n", most)
	return r
}

// wonBy returns the sentence that says what settled a tie, for one winner or several.
func (t Tie) wonBy(winners int) lang.Text {
	switch {
	case t.Wins == Fewest && winners == 1:
		return oneFewest
	case t.Wins == Fewest:
		return wonFewest
	case winners == 1:
		return oneMost
	}
	return wonMost
}

// tieName returns the name of what settles a tie.
func (f *File) tieName(t Tie) lang.Text {
	switch at, atEnd := f.field(t.Field); {
	case t.Field == "":
		return t.Ask
	case atEnd:
		return f.AtEnd[at].Name
	default:
		return f.EachRound[at].Name
	}
}

// tie returns the name of the i-th tie-breaker, everybody's amount, and whether it is known for all who are level.
func (k account) tie(i int, tied []int) (name lang.Text, of []int, known bool) {
	t := k.s.file.Ties[i]
	of = make([]int, len(k.s.totals))
	add := func(field Field, rows [][]int, paid []paid) {
		for seat, row := range rows {
			switch {
			case row == nil:
			case field.oneNumber() && field.Form != Sets: // a sheet has an object for Sets, even with one name
				of[seat] += row[0]
			default:
				of[seat] += paid[seat].points
			}
		}
	}
	switch at, atEnd := k.s.file.field(t.Field); {
	case t.Field == "":
		add(Field{}, k.s.asked[i], nil)
		known = k.s.asked[i] != nil && !slices.ContainsFunc(tied, func(seat int) bool { return k.s.asked[i][seat] == nil })
	case atEnd:
		known = k.s.end.paid[at] != nil && (!k.s.file.Agreed || len(without(k.s.end.rows[at])) == 0)
		if known {
			add(k.s.end.fields[at], k.s.end.rows[at], k.s.end.paid[at])
		}
	default:
		known = true
		for _, r := range k.s.rounds.All() {
			add(r.fields[at], r.rows[at], r.paid[at])
		}
	}
	return k.s.file.tieName(t), of, known
}

// ahead returns those of some seats that have the most, or the fewest.
func ahead(seats, of []int, fewest bool) []int {
	best := slices.MaxFunc(seats, func(a, b int) int {
		if fewest {
			a, b = b, a
		}
		return of[a] - of[b]
	})
	return slices.DeleteFunc(slices.Clone(seats), func(seat int) bool { return of[seat] != of[best] })
}

// had lists everybody's amount: “Ana 3 and Bia 1”.
func had(rows []string, of []int, n []int) lang.List {
	var out lang.List
	for _, row := range of {
		out = append(out, has.With("name", rows[row], "n", n[row]))
	}
	return out
}
