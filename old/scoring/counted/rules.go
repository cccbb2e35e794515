package counted

import (
	"maps"
	"math"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// The events. A row holds a person's numbers in one field (points.go); a game with a single number per person stores just
// that number.
type (
	// A Round is everything that was entered for one round.
	Round struct {
		Points []int     `json:"points,omitempty"` // by seat; 0 for people who were away
		Away   []int     `json:"away,omitempty"`   // seats, ascending
		Told   [][][]int `json:"told,omitempty"`   // instead of Points: rows by field and seat; none for people who were away, nor for a derived field
	}
	// A Category is one field of the final count, for everybody.
	Category struct {
		Category int     `json:"category"` // index of the field
		Points   []int   `json:"points,omitempty"`
		Told     [][]int `json:"told,omitempty"` // instead of Points: a row by seat; none for a person who is not counted
	}
	// A Person is everything that is counted for one person at the end.
	Person struct {
		Seat   int   `json:"seat"`
		Points []int `json:"points"` // by field
	}
	// Counting ends the rounds at the table's word; the final count follows.
	Counting struct{}
	// Asked holds numbers of people who are level for first place.
	Asked struct {
		Tie  int     `json:"tie"`  // index into File.Ties
		Told [][]int `json:"told"` // a row by seat; none for a person who was not asked
	}
	// Won is the table's word on who won.
	Won struct {
		Winners []int `json:"winners"` // seats, ascending
	}
)

// Kind returns "round".
func (Round) Kind() string { return "round" }

// Kind returns "category".
func (Category) Kind() string { return "category" }

// Kind returns "person".
func (Person) Kind() string { return "person" }

// Kind returns "counting".
func (Counting) Kind() string { return "counting" }

// Closes makes a sheet call the rounds over; the final count is in it, too.
func (Counting) Closes() {}

// Kind returns "asked".
func (Asked) Kind() string { return "asked" }

// Kind returns "won".
func (Won) Kind() string { return "won" }

// A State is a counted game in progress. It is never changed: Play returns the next one.
type State struct {
	scoring.Frame

	file   *File
	rounds scoring.Past[played]
	starts []begun // of latecomers, in the order in which they joined
	totals []int   // of the start and the rounds, by seat
	seen   []bool  // by seat: whether anything was entered for it
	end    part    // the final count
	news   []int   // fields that the last event completed: the one entered, and those that count it
	over   bool    // the table ended the rounds
	asked  [][][]int
	won    []int         // the winners, if said
	said   bool          // the table said who won
	again  scoring.Event // an event that is asked about again; nil if the next one is

	verdicts []verdict // by seat, on people who left
}

// A played is a round with what it paid.
type played struct {
	Round
	part
	past []int // by seat: what going past the mark changed
	now  []int // by seat: the totals after the round
}

// Begin returns a game without any entry.
func (f *File) Begin(t setup.Table) (scoring.State, error) {
	n := len(t.Players)
	nobodyNamed := !slices.ContainsFunc(slices.Concat(f.EachRound, f.AtEnd), Field.names)
	return State{
		file: f, totals: slices.Repeat([]int{f.Start.Of(n)}, n), seen: slices.Repeat([]bool{nobodyNamed}, n), verdicts: make([]verdict, n),
		end: part{f.AtEnd, make([][][]int, len(f.AtEnd)), make([][]paid, len(f.AtEnd))}, asked: make([][][]int, len(f.Ties)),
	}, nil
}

var (
	notRounds   = lang.Msg("counted.not-rounds", "this game has no rounds")
	notCats     = lang.Msg("counted.not-categories", "this game has rounds, and nothing is counted at its end")
	notPerCat   = lang.Msg("counted.not-per-category", "here all categories of one person are entered together")
	notPerson   = lang.Msg("counted.not-per-person", "here one category is entered for everybody")
	notWord     = lang.Msg("counted.not-word", "here points decide who wins")
	noSuchCat   = lang.Msg("counted.no-such-category", "there is no such category")
	noSuchTie   = lang.Msg("counted.no-such-tie", "no tie is settled by such a question")
	catTwice    = lang.Msg("counted.category-twice", "“{it}” is counted already")
	personTwice = lang.Msg("counted.person-twice", "{name} is counted already")
	wrongLength = lang.Plural("counted.wrong-length", "{n} number: {want} are needed", "{n} numbers: {want} are needed")
	nobodyIn    = lang.Msg("counted.nobody-in", "everybody sits this round out: give somebody points, 0 at least, or leave the round out")
	awayPoints  = lang.Msg("counted.away-points", "{name} sits this round out, and has no points in it")
	onlyOne     = lang.Msg("counted.only-one", "“{it}” is for one person, not for {names}")
	nothingHere = lang.Msg("counted.nothing-here", "nothing is entered here: it is counted from other fields")
	isMissing   = lang.Msg("counted.is-missing", "{name} is missing here")
	notInOther  = lang.Msg("counted.not-so-counted", "{name} has an entry here, but none in another field")
	notOver     = lang.Msg("counted.rounds-first", "rounds are still to be played")
	allOrNobody = lang.Msg("counted.all-or-nobody", "all win together, or nobody does")
)

// Play returns the game after one more event.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	var f *scoring.Fault
	switch e := e.(type) {
	case Start:
		s, f = s.begin(e)
	case Running:
		s, f = s.rule(e)
	case Round:
		s, f = s.add(e)
	case Category:
		s, f = s.category(e)
	case Person:
		s, f = s.person(e)
	case Counting:
		if s.file.AtEnd == nil || s.file.EachRound == nil {
			f = fault.New(notCats)
		}
		s.over = true // the rounds may have ended by the file already
	case Asked:
		s, f = s.answered(e)
	case Won:
		s, f = s.decided(e)
	}
	return s, f.Err()
}

