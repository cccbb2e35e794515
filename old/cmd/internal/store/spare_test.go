package store

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// isSpared checks that the spare log of a game says what the file says.
func isSpared(t *testing.T, s *Store, id string) {
	t.Helper()
	want := need(s.Log.After(id, 0))
	var facts facts
	must(t, facts.scan(s.db.QueryRow(factsOf, id)))
	lines, g, whole, err := readSpare(s.Path(), id)
	if err != nil || !whole || g != facts || !reflect.DeepEqual(lines, want) {
		t.Errorf("%s: %d lines of %d, %+v, whole: %v, %v", id, len(lines), len(want), g, whole, err)
	}
}

// told adds lines to a game.
func told(t *testing.T, s *Store, id string, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		must(t, s.Log.Append(id, n, noon.Add(time.Duration(n)), fmt.Appendf(nil, `{"n":%d,"t":"<\u003c é"}`, n), Projection{Finished: n == 3}))
	}
}

func TestASpareLogSaysWhatTheFileSays(t *testing.T) {
	s, path, id := begun(t)
	told(t, s, id, 0, 5)
	isSpared(t, s, id)
	must(t, s.History.Delete(id, noon))
	isSpared(t, s, id)
	must(t, s.History.Undelete(id))
	isSpared(t, s, id)
	told(t, s, id, 5, 9)
	isSpared(t, s, id)
	text, err := os.ReadFile(sparePath(path, id))
	if first, _, _ := strings.Cut(string(text), "\n"); err != nil || !strings.Contains(first, "votes") || strings.Count(string(text), "\n") != 12 {
		t.Errorf("%s %v", text, err)
	}
	isForItsOwnerAlone(t, sparePath(path, id), 0o600)
	unbegun := create(t, s)
	must(t, s.Drafts.Keep(unbegun, 0, "table", 0, []byte(`{}`), noon))
	must(t, s.Log.DeleteUnstarted(unbegun))
	if _, err := os.Stat(sparePath(path, unbegun)); !os.IsNotExist(err) {
		t.Error("a game without a line has a spare log", err)
	}
}

// Whatever happened to a spare log, the next line brings it in line with the game; contradicting lines are kept aside.
func TestASpareLogHeals(t *testing.T) {
	other, elsewhere := fresh(t)
	told(t, other, create(t, other), 0, 2)
	must(t, other.Log.Append("baba", 2, noon, []byte(`{"n":"another"}`), Projection{}))
	forked := need(os.ReadFile(sparePath(elsewhere, "baba")))
	for name, c := range map[string]struct {
		spoil func(whole []byte) []byte
		aside bool
	}{
		"gone":             {func([]byte) []byte { return nil }, false},
		"a line less":      {func(b []byte) []byte { return b[:bytes.LastIndexByte(b[:len(b)-1], '\n')+1] }, false},
		"half a line":      {func(b []byte) []byte { return b[:len(b)-20] }, false},
		"half a long line": {func(b []byte) []byte { return append(b, bytes.Repeat([]byte("x"), 9000)...) }, false},
		"only a head":      {func(b []byte) []byte { return b[:bytes.IndexByte(b, '\n')+1] }, false},
		"half a head":      {func(b []byte) []byte { return b[:9] }, false},
		"noise":            {func(b []byte) []byte { return append(b, "noise\n"...) }, true},
		"forked":           {func([]byte) []byte { return forked }, true},
		"ahead": {func(b []byte) []byte {
			last := b[bytes.LastIndexByte(b[:len(b)-1], '\n'):]
			sum := string(last[bytes.Index(last, []byte(`"sum":"`))+7:][:16])
			more, _, err := spareLine{Seq: 4, Line: []byte(`{}`)}.text(sum)
			must(t, err)
			return append(b, more...)
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, path, id := begun(t)
			told(t, s, id, 0, 3)
			patch(t, sparePath(path, id), c.spoil)
			told(t, s, id, 3, 4)
			isSpared(t, s, id)
			was := need(os.ReadFile(sparePath(path, id)))
			s.spare(id) // nothing is missing now
			if is, err := os.ReadFile(sparePath(path, id)); err != nil || !bytes.Equal(is, was) {
				t.Error("it has grown", err)
			}
			aside, err := filepath.Glob(filepath.Join(spareDir(path), "aside", "*.jsonl"))
			if err != nil || len(aside) > 0 != c.aside {
				t.Error(aside, err)
			}
		})
	}
}

// An answer reads only the end of a spare log: with 16 MB before the last line, hardly anything more is allocated. A
// last line longer than the first block is still found whole.
func TestAnAnswerReadsTheEndOfASpareLogAlone(t *testing.T) {
	s, path, id := begun(t)
	for n, length := range []int{1, 4000, 4096, 9000, 40000, 1} {
		must(t, s.Log.Append(id, n, noon, fmt.Appendf(nil, `{"n":"%0*d"}`, length, n), Projection{}))
		isSpared(t, s, id)
	}
	if _, err := os.Stat(filepath.Join(spareDir(path), "aside")); !os.IsNotExist(err) {
		t.Error("a sound spare log was moved aside", err)
	}
	allocated := func(seq int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		must(t, s.Log.Append(id, seq, noon, []byte(`{}`), Projection{}))
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	short := allocated(6)
	patch(t, sparePath(path, id), func(b []byte) []byte {
		last := bytes.LastIndexByte(b[:len(b)-1], '\n') + 1
		return slices.Concat(b[:last], bytes.Repeat([]byte("x\n"), 8<<20), b[last:])
	})
	long := allocated(7)
	if long > short+1<<20 {
		t.Errorf("%d bytes are allocated for an answer, and %d in a long game", short, long)
	}
	text := need(os.ReadFile(sparePath(path, id)))
	if line := text[bytes.LastIndexByte(text[:len(text)-1], '\n')+1:]; !bytes.HasPrefix(line, []byte(`{"seq":8,`)) {
		t.Errorf("%s is at the end of a log of 8 lines", line)
	}
}

// A spare log is believed up to the first byte that differs.
func TestASpareLogBearsSums(t *testing.T) {
	s, path, id := begun(t)
	told(t, s, id, 0, 3)
	whole := need(os.ReadFile(sparePath(path, id)))
	want := need(s.Log.After(id, 0))
	for at := range whole {
		b := bytes.Clone(whole)
		b[at] ^= 1
		must(t, os.WriteFile(sparePath(path, id), b, 0o600))
		lines, _, sound, err := readSpare(path, id)
		if err != nil || sound && at < len(whole)-1 || len(lines) > len(want) || len(lines) > 0 && !reflect.DeepEqual(lines, want[:len(lines)]) {
			t.Fatalf("byte %d: %d lines, %v, %v", at, len(lines), sound, err)
		}
	}
}

// The copy of the day writes spare logs for old games, and lines that a kill kept from being appended.
func TestTheCopyOfTheDayBringsSpareLogsUpToDate(t *testing.T) {
	path := versionOne(t)
	must(t, open(t, path).Close())
	must(t, CopyOfTheDay(context.Background(), path, noon))
	s := open(t, path)
	isSpared(t, s, "zena")
	if behind, err := scanStrings(s.db.Query(`SELECT game FROM behind`)); err != nil || len(behind) != 0 {
		t.Error(behind, err)
	}
	_, err := s.db.Exec(`INSERT INTO log (game, seq, at, line) VALUES ('zena', 3, 9, '{"kind":"redo"}')`) // and is killed
	must(t, err)
	must(t, CopyOfTheDay(context.Background(), path, noon))
	isSpared(t, s, "zena")
}
