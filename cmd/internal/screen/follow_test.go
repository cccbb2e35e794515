package screen

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// elsewhereKept is a clock that another window keeps as kept says so long after the start.
func elsewhereKept(x *table, kept func(at time.Duration) Kept) Clock {
	c := round(x.now)
	c.Early = lang.Literal("Vote now")
	c.Save = func(timer.Snapshot) error { panic("it is not this window's") }
	c.Follow = func() (Kept, bool) { k := kept(x.now().Steady); return k, k.Left >= 0 }
	return c
}

// runsThere is a clock that another window lets run, and saves each second.
func runsThere(x *table, left time.Duration) func(time.Duration) Kept {
	begin := x.now().Wall
	return func(at time.Duration) Kept {
		at = at.Truncate(time.Second)
		return Kept{Snapshot: timer.Snapshot{Left: left - at, Runs: true, At: begin.Add(at)}}
	}
}

// What another window keeps is seen to the second, and nothing that is pressed changes it.
func TestWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := elsewhereKept(x, runsThere(x, 5*time.Minute))
		x.at(5500*ms, "p", "+", "-", "d", "s", "1", "t", "v", "enter", "space", "m")
		x.at(9*time.Second+500*ms, "q")
		o := newLoop(c).run(t.Context(), x.typed, x.show)
		last := x.shown[len(x.shown)-1]
		if o.End != Quit || o.Ran || !last.runs || last.seconds != 291 || !last.muted || last.early || last.bells != 0 {
			t.Errorf("%+v %+v", o, last)
		}
		if said := fmt.Sprint(c.trouble(last)); !strings.Contains(said, "Another window keeps this clock") {
			t.Error(said)
		}
		if keys := strings.Join(c.keyTexts(last, true), "|"); keys != "m unmute|< back|? more|q leave" {
			t.Error(keys)
		}
	})
}

// A clock of which nothing is heard any more stands as it was seen last; time that is up
// there is up here, and waits for that window.
func TestWatchedAndSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		begin := x.now().Wall
		c := elsewhereKept(x, func(at time.Duration) Kept {
			switch {
			case at < 20*time.Second:
				return Kept{Snapshot: timer.Snapshot{Left: time.Minute, Runs: true, At: begin}}
			case at < 30*time.Second:
				return Kept{Snapshot: timer.Snapshot{Left: -1}} // it cannot be told
			}
			return Kept{}
		})
		x.at(25*time.Second, "m")
		x.at(35*time.Second, "enter", "s")
		x.at(40*time.Second, "?undo")
		o := newLoop(c).run(t.Context(), x.typed, x.show)
		var seen []string
		for _, p := range x.shown {
			if s := fmt.Sprint(p.seconds, " ", p.runs, " ", p.up); !slices.Contains(seen, s) {
				seen = append(seen, s)
			}
		}
		want := []string{"480 false false", "60 true false", "59 true false", "58 true false", "57 true false", "60 false false", "0 false true"}
		if o.End != Aside || o.Want != "undo" || !slices.Equal(seen, want) {
			t.Errorf("%+v %q", o, seen)
		}
	})
}

// When that window is gone the next key takes the clock over; where the game went on there,
// it goes on here.
func TestWatchedAndGone(t *testing.T) {
	for end, k := range map[End]Kept{Again: {Alone: true}, Moved: {Moved: true}} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			c := elsewhereKept(x, func(at time.Duration) Kept {
				if at < 5*time.Second {
					return Kept{Snapshot: timer.Snapshot{Left: time.Minute}}
				}
				k.Left = time.Minute
				return k
			})
			x.at(3*time.Second, "p")
			x.at(10*time.Second, "p")
			begin := time.Now()
			o := newLoop(c).run(t.Context(), x.typed, x.show)
			want := map[End]time.Duration{Again: 10 * time.Second, Moved: 5 * time.Second}[end]
			if took := time.Since(begin); o.End != end || took != want || o.Ran {
				t.Errorf("%+v after %v, want %d", o, took, end)
			}
			if last := x.shown[len(x.shown)-1]; last.alone != (end == Again) {
				t.Errorf("%+v", last)
			}
			if _, _, ok := o.Answer(); ok {
				t.Error("that is no answer")
			}
		})
	}
}
