// Package timer is a clock as a value: the time left is computed from the time that it
// is given, and never counted. It reads no clock itself, and it never ticks.
//
// A machine has two clocks, and a Moment is a reading of both. The time left goes by
// the steady one, which nobody can set. Where the two part, the machine slept or its
// clock was set, and nobody knows how long the table really played: the clock then
// stands where it was last seen, and the table decides.
package timer

import (
	"strconv"
	"time"
)

const (
	// Jump is by how much the two clocks of a machine may part between two looks.
	Jump = 2 * time.Second
	// Longest is the most that a clock can have left.
	Longest = 24 * time.Hour
)

// A Moment is one reading of both clocks of a machine.
type Moment struct {
	Steady time.Duration // since some moment of this process; never set, and it may stand while the machine sleeps
	Wall   time.Time     // the time of day, which may be set
}

// Reader makes moments of a clock whose readings are those of time.Now; the steady
// clock begins at 0.
func Reader(now func() time.Time) func() Moment {
	begin := now()
	return func() Moment {
		t := now()
		return Moment{Steady: t.Sub(begin), Wall: t.Round(0)}
	}
}

// Gap is by how much the wall clock went further than the steady one since an earlier
// moment: more than zero after a sleep, less than zero where it was set back.
func (m Moment) Gap(earlier Moment) time.Duration {
	return m.Wall.Sub(earlier.Wall) - (m.Steady - earlier.Steady)
}

// A Clock counts down. The zero Clock stands at 0.
type Clock struct {
	Left  time.Duration // 0 to Longest: at Since where it runs, else now
	Since time.Duration // on the steady clock
	Runs  bool
}

// New returns a clock that stands at left, kept within 0 and Longest.
func New(left time.Duration) Clock { return Clock{Left: within(left)} }

func within(d time.Duration) time.Duration { return min(max(d, 0), Longest) }

// At returns what is left, 0 once time is up.
func (c Clock) At(now Moment) time.Duration {
	if !c.Runs {
		return c.Left
	}
	return within(c.Left - max(0, now.Steady-c.Since))
}

// Up reports whether time is up.
func (c Clock) Up(now Moment) bool { return c.At(now) == 0 }

// Start lets it run from now on. One that runs, or has nothing left, stays as it is.
func (c Clock) Start(now Moment) Clock {
	if c.Runs || c.Left == 0 {
		return c
	}
	return Clock{Left: c.Left, Since: now.Steady, Runs: true}
}

// Stop lets it stand at what is left now.
func (c Clock) Stop(now Moment) Clock { return New(c.At(now)) }

// Add gives so much more, or takes it where d is less than zero; it goes on running
// or standing.
func (c Clock) Add(d time.Duration, now Moment) Clock {
	return Clock{Left: within(c.At(now) + d), Since: now.Steady, Runs: c.Runs}
}

// Next returns how long it takes until the face shows another second; 0 where nothing
// will change by itself.
func (c Clock) Next(now Moment) time.Duration {
	left := c.At(now)
	if !c.Runs || left == 0 {
		return 0
	}
	return left - time.Duration(Seconds(left)-1)*time.Second
}

// Reconcile returns the clock as it is now, seen last at an earlier moment. Where the clocks of
// the machine have parted meanwhile by more than Jump, it stands where it was last
// seen; away is then how long nobody looked, by the wall clock, 0 where that went back.
func (c Clock) Reconcile(last, now Moment) (seen Clock, away time.Duration, jumped bool) {
	if gap := now.Gap(last); !c.Runs || gap >= -Jump && gap <= Jump {
		return c, 0, false
	}
	return c.Stop(last), max(0, now.Wall.Sub(last.Wall)), true
}

// Snapshot is a clock as it is kept, for the case that the program ends.
type Snapshot struct {
	Left time.Duration `json:"left"` // when it was seen
	Runs bool          `json:"runs"`
	At   time.Time     `json:"at"` // by the wall clock

	Turns *Turns `json:"turns,omitempty"` // whose time it is; nil: nobody's
}

// Seen returns the clock as it is to be kept now.
func (c Clock) Seen(now Moment) Snapshot {
	left := c.At(now)
	return Snapshot{Left: left, Runs: c.Runs && left > 0, At: now.Wall}
}

// Restore returns a kept clock after the program has ended: it stands where it was last seen.
// away is how long ago that was if it ran then, else 0.
func (s Snapshot) Restore(now Moment) (c Clock, away time.Duration) {
	if s.Runs {
		away = max(0, now.Wall.Sub(s.At))
	}
	return New(s.Left), away
}

// Seconds returns a time in whole seconds as a clock shows it: a second that has begun
// counts, so the full time is seen first and 0 only at the end.
func Seconds(d time.Duration) int { return int((max(d, 0) + time.Second - 1) / time.Second) }

// Face returns a time as a clock shows it: 8:00, 0:07, 1:20:00.
func Face(d time.Duration) string {
	s := Seconds(d)
	if s < 3600 {
		return strconv.Itoa(s/60) + ":" + two(s%60)
	}
	return strconv.Itoa(s/3600) + ":" + two(s/60%60) + ":" + two(s%60)
}

func two(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }
