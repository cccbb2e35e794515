package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A Refused is an event that the rules refuse after a change, and why.
type Refused struct {
	Item
	Why *scoring.Fault
}

// A Proposal is a correction that is told, and waits for the table's word: nothing is
// written before Make.
type Proposal struct {
	Dropped, Put  []Item        // what goes, and what comes
	Before, After scoring.State // the game without and with it
	Later         []Refused     // later events that the rules then refuse, in the order of the game; Make takes them back

	change change
	slots  []string
	lines  int       // of the log that it is about
	told   int       // which drafts of its slots it comes from
	items  []Item    // the game with it
	from   *Proposal // that broke what was asked again with this one; nil: none
	old    []Item
}

// Leave gives a correction up: what was told of it is dropped.
func (s *Session) Leave(p *Proposal) error {
	for _, slot := range p.slots {
		if err := s.Drop(slot); err != nil {
			return err
		}
	}
	return s.dropAgain()
}

// MayAsk reports whether the first thing that a correction breaks can be asked again. A game that is over asks nothing.
func (s *Session) MayAsk(p *Proposal) bool {
	if len(p.Later) == 0 || len(p.change.puts()) >= perLine/2 {
		return false
	}
	switch p.Later[0].Event.(type) {
	case scoring.Here, scoring.Stop:
		return false
	}
	old := s.with(p).again(s.g, indexOf(p.items, p.Later[0].ID))
	return p.Later[0].Why.Say.ID != scoring.Over.ID && old != nil && !old.before().Result().Over
}

// Again asks anew what a correction breaks first, on the game as the correction leaves it; what stood is
// suggested. The answers are kept in the slot "again ID". The proposal that comes of it is both in one change.
func (s *Session) Again(a ask.Asker, p *Proposal) (*Proposal, error) {
	it := p.Later[0].Item
	old := s.with(p).again(s.g, indexOf(p.items, it.ID))
	if old == nil {
		return nil, ErrGone
	}
	f, seats := old.asks(s.g), old.seats
	said, was, whole := s.recorded(it, f, nil)
	if whole {
		was, _, _ = replay(said, f)
	}
	t := dialog{slot: slotOf(again, it.ID), seed: it.Said.Seed, was: was, ask: f, seats: seats}
	if t.seed == 0 {
		t.seed = s.chance(it.ID)
	}
	s.place.again = it.ID
	d, err := s.openDialog(t)
	if err != nil {
		return nil, err
	}
	if _, _, whole := replay(d.Draft, f); whole { // told before, and come back to
		d.At = max(0, len(d.Entries)-1)
	}
	var next *Proposal
	t.done = func(events []made, d ask.Draft) (err error) {
		c := p.change
		c.more = append(slices.Clip(c.more), change{drop: []int{it.ID}, put: items(events, d)})
		if next, err = s.propose(c, append(slices.Clip(p.slots), t.slot)...); next != nil {
			next.from = p
		}
		return err
	}
	return next, s.runDialog(a, t)
}

// Moves reports whether anything that happened, or is half told, is told otherwise where
// people sit elsewhere: by old seat the new one, at the table that is proposed.
func (s *Session) Moves(seats []int, p *Proposal) bool {
	old, now := s.items[0].Event.(setup.Table), p.Put[0].Event.(setup.Table)
	for _, it := range s.items[1:] {
		if !sameEvent(it.Event, s.g.Move(it.Event, old, now, seats)) {
			return true
		}
	}
	return false
}

// Holds reports whether a proposal is still about the game as it is, and says what was told.
func (s *Session) Holds(p *Proposal) bool {
	return p.lines == len(s.lines) && p.told == s.drafts(p.slots)
}

// drafts is how often some slots were written.
func (s *Session) drafts(slots []string) (n int) {
	for _, slot := range slots {
		n += s.reels[slot].number
	}
	return n
}

// Base is the correction because of which something was asked again in this one; nil: nothing was.
func (p *Proposal) Base() *Proposal { return p.from }

// Was are the items before it, in the order of the table.
func (p *Proposal) Was() []Item { return slices.Clone(p.old) }

