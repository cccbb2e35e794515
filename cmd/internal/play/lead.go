package play

import (
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/timer"
)

// A lead is this window's part in the clocks of a game: one window keeps them, the others
// are told how they stand. The first one that comes to a clock has it, until what the clock is about was told.
type lead struct {
	leave func() // nil: this window does not lead
}

// take asks to lead, and reports whether this window does so now.
func (l *lead) take(st *store.Store, id string) bool {
	if l.leave == nil {
		if leads, leave := st.Lead(id); leads {
			l.leave = leave
		}
	}
	return l.leave != nil
}

// give leaves the lead to whoever wants it.
func (l *lead) give() {
	if l.leave != nil {
		l.leave()
	}
	l.leave = nil
}

// snapshot returns a kept clock as it was seen last.
func snapshot(c store.Clock) timer.Snapshot {
	if c.Since.IsZero() {
		return timer.Snapshot{Left: c.Left, At: c.Seen}
	}
	return timer.Snapshot{Left: c.Left - c.Seen.Sub(c.Since), Runs: true, At: c.Seen}
}
