// Package timer is a clock as a value: the time left is computed from the time it is given, never counted. It
// reads no clock itself, and never ticks.
//
// A machine has two clocks, and a Moment is a reading of both. The time left goes by the steady clock, which
// nobody can set. If the two drift apart, the machine slept or its clock was set, and nobody knows how long the
// table really played: the timer then stops where it was last seen, and the table decides.
package timer

import (
	"fmt"
	"time"
)

const (
	// Jump is the largest difference between the two clocks of a machine that is ignored.
	Jump = 2 * time.Second
	// Longest is the most time that a clock can have.
	Longest = 24 * time.Hour
)

// A Moment is one reading of both clocks of a machine.
type Moment struct {
	Steady time.Duration // since some moment of this process; never set, and may stand still while the machine sleeps
	Wall   time.Time     // the time of day, which may be set
}

// Reader returns a function that reads both clocks from now, which must read like time.Now. The steady clock
// begins at 0.
func Reader(now func() time.Time) func() Moment {
	begin := now()
	return func() Moment {
		t := now()
		return Moment{Steady: t.Sub(begin), Wall: t.Round(0)}
	}
}

// Gap returns how far the wall clock has run ahead of the steady one since an earlier moment: positive after a
// sleep, negative if it was set back.
func (m Moment) Gap(earlier Moment) time.Duration {
	return m.Wall.Sub(earlier.Wall) - (m.Steady - earlier.Steady)
}

// A Clock counts down. The zero Clock is stopped at 0.
type Clock struct {
	Left  time.Duration // 0 to Longest; as of Since if it runs
	Since time.Duration // on the steady clock
	Runs  bool
}

// New returns a stopped clock with the time left, kept within 0 and Longest.
func New(left time.Duration) Clock { return Clock{Left: within(left)} }

func within(d time.Duration) time.Duration { return min(max(d, 0), Longest) }

// At returns the time left, 0 once time is up.
func (c Clock) At(now Moment) time.Duration {
	if !c.Runs {
		return c.Left
	}
	return within(c.Left - max(0, now.Steady-c.Since))
}

// Up reports whether time is up.
func (c Clock) Up(now Moment) bool { return c.At(now) == 0 }

// Start lets the clock run from now on. A clock that runs, or has no time left, stays as it is.
func (c Clock) Start(now Moment) Clock {
	if c.Runs || c.Left == 0 {
		return c
	}
	return Clock{Left: c.Left, Since: now.Steady, Runs: true}
}

// Stop stops the clock at the time left now.
func (c Clock) Stop(now Moment) Clock { return New(c.At(now)) }

// Add gives more time, or takes some if d is negative, without starting or stopping the clock.
func (c Clock) Add(d time.Duration, now Moment) Clock {
	return Clock{Left: within(c.At(now) + d), Since: now.Steady, Runs: c.Runs}
}

// Next returns the time until the face shows another second, or 0 if nothing will change by itself.
func (c Clock) Next(now Moment) time.Duration {
	left := c.At(now)
	if !c.Runs || left == 0 {
		return 0
	}
	return left - time.Duration(Seconds(left)-1)*time.Second
}

// Reconcile returns the clock as it is now, last seen at an earlier moment. If the clocks of the machine have
// drifted apart by more than Jump since then, it is stopped where it was last seen; away is then the time
// since, by the wall clock, or 0 if that went back.
func (c Clock) Reconcile(last, now Moment) (seen Clock, away time.Duration, jumped bool) {
	if gap := now.Gap(last); !c.Runs || gap >= -Jump && gap <= Jump {
		return c, 0, false
	}
	return c.Stop(last), max(0, now.Wall.Sub(last.Wall)), true
}

// A Snapshot is a clock as it is stored, in case the program ends.
type Snapshot struct {
	Left time.Duration `json:"left"` // when it was seen
	Runs bool          `json:"runs"`
	At   time.Time     `json:"at"` // by the wall clock

	Turns *Turns `json:"turns,omitempty"` // nil unless it is a turn clock
}

// Seen returns the snapshot to store now.
func (c Clock) Seen(now Moment) Snapshot {
	left := c.At(now)
	return Snapshot{Left: left, Runs: c.Runs && left > 0, At: now.Wall}
}

// Restore returns a stored clock after the program has ended, stopped where it was last seen. away is how long
// ago that was if it was running, else 0.
func (s Snapshot) Restore(now Moment) (c Clock, away time.Duration) {
	if s.Runs {
		away = max(0, now.Wall.Sub(s.At))
	}
	return New(s.Left), away
}

// Seconds rounds a time to whole seconds as a clock shows it: a second that has begun counts, so the full time
// is shown first and 0 only at the end.
func Seconds(d time.Duration) int { return int((max(d, 0) + time.Second - 1) / time.Second) }

// Face formats a time as a clock shows it: 8:00, 0:07, 1:20:00.
func Face(d time.Duration) string {
	s := Seconds(d)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
