package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
)

// Ways of SQLite to open a file (sqlite.org/uri.html).
const (
	readOnly  = "mode=ro"
	immutable = "immutable=1"                // nobody writes it: nothing is locked, and nothing put beside it
	salvaging = "_pragma=writable_schema(1)" // even if its end is missing
)

// OpenToRead opens the file at path for a command that only looks, once and not for
// long. It writes nothing: no file is made where there is none (which is like one without
// a game), an old one is not migrated, and the methods that write say ErrReadOnly. It
// works where the file or its folder may only be read. For a damaged file see Damage; other errors are
// those of Open.
func OpenToRead(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, wrapErr("open", err)
	}
	f, err := inspect(path)
	switch {
	case err != nil:
		return nil, wrapErr("open "+path, err)
	case f.damage != nil:
		return salvage(ctx, path, f)
	case f.version == 0:
		return nothing(ctx, path)
	}
	db, err := reading(path)
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	s := newStore(ctx, db, path, f.version)
	s.barred = ErrReadOnly
	return s, nil
}

// Damage says what is wrong with the file: ErrDamaged, and where; nil where nothing was
// noticed. The games of a damaged file can be looked at, as far as they can be read, and
// every method that writes says ErrDamaged. A large file is not read through when it is
// opened: what is found in it later is told here too, and does not keep anybody from
// writing.
func (s *Store) Damage() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return wrapErr(s.path, s.damage)
}

func (s *Store) noticed(damage error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.damage == nil {
		s.damage = mapErr(damage)
	}
}

// salvage opens a damaged file, if there is any game to be read in it.
func salvage(ctx context.Context, path string, f find) (*Store, error) {
	db, err := reading(path, salvaging)
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	s := newStore(ctx, db, path, f.version)
	s.damage, s.barred = f.damage, f.damage
	if _, err := s.Games(); err != nil {
		return nil, errors.Join(wrapErr("open "+path, f.damage), db.Close())
	}
	return s, nil
}

// nothing is like a file without a game, and is on no disk.
func nothing(ctx context.Context, path string) (*Store, error) {
	s := newStore(ctx, dial("file::memory:"), path, len(migrations))
	for _, m := range migrations {
		if _, err := s.db.Exec(m); err != nil {
			return nil, errors.Join(wrapErr("open "+path, err), s.db.Close())
		}
	}
	s.barred = ErrReadOnly
	return s, nil
}

// reading is a connection that writes nothing. SQLite reads along with others who write,
// but for that it puts two files beside the database and leaves them there. So where no
// log is, it is told that nobody writes; and also where it could not put the second one,
// if there is nothing in the log. What is in a log there is read from a copy.
func reading(path string, ways ...string) (*sql.DB, error) {
	ways = append(ways, readOnly)
	if logged(path) < 0 {
		return connect(path, append(ways, immutable)...), nil
	}
	db := connect(path, ways...)
	var tables int
	err := db.QueryRow(`SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	err = mapErr(err)
	if !errors.Is(err, ErrReadOnly) && !errors.Is(err, ErrDisk) { // a disk may be too full for an index
		return db, nil // whatever it is, the first read reports it
	}
	_ = db.Close() // it is of no use
	if logged(path) > 0 {
		return folded(path)
	}
	return connect(path, append(ways, immutable)...), nil
}

// column is a column that tables have from a version on, or what stands for it before.
func (s *Store) column(name string, since int, before string) string {
	if s.version < since {
		return before
	}
	return name
}

// oneByOne are the games of a file that cannot be read in one go. Those that lie behind
// the damage are reached from the other end.
func (s *Store) oneByOne() ([]Game, error) {
	ids, err := s.ids("ASC")
	if err != nil {
		others, _ := s.ids("DESC") // err says it already
		ids = append(ids, others...)
	}
	if err != nil && len(ids) == 0 {
		return nil, err
	}
	slices.Sort(ids)
	var games []Game
	for _, id := range slices.Compact(ids) {
		g, err := s.Game(id)
		if err != nil && !errors.Is(err, ErrDamaged) {
			return nil, err
		}
		if drafts, err := s.Drafts(id); g.Damaged || g.Lines > 0 || len(drafts) > 0 || err != nil {
			games = append(games, g)
		}
	}
	slices.SortStableFunc(games, func(a, b Game) int { return b.Changed.Compare(a.Changed) })
	return games, nil
}

// ids are those that are reached before the damage, and the damage.
func (s *Store) ids(order string) (ids []string, err error) {
	rows, err := s.db.QueryContext(s.ctx, `SELECT id FROM games WHERE gone IS NOT 1 ORDER BY id `+order)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		var id text
		if err := rows.Scan(&id); err != nil {
			return ids, err
		}
		ids = append(ids, string(id))
	}
	return ids, rows.Err()
}

// inParts is a game of which not everything can be read. Without its row or its log it
// is damaged; the drafts and the result are not needed to know what was played.
func (s *Store) inParts(id string) (Game, error) {
	g, err := scan(s.db.QueryRowContext(s.ctx, `SELECT id, kind, `+s.column("purpose", 2, "''")+`, people, choices, started, finished, `+s.column("deleted", 5, "NULL")+`, NULL, changed, 0
		FROM games WHERE id = ? AND gone IS NOT 1`, id).Scan)
	if err != nil {
		return Game{}, err
	}
	var lines, standings, at any
	for _, part := range []struct {
		query string
		to    *any
	}{
		{`SELECT coalesce(max(seq), 0) FROM log WHERE game = ?`, &lines},
		{`SELECT max(standings) FROM results WHERE game = ?`, &standings},
		{`SELECT coalesce(max(at), 0) FROM drafts WHERE game = ? AND draft <> ''`, &at},
	} {
		if err := s.db.QueryRowContext(s.ctx, part.query, id).Scan(part.to); err != nil && !s.unreadable(err) {
			return Game{}, err
		}
	}
	var needed, other row
	g.Lines = int(needed.whole(lines))
	g.Damaged = g.Damaged || needed.damaged
	if standings != nil {
		g.Standings = []byte(other.text(standings))
	}
	if kept := other.time(at); kept.After(g.Changed) {
		g.Changed = kept
	}
	return g, nil
}
