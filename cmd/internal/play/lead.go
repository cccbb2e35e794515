package play

import (
	"sync"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/timer"
)

// A lead is this window's part in the clocks of a game: one window keeps them, the others
// watch what it keeps. A window that never asked for it plays alone.
type lead struct {
	mu    sync.Mutex
	asked bool
	leave func() // nil: this window does not lead
}

// take asks to lead, and says whether this window does so now.
func (l *lead) take(st *store.Store, id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked = true
	if l.leave == nil {
		if leads, leave := st.Lead(id); leads {
			l.leave = leave
		}
	}
	return l.leave != nil
}

// elsewhere reports whether another window leads.
func (l *lead) elsewhere() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked && l.leave == nil
}

// give leaves the lead to whoever wants it.
func (l *lead) give() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.leave != nil {
		l.leave()
	}
	l.asked, l.leave = false, nil
}

// snapshot is a kept clock as it was seen last.
func snapshot(c store.Clock) timer.Snapshot {
	if c.Since.IsZero() {
		return timer.Snapshot{Left: c.Left, At: c.Seen}
	}
	return timer.Snapshot{Left: c.Left - c.Seen.Sub(c.Since), Runs: true, At: c.Seen}
}
