package screen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

func options() []lang.Text {
	return []lang.Text{lang.Literal("Somebody accuses"), lang.Literal("The spy steps forward")}
}

// round returns a clock of eight minutes that runs at once.
func round(now func() timer.Moment) Clock {
	return Clock{
		Text: lang.Literal("Round 1 of 5."), Options: options(), Limit: 8 * time.Minute, Left: 8 * time.Minute,
		Runs: true, Table: true, Voice: lang.NewLocalizer("en"), Now: now,
	}
}

// A table presses keys at a clock, and keeps the pictures that it sees.
type table struct {
	keys  chan Typed
	now   func() timer.Moment
	shown []frame
}

func (x *table) typed() <-chan Typed { return x.keys }

func (x *table) press(keys ...string) {
	for _, k := range keys {
		x.keys <- Typed{Text: k, At: x.now()}
	}
}

// at presses keys after a while.
func (x *table) at(d time.Duration, keys ...string) {
	time.AfterFunc(d, func() { x.press(keys...) })
}

func (x *table) show(p frame) { x.shown = append(x.shown, p) }

func seat() *table {
	return &table{keys: make(chan Typed, 100), now: timer.Reader(time.Now)}
}

const ms = time.Millisecond

// keys are pressed so long after a clock began.
type keys map[time.Duration][]string

// A watch is what came of a clock: how it ended, after how long, and its pictures.
type watch struct {
	Outcome
	after time.Duration
	shown []frame
}

func (w watch) last() frame { return w.shown[len(w.shown)-1] }

// watched runs a round, changed by change, while keys are pressed.
func watched(t *testing.T, pressed keys, change func(c *Clock)) (w watch) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		change(&c)
		for after, all := range pressed {
			x.at(after, all...)
		}
		begin := time.Now()
		w.Outcome = newLoop(c).run(t.Context(), x.typed, x.show)
		w.after, w.shown = time.Since(begin), x.shown
	})
	return w
}

// Eight minutes with pauses, an accusation, and a loop that stalls while it draws and saves are exact to the
// nanosecond.
func TestEightMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		var kept []timer.Snapshot
		c.Save = func(s timer.Snapshot) error {
			kept = append(kept, s)
			if len(kept)%50 == 7 {
				time.Sleep(2345 * ms) // a busy disk
			}
			return nil
		}
		show := func(p frame) {
			x.show(p)
			if p.seconds%61 == 0 {
				time.Sleep(3210 * ms) // a slow terminal
			}
		}
		begin := time.Now()
		paused := 90*time.Second + 123*ms + 17*time.Second + 1*ms
		x.at(61*time.Second+7*ms, "p")
		x.at(62*time.Second, "stop")        // from a phone, too late: the clock has stopped already
		x.at(151*time.Second+130*ms, "run") // 90.123 s later
		x.at(151*time.Second+140*ms, "run") // pressed twice
		x.at(200*time.Second, "stop")
		x.at(217*time.Second+1*ms, "space")
		x.at(300*time.Second+456*ms, "s")
		o := newLoop(c).run(t.Context(), x.typed, show)
		left := 8*time.Minute - (300*time.Second + 456*ms - paused)
		if o.End != Pressed || o.Option != 0 || o.Left != left {
			t.Fatalf("%+v, want %v left", o, left)
		}
		if k := kept[len(kept)-1]; k.Runs || k.Left != left {
			t.Errorf("kept %+v", k)
		}
		time.Sleep(45 * time.Second) // the accusation
		accused := time.Since(begin)
		c.Left = o.Left
		o = newLoop(c).run(t.Context(), x.typed, x.show)
		if o.End != TimeUp || o.Left != 0 || time.Since(begin) != accused+left {
			t.Errorf("%+v after %v, want %v", o, time.Since(begin), accused+left)
		}
	})
}

