// Package timer is a clock with one bank of time, or one for each of several people. It is a value: the time left is
// computed from the moment that it is given, never counted. The package reads no clock itself, and never ticks.
//
// A machine has two clocks, and a Moment is a reading of both. The time left goes by the steady one, which nobody can
// set. If the two drift apart, the machine slept or its clock was set, and nobody knows how long the table really
// played: the clock then stops where it was last seen, and the table decides.
package timer

import (
	"fmt"
	"slices"
	"time"
)

const (
	// Jump is the largest difference between the two clocks of a machine that is ignored.
	Jump = 2 * time.Second
	// Longest is the most time that a bank can have.
	Longest = 24 * time.Hour
)

// A Moment is one reading of both clocks of a machine.
type Moment struct {
	Steady time.Duration // since some moment of this process; never set, and may stand still while the machine sleeps
	Wall   time.Time     // the time of day, which may be set
}

// Reader returns a function that reads both clocks from now, which must read like time.Now.
func Reader(now func() time.Time) func() Moment {
	begin := now()
	return func() Moment {
		t := now()
		return Moment{Steady: t.Sub(begin), Wall: t.Round(0)}
	}
}

// Gap returns how far the wall clock has run ahead of the steady one since an earlier moment: positive after a sleep,
// negative if it was set back.
func (m Moment) Gap(earlier Moment) time.Duration {
	return m.Wall.Sub(earlier.Wall) - (m.Steady - earlier.Steady)
}

// A Clock counts down one bank at a time. Its methods return changed copies. The zero Clock stands at 0.
type Clock struct {
	Banks []time.Duration // the time left in each, 0 to Longest; in the one that is on, as of Since if it runs
	On    int             // the bank that counts down
	Since time.Duration   // on the steady clock
	Runs  bool
}

// New returns a clock that stands, with the time left in each bank.
func New(banks ...time.Duration) Clock {
	c := Clock{Banks: slices.Clone(banks)}
	for i, b := range c.Banks {
		c.Banks[i] = within(b)
	}
	return c
}

func within(d time.Duration) time.Duration { return min(max(d, 0), Longest) }

// Bank returns the time left in a bank, 0 once its time is up.
func (c Clock) Bank(i int, now Moment) time.Duration {
	switch {
	case i < 0 || i >= len(c.Banks):
		return 0
	case !c.Runs || i != c.On:
		return c.Banks[i]
	}
	return within(c.Banks[i] - max(0, now.Steady-c.Since))
}

// At returns the time left in the bank that is on.
func (c Clock) At(now Moment) time.Duration { return c.Bank(c.On, now) }

// Up reports whether the time of the bank that is on is up.
func (c Clock) Up(now Moment) bool { return c.At(now) == 0 }

// Start lets the clock run from now on. A clock that runs, or has no time left, stays as it is.
func (c Clock) Start(now Moment) Clock {
	if c.Runs || c.Up(now) {
		return c
	}
	c.Since, c.Runs = now.Steady, true
	return c
}

// Stop stops the clock where it is now.
func (c Clock) Stop(now Moment) Clock { return c.set(c.At(now), now, false) }

// Add gives more time to the bank that is on, or takes some if d is negative, without starting or stopping the clock.
func (c Clock) Add(d time.Duration, now Moment) Clock { return c.set(c.At(now)+d, now, c.Runs) }

func (c Clock) set(left time.Duration, now Moment, runs bool) Clock {
	if c.On < 0 || c.On >= len(c.Banks) {
		return Clock{}
	}
	c.Banks = slices.Clone(c.Banks)
	c.Banks[c.On] = within(left)
	c.Since, c.Runs = now.Steady, runs
	return c
}

// Pass hands the clock to the next bank that has time left. It runs from now on, or stands if no other bank has any.
func (c Clock) Pass(now Moment) Clock {
	c = c.Stop(now)
	for i := 1; i < len(c.Banks); i++ {
		if next := (c.On + i) % len(c.Banks); c.Banks[next] > 0 {
			c.On = next
			return c.Start(now)
		}
	}
	return c
}

// Next returns the time until the face shows another second, or 0 if nothing will change by itself.
func (c Clock) Next(now Moment) time.Duration {
	left := c.At(now)
	if !c.Runs || left == 0 {
		return 0
	}
	return left - time.Duration(Seconds(left)-1)*time.Second
}

// Reconcile returns the clock as it is now, last seen at an earlier moment. If the clocks of the machine have drifted
// apart by more than Jump since then, it is stopped where it was last seen, and jumped is true.
func (c Clock) Reconcile(last, now Moment) (seen Clock, jumped bool) {
	// Both clocks drift by less than Jump in an evening, so a larger gap is a sleep or a clock that was set.
	if gap := now.Gap(last); !c.Runs || gap >= -Jump && gap <= Jump {
		return c, false
	}
	return c.Stop(last), true
}

// Seen is a clock as it is stored, in case the program ends.
type Seen struct {
	Banks []time.Duration `json:"banks"`
	On    int             `json:"on"`
	Runs  bool            `json:"runs"`
	At    time.Time       `json:"at"`
}

// Seen returns the clock as it is to be stored now.
func (c Clock) Seen(now Moment) Seen {
	runs := c.Runs && !c.Up(now)
	return Seen{Banks: c.Stop(now).Banks, On: c.On, Runs: runs, At: now.Wall}
}

// Clock returns a stored clock after the program has ended. It stands where it was last seen. away is how long ago that
// was if it was running, else 0.
func (s Seen) Clock(now Moment) (c Clock, away time.Duration) {
	c = New(s.Banks...)
	if s.On > 0 && s.On < len(c.Banks) {
		c.On = s.On
	}
	if s.Runs {
		away = max(0, now.Wall.Sub(s.At))
	}
	return c, away
}

// Seconds rounds a time to whole seconds as a clock shows it: a second that has begun counts, so the full time is shown
// first and 0 only at the end.
func Seconds(d time.Duration) int { return int((max(d, 0) + time.Second - 1) / time.Second) }

// Face formats a time as a clock shows it: 8:00, 0:07, 1:20:00.
func Face(d time.Duration) string {
	s := Seconds(d)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