// names reports whether a field says who has a share in its part: One and derived fields do not.
func (f Field) names() bool { return f.Form != One && !f.Derived() }

// single reports whether the only entry is one number per person.
func single(fields []Field) bool {
	return len(fields) == 1 && fields[0].oneNumber()
}

// oneNumber reports whether a person enters one number in a field.
func (f Field) oneNumber() bool {
	count, _, _ := f.bounds()
	return count == 1 && f.Form != One && f.Form != Yes && !f.Derived()
}

// add returns the game with one more round.
func (s State) add(e Round) (State, *scoring.Fault) {
	if s.file.EachRound == nil {
		return s, fault.New(notRounds)
	}
	if s.counting() {
		return s, fault.New(scoring.Over)
	}
	p, f := s.told(e)
	if f != nil {
		return s, f
	}
	n := len(s.Table.Players)
	in := scoring.Present(n, e.Away)
	p, f = p.count(n)
	if f != nil {
		return s, f
	}
	r := played{Round: e, part: p, past: make([]int, n)}
	s.totals, s.seen = slices.Clone(s.totals), slices.Clone(s.seen)
	for _, seat := range in {
		was, sum := s.totals[seat], s.totals[seat]+p.total(seat)
		s.totals[seat], s.seen[seat] = s.file.past(n, was, sum), true
		r.past[seat] = s.totals[seat] - sum
	}
	r.now = s.totals
	s.rounds = s.rounds.And(r)
	return s, nil
}

// past returns a person's new total: sum, or what the file says instead if that is past the mark. was is the total before.
func (f *File) past(people, was, sum int) int {
	if f.Ends.By != Exactly {
		return sum
	}
	mark := f.Ends.N.Of(people)
	switch up := mark >= f.Start.Of(people); {
	case up && sum <= mark, !up && sum >= mark:
		return sum
	case f.Ends.Past.Stays:
		return was
	}
	return f.Ends.Past.Points
}

