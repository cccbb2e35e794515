package store

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"
)

// versionOne returns the path of a closed file that the first version wrote.
func versionOne(t *testing.T) string {
	t.Helper()
	made := need(os.ReadFile("testdata/version-1.sql"))
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, raw(t, path, string(made)).Close())
	return path
}

// ofVersion returns the path of a closed file of a version.
func ofVersion(t *testing.T, version int) string {
	t.Helper()
	path := versionOne(t)
	must(t, raw(t, path, append(slices.Clone(migrations[1:version]), fmt.Sprintf(`PRAGMA user_version = %d`, version))...).Close())
	return path
}

// A file of any earlier version is migrated in memory for reading, and on the disk for writing.
func TestAFileOfBeforeIsAsItWas(t *testing.T) {
	for version := 1; version < len(migrations); version++ {
		path := ofVersion(t, version)
		isLeft := leaves(t, path)
		s := reads(t, path)
		isAsItWas(t, s)
		haveColors(t, s, nil)
		holds(t, s, "zena", "p", nil)
		onlyLooks(t, s, "zena", ErrReadOnly)
		must(t, s.Close())
		isLeft()
		for range 2 { // migrated, then as it is
			s := open(t, path)
			isAsItWas(t, s)
			must(t, s.Close())
		}
		s = open(t, path)
		if v, err := scanStrings(s.db.Query(`PRAGMA user_version`)); err != nil || !slices.Equal(v, []string{strconv.Itoa(len(migrations))}) {
			t.Error(v, err)
		}
		must(t, s.People.KeepColors(map[string]string{"Ana": "red"}))
		must(t, s.Drafts.KeepPicture("zena", "p", []byte("p")))
		must(t, s.Log.Append("zena", 2, noon.Add(3*time.Hour), []byte(`{}`), Projection{People: []string{"Ana"}}))
		must(t, s.Drafts.Keep("badu", 0, "table", 0, []byte(`{"said":[1,2]}`), noon))
		has(t, s, "badu", "table", 1, `{"said":[1,2]}`)
		wants(t, s.Drafts.Keep("badu", 0, "table", 0, []byte(`{"said":[]}`), noon), ErrMoved)
		wants(t, s.Log.DeleteUnstarted("nuke"), ErrNone)
	}
}

// isAsItWas checks everything in testdata/version-1.sql.
func isAsItWas(t *testing.T, s *Store) {
	t.Helper()
	games := need(s.History.List(Filter{}))
	for i := range games {
		g := &games[i]
		g.Started, g.Changed = g.Started.UTC(), g.Changed.UTC()
		if !g.Finished.IsZero() {
			g.Finished = g.Finished.UTC()
		}
	}
	if want := []Game{
		{ID: "zena", Kind: "dixit", People: []string{"Ana", "Bia", "Caio"}, Choices: map[string]string{"mode": "party"}, Started: noon,
			Changed: noon.Add(2 * time.Hour), Finished: noon.Add(2 * time.Hour), Lines: 2, Standings: []byte(`[{"rank":1}]`)},
		{ID: "badu", Kind: "versus", People: []string{}, Choices: map[string]string{}, Started: noon.Add(time.Hour), Changed: noon.Add(90 * time.Minute)},
	}; !reflect.DeepEqual(games, want) {
		t.Errorf("%+v", games)
	}
	lines, err := s.Log.After("zena", 0)
	if err != nil || len(lines) != 2 || string(lines[0].Body) != `{"kind":"change"}` || string(lines[1].Body) != `{"kind":"undo"}` || !lines[1].At.Equal(noon.Add(2*time.Hour)) {
		t.Error(lines, err)
	}
	for slot, id := range map[string]string{"table": "badu", "edit 101": "zena"} {
		if slots, err := s.Drafts.Slots(id); err != nil || !slices.Equal(slots, []string{slot}) {
			t.Error(id, slots, err)
		}
	}
	if d, err := s.Drafts.Draft("zena", "edit 101"); err != nil || !reflect.DeepEqual(d, Draft{Seq: 1, Body: []byte(`{"said":[2]}`)}) {
		t.Error(d, err)
	}
	if c, set, err := s.Drafts.Clock("zena", "round-1"); err != nil || !set || c.Left != 8*time.Minute || c.Runs || !c.At.Equal(noon.Add(2*time.Hour)) {
		t.Error(c, set, err)
	}
	if names, err := s.People.Names(); err != nil || !slices.Equal(names, []string{"Ana", "Bia"}) {
		t.Error(names, err)
	}
	if _, err := s.History.Game("nuke"); err == nil {
		t.Error("forgotten, and there")
	}
}
