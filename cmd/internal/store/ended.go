package store

import (
	"database/sql"
	"errors"
)

// LastOver is the id of the game that was finished last, "" where none is.
func (s *Store) LastOver() (id string, err error) {
	err = s.db.QueryRowContext(s.ctx, `SELECT g.id FROM games g WHERE g.finished IS NOT NULL AND g.gone IS NOT 1 AND `+s.column("g.deleted IS NULL", 5, "true")+`
		ORDER BY g.finished DESC, g.id LIMIT 1`).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, s.wrapErr("the last game", err)
}