// A key pressed in time counts, even if the loop learns of it after the end.
func TestPressedInTime(t *testing.T) {
	for _, key := range []string{"p", "s"} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			c := round(x.now)
			c.Left = 5 * time.Second
			x.at(4990*ms, key)
			x.at(20*time.Second, "q")
			o := newLoop(c).run(t.Context(), x.typed, func(p frame) {
				if p.seconds == 1 {
					time.Sleep(10 * time.Second)
				}
			})
			if o.Left != 10*ms || o.End == TimeUp {
				t.Errorf("%s: %+v", key, o)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	w := watched(t, keys{8*time.Minute + 5*time.Second: {"s", "p", "x", "enter"}}, func(c *Clock) { c.Linger = Stays })
	var rang []int
	bells := 0
	for _, p := range w.shown {
		for ; bells < p.bells; bells++ {
			rang = append(rang, p.seconds)
		}
	}
	if w.End != TimeUp || !slices.Equal(rang, []int{60, 10, 0, 0, 0}) {
		t.Errorf("%+v: the bell rang at %v", w.Outcome, rang)
	}
	if n := len(w.shown); n < 481 || n > 501 || w.shown[0].seconds != 480 {
		t.Errorf("%d pictures, from %d on", n, w.shown[0].seconds)
	}
}

func TestMute(t *testing.T) {
	w := watched(t, keys{time.Second: {"M"}}, func(*Clock) {})
	if w.last().bells != 0 || !w.last().muted || !w.Muted {
		t.Errorf("%+v", w.last())
	}
}

// The clock is saved at every start, stop and change, and each second while it runs.
func TestSaves(t *testing.T) {
	var kept []string
	watched(t, keys{2500 * ms: {"p"}, 10 * time.Second: {"+"}, 11 * time.Second: {"-"}, 12 * time.Second: {"p"}, 13 * time.Second: {"q"}}, func(c *Clock) {
		c.Left = 60 * time.Second
		c.Save = func(s timer.Snapshot) error {
			kept = append(kept, fmt.Sprint(s.Left, s.Runs))
			return nil
		}
	})
	want := []string{"1m0s true", "59s true", "58s true", "57.5s false", "1m27.5s false", "57.5s false", "57.5s true", "57s true", "56.5s false"}
	if !slices.Equal(kept, want) {
		t.Errorf("kept %q\nwant %q", kept, want)
	}
}

func TestNotKept(t *testing.T) {
	w := watched(t, keys{100 * time.Second: {"m"}}, func(c *Clock) {
		c.Fault = fault.New(lang.Literal("once more"))
		c.Save = func(s timer.Snapshot) error {
			if s.Left > 390*time.Second {
				return errors.New("full")
			}
			return nil
		}
	})
	told := slices.IndexFunc(w.shown, func(p frame) bool { return p.unkept == "full" && p.seconds == 480 })
	if told < 0 || w.shown[0].why != "once more" || w.last().unkept != "" || w.last().why != "" || w.End != TimeUp {
		t.Errorf("%+v\n%+v", w.shown[0], w.last())
	}
}

// A busy disk does not stop the face: every second is shown, the latest snapshot is saved when the disk is
// free, and leaving does not wait for it.
func TestABusyDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		kept := make(chan timer.Snapshot, 100)
		c.Save = func(s timer.Snapshot) error {
			time.Sleep(14*time.Second + 500*ms)
			kept <- s
			return nil
		}
		x.at(20*time.Second, "p")
		x.at(21*time.Second, "p")
		x.at(30250*ms, "s")
		begin, shown := time.Now(), map[int]time.Duration{}
		o := newLoop(c).run(t.Context(), x.typed, func(p frame) { shown[p.seconds] = time.Since(begin) })
		if took := time.Since(begin); o.Left != 8*time.Minute-29250*ms || took != 30250*ms+brief {
			t.Errorf("%+v after %v", o, took)
		}
		for s := range 20 {
			if shown[480-s] != time.Duration(s)*time.Second {
				t.Errorf("%d was seen after %v", 480-s, shown[480-s])
			}
		}
		time.Sleep(time.Minute)
		var left []time.Duration
		for range len(kept) {
			left = append(left, (<-kept).Left)
		}
		if want := []time.Duration{480 * time.Second, 466 * time.Second, 452 * time.Second, o.Left}; !slices.Equal(left, want) {
			t.Errorf("kept %v, want %v", left, want)
		}
	})
}

