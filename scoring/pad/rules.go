package pad

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pad"
)

// The events. Points are what the table wrote down, from -lay.MostPoints to lay.MostPoints.
type (
	// A Round is one line of a pad of rounds.
	Round struct {
		Points []int `json:"points"`         // by seat; 0 for who was away
		Away   []int `json:"away,omitempty"` // seats, ascending
	}
	// A Category is one category, counted for everybody.
	Category struct {
		Category int   `json:"category"` // index into the categories that were agreed on
		Points   []int `json:"points"`   // by seat
	}
	// A Person is all categories of one person.
	Person struct {
		Seat   int   `json:"seat"`
		Points []int `json:"points"` // by category
	}
)

// Kind returns "round".
func (Round) Kind() string { return "round" }

// Kind returns "category".
func (Category) Kind() string { return "category" }

// Kind returns "person".
func (Person) Kind() string { return "person" }

// State is a pad as far as it is filled. It is never changed: Apply returns the next one.
type State struct {
	scoring.Frame

	terms   lay.Terms
	rounds  scoring.Past[Round]
	starts  []begun // of people who came late, in the order in which they came
	totals  []int   // of the rounds and the starts, by seat
	played  []bool  // by seat: whether they have anything on the pad
	counted [][]int // [category][seat]
	known   [][]bool
	again   scoring.Event // that happened, and is asked about once more; nil: what comes next is

	verdicts []verdict // by seat: of those who left
}

// begin returns an empty pad. It refuses what lay.Of refuses, with a *Fault at the key of a sheet.
func begin(t setup.Table) (scoring.State, error) {
	m, f := lay.Of(t)
	if f != nil {
		return nil, f
	}
	s := State{terms: m, totals: make([]int, len(t.Players)), played: make([]bool, len(t.Players)), verdicts: make([]verdict, len(t.Players))}
	for range m.Categories {
		s.counted, s.known = append(s.counted, make([]int, len(t.Players))), append(s.known, make([]bool, len(t.Players)))
	}
	return s, nil
}

var (
	notRounds   = lang.Msg("pad.not-rounds", "this pad has categories, and no rounds")
	notCats     = lang.Msg("pad.not-categories", "this pad has rounds, and no categories")
	notPerCat   = lang.Msg("pad.not-per-category", "here all categories of one person are told together")
	notPerson   = lang.Msg("pad.not-per-person", "here one category is told for everybody")
	noSuchCat   = lang.Msg("pad.no-such-category", "there is no such category on this pad")
	catTwice    = lang.Msg("pad.category-twice", "“{it}” is counted already")
	personTwice = lang.Msg("pad.person-twice", "{name} is counted already")
	points      = lang.Msg("pad.points", "{n} is out of range: {lo} to {hi} points in one line")
	wrongLength = lang.Plural("pad.wrong-length", "{n} number: {want} are needed", "{n} numbers: {want} are needed")
	nobodyIn    = lang.Msg("pad.nobody-in", "everybody sits this round out: give somebody points, 0 at least, or leave the round out")
	awayPoints  = lang.Msg("pad.away-points", "{name} sits this round out, and has no points in it")
)

// Play returns the pad with one more line.
func (s State) Play(e scoring.Event) (scoring.State, error) {
	var f *scoring.Fault
	switch e := e.(type) {
	case Start:
		f = s.checkStart(e)
		if f == nil {
			s = s.begin(e)
		}
	case Running:
		f = s.checkRunning(e)
		if f == nil {
			s = s.rule(e)
		}
	case Round:
		f = s.checkRound(e)
		if f == nil {
			s = s.add(e)
		}
	case Category:
		f = s.checkCategory(e)
		if f == nil {
			s = s.count(func(category, seat int) (int, bool) { return e.Points[seat], category == e.Category })
		}
	case Person:
		f = s.checkPerson(e)
		if f == nil {
			s = s.count(func(category, seat int) (int, bool) { return e.Points[category], seat == e.Seat })
		}
	}
	return s, f.Err()
}

// add returns a pad with one more round.
func (s State) add(e Round) State {
	s.rounds, s.totals, s.played = s.rounds.And(e), slices.Clone(s.totals), slices.Clone(s.played)
	for _, seat := range scoring.Present(len(e.Points), e.Away) {
		s.totals[seat] += e.Points[seat]
		s.played[seat] = true
	}
	return s
}

