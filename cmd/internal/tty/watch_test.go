//go:build unix

package tty

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
	. "github.com/tablemate/tablemate/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A typist types lines at times of a bubble.
type typist struct {
	*io.PipeReader
	w *io.PipeWriter
}

func newTypist() typist {
	r, w := io.Pipe()
	return typist{r, w}
}

// after waits and types a line.
func (p typist) after(d time.Duration, line string) {
	time.Sleep(d)
	_, _ = io.WriteString(p.w, line+"\n")
	synctest.Wait()
}

// A rig is a clock on lines, with what it saved.
type rig struct {
	w             Countdown
	out           strings.Builder
	changes, runs int
	seen          timer.Seen
	slept         time.Duration // by the wall clock alone
	option        string
	err           error
	done          chan struct{}
}

// start shows a clock on lines.
func start(in io.Reader, w Countdown) *rig {
	r := &rig{w: w, done: make(chan struct{})}
	steady := timer.Reader(time.Now)
	r.w.Now = func() timer.Moment {
		m := steady()
		m.Wall = m.Wall.Add(r.slept)
		return m
	}
	r.w.Save = func(s timer.Seen, sure bool) error {
		r.seen = s
		if sure {
			r.changes++
		} else {
			r.runs++
		}
		return nil
	}
	r.w.Clock = r.w.Clock.Start(r.w.Now())
	k := NewLines(in, &r.out, lang.English, 80, true)
	go func() {
		defer close(r.done)
		r.option, r.err = k.Watch(context.Background(), &r.w)
		_ = k.Close()
	}()
	synctest.Wait()
	return r
}

// Eight minutes take no time here: what is said, when it is saved, and that it stays at zero.
func TestEightMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTypist()
		r := start(p, Countdown{Text: lang.T("Round 1"), Whole: 8 * time.Minute, Clock: timer.New(8 * time.Minute), Options: []ask.Option{{ID: "accuse", Key: "a", Text: lang.T("accuse")}}})
		p.after(90*time.Second, "p")
		p.after(time.Hour, "")
		p.after(0, "p")
		p.after(30*time.Second, "+")
		p.after(30*time.Second, "-")
		p.after(0, "hm")
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		want := `Round 1
p pauses
a accuse
+ - 30 seconds
? menu
8:00 left. The clock is running.
7:00 left.
6:30 left. Paused.
6:30 left. Paused.
6:30 left. The clock is running.
6:00 left.
6:30 left. The clock is running.
6:00 left.
5:30 left. The clock is running.
“hm” is not on the list: type a line's number or letter, or how it begins
5:00 left.
4:00 left.
3:00 left.
2:00 left.
1:00 left.
0:30 left.
0:10 left.
Time is up.
Enter goes on · + 30 seconds
` + strings.Repeat("\a", bells)
		if r.out.String() != want {
			t.Errorf("%s\nwant\n%s", r.out.String(), want)
		}
		select {
		case <-r.done:
			t.Fatal("it did not stay")
		default:
		}
		p.after(0, "")
		<-r.done
		if r.option != "" || r.err != nil || r.w.Clock.At(r.w.Now()) != 0 || r.seen.Runs {
			t.Error(r.option, r.err, r.w.Clock)
		}
		if r.changes < 80 || r.changes > 103 || r.runs < 350 || r.runs > 480 {
			t.Errorf("%d times it was saved for certain, and %d times quickly", r.changes, r.runs)
		}
		p.w.Close()
	})
}

// A clock that is killed comes back as it was last read.
func TestClockKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTypist()
		w := Countdown{Whole: time.Minute, Now: timer.Reader(time.Now)}
		w.Clock = timer.New(time.Minute).Start(w.Now())
		var mu sync.Mutex
		var seen, killed timer.Seen
		w.Save = func(s timer.Seen, _ bool) error {
			mu.Lock()
			defer mu.Unlock()
			seen = s
			return nil
		}
		k := NewLines(p, io.Discard, lang.English, 80, true)
		defer k.Close()
		ctx, gone := context.WithCancel(context.Background())
		go func() {
			time.Sleep(4200 * time.Millisecond)
			mu.Lock()
			killed = seen
			mu.Unlock()
			gone()
		}()
		_, _ = k.Watch(ctx, &w)
		if c, _ := killed.Clock(w.Now()); timer.Face(c.At(w.Now())) != "0:56" {
			t.Errorf("it comes back at %s", timer.Face(c.At(w.Now())))
		}
		p.w.Close()
	})
}

// An option stops the clock; what leads elsewhere does not.
func TestClockEnds(t *testing.T) {
	for line, want := range map[string]string{
		"A": `"accuse" <nil> 4:30 runs false`, "acc": `"accuse" <nil> 4:30 runs false`, "<": `"" the table wants to move: < 4:30 runs true`,
		"?": `"" the table wants to move: ? 4:30 runs true`, "?rules": `"" the table wants to move: ?rules 4:30 runs true`,
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newTypist()
			options := []ask.Option{{ID: "accuse", Key: "a", Text: lang.T("accuse")}, {ID: "vote", Key: "v", Text: lang.T("put it to the vote"), Why: lang.T("Nobody votes yet.")}}
			r := start(p, Countdown{Whole: 5 * time.Minute, Clock: timer.New(5 * time.Minute), Options: options})
			p.after(30*time.Second, "v")
			if !strings.Contains(r.out.String(), "Nobody votes yet.") {
				t.Error(r.out.String())
			}
			p.after(0, "p")
			p.after(time.Second, "p")
			p.after(0, line)
			<-r.done
			if got := fmt.Sprintf("%q %v %s runs %v", r.option, r.err, timer.Face(r.w.Clock.At(r.w.Now())), r.w.Clock.Runs); got != want {
				t.Errorf("%s: %s", line, got)
			}
			p.w.Close()
		})
	}
}