// If the last save fails it is tried again, and the table is told if that fails too or takes long.
func TestKeptAtTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration // of a save that succeeds
		fails int           // the number of last saves that fail
		want  string
	}{
		"kept":        {0, 0, ""},
		"once more":   {0, 1, ""},
		"in vain":     {0, 2, "The clock could not be saved: full"},
		"a slow disk": {14 * time.Second, 0, "The clock is not saved yet: the disk takes its time."},
	} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			r := round(x.now)
			fails := 0
			var kept atomic.Int64 // the time left
			r.Save = func(s timer.Snapshot) error {
				if time.Sleep(c.takes); !s.Runs && fails < c.fails {
					fails++
					return errors.New("full")
				}
				kept.Store(int64(s.Left))
				return nil
			}
			x.at(20500*ms, "q")
			o := newLoop(r).run(t.Context(), x.typed, x.show)
			if o.Unkept != c.want || (c.want == "") != (kept.Load() == int64(o.Left)) {
				t.Errorf("%s: %+v, kept %v", name, o, time.Duration(kept.Load()))
			}
			time.Sleep(time.Minute)
			if c.takes > 0 && kept.Load() != int64(o.Left) {
				t.Errorf("%s: in the end %v was kept", name, time.Duration(kept.Load()))
			}
		})
	}
}

// A failure is shown as long as it lasts, and only once; a panic comes out where the terminal can be restored.
func TestFailuresOfSaving(t *testing.T) {
	w := watched(t, keys{10 * time.Second: {"q"}}, func(c *Clock) {
		c.Save = func(timer.Snapshot) error { return errors.New("full") }
	})
	for i, p := range w.shown {
		if i > 0 && p.unkept != "full" {
			t.Errorf("picture %d: %+v", i, p)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		c.Save = func(timer.Snapshot) error { panic("the table fell over") }
		x.at(10*time.Second, "q")
		defer func() {
			if r, _ := recover().(string); !strings.HasPrefix(r, "the table fell over") {
				t.Errorf("%q", r)
			}
		}()
		newLoop(c).run(t.Context(), x.typed, x.show)
	})
}

// asleep returns the moment of a machine whose wall time jumps after a while.
func asleep(now func() timer.Moment, after, by time.Duration) func() timer.Moment {
	return func() timer.Moment {
		m := now()
		if m.Steady >= after {
			m.Wall = m.Wall.Add(by)
		}
		return m
	}
}

func TestSlept(t *testing.T) {
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		var kept timer.Snapshot
		w := watched(t, keys{2 * time.Minute: {"q"}}, func(c *Clock) {
			c.Now = asleep(c.Now, 65500*ms, by)
			c.Save = func(s timer.Snapshot) error { kept = s; return nil }
		})
		if want := 8*time.Minute - 65*time.Second; w.Left != want || kept.Left != want || kept.Runs {
			t.Errorf("%v: left %v, kept %+v", by, w.Left, kept)
		}
		last := w.last()
		if !last.jumped || last.runs || last.bells != 1 || (last.away > 0) != (by > 0) {
			t.Errorf("%v: %+v", by, last)
		}
	}
}

func TestDeduct(t *testing.T) {
	for _, c := range []struct {
		away, left time.Duration
		keys       []string
		want       Outcome
	}{
		{time.Minute, 5 * time.Minute, []string{"d", "q"}, Outcome{End: Quit, Left: 4 * time.Minute}},
		{time.Minute, 5 * time.Minute, []string{"d", "d", "q"}, Outcome{End: Quit, Left: 4 * time.Minute}},
		{time.Minute, 5 * time.Minute, []string{"p", "d", "q"}, Outcome{End: Quit, Left: 5 * time.Minute, Ran: true}},
		{0, 5 * time.Minute, []string{"d", "q"}, Outcome{End: Quit, Left: 5 * time.Minute}},
		{time.Hour, 5 * time.Minute, []string{"d", "q"}, Outcome{End: Quit, Left: 5 * time.Minute}}, // nobody ends a round by mistake
		{5 * time.Minute, 5 * time.Minute, []string{"d", "q"}, Outcome{End: Quit, Left: 5 * time.Minute}},
		{5 * time.Minute, 5 * time.Minute, []string{"+", "d", "q"}, Outcome{End: Quit, Left: 30 * time.Second}},
	} {
		w := watched(t, keys{0: c.keys}, func(r *Clock) { r.Runs, r.Left, r.Away = false, c.left, c.away })
		if w.Outcome != c.want {
			t.Errorf("%v: %+v, want %+v", c.keys, w.Outcome, c.want)
		}
	}
}