// told returns a round as a part. A fault is where it would be in a sheet.
func (s State) told(e Round) (part, *scoring.Fault) {
	players := s.Table.Players
	p := part{fields: s.file.EachRound, rows: e.Told}
	if n := len(e.Told); (n != len(p.fields) || e.Points != nil) && !(single(p.fields) && e.Told == nil) {
		return p, fault.New(wrongLength.With("n", n, "want", len(p.fields)))
	}
	for i, seat := range e.Away {
		f := scoring.CheckSeat(players, seat, "away", fault.Index(i))
		if f == nil && seat < len(e.Points) && e.Points[seat] != 0 {
			f = fault.New(awayPoints.With("name", players[seat]), fault.Index(seat))
		}
		if f != nil {
			return p, f
		}
	}
	in := scoring.Present(len(players), e.Away)
	if len(in) == 0 {
		return p, fault.New(nobodyIn)
	}
	if e.Told == nil {
		p.rows = [][][]int{singles(e.Points, e.Away)}
	}
	for i, field := range p.fields {
		if f := s.checker().checkRows(field, p.rows[i], in); f != nil {
			return p, s.checker().under(field, f)
		}
	}
	return p, nil
}

// singles returns numbers as rows, except for the seats without one.
func singles(points, without []int) [][]int {
	out := make([][]int, len(points))
	for seat := range out {
		if !slices.Contains(without, seat) {
			out[seat] = points[seat : seat+1 : seat+1]
		}
	}
	return out
}

// A checker knows the people and their game, which is what an entry has to fit.
type checker struct {
	file    *File
	players []string
}

func (s State) checker() checker { return checker{s.file, s.Table.Players} }

// length refuses any other number of values than one per person.
func (k checker) length(n int) *scoring.Fault {
	if want := len(k.players); n != want {
		return fault.New(wrongLength.With("n", n, "want", want))
	}
	return nil
}

// checkRows refuses rows that a field cannot have: exactly those who are in have one, and the numbers add up.
func (k checker) checkRows(field Field, rows [][]int, in []int) *scoring.Fault {
	switch {
	case field.Derived() && rows != nil:
		return fault.New(nothingHere)
	case field.Derived():
		return nil
	}
	if f := k.length(len(rows)); f != nil {
		return f
	}
	var those []int
	for seat, row := range rows {
		switch is := slices.Contains(in, seat); {
		case row != nil && !is:
			return fault.New(awayPoints.With("name", k.players[seat]), k.players[seat])
		case row == nil && is:
			return fault.New(isMissing.With("name", k.players[seat]), k.players[seat])
		case row == nil:
			continue
		}
		if f := field.check(row); f != nil {
			return f.Under(k.placeOf(seat))
		}
		if field.Form == One && row[0] == 1 {
			those = append(those, seat)
		}
	}
	if len(those) > 1 {
		return fault.New(onlyOne.With("it", field.Name, "names", scoring.Whos(k.players, those)))
	}
	return ask.Each{Sum: field.Sum.Of(len(k.players))}.Adds(rows)
}

// under returns a fault under the key of its field in a sheet; in a pad's sheet there is none.
func (k checker) under(field Field, f *scoring.Fault) *scoring.Fault {
	if k.file.Agreed {
		return f
	}
	return f.Under(field.Key())
}

// placeOf returns the key of a person in a sheet: an index in a pad's, else the name.
func (k checker) placeOf(seat int) string {
	if k.file.Agreed {
		return fault.Index(seat)
	}
	return k.players[seat]
}

// roundsOver reports whether the rounds are over.
func (s State) roundsOver() bool {
	n, e := len(s.Table.Players), s.file.Ends
	switch mark := e.N.Of(n); {
	case s.over || s.file.EachRound == nil:
		return true
	case e.By == At:
		return slices.Max(s.totals) >= mark
	case e.By == After:
		return s.rounds.Len() >= mark
	case e.By == Exactly:
		return s.rounds.Len() > 0 && slices.Contains(s.totals, mark)
	}
	return false
}

// counting reports whether no more rounds are played: they are over, or the final count has begun.
func (s State) counting() bool {
	return s.roundsOver() || slices.ContainsFunc(s.end.rows, func(rows [][]int) bool { return rows != nil })
}

