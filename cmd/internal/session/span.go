package session

import (
	"time"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Span is when a game was played. The zero times mean that nobody knows.
type Span struct {
	Began    time.Time
	Ended    time.Time // its last turn; as long as there is none, its beginning
	DayAlone bool      // only the day is known, and both times are its noon
}

// Span returns when the game was played. Its day, in lists, evenings, pages and sheets, is that of Ended: of the last turn
// that was told at the table, or else the day of its sheet. Corrections, forgotten turns and settled ties do not move it, nor
// do turns of a finished game that are taken back and told once more: only one turn more than it had goes on with it.
func (s *Session) Span() (p Span) {
	p.Began = s.Began()
	if s.head.Sheet {
		p.Began, p.DayAlone, _ = scoring.When(s.head.Played)
	}
	p.Ended = p.Began
	turns, told := s.turns(s.Items(), s.states)
	for i := 1; i < len(s.moments); i++ {
		// Only an undo, or a line that drops something, takes a turn back.
		if by := s.moments[i].by; by.Undo == 0 && by.Drop == nil {
			continue
		}
		before := s.moments[i-1].items
		states, at, _ := s.fold(before)
		if len(before) == 0 || at < len(before) || !scoring.Over(states[at]) {
			continue
		}
		if n, finished := s.turns(before, states); turns <= n && finished.Before(told) {
			told = finished
			break
		}
	}
	switch {
	case told.IsZero():
	case p.DayAlone:
		// The sheet has a day for the beginning, and no time.
		p = Span{Ended: told}
	default:
		p.Ended = told
	}
	return p
}

// turns returns how many turns items have, and when the last one was told at the table; turns that came with a sheet were
// told elsewhere. states has the state before each item.
func (s *Session) turns(items []Item, states []scoring.State) (n int, told time.Time) {
	for i, it := range items {
		if !isTurn(it, states[i]) {
			continue
		}
		n++
		if (it.told || !s.head.Sheet) && it.At.After(told) {
			told = it.At
		}
	}
	return n, told
}

// isTurn reports whether an item was a turn of a game that went on.
func isTurn(it Item, before scoring.State) bool {
	if before == nil || scoring.Over(before) || it.late {
		return false
	}
	switch it.Event.(type) {
	case setup.Table, scoring.People, scoring.Choices, scoring.Laid, scoring.Stop, scoring.Playing:
		return false
	}
	return true
}
