package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/timer"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func first(int) int { return 0 }

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // some tests close it themselves
	return s
}

func fresh(t testing.TB) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	return open(t, path), path
}

func create(t testing.TB, s *Store) string {
	t.Helper()
	id, err := s.Log.Create("dixit", "", noon, first)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// begun returns a fresh, open file with one game.
func begun(t testing.TB) (s *Store, path, id string) {
	t.Helper()
	s, path = fresh(t)
	return s, path, create(t, s)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// need returns a value that a test cannot do without.
func need[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func wants(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v, want %v", err, want)
	}
}

func TestFolderAndFileAreForTheirOwnerAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "games.db")
	s := open(t, path)
	id := create(t, s)
	defer sits(t, s, id, false)()
	seats := filepath.Dir(s.seats(id))
	for p, want := range map[string]os.FileMode{filepath.Dir(path): 0o700, path: 0o600, path + "-wal": 0o600, seats: 0o700, s.seats(id): 0o600} {
		isForItsOwnerAlone(t, p, want)
	}
}

// isForItsOwnerAlone checks that nobody else may read a file or folder. Windows has no such bits: there a user's folder
// is closed to others as a whole.
func isForItsOwnerAlone(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != want {
		t.Errorf("%s: %v", path, info.Mode())
	}
}

func TestAnswersSurviveAPowerCut(t *testing.T) {
	s, _ := fresh(t)
	for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "fullfsync": "1", "foreign_keys": "1"} {
		if got, err := scanStrings(s.db.Query("PRAGMA " + pragma)); err != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, %v", pragma, got, err)
		}
	}
}

func TestPathIsTakenAsItIs(t *testing.T) {
	folder := "Jogos de família?mode=memory#1 %41"
	if runtime.GOOS == "windows" {
		folder = strings.ReplaceAll(folder, "?", "&") // not allowed in names there
	}
	path := filepath.Join(t.TempDir(), folder, "mesa & co.db")
	s := open(t, path)
	id := create(t, s)
	must(t, s.Drafts.Keep(id, 0, "next", 0, []byte(`{}`), noon))
	must(t, s.Close())
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Fatal(info, err)
	}
	if games, err := open(t, path).History.List(Filter{}); err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
}

func TestIDsAreNeverGivenAgain(t *testing.T) {
	s, path := fresh(t)
	seen := map[string]bool{}
	for i := range 40 {
		id := create(t, s) // always the first free one
		if seen[id] {
			t.Fatalf("%s twice", id)
		}
		if seen[id] = true; i%3 == 0 {
			must(t, s.Log.DeleteUnstarted(id))
		}
		if i == 20 {
			must(t, s.Close())
			s = open(t, path)
		}
	}
}

func TestIDsCanBeSaid(t *testing.T) {
	ids, long, random := map[string]bool{}, 0, rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		id := freeID(func(id string) bool { return ids[id] }, random.IntN)
		if ids[id] || slices.Contains(unsaid, id) {
			t.Fatalf("%s is not free", id)
		}
		if ids[id] = true; len(id) > 6 {
			t.Fatalf("%s is long, after %d", id, i)
		}
		if len(id) > 4 && i < 900 {
			long++
		}
		for k, r := range id {
			if !strings.ContainsRune([]string{consonants, vowels}[k%2], r) {
				t.Fatalf("%s cannot be said", id)
			}
		}
	}
	if long > 30 {
		t.Errorf("%d of the first 900 are long", long)
	}
	if strings.ContainsAny(consonants+vowels, "iloqc01") {
		t.Error("letters that look or sound alike")
	}
}

func TestLogIsOnlyAddedTo(t *testing.T) {
	s, path, id := begun(t)
	for n := range 3 {
		must(t, s.Log.Append(id, n, noon.Add(time.Duration(n)*time.Minute), fmt.Appendf(nil, `{"n":%d}`, n+1), Projection{}))
	}
	wants(t, s.Log.Append(id, 2, noon, []byte(`{}`), Projection{}), ErrMoved)
	for expect := range 2 {
		wants(t, s.Log.Append("none", expect, noon, []byte(`{}`), Projection{}), ErrNone)
	}
	if _, err := s.Log.After("none", 0); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
	for _, q := range []string{`UPDATE log SET line = '{}'`, `DELETE FROM log`,
		`INSERT OR REPLACE INTO log VALUES ('` + id + `', 1, 0, '{}')`, `INSERT INTO log VALUES ('` + id + `', 9, 0, '{}')`} {
		if _, err := s.db.Exec(q); err == nil || !strings.Contains(err.Error(), "only added to") {
			t.Errorf("%s: %v", q, err)
		}
	}
	must(t, s.Close())
	lines := need(open(t, path).Log.After(id, 1))
	if len(lines) != 2 || lines[0].Seq != 2 || string(lines[1].Body) != `{"n":3}` || !lines[1].At.Equal(noon.Add(2*time.Minute)) {
		t.Fatal(lines)
	}
}

