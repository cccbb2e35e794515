package session

import (
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// A Logged is a line of a game's file that is more than an answer: what it put in and took out, or the line to which it
// leads back.
type Logged struct {
	Line         int
	At           time.Time
	Put, Dropped []Told
	Undo, Redo   int
}

// A Told is an event with the game before it, as scoring.Game.Tell needs it; nil before the table.
type Told struct {
	Before scoring.State
	Event  scoring.Event
}

// Log returns everything that was done, corrections and undos included.
func (s *Session) Log() ([]Logged, error) {
	lines, err := store.Read(s.path)
	var out []Logged
	for i := 1; i < min(len(lines), len(s.moments)); i++ { // what is damaged comes after the last moment
		l, err := parse(lines[i])
		if err != nil {
			return out, err
		}
		now, was := s.moments[i], s.moments[i-1]
		logged := Logged{Line: now.line, At: l.At, Undo: l.Undo, Redo: l.Redo}
		if l.Undo == 0 && l.Redo == 0 {
			logged.Put, logged.Dropped = s.told(now.items, was.items), s.told(was.items, now.items)
		}
		if logged.Put != nil || logged.Dropped != nil || l.Undo > 0 || l.Redo > 0 {
			out = append(out, logged)
		}
	}
	if len(out) > 0 {
		err = nil // the damage was named when the game was opened
	}
	return out, err
}

// told returns the events of items that are not among others.
func (s *Session) told(items, others []Item) (out []Told) {
	fresh := without(items, others)
	if len(fresh) == 0 {
		return nil
	}
	states, _, _ := s.fold(items) // they were folded when the game was read
	for i, it := range items {
		if len(fresh) > 0 && fresh[0].ID == it.ID && i < len(states) {
			out, fresh = append(out, Told{states[i], it.Event}), fresh[1:]
		}
	}
	return out
}
