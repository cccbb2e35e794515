package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// onUnix skips a test on Windows, where nobody may remove or rename what is open, as the disk in memory does with the files
// that it stands on. The stories hold the order of our writes, which is the same everywhere.
func onUnix(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("open files cannot be removed here")
	}
}

// A story is something that is kept, step by step. Each step is acknowledged, or is not.
type story struct {
	name   string
	before func(*teller) // lays the files that are there before the disk stops
	tell   func(*teller)
}

// A teller tells a story, and counts what was acknowledged.
type teller struct {
	*testing.T
	f      store.Folder
	cache  string // folder for the derived list
	m      *store.Stopping
	acks   int
	heard  func() // after each acknowledgement
	lost   []byte // a damaged file that must not be lost before it was mended
	mended bool
}

// errOver ends a story when the machine has stopped.
var errOver = errors.New("the machine has stopped")

// do does a step until it is acknowledged: again after it was refused. Each refusal is said.
func (x *teller) do(what string, step func() error) {
	x.Helper()
	for range 10 {
		err := step()
		switch {
		case x.m != nil && x.m.Stopped():
			panic(errOver)
		case err == nil:
			return
		}
		say := fault.Said(lang.English, err)
		if !strings.Contains(say, " cannot be ") || !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EIO) {
			x.Fatalf("%s: %s", what, say)
		}
	}
	x.Fatal(what, "is refused for ever")
}

func (x *teller) in() {
	if x.m != nil && x.m.Stopped() {
		panic(errOver)
	}
	x.acks++
	if x.heard != nil {
		x.heard()
	}
}

// step does something, which is acknowledged then.
func (x *teller) step(what string, step func() error) {
	x.Helper()
	x.do(what, step)
	x.in()
}

// A script types a line a group, again if it was not taken; an empty one is Enter.
type script struct {
	x     *teller
	lines *[]string
}

func (s script) Put(g ask.Group, got ask.Got) error {
	if len(*s.lines) == 0 {
		return ask.Leave
	}
	var in []ask.Answer
	var err error
	if line := (*s.lines)[0]; line != "" {
		in, err = g.Read(lang.English, line)
	} else {
		for i, q := range g.Asked {
			if !g.Again {
				in = append(in, ask.Answer{To: i, Line: q.Suggest})
			}
		}
	}
	if err == nil {
		err = got(in...)
	}
	if fault.Is(err) {
		s.x.Fatalf("%q: %v", (*s.lines)[0], err)
	}
	if err == nil {
		*s.lines = (*s.lines)[1:]
		if len(in) > 0 {
			s.x.in()
		}
	}
	return err
}

// talk runs a dialog to its end, and again after the disk refused something, or until somebody leaves.
func (x *teller) talk(what string, dialog func(ask.Asker) error, lines ...string) {
	x.Helper()
	left := false
	x.do(what, func() error {
		err := dialog(script{x, &lines})
		if err == ask.Leave {
			left, err = true, nil
		}
		return err
	})
	if !left {
		x.in()
	}
}

func (x *teller) create(id string) *session.Session {
	x.Helper()
	var s *session.Session
	path := x.f.Game(id)
	x.step("create", func() (err error) {
		s, err = session.Create(path, shelf.Find, session.Head{ID: id, GameID: "versus", Seed: 1}, func() time.Time { return noon })
		if errors.Is(err, fs.ErrExist) { // neither was it acknowledged, nor could it be removed: others take another ID
			return fmt.Errorf("it cannot be written: %w", errors.Join(syscall.EIO, x.m.Remove(path)))
		}
		return err
	})
	x.Cleanup(func() { _ = s.Close() })
	return s
}

var players = []setup.Name{"Ana", "Bia", "Caio"}

func (x *teller) game(id string) *session.Session {
	s := x.create(id)
	x.step("table", func() error { return s.Do(setup.Table{Players: players}) })
	return s
}

// next tells the event that comes next.
func (x *teller) next(s *session.Session, lines ...string) {
	x.talk("next", s.Next, lines...)
}

func (x *teller) open(id string) *session.Session {
	x.Helper()
	var s *session.Session
	x.do("open", func() (err error) {
		s, err = session.Open(x.f.Game(id), shelf.Find, func() time.Time { return noon })
		return err
	})
	return s
}

