package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// isACopy checks that a file has all logs and drafts of another one.
func isACopy(t *testing.T, path string, logs map[string][]Line) {
	t.Helper()
	must(t, Intact(t.Context(), path))
	s := reads(t, path)
	games, err := s.History.List(Filter{})
	if err != nil || len(games) != len(logs) {
		t.Fatal(len(games), err)
	}
	for id, want := range logs {
		lines, err := s.Log.After(id, 0)
		if err != nil || !reflect.DeepEqual(lines, want) {
			t.Error(id, err)
		}
		if d, err := s.Drafts.Draft(id, "next"); err != nil || len(d.Body) == 0 {
			t.Error(d, err)
		}
	}
	must(t, s.Close())
}

func TestABackupHasWhatIsInTheLogOnly(t *testing.T) {
	s, path, id := begun(t)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{People: []string{"Ana"}}))
	must(t, s.Drafts.Keep(id, 1, "next", 0, []byte(`{}`), noon))
	must(t, s.Drafts.KeepPicture(id, "p", []byte("x")))
	to := filepath.Join(t.TempDir(), "b.db")
	n, err := Backup(t.Context(), path, to, false)
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	lines := need(s.Log.After(id, 0))
	isACopy(t, to, map[string][]Line{id: lines})
	if p, err := reads(t, to).Drafts.Picture(id, "p"); err != nil || string(p) != "x" {
		t.Error(p, err)
	}
	isForItsOwnerAlone(t, to, 0o600)
	if all := beside(t, to); len(all) != 1 {
		t.Error(all)
	}
	must(t, s.Log.Append(id, 1, noon, []byte(`{}`), Projection{})) // the game goes on
}

func TestWhereABackupMayBeWritten(t *testing.T) {
	path, _ := evenings(t, 1, 1)
	dir := t.TempDir()
	put := func(name, content string) string {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
		return filepath.Join(dir, name)
	}
	other, _ := evenings(t, 1, 2)
	s := open(t, other) // another file of games, which is being played
	made := filepath.Join(dir, "made.db")
	need(Backup(t.Context(), path, made, false))
	link := filepath.Join(dir, "link.db")
	must(t, os.Link(path, link))
	for name, c := range map[string]struct {
		to         string
		once, over error
	}{
		"a backup":            {made, ErrThere, nil},
		"a text":              {put("a.txt", "dear diary"), ErrTaken, ErrTaken},
		"an empty file":       {put("empty", ""), ErrTaken, ErrTaken},
		"a folder":            {dir, ErrTaken, ErrTaken},
		"itself":              {path, ErrSelf, ErrSelf},
		"itself, linked":      {link, ErrSelf, ErrSelf},
		"what is beside it":   {path + "-wal", ErrSelf, ErrSelf},
		"another one's games": {s.Path(), ErrTaken, ErrTaken},
		"no folder":           {filepath.Join(dir, "none", "b.db"), os.ErrNotExist, os.ErrNotExist},
		"new":                 {filepath.Join(dir, "new.db"), nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, over := range []bool{false, true} {
				want := map[bool]error{false: c.once, true: c.over}[over]
				n, err := Backup(t.Context(), path, c.to, over)
				if !errors.Is(err, want) || err == nil && n != 1 {
					t.Errorf("over %v: %d, %v, want %v", over, n, err, want)
				}
			}
		})
	}
	for name := range beside(t, made) {
		if strings.Contains(name, unfinished) {
			t.Error(name, "was left")
		}
	}
}

func TestNoBackupOfWhatIsNone(t *testing.T) {
	none, to := filepath.Join(t.TempDir(), "games.db"), filepath.Join(t.TempDir(), "b.db")
	_, err := Backup(t.Context(), none, to, false)
	wants(t, err, ErrNone)
	path, _ := evenings(t, 60, 12)
	patch(t, path, func(b []byte) []byte {
		copy(b[len(b)/4096*4096/2:], strings.Repeat("\xa7", 2*4096))
		return b
	})
	_, err = Backup(t.Context(), path, to, false)
	wants(t, err, ErrDamaged) // although a file of this size is not read through when it is opened
	ctx, end := context.WithCancel(t.Context())
	end()
	whole, _ := evenings(t, 2, 2)
	_, err = Backup(ctx, whole, to, false)
	wants(t, err, context.Canceled)
	if all := beside(t, to); len(all) != 0 {
		t.Error(all)
	}
}

func TestRestore(t *testing.T) {
	path, logs := evenings(t, 3, 4)
	copied := filepath.Join(t.TempDir(), "b.db")
	need(Backup(t.Context(), path, copied, false))
	s := open(t, path)
	id := create(t, s)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}))
	_, _, err := Restore(t.Context(), copied, path, noon)
	wants(t, err, ErrBusy) // nobody sits at a game, but a window is open
	must(t, s.Log.Append(id, 1, noon, []byte(`{}`), Projection{}))
	must(t, s.Close())
	_, _, err = Restore(t.Context(), path, path, noon)
	wants(t, err, ErrSelf)
	for n, name := range []string{"games-2026-11-21-120000.db", "games-2026-11-21-120000-2.db"} {
		kept, games, err := Restore(t.Context(), copied, path, noon)
		if err != nil || games != 3 || filepath.Base(kept) != name {
			t.Fatal(kept, games, err)
		}
		isACopy(t, path, logs)
		old := reads(t, kept)
		if g, err := old.History.Game(id); n == 0 && (err != nil || g.Lines != 2) || n == 1 && !errors.Is(err, ErrNone) {
			t.Error(g, err)
		}
		must(t, old.Close())
	}
	must(t, open(t, path).Log.Append("baba", 4, noon, []byte(`{}`), Projection{}))
}