// A machine that slept stops the clock where it was last seen.
func TestSlept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTypist()
		r := start(p, Countdown{Whole: 5 * time.Minute, Clock: timer.New(5 * time.Minute)})
		time.Sleep(100*time.Second + time.Millisecond)
		synctest.Wait()
		r.slept = time.Hour
		p.after(0, "")
		if r.seen.Runs || !strings.Contains(r.out.String(), "The computer slept") {
			t.Error(r.seen, r.out.String())
		}
		p.after(0, "p")
		time.Sleep(10 * time.Second)
		p.after(0, "<")
		<-r.done
		if left := r.w.Clock.At(r.w.Now()); left.Round(time.Second) != 190*time.Second || !r.w.Clock.Runs {
			t.Error(left)
		}
		p.w.Close()
	})
}

// A bank each: Enter passes on, an empty bank is passed over.
func TestBanks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTypist()
		r := start(p, Countdown{Again: true, Names: []string{"Ana", "Bia"}, Whole: time.Minute, Clock: timer.New(time.Minute, time.Minute)})
		p.after(20*time.Second, "")
		p.after(10*time.Second, "")
		time.Sleep(time.Minute) // Ana's time is up after 40 s
		p.after(0, "")
		time.Sleep(time.Minute)
		synctest.Wait()
		for _, s := range []string{"Bia: 1:00 left. The clock is running.", "Ana: 0:40 left. The clock is running.", "Ana: Time is up.", "Bia: 0:50 left. The clock is running.", "Bia: Time is up."} {
			if strings.Count(r.out.String(), s) != 1 {
				t.Errorf("%q is not there once:\n%s", s, r.out.String())
			}
		}
		p.after(0, "")
		<-r.done
		if r.option != "" || r.err != nil {
			t.Error(r.option, r.err)
		}
		p.w.Close()
	})
}

// Without anybody who types, a timer ends by itself, and a game is left.
func TestNobodyTypes(t *testing.T) {
	for _, again := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			r := start(strings.NewReader(""), Countdown{Again: again, Whole: time.Minute, Clock: timer.New(time.Minute)})
			<-r.done
			if again && (r.err != nil || !strings.Contains(r.out.String(), "Time is up.")) || !again && (r.err != ask.Leave || r.w.Clock.Runs || r.seen.Runs) {
				t.Error(again, r.err, r.out.String())
			}
		})
	}
}

// A disk that refuses does not stop the clock.
func TestClockUnsaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTypist()
		w := Countdown{Whole: time.Minute, Clock: timer.New(time.Minute), Away: time.Minute, Now: timer.Reader(time.Now)}
		w.Save = func(timer.Seen, bool) error { return errors.New("the disk is full") }
		var out strings.Builder
		k := NewLines(p, &out, lang.English, 80, true)
		defer k.Close()
		go p.after(time.Second, "<")
		if _, err := k.Watch(context.Background(), &w); err != ask.Back {
			t.Error(err)
		}
		for _, s := range []string{"The clock could not be saved: the disk is full", "The program was closed"} {
			if strings.Count(out.String(), s) != 1 {
				t.Error(out.String())
			}
		}
		p.w.Close()
	})
}

// Keys that are meant for something else change nothing.
func TestClockKeys(t *testing.T) {
	now := timer.Reader(time.Now)
	w := &Countdown{Now: now, Clock: timer.New(0), Save: func(timer.Seen, bool) error { return nil }}
	c := &watch{l: lang.English, w: w, up: true}
	for _, key := range []string{" ", keys.Redraw} {
		if c.press(key); !c.up || c.over {
			t.Errorf("%q at zero", key)
		}
	}
	c = &watch{l: lang.English, w: w}
	w.Clock = timer.New(step)
	if c.press("-"); c.why == "" || w.Clock.At(now()) != step {
		t.Error("the last seconds were taken")
	}
	if c.press(keys.Up); c.over || c.why != "" {
		t.Error("an arrow at a clock")
	}
}

// In a window: digits as large as fit, the keys below, at zero it stays until a key, and Space begins again.
func TestClockInAWindow(t *testing.T) {
	x := window(t, 80, 24, "clock")
	x.Wait("Paused")
	x.Golden("clock")
	x.Press("v", "Nobody votes yet.")
	x.Press("+", "Davi may not accuse any more.\n\n██")
	x.Resize(40, 22)
	x.Wait("Paused\n")
	x.Golden("clock-narrow")
	x.Resize(40, 12) // notes go, digits stay
	x.Gone("Davi")
	x.Wait("██")
	x.Press(" ", "Space pauses")
	x.Press("a", "CLOCK \"accuse\" <nil> 8:30 runs false")
	x.Exit()

	x = window(t, 80, 24, "timer")
	x.Wait("Space begins again")
	x.Golden("time")
	x.Press(" ", "Space pauses")
	x.Wait("Space begins again")
	x.Press(Enter, `CLOCK "" <nil> 0:00 runs false`)
	x.Exit()
	if x.Bells() == 0 || x.Count("\x1b[?1049h") != x.Count("\x1b[?1049l") {
		t.Error("bells or screens")
	}

	x = window(t, 40, 22, "banks")
	x.Press(Enter, "▸ Bia 10:00")
	x.Press(" ", "▸ Caio 10:00")
	x.Press("p", "Paused")
	x.Golden("banks")
	x.Press("q", `CLOCK "" the table wants to move`)
	x.Exit()
}
