package session

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
)

// A tape is a dialog as it is kept: all its answers in the order in which they were given, including those that were
// replaced or taken back. A plain dialog is kept as the first version kept it.
type tape struct {
	Seed   uint64   `json:"seed"`
	Said   []step   `json:"said,omitempty"`
	Undone [][]step `json:"undone,omitempty"`    // what each undo took, the last one last
	File   string   `json:"game_file,omitempty"` // of the set-up: the game file, until the table holds it
}

// A step is one answer on a tape.
type step struct {
	ask.Entry
	Seq   int  `json:"seq,omitempty"`   // the lines of the log when it was given; 0: those when the tape was kept
	Nth   int  `json:"nth,omitempty"`   // its number among the answers given since that line
	At    int  `json:"at,omitempty"`    // its place, from 1, if it replaced an answer; the answers behind that one went as well …
	Alone bool `json:"alone,omitempty"` // … or stayed, since other people gave them
	Stood bool `json:"stood,omitempty"` // it was not given anew, but stood in the event that is corrected
}

// put adds a step to the answers before it, without changing their slice.
func (st step) put(all []ask.Entry) []ask.Entry {
	at := min(st.At, len(all))
	switch {
	case at < 1:
		return append(slices.Clip(all), st.Entry)
	case st.Alone:
		all = slices.Clone(all)
		all[at-1] = st.Entry
		return all
	}
	return append(slices.Clip(all[:at-1]), st.Entry)
}

// draft returns the answers that stand.
func (t tape) draft() ask.Draft {
	d := ask.Draft{Seed: t.Seed}
	for _, st := range t.Said {
		d.Entries = st.put(d.Entries)
	}
	return d
}

// record adds what is new in d, as the nth answer given after line seq.
func (t tape) record(d ask.Draft, seq, nth int) tape {
	was := t.draft().Entries
	k := 0
	for k < len(was) && k < len(d.Entries) && same(was[k], d.Entries[k]) {
		k++
	}
	next := tape{Seed: d.Seed, Said: slices.Clip(t.Said)}
	if len(was) == len(d.Entries) && k < len(was) && k+1 < len(was) { // one person's answer of a group
		next.Said = append(next.Said, step{Entry: d.Entries[k], Seq: seq, Nth: nth, At: k + 1, Alone: true})
		return next
	}
	k = max(0, min(k, len(d.Entries)-1)) // the last answer was given just now, even if it is the same
	for i, e := range d.Entries[k:] {
		st := step{Entry: e, Seq: seq, Nth: nth, Stood: k+i < len(d.Entries)-1}
		if i == 0 && k < len(was) {
			st.At = k + 1
		}
		next.Said = append(next.Said, st)
	}
	return next
}

// cut takes back the last step, and steps before it that only added an answer, as long as more than n answers stand. If
// no answer that was given anew is left, it takes everything.
func (t tape) cut(n int) tape {
	k := len(t.Said) - 1
	for stands := len(t.draft().Entries) - 1; k > 0 && t.Said[k].At == 0 && t.Said[k-1].At == 0 && stands > n; stands-- {
		k--
	}
	if !slices.ContainsFunc(t.Said[:k], func(st step) bool { return !st.Stood }) {
		k = 0
	}
	return tape{Seed: t.Seed, Said: slices.Clip(t.Said[:k]), Undone: append(slices.Clip(t.Undone), slices.Clone(t.Said[k:]))}
}

// restore gives back what the last cut took.
func (t tape) restore() tape {
	n := len(t.Undone) - 1
	return tape{Seed: t.Seed, Said: slices.Concat(t.Said, t.Undone[n]), Undone: slices.Clip(t.Undone[:n])}
}

// A reel is a tape with what the store knows of it.
type reel struct {
	tape
	slot   string
	number int // how often its slot was written, as far as this window knows
	seq    int // the lines of the log when it was last kept

	damaged bool // it cannot be read
}

// told returns when a step was given: the lines of the log by then, and its number among the answers since.
func (r reel) told(st step) [2]int {
	if st.Seq == 0 {
		return [2]int{r.seq, st.Nth}
	}
	return [2]int{st.Seq, st.Nth}
}

// last returns when the last step was given.
func (r reel) last() [2]int {
	if len(r.Said) == 0 {
		return [2]int{r.seq}
	}
	return r.told(r.Said[len(r.Said)-1])
}

// undone returns when the answer was given that was last taken back.
func (r reel) undone() [2]int {
	group := r.Undone[len(r.Undone)-1]
	return r.told(group[len(group)-1])
}

// steps returns all steps, including those that can be redone.
func (r reel) steps() []step { return slices.Concat(append(slices.Clip(r.Undone), r.Said)...) }

// peek reads the dialog in a slot.
func (drafts *Drafts) peek(slot string) (reel, error) {
	r := reel{slot: slot}
	if drafts.log.id == "" {
		return r, nil
	}
	kept, err := drafts.log.st.Draft(drafts.log.id, slot)
	r.number, r.seq = kept.Number, kept.Seq
	if err != nil || kept.Body == nil {
		return r, err
	}
	r.tape, err = readTape(kept.Body)
	if err != nil {
		err = &Broken{Slot: slot, Err: fmt.Errorf("session: draft %q: %w: %w", slot, store.ErrDamaged, err)}
	}
	return r, err
}

// read is peek for a window that continues from there.
func (drafts *Drafts) read(slot string) (reel, error) {
	r, err := drafts.peek(slot)
	drafts.reels[slot] = r
	return r, err
}

func readTape(body []byte) (t tape, err error) {
	err = json.Unmarshal(body, &t)
	return t, err
}

// Told returns the answers that stand in a stored dialog.
func Told(body []byte) (ask.Draft, error) {
	t, err := readTape(body)
	return t.draft(), err
}

// keep stores a draft before the next question is put. With a new answer, what was taken back in other dialogs can no
// longer be redone.
func (drafts *Drafts) keep(slot string, d ask.Draft) error {
	now := [2]int{len(drafts.log.lines)}
	for _, r := range drafts.tapes() {
		for _, st := range r.Said {
			if at := r.told(st); at[0] == now[0] {
				now[1] = max(now[1], at[1])
			}
		}
		if r.slot == slot || len(r.Undone) == 0 {
			continue
		}
		if err := drafts.write(r, tape{Seed: r.Seed, Said: r.Said}); err != nil {
			return err
		}
	}
	r := drafts.reels[slot]
	r.slot = slot
	return drafts.write(r, r.record(d, now[0], now[1]+1))
}

// write stores a tape in place of another.
func (drafts *Drafts) write(r reel, t tape) error {
	var body []byte
	if len(t.Said)+len(t.Undone) > 0 {
		var err error
		if r.slot == slotTable {
			t.File = drafts.log.g.Files.Own
		}
		body, err = json.Marshal(t)
		if err != nil {
			return fmt.Errorf("session: draft: %w", err)
		}
	}
	if err := drafts.log.ensure(); err != nil {
		return unwritten(err)
	}
	if err := drafts.log.st.Keep(drafts.log.id, len(drafts.log.lines), r.slot, r.number, body, drafts.log.now()); err != nil {
		return drafts.log.refused(err)
	}
	drafts.reels[r.slot] = reel{tape: t, slot: r.slot, number: r.number + 1, seq: len(drafts.log.lines)}
	return nil
}
