package store

import (
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tablemate/tablemate/old/timer"
)

// SetClock stores the clock of one part of a game. ErrNone: there is no such game.
func (s Drafts) SetClock(id, part string, c timer.Snapshot) error {
	since := sql.NullInt64{Int64: c.At.UnixNano(), Valid: c.Runs}
	n, err := s.write(`INSERT INTO clocks (game, part, left, since, seen)
		SELECT id, ?2, ?3, ?4, ?5 FROM games WHERE id = ?1 AND NOT gone
		ON CONFLICT (game, part) DO UPDATE SET left = excluded.left, since = excluded.since, seen = excluded.seen`,
		id, part, int64(c.Left), since, c.At.UnixNano())
	if err == nil && n == 0 {
		err = ErrNone
	}
	return s.wrapErr("clock of "+id, err)
}

// Clock returns the clock of one part of a game as it was last seen, and whether it was ever set. Earlier versions
// stored a running clock with the time left at an earlier moment.
func (s Drafts) Clock(id, part string) (timer.Snapshot, bool, error) {
	var left, seen int64
	var since sql.NullInt64
	found, err := s.one(`SELECT left, since, seen FROM clocks WHERE game = ? AND part = ?`, []any{id, part}, &left, &since, &seen)
	if err != nil || !found {
		return timer.Snapshot{}, false, s.wrapErr("clock of "+id, err)
	}
	if since.Valid {
		left -= seen - since.Int64
	}
	return timer.Snapshot{Left: time.Duration(left), Runs: since.Valid, At: time.Unix(0, seen)}, true, nil
}

// KeepTurns stores a clock for several people under the time when it was begun. An empty body says that it is over.
func (s Drafts) KeepTurns(begun int64, body string) error {
	if body == "" {
		_ = os.Remove(s.head(TurnsID(begun)))
		_, err := s.write(`DELETE FROM turns WHERE begun = ?`, begun)
		return s.wrapErr("turns", err)
	}
	_, err := s.write(`INSERT INTO turns (begun, body) VALUES (?1, ?2) ON CONFLICT (begun) DO UPDATE SET body = excluded.body`, begun, body)
	return s.wrapErr("turns", err)
}

// Turns returns the bodies of all such clocks, the latest first.
func (s Drafts) Turns() ([]string, error) {
	return s.texts("turns", `SELECT body FROM turns ORDER BY begun DESC`)
}

// LeadTurns takes the lead of such a clock, as Lead does for a game; it has no seats.
func (s *Store) LeadTurns(begun int64) (leads bool, leave func()) {
	_ = os.MkdirAll(filepath.Dir(s.head("")), 0o700)
	return s.Lead(TurnsID(begun))
}

// TurnsID returns the name under which such a clock is led. No game has such an id.
func TurnsID(begun int64) string { return "turns-" + strconv.FormatInt(begun, 36) }

// KeepEvening stores what is known of the phones that are served at a port.
func (s Phones) KeepEvening(port int, body []byte) error {
	_, err := s.write(`INSERT INTO evenings (port, body) VALUES (?1, ?2) ON CONFLICT (port) DO UPDATE SET body = excluded.body`, port, string(body))
	return s.wrapErr("phones", err)
}

// Evening returns what was kept of the phones at a port, nil if nothing was.
func (s Phones) Evening(port int) ([]byte, error) {
	var body []byte
	_, err := s.one(`SELECT body FROM evenings WHERE port = ?`, []any{port}, &body)
	return body, s.wrapErr("phones", err)
}
