package timer

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"8m": 8 * time.Minute, "8:00": 8 * time.Minute, "8": 8 * time.Minute, " 90s ": 90 * time.Second, "1h30m": 90 * time.Minute,
		"1h30": 90 * time.Minute, "8min": 8 * time.Minute, "8 min": 8 * time.Minute, "8 Minutos": 8 * time.Minute, "90 segundos": 90 * time.Second,
		"1:20:00": 80 * time.Minute, "2m5": 125 * time.Second, "1h": time.Hour, "1 hora 5 min 3s": time.Hour + 5*time.Minute + 3*time.Second,
		"100": 100 * time.Minute, "24h": 24 * time.Hour, "90:30": 90*time.Minute + 30*time.Second,
		"": 0, "0": 0, "0:00": 0, "x": 0, "8x": 0, "-8": 0, "8:60": 0, "8:0": 0, "25h": 0, "8 9": 0, "8s9": 0, "1:2:3:4": 0, "m": 0, "1.5": 0, "99999999999": 0,
		"10ms": 0, "8 miles": 0, "2 hrs 5 mins": 125 * time.Minute, "1 hour 30 minutes": 90 * time.Minute, "3 seconds": 3 * time.Second, "3 secs": 3 * time.Second,
	} {
		if got, ok := Parse(s); got != want && ok || ok != (want > 0) {
			t.Errorf("%q: %s %v", s, got, ok)
		}
	}
}

func TestFace(t *testing.T) {
	for d, want := range map[time.Duration]string{8 * time.Minute: "8:00", 1: "0:01", 0: "0:00", -5: "0:00", 7 * time.Second: "0:07", 80 * time.Minute: "1:20:00"} {
		if Face(d) != want {
			t.Errorf("%d: %s", d, Face(d))
		}
	}
}

func at(seconds float64) Moment {
	d := time.Duration(seconds * float64(time.Second))
	return Moment{Steady: d, Wall: time.Date(2026, 1, 2, 20, 0, 0, 0, time.UTC).Add(d)}
}

func TestClock(t *testing.T) {
	c := New(time.Minute, 30*time.Second, -1, 48*time.Hour)
	if !reflect.DeepEqual(c.Banks, []time.Duration{time.Minute, 30 * time.Second, 0, Longest}) || c.Next(at(0)) != 0 {
		t.Fatal(c)
	}
	c = c.Start(at(10)).Start(at(12))
	if on, other := c.At(at(25)), c.Bank(1, at(25)); on != 45*time.Second || other != 30*time.Second {
		t.Error("left after 15 seconds:", on, other)
	}
	if half, whole := c.Next(at(24.25)), c.Next(at(25)); half != 750*time.Millisecond || whole != time.Second {
		t.Error("until the face changes:", half, whole)
	}
	was := c.Banks[0]
	passed := c.Pass(at(25))
	if passed.On != 1 || !passed.Runs || passed.Bank(0, at(99)) != 45*time.Second {
		t.Error("passed:", passed)
	}
	if c.Banks[0] != was {
		t.Error("a passed clock changes the one before:", c)
	}
	passed = passed.Add(-20*time.Second, at(30))
	if passed.At(at(30)) != 5*time.Second || !passed.Up(at(35)) || passed.At(at(99)) != 0 || passed.Next(at(99)) != 0 {
		t.Error(passed)
	}
	passed = passed.Stop(at(40)).Pass(at(40)) // over the one that never had any
	if passed.On != 3 || passed.Pass(at(41)).On != 0 {
		t.Error(passed)
	}
	if alone := New(time.Second).Start(at(0)).Pass(at(2)); alone.Runs || alone.On != 0 {
		t.Error(alone)
	}
	none := Clock{}
	for what, c := range map[string]Clock{"itself": none, "started": none.Start(at(1)), "with time added": none.Add(time.Second, at(1))} {
		if c.Runs || c.At(at(1)) != 0 {
			t.Errorf("the zero clock, %s: %v", what, c)
		}
	}
}

// Reconcile stops a clock whose machine slept, where it was last seen.
func TestReconcile(t *testing.T) {
	c := New(time.Minute).Start(at(0))
	asleep := at(20)
	asleep.Wall = asleep.Wall.Add(Jump + time.Second)
	back := at(20)
	back.Wall = back.Wall.Add(-time.Hour)
	for _, now := range []Moment{asleep, back} {
		if s, jumped := c.Reconcile(at(10), now); !jumped || s.Runs || s.At(now) != 50*time.Second {
			t.Error(s, jumped)
		}
	}
	near := at(20)
	near.Wall = near.Wall.Add(Jump)
	if s, jumped := c.Reconcile(at(10), near); jumped || !s.Runs {
		t.Error("stopped for nothing")
	}
	if _, jumped := c.Stop(at(10)).Reconcile(at(10), asleep); jumped {
		t.Error("a clock that stands cannot jump")
	}
}

// A stored clock stands where it was seen, and says how long ago that was.
func TestSeen(t *testing.T) {
	c := New(time.Minute, time.Minute).Start(at(0)).Pass(at(20))
	s := c.Seen(at(30))
	if got, away := s.Clock(at(100)); got.Runs || got.On != 1 || got.At(at(0)) != 50*time.Second || got.Bank(0, at(0)) != 40*time.Second || away != 70*time.Second {
		t.Error(got, away)
	}
	if got, away := c.Stop(at(30)).Seen(at(40)).Clock(at(100)); got.At(at(0)) != 50*time.Second || away != 0 {
		t.Error(got, away)
	}
	if c.Seen(at(500)).Runs {
		t.Error("runs at zero")
	}
	if got, _ := (Seen{Banks: []time.Duration{1}, On: 7}).Clock(at(0)); got.On != 0 {
		t.Error(got)
	}
}

// However it is paused and passed on, no time is lost or made: the time that ran is the time that is gone.
func TestNoTimeIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		c, now, ran := New(time.Hour, time.Hour, time.Hour), 0.0, 0.0
		for range 50 {
			d := float64(r.IntN(20_000)) / 1000
			now += d
			if c.Runs {
				ran += d
			}
			switch r.IntN(4) {
			case 0:
				c = c.Start(at(now))
			case 1:
				c = c.Stop(at(now))
			case 2:
				c = c.Pass(at(now))
			}
		}
		left := c.Bank(0, at(now)) + c.Bank(1, at(now)) + c.Bank(2, at(now))
		if gone := (3*time.Hour - left).Seconds() - ran; gone > 0.001 || gone < -0.001 {
			t.Fatalf("%f s ran, %s left", ran, left)
		}
	}
}
