package tty

import (
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keys"
)

// habit is how long after a key that was an answer an Enter is taken for part of it, and how far apart the Backspaces of a
// key that is held may be.
const habit = 400 * time.Millisecond

// surprise is how long it takes to see that a question has gone, since somebody's phone has answered it.
const surprise = 700 * time.Millisecond

// An ignore says which keys answer nothing and until when, since they were meant for something that is over. The zero value
// ignores nothing.
type ignore struct {
	until time.Time
	drops func(key string) bool
	lasts time.Duration // by how much each dropped key puts the end off; 0: it does not
}

// ignoreEnter ignores the Enter that habit presses behind a key that was a whole answer.
func ignoreEnter(at time.Time) ignore {
	return ignore{until: at.Add(habit), drops: func(key string) bool { return key == keys.Enter }}
}

// ignoreSecond ignores a second Enter where the same thing, with nothing to choose, is asked right after itself: the next
// card is not turned over before anybody has read the last one.
func ignoreSecond(at time.Time) ignore {
	return ignore{until: at.Add(surprise), drops: func(key string) bool { return key == keys.Enter }}
}

// ignoreBackspace ignores the rest of a run of Backspaces that has emptied a line, so that it undoes nothing.
func ignoreBackspace(at time.Time) ignore {
	return ignore{until: at.Add(habit), drops: func(key string) bool { return key == keys.Backspace }, lasts: habit}
}

// ignoreAll ignores keys for so long that were meant for a question that has gone.
func ignoreAll(at time.Time, long time.Duration) ignore {
	return ignore{until: at.Add(long), drops: func(string) bool { return true }}
}

// dropped reports whether a key that came at a time answers nothing. Any other key ends the ignoring of single keys.
func (i *ignore) dropped(key string, at time.Time) bool {
	if i.drops == nil || at.After(i.until) {
		*i = ignore{}
		return false
	}
	if !i.drops(key) {
		*i = ignore{}
		return false
	}
	if i.lasts > 0 {
		i.until = at.Add(i.lasts)
	}
	return true
}
