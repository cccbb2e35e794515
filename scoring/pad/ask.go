package pad

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pad"
)

var (
	askRound    = lang.Msg("pad.round", "Round {n}: how many points?")
	askRoundOf  = lang.Msg("pad.round-of", "Round {n}: how many points for {name}?")
	sitsOut     = lang.Msg("pad.sits-out", "sits this round out")
	itEnds      = lang.Msg("pad.it-ends", "it ends here")
	askCategory = lang.Msg("pad.category", "{it}: how many points?")
	askCatOf    = lang.Msg("pad.category-of", "{it}: how many points for {name}?")
	askPerson   = lang.Msg("pad.person", "{name}: how many points in each category?")
	soFar       = lang.Msg("pad.so-far", "So far: {points}")
)

// endKey ends a game that only the table's word ends.
const endKey = "e"

// next asks for the next line of the pad.
func (s State) next(a ask.Asker) (scoring.Event, error) {
	if e, is, err := s.askAgain(a); is {
		return e, err
	}
	switch left := s.left(); {
	case s.over() && len(left) > 0:
		return s.askRunning(a, left)
	case s.over():
		return nil, fault.New(scoring.Over)
	case s.terms.Categories == nil:
		return s.askRound(a)
	case s.terms.PerPerson:
		return s.askPerson(a)
	}
	return s.askCategory(a)
}

// askRound is one line, everybody in seat order; a dash is somebody who sits it out.
func (s State) askRound(a ask.Asker) (scoring.Event, error) {
	in := scoring.Present(len(s.table.Players), s.away)
	q := s.everybody("pad.round", askRound, askRoundOf, in)
	q.Text = q.Text.With("n", s.rounds.Len()+1)
	if len(in) > 1 {
		points := ask.As[ask.Each](q)
		points.Blank, points.Nothing = true, sitsOut
		q.Shape = points
	}
	if s.terms.AtWord() {
		q.Keys = []ask.Key{{Letter: endKey, Text: itEnds}}
	}
	return scoring.Put(a, q, func(r ask.Answer) (scoring.Event, error) {
		if r.Key == endKey {
			return scoring.Stop{}, nil
		}
		e := Round{Points: make([]int, len(s.table.Players)), Away: slices.Clone(s.away)}
		for k, row := range r.Values {
			if len(row) == 0 {
				e.Away = append(e.Away, in[k])
				continue
			}
			e.Points[in[k]] = row[0]
		}
		e.Away = scoring.Ascending(e.Away)
		return e, s.checkRound(e).Err()
	})
}

// askCategory is the next category for everybody.
func (s State) askCategory(a ask.Asker) (scoring.Event, error) {
	c := s.open()
	q := s.everybody("pad.category", askCategory, askCatOf, s.table.Turn(0))
	q.Text = q.Text.With("it", s.terms.Categories[c])
	r, err := a.Ask(q)
	return Category{c, firsts(r)}, err
}

// askPerson is all categories of the next person. Nobody can give it in parts, so it is the scorekeeper's.
func (s State) askPerson(a ask.Asker) (scoring.Event, error) {
	seat := s.open()
	q := line("pad.person", askPerson.With("name", s.table.Players[seat]), slices.Repeat([]int{ask.Scorekeeper}, len(s.counted)), slices.Clone(s.terms.Categories))
	if told := s.sums(); len(told) > 0 {
		q.Notes = []lang.Text{soFar.With("points", told)}
	}
	r, err := a.Ask(q)
	return Person{seat, firsts(r)}, err
}

// everybody is a question to the people at some seats. Who is there alone is named, and is asked for
// a number, so that a phone has the keys of the question too.
func (s State) everybody(id string, text, alone lang.Text, seats []int) ask.Question {
	names := setup.Named(s.table.Players, seats)
	q := line(id, text, seats, names)
	if len(names) == 1 {
		q.Shape, q.Text = ask.Number{Lo: -lay.MostPoints, Hi: lay.MostPoints}, alone.With("name", names[0])
	}
	return q
}

// line is a question for a number each.
func line(id string, text lang.Text, people []int, names []string) ask.Question {
	points := ask.Each{Lo: -lay.MostPoints, Hi: lay.MostPoints}
	for k := range names {
		points.Example = append(points.Example, []int{[]int{12, 5, -3}[k%3]})
	}
	return ask.Question{ID: id, Shape: points, Text: text, People: people, Names: names}
}

// firsts are the single values of an answer.
func firsts(r ask.Answer) []int {
	out := make([]int, len(r.Values))
	for k, row := range r.Values {
		out[k] = row[0]
	}
	return out
}
