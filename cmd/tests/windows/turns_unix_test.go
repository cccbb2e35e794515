//go:build unix

package windows

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	tt "github.com/tablemate/tablemate/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/cmd/internal/ttytest/parlor"
)

// Twelve people in a window, with turns that are given back: what the clock says in the end is what the clock on the wall says. How much a turn is off at
// the median is logged; a machine that does other things besides may hear keys late.
func TestTurnsByTheWall(t *testing.T) {
	names := "Ana,Bia,Caio,Davi,Eva,Fábio,Gil,Helena,Ícaro,Joana,Kauã,Lia"
	x := tt.Start(t, 80, 80, parlor.Program(t, t.TempDir(), "en", "timer", "--turns", names, "10m", "--format", "json"))
	x.Wait("q  end")
	since := time.Now().Add(-20 * time.Millisecond)
	used, turns, on := make([]time.Duration, 12), make([]int, 12), 0
	turns[0] = 1
	hit := func(key string) {
		now := time.Now()
		x.Send(key)
		used[on] += now.Sub(since)
		since = now
	}
	for i := range 24 {
		time.Sleep(time.Duration(20+(i*37)%90) * time.Millisecond)
		hit(" ")
		on = (on + 1) % 12
		if turns[on]++; i%9 == 4 {
			time.Sleep(50 * time.Millisecond)
			turns[on]--
			on = (on + 11) % 12 // what came since is theirs
			hit(tt.Backspace)
		}
	}
	hit("q")
	x.Ends(0)
	var told turnsTold
	all := x.History()
	if err := json.Unmarshal([]byte(all[strings.LastIndex(all, "{\n  \"clock\""):]), &told); err != nil {
		t.Fatalf("%v: %s", err, all)
	}
	var off []float64
	for i, p := range told.People {
		if p.Turns != turns[i] {
			t.Errorf("%s had %d turns, not %d", p.Name, p.Turns, turns[i])
		}
		off = append(off, math.Abs(float64(p.UsedMS)-used[i].Seconds()*1000)/float64(p.Turns))
	}
	slices.Sort(off)
	t.Logf("off by %.2f ms a turn at the median, %.2f at most", off[6], off[11])
	if off[6] > 100 {
		t.Errorf("off by %v", off)
	}
}
