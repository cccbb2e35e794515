package screen

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// chess returns a running turn clock for three people with a minute each.
func chess(now func() timer.Moment) Clock {
	return Clock{
		Turns: &timer.Turns{People: []string{"Ana", "Bia", "Caio"}, Bank: time.Minute, Add: 5 * time.Second},
		Left:  timer.Longest, Runs: true, Voice: lang.NewLocalizer("en"), Now: now,
	}
}

// Whatever key is pressed, on a slow terminal and a slow disk, everybody has the exact time, and each move is
// saved.
func TestTurnsByTheWall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := chess(x.now)
		var kept []timer.Snapshot
		c.Save = func(s timer.Snapshot) error {
			kept = append(kept, s)
			if len(kept)%5 == 2 {
				time.Sleep(1234 * ms)
			}
			return nil
		}
		x.at(10*time.Second+1*ms, "space") // Ana 10.001
		x.at(30*time.Second, "p")          // Bia 19.999
		x.at(50*time.Second, "p")
		x.at(51*time.Second, "enter")                        // Bia 1
		x.at(53*time.Second, "enter")                        // Caio 2
		x.at(56*time.Second, "backspace")                    // given back: 3 more
		x.at(60*time.Second, "o")                            // and 4
		x.at(61*time.Second, "space")                        // Ana 1
		x.at(62*time.Second, "x", "+", "d", "o", "o", "esc") // Bia 1; the last person cannot be out
		x.at(65*time.Second, "space", "p")                   // Ana 3
		x.at(99*time.Second, "q")
		o := newLoop(c).run(t.Context(), x.typed, func(p frame) {
			if x.show(p); p.seconds%7 == 0 {
				time.Sleep(345 * ms)
			}
		})
		all, on := o.Turns.Shares(timer.Longest - o.Left)
		want := []timer.Share{
			{Turns: 4, Used: 14*time.Second + 1*ms, Left: 60*time.Second + 15*time.Second - 14*time.Second - 1*ms},
			{Turns: 2, Used: 21*time.Second + 999*ms, Left: 43*time.Second + 1*ms, Out: true},
			{Turns: 1, Used: 9 * time.Second, Left: 51 * time.Second, Out: true},
		}
		if o.End != TimeUp || on != 0 || !slices.Equal(all, want) {
			t.Errorf("%v %d\n%+v, want\n%+v", o.End, on, all, want)
		}
		if k := kept[len(kept)-1]; k.Runs || k.Left != o.Left || k.Turns.Number() != o.Turns.Number() {
			t.Errorf("kept %+v", k)
		}
	})
}

// The face changes with the seconds of the person on turn, not of the whole clock. An empty bank rings, is
// mentioned once, and goes on below zero.
func TestBelowZero(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := chess(x.now)
		x.at(500*ms, "space")
		x.at(63*time.Second, "q")
		var faces, rang []string
		bells := 0
		begin := time.Now()
		newLoop(c).run(t.Context(), x.typed, func(p frame) {
			if since := time.Since(begin); since >= 500*ms && since%time.Second != 500*ms && p.runs && p.bells == bells {
				t.Errorf("%s is drawn after %v", c.reads(p), since)
			}
			if x.show(p); p.bells > bells {
				rang, bells = append(rang, c.reads(p)), p.bells
			}
			if len(faces) == 0 || faces[len(faces)-1] != c.reads(p) {
				faces = append(faces, c.reads(p))
			}
		})
		if got := strings.Join(faces[len(faces)-5:], " "); got != "0:02 0:01 0:00 -0:01 -0:02" {
			t.Errorf("%s", got)
		}
		if got := strings.Join(rang, " "); got != "0:10 0:00 0:00 0:00" {
			t.Errorf("it rang at %s", got)
		}
	})
}