func TestGamesAreListedByTheirLastChange(t *testing.T) {
	s, _ := fresh(t)
	var ids []string
	for range 4 {
		ids = append(ids, create(t, s))
	}
	must(t, s.Log.Append(ids[0], 0, noon.Add(1*time.Hour), []byte(`{}`), Projection{
		People: []string{"Ana", "Bia"}, Choices: map[string]string{"mode": "team"}, Finished: true, Standings: []byte(`[1]`)}))
	must(t, s.Log.Append(ids[1], 0, noon.Add(2*time.Hour), []byte(`{}`), Projection{}))
	must(t, s.Drafts.Keep(ids[2], 0, "table", 0, []byte(`{}`), noon.Add(90*time.Minute)))
	must(t, s.Log.Append(ids[0], 1, noon.Add(3*time.Hour), []byte(`{}`), Projection{
		People: []string{"Ana", "Bia"}, Choices: map[string]string{"mode": "team"}, Finished: true, Standings: []byte(`[2]`)}))
	games := need(s.History.List(Filter{}))
	var got []string
	for _, g := range games {
		got = append(got, g.ID)
	}
	if want := []string{ids[0], ids[1], ids[2]}; !slices.Equal(got, want) {
		t.Fatalf("%v, want %v (a game without an answer is not listed)", got, want)
	}
	g := games[0]
	if !g.Finished.Equal(noon.Add(time.Hour)) || g.Lines != 2 || string(g.Standings) != "[2]" || g.Kind != "dixit" ||
		!slices.Equal(g.People, []string{"Ana", "Bia"}) || g.Choices["mode"] != "team" || !g.Started.Equal(noon) {
		t.Errorf("%+v", g)
	}
	must(t, s.Log.Append(ids[0], 2, noon.Add(4*time.Hour), []byte(`{}`), Projection{}))
	if g, err := s.History.Game(ids[0]); err != nil || !g.Finished.IsZero() || g.Standings != nil || g.Choices["mode"] != "" {
		t.Errorf("reopened: %+v, %v", g, err)
	}
}

func TestForgetOnlyWhatWasNeverPlayed(t *testing.T) {
	s, _, id := begun(t)
	played := create(t, s)
	must(t, s.Drafts.Keep(id, 0, "table", 0, []byte(`{}`), noon))
	must(t, s.Log.Append(played, 0, noon, []byte(`{}`), Projection{}))
	must(t, s.Log.DeleteUnstarted(id))
	wants(t, s.Log.DeleteUnstarted(played), ErrPlayed)
	wants(t, s.Log.DeleteUnstarted(id), ErrNone)
	wants(t, s.Drafts.Keep(id, 0, "table", 0, []byte(`{}`), noon), ErrNone)
	wants(t, s.Drafts.SetClock(id, "1", timer.Snapshot{At: noon}), ErrNone)
	if games, err := s.History.List(Filter{}); err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
}

func TestChoices(t *testing.T) {
	s, _ := fresh(t)
	begun := func(kind string, at time.Duration, choices map[string]string) string {
		t.Helper()
		id := need(s.Log.Create(kind, "", noon.Add(at), func(int) int { return int(at) }))
		must(t, s.Log.Append(id, 0, noon.Add(at), []byte(`{}`), Projection{People: []string{"Ana"}, Choices: choices}))
		return id
	}
	wants := func(names ...string) {
		t.Helper()
		all := need(s.History.Choices("pad"))
		var got []string
		for _, c := range all {
			got = append(got, c["name"])
		}
		if !slices.Equal(got, names) {
			t.Errorf("%q, want %q", got, names)
		}
	}
	wants()
	begun("pad", 2, map[string]string{"name": "Azul", "style": "rounds"})
	first := begun("pad", 1, map[string]string{"name": "Skyjo"})
	begun("pad", 3, nil)
	begun("dixit", 4, map[string]string{"name": "no pad"})
	must(t, s.Log.Append(first, 1, noon.Add(time.Hour), []byte(`{}`), Projection{People: []string{"Ana"}, Choices: map[string]string{"name": "Skat"}}))
	wants("Skat", "Azul") // the game played last comes first, with its latest choices
	damaged := begun("pad", 5, map[string]string{"name": "x"})
	if _, err := s.db.Exec(`UPDATE games SET choices = 'no JSON' WHERE id = ?`, damaged); err != nil {
		t.Fatal(err)
	}
	wants("Skat", "Azul")
	must(t, s.History.Delete(first, noon))
	wants("Azul")
}

