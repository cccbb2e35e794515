package session

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
)

// A Place is where the table reads in a game.
type Place struct {
	log    *Log
	drafts *Drafts
	here   position
}

// Going back is reading. Going back at the first question of a part opens the part before it, with all its answers, and
// an unchanged answer leads forward again. None of that is kept until an answer is changed. From then on the part is
// being corrected: its answers are kept in the slot "edit ID", and they lead to a Proposal.

// ErrFirst refuses to go back from the very first part.
var ErrFirst = errors.New("session: nothing comes before this")

// ErrHalf refuses to leave a correction or an insertion before it is complete. Its answers are kept; the table
// continues with it, or drops it.
var ErrHalf = errors.New("session: this is only half told")

// A position is where the table reads; the zero position is now.
type position struct {
	id     int  // of the item that is read, or that something is put in before
	put    bool // something is put in before it
	home   bool // it was opened on its own, and leads back to now
	arrive arrival
	at     int // the question to start at
	again  int // the item that is asked again, since a correction broke it; 0: none
}

// An arrival says which question of a part is put first.
type arrival int

const (
	asLeft arrival = iota
	atFirst
	atLast
	atEntry
)

// A Half is a part that is read again and may be corrected, or that is being put in.
type Half struct {
	Item  Item // the one that is read, or that something is put in before
	PutIn bool
}

// slot returns the slot of its answers.
func (h Half) slot() string {
	if h.PutIn {
		return slotOf(inserting, h.Item.ID)
	}
	return slotOf(editing, h.Item.ID)
}

// At returns the part where the table is; ok is false if that is at now.
func (p *Place) At() (h Half, ok bool) {
	i := indexOf(p.log.items, p.here.id)
	if i < 0 {
		return h, false
	}
	return Half{p.log.items[i], p.here.put}, true
}

// Slot returns the slot of the current part.
func (p *Place) Slot() string { h, _ := p.At(); return h.slot() }

// Begun reports whether the current part has answers that are kept.
func (p *Place) Begun() bool { return slices.Contains(p.drafts.pending(), p.Slot()) }

// Correcting reports whether the current part was opened for a correction, or has been changed already.
func (p *Place) Correcting() bool { return p.here.home || p.Begun() }

// DropHalf gives up a part that was left. Everything stays as it was.
func (s *Session) DropHalf(h Half) error {
	s.Place.ToNow()
	return s.Drafts.dropAgain(h.slot())
}

// Back turns to the part before the current one. ErrFirst: there is none.
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

// ahead turns to the part behind the current one, in the end to now.
func (p *Place) ahead() {
	i := indexOf(p.log.items, p.here.id)
	if i < 0 || i+1 >= len(p.log.items) || p.here.home {
		p.here = position{}
		return
	}
	p.here = position{id: p.log.items[i+1].ID, arrive: atFirst}
}

// ToNow turns to the first question that has no answer yet.
func (p *Place) ToNow() {
	p.here = position{}
	if d := p.drafts.dialogs[slotNext]; d != nil {
		d.At = len(d.Entries)
	}
}

// Open turns to a part on its own, at its first question. A correction of it resumes where it was left.
func (p *Place) Open(id int) {
	p.here = position{id: id, home: true, arrive: atFirst}
	if slices.Contains(p.drafts.pending(), slotOf(editing, id)) {
		p.here.arrive = asLeft
	}
}

// PutIn turns to what is being put in before an item.
func (p *Place) PutIn(id int) { p.here = position{id: id, home: true, put: true} }

// arrive sets a dialog to the question that is put first.
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

// turned leaves a part in the direction that the table chose. changed says that some of its answers are new.
func (p *Place) turned(err error, changed bool) error {
	switch {
	case err == nil:
		p.ahead()
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

// unread skips to the first question of a correction that has no answer, and reports whether the table was before it.
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
