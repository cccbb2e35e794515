package session

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A Refused is an event that the rules refuse after a change, and why.
type Refused struct {
	Item
	Why *scoring.Fault
}

// A Proposal is a correction that waits for the table to confirm it. Nothing is written before Make.
type Proposal struct {
	Dropped, Put  []Item        // the items that go, and those that come
	Before, After scoring.State // the game without and with it
	Later         []Refused     // later events that the rules would refuse, in the order of the game; Make drops them
	Was           []Item        // the items before it, in the order of the table
	Base          *Proposal     // the correction that broke the event asked again in this one; nil: none

	change change
	slots  []string
	lines  int      // of the log that it was made for
	kept   int      // how often its slots were written
	with   snapshot // the game with it
}

// Leave gives a correction up and drops its answers. The table is back at now.
func (s *Session) Leave(p *Proposal) error {
	s.Place.ToNow()
	return s.Drafts.dropAgain(p.slots...)
}

// broken returns the table at which the first event that a correction breaks is asked about again.
func (p *Proposal) broken() *oldTable { return p.with.again(indexOf(p.with.items, p.Later[0].ID)) }

// MayAsk reports whether the first event that a correction breaks can be asked again. A game that is over asks nothing.
func (s *Session) MayAsk(p *Proposal) bool {
	if len(p.Later) == 0 || len(p.change.puts()) >= perLine/2 {
		return false
	}
	switch p.Later[0].Event.(type) {
	case scoring.Here, scoring.Stop:
		return false
	}
	old := p.broken()
	return p.Later[0].Why.Say.ID != scoring.Over.ID && old != nil && !old.before().Result().Over
}

// Again asks about the first event that a correction breaks once more, if MayAsk allows it, in the game as the
// correction leaves it and with the old answers suggested. The answers are kept in the slot "again ID". The new
// proposal is both corrections in one change.
func (s *Session) Again(a ask.Asker, p *Proposal) (*Proposal, error) {
	it := p.Later[0].Item
	t := dialog{slot: slotOf(again, it.ID), seed: s.Log.seed(it)}
	t.ask, t.seats = p.broken().talk(s.Log.g)
	said, was, whole := s.Log.snapshot().recorded(it, t.ask, nil)
	if whole {
		was, _, _ = replay(said, t.ask)
	}
	t.was = was
	s.Place.here.again = it.ID
	d, err := s.Drafts.openDialog(t)
	if err != nil {
		return nil, err
	}
	if _, _, whole := replay(d.Draft, t.ask); whole { // it was answered before, and the table comes back to it
		d.At = max(0, len(d.Entries)-1)
	}
	var next *Proposal
	t.done = func(events []outcome, d ask.Draft) (err error) {
		c := p.change
		c.more = append(slices.Clip(c.more), change{drop: []int{it.ID}, put: items(events, d)})
		next, err = s.propose(c, append(slices.Clip(p.slots), t.slot)...)
		if next != nil {
			next.Base = p
		}
		return err
	}
	return next, s.Drafts.runDialog(a, t)
}

// Moves reports whether any past event would read differently if people sat elsewhere: seats has the new seat by the
// old one, at the proposed table.
func (s *Session) Moves(seats []int, p *Proposal) bool {
	old, now := s.Log.items[0].Event.(setup.Table), p.Put[0].Event.(setup.Table)
	return slices.ContainsFunc(s.Log.items[1:], func(it Item) bool {
		return !sameEvent(it.Event, s.Log.g.Move(it.Event, old, now, seats))
	})
}

// Holds reports whether neither the game nor the answers have changed since the proposal.
func (s *Session) Holds(p *Proposal) bool {
	return p.lines == len(s.Log.lines) && p.kept == s.Drafts.count(p.slots)
}

// Begin asks for the table and makes it the first event. The answers are kept in the slot "table".
func (s *Session) Begin(a ask.Asker, f func(ask.Asker) (setup.Table, error)) error {
	t := s.Drafts.ahead()
	t.ask = single(func(a ask.Asker) (scoring.Event, error) { return f(a) })
	t.done = func(events []outcome, d ask.Draft) error {
		return s.commit(change{put: items(events, d)}, slotTable)
	}
	return s.Drafts.runDialog(a, t)
}

// Next asks what happened next, and does it. The table is known. The answers are kept in the slot "next" until the
// event is stored. ErrBack: the table went back before the first question.
func (s *Session) Next(a ask.Asker) (scoring.Event, error) {
	var e scoring.Event
	t := s.Drafts.nextTalk()
	t.done = func(events []outcome, d ask.Draft) error {
		e = events[0].event
		put := items(events, d)
		if begun := s.Drafts.begunAt(); begun < len(s.Log.lines) {
			put[0].Since = begun
		}
		return s.commit(change{put: put}, slotNext)
	}
	return e, s.Drafts.runDialog(a, t)
}