// planOf returns the steps by which SQLite runs a query.
func planOf(t *testing.T, s *Store, query string, args ...any) []string {
	t.Helper()
	rows, err := s.db.Query(`EXPLAIN QUERY PLAN `+query, args...)
	plan, err := all(rows, err, func(scan func(...any) error) (step string, err error) {
		var none any
		return step, scan(&none, &none, &none, &step)
	})
	must(t, err)
	return plan
}

// Few games are looked at, however many there are.
func TestChoicesReadsFewGames(t *testing.T) {
	s, _ := fresh(t)
	if plan := planOf(t, s, choicesOf, "pad", latest); len(plan) != 1 || !strings.Contains(plan[0], "USING INDEX games_kind (kind=?)") {
		t.Errorf("%q", plan)
	}
}

func TestClock(t *testing.T) {
	s, _, id := begun(t)
	if _, set, err := s.Drafts.Clock(id, "1"); set || err != nil {
		t.Fatal(set, err)
	}
	for _, c := range []timer.Snapshot{
		{Left: 8 * time.Minute, At: noon},
		{Left: 7 * time.Minute, Runs: true, At: noon.Add(2 * time.Minute)},
		{Left: -time.Second, At: noon},
	} {
		must(t, s.Drafts.SetClock(id, "1", c))
		got, set, err := s.Drafts.Clock(id, "1")
		if err != nil || !set || got.Left != c.Left || got.Runs != c.Runs || !got.At.Equal(c.At) {
			t.Errorf("%+v, %v, %v; want %+v", got, set, err, c)
		}
	}
	need(s.db.Exec(`UPDATE clocks SET left = ?, since = ?, seen = ?`, int64(time.Minute), noon.UnixNano(), noon.Add(20*time.Second).UnixNano()))
	if got, _, err := s.Drafts.Clock(id, "1"); err != nil || got.Left != 40*time.Second || !got.Runs || !got.At.Equal(noon.Add(20*time.Second)) {
		t.Errorf("as earlier versions kept it: %+v %v", got, err)
	}
}

