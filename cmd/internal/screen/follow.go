package screen

import (
	"context"
	"time"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// A clock that another window keeps is only watched: it is seen as that window saved it
// last, and nothing that is pressed here changes or keeps it. Who looks may still go back,
// ask for something else and leave.

// often is how often another window's clock is looked at.
const often = time.Second

// fresh is how old what another window saved may be while its clock is believed to run.
const fresh = 3 * time.Second

// A Kept clock is how another window left one.
type Kept struct {
	timer.Snapshot
	Alone bool // that window is gone: the clock may be taken over
	Moved bool // the game went on there
}

// follows looks at what the other window keeps, off the loop; nil: this window keeps the
// clock itself.
func (c Clock) follows(ctx context.Context) <-chan Kept {
	if c.Follow == nil {
		return nil
	}
	out := make(chan Kept)
	go func() {
		for {
			if k, ok := c.Follow(); ok {
				select {
				case out <- k:
				case <-ctx.Done():
					return
				}
			}
			select {
			case <-time.After(often):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// follow shows the clock as it is kept elsewhere.
func (l *loop) follow(k Kept, now timer.Moment) {
	l.other, l.pic.alone = k, k.Alone
	if k.Moved {
		l.leave(Outcome{End: Moved}, now)
		return
	}
	l.watch(now)
}

// watch brings the picture of another window's clock up to now. Where nothing was heard for a
// while it stands as it was seen last.
func (l *loop) watch(now timer.Moment) {
	l.clock, l.last = Seen(l.other.Snapshot, now), now
	l.pic.runs, l.pic.seconds, l.pic.up = l.clock.Runs, timer.Seconds(l.clock.At(now)), l.clock.Left == 0
	l.pic.whole = max(l.pic.whole, l.clock.Left)
}

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

// watches does what a key means at a clock that another window keeps.
func (l *loop) watches(text string, at timer.Moment) bool {
	switch {
	case text == "m":
		l.mute(text, at)
	case l.pic.alone:
		l.leave(Outcome{End: Again}, at)
	case goes(text):
		l.pic.asked++
	default:
		return false
	}
	return true
}
