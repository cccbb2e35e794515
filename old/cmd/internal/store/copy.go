package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Copies are made by VACUUM INTO. SQLite reads every row, including those that are only in its log, in one transaction
// that no window waits for, and stops at a row that it cannot read. The copy is a single file. Copying pages as they
// are (SQLite's online backup) would be no faster, and would pass damage on from one copy to the next.

// What can stand in the way of a copy.
var (
	ErrThere = errors.New("a file is there already")
	ErrTaken = errors.New("a file is there that is no backup")
	ErrSelf  = errors.New("it is the file of games itself")
)

// A Target is an error at the place that a copy is written to.
type Target struct{ Err error }

func (e *Target) Error() string { return e.Err.Error() }

// Unwrap returns ErrFull, ErrReadOnly, or what the system says.
func (e *Target) Unwrap() error { return e.Err }

// Backup writes a copy of the file of games at path to another file, and returns how many games it has. People may play
// meanwhile: they do not notice, and cannot spoil it. The copy is readable by its owner alone, and gets its name once
// it is on the disk; an error or a kill leaves that name as it was. With over it may replace another backup. The error
// is ErrThere, ErrTaken (also with over), ErrSelf, ErrNone if there is no file of games, a *Target, or one of Open.
func Backup(ctx context.Context, path, to string, over bool) (games int, err error) {
	defer func() { err = wrapErr("back up "+path, err) }()
	version, err := inspect(ctx, path, readThrough)
	switch {
	case err == nil && version == 0:
		err = ErrNone
	case err == nil:
		err = vacant(path, to, over)
	}
	if err != nil {
		return 0, err
	}
	db, err := alongside(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return copyTo(ctx, db, to, func() error { return vacant(path, to, over) })
}

// vacant checks that a copy of the file at path may have a name.
func vacant(path, to string, over bool) error {
	there, err := os.Lstat(to)
	own, lost := os.Stat(path)
	switch {
	case sideOf(path, to), lost == nil && err == nil && os.SameFile(own, there):
		return ErrSelf
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &Target{mapErr(err)}
	case !there.Mode().IsRegular(), !isBackup(to):
		return ErrTaken
	case !over:
		return ErrThere
	}
	return nil
}

// sideOf reports whether a name is the file at path, or one that SQLite uses beside it.
func sideOf(path, to string) bool {
	a, errA := filepath.Abs(path)
	b, errB := filepath.Abs(to)
	end, is := strings.CutPrefix(b, a)
	return errA == nil && errB == nil && is && (end == "" || slices.Contains(sides, end))
}

// sides are the endings that SQLite adds for files beside a database.
var sides = []string{"-wal", "-shm", "-journal"}

// alongside returns a connection that reads along with writers. Unlike reading it does not assume that nobody will
// write, as long as SQLite can put its files beside the database.
func alongside(path string) (*sql.DB, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return reading(path)
	}
	_ = f.Close() // nothing was written
	if db := usable(connect(path, "mode=rw")); db != nil {
		return db, nil
	}
	return reading(path)
}

// copyTo writes what a connection reads to a file, under a temporary name in the same folder first, and counts the
// games in it. may is asked right before the file gets its name.
func copyTo(ctx context.Context, db *sql.DB, to string, may func() error) (games int, err error) {
	made, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+"-*"+unfinished)
	if err != nil {
		return 0, &Target{mapErr(err)}
	}
	defer func() {
		if err != nil {
			_ = os.Remove(made.Name()) // it is of no use
		}
	}()
	if err := made.Close(); err != nil {
		return 0, &Target{mapErr(err)}
	}
	games, err = vacuum(ctx, db, made.Name())
	if err != nil {
		return 0, err
	}
	if err := errors.Join(may(), synced(made.Name())); err != nil {
		return 0, err
	}
	if err := os.Rename(made.Name(), to); err != nil {
		return 0, &Target{mapErr(err)}
	}
	syncFolder(filepath.Dir(to))
	return games, nil
}

// unfinished is the ending of a file that is still being written.
const unfinished = ".part"

// vacuum writes what a connection reads to an empty file, and counts the games in it.
func vacuum(ctx context.Context, db *sql.DB, to string) (games int, err error) {
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return 0, copyFault(to, err)
	}
	made := connect(to, readOnly, immutable)
	defer func() { err = errors.Join(err, made.Close()) }()
	err = made.QueryRowContext(ctx, `SELECT count(*) FROM games g WHERE NOT gone AND
		(EXISTS (SELECT 1 FROM log l WHERE l.game = g.id) OR EXISTS (SELECT 1 FROM drafts d WHERE d.game = g.id AND d.draft <> ''))`).Scan(&games)
	return games, err
}

// copyFault says at which end a copy failed. SQLite does not tell, so the folder that is written to is asked.
func copyFault(to string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return &Target{ErrFull}
	case sqlite3.SQLITE_IOERR:
		if probed := probe(filepath.Dir(to)); probed != nil {
			return &Target{mapErr(probed)}
		}
	case sqlite3.SQLITE_INTERRUPT:
		return context.Canceled
	}
	return err
}

func synced(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err != nil {
		return &Target{mapErr(err)}
	}
	return nil
}

// syncFolder flushes the names in a folder to the disk, where the system can do that.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		_ = f.Sync() // some systems and disks cannot
		_ = f.Close()
	}
}

// copyFile copies a file byte for byte to a name that is not taken.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
