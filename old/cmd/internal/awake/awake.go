// Package awake keeps the machine from falling asleep while anything wants that. It uses an inhibitor of the system,
// which goes away with the program, however that ends, and changes no setting.
package awake

import "sync"

// A Hold takes an inhibitor from the system. held waits a moment and reports whether there is one; release gives it
// back.
type Hold func(why string) (release func(), held func() bool)

// A Lock holds the inhibitor while anything wants it. It is safe for concurrent use, and a nil Lock does nothing.
type Lock struct {
	hold Hold
	why  string

	mu      sync.Mutex
	wants   map[string]bool
	release func() // nil while nothing is held
	asked   sync.Once
}

// New returns a lock. why is what the system tells people who ask it what keeps it awake. If hold is nil, as in tests,
// so is the lock.
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

// Lacks reports whether nothing can keep this machine awake. Only its first call finds out, which takes a moment; later
// calls return false.
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
