package store

import (
	"database/sql"
	"time"
)

// A Whole is a game that is written at once: one that was played elsewhere.
type Whole struct {
	Kind, Purpose string
	Origin        string // what names the sheet that it comes from, any text; "": nothing does
	Started       time.Time
	Lines         func(id string) ([]Line, error) // of its log, from the first one; what they say may depend on the id
	Projection                                    // of all of them
}

// Add writes whole games, all in one transaction, and returns their ids: "" for one of an origin that a game in
// the file, or one before it, has already. pick returns a whole number from 0 to n-1.
func (s *Store) Add(games []Whole, pick func(n int) int) ([]string, error) {
	ids := make([]string, len(games))
	err := s.inTx(func(tx *sql.Tx) error {
		for k, g := range games {
			var known bool
			err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM games WHERE origin = ? AND origin <> '')`, g.Origin).Scan(&known)
			if err == nil && !known {
				ids[k], err = add(tx, g, pick)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, s.wrapErr("add", err)
	}
	return ids, nil
}

func add(tx *sql.Tx, g Whole, pick func(n int) int) (string, error) {
	id, err := newID(tx, pick)
	if err != nil {
		return "", err
	}
	at := g.Started
	if _, err := tx.Exec(`INSERT INTO games (id, kind, purpose, origin, started, changed) VALUES (?, ?, ?, ?, ?, ?)`,
		id, g.Kind, g.Purpose, g.Origin, at.UnixNano(), at.UnixNano()); err != nil {
		return "", err
	}
	lines, err := g.Lines(id)
	if err != nil {
		return "", err
	}
	for _, l := range lines {
		if _, err := tx.Exec(`INSERT INTO log (game, seq, at, line) VALUES (?, ?, ?, ?)`, id, l.Seq, l.At.UnixNano(), string(l.Body)); err != nil {
			return "", err
		}
		at = l.At
	}
	return id, project(tx, id, at, g.Projection)
}
