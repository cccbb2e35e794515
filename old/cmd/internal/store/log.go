package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"
)

// A Line is one line of a game's log.
type Line struct {
	Seq  int // from 1, without gaps
	At   time.Time
	Body []byte // JSON
}

// A Projection is what lists of games show of a log. It can be rebuilt from the log at any time.
type Projection struct {
	People    []string // in seat order
	Choices   map[string]string
	Finished  bool
	Standings []byte   // JSON; nil: none
	quiet     bool     // rebuilt: nothing new happened at the table
	Names     int      // how many renames were known when it was made (Log.Names)
	How       []string // by seat, how it went for that person, as any text; only of a finished game
}

// After returns the lines of a game behind line seq, in order. ErrNone: there is no such game. ErrDamaged: a line is
// missing or cannot be read, and the error says which.
func (s Log) After(id string, seq int) ([]Line, error) {
	rows, err := s.query(`SELECT l.seq, l.at, l.line FROM games g LEFT JOIN log l ON l.game = g.id AND l.seq > ?2
		WHERE g.id = ?1 AND NOT g.gone ORDER BY l.seq`, id, seq)
	lines, err := all(rows, err, linesFrom(seq+1))
	switch {
	case err != nil && errors.Is(mapErr(err), ErrDamaged) && !errors.Is(err, ErrDamaged): // SQLite says so
		err = fmt.Errorf("behind line %d: %w", seq+len(lines), ErrDamaged)
	case err == nil && len(lines) == 0:
		err = s.absent(id)
	}
	if err != nil || lines[0].Seq == 0 { // a game without lines comes back as one empty row
		return nil, s.wrapErr("log of "+id, err)
	}
	return lines, nil
}

// linesFrom returns a function that reads lines without gaps, the first of them with the given number. An empty row
// reads as the zero Line.
func linesFrom(seq int) func(scan func(...any) error) (Line, error) {
	return func(scan func(...any) error) (Line, error) {
		var n, at sql.NullInt64
		var body sql.NullString
		switch err := scan(&n, &at, &body); {
		case err != nil:
			return Line{}, fmt.Errorf("line %d: %w", seq, err)
		case !n.Valid && !at.Valid && !body.Valid:
			return Line{}, nil
		case !n.Valid || !at.Valid || !body.Valid:
			return Line{}, fmt.Errorf("line %d: %w", seq, ErrDamaged)
		case int(n.Int64) != seq:
			return Line{}, fmt.Errorf("line %d is missing: %w", seq, ErrDamaged)
		}
		seq++
		return Line{seq - 1, time.Unix(0, at.Int64), []byte(body.String)}, nil
	}
}

// Append adds line expect+1 to the log of a game, updates the projections, and drops the given drafts, all or nothing.
// The numbers of dropped slots start at 0 again. ErrMoved: the last line is not expect, somebody was renamed since, or
// a draft has another number. ErrNone: there is no such game.
func (s Log) Append(id string, expect int, at time.Time, body []byte, p Projection, drop ...Drop) error {
	err := s.inTx(func(tx *transaction) error {
		if last(tx, id) != expect || renames(tx, id) != p.Names {
			return ErrMoved
		}
		putLine(tx, id, Line{expect + 1, at, body})
		dropAll(tx, id, drop)
		project(tx, id, at, p)
		return nil
	})
	if err != nil {
		return s.wrapErr("append to "+id, err)
	}
	s.spare(id)
	return nil
}

func putLine(tx *transaction, id string, l Line) {
	tx.do(`INSERT INTO log (game, seq, at, line) VALUES (?, ?, ?, ?)`, id, l.Seq, l.At.UnixNano(), string(l.Body))
}

func renames(tx *transaction, id string) (n int) {
	tx.get(`SELECT named FROM games WHERE id = ?`, []any{id}, &n)
	return n
}

// last returns the number of a game's last line, 0 if it has none. If there is no such game, the transaction fails.
func last(tx *transaction, id string) (seq int) {
	tx.get(`SELECT coalesce((SELECT max(seq) FROM log WHERE game = g.id), 0) FROM games g WHERE g.id = ? AND NOT g.gone`, []any{id}, &seq)
	return seq
}

func project(tx *transaction, id string, at time.Time, p Projection) {
	people, choices := written(p)
	old := before(tx, id)
	if p.quiet {
		at = time.Unix(0, old.changed)
	}
	// A finished game that is only corrected keeps the time when it was finished.
	tx.do(`UPDATE games SET people = ?2, choices = ?3, changed = ?4,
		finished = CASE WHEN ?5 THEN coalesce(finished, ?4) END WHERE id = ?1`,
		id, people, choices, at.UnixNano(), p.Finished)
	projectPlayed(tx, id, old, p)
	if !old.hidden {
		projectPeople(tx, old.people, people, at)
	}
	if p.Standings == nil {
		tx.do(`DELETE FROM results WHERE game = ?`, id)
		return
	}
	tx.do(`INSERT INTO results (game, standings) VALUES (?, ?)
		ON CONFLICT (game) DO UPDATE SET standings = excluded.standings`, id, string(p.Standings))
}

// written returns the people and the choices as the file has them: an empty list or object rather than null.
func written(p Projection) (people, choices string) {
	named, agreed := append([]string{}, p.People...), map[string]string{}
	maps.Copy(agreed, p.Choices)
	return jsonOf(named), jsonOf(agreed)
}

// jsonOf encodes strings, which cannot fail.
func jsonOf(texts any) string {
	b, _ := json.Marshal(texts)
	return string(b)
}

// projectPeople remembers who plays, and forgets a name that was only ever a typo.
func projectPeople(tx *transaction, were, are string, at time.Time) {
	tx.do(`INSERT INTO people (name, last) SELECT value, ?2 FROM json_each(?1) WHERE true
		ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)`, are, at.UnixNano())
	if were != are {
		forgetNames(tx, were)
	}
}

// forgetNames forgets the given names, a JSON list, except those of people who play something.
func forgetNames(tx *transaction, names string) {
	tx.do(`DELETE FROM people WHERE name IN (SELECT value FROM json_each(?1))
		AND NOT EXISTS (SELECT 1 FROM played WHERE played.name = people.name)`, names)
}