// Files beside a database belong to it: they move with it, and are never read as the new one's.
func TestRestoreInThePlaceOfWhatCannotBeOpened(t *testing.T) {
	from, logs := evenings(t, 2, 2)
	for name, body := range map[string]string{"text": "this is no database", "none": "", "half": "SQLite format 3\x00"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "games.db")
			if body != "" {
				must(t, os.WriteFile(path, []byte(body), 0o600))
			}
			left, _ := crashed(t)
			log := need(os.ReadFile(left + "-wal"))
			must(t, os.WriteFile(path+"-wal", log, 0o600))
			kept, _, err := Restore(t.Context(), from, path, noon)
			must(t, err)
			isACopy(t, path, logs)
			all := beside(t, path)
			if (kept != "") != (body != "") || all["games-2026-11-21-120000.db"] != body || all["games-2026-11-21-120000.db-wal"] != string(log) {
				t.Error(kept, len(all))
			}
		})
	}
}

func TestNobodyRestoresWhileSomebodySits(t *testing.T) {
	path, _ := evenings(t, 1, 1)
	from, _ := evenings(t, 2, 2)
	s := open(t, path)
	_, leave, err := s.Sit("baba")
	must(t, err)
	defer leave()
	if !seated(path) {
		t.Error("nobody sits")
	}
	_, _, err = Restore(t.Context(), from, path, noon)
	wants(t, err, ErrBusy)
	must(t, os.WriteFile(path, []byte("this is no database"), 0o600)) // only the seat is left as a sign
	_, _, err = Restore(t.Context(), from, path, noon)
	wants(t, err, ErrBusy)
	if leave(); seated(path) {
		t.Error("somebody sits")
	}
}

func TestWhole(t *testing.T) {
	whole, _ := evenings(t, 60, 12)
	must(t, Intact(t.Context(), whole))
	must(t, Intact(t.Context(), versionOne(t)))
	wants(t, Intact(t.Context(), filepath.Join(t.TempDir(), "none")), ErrNone)
	patch(t, whole, func(b []byte) []byte { copy(b[50*4096:], strings.Repeat("\xa7", 4096)); return b })
	wants(t, Intact(t.Context(), whole), ErrDamaged)
	newer, _ := evenings(t, 1, 1)
	must(t, raw(t, newer, `PRAGMA user_version = 99`).Close())
	var n *Newer
	if err := Intact(t.Context(), newer); !errors.As(err, &n) {
		t.Error(err)
	}
	orphan, _ := evenings(t, 1, 1)
	must(t, raw(t, orphan, `PRAGMA foreign_keys = OFF`, `INSERT INTO results VALUES ('zzzz', '[]')`).Close())
	wants(t, Intact(t.Context(), orphan), ErrDamaged)
}

func TestACopyADay(t *testing.T) {
	s, path := fresh(t)
	day := func(n int) time.Time { return noon.AddDate(0, 0, n) }
	copies := func() (names string) {
		all := need(Dailies(path))
		for _, d := range all {
			names += filepath.Base(d.Path)[len("games-2026-"):] + " "
		}
		return names
	}
	must(t, CopyOfTheDay(t.Context(), path, day(0)))
	if got := copies(); got != "" {
		t.Error(got, "of nothing")
	}
	id := create(t, s)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}))
	must(t, s.Drafts.Keep(id, 1, "next", 0, []byte(`{}`), noon))
	must(t, os.MkdirAll(filepath.Join(filepath.Dir(path), "backups"), 0o700))
	for _, name := range []string{"mine.txt", "games-x.db", ".games.db-1.part", ".games.db-1.part-journal"} {
		left := filepath.Join(filepath.Dir(path), "backups", name)
		must(t, os.WriteFile(left, nil, 0o600))
		must(t, os.Chtimes(left, day(0), day(0)))
	}
	for name, age := range map[string]int{"old": -2, "young": 0} {
		left := filepath.Join(filepath.Dir(path), ".games.db-"+name+".part")
		must(t, os.WriteFile(left, nil, 0o600))
		must(t, os.Chtimes(left, day(age), day(age)))
	}
	for n, want := range []string{"11-21.db ", "11-22.db 11-21.db ", "11-23.db 11-22.db 11-21.db ", "11-24.db 11-23.db 11-22.db "} {
		for range 2 {
			must(t, CopyOfTheDay(t.Context(), path, day(n)))
			if got := copies(); got != want {
				t.Errorf("day %d: %s", n, got)
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".games.db-*")); err != nil || len(left) != 0 {
		t.Error(left, err) // the young one is old by now
	}
	must(t, CopyOfTheDay(t.Context(), path, day(-7))) // the clock was set back
	if got := copies(); got != "11-24.db 11-23.db 11-14.db " {
		t.Error(got)
	}
	lines := need(s.Log.After(id, 0))
	all := need(Dailies(path))
	isACopy(t, all[0].Path, map[string][]Line{id: lines})
	left := need(os.ReadDir(filepath.Dir(all[0].Path)))
	if len(left) != 3+3 { // the lock, and what is not ours
		t.Error(left)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	wants(t, CopyOfTheDay(ctx, path, day(9)), context.Canceled)
	if got := copies(); got != "11-24.db 11-23.db 11-14.db " {
		t.Error(got)
	}
	must(t, s.Log.Append(id, 1, noon, []byte(`{}`), Projection{}))
}
