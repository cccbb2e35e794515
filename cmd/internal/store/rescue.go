package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// What is left of a damaged file is taken out game by game. Here it is only read, and written to
// another file: whether a log is what was written is known to who knows the sums of its lines.

// Remains are what can still be read of one game.
type Remains struct {
	ID      string
	Row     bool // what follows, up to Standings, could be read
	Kind    string
	Purpose string
	People  []string  // as the list of games has them
	Started time.Time // of a game without its row: the first line
	Changed time.Time // when the last line was written
	Ended   time.Time // zero: it was not finished
	Deleted time.Time // zero: it is not
	Origin  string    // of an imported one

	Standings []byte // nil: none, or they could not be read
	Log       []Line // from the first one, without gaps
	Cut       bool   // what stands behind Log, if anything, could not be read
	Drafts    []Kept
	Clocks    map[string]Clock
	Pictures  map[string][]byte
	Lacking   bool // not all drafts, clocks and pictures could be read
}

// Kept is a draft in its slot.
type Kept struct {
	Slot string
	Draft
	At time.Time
}

// OpenWreck opens a file that may be damaged in any way, to read what is left of it. It is
// left as it is. The error is one of Open; ErrDamaged: SQLite reads nothing of it.
func OpenWreck(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, wrapErr("open", err)
	}
	f, err := inspect(path)
	if err == nil && f.version == 0 && f.damage == nil {
		err = ErrNone
	}
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	db, err := reading(path, salvaging)
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	s := newStore(ctx, db, path, f.version)
	s.barred = ErrDamaged
	return s, nil
}

// Traces are the ids of all games of which anything can be found, and those that were
// forgotten before their first line.
func (s *Store) Traces() (ids, gone []string) {
	found := map[string]bool{}
	s.reach(`SELECT id FROM games WHERE gone IS NOT 1 AND id >= ? AND id < ? ORDER BY id`, "", found)
	s.reach(`SELECT DISTINCT game FROM log WHERE game >= ? AND game < ? ORDER BY game`, "", found)
	s.reach(`SELECT DISTINCT game FROM drafts WHERE draft <> '' AND game >= ? AND game < ? ORDER BY game`, "", found)
	for id := range found {
		ids = append(ids, id)
	}
	forgotten := map[string]bool{}
	s.reach(`SELECT id FROM games WHERE gone = 1 AND id >= ? AND id < ? ORDER BY id`, "", forgotten)
	for id := range forgotten {
		if !found[id] {
			gone = append(gone, id)
		}
	}
	slices.Sort(ids)
	slices.Sort(gone)
	return ids, gone
}

// reach finds ids that begin with something. What lies behind damage is reached from the other end, and
// what lies between two by the beginnings of ids.
func (s *Store) reach(query, with string, found map[string]bool) {
	if s.foundBy(query, with, found) == nil {
		return
	}
	_ = s.foundBy(query+" DESC", with, found) // the damage is known
	if len(with) == 4 {
		return
	}
	for n := range len(consonants) * len(vowels) {
		s.reach(query, with+spell(n, 1), found)
	}
}

// foundBy adds what a query finds, up to the first damage.
func (s *Store) foundBy(query, with string, found map[string]bool) error {
	rows, err := s.db.QueryContext(s.ctx, query, with, with+"~")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		var id text
		if err := rows.Scan(&id); err == nil { // another one may stand behind a bad one
			found[string(id)] = true
		}
	}
	return rows.Err()
}

// Remains are what is left of a game. An error is that of s.ctx.
func (s *Store) Remains(id string) (Remains, error) {
	r := Remains{ID: id, Clocks: map[string]Clock{}, Pictures: map[string][]byte{}}
	s.remainingRow(&r)
	s.remainingLog(&r)
	if !r.Row && len(r.Log) > 0 {
		r.Started = r.Log[0].At
	}
	for _, read := range []func(*Remains) error{s.remainingDrafts, s.remainingClocks, s.remainingPictures} {
		r.Lacking = read(&r) != nil || r.Lacking
	}
	return r, s.ctx.Err()
}

