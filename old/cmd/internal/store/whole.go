package store

import (
	"slices"
	"time"
)

// A Whole is a game that was played elsewhere, to be written at once.
type Whole struct {
	Kind, Purpose string
	Origin        string                          // identifies the sheet that it comes from, as any text; "": there is none
	Started       time.Time                       // zero: nobody knows
	Lines         func(id string) ([]Line, error) // the log from its first line on, which may depend on the id
	Projection                                    // of all lines
}

// Add writes whole games in one transaction and returns their ids, which are "" where the file, or an earlier one of
// these games, has the same origin. pick returns a whole number from 0 to n-1.
func (s Log) Add(games []Whole, pick func(n int) int) ([]string, error) {
	ids := make([]string, len(games))
	err := s.inTx(func(tx *transaction) error {
		// The games are spread over the file: a larger cache (32 MB) keeps pages from being written twice.
		tx.do(`PRAGMA cache_size = -32000`)
		for k, g := range games {
			id, err := add(tx, g, pick)
			if err != nil {
				return err
			}
			ids[k] = id
		}
		return nil
	})
	if err != nil {
		return nil, s.wrapErr("add", err)
	}
	s.spare(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })...)
	return ids, nil
}

// add writes a game, or returns "" if its origin is known already.
func add(tx *transaction, g Whole, pick func(n int) int) (string, error) {
	id := newID(tx, pick)
	started := nanos(g.Started)
	if tx.do(`INSERT INTO games (id, kind, purpose, origin, started, changed) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (origin) WHERE origin <> '' DO NOTHING`,
		id, g.Kind, g.Purpose, g.Origin, started, started) == 0 {
		return "", nil
	}
	lines, err := g.Lines(id)
	if err != nil {
		return "", err
	}
	for _, l := range lines {
		putLine(tx, id, l)
	}
	project(tx, id, lines[len(lines)-1].At, g.Projection)
	return id, nil
}

// The plus sign takes one index away from SQLite: many games share a kind, few a second.
const twins = `SELECT id FROM games WHERE started >= ? AND started < ? AND +kind = ? AND NOT gone
	AND (origin = '' OR (SELECT at FROM log WHERE game = id AND seq = 1) <> (SELECT at FROM log WHERE game = id ORDER BY seq DESC LIMIT 1) OR named > 0) ORDER BY id`

// Twins returns the ids of the games of a kind that began in the second from a time on; the zero time stands for an
// unknown day. They are the games played here, and added games that were changed since, if only by a rename. Deleted
// ones are included.
func (s Log) Twins(kind string, from time.Time) ([]string, error) {
	lo, hi := from.UnixNano(), from.Add(time.Second).UnixNano()
	if from.IsZero() {
		lo, hi = 0, 1
	}
	return s.texts("twins", twins, lo, hi, kind)
}

// Known reports whether a game of this origin is in the file, deleted or not.
func (s Log) Known(origin string) (is bool, err error) {
	is, err = s.one(`SELECT 1 FROM games WHERE origin = ? AND origin <> ''`, []any{origin}, new(any))
	return is, s.wrapErr("known", err)
}
