package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/gofrs/flock"
)

// The file of games is replaced while nobody else has it open. At every moment either the old file or the new one is
// complete under its name.

// Restore replaces the file of games at path by a copy of the backup at from, and returns how many games that has. It
// keeps the old file beside it, at kept, which is "" if there was none. Spare logs that contradict the backup are moved
// aside. The caller has checked the backup with Intact. The error is ErrBusy if a window is playing, ErrSelf, or one of
// Open.
func Restore(ctx context.Context, from, path string, now time.Time) (kept string, games int, err error) {
	defer func() { err = wrapErr("restore "+from, err) }()
	a, lost := os.Stat(from)
	if b, none := os.Stat(path); lost == nil && none == nil && os.SameFile(a, b) {
		return "", 0, ErrSelf
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", 0, err
	}
	kept, err = renew(ctx, path, now, func(next string) error {
		db, err := reading(from)
		if err != nil {
			return err
		}
		games, err = copyTo(ctx, db, next, func() error { return nil })
		err = errors.Join(err, db.Close())
		if err == nil {
			err = unspare(ctx, next)
		}
		return err
	})
	return kept, games, err
}

// renew builds a file under another name, puts it in the place of the file of games at path, and makes the spare logs
// match its games. It keeps the old file beside it, at kept, which is "" if there was none.
func renew(ctx context.Context, path string, now time.Time, build func(next string) error) (kept string, err error) {
	next := path + ".next"
	vacate(next) // left over from a kill
	err = build(next)
	if err == nil {
		err = synced(next)
	}
	if err == nil {
		kept, err = replace(path, next, now)
	}
	if err != nil {
		vacate(next)
		return kept, err
	}
	respare(ctx, path)
	return kept, nil
}

// vacate removes a file that is of no use, and what SQLite put beside it, which would be read as part of the next one.
func vacate(path string) {
	for _, side := range sides {
		_ = os.Remove(path + side) // it may not be there
	}
	_ = os.Remove(path)
}

// replace gives the name of the file of games to another file of its folder, and returns the name under which the old
// one is kept, "" if there was none. Nobody else can open the file meanwhile.
func replace(path, next string, now time.Time) (kept string, err error) {
	free, err := alone(path)
	if err != nil {
		return "", err
	}
	defer func() { free() }()
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		kept, err = keep(path, now)
		if err != nil {
			return "", err
		}
	}
	for _, side := range sides { // left beside a file that SQLite cannot open
		to := kept + side
		if kept == "" {
			to = filepath.Join(filepath.Dir(path), stamped(now)+".db") + side
		}
		if err := os.Rename(path+side, to); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	if runtime.GOOS == "windows" { // an open file keeps its name there
		free()
	}
	if err := os.Rename(next, path); err != nil {
		return "", err
	}
	syncFolder(filepath.Dir(path))
	return kept, nil
}

// keep gives a file a second, unused name beside the first one.
func keep(path string, now time.Time) (kept string, err error) {
	for n := 1; ; n++ {
		name := stamped(now)
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		kept = filepath.Join(filepath.Dir(path), name+".db")
		err := os.Link(path, kept)
		if err != nil && !errors.Is(err, os.ErrExist) {
			err = copyFile(path, kept) // some disks allow a file only one name
		}
		if !errors.Is(err, os.ErrExist) {
			syncFolder(filepath.Dir(path))
			return kept, err
		}
	}
}

// stamped returns the name, without its ending, of a file that is kept at a time.
func stamped(now time.Time) string { return "games-" + now.Format(asideStamp) }

const asideStamp = "2006-01-02-150405"

// haste is how long a file may be in use before it counts as being played.
const haste = 500 * time.Millisecond

// alone keeps all other processes from a file until free is called. ErrBusy: a window has it open. SQLite leaves its
// log mode only for the sole user of a file; then the whole database is in one file, and a process that opens it just
// now is refused once it has another name. Nobody can be playing a file that SQLite cannot open, or that is damaged, so
// only its seats are checked.
func alone(path string) (free func(), err error) {
	nothing := func() {}
	if seated(path) {
		return nothing, ErrBusy
	}
	if version, err := inspect(context.Background(), path, readThrough); err != nil || version == 0 {
		return nothing, nil //nolint:nilerr // whatever it is, it is put aside
	}
	db := connect(path, "mode=rw", "_pragma=synchronous(FULL)")
	if _, err := db.Exec(`PRAGMA busy_timeout = 0`); err != nil {
		return nothing, errors.Join(mapErr(err), db.Close())
	}
	for waited := time.Duration(0); ; waited += 10 * time.Millisecond {
		switch err := mapErr(mine(db)); {

		case err == nil:
			return func() { _ = db.Close() }, nil
		case errors.Is(err, ErrDamaged):
			return nothing, db.Close()
		case !errors.Is(err, ErrBusy) || waited > haste:
			return nothing, errors.Join(err, db.Close())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// mine locks a file for this connection alone.
func mine(db *sql.DB) error {
	var mode string
	if err := db.QueryRow(`PRAGMA journal_mode = DELETE`).Scan(&mode); err != nil {
		return err
	}
	if _, err := db.Exec(`BEGIN EXCLUSIVE`); err != nil {
		return err
	}
	if err := db.QueryRow(`PRAGMA journal_mode`).Scan(&mode); err != nil || mode == "delete" {
		return err
	}
	_, err := db.Exec(`ROLLBACK`)
	return errors.Join(ErrBusy, err) // another process turned it on again
}

// seated reports whether anybody sits at a game of the file.
func seated(path string) bool {
	dir := filepath.Join(filepath.Dir(path), "open")
	names, _ := os.ReadDir(dir) // without the folder nobody does
	for _, name := range names {
		if filepath.Ext(name.Name()) != ".lock" {
			continue // a game's head is held by one of its seats
		}
		seat := flock.New(filepath.Join(dir, name.Name()))
		free, err := seat.TryLock()
		_ = seat.Unlock()
		if err == nil && !free {
			return true
		}
	}
	return false
}