// count fills cells of a pad of categories: told is what is counted, and whether it is now.
func (s State) count(told func(category, seat int) (int, bool)) State {
	counted, known := make([][]int, len(s.counted)), make([][]bool, len(s.known))
	s.played = slices.Clone(s.played)
	for c := range counted {
		counted[c], known[c] = slices.Clone(s.counted[c]), slices.Clone(s.known[c])
		for seat := range counted[c] {
			if it, now := told(c, seat); now {
				counted[c][seat], known[c][seat], s.played[seat] = it, true, true
			}
		}
	}
	s.counted, s.known = counted, known
	return s
}

// Ended reports whether the game has ended by its terms.
func (s State) Ended() bool {
	m := s.terms
	switch {
	case m.Categories != nil:
		return s.open() < 0
	case m.Rounds > 0:
		return s.rounds.Len() >= m.Rounds
	}
	return m.Target > 0 && slices.Max(s.totals) >= m.Target
}

// Columns returns the categories, by which the lines of a pad are counted.
func (s State) Columns() []string { return s.terms.Categories }

// InColumns returns the category at its new place.
func (e Category) InColumns(to []int) scoring.Event {
	e.Category = scoring.Seating{To: to, Seats: lay.MostCategories}.Seat(e.Category)
	return e
}

// InColumns returns the line in the new order, without what was struck out. A category that is new has nothing
// in it: the line is too short then, and the rules refuse it.
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

// Before returns the pad in which a line that was written is asked about once more: which one it is stands. One that this
// pad has no place for, since the table agreed on another kind of pad meanwhile, gives way to the next line.
func (s State) Before(e scoring.Event) scoring.State {
	s.again = e
	return s
}

// open returns the category, or the seat of the person, that is asked about: the first that is not counted; -1: all are.
func (s State) open() int {
	if s.terms.PerPerson {
		if e, is := s.again.(Person); is && scoring.CheckSeat(s.Table.Players, e.Seat) == nil {
			return e.Seat
		}
		return slices.Index(s.known[0], false)
	}
	if e, is := s.again.(Category); is && e.Category >= 0 && e.Category < len(s.known) {
		return e.Category
	}
	return slices.IndexFunc(s.known, func(by []bool) bool { return !by[0] })
}

// checkRound refuses a round that nobody played, and points of who was away.
func (s State) checkRound(e Round) *scoring.Fault {
	if s.terms.Categories != nil {
		return fault.New(notRounds)
	}
	if f := checkPoints(e.Points, len(s.Table.Players)); f != nil {
		return f
	}
	for i, seat := range e.Away {
		if f := scoring.CheckSeat(s.Table.Players, seat, "away", fault.Index(i)); f != nil {
			return f
		}
		if e.Points[seat] != 0 {
			return fault.New(awayPoints.With("name", s.Table.Players[seat]), fault.Index(seat))
		}
	}
	if len(scoring.Present(len(s.Table.Players), e.Away)) == 0 {
		return fault.New(nobodyIn)
	}
	return nil
}

func (s State) checkCategory(e Category) *scoring.Fault {
	switch {
	case s.terms.Categories == nil:
		return fault.New(notCats)
	case s.terms.PerPerson:
		return fault.New(notPerCat)
	case e.Category < 0 || e.Category >= len(s.counted):
		return fault.New(noSuchCat, "category")
	case s.known[e.Category][0]:
		return fault.New(catTwice.With("it", s.terms.Categories[e.Category]), "category")
	}
	return checkPoints(e.Points, len(s.Table.Players))
}

func (s State) checkPerson(e Person) *scoring.Fault {
	switch {
	case s.terms.Categories == nil:
		return fault.New(notCats)
	case !s.terms.PerPerson:
		return fault.New(notPerson)
	}
	if f := scoring.CheckSeat(s.Table.Players, e.Seat, "seat"); f != nil {
		return f
	}
	if s.known[0][e.Seat] {
		return fault.New(personTwice.With("name", s.Table.Players[e.Seat]), "seat")
	}
	return checkPoints(e.Points, len(s.counted))
}

// checkPoints refuses a line of another length, or with a number out of range.
func checkPoints(line []int, want int) *scoring.Fault {
	if n := len(line); n != want {
		return fault.New(wrongLength.With("n", n, "want", want))
	}
	for i, n := range line {
		if n < -lay.MostPoints || n > lay.MostPoints {
			return fault.New(points.With("n", n, "lo", -lay.MostPoints, "hi", lay.MostPoints), fault.Index(i))
		}
	}
	return nil
}
