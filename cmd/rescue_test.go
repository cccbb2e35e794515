package cmd

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
)

const aPage = 4096

// beneath are the pages of a tree of SQLite, from a page down, with what overflows
// (sqlite.org/fileformat2.html, section 1.6). Cells are not taken apart: a chain of overflow is
// told by the number that points to it.
func beneath(file []byte, page int, into map[int]bool) {
	if page < 1 || page > len(file)/aPage || into[page] {
		return
	}
	into[page] = true
	b := file[(page-1)*aPage : page*aPage]
	kind, cells := b[0], int(binary.BigEndian.Uint16(b[3:]))
	if kind != 2 && kind != 5 {
		return
	}
	beneath(file, int(binary.BigEndian.Uint32(b[8:])), into)
	for c := range cells {
		at := int(binary.BigEndian.Uint16(b[12+2*c:]))
		beneath(file, int(binary.BigEndian.Uint32(b[at:])), into)
	}
}

// touched are the games of which a part lies on a page or beneath it; overflow, where nothing says whose
// it is, is of all games that have any.
func touched(file []byte, page int, ids, overflowing []string) map[string]bool {
	pages, hit := map[int]bool{}, map[string]bool{}
	beneath(file, page, pages)
	for p := range pages {
		b := file[(p-1)*aPage : p*aPage]
		if kind := b[0]; kind != 2 && kind != 5 && kind != 10 && kind != 13 {
			for _, id := range overflowing {
				hit[id] = true
			}
		}
		for _, id := range ids {
			if bytes.Contains(b, []byte(id)) {
				hit[id] = true
			}
		}
	}
	return hit
}

// An album is what is to be found in a file after it was damaged.
type album struct {
	file        []byte
	ids, chains []string // chains: of those that fill pages of their own
	games       map[string]store.Game
	logs        map[string][]store.Line
}

func albumOf(t *testing.T, path string) album {
	t.Helper()
	a := album{games: map[string]store.Game{}, logs: map[string][]store.Line{}}
	var err error
	if a.file, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	st, err := store.OpenToRead(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	all, err := st.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		a.ids = append(a.ids, g.ID)
		a.games[g.ID] = g
		if a.logs[g.ID], err = st.Log(g.ID); err != nil {
			t.Fatal(err)
		}
		long := false
		for _, l := range a.logs[g.ID] {
			long = long || len(l.Body) > 900
		}
		drafts, _ := st.Drafts(g.ID)
		if long || len(drafts) > 0 || len(g.Standings) > 900 {
			a.chains = append(a.chains, g.ID)
		}
	}
	return a
}

// rescues damages a copy of the file, rescues it, and looks for every game that was not touched.
func (a album) rescues(t *testing.T, damage func([]byte) []byte, hit map[string]bool) (taken int) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "games.db")
	b := damage(bytes.Clone(a.file))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	var said, wrong strings.Builder
	code := Run(context.Background(), rescueEnv(&said, &wrong), []string{"rescue", "--data", dir})
	kept, _ := filepath.Glob(filepath.Join(dir, "games-*.db"))
	switch {
	case code != 0 && len(kept) == 0 && bytes.Equal(must(os.ReadFile(path)), b):
		if len(hit) < len(a.ids) {
			t.Fatalf("code %d: %s", code, wrong.String())
		}
		return 0
	case code == 0 && len(kept) == 0 && strings.Contains(said.String(), "not damaged") && bytes.Equal(must(os.ReadFile(path)), b): // it was in free space
	case code != 0, len(kept) != 1, !bytes.Equal(must(os.ReadFile(kept[0])), b):
		t.Fatalf("code %d, %d kept: %s%s", code, len(kept), said.String(), wrong.String())
	}
	if err := store.Intact(context.Background(), path); err != nil && !strings.Contains(said.String(), "not damaged") {
		t.Fatal(err)
	}
	return a.found(t, path, said.String(), b, hit)
}

func (a album) found(t *testing.T, path, said string, damaged []byte, hit map[string]bool) (taken int) {
	t.Helper()
	st, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for _, id := range a.ids {
		g, err := st.Game(id)
		log, _ := st.Log(id)
		played := err == nil && reflect.DeepEqual(log, a.logs[id]) && bytes.Equal(g.Standings, a.games[id].Standings) &&
			reflect.DeepEqual(g.People, a.games[id].People) && g.Kind == a.games[id].Kind
		same := played && (g.Finished.Equal(a.games[id].Finished) || a.games[id].Finished.IsZero()) && g.Purpose == a.games[id].Purpose && g.Started.Equal(a.games[id].Started)
		named := strings.Contains(said, "  "+id+":")
		if played {
			taken++
		}
		switch {
		case same:
		case !hit[id]:
			t.Errorf("%s was not touched, and is another one: %v, %d lines of %d", id, err, len(log), len(a.logs[id]))
		case !named && !played && (err == nil || len(damaged) == len(a.file)): // else no way leads to any page of it
			t.Errorf("%s is not as it was, and is not named", id)
		}
		for n, l := range log {
			if n >= len(a.logs[id]) || !reflect.DeepEqual(l, a.logs[id][n]) {
				t.Errorf("%s: line %d was never written so", id, n+1)
			}
		}
	}
	return taken
}

func must[T any](v T, _ error) T { return v }

func rescueEnv(out, wrong io.Writer) Env {
	return Env{
		In: strings.NewReader(""), Out: out, Err: wrong, Size: func() (int, int) { return 80, 24 },
		Now: func() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }, Random: func() uint64 { return 1 },
		Getenv: func(string) string { return "" }, Locale: func() string { return "en" },
	}
}

// Wherever a file is damaged, each game that the damage did not touch is in the fresh one with the
// same log and result, each other one is named or was taken all the same, and no line is other than it was written. TABLEMATE_RESCUES=1
// tries every page.
func TestRescue(t *testing.T) {
	oneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	every := 100
	if os.Getenv("TABLEMATE_RESCUES") != "" {
		every = 1
	}
	path := filepath.Join(t.TempDir(), "games.db")
	copyFile(t, newest[0]+".db", path)
	a := albumOf(t, path)
	pages := len(a.file) / aPage
	r := rand.New(rand.NewPCG(4, 2))
	taken, tries := 0, 0
	for p := 2; p <= pages; p += every {
		at := (p - 1) * aPage
		hit := touched(a.file, p, a.ids, a.chains)
		for name, damage := range map[string]func([]byte) []byte{
			"zeros": func(b []byte) []byte { clear(b[at : at+aPage]); return b },
			"noise": func(b []byte) []byte { copy(b[at:], bytes.Repeat([]byte{0xa7}, aPage)); return b },
			"a bit": func(b []byte) []byte { b[at+r.IntN(aPage)] ^= 1 << r.IntN(8); return b },
		} {
			t.Run(fmt.Sprintf("page %d %s", p, name), func(t *testing.T) {
				taken += a.rescues(t, damage, hit)
				tries++
			})
		}
	}
	t.Logf("%d pages, %d tries: %d of %d games taken whole", pages, tries, taken, tries*len(a.ids))
	if taken < tries*len(a.ids)*9/10 {
		t.Errorf("%d of %d games were taken", taken, tries*len(a.ids))
	}
	for p := pages - 1; p > 2; p -= 2 * every {
		hit := map[string]bool{}
		for lost := p; lost <= pages; lost++ {
			maps.Copy(hit, touched(a.file, lost, a.ids, a.chains))
		}
		t.Run(fmt.Sprintf("cut in page %d", p), func(t *testing.T) {
			a.rescues(t, func(b []byte) []byte { return b[:p*aPage-100] }, hit)
		})
	}
}
