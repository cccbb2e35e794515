package pad

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
	lay "github.com/tablemate/tablemate/setup/pad"
)

var (
	askRound    = lang.Msg("pad.round", "Round {n}: how many points?")
	askRoundOf  = lang.Msg("pad.round-of", "Round {n}: how many points for {name}?")
	sitsOut     = lang.Msg("pad.sits-out", "I sit this round out")
	yourRound   = lang.Msg("pad.your-round", "Round {n}: how many points do you have?")
	yourCat     = lang.Msg("pad.your-category", "{it}: how many points do you have?")
	itEnds      = lang.Msg("pad.it-ends", "it ends here")
	askCategory = lang.Msg("pad.category", "{it}: how many points?")
	askCatOf    = lang.Msg("pad.category-of", "{it}: how many points for {name}?")
	askPerson   = lang.Msg("pad.person", "{name}: how many points in each category?")
	soFar       = lang.Msg("pad.so-far", "So far: {points}")
)

// endKey ends a game that only the table's word ends.
const endKey = "e"

// Next asks for the next line of the pad.
func (s State) Next(a ask.Asker) (scoring.Event, error) {
	if e, is, err := s.askAgain(a); is {
		return e, err
	}
	switch {
	case scoring.IsOver(s):
		return s.askRunning(a, s.left())
	case s.terms.Categories == nil:
		return s.askRound(a)
	case s.terms.PerPerson:
		return s.askPerson(a)
	}
	return s.askCategory(a)
}

// askRound returns one line, everybody in seat order; a dash is somebody who sits it out.
func (s State) askRound(a ask.Asker) (scoring.Event, error) {
	in := scoring.Present(len(s.Table.Players), s.Away)
	h, line := s.everybody("pad.round", askRound, askRoundOf, in, true)
	h.Text, h.Phone.One = h.Text.With("n", s.rounds.Len()+1), yourRound.With("n", s.rounds.Len()+1)
	var keys []ask.Key
	if s.terms.AtWord() {
		keys = []ask.Key{{Letter: endKey, Text: itEnds}}
	}
	return ask.Accept(a, h, ask.Or(line, keys...), func(r ask.Keyed[ask.Line]) (scoring.Event, error) {
		if r.Key == endKey {
			return scoring.Stop{}, nil
		}
		e := Round{Points: make([]int, len(s.Table.Players)), Away: slices.Clone(s.Away)}
		for k, seat := range in {
			if row := r.Value.Row(k); len(row) > 0 {
				e.Points[seat] = row[0]
			} else {
				e.Away = append(e.Away, seat)
			}
		}
		e.Away = scoring.Ascending(e.Away)
		return e, s.checkRound(e).Err()
	})
}

// askCategory returns the next category for everybody.
func (s State) askCategory(a ask.Asker) (scoring.Event, error) {
	c := s.open()
	h, line := s.everybody("pad.category", askCategory, askCatOf, s.Table.Turn(0), false)
	h.Text, h.Phone.One = h.Text.With("it", s.terms.Categories[c]), yourCat.With("it", s.terms.Categories[c])
	l, err := ask.Put(a, h, line)
	return Category{c, l.Each(0)}, err
}

// askPerson returns all categories of the next person. Nobody can give it in parts, so it is the scorekeeper's.
func (s State) askPerson(a ask.Asker) (scoring.Event, error) {
	seat := s.open()
	h := ask.Head{ID: "pad.person", Text: askPerson.With("name", s.Table.Players[seat]), Names: slices.Clone(s.terms.Categories)}
	h.People = slices.Repeat([]int{ask.Scorekeeper}, len(s.counted))
	if told := s.sums(); len(told) > 0 {
		h.Notes = []lang.Text{soFar.With("points", told)}
	}
	l, err := ask.Put(a, h, numbers(len(h.Names)))
	return Person{seat, l.Each(0)}, err
}

// everybody returns a question to the people at some seats for a number each, or a dash where they may sit out. Who is
// there alone is named, and is asked for a number, so that a phone has the keys of the question too.
func (s State) everybody(id string, text, alone lang.Text, seats []int, maySitOut bool) (ask.Head, ask.Kind[ask.Line]) {
	names := setup.Named(s.Table.Players, seats)
	h := ask.Head{ID: id, Text: text, People: seats, Names: names}
	if len(names) == 1 {
		h.Text = alone.With("name", names[0])
		return h, ask.Number{Lo: -lay.MostPoints, Hi: lay.MostPoints}.Line()
	}
	line := numbers(len(names))
	if maySitOut {
		line.Blank, line.Nothing = true, sitsOut
	}
	return h, line
}

// numbers returns a line of so many numbers.
func numbers(n int) ask.Each {
	line := ask.Each{Lo: -lay.MostPoints, Hi: lay.MostPoints}
	for k := range n {
		line.Example = append(line.Example, []int{[]int{12, 5, -3}[k%3]})
	}
	return line
}
