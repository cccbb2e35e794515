package session

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
)

// Drafts are the conversations under way in a game: the answers of each, in a slot, and the
// one that waits. They read the log, and never write a line.
type Drafts struct {
	log     *Log
	seed    uint64                 // of the set-up, until its first answer is kept
	dialogs map[string]*ask.Dialog // by slot, as this window has them
	reels   map[string]reel        // their answers, as this window has them
	open    *ask.Dialog            // that was held last
}

// ahead returns the conversation about what comes next; of the set-up it is not known what it asks.
func (drafts *Drafts) ahead() dialog {
	if drafts.log.state != nil {
		return drafts.nextTalk()
	}
	for drafts.seed == 0 { // it is drawn once, whatever the table looks at in between
		drafts.seed = drafts.log.random()
	}
	return dialog{slot: slotTable, seed: drafts.seed}
}

func (drafts *Drafts) nextTalk() dialog {
	begun := drafts.begunAt()
	return drafts.talk(slotNext, drafts.log.chance(0), func(t told) (dialogFunc, []int) { return t.next(begun) })
}

// talk returns the conversation that is kept in a slot and is about a game as it is told.
func (drafts *Drafts) talk(slot string, seed uint64, about func(told) (dialogFunc, []int)) dialog {
	t := dialog{slot: slot, seed: seed, about: about}
	t.ask, t.seats = about(drafts.log.told())
	return t
}

// count returns how often some slots were written.
func (drafts *Drafts) count(slots []string) (n int) {
	for _, slot := range slots {
		n += drafts.reels[slot].number
	}
	return n
}

// drops returns the drafts that go with a line: those it is made of, as this window has them,
// those about items that it drops, whatever they hold, and those in which nothing stands
// that can be given again.
func (drafts *Drafts) drops(slots []string, l line) []store.Drop {
	var out []store.Drop
	for _, slot := range slots {
		out = append(out, store.Drop{Slot: slot, Number: drafts.reels[slot].number})
	}
	for _, r := range drafts.tapes() {
		what, id := cut(r.slot)
		gone := slices.Contains(l.drops(), id) || l.kind == Changed && (len(r.Said) == 0 && !r.damaged || what == again)
		if gone && !slices.Contains(slots, r.slot) {
			out = append(out, store.Drop{Slot: r.slot, Number: -1})
		}
	}
	return out
}

// begunAt returns the line after which what happens next was begun.
func (drafts *Drafts) begunAt() int {
	r, known := drafts.reels[slotNext]
	if !known {
		r, _ = drafts.read(slotNext) // the next question says that it is damaged
	}
	if len(r.Said) > 0 {
		if begun := r.told(r.Said[0])[0]; drafts.log.sameNext(begun) {
			return begun
		}
	}
	return len(drafts.log.lines)
}

// openDialog returns what a conversation goes on from. Where the table reads in it is known as
// long as nobody else told anything there.
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

// kept returns a conversation as it stands on the disk, or, where nothing of it is kept, the
// part that is read again.
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
		d.Was = over(said, t.was)
	}
	d.Draft, d.Was = r.draft(), drafts.replaced(t, r, d.Was)
	if !drafts.log.sameMoment(r.last()[0]) {
		drafts.adapt(d, t, r.last()[0])
	}
	d.At = len(d.Entries)
	return d, nil
}

// replaced returns what a conversation suggests: was, and over it the answers that others took the place of.
func (drafts *Drafts) replaced(t dialog, r reel, was []ask.Answered) []ask.Answered {
	d := ask.Draft{Seed: r.Seed}
	for i, st := range r.Said {
		if st.At > 0 && !st.Alone {
			said, _ := drafts.fitted(t, d, r.told(r.Said[i-1])[0])
			was = over(said, was)
		}
		d.Entries = st.put(d.Entries)
	}
	return was
}

// fitted returns what a draft that was kept after line seq says to the questions of a conversation now, and how many of its
// answers are still those to the same questions, put to the same people with the same choices.
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