func TestTwoWindowsNeverWriteOneLine(t *testing.T) {
	a, path, id := begun(t)
	b := open(t, path)
	var won [2]int
	var wg sync.WaitGroup
	for w, s := range []*Store{a, b} {
		wg.Go(func() {
			for seq := 0; seq < 50; {
				switch err := s.Log.Append(id, seq, noon, fmt.Appendf(nil, "%d", w), Projection{}); {
				case err == nil:
					won[w]++
					seq++
				case errors.Is(err, ErrMoved):
					lines, err := s.Log.After(id, 0)
					if err != nil {
						t.Error(err)
						return
					}
					seq = len(lines)
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	lines := need(a.Log.After(id, 0))
	if len(lines) != won[0]+won[1] || len(lines) < 50 {
		t.Fatalf("%d lines, %v acknowledged", len(lines), won)
	}
	for i, l := range lines {
		if l.Seq != i+1 {
			t.Fatal(lines)
		}
	}
	isSpared(t, a, id)
}

func TestManyWindowsMakeOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "games.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(context.Background(), path)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := s.Log.Create("dixit", "", noon, first); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if ids, err := scanStrings(open(t, path).db.Query(`SELECT id FROM games`)); err != nil || len(ids) != 8 {
		t.Fatal(ids, err)
	}
}

// played returns the path of a closed file with one game.
func played(t *testing.T, lines int) string {
	t.Helper()
	s, path, id := begun(t)
	for n := range lines {
		must(t, s.Log.Append(id, n, noon, bytes.Repeat([]byte("x"), 500), Projection{People: []string{"Ana"}}))
	}
	must(t, s.Close())
	return path
}

func raw(t *testing.T, path string, queries ...string) *sql.DB {
	t.Helper()
	db := connect(path)
	t.Cleanup(func() { _ = db.Close() }) // some tests close it themselves
	for _, q := range queries {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// leaves remembers every file in the folder of path, and returns a function that compares them. SQLite's index of its
// log does not count, since it is rebuilt from the log.
func leaves(t *testing.T, path string) (unchanged func()) {
	t.Helper()
	before := beside(t, path)
	if _, crashed := before[filepath.Base(path)+"-wal"]; crashed {
		before[filepath.Base(path)+"-shm"] = ""
	}
	return func() {
		t.Helper()
		after := beside(t, path)
		for name, is := range after {
			if was, there := before[name]; !there || is != was && !strings.HasSuffix(name, "-shm") {
				t.Errorf("%s: %d bytes, before %d", name, len(is), len(was))
			}
		}
		for name := range before {
			if _, there := after[name]; !there && !strings.HasSuffix(name, "-shm") {
				t.Errorf("%s is gone", name)
			}
		}
	}
}

// beside returns the contents of all files in the folder of path.
func beside(t *testing.T, path string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries := need(os.ReadDir(filepath.Dir(path)))
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		b := need(os.ReadFile(filepath.Join(filepath.Dir(path), e.Name())))
		out[e.Name()] = string(b)
	}
	return out
}

func patch(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	b := need(os.ReadFile(path))
	must(t, os.WriteFile(path, change(b), 0o600))
}

// torn copies a file and its log as a crash leaves them.
func torn(t *testing.T, was string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	must(t, copyFile(was, path))
	must(t, copyFile(was+"-wal", path+"-wal"))
	return path
}

func TestWhatIsNotOursIsLeftAsItIs(t *testing.T) {
	text := func(s string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "games.db")
			must(t, os.WriteFile(path, []byte(s), 0o600))
			return path
		}
	}
	patched := func(lines int, f func([]byte) []byte) func(*testing.T) string {
		return func(t *testing.T) string {
			path := played(t, lines)
			patch(t, path, f)
			return path
		}
	}
	var newer *Newer
	for name, c := range map[string]struct {
		path func(*testing.T) string
		want error // nil: a *Newer
	}{
		"a newer file": {func(t *testing.T) string {
			path := played(t, 1)
			must(t, raw(t, path, `PRAGMA user_version = 99`).Close())
			return path
		}, nil},
		"a newer file after a crash": {func(t *testing.T) string {
			was := played(t, 1)
			raw(t, was, `PRAGMA user_version = 99`) // stays open, so the change is only in the log
			return torn(t, was)
		}, nil},
		"another program's database": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "other.db")
			must(t, raw(t, path, `CREATE TABLE mails (a)`, `INSERT INTO mails VALUES (1)`).Close())
			return path
		}, ErrForeign},
		"another program's database, after a crash": {func(t *testing.T) string {
			was := filepath.Join(t.TempDir(), "other.db")
			raw(t, was, `PRAGMA journal_mode = WAL`, `CREATE TABLE mails (a)`)
			return torn(t, was)
		}, ErrForeign},
		"another program's empty database": {func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "other.db")
			must(t, raw(t, path, `PRAGMA application_id = 7`).Close())
			return path
		}, ErrForeign},
		"a text":            {text("Ana 3\nBia 5\n"), ErrForeign},
		"a long text":       {text(strings.Repeat("Ana 3 Bia 5\n", 1000)), ErrForeign},
		"a score":           {text(`{"game": "dixit"}`), ErrForeign},
		"a beginning":       {text("SQLite format 3\x00\x10"), ErrDamaged},
		"one page":          {patched(40, func(b []byte) []byte { return b[:4096] }), ErrDamaged},
		"no version":        {patched(40, func(b []byte) []byte { copy(b[60:], make([]byte, 4)); return b }), ErrDamaged},
		"no table":          {patched(40, func(b []byte) []byte { copy(b[103:], make([]byte, 2)); return b }), ErrDamaged},
		"a version below 0": {patched(40, func(b []byte) []byte { b[60] = 0xff; return b }), ErrDamaged},
		"noise inside":      {patched(40, func(b []byte) []byte { copy(b[4096:], bytes.Repeat([]byte{0xa7}, 3*4096)); return b }), ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			path := c.path(t)
			isLeft := leaves(t, path)
			for _, open := range []func(context.Context, string) (*Store, error){Open, OpenToRead} {
				s, err := open(t.Context(), path)
				switch {
				case err == nil:
					t.Fatal("opened", s.Close())
				case c.want == nil && (!errors.As(err, &newer) || newer.Version != 99 || !strings.Contains(err.Error(), "version 99")):
					t.Error(err)
				case c.want != nil && !errors.Is(err, c.want):
					t.Errorf("%v, want %v", err, c.want)
				}
				isLeft()
			}
		})
	}
	if _, err := Open(context.Background(), t.TempDir()); !errors.Is(err, ErrForeign) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open(context.Background(), filepath.Join(text("x")(t), "games.db")); err == nil {
		t.Error("a folder that is a file")
	}
}

