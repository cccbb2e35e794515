package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
