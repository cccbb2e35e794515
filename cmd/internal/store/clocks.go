package store

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// A Clock is how a clock was last seen.
type Clock struct {
	Left  time.Duration // at Since, or still where it is stopped
	Since time.Time     // zero: stopped
	Seen  time.Time     // when this was written
}

// SetClock writes the clock of one part of a game. ErrNone: there is no such game.
func (s Drafts) SetClock(id, part string, c Clock) error {
	since := sql.NullInt64{Int64: c.Since.UnixNano(), Valid: !c.Since.IsZero()}
	n, err := s.write(`INSERT INTO clocks (game, part, left, since, seen)
		SELECT id, ?2, ?3, ?4, ?5 FROM games WHERE id = ?1 AND NOT gone
		ON CONFLICT (game, part) DO UPDATE SET left = excluded.left, since = excluded.since, seen = excluded.seen`,
		id, part, int64(c.Left), since, c.Seen.UnixNano())
	if err == nil && n == 0 {
		err = ErrNone
	}
	return s.wrapErr("clock of "+id, err)
}

// Clock returns the clock of one part of a game, and whether it was ever set.
func (s Drafts) Clock(id, part string) (Clock, bool, error) {
	st, err := s.prepared(`SELECT left, since, seen FROM clocks WHERE game = ? AND part = ?`)
	if err != nil {
		return Clock{}, false, s.wrapErr("clock of "+id, err)
	}
	var left, seen whole
	var since sql.Null[whole]
	if err := st.QueryRowContext(s.ctx, id, part).Scan(&left, &since, &seen); errors.Is(err, sql.ErrNoRows) {
		return Clock{}, false, nil
	} else if err != nil {
		return Clock{}, false, s.wrapErr("clock of "+id, err)
	}
	c := Clock{Left: time.Duration(left), Seen: time.Unix(0, int64(seen))}
	if since.Valid {
		c.Since = time.Unix(0, int64(since.V))
	}
	return c, true, nil
}

// Turns is a clock for several people that stands or runs.
type Turns struct {
	Begun int64 // in nanoseconds since 1970; no two have the same
	Body  []byte
}

// lock returns what names the lead of such a clock, which games cannot be called.
func (t Turns) lock() string { return "turns-" + strconv.FormatInt(t.Begun, 10) }

// KeepTurns keeps such a clock in place of what was kept of it before; without a Body it is over.
func (s Drafts) KeepTurns(t Turns) error {
	if len(t.Body) == 0 {
		_ = os.Remove(s.head(t.lock()))
		_, err := s.write(`DELETE FROM turns WHERE begun = ?`, t.Begun)
		return s.wrapErr("turns", err)
	}
	_, err := s.write(`INSERT INTO turns (begun, body) VALUES (?1, ?2) ON CONFLICT (begun) DO UPDATE SET body = excluded.body`, t.Begun, string(t.Body))
	return s.wrapErr("turns", err)
}

// Turns returns all of these clocks, the latest first.
func (s Drafts) Turns() (all []Turns, err error) {
	rows, err := s.db.QueryContext(s.ctx, `SELECT begun, body FROM turns ORDER BY begun DESC`)
	if err != nil {
		return nil, s.wrapErr("turns", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		var begun whole
		var body text
		if err := rows.Scan(&begun, &body); err != nil {
			return nil, s.wrapErr("turns", err)
		}
		all = append(all, Turns{int64(begun), []byte(body)})
	}
	return all, s.wrapErr("turns", rows.Err())
}

// LeadTurns takes the lead of such a clock, as Lead does that of a game. It needs no seat.
func (s *Store) LeadTurns(t Turns) (leads bool, leave func()) {
	_ = os.MkdirAll(filepath.Dir(s.head(t.lock())), 0o700) // Lead says that it cannot be told
	return s.Lead(t.lock())
}

// KeepEvening keeps what is known of the phones that are served at a port, in place of what was
// kept before.
func (s Phones) KeepEvening(port int, body []byte) error {
	_, err := s.write(`INSERT INTO evenings (port, body) VALUES (?1, ?2) ON CONFLICT (port) DO UPDATE SET body = excluded.body`, port, string(body))
	return s.wrapErr("phones", err)
}

// Evening returns what was kept of the phones at a port; nil: nothing.
func (s Phones) Evening(port int) ([]byte, error) {
	st, err := s.prepared(`SELECT body FROM evenings WHERE port = ?`)
	if err != nil {
		return nil, s.wrapErr("phones", err)
	}
	var body string
	if err := st.QueryRowContext(s.ctx, port).Scan(&body); errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	} else if err != nil {
		return nil, s.wrapErr("phones", err)
	}
	return []byte(body), nil
}