// A clock that came back and is left as it stands is saved so: no more time counts as missed, and none is
// offered for deduction next time. A clock that missed nothing is not saved again.
func TestLeftAsItStands(t *testing.T) {
	for _, away := range []time.Duration{0, time.Minute, 24 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			c := round(x.now)
			c.Runs, c.Left, c.Away = false, 5*time.Minute, away
			var kept []timer.Snapshot
			c.Save = func(s timer.Snapshot) error { kept = append(kept, s); return nil }
			x.press("q")
			if o := newLoop(c).run(t.Context(), x.typed, x.show); o.Left != 5*time.Minute || o.Ran {
				t.Errorf("%v: %+v", away, o)
			}
			if len(kept) != min(1, int(away)) {
				t.Fatalf("%v: kept %+v", away, kept)
			}
			time.Sleep(time.Hour)
			for _, s := range kept {
				if again, missed := s.Restore(x.now()); missed != 0 || again.Left != 5*time.Minute {
					t.Errorf("%v: came back with %v, %v missed", away, again.Left, missed)
				}
			}
		})
	}
}

// If more was missed than is left, that is said, and no key deducts it.
func TestMissedMoreThanIsLeft(t *testing.T) {
	c := round1(seat())
	c.Runs, c.Left, c.Away = false, time.Minute, 24*time.Hour
	p := newLoop(c).pic
	if keys := strings.Join(c.keyTexts(p, false), "|"); strings.Contains(keys, "deduct") {
		t.Errorf("%s", keys)
	}
	if said := c.trouble(p); len(said) != 2 || said[1].String() != "That was 24:00:00 ago: more than is left." {
		t.Errorf("%v", said)
	}
}

// A face that stood still says so, and a key gives that time back, even if time was up meanwhile.
func TestStoodStill(t *testing.T) {
	for _, c := range []struct {
		left, stall, want time.Duration
		keys              []string
		still, back       time.Duration
		ends              End
	}{
		{5 * time.Minute, 20 * time.Second, 5*time.Minute - 2*time.Second, []string{"d", "q"}, 20 * time.Second, 20 * time.Second, Quit},
		{5 * time.Minute, 20 * time.Second, 5*time.Minute - 2*time.Second, []string{"d", "d", "q"}, 20 * time.Second, 20 * time.Second, Quit},
		{5 * time.Minute, 20 * time.Second, 5*time.Minute - 22*time.Second, []string{"p", "d", "q"}, 20 * time.Second, 20 * time.Second, Quit},
		{5 * time.Minute, 2 * time.Second, 5*time.Minute - 4*time.Second, []string{"d", "q"}, 0, 0, Quit},
		{10 * time.Second, 20 * time.Second, 9 * time.Second, []string{"d", "q"}, 20 * time.Second, 9 * time.Second, Quit},
	} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			r := round(x.now)
			r.Left, r.Linger = c.left, Stays
			x.at(time.Second+c.stall+time.Second, c.keys...)
			var worst frame
			o := newLoop(r).run(t.Context(), x.typed, func(p frame) {
				if x.show(p); len(x.shown) == 2 {
					time.Sleep(c.stall)
				}
				if p.still > worst.still {
					worst = p
				}
			})
			if o.End != c.ends || o.Left != c.want || worst.still != c.still || worst.back != c.back {
				t.Errorf("%+v: %+v, %v still, %v back", c, o, worst.still, worst.back)
			}
		})
	}
}

