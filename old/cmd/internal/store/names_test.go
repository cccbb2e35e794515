package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// isNamed checks the renames that apply to a game, and that the spare list has as many as the file.
func isNamed(t *testing.T, s *Store, id, want string) {
	t.Helper()
	names := need(s.Log.Names(id))
	var got []string
	for _, n := range names {
		is := n.Was + ">" + n.Now
		if !n.Undoes.IsZero() {
			is = "undo " + is
		}
		got = append(got, is)
	}
	if strings.Join(got, ", ") != want {
		t.Errorf("%s: %s, want %s", id, got, want)
	}
	all, _, err := renamesIn(s.db)
	must(t, err)
	if spared := readSpareNames(s.Path()); len(spared) != len(all) {
		t.Errorf("%d renames are spared of %d", len(spared), len(all))
	}
}

func renamed(t *testing.T, s *Store, was, now string, games map[string]int) {
	t.Helper()
	must(t, s.People.Rename(Rename{At: noon, Was: was, Now: now}, games, nil))
}

func undone(t *testing.T, s *Store) {
	t.Helper()
	r, games, ok, err := s.People.LastRename()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	must(t, s.People.Rename(Rename{noon, r.Now, r.Was, r.At}, games, nil))
}

func TestNamesAreRows(t *testing.T) {
	s, path, id := begun(t)
	other := create(t, s)
	told(t, s, id, 0, 3)
	told(t, s, other, 0, 1)
	renamed(t, s, "Bai", "Bia", map[string]int{id: 0})
	isNamed(t, s, id, "Bai>Bia")
	isNamed(t, s, other, "")
	wants(t, s.Log.Append(id, 3, noon, []byte(`{"n":3}`), Projection{}), ErrMoved) // the writer knows of no rename
	must(t, s.Log.Append(id, 3, noon, []byte(`{"n":3}`), Projection{Names: 1}))
	if g, err := s.History.Game(id); err != nil || !g.Wrong {
		t.Error(g, err)
	}
	must(t, s.History.Delete(id, noon))
	must(t, s.History.Undelete(id))
	must(t, s.History.Refresh(map[string]Projection{id: {People: []string{"Old"}}}, map[string]int{id: 4})) // likewise
	if wrong, err := s.History.Wrong(); err != nil || len(wrong) != 1 {
		t.Error(wrong, err)
	}
	must(t, s.History.Refresh(map[string]Projection{id: {People: []string{"Bia"}, Names: 1}}, map[string]int{id: 4}))
	if g, err := s.History.Game(id); err != nil || g.Wrong || g.People[0] != "Bia" {
		t.Error(g, err)
	}
	renamed(t, s, "Ana", "Eva", map[string]int{id: 0, other: 0})
	undone(t, s)
	isNamed(t, s, id, "Bai>Bia, Ana>Eva, undo Eva>Ana")
	names := need(s.Log.Names(id))
	if n := names[2]; n.After != 4 || n.Upto != 4 || !n.Undoes.Equal(names[1].At) || !names[0].At.Before(names[1].At) {
		t.Errorf("%+v", names)
	}
	isForItsOwnerAlone(t, namesPath(path), 0o600)
	undone(t, s)
	if _, _, ok, err := s.People.LastRename(); ok || err != nil {
		t.Error("there is one more", err)
	}
}

// Whatever happened to the spare list, the next rename brings it in line with the file; contradicting lines are kept
// aside.
func TestTheSpareListHeals(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(string) string
		aside bool
	}{
		"gone": {func(string) string { return "" }, false}, "half a line": {func(s string) string { return s[:len(s)-9] }, false},
		"half a head": {func(s string) string { return s[:9] }, false}, "ahead": {func(s string) string { return s + "{}\n" }, true},
		"other": {func(s string) string { return strings.Replace(s, "Bia", "Bea", 1) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, path, id := begun(t)
			told(t, s, id, 0, 1)
			renamed(t, s, "Bai", "Bia", map[string]int{id: 0})
			b := need(os.ReadFile(namesPath(path)))
			must(t, os.WriteFile(namesPath(path), []byte(c.spoil(string(b))), 0o600))
			renamed(t, s, "Ana", "Eva", map[string]int{id: 0})
			isNamed(t, s, id, "Bai>Bia, Ana>Eva")
			aside, err := filepath.Glob(filepath.Join(spareDir(path), "aside", "*renames.jsonl"))
			if err != nil || (len(aside) == 1) != c.aside {
				t.Error(aside, err)
			}
		})
	}
}