func (s *Store) remainingRow(r *Remains) {
	s.one(`SELECT kind, `+s.column("purpose", 2, "''")+`, people, started, changed, finished, `+s.column("deleted", 5, "NULL")+`, `+s.column("origin", 5, "''")+` FROM %s`, "games", "id", r.ID, func(rows *sql.Rows) error {
		var kind, purpose, people, started, changed, finished, deleted, origin any
		if err := rows.Scan(&kind, &purpose, &people, &started, &changed, &finished, &deleted, &origin); err != nil {
			return err
		}
		var read row
		r.Kind, r.Purpose, r.Started, r.Changed = read.text(kind), read.text(purpose), read.time(started), read.time(changed)
		if finished != nil {
			r.Ended = read.time(finished)
		}
		if deleted != nil {
			r.Deleted = read.time(deleted)
		}
		r.Origin = read.text(origin)
		r.People = decoded[[]string](&read, people)
		r.Row = !read.damaged
		return nil
	})
	s.one(`SELECT standings FROM %s`, "results", "game", r.ID, func(rows *sql.Rows) error {
		var standings text
		if err := rows.Scan(&standings); err != nil {
			return err
		}
		r.Standings = []byte(standings)
		return nil
	})
}

// one reads the row of a table that has an id, from both sides.
func (s *Store) one(query, table, key, id string, read func(*sql.Rows) error) {
	if s.each(fmt.Sprintf(query, table+` WHERE `+key+` = ?`), id, read) != nil {
		_ = s.each(fmt.Sprintf(query, `(SELECT * FROM `+table+` WHERE `+key+` <= ?1 ORDER BY `+key+` DESC LIMIT 1) WHERE `+key+` = ?1`), id, read)
	}
}

// The way to a row leads to the page before it where it is looked for from below, and to the one behind it
// from above: each may be the one that is damaged.

// remainingLog reads a log in one go, and behind damage line by line, from both sides.
func (s *Store) remainingLog(r *Remains) {
	read := func(rows *sql.Rows) error {
		l, err := readLine(rows, len(r.Log)+1)
		if err == nil {
			r.Log = append(r.Log, l)
		}
		return err
	}
	r.Cut = s.each(`SELECT seq, at, line FROM log WHERE game = ? ORDER BY seq`, r.ID, read) != nil
	for more := r.Cut; more; {
		known, next := len(r.Log), itoa(len(r.Log)+1)
		r.Cut = s.each(`SELECT seq, at, line FROM log WHERE game = ? AND seq = `+next, r.ID, read) != nil &&
			s.each(`SELECT seq, at, line FROM (SELECT * FROM log WHERE game = ? AND seq <= `+next+` ORDER BY seq DESC LIMIT 1) WHERE seq = `+next, r.ID, read) != nil
		more = len(r.Log) > known
	}
}

func (s *Store) remainingDrafts(r *Remains) error {
	query := `SELECT slot, seq, ` + s.column("number", 2, "0") + `, at, draft FROM drafts %s WHERE game = ? ORDER BY rowid`
	read := func(rows *sql.Rows) error {
		var slot, draft text
		var seq, number, at whole
		if err := rows.Scan(&slot, &seq, &number, &at, &draft); err != nil {
			return err
		}
		r.Drafts = append(r.Drafts, Kept{string(slot), Draft{int(seq), int(number), []byte(draft)}, time.Unix(0, int64(at))})
		return nil
	}
	if s.each(fmt.Sprintf(query, ""), r.ID, read) == nil {
		return nil
	}
	r.Drafts = nil
	return s.each(fmt.Sprintf(query, "NOT INDEXED"), r.ID, read) // the index may be what is damaged
}

func (s *Store) remainingClocks(r *Remains) error {
	return s.each(`SELECT part, left, since, seen FROM clocks WHERE game = ?`, r.ID, func(rows *sql.Rows) error {
		var part text
		var left, seen whole
		var since sql.Null[whole]
		if err := rows.Scan(&part, &left, &since, &seen); err != nil {
			return err
		}
		c := Clock{Left: time.Duration(left), Seen: time.Unix(0, int64(seen))}
		if since.Valid {
			c.Since = time.Unix(0, int64(since.V))
		}
		r.Clocks[string(part)] = c
		return nil
	})
}

func (s *Store) remainingPictures(r *Remains) error {
	if s.version < sincePictures {
		return nil
	}
	return s.each(`SELECT id, body FROM pictures WHERE game = ?`, r.ID, func(rows *sql.Rows) error {
		var id text
		var body blob
		if err := rows.Scan(&id, &body); err != nil {
			return err
		}
		r.Pictures[string(id)] = body
		return nil
	})
}