// Time is called early by a key and Enter, with no other key in between.
func TestCalledEarly(t *testing.T) {
	left := 8*time.Minute - 2*time.Second
	for _, c := range []struct {
		keys []string
		want Outcome
	}{
		{[]string{"v", "enter"}, Outcome{End: TimeUp, Left: left, Ran: true}},
		{[]string{"vote", ""}, Outcome{End: TimeUp, Left: left, Ran: true}},
		{[]string{"p", "v", "enter"}, Outcome{End: TimeUp, Left: left}},
		{[]string{"v", "v", "v", "q"}, Outcome{End: Quit, Left: left, Ran: true}},
		{[]string{"v", "x", "enter", "q"}, Outcome{End: Quit, Left: left, Ran: true}},
		{[]string{"v", "p", "enter", "q"}, Outcome{End: Quit, Left: left}},
		{[]string{"enter", "q"}, Outcome{End: Quit, Left: left, Ran: true}},
	} {
		if w := watched(t, keys{2 * time.Second: c.keys}, offersTheVote); w.Outcome != c.want {
			t.Errorf("%v: %+v, want %+v", c.keys, w.Outcome, c.want)
		}
	}
}

func offersTheVote(c *Clock) { c.Early = lang.Literal("Vote now") }

// Without the Enter the clock goes on, or stays stopped.
func TestCalledEarlyAndForgotten(t *testing.T) {
	var c Clock
	w := watched(t, keys{time.Second: {"v"}, time.Second + ponder: {"enter"}, time.Minute: {"q"}}, func(r *Clock) {
		offersTheVote(r)
		r.Runs = false
		c = *r
	})
	asked := slices.IndexFunc(w.shown, func(p frame) bool { return p.early })
	if w.End != Quit || asked < 0 || w.last().early || !strings.Contains(fmt.Sprint(c.trouble(w.shown[asked])), "Vote now? Only Enter does it") {
		t.Errorf("%+v\n%+v", w.Outcome, w.shown)
	}
}

// When it is read again, Enter calls time early once more.
func TestEnterCallsItEarlyAgain(t *testing.T) {
	var c Clock
	w := watched(t, keys{time.Second: {"enter"}}, func(r *Clock) {
		offersTheVote(r)
		r.Stood = 3
		c = *r
	})
	if w.End != TimeUp || w.Left != 8*time.Minute-time.Second {
		t.Errorf("%+v", w.Outcome)
	}
	if keys := strings.Join(c.keyTexts(w.shown[0], false), "|"); !strings.Contains(keys, "v  Vote now|Enter  Vote now, as before") {
		t.Errorf("%s", keys)
	}
}

// A key that takes nothing says why.
func TestNothingIsTaken(t *testing.T) {
	pressed := keys{time.Second: {"-"}, 2 * time.Second: {"m"}, 3 * time.Second: {"+", "-", "q"}}
	w := watched(t, pressed, func(c *Clock) { c.Left, c.Runs = step, false })
	short := slices.ContainsFunc(w.shown, func(p frame) bool { return p.short })
	if w.Left != step || !short || w.last().short {
		t.Errorf("%+v\n%+v", w.Outcome, w.shown)
	}
}

// Points that are typed at a running clock pick no option and are called what they are; a whole line and a press on a phone
// may name an option by its number.
func TestNumbersOfOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		x.at(time.Second, "1", "2")
		x.at(2*time.Second, "q")
		o := newLoop(round(x.now)).run(t.Context(), x.typed, x.show)
		if o.End != Quit || !slices.ContainsFunc(x.shown, func(p frame) bool { return p.unknown == "2" }) {
			t.Errorf("%+v", o)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		time.AfterFunc(time.Second, func() {
			x.keys <- Line("+1\n") // a minute more, say
			x.keys <- Line("2\n")
		})
		if o := newLoop(round(x.now)).run(t.Context(), x.typed, x.show); o.End != Pressed || o.Option != 1 {
			t.Errorf("%+v", o)
		}
	})
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		key  string
		want Outcome
	}{
		{"s", Outcome{End: Pressed}},
		{"t", Outcome{End: Pressed, Option: 1}},
		{"the spy", Outcome{End: Pressed, Option: 1}},
		{"<", Outcome{End: Back}},
		{">", Outcome{End: Now}},
		{"esc", Outcome{End: Back}},
		{"?", Outcome{End: Aside}},
		{"? standings", Outcome{End: Aside, Want: "standings"}},
		{"q", Outcome{End: Quit}},
		{"ctrl+c", Outcome{End: Interrupted}},
	} {
		c.want.Left, c.want.Ran = 8*time.Minute-time.Second, true
		if w := watched(t, keys{time.Second: {c.key}}, func(*Clock) {}); w.Outcome != c.want {
			t.Errorf("%q: %+v, want %+v", c.key, w.Outcome, c.want)
		}
	}
}

