package session

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
)

// Undo takes back whatever was done last, an answer of an unfinished dialog or a change of the log. No record of that order
// is needed: every answer knows after which line it was given, including those that were taken back.
//
//   - An answer that was given after line n is later than every change up to that line.
//   - What was undone can be redone until something new is done: a change, or another answer.

// A Deed is what Undo would take, or Redo would bring back.
type Deed struct {
	Change *Entry // of the log; nil: it is an answer

	reel reel
	with tape // the reel with the answer
}

// ToUndo returns what Undo would take, and whether there is anything.
func (s *Session) ToUndo() (d Deed, ok bool) {
	top := 0
	if done, _ := stands(s.Log.lines); len(done) > 0 {
		top, ok = done[len(done)-1]+1, len(done) > 1
	}
	var last reel
	for _, r := range s.Drafts.inOrder(s.Place.here.again) {
		if at := r.last(); len(r.Said) > 0 && at[0] >= top && (last.slot == "" || cmpTimes(at, last.last()) >= 0) {
			last = r
		}
	}
	if last.slot != "" {
		return Deed{reel: last, with: last.tape}, true
	}
	return s.Log.deed(top), ok
}

// ToRedo returns what Redo would bring back, and whether there is anything.
func (s *Session) ToRedo() (d Deed, ok bool) {
	k := s.Drafts.undone()
	var next reel
	for _, r := range s.Drafts.inOrder(s.Place.here.again) {
		if s.Log.restorable(r) && (next.slot == "" || cmpTimes(r.undone(), next.undone()) < 0) {
			next = r
		}
	}
	if next.slot != "" && (k == 0 || !s.Log.stood(k, next.undone()[0])) {
		return Deed{reel: next, with: next.restore()}, true
	}
	return s.Log.deed(k), k > 0
}

func cmpTimes(a, b [2]int) int { return slices.Compare(a[:], b[:]) }

// inOrder returns all dialogs, the next event before corrections: drafts of the first version do not tell more.
func (drafts *Drafts) inOrder(asked int) []reel {
	var next, others []reel
	for _, r := range drafts.tapes() {
		switch what, id := parseSlot(r.slot); {
		case id == 0:
			next = append(next, r)
		case what != again || id == asked:
			others = append(others, r)
		}
	}
	return append(next, others...)
}

// restorable reports whether answers that were taken back can return: nothing was changed since.
func (log *Log) restorable(r reel) bool {
	return len(r.Undone) > 0 && r.seq <= len(log.lines) && !slices.ContainsFunc(log.lines[r.seq:], func(l line) bool { return l.kind == Changed })
}

// stood reports whether change k, from 1, stood after line seq.
func (log *Log) stood(k, seq int) bool {
	done, _ := stands(log.lines[:min(seq, len(log.lines))])
	return slices.Contains(done, k-1)
}

// undone returns the change, from 1, that was last undone; 0 if there is none, or something was answered since.
func (drafts *Drafts) undone() int {
	_, undone := stands(drafts.log.lines)
	if len(undone) == 0 {
		return 0
	}
	k := undone[len(undone)-1]
	for _, r := range drafts.tapes() {
		for _, st := range r.steps() {
			if _, out := stands(drafts.log.lines[:min(r.told(st)[0], len(drafts.log.lines))]); slices.Contains(out, k) {
				return 0
			}
		}
	}
	return k + 1
}

// deed returns a change by the number of its line; none for 0.
func (log *Log) deed(seq int) Deed {
	if seq == 0 {
		return Deed{}
	}
	e := log.entry(seq - 1)
	return Deed{Change: &e}
}

// CanUndo reports whether Undo has anything to take.
func (s *Session) CanUndo() bool { _, ok := s.ToUndo(); return ok }

// CanRedo reports whether Redo has anything to bring back.
func (s *Session) CanRedo() bool { _, ok := s.ToRedo(); return ok }

