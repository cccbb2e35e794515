package timer

import (
	"slices"
	"time"
)

// How many people a turn clock has.
const (
	FewestPeople = 2
	MostPeople   = 12
)

// Turns say whose time it is: one clock that counts down from Longest runs for everybody, and what it has passed
// is cut into turns, so that all the time there was is somebody's. It is a value: what happens returns another one.
type Turns struct {
	People []string      `json:"people"`
	Bank   time.Duration `json:"bank"` // what each begins with; 0: they count up
	Add    time.Duration `json:"add"`  // what each turn that is passed on gives to its bank
	Moves  []Move        `json:"moves"`
	Given  int           `json:"given"` // how often a turn was given back
}

// A Move ends a turn.
type Move struct {
	At  time.Duration `json:"at"` // how much time had passed, of everybody
	Out bool          `json:"out,omitempty"`
}

// A Share is what somebody has had of the time.
type Share struct {
	Turns int // that were begun
	Used  time.Duration
	Left  time.Duration // less than 0 behind an empty bank; 0 where there is none
	Out   bool
}

// Shares returns the time that everybody has had once so much has passed, and whose turn it is then.
func (t Turns) Shares(passed time.Duration) (all []Share, on int) {
	all = make([]Share, len(t.People))
	for i := range all {
		all[i].Left = t.Bank
	}
	all[0].Turns = 1
	took := time.Duration(0)
	spend := func(until time.Duration) {
		spent := max(0, until-took)
		took, all[on].Used = took+spent, all[on].Used+spent
		if t.Bank > 0 {
			all[on].Left -= spent
		}
	}
	for _, m := range t.Moves {
		spend(m.At)
		all[on].Out = m.Out
		if t.Bank > 0 && !m.Out {
			all[on].Left += t.Add
		}
		on = following(all, on)
		all[on].Turns++
	}
	spend(passed)
	return all, on
}

// following returns the next one who is not out; the same one where nobody else is left.
func following(all []Share, on int) int {
	for i := range all {
		if next := (on + 1 + i) % len(all); !all[next].Out {
			return next
		}
	}
	return on
}

// Next returns who would be on turn after this one.
func (t Turns) Next() int {
	all, on := t.Shares(0)
	return following(all, on)
}

// Pass lets the next one have the turn.
func (t Turns) Pass(passed time.Duration) Turns { return t.moved(Move{At: passed}) }

// Leave puts the person whose turn it is out; ok is false where nobody else is left.
func (t Turns) Leave(passed time.Duration) (after Turns, ok bool) {
	if _, on := t.Shares(0); t.Next() == on {
		return t, false
	}
	return t.moved(Move{At: passed, Out: true}), true
}

func (t Turns) moved(m Move) Turns {
	if n := len(t.Moves); n > 0 {
		m.At = max(m.At, t.Moves[n-1].At)
	}
	t.Moves = append(slices.Clip(t.Moves), m)
	return t
}

// Return gives the turn back to who had it before, with all the time since, as if it had never been passed on; ok is false
// where nobody had.
func (t Turns) Return() (before Turns, ok bool) {
	if len(t.Moves) == 0 {
		return t, false
	}
	t.Moves = t.Moves[:len(t.Moves)-1]
	t.Given++
	return t, true
}

// Number returns how often the turn was handed on or back: no two states of a clock have the same one.
func (t Turns) Number() int { return len(t.Moves) + 2*t.Given }

// Reads returns what the clock shows of somebody, counted down from Longest where they count up, so that one face does for both.
func (t Turns) Reads(s Share) time.Duration {
	if t.Bank == 0 {
		return Longest - s.Used
	}
	return s.Left
}

// Face returns what the clock shows of somebody.
func (t Turns) Face(s Share) string {
	if t.Bank == 0 {
		return Face(s.Used.Truncate(time.Second))
	}
	return FaceBelow(Below(s.Left))
}

// Below returns a time in whole seconds as Seconds does, and below 0 as many as are over.
func Below(d time.Duration) int { return Seconds(d) - int(max(-d, 0)/time.Second) }

// FaceBelow returns whole seconds as a clock shows them: 0:07, -0:07.
func FaceBelow(seconds int) string {
	face := Face(time.Duration(max(seconds, -seconds)) * time.Second)
	if seconds < 0 {
		return "-" + face
	}
	return face
}
