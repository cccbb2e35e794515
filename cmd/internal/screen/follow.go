package screen

import (
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// fresh is how old what another window saved may be while its clock is believed to run.
const fresh = 3 * time.Second

// Seen returns the clock of another window as it is now, by what that window saved last.
func Seen(s timer.Snapshot, now timer.Moment) timer.Clock {
	if since := now.Wall.Sub(s.At); s.Runs && since >= 0 && since <= fresh {
		return timer.New(s.Left - since).Start(now)
	}
	return timer.New(s.Left)
}

// Told returns how such a clock stands, in a sentence. left is the face of the clock.
func Told(runs bool, seconds int, left string) lang.Text {
	switch {
	case seconds == 0:
		return timeUp
	case runs:
		return goesOn.With("n", seconds, "time", left)
	}
	return stands.With("n", seconds, "time", left)
}
