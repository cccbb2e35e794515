package play

import (
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/screen"
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

// watched is how the window that leads keeps the clock of a part; as it is at first, where it
// does not yet.
func (w *clocks) watched(part string, first time.Duration) func() (screen.Kept, bool) {
	id, lines := w.s.Log.ID(), w.s.Log.Lines()
	return func() (k screen.Kept, ok bool) {
		kept, was, err := w.Store.Clock(id, part)
		if err != nil {
			return k, false
		}
		if !was {
			kept.Left = first
		}
		news, err := w.Store.LogAfter(id, lines)
		return screen.Kept{Snapshot: snapshot(kept), Alone: w.lead.take(w.Store, id), Moved: len(news) > 0}, err == nil
	}
}

// snapshot is a kept clock as it was seen last.
func snapshot(c store.Clock) timer.Snapshot {
	if c.Since.IsZero() {
		return timer.Snapshot{Left: c.Left, At: c.Seen}
	}
	return timer.Snapshot{Left: c.Left - c.Seen.Sub(c.Since), Runs: true, At: c.Seen}
}