// each reads the rows that a query finds of a game, up to the first that cannot be read.
func (s *Store) each(query, id string, read func(*sql.Rows) error) error {
	rows, err := s.db.QueryContext(s.ctx, query, id)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// A Fresh is a file that is filled with what was left of another one, and takes its place.
type Fresh struct {
	*Store
	of string
}

// Freshen makes a file without a game beside the one at path. It is there until Replace or Drop.
func Freshen(ctx context.Context, path string) (*Fresh, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, wrapErr("rescue", err)
	}
	made, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*"+unfinished)
	if err != nil {
		return nil, wrapErr("rescue "+path, err)
	}
	if err := made.Close(); err != nil {
		return nil, wrapErr("rescue "+path, err)
	}
	s, err := Open(ctx, made.Name())
	if err != nil {
		return nil, errors.Join(err, os.Remove(made.Name()))
	}
	_, err = s.db.Exec(`PRAGMA synchronous = OFF`) // it is brought to the disk as a whole
	return &Fresh{s, path}, s.wrapErr("rescue "+path, err)
}

// Adopt takes a game in: as many lines of its log as remain, with what they come to. Without
// a line it is what was answered while it was set up.
func (f *Fresh) Adopt(r Remains, p Projection) error {
	return f.wrapErr("adopt "+r.ID, f.inTx(func(tx *sql.Tx) error {
		ended := sql.NullInt64{Int64: r.Ended.UnixNano(), Valid: !r.Ended.IsZero()}
		deleted := sql.NullInt64{Int64: r.Deleted.UnixNano(), Valid: !r.Deleted.IsZero()}
		if _, err := tx.Exec(`INSERT INTO games (id, kind, purpose, started, changed, finished, deleted, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			r.ID, r.Kind, r.Purpose, r.Started.UnixNano(), r.Started.UnixNano(), ended, deleted, r.Origin); err != nil {
			return err
		}
		for _, l := range r.Log {
			if _, err := tx.Exec(`INSERT INTO log (game, seq, at, line) VALUES (?, ?, ?, ?)`, r.ID, l.Seq, l.At.UnixNano(), string(l.Body)); err != nil {
				return err
			}
		}
		if err := adoptRest(tx, r); err != nil || len(r.Log) == 0 {
			return err
		}
		at := r.Log[len(r.Log)-1].At
		if r.Row && !r.Cut { // a name that was put right later makes it no newer
			at = r.Changed
		}
		return project(tx, r.ID, at, p)
	}))
}

func adoptRest(tx *sql.Tx, r Remains) error {
	for _, d := range r.Drafts {
		if _, err := tx.Exec(`INSERT INTO drafts (game, slot, seq, at, draft, number) VALUES (?, ?, ?, ?, ?, ?)`,
			r.ID, d.Slot, d.Seq, d.At.UnixNano(), string(d.Body), d.Number); err != nil {
			return err
		}
	}
	for part, c := range r.Clocks {
		since := sql.NullInt64{Int64: c.Since.UnixNano(), Valid: !c.Since.IsZero()}
		if _, err := tx.Exec(`INSERT INTO clocks (game, part, left, since, seen) VALUES (?, ?, ?, ?, ?)`,
			r.ID, part, int64(c.Left), since, c.Seen.UnixNano()); err != nil {
			return err
		}
	}
	for id, body := range r.Pictures {
		if _, err := tx.Exec(`INSERT INTO pictures (game, id, body) VALUES (?, ?, ?)`, r.ID, id, body); err != nil {
			return err
		}
	}
	return nil
}

// Forget keeps ids from being given again.
func (f *Fresh) Forget(ids []string) error {
	return f.wrapErr("forget", f.inTx(func(tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.Exec(`INSERT INTO games (id, kind, started, changed, gone) VALUES (?, '', 0, 0, 1) ON CONFLICT (id) DO NOTHING`, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Replace puts the file in the place of the one it is of, which is kept beside it, at kept. ErrBusy:
// somebody is playing.
func (f *Fresh) Replace(now time.Time) (kept string, err error) {
	path := f.Path()
	if err := f.Close(); err != nil {
		return "", err
	}
	if err := synced(path); err != nil {
		return "", wrapErr("rescue "+f.of, err)
	}
	kept, err = replace(f.of, path, now, unused)
	return kept, wrapErr("rescue "+f.of, err)
}

// Drop removes the file, where it has not taken its place.
func (f *Fresh) Drop() {
	_ = f.Close() // again, perhaps
	for _, end := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(f.Path() + end)
	}
}