// A phone of a person who is not on turn passes nothing on, and is answered only once its own tap is saved.
func TestDoneOnAPhone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := chess(x.now)
		presses := make(chan Typed)
		var kept, told atomic.Int64 // the number of the last turn
		c.Phones.Presses = presses
		c.Phones.Tell = func(s timer.Snapshot) { told.Store(int64(s.Turns.Number())) }
		c.Save = func(s timer.Snapshot) error {
			time.Sleep(100 * ms)
			kept.Store(int64(s.Turns.Number()))
			return nil
		}
		ended := make(chan Outcome)
		go func() { ended <- newLoop(c).run(t.Context(), x.typed, x.show) }()
		for i, seat := range []int{2, 1, 1, 3, 2, 2} { // the seats of Bia, Ana, Ana again, Caio, Bia, Bia again
			took := make(chan struct{})
			time.Sleep(1500 * ms)
			presses <- Typed{Text: "1", Seat: seat, At: x.now(), Took: func() { close(took) }}
			<-took
			want := []int64{0, 1, 1, 1, 2, 2}[i]
			if kept.Load() != want || told.Load() != want {
				t.Errorf("tap %d: kept %v, told %v", i, kept.Load(), told.Load())
			}
		}
		x.press("q")
		o := <-ended
		if o.Turns.Number() != 2 {
			t.Errorf("%+v", o.Turns)
		}
	})
}

func TestTurnsOnLines(t *testing.T) {
	for tag, want := range map[string]string{
		"en": `Enter  on to Bia · o  Ana is out · p  pause · m  mute · q  end
It is Ana's turn: 1:00 left.
It is Bia's turn: 1:00 left.
“x” means nothing here.
It is Bia's turn: 0:10 left.
Bia has no time left; the clock goes on below zero.
It is Caio's turn: 1:00 left.
It is Bia's turn: 0:08 over.
Paused. Left: Ana 0:56, Bia -0:09 and Caio 1:00.
It is Bia's turn: 0:09 over.
Paused. Left: Ana 0:56 and Caio 1:00.
It is Caio's turn: 1:00 left.
`,
		"pt-BR": `Enter  passa para Bia · o  Ana sai · p  pausar · m  sem som · q  encerra
É a vez de Ana: 1:00 no relógio.
É a vez de Bia: 1:00 no relógio.
“x” não quer dizer nada aqui.
É a vez de Bia: 0:10 no relógio.
Bia não tem mais tempo; o relógio segue abaixo de zero.
É a vez de Caio: 1:00 no relógio.
É a vez de Bia: passou 0:08 do tempo.
Pausado. No relógio: Ana 0:56, Bia -0:09 e Caio 1:00.
É a vez de Bia: passou 0:09 do tempo.
Pausado. No relógio: Ana 0:56 e Caio 1:00.
É a vez de Caio: 1:00 no relógio.
`,
	} {
		synctest.Test(t, func(t *testing.T) {
			x := seat()
			c := chess(x.now)
			c.Voice = lang.NewLocalizer(tag, lang.Texts, Texts)
			c.Turns.Add = 0
			x.at(4*time.Second, "")
			x.at(5*time.Second, "x")
			for _, step := range []struct {
				at  time.Duration
				key string
			}{{71, ""}, {72, "<"}, {73, "p"}, {74, "o"}, {75, "q"}} {
				x.at(step.at*time.Second, step.key)
			}
			x.keys = make(chan Typed) // one at a time, as they are typed
			var out strings.Builder
			o, err := c.OnLines(context.Background(), &out, 80, x.typed, false)
			if err != nil || o.End != TimeUp {
				t.Errorf("%v %v", o.End, err)
			}
			if out.String() != want {
				t.Errorf("%s", &out)
			}
		})
	}
}

// One key starts a sand glass over, before and after time is up.
func TestSand(t *testing.T) {
	pressed := keys{5 * time.Second: {"space"}, 40 * time.Second: {"enter"}, 41 * time.Second: {"p"}, 50 * time.Second: {"enter"}, 52500 * ms: {"q"}}
	w := watched(t, pressed, func(c *Clock) { c.Sand, c.Limit, c.Left, c.Linger = true, 20*time.Second, 20*time.Second, Stays })
	ups := 0
	for i, p := range w.shown {
		if p.up && !w.shown[i-1].up {
			ups++
		}
	}
	if w.End != Quit || w.Left != 17500*ms || ups != 1 {
		t.Errorf("%+v, up %d times", w.Outcome, ups)
	}
}
