package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// The place of the file of games is given to another one while nobody else has it open. At
// every moment of that the old one or the new one is whole at its name.

// Intact checks that a file is one of ours, of a version that is known, and that every part of it
// can be read. The error is ErrNone where nothing is in it, or one of Open.
func Intact(ctx context.Context, path string) (err error) {
	f, err := inspect(path)
	switch {
	case err == nil && f.damage != nil:
		err = f.damage
	case err == nil && f.version == 0:
		err = ErrNone
	}
	if err != nil {
		return wrapErr("check "+path, err)
	}
	db, err := reading(path)
	if err != nil {
		return wrapErr("check "+path, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return wrapErr("check "+path, err)
	}
	if verdict != "ok" {
		return wrapErr("check "+path, ErrDamaged)
	}
	orphans, err := scanStrings(db.QueryContext(ctx, `SELECT "table" FROM pragma_foreign_key_check`))
	if err == nil && len(orphans) > 0 {
		err = ErrDamaged
	}
	return wrapErr("check "+path, err)
}

// Restore puts a copy of the backup at from in the place of the file of games at path. The
// file that was there is kept beside it, at kept; "": none was there. games are those of the backup.
// It was checked with Intact. The error is ErrBusy where a window is playing, ErrSelf, or one of Open.
func Restore(ctx context.Context, from, path string, now time.Time) (kept string, games int, err error) {
	a, lost := os.Stat(from)
	if b, none := os.Stat(path); lost == nil && none == nil && os.SameFile(a, b) {
		return "", 0, wrapErr("restore "+from, ErrSelf)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", 0, wrapErr("restore "+from, err)
	}
	db, err := reading(from)
	if err != nil {
		return "", 0, wrapErr("restore "+from, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	next := path + ".next"
	games, err = copyTo(ctx, db, next, func() error { return nil })
	if err == nil {
		kept, err = replace(path, next, now, alone)
	}
	if err != nil {
		_ = os.Remove(next) // it is of no use
	}
	return kept, games, wrapErr("restore "+from, err)
}

// replace gives the name of the file of games to another file of its folder, and keeps the
// old one under the name that it returns; "": there was none. hold keeps everybody else from it meanwhile.
func replace(path, next string, now time.Time, hold func(path string) (free func(), err error)) (kept string, err error) {
	return replaceOn(runtime.GOOS, path, next, now, hold)
}

// replaceOn is replace on a system of that name.
func replaceOn(system, path, next string, now time.Time, hold func(path string) (free func(), err error)) (kept string, err error) {
	free, err := hold(path)
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
	for _, side := range strings.Fields(sides) { // what is left beside a file that SQLite does not open
		to := kept + side
		if kept == "" {
			to = filepath.Join(filepath.Dir(path), stamped(now)+".db") + side
		}
		if err := os.Rename(path+side, to); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	if system == "windows" { // a file that is open keeps its name there
		free()
	}
	if err := os.Rename(next, path); err != nil {
		return "", err
	}
	syncFolder(filepath.Dir(path))
	return kept, nil
}

// keep gives a file a second name beside the first one, that no other file has.
func keep(path string, now time.Time) (kept string, err error) {
	for n := 1; ; n++ {
		name := stamped(now)
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		kept = filepath.Join(filepath.Dir(path), name+".db")
		err := os.Link(path, kept)
		if err != nil && !errors.Is(err, os.ErrExist) {
			err = copyFile(path, kept) // some disks know one name a file
		}
		if !errors.Is(err, os.ErrExist) {
			syncFolder(filepath.Dir(path))
			return kept, err
		}
	}
}

// stamped is the name, without its end, of what is kept at a time.
func stamped(now time.Time) string { return "games-" + now.Format(asideStamp) }

const asideStamp = "2006-01-02-150405"

// haste is how long a file may be in use before it counts as played.
const haste = 500 * time.Millisecond

// alone keeps everybody else from a file until free is called. ErrBusy: a window has it
// open. SQLite turns its log off only for who is alone, and then all of the file is in one place, and who
// opens it in that moment is refused when it has another name.
func alone(path string) (free func(), err error) { return held(path, mine) }

// unused sees to it that nobody has a file open, and leaves every byte of it as it is.
func unused(path string) (free func(), err error) {
	free, err = held(path, func(db *sql.DB) error {
		_, err := db.Exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK`)
		return err
	})
	free() // SQLite would clear away under the name of the file when it is another one's
	return func() {}, err
}

// held takes a file with a connection until free is called. A file that SQLite cannot open, or that
// is damaged, nobody plays: only the seats are looked at.
func held(path string, take func(*sql.DB) error) (free func(), err error) {
	nothing := func() {}
	if seated(path) {
		return nothing, ErrBusy
	}
	f, err := inspect(path)
	if err != nil || f.damage != nil || f.version == 0 {
		return nothing, nil //nolint:nilerr // whatever it is, it is put aside
	}
	db := connect(path, "mode=rw", "_pragma=synchronous(FULL)")
	if _, err := db.Exec(`PRAGMA busy_timeout = 0`); err != nil {
		return nothing, errors.Join(mapErr(err), db.Close())
	}
	for waited := time.Duration(0); ; waited += 10 * time.Millisecond {
		switch err := take(db); {
		case err == nil:
			return func() { _ = db.Close() }, nil
		case errors.Is(mapErr(err), ErrDamaged):
			return nothing, db.Close()
		case !errors.Is(mapErr(err), ErrBusy) || waited > haste:
			return nothing, errors.Join(mapErr(err), db.Close())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// mine takes a file for this connection alone.
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
	return errors.Join(ErrBusy, err) // somebody turned it on again
}

// seated reports whether anybody sits at a game of the file.
func seated(path string) bool {
	dir := filepath.Join(filepath.Dir(path), "open")
	names, _ := os.ReadDir(dir) // without it nobody sits
	for _, name := range names {
		if filepath.Ext(name.Name()) != ".lock" {
			continue // the head of a game is one of those who sit there
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
