package screen

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/tablemate/tablemate/timer"
)

// Saving goes on beside the loop, because a busy disk must never stop the face. One clock is
// saved at a time, and what waits meanwhile is the latest one. The last one of a
// stop is waited for, but not for long.

// brief is how long a stop waits for its clock to be kept.
const brief = 500 * time.Millisecond

// A keeper saves clocks on a goroutine of its own. Its fields belong to the loop.
type keeper struct {
	turn chan timer.Snapshot // the next one to be saved; never full while the keeper is idle
	came chan saved          // what came of each
	busy bool
	next *timer.Snapshot // waits until the keeper is idle
}

// saved is what came of saving.
type saved struct {
	err      error
	panicked string // it must be told where the terminal can be put in order
}

// newKeeper saves until close is called; nil: there is nothing to save with.
func newKeeper(save func(timer.Snapshot) error) *keeper {
	if save == nil {
		return nil
	}
	k := &keeper{turn: make(chan timer.Snapshot, 1), came: make(chan saved, 2)}
	go func() {
		for s := range k.turn {
			k.came <- attempt(save, s)
		}
	}()
	return k
}

func attempt(save func(timer.Snapshot) error, s timer.Snapshot) (out saved) {
	defer func() {
		if r := recover(); r != nil {
			out.panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return saved{err: save(s)}
}

// save lets a clock be kept, now or when the one before is.
func (k *keeper) save(s timer.Snapshot) {
	if k.busy {
		k.next = &s
		return
	}
	k.busy = true
	k.turn <- s
}

// idle goes on to the clock that waits.
func (k *keeper) idle() {
	k.busy = false
	if s := k.next; s != nil {
		k.next = nil
		k.save(*s)
	}
}

// close ends the keeper once the latest clock is saved, which nobody waits for.
func (k *keeper) close() {
	if k.next != nil {
		k.turn <- *k.next
	}
	close(k.turn)
}

// keeps returns where it comes what became of a clock; never, where nothing is saved.
func (l *loop) keeps() <-chan saved {
	if l.keeper == nil {
		return nil
	}
	return l.keeper.came
}

// took takes down what became of a clock. One that cannot be kept runs on, and the table is
// told, once.
func (l *loop) took(s saved) {
	if s.panicked != "" {
		panic(s.panicked)
	}
	l.pic.unkept = ""
	if s.err != nil {
		l.pic.unkept = l.fault(s.err)
	}
	l.keeper.idle()
}

// settle waits until the clock is kept as it stands, for a moment.
func (l *loop) settle() {
	if l.keeper == nil || !l.keeper.busy {
		return
	}
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
	if l.keeper == nil {
		return ""
	}
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
