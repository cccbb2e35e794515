package screen

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/timer"
)

// Saving goes on beside the loop, because a busy disk must never stop the face. One clock is
// saved at a time, and what waits meanwhile is the latest one. The last one of a
// stop is waited for, but not for long.

// brief is how long a stop waits for its clock to be kept.
const brief = 500 * time.Millisecond

// A keeper saves clocks, each on a goroutine of its own. Its fields belong to the loop.
type keeper struct {
	with func(timer.Snapshot) error // nil: nothing is saved
	came chan saved                 // what came of the one that is being saved
	busy bool
	next *timer.Snapshot // waits until that one is saved
}

// saved is what came of saving.
type saved struct {
	err      error
	panicked string // it must be told where the terminal can be put in order
}

func (k *keeper) attempt(s timer.Snapshot) (out saved) {
	out.panicked = guarded(func() { out.err = k.with(s) })
	return out
}

// guarded returns with what f panicked, and where; "" where it did not.
func guarded(f func()) (panicked string) {
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	f()
	return ""
}

// save lets a clock be kept, now or when the one before is.
func (k *keeper) save(s timer.Snapshot) {
	switch {
	case k.with == nil:
	case k.busy:
		k.next = &s
	default:
		k.busy = true
		go func() { k.came <- k.attempt(s) }()
	}
}

// close has the latest clock saved, which nobody waits for.
func (k *keeper) close() {
	if k.next == nil {
		return
	}
	go func() {
		<-k.came
		k.attempt(*k.next)
	}()
}

// took takes down what became of a clock, and goes on to the one that waits. One that cannot be kept runs on, and the table is
// told, once.
func (l *loop) took(s saved) {
	if s.panicked != "" {
		panic(s.panicked)
	}
	l.pic.unkept = ""
	if s.err != nil {
		l.pic.unkept = fault.Said(l.Voice, s.err)
	}
	l.keeper.busy = false
	if next := l.keeper.next; next != nil {
		l.keeper.next = nil
		l.keeper.save(*next)
	}
}

// settle waits until the clock is kept as it stands, for a moment.
func (l *loop) settle() {
	enough := time.NewTimer(brief)
	defer enough.Stop()
	for l.keeper.busy {
		select {
		case s := <-l.keeper.came:
			l.took(s)
		case <-enough.C:
			return
		}
	}
}

// settled returns why the clock is not kept as it stands at the end, after one more attempt; empty where it is.
func (l *loop) settled(now timer.Moment) string {
	if l.pic.unkept != "" && !l.keeper.busy {
		l.keeper.save(l.seen(now))
		l.settle()
	}
	switch {
	case l.keeper.busy:
		return l.say(notYet)
	case l.pic.unkept != "":
		return l.say(notKept.With("why", l.pic.unkept))
	}
	return ""
}
