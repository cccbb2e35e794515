package screen

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// onLines runs a clock on plain lines; the lines are typed so long after its start.
func onLines(t *testing.T, c func(x *table) Clock, typed map[time.Duration]string, bell bool) (string, Outcome) {
	var out strings.Builder
	var o Outcome
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		for at, line := range typed {
			time.AfterFunc(at, func() { x.keys <- Typed{Text: line, At: x.now(), End: line == "\x04"} })
		}
		var source func() <-chan Typed
		if typed != nil {
			source = x.typed
		}
		var err error
		if o, err = c(x).OnLines(t.Context(), &out, 60, source, bell); err != nil {
			t.Error(err)
		}
	})
	return out.String(), o
}

func alone(d time.Duration, voice string) func(*table) Clock {
	return func(x *table) Clock {
		return Clock{Text: lang.Literal("Photos"), Limit: d, Left: d, Runs: true, Voice: lang.NewLocalizer(voice, lang.Texts, Texts), Now: x.now}
	}
}

func same(t *testing.T, got string, want ...string) {
	t.Helper()
	if w := strings.Join(want, "\n"); strings.TrimSuffix(got, "\n") != w {
		t.Errorf("it says\n%s\nwant\n%s", got, w)
	}
}

func TestPlain(t *testing.T) {
	got, o := onLines(t, alone(150*time.Second, "en"), nil, false)
	same(t, got, "Photos", "2:30 left. The clock is running.", "2:00 left.", "1:00 left.", "0:10 left.", "Time is up.")
	if o.End != TimeUp {
		t.Errorf("%+v", o)
	}
	got, _ = onLines(t, alone(70*time.Second, "pt-BR"), nil, true)
	same(t, got, "Photos", "Faltam 1:10. O cronômetro está correndo.", "Faltam 1:00.", "\aFaltam 0:10.", "\aO tempo acabou.", "\a")
}

// A clock that is over before the machine gets to it still says its length.
func TestPlainLate(t *testing.T) {
	got, _ := onLines(t, func(x *table) Clock {
		c := alone(20*time.Millisecond, "en")(x)
		c.Now = func() timer.Moment { time.Sleep(time.Second); return x.now() }
		return c
	}, nil, false)
	same(t, got, "Photos", "0:01 left. The clock is running.", "Time is up.")
}

func TestPlainTyped(t *testing.T) {
	got, o := onLines(t, func(x *table) Clock {
		c := round(x.now)
		c.Notes = []lang.Text{lang.Literal("Can still accuse: Ana and Bia.")}
		return c
	}, map[time.Duration]string{
		10 * time.Second:  "p\n",
		20 * time.Second:  "+\n",
		30 * time.Second:  "\n",
		40 * time.Second:  "nonsense\n",
		41 * time.Second:  "nonsense\n",
		50 * time.Second:  "P\n",
		60 * time.Second:  "m\n",
		75 * time.Second:  "-",
		80 * time.Second:  "m\n",
		90 * time.Second:  "somebody\n",
		100 * time.Second: "q\n",
	}, true)
	same(t, got,
		"Can still accuse: Ana and Bia.", "Round 1 of 5.",
		"p  pause · s  Somebody accuses · t  The spy steps forward", "+ -  30 seconds · m  mute · <  back · ?  more · q  leave", "Enter  time left",
		"8:00 left. The clock is running.", "7:50 left. Paused.", "8:20 left.", "8:20 left. Paused.",
		"“nonsense” means nothing here.", "“nonsense” means nothing here.",
		"8:20 left. The clock is running.", "Muted.", "8:00 left.", "7:25 left.", "The bell is on.")
	if want := 8*time.Minute - 50*time.Second; o.End != Pressed || o.Option != 0 || o.Left != want {
		t.Errorf("%+v", o)
	}
}

// A clock that stood while the program was away offers at once to deduct that time.
func TestPlainAway(t *testing.T) {
	got, _ := onLines(t, func(x *table) Clock {
		c := round(x.now)
		c.Left, c.Away, c.Runs = 5*time.Minute, 2*time.Minute, false
		return c
	}, map[time.Duration]string{time.Second: "q\n"}, false)
	if keys, _, _ := strings.Cut(got, "5:00 left"); !strings.Contains(keys, "d  deduct 2:00") {
		t.Error(got)
	}
}

func TestPlainTrouble(t *testing.T) {
	got, o := onLines(t, func(x *table) Clock {
		c := round(asleep(x.now, 3500*ms, 2*time.Minute))
		c.Options = nil
		c.Save = func(timer.Snapshot) error {
			if x.now().Steady < 4*time.Second {
				return errors.New("full")
			}
			return nil
		}
		return c
	}, map[time.Duration]string{5 * time.Second: "d\n", 6 * time.Second: "\x04"}, false)
	if want := 8*time.Minute - 3*time.Second - 2*time.Minute - time.Second; o.End != Quit || o.Left != want {
		t.Errorf("%+v, want %v left", o, want)
	}
	same(t, got,
		"Round 1 of 5.",
		"p  pause · + -  30 seconds · m  mute · <  back · ?  more", "q  leave · Enter  time left",
		"8:00 left. The clock is running.", "✗ The clock could not be saved: full",
		"The computer slept, or its clock was changed. This is the", "last time seen.", "7:57 left. Paused.", "5:56 left.")
}

// The end of the input leaves, as everywhere on plain lines.
func TestPlainEnd(t *testing.T) {
	_, o := onLines(t, round1, map[time.Duration]string{time.Second: "\x04"}, false)
	if o.End != Quit || o.Left != 8*time.Minute-time.Second {
		t.Errorf("%+v", o)
	}
}

func round1(x *table) Clock { return round(x.now) }

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no paper") }

func TestPlainBroken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := seat()
		c := round(x.now)
		c.Left = time.Second
		if o, err := c.OnLines(t.Context(), broken{}, 80, nil, true); err == nil || o.End != TimeUp {
			t.Errorf("%+v %v", o, err)
		}
	})
}