// adapt makes a draft fit a game that was changed under it (an earlier round corrected,
// say): its answers are taken over as long as they fit; what else they still say is suggested. A half-taken vote
// survives a corrected name, and nobody is given an answer that somebody else gave.
func (drafts *Drafts) adapt(d *ask.Dialog, t dialog, seq int) {
	said, fits := drafts.fitted(t, d.Draft, seq)
	d.Was, d.Entries = over(said, d.Was), d.Entries[:fits:fits]
	if _, _, whole := replay(d.Draft, t.ask); fits > 0 && whole { // it lacks nothing any more: the table says so itself
		d.Entries = d.Entries[: fits-1 : fits-1]
	}
}

// sameTalk reports whether two conversations put the same questions to the same people so far, and showed
// everybody the same in secret: then nobody has to look again.
func sameTalk(now, old []ask.Answered, renamed map[string]string) bool {
	return slices.EqualFunc(now, old, func(a, b ask.Answered) bool {
		return a.SameAs(b, renamed) && (!ask.Is[ask.Show](a.Shape) || !a.Secret || a.Text.String() == b.Text.String())
	})
}

// over returns answers in place of as many others.
func over(said, was []ask.Answered) []ask.Answered {
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

// pending returns the slots of conversations under way, in the order in which they were begun.
func (drafts *Drafts) pending() []string {
	var slots []string
	for _, r := range drafts.tapes() {
		if len(r.Said) > 0 || r.damaged {
			slots = append(slots, r.slot)
		}
	}
	return slots
}

// tapes returns all conversations of which something is kept, in the order in which they were begun. Those about
// events that are no longer there are left out, and so is everything while the store cannot be read.
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
		if _, id := cut(slot); id != 0 && indexOf(drafts.log.items, id) < 0 || slot == slotTable && len(drafts.log.items) > 0 {
			continue
		}
		r, err := drafts.peek(slot)
		r.damaged = err != nil
		all = append(all, r)
	}
	return all
}

// Begun reports whether something of the next event, or of the set-up where nobody sits yet, was answered already.
func (drafts *Drafts) Begun() bool {
	slot := slotNext
	if drafts.log.state == nil {
		slot = slotTable
	}
	return slices.Contains(drafts.pending(), slot)
}

// Told returns how many answers of what Begun speaks of stand, as the game is now.
func (drafts *Drafts) Told() int {
	if !drafts.Begun() {
		return 0
	}
	d, err := drafts.openDialog(drafts.ahead())
	if err != nil {
		return 0 // the next question says so
	}
	return len(d.Entries)
}

// Unfinished returns the correction that was begun first and is not at its end, and whether
// there is one.
func (drafts *Drafts) Unfinished() (Half, bool) {
	for _, slot := range drafts.pending() {
		if what, id := cut(slot); id != 0 && what != again {
			return Half{drafts.log.items[indexOf(drafts.log.items, id)], what == inserting}, true
		}
	}
	return Half{}, false
}

// Drop gives up a conversation under way. Without the set-up there is no game: a game
// that has nothing else is forgotten.
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

// Discard gives the game up before anybody sits at it.
func (drafts *Drafts) Discard() error { return drafts.Drop(slotTable) }

// dropAgain gives up some conversations, and what was asked again because of a correction.
func (drafts *Drafts) dropAgain(slots ...string) error {
	for _, r := range drafts.tapes() {
		if what, _ := cut(r.slot); what == again {
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

// dropSlot empties a slot, whatever it holds now.
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

// changed reports whether what is told in a slot is something else than what stood. A
// draft that says only what stood is dropped: nothing is half told then.
func (drafts *Drafts) changed(slot string, stood ask.Draft) bool {
	if !slices.Contains(drafts.pending(), slot) {
		return false
	}
	d := drafts.dialogs[slot]
	if d == nil || len(d.Entries) > len(stood.Entries) {
		return true
	}
	for i, said := range d.Entries {
		if said.ID != stood.Entries[i].ID || !said.Answer.Equal(stood.Entries[i].Answer) {
			return true
		}
	}
	return drafts.Drop(slot) != nil
}
