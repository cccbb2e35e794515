package session

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/setup"
)

// Back is reading. One question back at the first question of a part opens the part
// before it, with everything that was answered; an unchanged answer leads forward again.
// Nothing of that is kept, until an answer is another one: then the part is being
// corrected, its answers are kept in the slot "edit ID", and what comes of it is a
// Proposal.

// ErrFirst is one part back from the very first one.
var ErrFirst = errors.New("session: nothing comes before this")

// ErrHalf is the wish to leave a correction, or something that is put in later, before
// it is told to its end. It is kept; the table goes on with it, or drops it.
var ErrHalf = errors.New("session: this is only half told")

// A position is where the table reads; the zero position is now.
type position struct {
	id     int  // of the item that is read, or that something is put in before
	put    bool // something is put in before it
	home   bool // it was opened by itself: once it is read, the table is back at now
	arrive arrival
	at     int // the question to arrive at
	again  int // what is asked again, since a correction left it no place; 0: nothing
}

// An arrival is the question of a part that is put first.
type arrival int

const (
	asLeft arrival = iota
	atFirst
	atLast
	atEntry
)

// Reading is the part that the table reads again, and whether it does.
func (s *Session) Reading() (Item, bool) {
	i := indexOf(s.Log.items, s.place.id)
	if i < 0 || s.place.put {
		return Item{}, false
	}
	return s.Log.items[i], true
}

// Correcting reports whether the part that is read was opened to be corrected, or is other
// already than it stood.
func (s *Session) Correcting() bool {
	return s.place.home || s.place.id != 0 && slices.Contains(s.pending(), s.Slot())
}

// PuttingIn is the item before which something is being put in, and whether that is so.
func (s *Session) PuttingIn() (Item, bool) {
	i := indexOf(s.Log.items, s.place.id)
	if i < 0 || !s.place.put {
		return Item{}, false
	}
	return s.Log.items[i], true
}

// Slot is where the answers of the correction at hand are kept, or those of what is put
// in; "" at now.
func (s *Session) Slot() string {
	switch {
	case s.place.id == 0:
		return ""
	case s.place.put:
		return slotOf(inserting, s.place.id)
	}
	return slotOf(editing, s.place.id)
}

// Back turns to the part before the one where the table is. ErrFirst: there is none.
func (s *Session) Back() error {
	i := len(s.Log.items)
	if s.place.id != 0 {
		i = indexOf(s.Log.items, s.place.id)
	}
	if i < 1 {
		return ErrFirst
	}
	s.place = position{id: s.Log.items[i-1].ID, arrive: atLast}
	return nil
}

// Ahead turns to the part behind the one that is read, in the end to now.
func (s *Session) Ahead() {
	i := indexOf(s.Log.items, s.place.id)
	if i < 0 || i+1 >= len(s.Log.items) || s.place.home {
		s.place = position{}
		return
	}
	s.place = position{id: s.Log.items[i+1].ID, arrive: atFirst}
}

// ToNow turns to the first question that is not answered yet.
func (s *Session) ToNow() {
	s.place = position{}
	if d := s.dialogs[slotNext]; d != nil {
		d.At = len(d.Entries)
	}
}

// Open turns to a part by itself, at its first question; what was told of a correction
// of it goes on where it was left.
func (s *Session) Open(id int) {
	s.place = position{id: id, home: true, arrive: atFirst}
	if slices.Contains(s.pending(), slotOf(editing, id)) {
		s.place.arrive = asLeft
	}
}

// PutIn turns to telling what stood before an item.
func (s *Session) PutIn(id int) { s.place = position{id: id, home: true, put: true} }

