package files

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

const aPage = 4096

// A keptGame is everything that a file has of a game.
type keptGame struct {
	store.Game
	Lines  []store.Line
	Drafts map[string]string
}

// An album is everything that a file has of its games, by id.
type album map[string]keptGame

func albumOf(t *testing.T, path string) album {
	t.Helper()
	st := toRead(t, path)
	a := album{}
	for _, deleted := range []bool{false, true} {
		for _, g := range parlor.Must(st.History.List(store.Filter{Deleted: deleted})) {
			kept := keptGame{g, parlor.Must(st.Log.After(g.ID, 0)), map[string]string{}}
			kept.Changed = time.Time{} // a draft may be newer
			for _, slot := range parlor.Must(st.Drafts.Slots(g.ID)) {
				kept.Drafts[slot] = string(parlor.Must(st.Drafts.Draft(g.ID, slot)).Body)
			}
			a[g.ID] = kept
		}
	}
	return a
}

// sparedFolder returns a folder with a file of games from an earlier commit, migrated, and its spare logs.
func sparedFolder(t *testing.T) string {
	t.Helper()
	path := parlor.Migrated(t, parlor.OldFile)
	parlor.Check(t, store.CopyOfTheDay(context.Background(), path, parlor.QuietEnv(80, "", nil, nil).Now()))
	return filepath.Dir(path)
}

// A game with a damaged log says so, with the way to rescue it and to see what comes before the damage.
func TestADamagedGameIsSaid(t *testing.T) {
	home := t.TempDir()
	sheet := filepath.Join(home, "slaps.json")
	lay := func(path string, b []byte) {
		parlor.Check(t, os.WriteFile(path, b, 0o600))
	}
	lay(sheet, []byte(`{"game": "versus", "players": ["Ana", "Bia", "Caio"], "events": [{"type": "slap", "by": "Ana", "gives": "Bia"}]}`))
	parlor.Line(80, home, "import", sheet)
	file := filepath.Join(home, "games.db")
	lay(file, bytes.Replace(parlor.Must(os.ReadFile(file)), []byte(`"by":0`), []byte(`"by":2`), 1))
	list, _, _ := parlor.Line(80, home, "games")
	id, _, _ := strings.Cut(list, " ")
	for language, want := range map[string][]string{
		"en":    {"damaged at line 2", "tablemate rescue", "tablemate show " + id + " --until 1", "tablemate export " + id + " --until 1"},
		"pt-BR": {"danificada na linha 2", "tablemate rescue", "tablemate show " + id + " --until 1", "tablemate export " + id + " --until 1"},
	} {
		_, said, code := parlor.Line(80, home, "show", id, "--lang", language)
		for _, words := range want {
			if code != parlor.Failed || !strings.Contains(said, words) {
				t.Errorf("exit %d, no %q: %s", code, words, said)
			}
		}
	}
	if out, said, code := parlor.Line(80, home, "show", id, "--until", "1"); code != 0 || !strings.Contains(out, "Ana") {
		t.Errorf("exit %d: %s%s", code, out, said)
	}
}

// However a file of games is damaged, it can be rebuilt from the spare logs: every line is as it was written, and a
// game that lacks anything is named. EVENINGS says how often.
func TestRescue(t *testing.T) {
	parlor.OneByOne(t)
	t.Parallel() // takes its time, and shares nothing
	from := sparedFolder(t)
	was := albumOf(t, filepath.Join(from, "games.db"))
	whole := parlor.Must(os.ReadFile(filepath.Join(from, "games.db")))
	r := laws.New(laws.Seed(t), 1)
	for n := range laws.Evenings(t, 16) {
		b := bytes.Clone(whole)
		at := r.IntN(len(b) / aPage)
		kind := []string{"lost", "bits", "cut and no copy", "spare logs lost", "empty", "zeros", "noise", "cut"}[n%8]
		switch page := b[at*aPage : (at+1)*aPage]; kind {
		case "empty":
			b = nil
		case "zeros":
			clear(page)
		case "noise", "spare logs lost":
			copy(page, bytes.Repeat([]byte{0xa7}, aPage))
		case "bits":
			for range 40 {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
		case "cut", "cut and no copy":
			b = b[:at*aPage+r.IntN(aPage)]
		}
		t.Run(fmt.Sprint(n, " ", kind, " ", at), func(t *testing.T) {
			dir := t.TempDir()
			parlor.Check(t, os.CopyFS(dir, os.DirFS(from)))
			path := filepath.Join(dir, "games.db")
			switch kind {
			case "lost":
				parlor.Check(t, os.RemoveAll(path))
			case "cut and no copy":
				parlor.Check(t, os.RemoveAll(filepath.Join(dir, "backups")))
			case "spare logs lost":
				parlor.Check(t, os.RemoveAll(filepath.Join(dir, "logs")))
			}
			if kind != "lost" {
				parlor.Check(t, os.WriteFile(path, b, 0o600))
			}
			isRescued(t, path, was, kind)
		})
	}
}

// isRescued rescues a damaged file, and compares it with what was in it.
func isRescued(t *testing.T, path string, was album, kind string) {
	t.Helper()
	damaged, _ := os.ReadFile(path)
	out, wrong, code := parlor.Line(80, "", "rescue", "--data", filepath.Dir(path))
	kept, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "games-*.db"))
	switch {
	case code == 0 && strings.Contains(out, "is not damaged"): // the damage was in free space
	case code != 0, len(damaged) > 0 && len(kept) != 1:
		t.Fatalf("code %d, %v kept: %s%s", code, kept, out, wrong)
	}
	is := albumOf(t, path)
	for id, g := range was {
		lacks := len(is[id].Lines) < len(g.Lines)
		if !reflect.DeepEqual(is[id].Lines, g.Lines[:min(len(is[id].Lines), len(g.Lines))]) || lacks && kind != "spare logs lost" {
			t.Errorf("%s: %d lines of %d, or another one", id, len(is[id].Lines), len(g.Lines))
		}
		if named := strings.Contains(out, id); !named && !reflect.DeepEqual(is[id], g) {
			t.Errorf("%s is not as it was, and is not named: %+v, %q\nwas %+v, %q", id, is[id].Game, is[id].Drafts, g.Game, g.Drafts)
		}
	}
	for id := range is {
		if _, there := was[id]; !there {
			t.Errorf("%s was never there", id)
		}
	}
}

// If nothing can be rescued, rescue says so, and how to restore a copy.
func TestNothingIsLeftToRescue(t *testing.T) {
	dir := t.TempDir()
	parlor.Check(t, os.WriteFile(filepath.Join(dir, "games.db"), []byte("SQLite format 3\x00 and noise"), 0o600))
	if out, wrong, code := parlor.Line(80, "", "rescue", "--data", dir); code != 1 || !strings.Contains(wrong, "no game in it could be rescued") || !strings.Contains(wrong, "tablemate restore --data") {
		t.Errorf("%d: %s%s", code, out, wrong)
	}
}