// Do adds an event that took no questions.
func (s *Session) Do(e scoring.Event) error {
	return s.commit(change{put: []Item{{Event: e}}})
}

// Insert asks for something forgotten before an item: one event or, between two rounds, a whole round, in one dialog.
// The answers are kept in the slot "insert ID". ErrBack: the table went back before the first question.
func (s *Session) Insert(a ask.Asker, before int) (*Proposal, error) {
	if indexOf(s.Log.items, before) < 1 {
		return nil, errTable
	}
	slot := slotOf(inserting, before)
	var p *Proposal
	t := s.Drafts.talk(slot, s.Log.chance(before), func(t snapshot) (dialogFunc, []int) { return t.round(before) })
	if d, err := s.Drafts.openDialog(t); err == nil {
		s.Place.arrive(d)
	}
	t.done = func(events []outcome, d ask.Draft) (err error) {
		p, err = s.propose(change{before: before, put: items(events, d)}, slot)
		return err
	}
	err := s.Drafts.runDialog(a, t)
	if p != nil {
		s.Place.here.arrive = atLast // in case the table does not confirm it
	}
	return p, err
}

// Remove proposes to drop an item.
func (s *Session) Remove(id int) (*Proposal, error) {
	if i := indexOf(s.Log.items, id); i == 0 {
		return nil, errTable
	}
	if err := s.Drafts.dropAgain(); err != nil { // of an abandoned removal, which left no other trace
		return nil, err
	}
	return s.propose(change{drop: []int{id}})
}

// Reseat proposes another table. seats has the new seat by the old one, -1 for a person who is gone, and all scores
// move with the people. With nil everybody stays seated, and scores stay with the seats.
func (s *Session) Reseat(t setup.Table, seats []int) (*Proposal, error) {
	it := s.Log.items[0]
	return s.propose(change{drop: []int{it.ID}, put: []Item{{Event: t, Said: it.Said}}, seats: seats}, slotOf(editing, it.ID))
}

// Seated returns the proposal of another table with other seats, as for Reseat.
func (s *Session) Seated(p *Proposal, seats []int) (*Proposal, error) {
	c := p.change
	c.seats = seats
	return s.propose(c, p.slots...)
}

// With returns a proposal with further events in the same change.
func (s *Session) With(p *Proposal, events []scoring.Event) (*Proposal, error) {
	if len(events) == 0 {
		return p, nil
	}
	also := change{}
	for _, e := range events {
		also.put = append(also.put, Item{Event: e})
	}
	c := p.change
	c.more = append(slices.Clip(c.more), also)
	return s.propose(c, p.slots...)
}

// same reports whether two values are stored as the same text.
func same(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

func sameEvent(a, b scoring.Event) bool { return a.Kind() == b.Kind() && same(a, b) }

// propose returns a change for the table to confirm. The error is a *fault.Fault if the rules refuse the change itself.
func (s *Session) propose(c change, slots ...string) (*Proposal, error) {
	l := s.Log.changed(c)
	if t, is := tablePut(c.put); is && c.columns == nil {
		l.columns = matched(columnsOf(s.Log.g, s.Log.items[0].Event.(setup.Table)), columnsOf(s.Log.g, t))
	}
	with, refused, err := judged(s.Log.g, append(slices.Clip(s.Log.lines), l))
	if err != nil {
		return nil, err
	}
	p := &Proposal{
		Dropped: itemsOf(s.Log.items, c.drops()), Put: c.puts(), Before: s.Log.state, After: with.state, Later: refused, Was: s.Log.items,
		change: l.change, slots: slots, lines: len(s.Log.lines), kept: s.Drafts.count(slots), with: with,
	}
	for _, r := range refused { // a fault in the change itself refuses all of it
		if indexOf(p.Put, r.ID) >= 0 {
			return p, r.Why
		}
	}
	return p, nil
}

// tablePut returns the table among some new items, and whether there is one.
func tablePut(put []Item) (t setup.Table, is bool) {
	if len(put) > 0 {
		t, is = put[0].Event.(setup.Table)
	}
	return t, is
}

// Make makes a correction, and drops the events in its way in the same change. ErrMoved: the game has moved on since
// the proposal.
func (s *Session) Make(p *Proposal) error {
	if p.lines != len(s.Log.lines) {
		return ErrMoved
	}
	all := p.change
	all.drop = slices.Clone(all.drop)
	for _, r := range p.Later {
		all.drop = append(all.drop, r.ID)
	}
	return s.commit(all, p.slots...)
}

// commit adds a change to the log, and drops the drafts in slots.
func (s *Session) commit(c change, slots ...string) error {
	l := s.Log.changed(c)
	return s.Log.add(l, s.Drafts.drops(slots, l))
}