// Ended reports whether the game is over by its file.
func (s State) Ended() bool {
	switch {
	case !s.file.Counts():
		return s.said
	case s.file.AtEnd != nil:
		return s.roundsOver() && s.open() < 0
	}
	return s.roundsOver()
}

// Columns returns the categories of a pad.
func (s State) Columns() []string {
	if !s.file.Agreed {
		return nil
	}
	var out []string
	for _, field := range s.file.AtEnd {
		out = append(out, field.Key())
	}
	return out
}

// InColumns returns the category at its new place.
func (e Category) InColumns(to []int) scoring.Event {
	e.Category = scoring.Seating{To: to, Seats: math.MaxInt}.Seat(e.Category)
	return e
}

// InColumns returns the line in the new order, without deleted categories. A new category leaves the line too short, and
// the rules refuse it.
func (e Person) InColumns(to []int) scoring.Event {
	places := map[int]int{}
	for c, at := range to {
		if at >= 0 && c < len(e.Points) {
			places[at] = e.Points[c]
		}
	}
	e.Points = nil
	for _, at := range slices.Sorted(maps.Keys(places)) {
		e.Points = append(e.Points, places[at])
	}
	return e
}

// Before returns the game in which an event is asked about again: it keeps its place. If the game has no place for it,
// because the table agreed on something else since, the next event is asked for instead.
func (s State) Before(e scoring.Event) scoring.State {
	s.again = e
	return s
}

// open returns the index of the first field, or the first seat of a pad, that is not counted yet, or the one asked about again; -1 if all are.
func (s State) open() int {
	if s.file.PerPerson {
		if e, is := s.again.(Person); is && scoring.CheckSeat(s.Table.Players, e.Seat) == nil {
			return e.Seat
		}
		return slices.Index(s.seen, false)
	}
	if e, is := s.again.(Category); is && e.Category >= 0 && e.Category < len(s.end.fields) && !s.end.fields[e.Category].Derived() {
		return e.Category
	}
	for c, field := range s.end.fields {
		if !field.Derived() && s.end.rows[c] == nil {
			return c
		}
	}
	return -1
}

// category returns the rows of a field as they are stored: as plain numbers, if everybody has just one.
func (f *File) category(c int, rows [][]int) Category {
	if f.EachRound == nil && f.AtEnd[c].oneNumber() && len(without(rows)) == 0 {
		return Category{Category: c, Points: numbersOf(rows)}
	}
	return Category{Category: c, Told: rows}
}

// category returns the game with one category counted.
func (s State) category(e Category) (State, *scoring.Fault) {
	switch {
	case s.file.AtEnd == nil:
		return s, fault.New(notCats)
	case s.file.PerPerson:
		return s, fault.New(notPerCat)
	case e.Category < 0 || e.Category >= len(s.end.fields) || s.end.fields[e.Category].Derived():
		return s, fault.New(noSuchCat, "category")
	case s.end.rows[e.Category] != nil:
		return s, fault.New(catTwice.With("it", s.end.fields[e.Category].Name), "category")
	case !s.roundsOver() && s.file.Ends.By != AtWord:
		return s, s.checker().under(s.end.fields[e.Category], fault.New(notOver))
	}
	field, rows := s.end.fields[e.Category], e.Told
	if e.Told == nil && field.oneNumber() {
		rows = singles(e.Points, nil)
	}
	in, f := s.entered(field, rows)
	if f == nil {
		f = s.checker().checkRows(field, rows, in)
	}
	if f != nil {
		return s, s.checker().under(field, f)
	}
	return s.count(e.Category, rows)
}

// entered returns the seats with a row. It refuses to leave out a person who played a round or is in another field.
func (s State) entered(field Field, rows [][]int) (in []int, f *scoring.Fault) {
	in = within(rows)
	if !field.names() || s.checker().length(len(rows)) != nil {
		return in, nil
	}
	others, told := s.end.named()
	for seat, name := range s.Table.Players {
		switch is, was := slices.Contains(in, seat), slices.Contains(others, seat); {
		case told && was && !is:
			return in, fault.New(isMissing.With("name", name), name)
		case told && is && !was:
			return in, fault.New(notInOther.With("name", name), name)
		}
	}
	for _, seat := range s.inRounds() {
		if !slices.Contains(in, seat) {
			return in, fault.New(isMissing.With("name", s.Table.Players[seat]), s.Table.Players[seat])
		}
	}
	return in, nil
}

