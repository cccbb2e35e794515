package store

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// A day of play begins with a copy of the file, in a folder beside it. The latest copies are kept.

const copiesKept = 3

// A Daily is a copy from the beginning of a day, or a file that was put aside.
type Daily struct {
	Path string
	Made time.Time
}

// CopyOfTheDay makes the day's copy of the file at path unless it exists, removes the oldest copies after that, and
// updates the spare logs that are behind. It opens the file by itself, so it may run beside a Store of the same
// process. Of two windows one makes the copy. An error, or the end of ctx, leaves the copies as they were.
func CopyOfTheDay(ctx context.Context, path string, now time.Time) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return wrapErr("copy of the day", err)
	}
	s := newStore(ctx, connect(path), path)
	err = s.spareAll()
	return wrapErr("copy of the day", errors.Join(err, s.db.Close(), copyOfTheDay(ctx, path, now)))
}

func copyOfTheDay(ctx context.Context, path string, now time.Time) error {
	to := filepath.Join(dailies(path), "games-"+now.Format(time.DateOnly)+".db")
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	db := connect(path, readOnly)
	defer func() { _ = db.Close() }() // it was only read
	var any bool
	if err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM log) OR EXISTS (SELECT 1 FROM drafts)`).Scan(&any); err != nil || !any {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	door := flock.New(filepath.Join(filepath.Dir(to), ".lock"), flock.SetPermissions(0o600))
	if first, err := door.TryLock(); err != nil || !first {
		return err
	}
	defer func() { _ = door.Unlock() }()
	sweep(filepath.Dir(to), now.AddDate(1, 0, 0)) // the lock shows that nobody else is writing there
	sweep(filepath.Dir(path), now.AddDate(0, 0, -1))
	if _, err := copyTo(ctx, db, to, ctx.Err); err != nil {
		return err
	}
	return thin(path, to)
}

// sweep removes temporary files that a kill left in a folder before a time.
func sweep(dir string, before time.Time) {
	names, _ := os.ReadDir(dir) // it is there
	for _, name := range names {
		info, err := name.Info()
		if err == nil && info.ModTime().Before(before) && strings.HasPrefix(name.Name(), ".") && strings.Contains(name.Name(), unfinished) {
			_ = os.Remove(filepath.Join(dir, name.Name()))
		}
	}
}

// thin removes old copies, but not the one just made.
func thin(path, made string) error {
	copies, err := Dailies(path)
	copies = slices.DeleteFunc(copies, func(d Daily) bool { return d.Path == made })
	for _, d := range copies[min(len(copies), copiesKept-1):] {
		err = errors.Join(err, os.Remove(d.Path))
	}
	return err
}

// Dailies returns the copies of the file at path from the beginnings of days, the latest first. Without their folder
// there are none.
func Dailies(path string) ([]Daily, error) {
	return copiesIn(dailies(path), func(stamp string, changed time.Time) (time.Time, error) {
		_, err := time.Parse(time.DateOnly, stamp)
		return changed, err
	})
}

// PutAside returns the files that had the name of the file at path and were replaced, the latest first.
func PutAside(path string) ([]Daily, error) {
	return copiesIn(filepath.Dir(path), func(stamp string, _ time.Time) (time.Time, error) {
		return time.ParseInLocation(asideStamp, stamp[:min(len(asideStamp), len(stamp))], time.Local) // a number may follow
	})
}

// copiesIn returns the copies in a folder, the latest first. made returns when a copy was made, from the stamp in its
// name and the time of its last change; a file for which it fails is no copy.
func copiesIn(dir string, made func(stamp string, changed time.Time) (time.Time, error)) ([]Daily, error) {
	names, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, wrapErr("copies", err)
	}
	var copies []Daily
	for _, name := range names {
		stamp, ours := strings.CutPrefix(strings.TrimSuffix(name.Name(), ".db"), "games-")
		info, err := name.Info()
		if err != nil || !ours || !info.Mode().IsRegular() || filepath.Ext(name.Name()) != ".db" {
			continue
		}
		if at, err := made(stamp, info.ModTime()); err == nil {
			copies = append(copies, Daily{filepath.Join(dir, name.Name()), at})
		}
	}
	slices.SortFunc(copies, func(a, b Daily) int { return cmp.Compare(b.Path, a.Path) })
	return copies, nil
}

func dailies(path string) string { return filepath.Join(filepath.Dir(path), "backups") }