// A power cut may come between the first two writes to a new file.
func TestAFileThatWasNeverFinishedIsMadeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	must(t, raw(t, path, `PRAGMA journal_mode = WAL`).Close())
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Fatal(info, err)
	}
	create(t, open(t, path))
}

func TestFullDisk(t *testing.T) {
	s, _, id := begun(t)
	must(t, s.Drafts.Keep(id, 0, "next", 0, []byte(`{"a":1}`), noon))
	_, err := s.db.Exec(`PRAGMA max_page_count = 1`) // SQLite takes that as: the pages there are, and none more
	must(t, err)
	big := bytes.Repeat([]byte("x"), 100<<10)
	wants(t, s.Drafts.Keep(id, 0, "next", 1, big, noon), ErrFull)
	wants(t, s.Log.Append(id, 0, noon, big, Projection{People: []string{"Ana"}}, Drop{"next", -1}), ErrFull)
	wants(t, s.Drafts.KeepPicture(id, "p", big), ErrFull)
	holds(t, s, id, "p", nil)
	if d, err := s.Drafts.Draft(id, "next"); err != nil || string(d.Body) != `{"a":1}` {
		t.Fatal(d, err)
	}
	if g, err := s.History.Game(id); err != nil || g.Lines != 0 || len(g.People) > 0 {
		t.Fatal(g, err)
	}
	need(s.db.Exec(`PRAGMA max_page_count = 100000`))
	must(t, s.Log.Append(id, 0, noon, big, Projection{}, Drop{"next", 1}))
}

// Reads end with the context; writes run to completion.
func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := need(Open(ctx, filepath.Join(t.TempDir(), "games.db")))
	defer func() { must(t, s.Close()) }()
	id := need(s.Log.Create("dixit", "", time.Now(), func(int) int { return 0 }))
	must(t, s.Drafts.Keep(id, 0, "table", 0, []byte("{}"), time.Now()))
	cancel()
	for name, read := range map[string]func() error{
		"games": func() error { _, err := s.History.List(Filter{}); return err }, "game": func() error { _, err := s.History.Game(id); return err },
		"log": func() error { _, err := s.Log.After(id, 0); return err }, "draft": func() error { _, err := s.Drafts.Draft(id, "table"); return err },
		"drafts": func() error { _, err := s.Drafts.Slots(id); return err }, "people": func() error { _, err := s.People.Names(); return err },
		"choices": func() error { _, err := s.History.Choices("pad"); return err }, "colors": func() error { _, err := s.People.Colors(); return err },
		"clock": func() error { _, _, err := s.Drafts.Clock(id, "round-1"); return err }, "picture": func() error { _, err := s.Drafts.Picture(id, "p"); return err },
	} {
		if err := read(); !errors.Is(err, context.Canceled) || errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, s.Drafts.SetClock(id, "round-1", timer.Snapshot{Left: time.Minute, At: time.Now()}))
	must(t, s.Drafts.Keep(id, 0, "table", 1, []byte("[]"), time.Now()))
}

func TestAStoreIsOpenAsLongAsAnybodyUsesIt(t *testing.T) {
	s, _ := fresh(t)
	if !s.Another() {
		t.Fatal("it is open")
	}
	must(t, s.Close())
	create(t, s)
	must(t, s.Close())
	if s.Another() {
		t.Error("it is closed")
	}
	if _, err := s.Log.Create("dixit", "", noon, first); err == nil {
		t.Error("and yet something was written")
	}
}