// Begin asks for the table and makes it the first event. The answers are kept in the
// slot "table". ErrBegun: there is one.
func (s *Session) Begin(a ask.Asker, f func(ask.Asker) (setup.Table, error)) error {
	if len(s.lines) > 0 {
		return ErrBegun
	}
	t := s.ahead()
	t.ask = single(func(a ask.Asker) (scoring.Event, error) { return f(a) })
	t.done = func(events []made, d ask.Draft) error {
		return s.commit(change{put: items(events, d)}, slotTable)
	}
	return s.runDialog(a, t)
}

// Next asks what happened next, and does it. The answers are kept in the slot "next"
// until the event is stored. ErrBack: the table went back before the first question.
func (s *Session) Next(a ask.Asker) (scoring.Event, error) {
	if s.state == nil {
		return nil, ErrNoTable
	}
	var e scoring.Event
	t := s.nextTalk()
	t.done = func(events []made, d ask.Draft) error {
		e = events[0].event
		put := items(events, d)
		if begun := s.begunAt(); begun < len(s.lines) {
			put[0].Since = begun
		}
		return s.commit(change{put: put}, slotNext)
	}
	return e, s.runDialog(a, t)
}

// ahead is the conversation about what comes next; of the set-up it is not known what it asks.
func (s *Session) ahead() dialog {
	if s.state == nil {
		return dialog{slot: slotTable, seed: s.firstSeed()}
	}
	return s.nextTalk()
}

func (s *Session) nextTalk() dialog {
	begun := s.begunAt()
	t := dialog{slot: slotNext, seed: s.chance(0)}
	t.ask = single(func(a ask.Asker) (scoring.Event, error) { return s.g.Ask(a, s.state) })
	if _, moved := since(s.g, s.lines, begun); moved || s.told().begun(len(s.items), begun) < len(s.items) {
		if old := s.told().running(s.g, begun); old != nil {
			t.ask, t.seats = old.asks(s.g), old.seats
		}
	}
	t.then = func(lines []line) dialogFunc {
		items, _, err := s.from(lines)
		if err != nil || len(items) == 0 {
			return nil
		}
		if old := (told{lines, items}).running(s.g, begun); old != nil {
			return old.asks(s.g)
		}
		return nil
	}
	return t
}

// Do adds an event that nobody had to be asked about.
func (s *Session) Do(e scoring.Event) error {
	if s.state == nil {
		return ErrNoTable
	}
	return s.commit(change{put: []Item{{Event: e}}})
}

// Insert asks for something forgotten that stood before an item: one event, or, between
// two rounds, all of a round, in one conversation. The answers are kept in the slot
// "insert ID". ErrBack: the table went back before the first question.
func (s *Session) Insert(a ask.Asker, before int) (*Proposal, error) {
	switch i := indexOf(s.items, before); {
	case i < 0:
		return nil, ErrGone
	case i == 0:
		return nil, ErrTable
	}
	slot := slotOf(inserting, before)
	var p *Proposal
	t := dialog{slot: slot, seed: s.chance(before)}
	t.ask, t.seats = s.round(s.told(), before)
	if d, err := s.openDialog(t); err == nil {
		s.arrive(d)
	}
	t.then = func(lines []line) dialogFunc {
		items, _, err := s.from(lines)
		if err != nil {
			return nil
		}
		f, _ := s.round(told{lines, items}, before)
		return f
	}
	t.done = func(events []made, d ask.Draft) (err error) {
		p, err = s.propose(change{before: before, put: items(events, d)}, slot)
		return err
	}
	err := s.runDialog(a, t)
	if p != nil {
		s.place.arrive = atLast // where the table does not want it after all
	}
	return p, err
}

// round is the conversation that tells what stood before an item, to the end of a round, and the seats
// of those whom it asks.
func (s *Session) round(log told, before int) (dialogFunc, []int) {
	i := indexOf(log.items, before)
	if i < 1 {
		return nil, nil
	}
	old := log.then(s.g, i)
	if old == nil {
		return nil, nil
	}
	state := scoring.Before(old.state, nil)
	return func(a ask.Asker) (out []made, err error) {
		n := &counter{Asker: a}
		whole := s.g.Between != nil && s.g.Between(state)
		for st := state; err == nil; {
			var e scoring.Event
			if e, err = s.g.Ask(n, st); err != nil {
				return append(out, made{nil, n.said}), err
			}
			out = append(out, made{old.shift.event(s.g, e), n.said})
			if !whole {
				return out, nil
			}
			if st, err = st.Apply(e); err == nil && s.g.Between(st) {
				return out, nil
			}
		}
		return out, err
	}, old.seats
}

