package screen

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// These tests are of stopwatches, of clocks that end at a time of day, and of how the end looks.

// stopwatch returns a stopwatch with a mark at ten seconds.
func stopwatch(now func() timer.Moment) Clock {
	return Clock{Text: lang.Literal("Photos"), Rises: true, Left: timer.Longest, Limit: 10 * time.Second, Runs: true, Linger: Stays, Voice: lang.NewLocalizer("en"), Now: now}
}

// A stopwatch rings at its mark and goes on. It can be paused, but not lengthened or shortened.
func TestStopwatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := stopwatch(x.now)
		x.at(2500*ms, "p")
		x.at(5*time.Second, "+", "-", "d", "p")
		x.at(63*time.Second, "q")
		var rang, faces []string
		bells := 0
		o := newLoop(c).run(t.Context(), x.typed, func(p frame) {
			if x.show(p); p.bells > bells {
				rang, bells = append(rang, c.reads(p)), p.bells
			}
			if len(faces) == 0 || faces[len(faces)-1] != c.reads(p) {
				faces = append(faces, c.reads(p))
			}
		})
		if passed := timer.Longest - o.Left; o.End != Quit || passed != 60500*ms {
			t.Errorf("%+v after %v", o, passed)
		}
		if !slices.Equal(rang, []string{"0:10", "0:10", "0:10"}) {
			t.Errorf("it rang at %v", rang)
		}
		if len(faces) != 61 || faces[0] != "0:00" || faces[60] != "1:00" || x.shown[0].up {
			t.Errorf("%v", faces)
		}
	})
	c := stopwatch(seat().now)
	c.Options = nil
	for seconds, want := range map[int]string{0: "The stopwatch is running", 9: "The stopwatch is running", 10: "0:10 is past.", 500: "0:10 is past."} {
		p := frame{seconds: 86400 - seconds, runs: true}
		if text, _ := c.state(p); c.say(text) != want {
			t.Errorf("after %d: %s, want %s", seconds, c.say(text), want)
		}
	}
	if a := []alarm{c.alarm(frame{seconds: 86391, runs: true}), c.alarm(frame{seconds: 86390}), c.alarm(frame{seconds: 86381}), c.alarm(frame{seconds: 86380})}; !slices.Equal(a, []alarm{calm, lastOnes, lastOnes, lastMinute}) {
		t.Errorf("%v", a)
	}
	if keys := strings.Join(c.keyTexts(frame{runs: true}, false), "|"); keys != "p  pause|m  mute|q  leave" {
		t.Errorf("%s", keys)
	}
	if got := c.title(frame{seconds: 86395, runs: true}); got != "0:05 · Photos" {
		t.Errorf("%q", got)
	}
	if c.Limit = 0; strings.ContainsAny(c.draw(frame{seconds: 86395, runs: true}, 80, 24), "░") || c.past(frame{}) {
		t.Error("there is nothing that it could fill")
	}
}

// On lines it prints each minute, and its mark.
func TestStopwatchOnLines(t *testing.T) {
	typed := map[time.Duration]string{70 * time.Second: "p", 71 * time.Second: "q"}
	got, o := onLines(t, func(x *table) Clock { return stopwatch(x.now) }, typed, false)
	same(t, got, "Photos", "p  pause · m  mute · q  leave · Enter  time so far", "0:00 so far. The stopwatch is running.", "0:10 is past.", "1:00 so far.", "1:10 so far. Paused.")
	if o.End != Quit {
		t.Errorf("%+v", o)
	}
}

// A clock that is up at a time of day goes by that alone: no key stops it, a sleep of the machine makes it no
// later, and setting the machine's clock moves it.
func TestUntil(t *testing.T) {
	for by, want := range map[time.Duration]time.Duration{0: time.Minute, 20 * time.Second: 40 * time.Second, -20 * time.Second: 80 * time.Second, time.Hour: 15 * time.Second} {
		var c Clock
		w := watched(t, keys{5 * time.Second: {"p", "+", "-", "d", "space"}}, func(r *Clock) {
			r.Now = asleep(r.Now, 15*time.Second, by)
			r.Until, r.Left, r.Limit, r.Options = r.Now().Wall.Add(time.Minute), time.Minute, time.Minute, nil
			c = *r
		})
		if w.End != TimeUp || w.after != want {
			t.Errorf("%v: %+v after %v, want %v", by, w.Outcome, w.after, want)
		}
		if keys := strings.Join(c.keyTexts(w.shown[0], false), "|"); keys != "m  mute|<  back|?  more|q  leave" {
			t.Errorf("%s", keys)
		}
		if slices.ContainsFunc(w.shown, func(p frame) bool { return p.jumped || !p.runs && !p.up }) {
			t.Error("it stood")
		}
	}
}

// At the end the window flashes until a key is pressed, or for a while; then nothing changes any more.
func TestFlashes(t *testing.T) {
	for _, c := range []struct {
		press time.Duration
		want  int
	}{{time.Hour, flashCount}, {2200 * ms, 2}} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			r := round(x.now)
			r.Left, r.Linger = time.Second, Stays
			x.at(c.press, "m")
			x.at(2*time.Hour, "enter")
			turned, changes := false, 0
			var last time.Duration
			newLoop(r).run(t.Context(), x.typed, func(p frame) {
				if x.show(p); p.up && r.inverted(p) != turned {
					turned, changes, last = !turned, changes+1, x.now().Steady
				}
			})
			if !turned || changes != c.want+1 || last > max(time.Second+flashCount*flashEvery, 0) {
				t.Errorf("%v: %d changes, the last one after %v, turned %v", c.press, changes, last, turned)
			}
		})
	}
}

// A clock shows for a moment that time is up, unless a key ends that. One that stays waits for the key.
func TestLingers(t *testing.T) {
	for _, c := range []struct {
		linger, press, want time.Duration
	}{{5 * time.Second, time.Hour, 6 * time.Second}, {5 * time.Second, 2 * time.Second, 2 * time.Second}, {Stays, time.Hour, time.Hour}} {
		w := watched(t, keys{c.press: {"enter"}}, func(r *Clock) { r.Left, r.Linger = time.Second, c.linger })
		if w.End != TimeUp || w.Left != 0 || w.after != c.want || !w.last().up {
			t.Errorf("%+v after %v", w.Outcome, w.after)
		}
	}
}

// On lines there is nothing to look at: it leaves at once.
func TestNoLingeringOnLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := round(seat().now)
		r.Left, r.Linger = time.Second, Stays
		begin := time.Now()
		if o, err := r.OnLines(t.Context(), io.Discard, 80, nil, false); err != nil || o.End != TimeUp || time.Since(begin) != time.Second {
			t.Errorf("%+v after %v, %v", o, time.Since(begin), err)
		}
	})
}

// A window that was stopped says for how long, and how long ago time was up.
func TestMissedTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		r := round(x.now)
		r.Left, r.Linger = 10*time.Second, Stays
		x.at(4*time.Minute, "enter")
		newLoop(r).run(t.Context(), x.typed, func(p frame) {
			if x.show(p); len(x.shown) == 2 {
				time.Sleep(3 * time.Minute)
			}
		})
		said := ""
		for _, text := range r.trouble(x.shown[len(x.shown)-1]) {
			said += text.String() + "|"
		}
		if said != "Time was up 2:51 ago.|This window stood still for 3:00; the clock went on.|" {
			t.Errorf("%s", said)
		}
	})
}