// When it is read again, Enter takes the same option once more.
func TestEnterLeavesItAsBefore(t *testing.T) {
	for stood, want := range map[int]Outcome{2: {End: Pressed, Option: 1}, 0: {End: Quit}} {
		w := watched(t, keys{time.Second: {"enter"}, 2 * time.Second: {"q"}}, func(c *Clock) { c.Stood = stood })
		if w.End != want.End || w.Option != want.Option {
			t.Errorf("%d: %+v, want %+v", stood, w.Outcome, want)
		}
	}
}

// A clock alone has no question to go back to, and no asides.
func TestAlone(t *testing.T) {
	w := watched(t, keys{0: {"<", "esc", "?", "s", "1", "nonsense", "q"}}, func(c *Clock) { c.Table, c.Options = false, nil })
	if w.End != Quit {
		t.Errorf("%+v", w.Outcome)
	}
}

func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		var kept timer.Snapshot
		c.Save = func(s timer.Snapshot) error { kept = s; return nil }
		ctx, cancel := context.WithTimeout(t.Context(), 2500*ms)
		defer cancel()
		o := newLoop(c).run(ctx, x.typed, x.show)
		if o.End != Stopped || o.Left != 8*time.Minute-2500*ms || kept.Left != o.Left || kept.Runs {
			t.Errorf("%+v, kept %+v", o, kept)
		}
	})
}

// Time can be added once it is up; then the clock stands until it is started.
func TestGivenBack(t *testing.T) {
	pressed := keys{5 * time.Second: {"+"}, 9 * time.Second: {"p"}, 10 * time.Second: {"s"}}
	w := watched(t, pressed, func(c *Clock) { c.Left, c.Linger = time.Second, Stays })
	if w.End != Pressed || w.Left != 29*time.Second {
		t.Errorf("%+v", w.Outcome)
	}
}

// The last note is cut with an ellipsis; an empty note takes no line.
func TestLastNotes(t *testing.T) {
	c := Clock{Voice: lang.NewLocalizer("en"), Notes: []lang.Text{lang.Literal("zero"), lang.Literal(""), lang.Literal("one two three")}}
	for _, s := range []struct {
		n, width int
		want     string
	}{
		{1, 8, "one two…"}, {1, 7, "one tw…"}, {2, 7, "one two|three"}, {3, 7, "zero|one two|three"}, {9, 7, "zero|one two|three"}, {0, 7, ""},
	} {
		if got := strings.Join(c.lastNotes(s.n, s.width), "|"); got != s.want {
			t.Errorf("%d lines of %d: %q, want %q", s.n, s.width, got, s.want)
		}
	}
}

// In the last minute the digits are inverted; in the last seconds the whole window, every other second, with a
// bare number; when time is up the whole window.
func TestAlarm(t *testing.T) {
	c, said := round(seat().now), ""
	for _, s := range []int{480, 61, 60, 11, 10, 9, 8, 1} {
		p := frame{seconds: s, runs: true}
		said += fmt.Sprintf("%s %d %v,", c.face(p), c.alarm(p), c.inverted(p))
	}
	if want := "8:00 0 false,1:01 0 false,1:00 1 false,0:11 1 false,10 2 false,9 2 true,8 2 false,1 2 true,"; said != want {
		t.Errorf("%s, want %s", said, want)
	}
	if p := (frame{up: true}); c.face(p) != "0:00" || !c.inverted(p) {
		t.Errorf("up: %s, %v", c.face(p), c.inverted(p))
	}
	if p := (frame{seconds: 9}); c.face(p) != "0:09" || c.inverted(p) {
		t.Errorf("paused: %s, %v", c.face(p), c.inverted(p))
	}
}

