package session

import (
	"time"

	"github.com/tablemate/tablemate/scoring"
)

// A LogLine is a line of a game's file that is more than an answer: the events that it puts in and takes out, or the line
// to which it leads back.
type LogLine struct {
	Line         LineNo
	At           time.Time
	Put, Dropped []LogEvent
	Undo, Redo   LineNo
}

// A LogEvent is an event with the game before it, as scoring.Game.Tell needs both; Before is nil before the table.
type LogEvent struct {
	Before scoring.State
	Event  scoring.Event
}

// Log returns everything that was done, corrections and undos included.
func (s *Session) Log() (log []LogLine) {
	for i, m := range s.moments[1:] {
		l := LogLine{Line: m.line, At: m.by.At, Undo: m.by.Undo, Redo: m.by.Redo}
		if was := s.moments[i]; l.Undo == 0 && l.Redo == 0 {
			l.Put, l.Dropped = s.told(m.items, was.items), s.told(was.items, m.items)
		}
		if l.Put != nil || l.Dropped != nil || l.Undo > 0 || l.Redo > 0 {
			log = append(log, l)
		}
	}
	return log
}

// told returns the events of items that are not among others.
func (tl *timeline) told(items, others []Item) (out []LogEvent) {
	fresh := without(items, others)
	if len(fresh) == 0 {
		return nil
	}
	// These items were folded without a fault when the game was read, or when the line was written.
	states, _, _ := tl.fold(items)
	for i, it := range items {
		if len(fresh) > 0 && fresh[0].ID == it.ID && i < len(states) {
			out, fresh = append(out, LogEvent{states[i], it.Event}), fresh[1:]
		}
	}
	return out
}
