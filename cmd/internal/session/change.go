package session

import (
	"bytes"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
)

// A Change is a correction that is not made yet.
type Change struct {
	Before, After scoring.State
	Event, Was    scoring.Event // new and old; nil if there is none
	Refused       []Refusal     // later events that would not be possible any more; Make takes them out

	line Line
}

// A Refusal is an event that a change makes impossible, and why.
type Refusal struct {
	Item Item
	Why  error
}

var errNames error = &fault.Failed{Say: lang.T("A name is put right by another name, or by an undo.")}

var errTable error = &fault.Failed{Say: lang.T("The table cannot be taken out.")}

// Do puts events that nobody was asked for: people, a stop, the word that everything is laid out. A game that was played
// elsewhere is put at once, its table first.
func (s *Session) Do(events ...scoring.Event) error {
	if st := s.State(); st != nil && len(events) == 1 {
		events = apart(scoring.FrameOf(st), events[0])
		for _, e := range events {
			next, err := s.apply(st, e)
			if err != nil {
				return err
			}
			st = next
		}
	}
	for some := range slices.Chunk(events, perLine) {
		var l Line
		for _, e := range some {
			p, err := stored(e)
			if err != nil {
				return err
			}
			l.Put = append(l.Put, p)
		}
		if err := s.write(l); err != nil {
			return err
		}
	}
	return nil
}

// Remove takes an event out.
func (s *Session) Remove(id ItemID) (*Change, error) {
	switch s.last().index(id) {
	case -1:
		return nil, errNone
	case 0:
		return nil, errTable
	}
	if it := s.last().items[s.last().index(id)]; it.renames {
		return nil, errNames
	}
	return s.propose(Line{Drop: []ItemID{id}}, nil)
}

// putAs ends a dialog with its event. Events that came in its middle and cannot follow it are taken out: people cannot come to
// a game that is over now.
func (s *Session) putAs(in string, before ItemID, e scoring.Event) error {
	c, err := s.propose(Line{Before: before, In: in}, e)
	if err != nil {
		return err
	}
	return s.Make(c)
}

// propose returns the change that a line with an event would make. Later events that become impossible are dropped in it.
func (s *Session) propose(l Line, e scoring.Event) (*Change, error) {
	now := s.last()
	c := &Change{Before: s.State(), Event: e}
	if e != nil {
		p, err := stored(e)
		if err != nil {
			return nil, err
		}
		l.Put = []Put{p}
	}
	if len(l.Drop) > 0 {
		c.Was = now.items[now.index(l.Drop[0])].Event
	}
	at, err := now.place(l)
	if err != nil {
		return nil, err
	}
	st := s.states[at]
	if e != nil {
		st, err = s.apply(st, e)
		if err != nil {
			return nil, err
		}
	}
	// Each later event is judged after those that stay, since one that is dropped may be the reason why the next one fits.
	for _, it := range now.items[at+len(l.Drop):] {
		next, err := s.play(st, it)
		if err != nil {
			c.Refused = append(c.Refused, Refusal{it, err})
			l.Drop = append(l.Drop, it.ID)
			continue
		}
		st = next
	}
	c.After, c.line = st, l
	return c, nil
}

// Make puts a change on the disk, if no line was written since it was proposed. A change that changes nothing leaves no
// line, unless answers of its dialog are on the disk.
func (s *Session) Make(c *Change) error {
	// Such answers are a draft, which only a line can end.
	if _, half := s.last().drafts[c.line.In]; !half && !c.Changes() {
		return nil
	}
	return s.write(c.line)
}

// Changes reports whether anything would be otherwise.
func (c *Change) Changes() bool {
	return !c.line.corrects() || len(c.Refused) > 0 || !same(c.Event, c.Was)
}

// same reports whether two events are stored alike. In memory they may differ, as one was asked for and the other read.
func same(a, b scoring.Event) bool {
	x, err := stored(a)
	y, other := stored(b)
	raw, _ := sheet.Write(x)
	was, _ := sheet.Write(y)
	return err == nil && other == nil && bytes.Equal(raw, was)
}
