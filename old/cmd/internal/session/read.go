package session

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/setup"
)

// Part runs the dialog of the current part. It returns a Proposal if answers were changed. Otherwise the table has
// turned to another part, or the error says why not: ErrHalf, or what the Asker returned.
func (s *Session) Part(a ask.Asker, table seating) (*Proposal, error) {
	h, ok := s.Place.At()
	if !ok {
		s.Place.ToNow()
		return nil, nil
	}
	it, slot := h.Item, h.slot()
	t := s.Drafts.talk(slot, s.Log.seed(it), func(t snapshot) (dialogFunc, []int) { return t.asking(it.ID, table) })
	stood, was, whole := s.Log.snapshot().recorded(it, t.ask, table)
	if _, is := it.Event.(setup.Table); is && !whole {
		was = nil // the present table is a better suggestion
	}
	t.read, t.was = stood, was
	if !whole && !s.Place.Correcting() {
		return nil, s.Place.turned(s.unasked(a, it), false)
	}
	d, err := s.Drafts.openDialog(t)
	if err != nil {
		return nil, err
	}
	s.Place.arrive(d)
	var p *Proposal
	t.done = func(events []outcome, d ask.Draft) (err error) {
		if sameEvent(events[0].event, it.Event) {
			return s.Drafts.dropSlot(slot)
		}
		p, err = s.propose(change{drop: []int{it.ID}, put: items(events, d)}, slot)
		return err
	}
	err = s.Drafts.runDialog(a, t)
	if p != nil && err == nil {
		s.Place.here.arrive = atLast // in case the table does not confirm it
		return p, nil
	}
	return nil, s.Place.turned(err, s.Drafts.changed(slot, stood))
}

// unasked passes over a part without questions to the next one that has any. At the first part, and in a game without
// any questions, such as one from a sheet, it shows what happened instead.
func (s *Session) unasked(a ask.Asker, it Item) error {
	asked := func(it Item) bool { return len(it.Said.Entries) > 0 }
	switch {
	case indexOf(s.Log.items, it.ID) == 0 || !slices.ContainsFunc(s.Log.items, asked):
		return ask.Tell(a, "session.part", sayRead, s.Log.About(s.Log.items, it))
	case s.Place.here.arrive == atLast:
		return ask.ErrBack
	}
	return nil
}
