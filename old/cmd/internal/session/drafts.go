package session

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
)

// Drafts are the unfinished dialogs of a game: the answers of each, in a slot, and the one that waits. They read the
// log, and never write a line.
type Drafts struct {
	log     *Log
	seed    uint64                 // of the set-up, until its first answer is kept
	dialogs map[string]*ask.Dialog // by slot, as this window has them
	reels   map[string]reel        // by slot, the answers as this window has them
	open    *ask.Dialog            // the dialog that ran last
}

// ahead returns the dialog about what comes next. Before there is a table it does not know what is asked.
func (drafts *Drafts) ahead() dialog {
	if drafts.log.state != nil {
		return drafts.nextTalk()
	}
	for drafts.seed == 0 { // drawn once, whatever the table looks at in between
		drafts.seed = drafts.log.random()
	}
	return dialog{slot: slotTable, seed: drafts.seed}
}

func (drafts *Drafts) nextTalk() dialog {
	begun := drafts.begunAt()
	return drafts.talk(slotNext, drafts.log.chance(0), func(t snapshot) (dialogFunc, []int) { return t.next(begun) })
}

// talk returns the dialog of a slot, which is about a game as it stands.
func (drafts *Drafts) talk(slot string, seed uint64, about func(snapshot) (dialogFunc, []int)) dialog {
	t := dialog{slot: slot, seed: seed, about: about}
	t.ask, t.seats = about(drafts.log.snapshot())
	return t
}

// count returns how often some slots were written.
func (drafts *Drafts) count(slots []string) (n int) {
	for _, slot := range slots {
		n += drafts.reels[slot].number
	}
	return n
}

// drops returns the drafts that a line drops: those that it was made from, as this window has them; those about items
// that it drops, whatever they hold; and, with a change, those without a standing answer and those of events asked again.
func (drafts *Drafts) drops(slots []string, l line) []store.Drop {
	var out []store.Drop
	for _, slot := range slots {
		out = append(out, store.Drop{Slot: slot, Number: drafts.reels[slot].number})
	}
	for _, r := range drafts.tapes() {
		what, id := parseSlot(r.slot)
		gone := slices.Contains(l.drops(), id) || l.kind == Changed && (len(r.Said) == 0 && !r.damaged || what == again)
		if gone && !slices.Contains(slots, r.slot) {
			out = append(out, store.Drop{Slot: r.slot, Number: -1})
		}
	}
	return out
}

// begunAt returns the line after which the next event was begun.
func (drafts *Drafts) begunAt() int {
	r, known := drafts.reels[slotNext]
	if !known {
		r, _ = drafts.read(slotNext) // the next question reports the damage
	}
	if len(r.Said) > 0 {
		if begun := r.told(r.Said[0])[0]; drafts.log.sameNext(begun) {
			return begun
		}
	}
	return len(drafts.log.lines)
}

// openDialog returns the dialog to continue. It still knows the question that the table reads, unless another window
// has answered something meanwhile.
func (drafts *Drafts) openDialog(t dialog) (*ask.Dialog, error) {
	d, err := drafts.kept(t)
	if err != nil {
		return nil, err
	}
	if open := drafts.dialogs[t.slot]; open != nil && same(open.Draft, d.Draft) {
		return open, nil
	}
	drafts.dialogs[t.slot] = d
	return d, nil
}

// kept returns a dialog as it is on the disk or, if nothing of it is kept, with the answers of the part that is read.
func (drafts *Drafts) kept(t dialog) (*ask.Dialog, error) {
	d := &ask.Dialog{Draft: ask.Draft{Seed: t.seed}, Was: t.was}
	if len(t.read.Entries) > 0 {
		d.Draft = t.read
	}
	d.At = len(d.Entries)
	if drafts.log.id == "" {
		return d, nil
	}
	r, err := drafts.read(t.slot)
	if err != nil {
		return nil, err
	}
	if len(r.Said) == 0 {
		return d, nil
	}
	if len(t.read.Entries) > 0 { // the old answers are suggested, as they were before the table left
		said, _, _ := replay(t.read, t.ask)
		d.Was = overlay(said, t.was)
	}
	d.Draft, d.Was = r.draft(), drafts.replaced(t, r, d.Was)
	if !drafts.log.sameMoment(r.last()[0]) {
		drafts.adapt(d, t, r.last()[0])
	}
	d.At = len(d.Entries)
	return d, nil
}

// replaced returns the suggestions of a dialog: was, overlaid with the answers that were replaced by others.
func (drafts *Drafts) replaced(t dialog, r reel, was []ask.Answered) []ask.Answered {
	d := ask.Draft{Seed: r.Seed}
	for i, st := range r.Said {
		if st.At > 0 && !st.Alone {
			said, _ := drafts.fitted(t, d, r.told(r.Said[i-1])[0])
			was = overlay(said, was)
		}
		d.Entries = st.put(d.Entries)
	}
	return was
}

// fitted returns what a draft from after line seq answers to the questions that a dialog puts now, and how many of its
// answers are still to the same questions, put to the same people with the same choices.
func (drafts *Drafts) fitted(t dialog, d ask.Draft, seq int) (said []ask.Answered, fits int) {
	now, _, _ := replay(d, t.ask)
	if drafts.log.sameMoment(seq) {
		return now, len(d.Entries)
	}
	then := drafts.before(t, seq)
	if then == nil {
		return nil, 0
	}
	old, _, _ := replay(d, then)
	renamed := drafts.log.Renamed(seq)
	if len(now) == len(d.Entries) && sameTalk(now, old, renamed) {
		return now, len(d.Entries)
	}
	return carry(d.Seed, old, renamed, t.ask)
}