func TestLetters(t *testing.T) {
	v := lang.NewLocalizer("en")
	for _, c := range []struct {
		options []string
		want    string
	}{
		{[]string{"Somebody accuses", "The spy steps forward"}, "[s t]"},
		{[]string{"Alguém acusa", "O espião se apresenta"}, "[a o]"},
		{[]string{"Pause me", "Me too", "É"}, "[a e 3]"},
		{[]string{"aa", "aa", "7 a"}, "[a 2 7]"},
	} {
		var texts []lang.Text
		for _, o := range c.options {
			texts = append(texts, lang.Literal(o))
		}
		if got := fmt.Sprint(Clock{Voice: v, Options: texts}.letters()); got != c.want {
			t.Errorf("%v: %s, want %s", c.options, got, c.want)
		}
	}
	for _, tag := range lang.Languages {
		for _, letter := range lang.NewLocalizer(tag, Texts).Say(shout) {
			if glyphs[letter][0] == "" {
				t.Errorf("%s: %q cannot be shouted", tag, letter)
			}
		}
	}
}

func TestAnswer(t *testing.T) {
	var aside *ask.Aside
	if a, err, ok := (Outcome{End: Pressed, Option: 1, Left: time.Second}).Answer(); !ok || err != nil || a.Value() != 1 || a.Left != time.Second || a.By != ask.Scorekeeper {
		t.Errorf("%+v %v", a, err)
	}
	if a, _, _ := (Outcome{End: TimeUp, Left: time.Minute}).Answer(); a.Value() != -1 || a.Left != time.Minute {
		t.Errorf("%+v", a)
	}
	if a, err, ok := (Outcome{End: TimeUp}).Answer(); !ok || err != nil || a.Value() != -1 || a.By != ask.Scorekeeper {
		t.Errorf("%+v %v", a, err)
	}
	if _, err, ok := (Outcome{End: Aside, Want: "undo"}).Answer(); !ok || !errors.As(err, &aside) || aside.Want != "undo" {
		t.Error(err)
	}
	if _, err, _ := (Outcome{End: Back}).Answer(); err != ask.ErrBack {
		t.Error(err)
	}
	if _, err, _ := (Outcome{End: Quit}).Answer(); err != ask.ErrQuit {
		t.Error(err)
	}
	for _, e := range []End{Interrupted, Stopped} {
		if _, _, ok := (Outcome{End: e}).Answer(); ok {
			t.Errorf("%d is an answer", e)
		}
	}
}

// Keys typed before the clock appeared count from its beginning.
func TestTypedAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		x.press("p", "p", "p", "q")
		time.Sleep(time.Minute)
		if o := newLoop(round(x.now)).run(t.Context(), x.typed, x.show); o.Left != 8*time.Minute {
			t.Errorf("%+v", o)
		}
	})
}

// frozen returns the moment of a machine on which no time passes.
func frozen() timer.Moment { return timer.Moment{Wall: time.Unix(1_800_000_000, 0)} }

// The machine is kept awake only while the clock runs.
func TestAwakeWhileItRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		var told []string
		begin := time.Now()
		c.Awake = func(runs bool) { told = append(told, fmt.Sprint(runs, " ", time.Since(begin))) }
		x.at(time.Minute, "p")
		x.at(2*time.Minute, "p")
		x.at(3*time.Minute, "s")
		newLoop(c).run(t.Context(), x.typed, x.show)
		if want := []string{"true 0s", "false 1m0s", "true 2m0s", "false 3m0s"}; !slices.Equal(told, want) {
			t.Error(told)
		}
		told = nil
		c.Runs = false
		x.at(time.Minute, "s")
		newLoop(c).run(t.Context(), x.typed, x.show)
		if told != nil {
			t.Error(told)
		}
	})
}
