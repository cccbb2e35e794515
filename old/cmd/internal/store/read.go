package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// Ways for SQLite to open a file (sqlite.org/uri.html).
const (
	readOnly  = "mode=ro"
	immutable = "immutable=1"                // nobody writes it: nothing is locked, and no file put beside it
	salvaging = "_pragma=writable_schema(1)" // even if its end is missing
)

// OpenToRead opens the file at path for a command that only reads, once and not for long. It writes nothing: a missing
// file stays missing (and reads like one without games), an old one is migrated in memory, and methods that write
// return ErrReadOnly. It works if the file or its folder is read-only. The errors are those of Open.
func OpenToRead(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, wrapErr("open", err)
	}
	version, err := inspect(ctx, path, readThrough)
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	var db *sql.DB
	switch version {
	case 0:
		db = dial("file::memory:")
		err = newStore(ctx, db, path).migrate()
	case len(migrations):
		db, err = reading(path)
	default:
		db, err = folded(path)
	}
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	s := newStore(ctx, db, path)
	s.barred = ErrReadOnly
	return s, nil
}

// OpenCopy opens a copy in memory of the file at path, mended as by Mend and then by again; the file itself does not
// change. Methods that write return ErrReadOnly.
func OpenCopy(ctx context.Context, path string, again func(*Store) error) (*Store, error) {
	db, err := folded(path)
	if err != nil {
		return nil, wrapErr("open "+path, err)
	}
	s := newStore(ctx, db, path)
	err = s.inTx(s.mend)
	if err == nil {
		err = again(s)
	}
	if err != nil {
		return nil, errors.Join(s.wrapErr("mend", err), s.Close())
	}
	s.barred = ErrReadOnly
	return s, nil
}

// reading returns a connection that writes nothing. To read along with a writer, SQLite puts two files beside the
// database and leaves them there. So if there is no log, reading tells SQLite that nobody writes, and likewise if the
// log is empty and SQLite cannot create its index. A log with content is read from a copy.
func reading(path string, ways ...string) (*sql.DB, error) {
	ways = append(ways, readOnly)
	logged, none := os.Stat(path + "-wal")
	if none != nil { // so nobody has the file open
		return connect(path, append(ways, immutable)...), nil
	}
	if db := usable(connect(path, ways...)); db != nil {
		return db, nil
	}
	if logged.Size() > 0 {
		return folded(path)
	}
	return connect(path, append(ways, immutable)...), nil
}

// usable returns the connection, or closes it and returns nil if SQLite cannot create its files beside the database.
// Any other error shows up at the first read.
func usable(db *sql.DB) *sql.DB {
	var tables int
	err := mapErr(db.QueryRow(`SELECT count(*) FROM sqlite_schema`).Scan(&tables))
	if errors.Is(err, ErrReadOnly) || errors.Is(err, ErrDisk) { // the disk may be too full for the index
		_ = db.Close()
		return nil
	}
	return db
}

// folded returns a connection to a copy in memory of a file and the SQLite log beside it, as they were at one moment,
// migrated to the newest version. It serves old files, and folders in which the index of the log cannot be created.
// ErrBusy: they are written all the time. ErrReadOnly: no copy can be made.
func folded(path string) (_ *sql.DB, err error) {
	dir, err := os.MkdirTemp("", "tablemate-")
	if err != nil {
		return nil, ErrReadOnly
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, "games.db")
	if err := snapshot(path, copied); err != nil {
		return nil, err
	}
	db := connect(copied, "mode=rw", salvaging)
	fault := newStore(context.Background(), db, copied).migrate()
	_, unfolded := db.Exec(`PRAGMA journal_mode = DELETE`) // puts all of the log into the file
	if err := errors.Join(fault, unfolded, db.Close()); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(copied)
	if err != nil {
		return nil, err
	}
	return inMemory(b)
}

// snapshot copies a file and its log as they were at one moment.
func snapshot(path, to string) error {
	for range 5 {
		before := MarkOf(path)
		for _, end := range []string{"", "-wal"} {
			if err := os.RemoveAll(to + end); err != nil {
				return err
			}
			if err := copyFile(path+end, to+end); err != nil && (end == "" || !errors.Is(err, os.ErrNotExist)) {
				return err
			}
		}
		if MarkOf(path) == before {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return ErrBusy
}

func inMemory(b []byte) (*sql.DB, error) {
	db := dial("file::memory:")
	c, err := db.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	err = c.Raw(func(driver any) error { return driver.(sqliteConn).Deserialize(b) })
	if err := errors.Join(err, c.Close()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
