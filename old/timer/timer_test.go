package timer

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// at returns a moment so long after the start, with both clocks in step.
func at(d time.Duration) Moment { return Moment{Steady: d, Wall: noon.Add(d)} }

// slept returns a moment after the machine has slept for a while.
func slept(d, sleep time.Duration) Moment { return Moment{Steady: d, Wall: noon.Add(d + sleep)} }

func TestFace(t *testing.T) {
	for _, c := range []struct {
		left time.Duration
		want string
	}{
		{8 * time.Minute, "8:00"},
		{8*time.Minute - time.Nanosecond, "8:00"},
		{8*time.Minute - time.Second, "7:59"},
		{time.Millisecond, "0:01"},
		{0, "0:00"},
		{-time.Second, "0:00"},
		{time.Hour, "1:00:00"},
		{80*time.Minute + 5*time.Second, "1:20:05"},
		{Longest, "24:00:00"},
	} {
		if got := Face(c.left); got != c.want {
			t.Errorf("%v: %s, want %s", c.left, got, c.want)
		}
	}
}

func TestRound(t *testing.T) {
	c := New(8 * time.Minute)
	if c.At(at(time.Hour)) != 8*time.Minute || c.Next(at(0)) != 0 {
		t.Error("a clock that stands moves")
	}
	c = c.Start(at(time.Second))
	if again := c.Start(at(time.Minute)); again != c {
		t.Errorf("started twice: %+v", again)
	}
	if got := c.At(at(61 * time.Second)); got != 7*time.Minute {
		t.Errorf("after a minute %v", got)
	}
	if got := c.Next(at(1300 * time.Millisecond)); got != 700*time.Millisecond {
		t.Errorf("the next second comes in %v", got)
	}
	if got := c.Next(at(time.Second)); got != time.Second {
		t.Errorf("on the second, the next one comes in %v", got)
	}
	c = c.Stop(at(61 * time.Second))
	if c.Runs || c.At(at(time.Hour)) != 7*time.Minute {
		t.Errorf("stopped: %+v", c)
	}
	c = c.Start(at(2*time.Hour)).Add(-30*time.Second, at(2*time.Hour+10*time.Second))
	if got := c.At(at(2*time.Hour + 20*time.Second)); got != 6*time.Minute+10*time.Second {
		t.Errorf("30 seconds less: %v", got)
	}
	if c.Up(at(2*time.Hour + 6*time.Minute)) {
		t.Error("up too early")
	}
	if !c.Up(at(2*time.Hour + 6*time.Minute + 30*time.Second)) {
		t.Error("never up")
	}
	if !c.Up(at(5*time.Hour)) || c.Next(at(5*time.Hour)) != 0 {
		t.Error("time that is up comes back")
	}
}

func TestBounds(t *testing.T) {
	if New(-time.Second).Left != 0 || New(30*time.Hour).Left != Longest {
		t.Error("a clock out of bounds")
	}
	if c := New(0).Start(at(0)); c.Runs {
		t.Error("nothing left, and it runs")
	}
	if c := New(time.Minute).Start(at(time.Hour)); c.At(at(0)) != time.Minute {
		t.Error("before it was started, more is left")
	}
	if c := New(20*time.Second).Add(-30*time.Second, at(0)); c.Left != 0 {
		t.Errorf("%v", c.Left)
	}
	if c := New(Longest).Add(time.Second, at(0)); c.Left != Longest {
		t.Errorf("%v", c.Left)
	}
}

func TestLook(t *testing.T) {
	c := New(8 * time.Minute).Start(at(0))
	for _, x := range []struct {
		name   string
		last   Moment
		now    Moment
		left   time.Duration
		away   time.Duration
		jumped bool
	}{
		{"a slow redraw", at(0), at(90 * time.Second), 6*time.Minute + 30*time.Second, 0, false},
		{"two seconds apart", at(time.Minute), slept(61*time.Second, 2*time.Second), 6*time.Minute + 59*time.Second, 0, false},
		{"more than two seconds apart", at(time.Minute), slept(61*time.Second, 2*time.Second+1), 7 * time.Minute, 3*time.Second + 1, true},
		{"slept", at(time.Minute), slept(61*time.Second, time.Hour), 7 * time.Minute, time.Hour + time.Second, true},
		{"set back", at(time.Minute), slept(61*time.Second, -time.Hour), 7 * time.Minute, 0, true},
	} {
		got, away, jumped := c.Reconcile(x.last, x.now)
		if got.At(x.now) != x.left || away != x.away || jumped != x.jumped || got.Runs == jumped {
			t.Errorf("%s: %+v, left %v, away %v, %v", x.name, got, got.At(x.now), away, jumped)
		}
	}
	stands := New(time.Minute)
	if got, _, jumped := stands.Reconcile(at(0), slept(time.Second, time.Hour)); jumped || got != stands {
		t.Error("a clock that stands has nothing to lose in a sleep")
	}
}

func TestBack(t *testing.T) {
	kept := New(8 * time.Minute).Start(at(0)).Seen(at(time.Minute))
	c, away := kept.Restore(Moment{Wall: noon.Add(3 * time.Minute)})
	if c.Runs || c.Left != 7*time.Minute || away != 2*time.Minute {
		t.Errorf("%+v, away %v", c, away)
	}
	if _, away := kept.Restore(Moment{Wall: noon}); away != 0 {
		t.Errorf("the wall clock was set back: away %v", away)
	}
	kept = New(8 * time.Minute).Seen(at(0))
	if c, away := kept.Restore(at(time.Hour)); c.Left != 8*time.Minute || away != 0 {
		t.Errorf("it stood: %+v, away %v", c, away)
	}
}

func TestReader(t *testing.T) {
	now := noon
	read := Reader(func() time.Time { return now })
	first := read()
	now = now.Add(time.Second)
	if got := read(); first.Steady != 0 || got.Steady != time.Second || !got.Wall.Equal(now) || got.Gap(first) != 0 {
		t.Errorf("%+v then %+v", first, got)
	}
}

// Whatever keys are pressed and however seldom the clock is looked at, the time left is the time given less the
// time it ran.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "given"))
		c, now, last, ran := New(given), time.Duration(0), at(0), time.Duration(0)
		for _, step := range rapid.SliceOf(rapid.Int64Range(0, int64(time.Minute))).Draw(t, "steps") {
			if c.Runs {
				ran += time.Duration(step)
			}
			now += time.Duration(step)
			var jumped bool
			if c, _, jumped = c.Reconcile(last, at(now)); jumped {
				t.Fatal("jumped")
			}
			last = at(now)
			if want := max(0, given-ran); c.At(at(now)) != want {
				t.Fatalf("left %v, want %v", c.At(at(now)), want)
			}
			if ran >= given {
				return
			}
			if c.Runs {
				c = c.Stop(at(now))
			} else {
				c = c.Start(at(now))
			}
		}
	})
}
