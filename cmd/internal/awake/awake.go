// Package awake keeps this machine from falling asleep as long as somebody wants that. One inhibitor of the system does it, which
// is gone with the program, however that ends; it changes no setting.
package awake

import "sync"

// A Hold takes an inhibitor of the system. held waits a moment, and reports whether the system gave one; release gives it back.
type Hold func(why string) (release func(), held func() bool)

// A Lock holds the inhibitor while something wants it. It is safe for several goroutines; nil wants nothing.
type Lock struct {
	hold Hold
	why  string

	mu      sync.Mutex
	wants   map[string]bool
	release func() // nil: nothing is held
	asked   sync.Once
}

// New returns a lock; why is what the system shows people who ask it what keeps it awake. A nil hold is a nil lock: in a test nothing is held.
func New(hold Hold, why string) *Lock {
	if hold == nil {
		return nil
	}
	return &Lock{hold: hold, why: why, wants: map[string]bool{}}
}

// Want says whether something wants the machine awake from now on.
func (l *Lock) Want(what string, on bool) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if on {
		l.wants[what] = true
	} else {
		delete(l.wants, what)
	}
	switch {
	case len(l.wants) > 0 && l.release == nil:
		l.release, _ = l.hold(l.why)
	case len(l.wants) == 0 && l.release != nil:
		l.release()
		l.release = nil
	}
}

// Lacks reports that nothing here keeps the machine awake: the first time that it is asked, which takes a moment, and never again.
func (l *Lock) Lacks() (lacks bool) {
	if l == nil {
		return false
	}
	l.asked.Do(func() {
		release, held := l.hold(l.why)
		lacks = !held()
		release()
	})
	return lacks
}