// Undo takes back what was done last: an answer (or one call of an auction, with its person and its bid), or a change,
// whether an event, an edit or a removal. It fails if there is nothing but the table.
func (s *Session) Undo() error {
	d, ok := s.ToUndo()
	switch {
	case !ok:
		return errNothing
	case d.Change != nil:
		return s.Log.add(line{kind: Undone}, nil)
	}
	n := len(d.reel.draft().Entries) - 1
	if open := s.Drafts.dialogs[d.reel.slot]; open != nil {
		n = max(0, lastStep(open))
	}
	if !s.Log.restorable(d.reel) {
		d.reel.Undone = nil
	}
	return s.turn(d.reel, d.reel.cut(n))
}

// Redo brings back what was last undone. It fails if nothing was, or if something was done since.
func (s *Session) Redo() error {
	d, ok := s.ToRedo()
	switch {
	case !ok:
		return errNothing
	case d.Change != nil:
		return s.Log.add(line{kind: Redone}, nil)
	}
	return s.turn(d.reel, d.with)
}

// turn stores a tape in place of another, and turns to it.
func (s *Session) turn(r reel, t tape) error {
	if err := s.Drafts.write(r, t); err != nil {
		return err
	}
	delete(s.Drafts.dialogs, r.slot)
	switch what, id := parseSlot(r.slot); what {
	case again:
	case inserting:
		s.Place.PutIn(id)
	case editing:
		s.Place.here = position{id: id, home: true}
		if len(t.Said) == 0 { // back to the answer that was changed
			s.Place.here.arrive, s.Place.here.at = atEntry, max(0, len(r.draft().Entries)-1)
		}
	default:
		s.Place.here = position{}
	}
	return nil
}

// Answered returns the answer of a deed with its question; ok is false if only the caller of the dialog knows that.
func (drafts *Drafts) Answered(d Deed) (last ask.Answered, ok bool) {
	var f dialogFunc
	switch what, id := parseSlot(d.reel.slot); {
	case what == slotNext:
		f = drafts.nextTalk().ask
	case what == inserting:
		f, _ = drafts.log.snapshot().round(id)
	case what == editing && indexOf(drafts.log.items, id) > 0:
		f, _ = drafts.log.snapshot().asking(id, nil)
	}
	if f == nil {
		return last, false
	}
	said, _, _ := replay(d.with.draft(), f)
	if len(said) == 0 {
		return last, false
	}
	return said[len(said)-1], true
}

// moment returns the number of the line that left the game as it is; a redo returns to that of the change.
func moment(lines []line) (at int) {
	var back []int
	for i, l := range lines {
		switch l.kind {
		case Changed:
			at, back = i+1, nil
		case Undone:
			at, back = i+1, append(back, at)
		case Redone:
			at, back = back[len(back)-1], back[:len(back)-1]
		}
	}
	return at
}

// sameMoment reports whether the game is as it was after line seq.
func (log *Log) sameMoment(seq int) bool {
	if seq > len(log.lines) {
		return false
	}
	now, _ := stands(log.lines)
	then, _ := stands(log.lines[:seq])
	return slices.Equal(then, now)
}

// sameNext reports whether the next event is the same as after line seq, even if people came or went since.
func (log *Log) sameNext(seq int) bool {
	if seq > len(log.lines) {
		return false
	}
	items, err := fold(log.g, log.lines[:seq])
	if err != nil {
		return false
	}
	settled := func(items []Item) []Item { return items[:snapshot{items: items}.begun(len(items), 0)] }
	then, now := settled(items), settled(log.items)
	return len(then) == len(now) || len(then) > 0 && len(now) > 0 && then[len(then)-1].ID == now[len(now)-1].ID
}

// lastStep returns the index of the last step of a dialog, -1 if it has no answers. A step is one answer; but if
// questions repeat in rounds and a new round is about to begin, it is the whole round before.
func lastStep(d *ask.Dialog) int {
	n := len(d.Entries) - 1
	if n < 0 {
		return n
	}
	first := func(id string) int { return slices.IndexFunc(d.Entries, func(s ask.Entry) bool { return s.ID == id }) }
	if at := first(d.Asked); at < 0 || at >= first(d.Entries[n].ID) {
		return n
	}
	for d.Entries[n].ID != d.Asked {
		n--
	}
	return n
}
