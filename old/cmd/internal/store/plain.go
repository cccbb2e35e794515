package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What can go wrong. Every error of this package is one of these, with what was tried in front, or what the disk itself
// said.
var (
	ErrFull     = errors.New("the disk is full")
	ErrReadOnly = errors.New("the file or its folder may not be written")
	ErrBusy     = errors.New("another window holds the file")
	ErrDamaged  = errors.New("the file is damaged")
	ErrLost     = errors.New("the file is not there any more, and its spare logs are")
	ErrSound    = errors.New("the file is not damaged")
	ErrForeign  = errors.New("the file is not a file of games")
	ErrDisk     = errors.New("the disk reports an error")
	ErrNone     = errors.New("there is no such game")
	ErrMoved    = errors.New("another window went on with this game")
	ErrPlayed   = errors.New("the game has been played and stays") // DeleteUnstarted
)

// Newer is the error for a file that a newer version of the program has written.
type Newer struct{ Version, Known int } // of the file: what it needs, and what this program can read

func (e *Newer) Error() string {
	return fmt.Sprintf("the file needs a newer program: it has version %d, and this program reads files up to version %d", e.Version, e.Known)
}

// wrapErr puts what was tried in front of an error, and translates errors of SQLite and the system into those of this
// package.
func wrapErr(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("store: %s: %w", doing, mapErr(err))
}

// wrapErr does the same, but if SQLite only knows that a write failed, it asks the folder why: SQLite reports a full
// disk in several ways.
func (s *file) wrapErr(doing string, err error) error {
	if errors.Is(err, ErrUnsummed) {
		s.unsummed.Store(true)
	}
	var e *sqlite.Error
	if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_IOERR {
		if probed := probe(filepath.Dir(s.path)); probed != nil {
			return wrapErr(doing, probed)
		}
	}
	return wrapErr(doing, err)
}

func mapErr(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return sqliteReason(e)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNone
	case ofSystem(runtime.GOOS, err) != nil:
		return fmt.Errorf("%w (%w)", ofSystem(runtime.GOOS, err), err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w (%w)", ErrReadOnly, err)
	}
	return err
}

// ofSystem translates error numbers of Windows that have a name only on Unix; nil: none that it knows. Source: System
// Error Codes, learn.microsoft.com.
func ofSystem(system string, err error) error {
	var code syscall.Errno
	if system != "windows" || !errors.As(err, &code) {
		return nil
	}
	switch code {
	case 39, 112: // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
		return ErrFull
	case 19: // ERROR_WRITE_PROTECT
		return ErrReadOnly
	case 32, 33: // ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION: an open file keeps its name there
		return ErrBusy
	}
	return nil
}

func sqliteReason(e *sqlite.Error) error {
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return ErrReadOnly // the file itself was there, so it is the log beside it that cannot be opened
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return ErrBusy
	case sqlite3.SQLITE_CORRUPT:
		return ErrDamaged
	case sqlite3.SQLITE_ERROR: // every query is the program's own, so a table has changed
		return fmt.Errorf("%w (%w)", ErrDamaged, e)
	case sqlite3.SQLITE_NOTADB:
		return ErrForeign
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%w (SQLite %d)", ErrDisk, e.Code())
	}
	return e
}

// probe writes a little beside the file, and returns why that fails.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, ".room-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, 64<<10))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
