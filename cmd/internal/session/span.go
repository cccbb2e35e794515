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
// that was told at the table, or else the day of its sheet. Corrections, forgotten turns and settled ties do not move it.
func (s *Session) Span() (p Span) {
	p.Began = s.Began()
	if s.head.Sheet {
		p.Began, p.DayAlone, _ = scoring.When(s.head.Played)
	}
	p.Ended = p.Began
	told := time.Time{}
	for i, it := range s.Items() {
		if s.isTurn(it, s.states[i]) && it.At.After(told) {
			told = it.At
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

// isTurn reports whether an item was told at the table as the next turn of a game that went on. Turns that came with a
// sheet were told elsewhere.
func (s *Session) isTurn(it Item, before scoring.State) bool {
	if before == nil || scoring.Over(before) || it.late {
		return false
	}
	switch it.Event.(type) {
	case setup.Table, scoring.People, scoring.Choices, scoring.Laid, scoring.Stop, scoring.Playing:
		return false
	}
	return it.told || !s.head.Sheet
}
