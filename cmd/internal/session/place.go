package session

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
)

// A Place is where the table reads in a game.
type Place struct {
	log    *Log
	drafts *Drafts
	here   position
}

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
	again  int // the item that is asked again, since a correction left it no place; 0: none
}

// An arrival is the question of a part that is put first.
type arrival int

const (
	asLeft arrival = iota
	atFirst
	atLast
	atEntry
)

// A Half is a part that is read again and may be corrected, or something that is put in.
type Half struct {
	Item  Item // that is read, or before which something is put in
	PutIn bool
}

// slot returns where the answers of it are kept.
func (h Half) slot() string {
	if h.PutIn {
		return slotOf(inserting, h.Item.ID)
	}
	return slotOf(editing, h.Item.ID)
}

// At returns the part at which the table is; ok is false where that is at now.
func (p *Place) At() (h Half, ok bool) {
	i := indexOf(p.log.items, p.here.id)
	if i < 0 {
		return h, false
	}
	return Half{p.log.items[i], p.here.put}, true
}

// Slot returns where the answers of the part at hand are kept.
func (p *Place) Slot() string { h, _ := p.At(); return h.slot() }

// Begun reports whether some of the part at hand was answered, and is kept.
func (p *Place) Begun() bool { return slices.Contains(p.drafts.pending(), p.Slot()) }

// Correcting reports whether the part that is read was opened to be corrected, or is other
// already than it stood.
func (p *Place) Correcting() bool { return p.here.home || p.Begun() }

// DropHalf gives up a part that was left; all stays as it was.
func (s *Session) DropHalf(h Half) error {
	s.Place.ToNow()
	return s.Drafts.dropAgain(h.slot())
}

// Back turns to the part before the one where the table is. ErrFirst: there is none.
func (p *Place) Back() error {
	i := len(p.log.items)
	if p.here.id != 0 {
		i = indexOf(p.log.items, p.here.id)
	}
	if i < 1 {
		return ErrFirst
	}
	p.here = position{id: p.log.items[i-1].ID, arrive: atLast}
	return nil
}

// Ahead turns to the part behind the one that is read, in the end to now.
func (p *Place) Ahead() {
	i := indexOf(p.log.items, p.here.id)
	if i < 0 || i+1 >= len(p.log.items) || p.here.home {
		p.here = position{}
		return
	}
	p.here = position{id: p.log.items[i+1].ID, arrive: atFirst}
}

// ToNow turns to the first question that is not answered yet.
func (p *Place) ToNow() {
	p.here = position{}
	if d := p.drafts.dialogs[slotNext]; d != nil {
		d.At = len(d.Entries)
	}
}

// Open turns to a part by itself, at its first question; a correction of it
// goes on where it was left.
func (p *Place) Open(id int) {
	p.here = position{id: id, home: true, arrive: atFirst}
	if slices.Contains(p.drafts.pending(), slotOf(editing, id)) {
		p.here.arrive = asLeft
	}
}

// PutIn turns to telling what stood before an item.
func (p *Place) PutIn(id int) { p.here = position{id: id, home: true, put: true} }

// arrive sets a dialog to the question that is to be put first.
func (p *Place) arrive(d *ask.Dialog) {
	switch p.here.arrive {
	case atFirst:
		d.At = 0
	case atLast:
		d.At = max(0, len(d.Entries)-1)
	case atEntry:
		d.At = min(p.here.at, len(d.Entries))
	}
	p.here.arrive = asLeft
}

// turned leaves a part, as the table wishes; changed: some of its answers are others now.
func (p *Place) turned(err error, changed bool) error {
	switch {
	case err == nil:
		p.Ahead()
	case !errors.Is(err, ask.ErrBack) && !errors.Is(err, ask.ErrNow):
		return err
	case changed && errors.Is(err, ask.ErrNow) && p.unread():
	case changed:
		return ErrHalf
	case errors.Is(err, ask.ErrNow):
		p.ToNow()
	default:
		if err := p.Back(); err != nil {
			return err
		}
	}
	return nil
}

// unread leads to the first question of a correction that is not answered yet, and reports
// whether the table was before it.
func (p *Place) unread() bool {
	d := p.drafts.dialogs[p.Slot()]
	if d == nil || d.At >= len(d.Entries) {
		return false
	}
	d.At = len(d.Entries)
	return true
}

// GoOn turns to a correction that was left.
func (p *Place) GoOn(h Half) {
	if h.PutIn {
		p.PutIn(h.Item.ID)
	} else {
		p.Open(h.Item.ID)
	}
}
