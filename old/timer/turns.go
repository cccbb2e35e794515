package timer

import (
	"slices"
	"time"
)

// The number of people on a turn clock.
const (
	FewestPeople = 2
	MostPeople   = 12
)

// Turns is a turn clock. One clock counts down from Longest for everybody, and the time it has passed is cut
// into turns, so that every moment is somebody's. It is a value: its methods return changed copies.
type Turns struct {
	People []string      `json:"people"`
	Bank   time.Duration `json:"bank"` // everybody's time at the beginning; 0: they count up
	Add    time.Duration `json:"add"`  // added to a person's bank with each turn they pass on
	Moves  []Move        `json:"moves"`
	Given  int           `json:"given"` // how often a turn was given back
}

// A Move ends a turn.
type Move struct {
	At  time.Duration `json:"at"` // the time passed in total
	Out bool          `json:"out,omitempty"`
}

// A Share is one person's part of the time.
type Share struct {
	Turns int // the number of turns begun
	Used  time.Duration
	Left  time.Duration // negative if the bank is overdrawn; 0 without a bank
	Out   bool
}

// Shares returns everybody's share once so much time has passed, and whose turn it is then.
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

// following returns the next person who is not out, or the same person if everybody else is.
func following(all []Share, on int) int {
	for i := range all {
		if next := (on + 1 + i) % len(all); !all[next].Out {
			return next
		}
	}
	return on
}

// Next returns whose turn comes after this one.
func (t Turns) Next() int {
	all, on := t.Shares(0)
	return following(all, on)
}

// Pass hands the turn to the next person.
func (t Turns) Pass(passed time.Duration) Turns { return t.moved(Move{At: passed}) }

// Leave takes the person on turn out. ok is false if nobody else is left.
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

// Return gives the turn back to the person before, with all the time since, as if it had never been passed on.
// ok is false if there was no turn before.
func (t Turns) Return() (before Turns, ok bool) {
	if len(t.Moves) == 0 {
		return t, false
	}
	t.Moves = t.Moves[:len(t.Moves)-1]
	t.Given++
	return t, true
}

// Number counts how often the turn was handed on or back, so that no two states of a clock have the same
// number.
func (t Turns) Number() int { return len(t.Moves) + 2*t.Given }

// Reads returns the time on a person's face, counted down from Longest if they count up, so that one face
// serves both.
func (t Turns) Reads(s Share) time.Duration {
	if t.Bank == 0 {
		return Longest - s.Used
	}
	return s.Left
}

// Face formats the time on a person's face.
func (t Turns) Face(s Share) string {
	if t.Bank == 0 {
		return Face(s.Used.Truncate(time.Second))
	}
	return FaceBelow(Below(s.Left))
}

// Below rounds a time to whole seconds as Seconds does, and to negative ones once it is overdrawn.
func Below(d time.Duration) int { return Seconds(d) - int(max(-d, 0)/time.Second) }

// FaceBelow formats whole seconds as a clock shows them: 0:07, -0:07.
func FaceBelow(seconds int) string {
	face := Face(time.Duration(max(seconds, -seconds)) * time.Second)
	if seconds < 0 {
		return "-" + face
	}
	return face
}
