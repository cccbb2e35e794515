package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// asAnybody runs a function as a user other than root, so that permissions apply.
func asAnybody(t *testing.T, do func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		do()
		return
	}
	const nobody = 65534
	runtime.LockOSThread() // only this thread changes its user, and the driver has no threads of its own
	defer runtime.UnlockOSThread()
	must(t, syscall.Setfsuid(nobody))
	defer func() { must(t, syscall.Setfsuid(0)) }()
	do()
}

// shelf copies the files beside a database to a folder that anybody may read and nobody may write.
func shelf(t *testing.T, from string) string {
	t.Helper()
	dir := need(os.MkdirTemp("", "tablemate-shelf-"))
	t.Cleanup(func() { must(t, errors.Join(os.Chmod(dir, 0o700), os.RemoveAll(dir))) })
	for name, content := range beside(t, from) {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o444))
	}
	must(t, os.Chmod(dir, 0o555))
	return filepath.Join(dir, filepath.Base(from))
}

func TestAFolderThatMayOnlyBeRead(t *testing.T) {
	path, logs := evenings(t, 3, 4)
	unlogged := shelf(t, path)
	must(t, os.WriteFile(path+"-wal", nil, 0o600))
	emptyLog := shelf(t, path)
	must(t, os.WriteFile(path+"-shm", nil, 0o600))
	emptyBoth := shelf(t, path)
	old := shelf(t, versionOne(t))
	for name, path := range map[string]string{"no log": unlogged, "an empty log": emptyLog, "an empty log and index": emptyBoth, "an old file": old} {
		t.Run(name, func(t *testing.T) {
			isLeft := leaves(t, path)
			asAnybody(t, func() {
				if _, err := os.Create(filepath.Join(filepath.Dir(path), "x")); err == nil {
					t.Skip("permissions do not hold here")
				}
				s := reads(t, path)
				games, err := s.History.List(Filter{})
				if err != nil || path != old && len(games) != len(logs) || len(games) == 0 {
					t.Fatal(games, err)
				}
				if lines, err := s.Log.After(games[0].ID, 0); err != nil || len(lines) == 0 {
					t.Error(lines, err)
				}
				must(t, s.Close())
				if s, err = Open(context.Background(), path); err == nil {
					err = errors.Join(s.Drafts.Keep(games[0].ID, games[0].Lines, "x", 0, nil, noon), s.Close())
				}
				wants(t, err, ErrReadOnly)
			})
			isLeft()
		})
	}
}

// What is only in SQLite's log is read too, even if the file, the log and perhaps the folder are read-only.
func TestACrashThatMayOnlyBeRead(t *testing.T) {
	for _, folder := range []os.FileMode{0o555, 0o777} {
		path, id := crashed(t)
		path = shelf(t, path)
		must(t, os.Chmod(filepath.Dir(path), folder))
		isLeft := leaves(t, path)
		for range 2 { // files that SQLite leaves beside it the first time do no harm
			asAnybody(t, func() {
				s := reads(t, path)
				if g, err := s.History.Game(id); err != nil || g.Lines != 1 {
					t.Error(g, err)
				}
				onlyLooks(t, s, id, ErrReadOnly)
				must(t, s.Close())
			})
		}
		if folder == 0o555 {
			isLeft()
		}
	}
}

// A read-only file is refused at once, and can be used as soon as it is writable.
func TestAFileThatMayOnlyBeRead(t *testing.T) {
	path, _ := evenings(t, 1, 1)
	path = shelf(t, path)
	must(t, os.Chmod(filepath.Dir(path), 0o777))
	isLeft := leaves(t, path)
	asAnybody(t, func() {
		_, err := Open(context.Background(), path)
		wants(t, err, ErrReadOnly)
		s := reads(t, path)
		if games, err := s.History.List(Filter{}); err != nil || len(games) != 1 {
			t.Error(games, err)
		}
		must(t, s.Close())
	})
	isLeft()
	must(t, os.Chmod(path, 0o666))
	asAnybody(t, func() {
		s := need(Open(context.Background(), path))
		must(t, s.Drafts.Keep(spell(0, 2), 1, "next", 1, []byte(`{}`), noon))
		must(t, s.Close())
	})
}

func TestAPipeIsNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, syscall.Mkfifo(path, 0o600))
	done := make(chan error, 1)
	go func() {
		_, err := Open(context.Background(), path)
		done <- err
	}()
	select {
	case err := <-done:
		wants(t, err, ErrForeign)
	case <-time.After(10 * time.Second):
		t.Fatal("waits")
	}
}
