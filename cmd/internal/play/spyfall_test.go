package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

// A clock that an accusation only stops is there again after it, and after the program ended in the middle of it: another
// round has another one, and after the game none is kept.
func TestKeptClock(t *testing.T) {
	dir := t.TempDir()
	kept := func() string {
		t.Helper()
		all, _ := filepath.Glob(filepath.Join(dir, "state", "clock-*"))
		if len(all) != 1 {
			t.Fatalf("%d clocks are kept", len(all))
		}
		raw, _ := os.ReadFile(all[0])
		of, _, _ := strings.Cut(string(raw), `"seen"`)
		return of
	}
	typed(t, dir, lang.English, menu, "n", "spyfall", "Ana, Bia, Caio, Davi", "r", "2", "", "", "a") // laid out, and the clock runs
	first := kept()
	out := typed(t, dir, lang.English, resume, "<", "a", "bia", "caio", "n")
	holds(t, out, "Who accuses?", "Paused.", "Who accuses?", "Who does Bia accuse?", "Bia accused Caio; not everybody agreed.", "Can still accuse: Ana, Caio and Davi.")
	if now := kept(); now != first {
		t.Errorf("the clock is %s, and was %s", now, first)
	}
	typed(t, dir, lang.English, resume, "s", "ana", "beach", "1", "")
	if now := kept(); now == first {
		t.Errorf("the next round has the same clock: %s", now)
	}
	out = typed(t, dir, lang.English, resume, "v", "b a a a", "ana", "")
	holds(t, out, "Who does each of you suspect", "Who was the spy?", "The game is over.")
	if all, _ := filepath.Glob(filepath.Join(dir, "state", "clock-*")); len(all) != 0 {
		t.Errorf("%d clocks are kept", len(all))
	}
}

// A clock's file in which something else stands is named, in the table's language, and copied before the new clock is written.
func TestClockNobodyCanRead(t *testing.T) {
	for _, was := range []string{"<<<<<<< HEAD\n{}\n=======\n", "[1", `"text"`, `{"seen":7}`, "\x00\x00\x00"} {
		for l, want := range map[lang.Lang]string{
			lang.English:    "something else stands in it: the clock begins anew",
			lang.Portuguese: "há outra coisa dentro dele: o relógio começa de novo",
		} {
			dir := t.TempDir()
			typed(t, dir, l, menu, "n", "spyfall", "Ana, Bia, Caio, Davi", "r", "2", "", "", "a")
			all, _ := filepath.Glob(filepath.Join(dir, "state", "clock-*.json"))
			if len(all) != 1 {
				t.Fatal(all)
			}
			if err := os.WriteFile(all[0], []byte(was), 0o600); err != nil {
				t.Fatal(err)
			}
			out := strings.Join(strings.Fields(typed(t, dir, l, resume, "<", "a", "bia", "caio", "n")), " ")
			holds(t, out, filepath.Base(all[0]), want)
			if n := strings.Count(out, want); n != 1 {
				t.Errorf("%q is named %d times", was, n)
			}
			copies, _ := filepath.Glob(filepath.Join(dir, "state", "clock-*.damaged.json.txt"))
			if len(copies) != 1 {
				t.Fatalf("%q: copies %q", was, copies)
			}
			if raw, _ := os.ReadFile(copies[0]); string(raw) != was {
				t.Errorf("%q: the copy is %q", was, raw)
			}
			if err := store.Load(all[0], &storedClock{}); err != nil {
				t.Errorf("%q: %v", was, err)
			}
		}
	}
}
