package counted

import (
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

var (
	tellRound    = lang.Msg("counted.tell-round", "Round {n}: {points}")
	tellLine     = lang.Msg("counted.tell-line", "{it}: {points}")
	tellCounting = lang.Msg("counted.tell-counting", "The rounds are over: now the final count")
	tellWon      = lang.Plural("counted.tell-won", "{names} has won", "{names} have won")
	tellNobody   = lang.Msg("counted.tell-nobody", "Nobody has won")
	otherCat     = lang.Msg("counted.other-category", "something that is not counted here")
	nothing      = lang.Msg("counted.nothing", "nothing")
	whereRound   = lang.Msg("counted.where-round", "Round {n}")
	whereOf      = lang.Msg("counted.where-of", "Round {n} of {of}")
	whereCat     = lang.Msg("counted.where-category", "Counting: {it}")
	whereDeals   = lang.Msg("counted.where-deals", "{where}, {name} deals")
)

// Tell describes an event in one line.
func (s State) Tell(e scoring.Event) lang.Text {
	players := s.Table.Players
	switch e := e.(type) {
	case Round:
		return tellRound.With("n", s.rounds.Len()+1, "points", s.tellRound(e))
	case Category:
		c, field := otherCat, Field{}
		if e.Category >= 0 && e.Category < len(s.end.fields) {
			field = s.end.fields[e.Category]
			c = field.Name
		}
		return tellLine.With("it", c, "points", orNothing(field.tell(players, rowsOf(e.Points, e.Told, nil))))
	case Person:
		var all lang.List
		for c, n := range e.Points {
			name := otherCat
			if c < len(s.end.fields) {
				name = s.end.fields[c].Name
			}
			all = append(all, has.With("name", name, "n", n))
		}
		return tellLine.With("it", scoring.Who(players, e.Seat), "points", orNothing(all))
	case Asked:
		it := otherCat
		if e.Tie >= 0 && e.Tie < len(s.file.Ties) {
			it = s.file.tieName(s.file.Ties[e.Tie])
		}
		return tellLine.With("it", it, "points", orNothing(Field{}.tell(players, e.Told)))
	case Won:
		if len(e.Winners) == 0 {
			return tellNobody
		}
		return tellWon.With("names", scoring.Whos(players, e.Winners), "n", len(e.Winners))
	case Start:
		return begins.With("name", scoring.Who(players, e.Seat), "it", e.told())
	case Running:
		return tellRunning(players, e)
	case Counting:
		return tellCounting
	}
	return lang.Text{}
}

// tellRound describes a round: everybody's number, or field by field if there is more.
func (s State) tellRound(e Round) any {
	players := s.Table.Players
	if e.Told == nil {
		return orNothing(Field{}.tell(players, rowsOf(e.Points, nil, e.Away)))
	}
	var all lang.List
	for i, rows := range e.Told {
		field := Field{Name: otherCat}
		if i < len(s.file.EachRound) {
			field = s.file.EachRound[i]
		}
		if told := field.tell(players, rows); told != nil {
			all = append(all, lang.Literal("{it} ({told})").With("it", field.Name, "told", told))
		}
	}
	return orNothing(all)
}

// rowsOf returns rows, or numbers as rows without those of some seats.
func rowsOf(points []int, told [][]int, but []int) [][]int {
	if told != nil {
		return told
	}
	return singles(points, but)
}

// tell lists everybody's row in a field.
func (f Field) tell(players []string, rows [][]int) (out lang.List) {
	for seat, row := range rows {
		switch f.Form {
		case One, Yes:
			if len(row) == 1 && row[0] == 1 {
				out = append(out, scoring.Who(players, seat))
			}
			continue
		}
		if row != nil {
			out = append(out, has.With("name", scoring.Who(players, seat), "n", f.told(row)))
		}
	}
	return out
}

// orNothing returns a list, or words for an empty one.
func orNothing(l lang.List) any {
	if l == nil {
		return nothing
	}
	return l
}

// Where returns the round under way, or what is counted next.
func (s State) Where() lang.Text {
	n := s.rounds.Len() + 1
	switch c := s.open(); {
	case !s.file.Counts() || scoring.IsOver(s):
		return lang.Text{}
	case s.counting() && s.file.PerPerson:
		return whereCat.With("it", s.Table.Players[c])
	case s.counting() && c >= 0:
		return whereCat.With("it", s.end.fields[c].Name)
	case s.counting():
		return lang.Text{}
	}
	where := whereRound.With("n", n)
	if s.file.Ends.By == After {
		where = whereOf.With("n", n, "of", s.file.Ends.N.Of(len(s.Table.Players)))
	}
	if dealer, deals := s.dealer(); deals {
		return whereDeals.With("where", where, "name", s.Table.Players[dealer])
	}
	return where
}
