package session

import (
	"slices"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A snapshot is a game as some lines leave it: the items, and the state that those lead to.
type snapshot struct {
	g     scoring.Game
	lines []line
	items []Item
	state scoring.State
}

// from returns the snapshot after some lines; it has no items if they lead nowhere.
func from(g scoring.Game, lines []line) (snapshot, error) {
	if len(lines) == 0 {
		return snapshot{g: g}, nil
	}
	t, refused, err := judged(g, lines)
	if err == nil && len(refused) > 0 {
		err = refused[0].Why
	}
	if err != nil {
		return snapshot{g: g, lines: lines}, err
	}
	return t, nil
}

// judged returns the snapshot after some lines without the events that the rules refuse.
func judged(g scoring.Game, lines []line) (t snapshot, refused []Refused, err error) {
	t = snapshot{g: g, lines: lines}
	t.items, err = fold(g, lines)
	if err == nil {
		t.state, refused, err = play(g, t.items)
	}
	return t, refused, err
}

func (log *Log) snapshot() snapshot { return snapshot{log.g, log.lines, log.items, log.state} }

// begun returns how many of the first items had happened when an event began after line seq. People who have come or
// gone since play from the next event on.
func (t snapshot) begun(items, seq int) int {
	for items > 1 && t.items[items-1].Since >= seq && scoring.OfPeople(t.items[items-1].Event) {
		items--
	}
	return items
}

// then returns the table that an item was played at, with the choices of that time or, if those no longer lead to the
// item, with the present ones; failing both, the present table.
func (t snapshot) then(index int) *oldTable {
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

// next returns the dialog about the next event, begun after line seq, and the present seats of the people whom it asks.
// It is asked with the seats of that time and the present choices. It is nil if the lines lead nowhere.
func (t snapshot) next(seq int) (dialogFunc, []int) {
	if len(t.items) == 0 {
		return nil, nil
	}
	return t.now(len(t.items), seq).talk(t.g)
}

// again returns the table at which to ask again about an item that no longer fits: the seats of when it happened, with
// the present choices.
func (t snapshot) again(index int) *oldTable {
	it := t.items[index]
	old := t.now(index, it.Since)
	if old != nil {
		old.event = old.back(t.g).event(t.g, it.Event)
	}
	return old
}

// now returns the table with the seats after line seq and the present choices, before the item at an index.
func (t snapshot) now(index, seq int) *oldTable {
	index = t.begun(index, seq)
	if w, moved := since(t.g, t.lines, seq); moved {
		if old := t.at(w.agreed(), index, nil); old != nil {
			return old
		}
	}
	return t.at(shift{}, index, nil)
}

// at returns the table at the far end of a shift, before the item at an index; nil if those items, or e after them,
// cannot have happened there.
func (t snapshot) at(w shift, index int, e scoring.Event) *oldTable {
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

// A seating asks for the table, given the present one.
type seating = func(ask.Asker, setup.Table) (setup.Table, error)

// asking returns the dialog that made an item, at the table that it was played at, and the present seats of the people
// whom it asks; nil if there is no such item.
func (t snapshot) asking(id int, table seating) (dialogFunc, []int) {
	i := indexOf(t.items, id)
	if i == 0 {
		return single(func(a ask.Asker) (scoring.Event, error) { return table(a, t.items[0].Event.(setup.Table).Clone()) }), nil
	}
	if i < 0 {
		return nil, nil
	}
	return t.then(i).talk(t.g)
}

// round returns the dialog that tells what happened before an item, to the end of a round, and the present seats of the
// people whom it asks.
func (t snapshot) round(before int) (dialogFunc, []int) {
	i := indexOf(t.items, before)
	if i < 1 {
		return nil, nil
	}
	old := t.then(i)
	if old == nil {
		return nil, nil
	}
	state := scoring.Before(old.state, nil)
	return func(a ask.Asker) (out []outcome, err error) {
		whole := state.Between()
		for st := state; ; {
			e, err := t.g.Next(a, st)
			if err != nil {
				return append(out, outcome{nil, ask.Stand(a)}), err
			}
			out = append(out, outcome{old.shift.event(t.g, e), ask.Stand(a)})
			if !whole {
				return out, nil
			}
			st, err = t.g.Apply(st, e)
			if err != nil || st.Between() {
				return out, err
			}
		}
	}, old.seats
}

// recorded returns the dialog that made an item, as answers to the questions that are asked now. whole is false if
// nothing was asked, or if the answers no longer make the item; was has what they still say then.
func (t snapshot) recorded(it Item, f dialogFunc, table seating) (d ask.Draft, was []ask.Answered, whole bool) {
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

func makes(d ask.Draft, f dialogFunc, e scoring.Event) bool {
	_, events, whole := replay(d, f)
	return whole && len(events) == 1 && sameEvent(events[0].event, e)
}

// line returns the dialog in which the kth item of line seq was told, in the game as it was then.
func (t snapshot) line(seq, k int, table seating) dialogFunc {
	if seq < 2 || seq > len(t.lines) {
		return nil // there was no table before the first one
	}
	put := t.lines[seq-1].puts()
	if k >= len(put) {
		return nil
	}
	if _, is := put[k].Event.(setup.Table); is { // it was asked for with the table before it
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