// Part has the conversation of the part that is read. It comes back with a Proposal
// where answers were changed; else the table has turned to another part, or the error
// says why not: ErrHalf, or what the Asker returned.
func (s *Session) Part(a ask.Asker, table seating) (*Proposal, error) {
	it, ok := s.Reading()
	if !ok {
		s.ToNow()
		return nil, nil
	}
	slot := slotOf(editing, it.ID)
	f, seats := s.Log.told().asking(it.ID, table)
	stood, was, whole := s.Log.told().recorded(it, f, table)
	if _, is := it.Event.(setup.Table); is && !whole {
		was = nil // the table that stands says it better
	}
	t := dialog{slot: slot, seed: it.Said.Seed, read: stood, was: was, ask: f, seats: seats}
	t.then = func(lines []line) dialogFunc {
		f, _ := toldBy(s.Log.g, lines).asking(it.ID, table)
		return f
	}
	if t.seed == 0 {
		t.seed = s.Log.chance(it.ID)
	}
	if !whole && !s.place.home && !slices.Contains(s.pending(), slot) {
		return nil, s.turned(s.unasked(a, it), false)
	}
	d, err := s.openDialog(t)
	if err != nil {
		return nil, err
	}
	s.arrive(d)
	var p *Proposal
	t.done = func(events []made, d ask.Draft) (err error) {
		if sameEvent(events[0].event, it.Event) {
			return s.dropSlot(slot)
		}
		p, err = s.propose(change{drop: []int{it.ID}, put: items(events, d)}, slot)
		return err
	}
	err = s.runDialog(a, t)
	if p != nil && err == nil {
		s.place.arrive = atLast // where the table does not want it after all
		return p, nil
	}
	return nil, s.turned(err, s.changed(slot, stood))
}

// arrive is at the question that is to be put first.
func (s *Session) arrive(d *ask.Dialog) {
	switch s.place.arrive {
	case atFirst:
		d.At = 0
	case atLast:
		d.At = max(0, len(d.Entries)-1)
	case atEntry:
		d.At = min(s.place.at, len(d.Entries))
	}
	s.place.arrive = asLeft
}

// turned leaves a part, as the table wishes; changed: some of its answers are others now.
func (s *Session) turned(err error, changed bool) error {
	switch {
	case err == nil:
		s.Ahead()
	case !errors.Is(err, ask.ErrBack) && !errors.Is(err, ask.ErrNow):
		return err
	case changed && errors.Is(err, ask.ErrNow) && s.unread():
	case changed:
		return ErrHalf
	case errors.Is(err, ask.ErrNow):
		s.ToNow()
	default:
		if err := s.Back(); err != nil {
			return err
		}
	}
	return nil
}

// unread leads to the first question of a correction that is not answered yet, and reports
// whether the table was before it.
func (s *Session) unread() bool {
	d := s.dialogs[s.Slot()]
	if d == nil || d.At >= len(d.Entries) {
		return false
	}
	d.At = len(d.Entries)
	return true
}

// changed reports whether what is told in a slot is something else than what stood. A
// draft that says only what stood is dropped: nothing is half told then.
func (s *Session) changed(slot string, stood ask.Draft) bool {
	if !slices.Contains(s.pending(), slot) {
		return false
	}
	d := s.dialogs[slot]
	if d == nil || len(d.Entries) > len(stood.Entries) {
		return true
	}
	for i, said := range d.Entries {
		if said.ID != stood.Entries[i].ID || !said.Answer.Equal(stood.Entries[i].Answer) {
			return true
		}
	}
	return s.Drop(slot) != nil
}

// unasked passes a part that has no questions, on to the next one that has. Where nobody was asked anything, as in a
// game that comes from a sheet, and at the first of all it shows what happened.
func (s *Session) unasked(a ask.Asker, it Item) error {
	asked := func(it Item) bool { return len(it.Said.Entries) > 0 }
	switch {
	case indexOf(s.Log.items, it.ID) == 0 || !slices.ContainsFunc(s.Log.items, asked):
		return ask.Tell(a, "session.part", sayRead, s.Log.About(s.Log.items, it))
	case s.place.arrive == atLast:
		return ask.ErrBack
	}
	return nil
}
