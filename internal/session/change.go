package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Refused is an event that the rules refuse after a change, and why.
type Refused struct {
	Item
	Why *scoring.Fault
}

// A Conflict is a change that would make later events illegal. Nothing is written: the
// table leaves all as it was, or takes those events back in the same change (TakeBack).
type Conflict struct {
	Later []Refused // in the order of the game

	change change
	slots  []string
	lines  int // of the log that it was about
}

// Error names the events.
func (c *Conflict) Error() string {
	text := "session: the rules would then refuse"
	for _, r := range c.Later {
		text += fmt.Sprintf(" event %d (%s: %v)", r.ID, r.Event.Kind(), r.Why)
	}
	return text
}

// Begin asks for the table and makes it the first event. The answers are kept in the
// slot "table". ErrBegun: there is one.
func (s *Session) Begin(a ask.Asker, f func(ask.Asker) (setup.Table, error)) error {
	if len(s.lines) > 0 {
		return ErrBegun
	}
	t := talk{slot: slotTable, seed: s.firstSeed()}
	t.ask = func(a ask.Asker) (scoring.Event, error) { return f(a) }
	t.done = func(e scoring.Event, said ask.Draft) error {
		return s.commit(change{put: []Item{{Event: e, Said: said}}}, slotTable)
	}
	_, err := s.hold(a, t)
	return err
}

// Next asks what happened next, and does it. The answers are kept in the slot "next"
// until the event is stored.
func (s *Session) Next(a ask.Asker) (scoring.Event, error) {
	if s.state == nil {
		return nil, ErrNoTable
	}
	t := talk{slot: slotNext, was: s.was, seed: s.chance(len(s.lines), 0)}
	t.ask = func(a ask.Asker) (scoring.Event, error) { return s.g.Ask(a, s.state) }
	t.then = func(lines []line) maker {
		_, state, err := s.from(lines)
		if err != nil || state == nil {
			return nil
		}
		return func(a ask.Asker) (scoring.Event, error) { return s.g.Ask(a, state) }
	}
	t.done = func(e scoring.Event, said ask.Draft) error {
		return s.commit(change{put: []Item{{Event: e, Said: said}}}, slotNext)
	}
	e, err := s.hold(a, t)
	if err == nil {
		s.was = ask.Draft{}
	}
	return e, err
}

// Back is one question back across events: it takes the last event back, and the
// conversation that made it goes on without its last answer, which is suggested.
// ErrNothing: the last thing done was no event that somebody was asked about.
func (s *Session) Back() error {
	done, _, err := standing(s.lines)
	if err != nil {
		return err
	}
	if len(done) < 2 {
		return ErrNothing
	}
	l := s.lines[done[len(done)-1]]
	if len(l.drop) > 0 || l.before != 0 || len(l.put) != 1 || len(l.put[0].Said.Said) == 0 {
		return ErrNothing
	}
	if err := s.Undo(); err != nil {
		return err
	}
	s.was = l.put[0].Said
	shorter := s.was
	shorter.Said = slices.Clone(s.was.Said[:len(s.was.Said)-1])
	return s.keep(slotNext, shorter)
}

// Do adds an event that nobody had to be asked about.
func (s *Session) Do(e scoring.Event) error {
	if s.state == nil {
		return ErrNoTable
	}
	return s.commit(change{put: []Item{{Event: e}}})
}

// Edit asks again what made an item, on the state before it, with the old answers
// suggested; table asks for the table, where the item is the first. The answers are kept
// in the slot "edit ID". An edit that changes nothing is not written. The error may be a
// *Conflict.
func (s *Session) Edit(a ask.Asker, id int, table func(ask.Asker, setup.Table) (setup.Table, error)) error {
	i := place(s.items, id)
	if i < 0 {
		return ErrGone
	}
	old := s.items[i]
	slot := slotOf(editing, id)
	t := talk{slot: slot, was: old.Said, seed: old.Said.Seed}
	if t.seed == 0 {
		t.seed = s.chance(len(s.lines), id)
	}
	t.then = s.earlier(id, table)
	t.ask = s.asking(s.items, id, table)
	t.done = func(e scoring.Event, said ask.Draft) error {
		if same(e, old.Event) {
			return s.Drop(slot)
		}
		return s.commit(change{drop: []int{id}, put: []Item{{Event: e, Said: said}}}, slot)
	}
	_, err := s.hold(a, t)
	return err
}

// Insert asks for a forgotten event that stood before an item. The answers are kept in
// the slot "insert ID". The error may be a *Conflict.
func (s *Session) Insert(a ask.Asker, before int) error {
	switch i := place(s.items, before); {
	case i < 0:
		return ErrGone
	case i == 0:
		return ErrTable
	}
	slot := slotOf(inserting, before)
	t := talk{slot: slot, seed: s.chance(len(s.lines), before)}
	t.then = s.earlier(before, nil)
	t.ask = s.asking(s.items, before, nil)
	t.done = func(e scoring.Event, said ask.Draft) error {
		return s.commit(change{before: before, put: []Item{{Event: e, Said: said}}}, slot)
	}
	_, err := s.hold(a, t)
	return err
}

// earlier is asking, after earlier lines of the log.
func (s *Session) earlier(id int, table func(ask.Asker, setup.Table) (setup.Table, error)) func([]line) maker {
	return func(lines []line) maker {
		items, _, err := s.from(lines)
		if err != nil {
			return nil
		}
		return s.asking(items, id, table)
	}
}

