package store

import (
	"database/sql"
	"errors"
	"time"
)

// A Rename is a name that was put right everywhere.
type Rename struct {
	At       time.Time
	Was, Now string
}

// Renamed keeps that a name was put right; the lines of the logs that do it have its time. The color goes with
// it, unless the right name has one; the other name keeps it, for whoever takes that back.
func (s People) Renamed(r Rename) error {
	return s.wrapErr("rename", s.inTx(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`INSERT OR REPLACE INTO renames (at, was, now) VALUES (?, ?, ?)`, r.At.UnixNano(), r.Was, r.Now); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT OR IGNORE INTO colors (name, color) SELECT ?, color FROM colors WHERE name = ?`, r.Now, r.Was)
		return err
	}))
}

// LastRename returns the last one that was not taken back, and whether there is any.
func (s People) LastRename() (r Rename, ok bool, err error) {
	var at whole
	var was, now text
	switch err := s.db.QueryRowContext(s.ctx, `SELECT at, was, now FROM renames ORDER BY at DESC LIMIT 1`).Scan(&at, &was, &now); {
	case errors.Is(err, sql.ErrNoRows):
		return Rename{}, false, nil
	case err != nil:
		return Rename{}, false, s.wrapErr("rename", err)
	}
	return Rename{time.Unix(0, int64(at)), string(was), string(now)}, true, nil
}

// DropRename forgets one that was taken back.
func (s People) DropRename(at time.Time) error {
	_, err := s.write(`DELETE FROM renames WHERE at = ?`, at.UnixNano())
	return s.wrapErr("rename", err)
}