// The renames of a lost or damaged file come from the spare list, from what can still be read, or from a copy, each
// once.
func TestNamesAreMadeAnew(t *testing.T) {
	path, _ := evenings(t, 1, 2)
	s := open(t, path)
	renamed(t, s, "Bai", "Bia", map[string]int{"baba": 0})
	must(t, CopyOfTheDay(t.Context(), path, noon))
	renamed(t, s, "Ana", "Eva", map[string]int{"baba": 0})
	undone(t, s)
	must(t, s.Close())
	const all = "Bai>Bia, Ana>Eva, undo Eva>Ana"
	for _, c := range []struct{ lost, want string }{{"the file", all}, {"the list", all}, {"both", "Bai>Bia"}} {
		at := filepath.Join(t.TempDir(), "games.db")
		must(t, os.CopyFS(filepath.Dir(at), os.DirFS(filepath.Dir(path))))
		switch {
		case c.lost != "the list":
			must(t, os.Remove(at))
		default: // a wrong sum of a draft, for damage
			db := connect(at)
			need(db.Exec(`INSERT INTO drafts (game, slot, seq, at, draft, number, sum) VALUES ('baba', 'edit 1', 2, 1, '{}', 1, 1)`))
			must(t, db.Close())
		}
		if c.lost != "the file" {
			must(t, os.Remove(namesPath(at)))
		}
		remade(t, at, "baba")
		s := open(t, at)
		isNamed(t, s, "baba", c.want)
		must(t, s.Close())
	}
}

// An altered or missing rename is damage, never another name.
func TestARenameIsBelievedByItsSum(t *testing.T) {
	for _, spoil := range []string{
		`UPDATE renames SET now = 'Eva'`, `UPDATE named SET upto = 9`, `UPDATE named SET at = 7`, `UPDATE named SET game = 'caba'`, `DELETE FROM named`, `DELETE FROM renames`,
	} {
		path, _ := evenings(t, 2, 2)
		s := open(t, path)
		renamed(t, s, "Bai", "Bia", map[string]int{"baba": 0})
		for _, q := range []string{`PRAGMA foreign_keys = 0`, spoil} {
			need(s.db.Exec(q))
		}
		_, err := s.Log.Names("baba")
		wants(t, err, ErrDamaged)
		must(t, s.Close())
		wants(t, Intact(t.Context(), path), ErrDamaged)
	}
}

// A restored copy does not know later renames, so the spare list that does is moved aside.
func TestRestoredBeforeARename(t *testing.T) {
	path, _ := evenings(t, 1, 2)
	s := open(t, path)
	renamed(t, s, "Bai", "Bia", map[string]int{"baba": 0})
	copied := filepath.Join(t.TempDir(), "copy.db")
	need(Backup(t.Context(), path, copied, false))
	renamed(t, s, "Ana", "Eva", map[string]int{"baba": 0})
	must(t, s.Close())
	_, _, err := Restore(t.Context(), copied, path, noon.Add(time.Hour))
	must(t, err)
	s = open(t, path)
	isNamed(t, s, "baba", "Bai>Bia")
	if aside, err := filepath.Glob(filepath.Join(spareDir(path), "aside", "1-renames.jsonl")); err != nil || len(aside) != 1 {
		t.Error(aside, err)
	}
}

// If the file is read-only, lists are made again in a copy.
func TestACopyIsMended(t *testing.T) {
	path, _ := evenings(t, 1, 2)
	s := open(t, path)
	renamed(t, s, "Bia", "Bea", map[string]int{"baba": 0})
	must(t, s.Close())
	b := need(os.ReadFile(path))
	s, err := OpenCopy(t.Context(), path, func(s *Store) error {
		return s.History.Refresh(map[string]Projection{"baba": {People: []string{"Ana", "Bea"}, Names: 1}}, map[string]int{"baba": 2})
	})
	must(t, err)
	if names, err := s.People.Names(); err != nil || strings.Join(names, " ") != "Ana Bea" {
		t.Error(names, err)
	}
	wants(t, s.History.Delete("baba", noon), ErrReadOnly)
	must(t, s.Close())
	if now, err := os.ReadFile(path); err != nil || string(now) != string(b) {
		t.Error("the file has changed", err)
	}
}