// adapt fits a draft to a game that has changed under it, say by a correction of an earlier round. It takes over the
// answers that still fit, and suggests what the others still say. So a half-taken vote survives a corrected name, and
// nobody gets an answer that another person gave.
func (drafts *Drafts) adapt(d *ask.Dialog, t dialog, seq int) {
	said, fits := drafts.fitted(t, d.Draft, seq)
	d.Was, d.Entries = overlay(said, d.Was), d.Entries[:fits:fits]
	if _, _, whole := replay(d.Draft, t.ask); fits > 0 && whole { // it is complete now, so the table confirms its last answer
		d.Entries = d.Entries[: fits-1 : fits-1]
	}
}

// sameTalk reports whether two dialogs have put the same questions to the same people, and have shown everybody the
// same secrets, so that nobody has to look again.
func sameTalk(now, old []ask.Answered, renamed map[string]string) bool {
	return slices.EqualFunc(now, old, func(a, b ask.Answered) bool {
		return a.SameAs(b, renamed) && (!ask.Is[ask.Show](a.Shape) || !a.Secret || a.Text.String() == b.Text.String())
	})
}

// overlay returns was with its first answers replaced.
func overlay(said, was []ask.Answered) []ask.Answered {
	return slices.Concat(said, was[min(len(said), len(was)):])
}

func (drafts *Drafts) before(t dialog, seq int) dialogFunc {
	if t.about == nil || seq > len(drafts.log.lines) || t.slot == slotNext && !drafts.log.sameNext(seq) { // or it is about another event
		return nil
	}
	then, _ := from(drafts.log.g, drafts.log.lines[:seq])
	f, _ := t.about(then)
	return f
}

// pending returns the slots of unfinished dialogs, in the order in which they were begun.
func (drafts *Drafts) pending() []string {
	var slots []string
	for _, r := range drafts.tapes() {
		if len(r.Said) > 0 || r.damaged {
			slots = append(slots, r.slot)
		}
	}
	return slots
}

// tapes returns all dialogs of which something is kept, in the order in which they were begun, except those about
// events that are gone. It returns none while the store cannot be read.
func (drafts *Drafts) tapes() []reel {
	if drafts.log.id == "" {
		return nil
	}
	slots, err := drafts.log.st.Slots(drafts.log.id)
	if err != nil {
		return nil
	}
	var all []reel
	for _, slot := range slots {
		if _, id := parseSlot(slot); id != 0 && indexOf(drafts.log.items, id) < 0 || slot == slotTable && len(drafts.log.items) > 0 {
			continue
		}
		r, err := drafts.peek(slot)
		r.damaged = err != nil
		all = append(all, r)
	}
	return all
}

// Begun reports whether the next event, or the set-up if there is no table yet, has any answers.
func (drafts *Drafts) Begun() bool {
	slot := slotNext
	if drafts.log.state == nil {
		slot = slotTable
	}
	return slices.Contains(drafts.pending(), slot)
}

// Told returns how many of those answers stand, as the game is now.
func (drafts *Drafts) Told() int {
	if !drafts.Begun() {
		return 0
	}
	d, err := drafts.openDialog(drafts.ahead())
	if err != nil {
		return 0 // the next question reports it
	}
	return len(d.Entries)
}

// Unfinished returns the unfinished correction that was begun first, and whether there is one.
func (drafts *Drafts) Unfinished() (Half, bool) {
	for _, slot := range drafts.pending() {
		if what, id := parseSlot(slot); id != 0 && what != again {
			return Half{drafts.log.items[indexOf(drafts.log.items, id)], what == inserting}, true
		}
	}
	return Half{}, false
}

// Drop gives up an unfinished dialog. Without its set-up a game that has nothing else is deleted.
func (drafts *Drafts) Drop(slot string) error {
	if drafts.log.id == "" {
		return nil
	}
	delete(drafts.dialogs, slot)
	if len(drafts.log.lines) > 0 || slot != slotTable {
		return drafts.dropSlot(slot)
	}
	switch err := drafts.log.st.DeleteUnstarted(drafts.log.id); {
	case errors.Is(err, store.ErrPlayed):
		return drafts.log.refused(store.ErrMoved)
	case err != nil:
		return unwritten(err)
	}
	drafts.log.id, drafts.seed = "", 0
	drafts.log.moved()
	return nil
}

// Discard deletes a game that has no table yet.
func (drafts *Drafts) Discard() error { return drafts.Drop(slotTable) }

// dropAgain gives up some dialogs, and everything that a correction asked again.
func (drafts *Drafts) dropAgain(slots ...string) error {
	for _, r := range drafts.tapes() {
		if what, _ := parseSlot(r.slot); what == again {
			slots = append(slots, r.slot)
		}
	}
	for _, slot := range slots {
		if err := drafts.Drop(slot); err != nil {
			return err
		}
	}
	return nil
}

// dropSlot empties a slot, whatever it holds.
func (drafts *Drafts) dropSlot(slot string) error {
	r, err := drafts.peek(slot)
	var broken *Broken
	if err != nil && !errors.As(err, &broken) {
		return unwritten(err)
	}
	if err == nil && len(r.Said)+len(r.Undone) == 0 {
		return nil
	}
	return drafts.write(r, tape{})
}

// changed reports whether the draft in a slot differs from the answers that stood. If it does not, it is dropped.
func (drafts *Drafts) changed(slot string, stood ask.Draft) bool {
	if !slices.Contains(drafts.pending(), slot) {
		return false
	}
	d := drafts.dialogs[slot]
	if d == nil || len(d.Entries) > len(stood.Entries) {
		return true
	}
	if !slices.EqualFunc(d.Entries, stood.Entries[:len(d.Entries)], func(a, b ask.Entry) bool { return a.ID == b.ID && a.Answer.Equal(b.Answer) }) {
		return true
	}
	return drafts.Drop(slot) != nil
}
