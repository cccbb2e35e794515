package keys

import "time"

// Habit is how long after a key that was an answer an Enter is taken for part of it, and how far apart the Backspaces of a
// key that is held may be.
const Habit = 400 * time.Millisecond

// Surprise is how long it takes to see that a question has gone, since somebody's phone has answered it.
const Surprise = 700 * time.Millisecond

// An Ignore says which keys answer nothing and until when, since they were meant for something that is over. The zero value
// ignores nothing.
type Ignore struct {
	until time.Time
	drops func(key string) bool
	lasts time.Duration // by how much each dropped key puts the end off; 0: it does not
}

// IgnoreEnter ignores the Enter that habit presses behind a key that was a whole answer.
func IgnoreEnter(at time.Time) Ignore {
	return Ignore{until: at.Add(Habit), drops: func(key string) bool { return key == Enter }}
}

// IgnoreSecond ignores a second Enter where the same thing, with nothing to choose, is asked right after itself: the next
// card is not turned over before anybody has read the last one.
func IgnoreSecond(at time.Time) Ignore {
	return Ignore{until: at.Add(Surprise), drops: func(key string) bool { return key == Enter }}
}

// IgnoreBackspace ignores the rest of a run of Backspaces that has emptied a line, so that it undoes nothing.
func IgnoreBackspace(at time.Time) Ignore {
	return Ignore{until: at.Add(Habit), drops: func(key string) bool { return key == Backspace }, lasts: Habit}
}

// IgnoreAll ignores keys for so long that were meant for a question that has gone.
func IgnoreAll(at time.Time, long time.Duration) Ignore {
	return Ignore{until: at.Add(long), drops: func(string) bool { return true }}
}

// Dropped reports whether a key that came at a time answers nothing. Any other key ends the ignoring of single keys.
func (i *Ignore) Dropped(key string, at time.Time) bool {
	if i.drops == nil || at.After(i.until) {
		*i = Ignore{}
		return false
	}
	if !i.drops(key) {
		*i = Ignore{}
		return false
	}
	if i.lasts > 0 {
		i.until = at.Add(i.lasts)
	}
	return true
}
