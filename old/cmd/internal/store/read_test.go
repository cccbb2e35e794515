package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/timer"
)

func reads(t testing.TB, path string) *Store {
	t.Helper()
	s := need(OpenToRead(context.Background(), path))
	t.Cleanup(func() { _ = s.Close() }) // some tests close it themselves
	return s
}

func TestWhoOnlyLooksChangesNothing(t *testing.T) {
	path, logs := evenings(t, 3, 4)
	isLeft := leaves(t, path)
	s := reads(t, path)
	games, err := s.History.List(Filter{})
	if err != nil || len(games) != len(logs) {
		t.Fatal(games, err)
	}
	isLeft()
	for id, want := range logs {
		if lines, err := s.Log.After(id, 0); err != nil || len(lines) != len(want) {
			t.Error(lines, err)
		}
		onlyLooks(t, s, id, ErrReadOnly)
	}
	must(t, s.Close())
	isLeft()
}

func TestWhoOnlyLooksMakesNoFile(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "games.db")
	must(t, os.WriteFile(empty, nil, 0o600))
	begun := filepath.Join(t.TempDir(), "games.db")
	must(t, raw(t, begun, `PRAGMA journal_mode = WAL`).Close())
	none := filepath.Join(t.TempDir(), "games.db")
	for name, path := range map[string]string{"none": none, "empty": empty, "never finished": begun} {
		isLeft := leaves(t, path)
		s := reads(t, path)
		if games, err := s.History.List(Filter{}); err != nil || len(games) != 0 {
			t.Error(name, games, err)
		}
		if names, err := s.People.Names(); err != nil || len(names) != 0 {
			t.Error(name, names, err)
		}
		if _, err := s.Log.After("zena", 0); !errors.Is(err, ErrNone) {
			t.Error(name, err)
		}
		holds(t, s, "zena", "p", nil)
		onlyLooks(t, s, "zena", ErrReadOnly)
		must(t, s.Close())
		isLeft()
	}
	deep := filepath.Join(t.TempDir(), "a", "b", "games.db")
	if games, err := reads(t, deep).History.List(Filter{}); err != nil || len(games) != 0 {
		t.Error(games, err)
	}
	if _, err := os.Stat(filepath.Dir(filepath.Dir(deep))); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// A reader sees what another window writes even while it is only in SQLite's log, and keeps nobody waiting.
func TestWhoOnlyLooksSeesWhatIsPlayed(t *testing.T) {
	s, path, id := begun(t)
	for n := range 3 {
		must(t, s.Log.Append(id, n, noon, []byte(`{}`), Projection{}))
		r := reads(t, path)
		if g, err := r.History.Game(id); err != nil || g.Lines != n+1 {
			t.Fatal(g, err)
		}
		must(t, s.Drafts.Keep(id, n+1, "next", n, []byte(`{}`), noon))
		has(t, r, id, "next", n+1, `{}`)
		must(t, r.Close())
	}
}

// crashed returns the path of a file that was left open, with its log.
func crashed(t *testing.T) (path, id string) {
	t.Helper()
	s, was := fresh(t)
	id = create(t, s)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}))
	return torn(t, was), id
}

func TestWhoOnlyLooksReadsWhatACrashLeft(t *testing.T) {
	path, id := crashed(t)
	isLeft := leaves(t, path)
	s := reads(t, path)
	if g, err := s.History.Game(id); err != nil || g.Lines != 1 {
		t.Error(g, err)
	}
	must(t, s.Close())
	isLeft()
}

// Every write changes the mark of a file, and no read does.
func TestMarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	none := MarkOf(path)
	s := need(Open(t.Context(), path))
	id := need(s.Log.Create("toys", "", time.Unix(1, 0), func(int) int { return 0 }))
	begun := MarkOf(path)
	if begun == none || begun != MarkOf(path) {
		t.Error("a game was begun", none, begun)
	}
	must(t, s.Drafts.SetClock(id, "round-1", timer.Snapshot{Left: time.Minute, At: time.Unix(2, 0)}))
	ran := MarkOf(path)
	if ran == begun {
		t.Error("a clock was kept")
	}
	r := need(OpenToRead(t.Context(), path))
	need(r.History.List(Filter{}))
	must(t, r.Close())
	if MarkOf(path) != ran {
		t.Error("it was only looked at")
	}
	must(t, s.Close())
}
