package store

import (
	"slices"
	"time"
)

// A Whole is a game that is written at once: one that was played elsewhere.
type Whole struct {
	Kind, Purpose string
	Origin        string                          // what names the sheet that it comes from, any text; "": nothing does
	Started       time.Time                       // zero: nobody knows
	Lines         func(id string) ([]Line, error) // of its log, from the first one; what they say may depend on the id
	Projection                                    // of all of them
}

// Add writes whole games, all in one transaction, and returns their ids: "" for one of an origin that a game in
// the file, or one before it, has already. pick returns a whole number from 0 to n-1.
func (s Log) Add(games []Whole, pick func(n int) int) ([]string, error) {
	ids := make([]string, len(games))
	err := s.inTx(func(tx *transaction) error {
		// Many games lie all over the file: with more of it in memory (32 MB) fewer pages are written twice.
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

// add writes a game, and returns "" for one of an origin that there is already.
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

// The plus sign leaves SQLite one index: there are many games of a kind, and few of a second.
const twins = `SELECT id FROM games WHERE started >= ? AND started < ? AND +kind = ? AND NOT gone
	AND (origin = '' OR (SELECT at FROM log WHERE game = id AND seq = 1) <> (SELECT at FROM log WHERE game = id ORDER BY seq DESC LIMIT 1) OR named > 0) ORDER BY id`

// Twins returns the ids of games of a kind that were begun in the second from a time on, zero: nobody knows when. They are those
// played here, and those that were added and in which anything was changed since, be it a name. Deleted ones are among them.
func (s Log) Twins(kind string, from time.Time) ([]string, error) {
	lo, hi := from.UnixNano(), from.Add(time.Second).UnixNano()
	if from.IsZero() {
		lo, hi = 0, 1
	}
	ids, err := scanStrings(s.query(twins, lo, hi, kind))
	return ids, s.wrapErr("twins", err)
}

// Known reports whether a game in the file has an origin, deleted or not.
func (s Log) Known(origin string) (is bool, err error) {
	is, err = s.one(`SELECT 1 FROM games WHERE origin = ? AND origin <> ''`, []any{origin}, new(any))
	return is, s.wrapErr("known", err)
}