// Remove takes an item back.
func (s *Session) Remove(id int) (*Proposal, error) {
	if i := indexOf(s.items, id); i == 0 {
		return nil, ErrTable
	}
	if err := s.dropAgain(); err != nil { // of a removal that was never made: nothing else says that it is there
		return nil, err
	}
	return s.propose(change{drop: []int{id}})
}

// Reseat is another table. seats is, by old seat, the new one, -1 for one that is gone;
// nil: everybody sits where they sat, and what a seat scored stays with it. Where it is
// not nil all that was scored goes with the people.
func (s *Session) Reseat(t setup.Table, seats []int) (*Proposal, error) {
	if len(s.items) == 0 {
		return nil, ErrNoTable
	}
	it := s.items[0]
	return s.propose(change{drop: []int{it.ID}, put: []Item{{Event: t, Said: it.Said}}, seats: seats}, slotOf(editing, it.ID))
}

// Seated is a proposal for another table, with the seats as Reseat takes them.
func (s *Session) Seated(p *Proposal, seats []int) (*Proposal, error) {
	c := p.change
	c.seats = seats
	return s.propose(c, p.slots...)
}

// With is a proposal with events that happen along with it.
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

// A seating asks for the table, given the one that stands.
type seating = func(ask.Asker, setup.Table) (setup.Table, error)

// earlier is asking, after earlier lines of the log.
func (s *Session) earlier(id int, table seating) func([]line) dialogFunc {
	return func(lines []line) dialogFunc {
		items, _, err := s.from(lines)
		if err != nil {
			return nil
		}
		f, _ := s.asking(told{lines, items}, id, table)
		return f
	}
}

// asking is the conversation that makes an item, at the table that it was played with, and the seats of
// those whom it asks; nil where the item is not.
func (s *Session) asking(log told, id int, table seating) (dialogFunc, []int) {
	i := indexOf(log.items, id)
	if i == 0 {
		return single(func(a ask.Asker) (scoring.Event, error) { return table(a, log.items[0].Event.(setup.Table).Clone()) }), nil
	}
	if i > 0 {
		if old := log.then(s.g, i); old != nil {
			return old.asks(s.g), old.seats
		}
	}
	return nil, nil
}

// told is the log as it stands.
func (s *Session) told() told { return told{s.lines, s.items} }

// with is the log as it would stand with a proposal.
func (s *Session) with(p *Proposal) told {
	return told{append(slices.Clip(s.lines), line{kind: Changed, change: p.change}), p.items}
}

