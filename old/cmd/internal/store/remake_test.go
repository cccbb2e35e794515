package store

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/tablemate/tablemate/old/timer"
)

// toldOf accepts lines that contain the id of their game, of one kind of game.
func toldOf(kind, id string, lines []Line, _ []Naming) (read int, p Projection) {
	for read < len(lines) && kind == "dixit" && bytes.Contains(lines[read].Body, []byte(id)) {
		read++
	}
	return read, Projection{People: []string{"Ana", "Bia"}, Standings: []byte(`[1]`)}
}

// remade rebuilds a file, and returns what is said of a game.
func remade(t *testing.T, path, id string) Remade {
	t.Helper()
	all, _, err := Remake(t.Context(), path, noon, toldOf)
	must(t, err)
	must(t, Intact(t.Context(), path))
	for _, r := range all {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("%s is not named in %+v", id, all)
	return Remade{}
}

// A lost file is rebuilt from the spare logs, and from the copy of the day for what they lack.
func TestALostFileIsMadeAnew(t *testing.T) {
	path, logs := evenings(t, 3, 4)
	s := open(t, path)
	must(t, s.People.KeepColors(map[string]string{"Ana": "red"}))
	must(t, s.Drafts.KeepPicture("baba", "p", []byte("x")))
	must(t, s.Drafts.SetClock("baba", "1", timer.Snapshot{Left: 1, At: noon}))
	must(t, s.Drafts.KeepTurns(5, "turns"))
	unbegun := create(t, s)
	must(t, s.Drafts.Keep(unbegun, 0, "table", 0, []byte(`{"n":1}`), noon))
	must(t, s.History.Delete("daba", noon))
	must(t, CopyOfTheDay(t.Context(), path, noon))
	must(t, s.Log.Append("baba", 4, noon, []byte(`{"baba":5}`), Projection{Finished: true, Standings: []byte(`[1]`)}))
	want := map[string]Game{}
	var err error
	for id := range logs {
		want[id] = need(s.History.Game(id))
	}
	logs["baba"] = need(s.Log.After("baba", 0))
	must(t, s.Close())
	must(t, os.Remove(path))
	_, err = OpenToRead(t.Context(), path)
	wants(t, err, ErrLost)
	_, err = Open(t.Context(), path)
	wants(t, err, ErrLost)
	r := remade(t, path, "baba")
	if r.Cut || !r.Lacking || r.Lines != 5 {
		t.Errorf("%+v", r)
	}
	s = open(t, path)
	for id, log := range logs {
		if lines, err := s.Log.After(id, 0); err != nil || !reflect.DeepEqual(lines, log) {
			t.Error(id, len(lines), err)
		}
		g := need(s.History.Game(id))
		was := want[id]
		g.People, g.Finished, was.People = nil, was.Finished, nil // toldOf makes up the people
		if !reflect.DeepEqual(g, was) {
			t.Errorf("%+v\nwas %+v", g, was)
		}
		isSpared(t, s, id)
	}
	has(t, s, unbegun, "table", 1, `{"n":1}`)
	holds(t, s, "baba", "p", []byte("x"))
	haveColors(t, s, map[string]string{"Ana": "red"})
	if all, err := s.Drafts.Turns(); err != nil || len(all) != 1 || all[0] != "turns" {
		t.Error(all, err)
	}
	if d, err := s.Drafts.Draft("baba", "next"); err != nil || d.Body != nil {
		t.Errorf("what was half told when the copy was made is told: %+v, %v", d, err)
	}
	if _, set, err := s.Drafts.Clock("baba", "1"); !set || err != nil {
		t.Error(err)
	}
}

// Without spare logs, lines come from what can still be read of a damaged file, as far as that is certain.
func TestADamagedFileWithoutSpareLogs(t *testing.T) {
	path, _ := evenings(t, 2, 3)
	must(t, os.RemoveAll(spareDir(path)))
	db := raw(t, path, `DROP TRIGGER log_is_never_changed`, `PRAGMA foreign_keys = OFF`, `UPDATE log SET line = '{}' WHERE game = 'baba' AND seq = 3`, `INSERT INTO results VALUES ('zzzz', '[]')`)
	must(t, db.Close()) // Windows does not rename an open file
	r := remade(t, path, "baba")
	if !r.Cut || r.Lines != 2 {
		t.Errorf("%+v", r)
	}
	if r := open(t, path); r != nil {
		if d, err := r.Drafts.Draft("baba", "next"); err != nil || d.Body != nil {
			t.Errorf("an answer behind what is left: %+v, %v", d, err)
		}
	}
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(path), "games-2026-*.db"))
	if err != nil || len(kept) != 1 {
		t.Error(kept, err)
	}
}

// Noise in place of the file is damage if a copy of the day shows that there was one, even without spare logs.
func TestNoiseIsMadeAnewFromTheCopyOfTheDay(t *testing.T) {
	path, logs := evenings(t, 2, 3)
	noise := bytes.Repeat([]byte{0xa7}, 5000)
	must(t, os.RemoveAll(spareDir(path)))
	foreign := filepath.Join(t.TempDir(), "games.db")
	must(t, os.WriteFile(foreign, noise, 0o600))
	_, err := Open(t.Context(), foreign)
	wants(t, err, ErrForeign)
	must(t, copyOfTheDay(t.Context(), path, noon))
	must(t, os.WriteFile(path, noise, 0o600))
	_, err = Open(t.Context(), path)
	wants(t, err, ErrDamaged)
	if r := remade(t, path, "baba"); r.Lines != len(logs["baba"]) {
		t.Errorf("%+v", r)
	}
}

func TestNothingIsMadeAnewWithoutNeed(t *testing.T) {
	path, _ := evenings(t, 2, 3)
	isLeft := leaves(t, path)
	_, _, err := Remake(t.Context(), path, noon, toldOf)
	wants(t, err, ErrSound)
	isLeft()
	_, _, err = Remake(t.Context(), filepath.Join(t.TempDir(), "games.db"), noon, toldOf)
	wants(t, err, ErrNone)
	s := open(t, path)
	_, leave, err := s.Sit("baba")
	must(t, err)
	defer leave()
	need(raw(t, path, `PRAGMA foreign_keys = OFF`).Exec(`INSERT INTO results VALUES ('zzzz', '[]')`))
	_, _, err = Remake(t.Context(), path, noon, toldOf)
	wants(t, err, ErrBusy)
}
