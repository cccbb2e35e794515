package session

import (
	"slices"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A told log is what a game came to: the lines, the items that they leave, and the state that those lead to.
type told struct {
	g     scoring.Game
	lines []line
	items []Item
	state scoring.State
}

// from returns what some lines came to: no items, where they lead nowhere.
func from(g scoring.Game, lines []line) (told, error) {
	if len(lines) == 0 {
		return told{g: g}, nil
	}
	t, refused, err := judged(g, lines)
	if err == nil && len(refused) > 0 {
		err = refused[0].Why
	}
	if err != nil {
		return told{g: g, lines: lines}, err
	}
	return t, nil
}

// judged returns what some lines come to without what the rules refuse of it.
func judged(g scoring.Game, lines []line) (t told, refused []Refused, err error) {
	t = told{g: g, lines: lines}
	t.items, err = fold(g, lines)
	if err == nil {
		t.state, refused, err = play(g, t.items)
	}
	return t, refused, err
}

// told returns the log as it stands.
func (log *Log) told() told { return told{log.g, log.lines, log.items, log.state} }

// begun returns how many of the first items had happened when something began after line seq: people who came or went
// since then play from the next one on.
func (t told) begun(items, seq int) int {
	for items > 1 && t.items[items-1].Since >= seq && scoring.OfPeople(t.items[items-1].Event) {
		items--
	}
	return items
}

// then returns the table that an item was played with: with what was agreed on then, or where that does
// not lead to the item any more with what is agreed on now; else the table that stands.
func (t told) then(index int) *oldTable {
	it, seq := t.items[index].Event, t.items[index].Since
	index = t.begun(index, seq)
	if w, moved := since(t.g, t.lines, seq); moved {
		for _, w := range []shift{w, w.agreed()} {
			if old := t.at(w, index, w.back(t.g).event(t.g, it)); old != nil {
				return old
			}
		}
	}
	old := t.at(shift{}, index, nil)
	if old != nil {
		old.event = it
	}
	return old
}

// next returns the conversation about what comes next, which began after line seq, and the seats of the people whom it asks: at
// the table as they sat then, with what is agreed on now. It is nil where the lines lead nowhere.
func (t told) next(seq int) (dialogFunc, []int) {
	if len(t.items) == 0 {
		return nil, nil
	}
	return t.now(len(t.items), seq).talk(t.g)
}

// again returns the table at which an item is asked about that no longer fits: the people as they sat when it happened,
// with what is agreed on now.
func (t told) again(index int) *oldTable {
	it := t.items[index]
	old := t.now(index, it.Since)
	if old != nil {
		old.event = old.back(t.g).event(t.g, it.Event)
	}
	return old
}

// now returns the table of the people who sat there after line seq, with what is agreed on now, before the item at an index.
func (t told) now(index, seq int) *oldTable {
	index = t.begun(index, seq)
	if w, moved := since(t.g, t.lines, seq); moved {
		if old := t.at(w.agreed(), index, nil); old != nil {
			return old
		}
	}
	return t.at(shift{}, index, nil)
}

// at returns the table at the far end of a shift, with what happened before the item at an index; nil
// where that, or e after it, cannot have happened there.
func (t told) at(w shift, index int, e scoring.Event) *oldTable {
	past := w.back(t.g).items(t.g, t.items[:index])
	if w.seats != nil {
		past[0].Event = w.from
	}
	out := &oldTable{event: e, shift: w}
	var refused []Refused
	var err error
	if e != nil {
		_, refused, err = play(t.g, append(slices.Clip(past), Item{Event: e}))
	}
	if err == nil && len(refused) == 0 {
		out.state, refused, err = play(t.g, past)
	}
	if err != nil || len(refused) > 0 {
		return nil
	}
	return out
}

// A seating asks for the table, given the one that stands.
type seating = func(ask.Asker, setup.Table) (setup.Table, error)

// asking returns the conversation that makes an item, at the table that it was played with, and the seats of
// the people whom it asks; nil where the item is not.
func (t told) asking(id int, table seating) (dialogFunc, []int) {
	i := indexOf(t.items, id)
	if i == 0 {
		return single(func(a ask.Asker) (scoring.Event, error) { return table(a, t.items[0].Event.(setup.Table).Clone()) }), nil
	}
	if i < 0 {
		return nil, nil
	}
	return t.then(i).talk(t.g)
}

// round returns the conversation that tells what stood before an item, to the end of a round, and the seats
// of the people whom it asks.
func (t told) round(before int) (dialogFunc, []int) {
	i := indexOf(t.items, before)
	if i < 1 {
		return nil, nil
	}
	old := t.then(i)
	if old == nil {
		return nil, nil
	}
	state := scoring.Before(old.state, nil)
	return func(a ask.Asker) (out []made, err error) {
		whole := t.g.Between(state)
		for st := state; ; {
			e, err := t.g.Next(a, st)
			if err != nil {
				return append(out, made{nil, ask.Stand(a)}), err
			}
			out = append(out, made{old.shift.event(t.g, e), ask.Stand(a)})
			if !whole {
				return out, nil
			}
			st, err = t.g.Apply(st, e)
			if err != nil || t.g.Between(st) {
				return out, err
			}
		}
	}, old.seats
}

// recorded returns the conversation that made an item, as answers to what would be asked now.
// whole is false where nothing was asked, or where the answers, given again, no longer
// make it; was is what they still say then.
func (t told) recorded(it Item, f dialogFunc, table seating) (d ask.Draft, was []ask.Answered, whole bool) {
	if len(it.Said.Entries) == 0 || f == nil {
		return ask.Draft{}, nil, false
	}
	if makes(it.Said, f, it.Event) {
		return it.Said, nil, true
	}
	seq := it.ID / perLine
	then := t.line(seq, it.ID%perLine, table)
	if then == nil {
		return ask.Draft{}, nil, false
	}
	said, _, _ := replay(it.Said, then)
	was, _ = carry(it.Said.Seed, said, renamed(t.lines, seq-1), f)
	d = ask.Draft{Seed: it.Said.Seed}
	for _, a := range was {
		d.Entries = append(d.Entries, a.Entry)
	}
	if makes(d, f, it.Event) {
		return d, nil, true
	}
	return ask.Draft{}, was, false
}

// makes reports whether a conversation makes an event.
func makes(d ask.Draft, f dialogFunc, e scoring.Event) bool {
	_, events, whole := replay(d, f)
	return whole && len(events) == 1 && sameEvent(events[0].event, e)
}

// line returns the conversation in which the kth item of line seq was told, on the game as it
// was then.
func (t told) line(seq, k int, table seating) dialogFunc {
	if seq < 2 || seq > len(t.lines) {
		return nil // the first table: it has only itself
	}
	put := t.lines[seq-1].puts()
	if k >= len(put) {
		return nil
	}
	if _, is := put[k].Event.(setup.Table); is { // it is asked for with the one before it
		then, err := from(t.g, t.lines[:seq-1])
		if err != nil {
			return nil
		}
		f, _ := then.asking(then.items[0].ID, table)
		return f
	}
	then, _ := from(t.g, t.lines[:seq])
	f, _ := then.asking(put[k].ID, table)
	return f
}