// same reports whether two values are kept as the same text.
func same(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

func sameEvent(a, b scoring.Event) bool { return a.Kind() == b.Kind() && same(a, b) }

// propose is a change as the table may make it. The error is a *fault.Fault where the
// rules refuse the change itself.
func (s *Session) propose(c change, slots ...string) (*Proposal, error) {
	s.number(c)
	c.stays = true
	if t, is := tablePut(c.put); is && c.columns == nil {
		c.columns = matched(columnsOf(s.g, s.items[0].Event.(setup.Table)), columnsOf(s.g, t))
	}
	l := line{kind: Changed, change: c}
	now, after, refused, err := s.fold(l)
	if err != nil {
		return nil, err
	}
	p := &Proposal{Put: c.puts(), Before: s.state, After: after, Later: refused, change: c, slots: slots, lines: len(s.lines), old: s.items, items: now}
	p.told = s.drafts(slots)
	for _, id := range c.drops() {
		if i := indexOf(s.items, id); i >= 0 {
			p.Dropped = append(p.Dropped, s.items[i])
		}
	}
	return p, judge(l, now, refused)
}

// tablePut returns the table that some items put, and whether they do.
func tablePut(put []Item) (t setup.Table, is bool) {
	if len(put) > 0 {
		t, is = put[0].Event.(setup.Table)
	}
	return t, is
}

// Make makes a correction, and takes the events that stood in its way back in the same
// change. ErrMoved: the game went on since it was proposed.
func (s *Session) Make(p *Proposal) error {
	if p.lines != len(s.lines) {
		return ErrMoved
	}
	all := p.change
	all.drop = slices.Clone(all.drop)
	for _, r := range p.Later {
		all.drop = append(all.drop, r.ID)
	}
	return s.commit(all, p.slots...)
}

func (s *Session) commit(c change, slots ...string) error {
	s.number(c)
	c.stays = true
	return s.add(line{kind: Changed, change: c}, slots)
}

// number gives the items of a change the ids of the next line.
func (s *Session) number(c change) {
	id := (len(s.lines) + 1) * perLine
	for _, part := range append([]change{c}, c.more...) {
		for k := range part.put {
			part.put[k].ID = id
			id++
		}
	}
}

// fold is what one line more would lead to.
func (s *Session) fold(l line) ([]Item, scoring.State, []Refused, error) {
	items, err := fold(s.g, append(slices.Clip(s.lines), l))
	if err != nil {
		return nil, nil, nil, err
	}
	state, refused, err := play(s.g, items)
	return items, state, refused, err
}

// add is the one way into the log: the rules, the disk, the memory, in that order. The
// drafts in slots are dropped with it. The error is a *fault.Fault where the rules refuse
// it or the disk refuses to write, or ErrMoved.
func (s *Session) add(l line, slots []string) error {
	items, state, refused, err := s.fold(l)
	if err != nil {
		return err
	}
	if len(refused) > 0 {
		return refused[0].Why
	}
	p, err := s.projection(items, state)
	if err != nil {
		return err
	}
	if err := s.ensure(); err != nil {
		return unwritten(err)
	}
	if p.Quiet = l.mute; l.at.IsZero() {
		l.at = s.now()
	}
	body, sum, err := l.write(version, s.sum(s.lines))
	if err != nil {
		return err
	}
	l.sum = sum
	if err := s.st.Append(s.id, len(s.lines), l.at, body, p, s.drops(slots, l)...); err != nil {
		return s.refused(err)
	}
	s.lines, s.items, s.state = append(slices.Clip(s.lines), l), items, state
	s.forget()
	return nil
}

// drops are the drafts that go with a line: those it is made of, as this window has them,
// those about items that it drops, whatever they hold, and those in which nothing stands
// that can be given again.
func (s *Session) drops(slots []string, l line) []store.Drop {
	var out []store.Drop
	for _, slot := range slots {
		out = append(out, store.Drop{Slot: slot, Number: s.reels[slot].number})
	}
	for _, r := range s.tapes() {
		_, id, about := strings.Cut(r.slot, " ")
		n, err := strconv.Atoi(id)
		gone := about && err == nil && slices.Contains(l.drops(), n) || l.kind == Changed && (len(r.Said) == 0 && !r.damaged || isAgain(r.slot))
		if gone && !slices.Contains(slots, r.slot) {
			out = append(out, store.Drop{Slot: r.slot, Number: -1})
		}
	}
	return out
}

// judge tells what the rules have against a change itself from what they then have
// against later events. Another table that the game cannot be played at is refused whole.
func judge(l line, now []Item, refused []Refused) error {
	for _, r := range refused {
		if indexOf(l.puts(), r.ID) >= 0 {
			return r.Why
		}
	}
	return nil
}

// ensure makes room for the game in the store, once.
func (s *Session) ensure() error {
	if s.id != "" {
		return nil
	}
	id, err := s.st.Create(s.g.ID, s.purpose, s.started, func(n int) int { return int(s.random() % uint64(n)) })
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

// A refusal is what the disk has against something, as it is put to the table, with what the store said.
type refusal struct {
	*fault.Fault
	why error
}

// Unwrap returns both.
func (r refusal) Unwrap() []error { return []error{r.Fault, r.why} }

// unwritten is a refusal of the disk.
func unwritten(err error) error {
	return refusal{fault.New(sayUnwritten.With("why", Explain(err))), err}
}
