package keys

import "time"

// Habit is how long after a key that was an answer an Enter is taken for part of it, and how far apart the Backspaces of a
// key that is held may be.
const Habit = 400 * time.Millisecond

// Calm is how far apart two Enters are at least that are both meant, where the second one would show somebody's card or turn
// the next one over.
const Calm = time.Second

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

// IgnoreSecond ignores a second Enter, and a third, where nothing is chosen: the next card is not turned over before anybody
// has read the last one, and an Enter that hides a card never shows the next person's.
func IgnoreSecond(at time.Time, long time.Duration) Ignore {
	return Ignore{until: at.Add(long), drops: func(key string) bool { return key == Enter }, lasts: long}
}

// IgnoreWord ignores the rest of a word that was typed without a pause where letters act alone, and its Enter.
func IgnoreWord(at time.Time) Ignore {
	return Ignore{until: at.Add(Habit), drops: func(key string) bool { return key == Enter || Letter(key) }, lasts: Habit}
}

// IgnoreBackspace ignores the rest of a run of Backspaces that has emptied a line, so that it undoes nothing.
func IgnoreBackspace(at time.Time) Ignore {
	return Ignore{until: at.Add(Habit), drops: func(key string) bool { return key == Backspace }, lasts: Habit}
}

// IgnoreAll ignores all keys for a while, since they were meant for a question that has gone, and further keys typed without a
// pause.
func IgnoreAll(at time.Time, long time.Duration) Ignore {
	return Ignore{until: at.Add(long), drops: func(string) bool { return true }, lasts: min(long, Habit)}
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
	if on := at.Add(i.lasts); on.After(i.until) {
		i.until = on
	}
	return true
}