// unlessThere returns an error, unless it says that the file is there already, as after a step that was refused and yet done.
func (x *teller) unlessThere(err error) error {
	if x.m.Longer > 0 && errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

var stories = []story{
	{"a game", nil, func(x *teller) {
		s := x.create("bcdf")
		begin := func(a ask.Asker) error { return s.Begin(a, setup.Table{Players: players}) }
		x.talk("table", begin, "")
		x.next(s, "")
		x.next(s, "Ana", "Caio")
		x.next(s, "Bia")
		x.step("people", func() error {
			return s.Do(scoring.People{Players: []setup.Name{"Ana", "Bia", "Davi"}, Renamed: map[setup.Name]setup.Name{"Caio": "Davi"}})
		})
		x.next(s, "Ana")
		for range 3 {
			x.step("undo", s.Undo)
		}
		for range 2 {
			x.step("redo", s.Redo)
		}
		id := s.Items()[2].ID
		var c *session.Change
		x.do("correct", func() (err error) {
			c, err = s.Correct(script{x, &[]string{"Bia"}}, id, false)
			if err == ask.Leave {
				err = nil
			}
			return err
		})
		lines := []string{"", "Caio"}
		x.do("correct", func() (err error) {
			c, err = s.Correct(script{x, &lines}, id, false)
			return err
		})
		x.step("make", func() error { return s.Make(c) })
		c, _ = s.Remove(s.Items()[2].ID)
		x.step("remove", func() error { return s.Make(c) })
		x.step("undo", s.Undo)
	}},
	{"deleted, and brought back", func(x *teller) {
		_ = x.game("bcdf").Close()
		_ = x.game("bcdg").Close()
	}, func(x *teller) {
		x.step("delete", func() error { return x.unlessThere(x.f.Delete("bcdf")) })
		x.step("undelete", func() error { return x.unlessThere(x.f.Undelete("bcdf")) })
		x.step("delete", func() error { return x.unlessThere(x.f.Delete("bcdg")) })
		s := x.open("bcdf")
		defer s.Close()
		x.next(s, "")
	}},
	{"imported", nil, func(x *teller) {
		sheet, err := scoring.ReadSheet(shelf.Find, []byte(`{"game":"versus","players":["Ana","Bia","Caio"],"played":"2026-03-01T20:00:00Z",
			"events":[{"type":"slap","by":"Ana","gives":"Bia"},{"type":"slap","by":"Bia","gives":"Ana","out":["Caio"]}]}`))
		if err != nil {
			x.Fatal(err)
		}
		for _, id := range []string{"bcdf", "bcdg"} {
			x.do("add", func() error {
				return x.unlessThere(session.Add(x.f.Game(id), session.Head{ID: id, Seed: 7}, sheet, noon))
			})
		}
		x.step("sync", x.f.Sync)
	}},
	{"names", func(x *teller) { _ = x.game("bcdf").Close() }, func(x *teller) {
		for i, now := range []string{"Bia", "Beatriz"} {
			x.step("rename", func() error {
				return x.f.ChangeNames(func(n *store.Names) error {
					n.Renamed = append(n.Renamed[:i], store.Rename{At: noon, Was: "Bai", Now: now})
					return nil
				})
			})
		}
		x.step("unrename", func() error {
			return x.f.ChangeNames(func(n *store.Names) error {
				n.Renamed = n.Renamed[:1]
				return nil
			})
		})
	}},
	{"a clock", func(x *teller) { _ = x.game("bcdf").Close() }, func(x *teller) {
		for left := range 3 {
			x.step("tick", func() error { return store.Save(x.f.State("clock-bcdf"), left) })
		}
		x.step("shelf", func() error { return store.Save(filepath.Join(x.f.Shelf(), "own.json"), "a game") })
	}},
	{"the list", nil, func(x *teller) {
		s := x.game("bcdf")
		x.list(x.cache)
		x.next(s, "")
		x.list(x.cache)
		_ = x.game("bcdg").Close()
		x.list(x.cache)
		x.next(s, "Ana", "Caio")
		x.list(x.cache)
	}},
	{"damaged", func(x *teller) {
		s := x.game("bcdf")
		x.next(s, "")
		x.next(s, "Ana", "Caio")
		_ = s.Close()
		data, err := os.ReadFile(x.f.Game("bcdf"))
		if err != nil {
			x.Fatal(err)
		}
		lines := slices.Collect(bytes.Lines(data))
		lines[3][20] ^= 1
		x.lost = bytes.Join(lines, nil)
		if err := os.WriteFile(x.f.Game("bcdf"), x.lost, 0o600); err != nil {
			x.Fatal(err)
		}
	}, func(x *teller) {
		x.do("mend", func() error {
			_, err := store.Mend(x.f.Game("bcdf"), noon)
			return err
		})
		x.mended = true
		x.in()
		s := x.open("bcdf")
		defer s.Close()
		x.step("stop", func() error { return s.Do(scoring.Laid{}) })
	}},
}

// list lists games, with the rows that are kept.
func (x *teller) list(cache string) []string {
	h := history.Games{Folder: x.f, Cache: cache, Find: shelf.Find, Lang: lang.English, Now: func() time.Time { return noon }}
	games, l, err := h.Select(history.Wish{})
	if err != nil {
		x.Fatal(err)
	}
	out := []string{fmt.Sprint(l.Copies, l.Broken)}
	for _, g := range games {
		out = append(out, h.Line(g))
	}
	return out
}

// seen returns everything that is kept, by its name.
func (x *teller) seen() map[string]string {
	x.Helper()
	out := map[string]string{}
	for where, f := range map[string]store.Folder{"game ": x.f, "deleted ": x.f.Gone()} {
		files, _ := filepath.Glob(f.Game("*"))
		for _, path := range files {
			lines, err := store.Read(path)
			if errors.Is(err, store.ErrEmpty) {
				continue
			}
			text := fmt.Sprintf("%s%v", bytes.Join(lines, []byte("\n")), err)
			if s, err := session.Read(path, shelf.Find); s == nil || err != nil && x.lost == nil {
				text = fmt.Sprint("cannot be read: ", err)
			}
			out[where+filepath.Base(path)] = text
		}
	}
	var clock *int
	for name, small := range map[string]any{x.f.People(): &store.Names{}, x.f.State("clock-bcdf"): &clock, filepath.Join(x.f.Shelf(), "own.json"): new(string)} {
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		out[filepath.Base(name)] = fmt.Sprintf("%s%v%v", data, err, json.Unmarshal(data, small))
	}
	if x.m == nil || !x.m.Runs() {
		if kept, now := x.list(x.cache), x.list(""); !slices.Equal(kept, now) {
			x.Errorf("the list says %q, and it is %q", kept, now)
		}
	}
	if x.lost != nil {
		x.whole()
	}
	return out
}

// whole fails unless a damaged file is there, or a copy of it.
func (x *teller) whole() {
	x.Helper()
	copies, _ := filepath.Glob(strings.TrimSuffix(x.f.Game("bcdf"), ".jsonl") + ".damaged-*")
	if !x.mended {
		copies = append(copies, x.f.Game("bcdf"))
	}
	for _, path := range copies {
		if data, err := os.ReadFile(path); err == nil && bytes.Equal(data, x.lost) {
			return
		}
	}
	x.Error("what was damaged was cut without a copy")
}

// run tells a story on a machine that stops or refuses at an operation; 0: on one that does neither.
func (st story) run(t *testing.T, at int, errno syscall.Errno, longer int, heard func(*teller)) (x *teller) {
	t.Helper()
	dir := quick(t)
	x = &teller{T: t, f: store.Folder{Data: filepath.Join(dir, "data")}, cache: filepath.Join(dir, "cache")}
	if st.before != nil {
		st.before(x)
	}
	x.m, x.acks = store.NewStopping(t, dir), 0
	x.m.At, x.m.Errno, x.m.Longer = at, errno, longer
	x.heard = func() { heard(x) }
	heard(x)
	defer func() {
		if p := recover(); p != nil && p != errOver {
			panic(p)
		}
	}()
	st.tell(x)
	return x
}

// quick returns a folder where a sync costs nothing, if the machine has one.
func quick(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "tablemate")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// told returns everything kept after each step of a story, and before the first one, and how many operations the story takes.
func (st story) told(t *testing.T) (after []map[string]string, ops []string) {
	x := st.run(t, 0, 0, 0, func(x *teller) { after = append(after, x.seen()) })
	return after, x.m.Ops
}

// The power fails at each operation of each story, and the disk has nothing, half or all of the bytes without a sync: a step that was
// acknowledged is there, once and whole; another one is there whole or is not there; and everything goes on.
func TestStops(t *testing.T) {
	onUnix(t)
	for _, st := range stories {
		t.Run(st.name, func(t *testing.T) {
			after, ops := st.told(t)
			for at := range append(ops, "the end") {
				ways := []store.Way{{}}
				for i := 0; i < len(ways); i++ {
					x := st.run(t, at+1, 0, 0, func(*teller) {})
					ways = x.m.Ways()
					w := ways[i]
					x.m.Fail(t, w)
					n := x.acks
					if wrong := differs(x.seen(), after[n], after[min(n+1, len(after)-1)]); wrong != "" || t.Failed() {
						t.Fatalf("stopped at %d, left %+v, after step %d of %d: %s\n%s",
							at+1, w, n, len(after)-1, wrong, strings.Join(x.m.Ops, "\n"))
					}
					x.goesOn()
				}
			}
			t.Log(len(after)-1, "steps,", len(ops), "operations")
		})
	}
}

// differs names the files that are neither as they were before a step, nor as they were after it.
func differs(now, before, after map[string]string) string {
	all := maps.Clone(before)
	maps.Copy(all, after)
	maps.Copy(all, now)
	for what := range all {
		if now[what] != before[what] && now[what] != after[what] {
			return fmt.Sprintf("%s is\n%s\nand was\n%s\nor\n%s", what, now[what], before[what], after[what])
		}
		game, is := strings.CutPrefix(what, "game ")
		there := func(m map[string]string) int {
			return min(len(m["game "+game]), 1) + min(len(m["deleted "+game]), 1)
		}
		if is && there(now) != there(before) && there(now) != there(after) {
			return fmt.Sprintf("%s is there %d times", game, there(now))
		}
	}
	return ""
}

// goesOn fails unless everything that is kept can be gone on with.
func (x *teller) goesOn() {
	x.Helper()
	files, _ := filepath.Glob(x.f.Game("*"))
	for _, path := range files {
		_, err := store.Mend(path, noon)
		var damaged *store.Damaged
		if errors.As(err, &damaged) && damaged.Line == 1 {
			continue // no game came about
		}
		before, rerr := store.Read(path)
		if errors.Is(rerr, store.ErrEmpty) {
			continue
		}
		f, _, oerr := store.Open(path)
		if err = errors.Join(err, rerr, oerr); err != nil {
			x.Fatal(err)
		}
		err = errors.Join(f.Append([]byte(`{"more":1}`)), f.Close())
		after, rerr := store.Read(path)
		if err = errors.Join(err, rerr); err != nil || len(after) != len(before)+1 {
			x.Fatalf("%s had %d lines, and has %d: %v", path, len(before), len(after), err)
		}
	}
	if err := x.f.ChangeNames(func(*store.Names) error { return nil }); err != nil {
		x.Fatal(err)
	}
}

// The disk is full or broken at each operation of each story, for once or for a while: that is said, the step is done once
// more, and all is as if nothing had been; even if the power fails at the end.
func TestRefuses(t *testing.T) {
	onUnix(t)
	for _, st := range stories {
		t.Run(st.name, func(t *testing.T) {
			after, ops := st.told(t)
			for at := range ops {
				for i, longer := range []int{0, 1, 2, 5} {
					errno := []syscall.Errno{syscall.ENOSPC, syscall.EIO}[(at+i)%2]
					x := st.run(t, at+1, errno, longer, func(x *teller) {
						if wrong := differs(x.seen(), after[x.acks], after[x.acks]); wrong != "" || t.Failed() {
							t.Fatalf("%v at %d, %s, and %d more, after step %d: %s\n%s", errno, at+1, ops[at], longer, x.acks, wrong, strings.Join(x.m.Ops, "\n"))
						}
					})
					if longer > 0 && strings.HasPrefix(ops[at], "sync ") && !strings.HasSuffix(ops[at], ".jsonl") {
						continue // a folder that is not on the disk, and cannot be removed to be made anew
					}
					x.m.Fail(t, store.Way{})
					if wrong := differs(x.seen(), after[len(after)-1], after[len(after)-1]); wrong != "" {
						t.Fatalf("%v at %d, %s, and %d more, then the power failed: %s\n%s", errno, at+1, ops[at], longer, wrong, strings.Join(x.m.Ops, "\n"))
					}
				}
			}
		})
	}
}
