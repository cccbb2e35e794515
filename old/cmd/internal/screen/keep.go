package screen

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/timer"
)

// Saving runs beside the loop, because a busy disk must never stop the face. One snapshot is saved at a time,
// and only the latest waits. After a stop the loop waits for the last one, but not for long.

// brief is how long a stop waits for its snapshot to be saved.
const brief = 500 * time.Millisecond

// A keeper saves snapshots, each on its own goroutine. Its fields belong to the loop.
type keeper struct {
	with func(timer.Snapshot) error // nil: nothing is saved
	came chan saved                 // the result of the save in progress
	busy bool
	next *timer.Snapshot // waits for the save in progress
}

// saved is the result of saving.
type saved struct {
	err      error
	panicked string // raised again by the loop, where the terminal can be restored
}

func (k *keeper) attempt(s timer.Snapshot) (out saved) {
	out.panicked = guarded(func() { out.err = k.with(s) })
	return out
}

// guarded returns the panic of f with its stack, or "".
func guarded(f func()) (panicked string) {
	defer func() {
		if r := recover(); r != nil {
			panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	f()
	return ""
}

// save saves a snapshot, now or after the one in progress.
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

// close saves the snapshot that still waits, without waiting for it.
func (k *keeper) close() {
	if k.next == nil {
		return
	}
	go func() {
		<-k.came
		k.attempt(*k.next)
	}()
}

// saveDone handles the result of a save, and starts the next. If saving fails the clock runs on, and the table is
// told once.
func (l *loop) saveDone(s saved) {
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

// settle waits a moment until the latest snapshot is saved.
func (l *loop) settle() {
	enough := time.NewTimer(brief)
	defer enough.Stop()
	for l.keeper.busy {
		select {
		case s := <-l.keeper.came:
			l.saveDone(s)
		case <-enough.C:
			return
		}
	}
}

// settled returns why the final state is not saved, after one more attempt, or "".
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
