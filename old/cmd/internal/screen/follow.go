package screen

import (
	"time"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// fresh is how old a snapshot of another window may be for its clock to be taken as running.
const fresh = 3 * time.Second

// Seen returns the clock of another window as it is now, from its last snapshot.
func Seen(s timer.Snapshot, now timer.Moment) timer.Clock {
	if since := now.Wall.Sub(s.At); s.Runs && since >= 0 && since <= fresh {
		return timer.New(s.Left - since).Start(now)
	}
	return timer.New(s.Left)
}

// Told describes such a clock in a sentence. left is its face.
func Told(runs bool, seconds int, left string) lang.Text {
	switch {
	case seconds == 0:
		return timeUp
	case runs:
		return goesOn.With("n", seconds, "time", left)
	}
	return stands.With("n", seconds, "time", left)
}

var (
	badAt      = lang.Msg("screen.bad-at", "“{it}” is not a time of day: 21:30, 21h30, 9:30pm")
	farAt      = lang.Msg("screen.far-at", "“{it}” is more than 24 hours away: clocks go back in between")
	upToday    = lang.Msg("screen.up-today", "Until {time} today")
	upTomorrow = lang.Msg("screen.up-tomorrow", "Until {time} tomorrow")
)

// UpAt makes the clock end at a time of day, and says whether that is today.
func (c Clock) UpAt(typed string, now time.Time) (Clock, *fault.Fault) {
	at, ok := timer.ReadTimeOfDay(typed)
	if !ok {
		return c, fault.New(badAt.With("it", typed))
	}
	var today bool
	c.Until, today = at.Next(now)
	c.Left = c.Until.Sub(now)
	c.Limit = c.Left
	if c.Left > timer.Longest {
		return c, fault.New(farAt.With("it", typed))
	}
	say := upTomorrow.With("time", at.String())
	if today {
		say = upToday.With("time", at.String())
	}
	if c.Text.String() == "" {
		c.Text = say
	} else {
		c.Notes = []lang.Text{say}
	}
	return c, nil
}