// inRounds returns the seats that played a round, ascending.
func (s State) inRounds() (in []int) {
	for seat := range s.Table.Players {
		if slices.ContainsFunc(s.rounds.All(), func(r played) bool { return !slices.Contains(r.Away, seat) }) {
			in = append(in, seat)
		}
	}
	return in
}

// count returns the game with the rows of a field.
func (s State) count(c int, rows [][]int) (State, *scoring.Fault) {
	end := part{s.end.fields, slices.Clone(s.end.rows), nil}
	if played := s.inRounds(); end.fields[c].Form == One && played != nil {
		rows = only(rows, played)
	}
	end.rows[c] = rows
	end, f := end.count(len(s.Table.Players))
	if f != nil {
		return s, f
	}
	s.news = nil
	for i := range end.fields {
		if s.end.paid[i] == nil && end.paid[i] != nil {
			s.news = append(s.news, i)
		}
	}
	s.end, s.seen = end, slices.Clone(s.seen)
	for seat, row := range rows {
		s.seen[seat] = s.seen[seat] || row != nil && (end.fields[c].names() || row[0] == 1)
	}
	return s, nil
}

// person returns the game with everything counted for one person.
func (s State) person(e Person) (State, *scoring.Fault) {
	switch {
	case s.file.AtEnd == nil:
		return s, fault.New(notCats)
	case !s.file.PerPerson:
		return s, fault.New(notPerson)
	}
	if f := scoring.CheckSeat(s.Table.Players, e.Seat, "seat"); f != nil {
		return s, f
	}
	if s.seen[e.Seat] {
		return s, fault.New(personTwice.With("name", s.Table.Players[e.Seat]), "seat")
	}
	if n, want := len(e.Points), len(s.end.fields); n != want {
		return s, fault.New(wrongLength.With("n", n, "want", want))
	}
	for c, n := range e.Points {
		if f := s.end.fields[c].check([]int{n}); f != nil {
			return s, f.Under(fault.Index(c))
		}
		rows := slices.Clone(s.end.rows[c])
		if rows == nil {
			rows = make([][]int, len(s.Table.Players))
		}
		rows[e.Seat] = []int{n}
		next, f := s.count(c, rows)
		if f != nil {
			return s, f
		}
		s = next
	}
	return s, nil
}

// answered returns the game with the numbers of people who are level.
func (s State) answered(e Asked) (State, *scoring.Fault) {
	if e.Tie < 0 || e.Tie >= len(s.file.Ties) || s.file.Ties[e.Tie].Field != "" {
		return s, fault.New(noSuchTie, "ties")
	}
	if f := s.checker().length(len(e.Told)); f != nil {
		return s, f
	}
	for seat, row := range e.Told {
		if row == nil {
			continue
		}
		if f := plain().check(row); f != nil {
			return s, f.Under("ties", s.file.Ties[e.Tie].Ask.Other, s.Table.Players[seat])
		}
	}
	s.asked = slices.Clone(s.asked)
	s.asked[e.Tie] = e.Told
	return s, nil
}

// decided returns the game with the table's word on who won.
func (s State) decided(e Won) (State, *scoring.Fault) {
	if s.file.Counts() {
		return s, fault.New(notWord)
	}
	if f := scoring.CheckSeats(s.Table.Players, e.Winners); f != nil {
		return s, f.Under("winners")
	}
	if n := len(e.Winners); s.file.Wins == Together && n != 0 && n != len(s.Table.Players) {
		return s, fault.New(allOrNobody, "winners")
	}
	s.won, s.said = scoring.Ascending(e.Winners), true
	return s, nil
}
