package session

import (
	"maps"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A question asks for the event of a dialog.
type question func(ask.Asker) (scoring.Event, error)

var (
	errNone  error = &fault.Failed{Say: lang.T("There is no such turn.")}
	errAsked error = &fault.Failed{Say: lang.T("Nobody was asked for that: it is taken out, or undone.")}
)

// Begin runs the dialog “table” and puts the table. was suggests it. Answers are on the disk as they come. Like every
// dialog it returns the asker's Move if the table wants elsewhere.
func (s *Session) Begin(a ask.Asker, was setup.Table) error {
	e, err := s.run(a, inTable, ask.Dialog{}, s.agree(was))
	if err != nil {
		return err
	}
	return s.putAs(inTable, 0, e)
}

// Next runs the dialog for the next event and puts it. A turn that is half told is judged by the table before the first of
// its answers, and stands there: people who came since take part from the next one on.
//
// The word about people who left is a dialog of its own: an end that is taken back leads to the turn that was half told.
func (s *Session) Next(a ask.Asker) error {
	if st := s.State(); len(s.Game().Leaving(st)) > 0 {
		e, err := s.run(a, inLeft, ask.Dialog{}, s.next(st, nil))
		if err != nil {
			return err
		}
		return s.putAs(inLeft, 0, e)
	}
	e, err := s.run(a, inNext, ask.Dialog{}, s.next(s.before(s.last().insertBefore), nil))
	if err != nil || e == nil {
		return err
	}
	return s.putAs(inNext, s.last().insertBefore, e)
}

// Correct asks about an event once more, from its first answer on. A correction that was left in the middle goes on there.
// With last it begins at the last answer. Nothing is changed before Make.
func (s *Session) Correct(a ask.Asker, id ItemID, last bool) (*Change, error) {
	i := s.last().index(id)
	if i < 0 {
		return nil, errNone
	}
	it := s.last().items[i]
	q := s.asks(s.states[i], it.Event)
	if q == nil {
		return nil, errAsked
	}
	_, half := s.last().drafts[edit(id)]
	d := ask.Dialog{Was: it.Said, Read: !half || last, Last: last}
	return s.change(a, d, Line{Drop: []ItemID{id}, In: edit(id)}, q)
}

// Insert asks for an event that was forgotten, before another one.
func (s *Session) Insert(a ask.Asker, before ItemID, last bool) (*Change, error) {
	st := s.Before(before)
	if st == nil {
		return nil, errNone
	}
	d := ask.Dialog{Read: last, Last: last}
	return s.change(a, d, Line{Before: before, In: insert(before)}, s.next(st, nil))
}

// change runs a dialog about an earlier event, and returns the change that its event would make.
func (s *Session) change(a ask.Asker, d ask.Dialog, l Line, q question) (*Change, error) {
	d.Told = true
	e, err := s.run(a, l.In, d, q)
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return nil, errNone
	}
	return s.propose(l, e)
}

// run runs a dialog, beginning with its answers that are on the disk.
func (s *Session) run(a ask.Asker, in string, d ask.Dialog, q question) (scoring.Event, error) {
	now := s.draft(s.last(), in)
	d.Seed, d.Kept = now.seed, now.entries
	d.Keep = func(from int, answers []ask.Entry) error {
		return s.write(Line{Said: &Said{In: in, From: from, Answers: answers}})
	}
	return ask.Run(a, &d, q)
}

// Begun reports whether the next event is half told.
func (s *Session) Begun() bool {
	_, told := s.last().drafts[inNext]
	return told
}

// A Half is a correction that was left in the middle, or, with Insert, something forgotten that is put in before an item.
type Half struct {
	ID     ItemID
	Insert bool
}

func (h Half) in() string {
	if h.Insert {
		return insert(h.ID)
	}
	return edit(h.ID)
}

// Half returns the corrections and insertions that were left in the middle.
func (s *Session) Half() (all []Half) {
	for _, in := range slices.Sorted(maps.Keys(s.last().drafts)) {
		if what, id := split(in); id != 0 {
			all = append(all, Half{id, what == inInsert})
		}
	}
	return all
}

// Forget gives up a correction or an insertion that was left in the middle.
func (s *Session) Forget(h Half) error { return s.write(Line{In: h.in()}) }
