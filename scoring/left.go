package scoring

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// Leavers names people that left early and are not ranked: they win nothing, tie with nobody, and break no tie. The table
// says so at the end.
type Leavers struct {
	Left []Name `json:"left"`
}

// Kind makes Leavers an event.
func (Leavers) Kind() string { return "left" }

// Anyone lets the event name absent people.
func (Leavers) Anyone() {}

// Leaving returns the people away at the end of a game, as long as the table has not said whether they are ranked.
func (g Game) Leaving(s State) []Name {
	if !Over(s) {
		return nil
	}
	f := s.frame()
	return without(f.Away, f.Judged)
}

// askLeavers asks the table about each person that left before the end. was suggests the answers.
func (g Game) askLeavers(a ask.Asker, s State, was Event) (Event, error) {
	before, again := was.(Leavers)
	e := Leavers{Left: []Name{}}
	for _, n := range g.Leaving(s) {
		q := ask.Question{
			ID: "left " + string(n), Text: lang.T("{name} left before the end. Ranked with the others?").With("name", n), Suggest: setup.No,
			Shape: ask.Pick{Options: []ask.Option{
				{ID: setup.No, Text: lang.T("No, only those who stayed")}, {ID: setup.Yes, Text: lang.T("Yes, with the others")}}},
		}
		if again && !slices.Contains(before.Left, n) {
			q.Suggest = setup.Yes
		}
		v, err := ask.Put(a, q, nil)
		if err != nil {
			return nil, err
		}
		if v.Line == setup.No {
			e.Left = append(e.Left, n)
		}
	}
	return e, nil
}

// leave records the people without a rank. At least one person keeps theirs.
func (g Game) leave(s State, e Leavers) (State, error) {
	f := s.frame()
	if err := g.check(f, e); err != nil {
		return s, err
	}
	switch {
	case len(e.Left) > 0 && (f.Teams || g.Stays != nil && g.Stays(f.Table)):
		return s, fault.New(lang.T("nobody leaves this game before its end"), "left")
	case len(e.Left) == len(f.Table.Players):
		return s, fault.New(lang.T("not everybody can have left: somebody is ranked"), "left")
	}
	f.Unranked, f.Judged = among(f.Table.Players, e.Left), among(f.Table.Players, slices.Concat(f.Away, e.Left))
	return g.put(s, f), nil
}

// Ranked returns the rows that are ranked with each other.
func (f Frame) Ranked() []Row {
	return slices.DeleteFunc(f.Rows(), func(r Row) bool { return slices.Contains(f.Unranked, Name(r)) })
}