// asking is the conversation that makes an item, on the state before it; nil where the
// item is not.
func (s *Session) asking(items []Item, id int, table func(ask.Asker, setup.Table) (setup.Table, error)) maker {
	i := place(items, id)
	switch {
	case i < 0:
		return nil
	case i == 0:
		return func(a ask.Asker) (scoring.Event, error) { return table(a, items[0].Event.(setup.Table).Clone()) }
	}
	state, refused, err := play(s.g, items[:i])
	if err != nil || len(refused) > 0 {
		return nil
	}
	return func(a ask.Asker) (scoring.Event, error) { return s.g.Ask(a, state) }
}

func same(a, b scoring.Event) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && a.Kind() == b.Kind() && bytes.Equal(x, y)
}

// Remove takes an item back. The error may be a *Conflict.
func (s *Session) Remove(id int) error {
	if i := place(s.items, id); i == 0 {
		return ErrTable
	}
	return s.commit(change{drop: []int{id}})
}

// TakeBack makes the change of a Conflict, and takes the events that stood in its way
// back in the same change. ErrMoved: the game went on since.
func (s *Session) TakeBack(c *Conflict) error {
	if c.lines != len(s.lines) {
		return ErrMoved
	}
	all := c.change
	all.drop = slices.Clone(all.drop)
	for _, r := range c.Later {
		all.drop = append(all.drop, r.ID)
	}
	return s.commit(all, c.slots...)
}

// CanUndo reports whether a change can be taken back; the table never can.
func (s *Session) CanUndo() bool {
	done, _, err := standing(s.lines)
	return err == nil && len(done) > 1
}

// CanRedo reports whether the last line was an undo, or one of several.
func (s *Session) CanRedo() bool {
	_, undone, err := standing(s.lines)
	return err == nil && len(undone) > 0
}

// Undo takes back the last change that stands, be it an event, an edit or a removal.
// ErrNothing: there is none but the table.
func (s *Session) Undo() error {
	if !s.CanUndo() {
		return ErrNothing
	}
	return s.add(line{kind: Undone}, nil)
}

// Redo makes the last change again that was undone. ErrNothing: there is none, or a
// change came after it.
func (s *Session) Redo() error {
	if !s.CanRedo() {
		return ErrNothing
	}
	return s.add(line{kind: Redone}, nil)
}

func (s *Session) commit(c change, slots ...string) error {
	for k := range c.put {
		c.put[k].ID = (len(s.lines)+1)*perLine + k
	}
	return s.add(line{kind: Changed, change: c}, slots)
}

// add is the one way into the log: the rules, the disk, the memory, in that order. The
// drafts in slots are dropped with it. The error is a *lang.Fault where the rules refuse
// what is put or the disk refuses to write, a *Conflict, or ErrMoved.
func (s *Session) add(l line, slots []string) error {
	lines := append(slices.Clip(s.lines), l)
	items, err := fold(lines)
	if err != nil {
		return err
	}
	state, refused, err := play(s.g, items)
	if err != nil {
		return err
	}
	if err := s.judge(l, refused, slots); err != nil {
		return err
	}
	p, err := projection(items, state)
	if err != nil {
		return err
	}
	body, err := l.write()
	if err != nil {
		return err
	}
	if err := s.ensure(); err != nil {
		return unwritten(err)
	}
	lines[len(s.lines)].at = s.now()
	var drop []store.Drop
	for _, slot := range append(slices.Clip(slots), s.outdated(l, items)...) {
		drop = append(drop, store.Drop{Slot: slot, Number: -1})
	}
	if err := s.st.Append(s.id, len(s.lines), lines[len(s.lines)].at, body, p, drop...); err != nil {
		return s.refused(err)
	}
	s.lines, s.items, s.state = lines, items, state
	return nil
}

// judge tells what the rules have against the change itself from what they then have
// against later events.
func (s *Session) judge(l line, refused []Refused, slots []string) error {
	if len(refused) == 0 {
		return nil
	}
	for _, r := range refused {
		if place(l.put, r.ID) >= 0 {
			return r.Why
		}
	}
	if l.kind != Changed {
		return refused[0].Why // only rules that are not what they were when it was played
	}
	return &Conflict{Later: refused, change: l.change, slots: slots, lines: len(s.lines)}
}

// outdated is the drafts that mean nothing after a change: those about items that it
// drops, and that of the next event, where the next event is then another one.
func (s *Session) outdated(l line, items []Item) []string {
	var slots []string
	for _, id := range l.drop {
		slots = append(slots, slotOf(editing, id), slotOf(inserting, id))
	}
	if len(s.items) == 0 || len(items) == len(s.items) || items[len(items)-1].ID == s.items[len(s.items)-1].ID {
		return slots
	}
	return append(slots, slotNext)
}

// ensure makes room for the game in the store, once.
func (s *Session) ensure() error {
	if s.id != "" {
		return nil
	}
	id, err := s.st.Create(s.g.ID, "", s.started, func(n int) int { return int(s.random() % uint64(n)) })
	if err == nil {
		s.id = id
	}
	return err
}

// refused is what a session makes of the store's refusal. What another try cannot cure
// is no Fault, for that would be put to the table again and again.
func (s *Session) refused(err error) error {
	switch {
	case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrForeign):
		return err
	case !errors.Is(err, store.ErrMoved):
		return unwritten(err)
	}
	if err := s.reload(); err != nil {
		return err
	}
	return ErrMoved
}

// unwritten is a refusal of the disk, as it is put to the table.
func unwritten(err error) *lang.Fault { return lang.Wrong(sayUnwritten.With("why", Explain(err))) }
