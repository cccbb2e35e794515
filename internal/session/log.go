package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// Kinds of lines in a log.
const (
	Changed = "change"
	Undone  = "undo"
	Redone  = "redo"
)

// An Item is one event of the game as it stands.
type Item struct {
	ID    int           // stays with the event until it is edited; later ones are larger, but not in order
	Event scoring.Event // of the first item a setup.Table
	Said  ask.Draft     // the conversation that made it; empty for an event without one
}

// A change is a line that a person made: in place of the items drop, the items put
// stand. A new event drops nothing and puts one at the end; an edit drops one and puts
// one; a removal drops one; a forgotten round puts one before another.
type change struct {
	drop   []int // ids
	before int   // id of the item that put stands before; 0: where the first dropped stood, else the end
	put    []Item
}

// A line of the log, read. Only a change has one.
type line struct {
	kind string
	at   time.Time
	change
}

// perLine is how many items one line may put: ids are its number times this, and the place in it.
const perLine = 100

// written is a line as it stands in the store.
type written struct {
	Kind   string       `json:"kind"`
	Drop   []int        `json:"drop,omitempty"`
	Before int          `json:"before,omitempty"`
	Put    []writtenPut `json:"put,omitempty"`
}

type writtenPut struct {
	Kind  string          `json:"kind"`
	Event json.RawMessage `json:"event"`
	Said  *ask.Draft      `json:"said,omitempty"`
}

func (l line) write() ([]byte, error) {
	w := written{Kind: l.kind, Drop: l.drop, Before: l.before}
	for _, it := range l.put {
		raw, err := json.Marshal(it.Event)
		if err != nil {
			return nil, fmt.Errorf("session: %s: %w", it.Event.Kind(), err)
		}
		p := writtenPut{Kind: it.Event.Kind(), Event: raw}
		if it.Said.Seed != 0 || len(it.Said.Said) > 0 {
			p.Said = &it.Said
		}
		w.Put = append(w.Put, p)
	}
	return json.Marshal(w)
}

// read is the way back. An event or a line of a kind that this version does not know is
// scoring.ErrUnknown.
func read(g scoring.Game, l store.Line) (line, error) {
	var w written
	if err := json.Unmarshal(l.Body, &w); err != nil {
		return line{}, fmt.Errorf("session: line %d: %w: %w", l.Seq, store.ErrDamaged, err)
	}
	out := line{kind: w.Kind, at: l.At, change: change{drop: w.Drop, before: w.Before}}
	if !slices.Contains([]string{Changed, Undone, Redone}, w.Kind) {
		return out, fmt.Errorf("session: line %d: %w: %q", l.Seq, scoring.ErrUnknown, w.Kind)
	}
	for k, p := range w.Put {
		e, err := decode(g, p)
		if err != nil {
			return out, fmt.Errorf("session: line %d: %w", l.Seq, err)
		}
		it := Item{ID: l.Seq*perLine + k, Event: e}
		if p.Said != nil {
			it.Said = *p.Said
		}
		out.put = append(out.put, it)
	}
	return out, nil
}

func decode(g scoring.Game, p writtenPut) (scoring.Event, error) {
	var e scoring.Event
	var err error
	if p.Kind == (setup.Table{}).Kind() {
		e, err = scoring.As[setup.Table](p.Event)
	} else {
		e, err = g.Decode(p.Kind, p.Event)
	}
	if err != nil && !errors.Is(err, scoring.ErrUnknown) {
		err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return e, err
}

// standing is the changes that stand and those that may be redone, as indexes into
// lines, the last one last. The first change is the table, and is never undone.
func standing(lines []line) (done, undone []int, err error) {
	for i, l := range lines {
		switch l.kind {
		case Changed:
			done, undone = append(done, i), nil
		case Undone:
			if len(done) < 2 {
				return nil, nil, ErrNothing
			}
			undone, done = append(undone, done[len(done)-1]), done[:len(done)-1]
		case Redone:
			if len(undone) == 0 {
				return nil, nil, ErrNothing
			}
			done, undone = append(done, undone[len(undone)-1]), undone[:len(undone)-1]
		}
	}
	return done, undone, nil
}

// fold is the items that a log leaves, in the order of the table.
func fold(lines []line) ([]Item, error) {
	done, _, err := standing(lines)
	if err != nil {
		return nil, err
	}
	var items []Item
	for _, i := range done {
		if items, err = lines[i].apply(items); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// apply leaves its argument as it is.
func (c change) apply(items []Item) ([]Item, error) {
	at := len(items)
	if anchor := c.anchor(); anchor != 0 {
		if at = place(items, anchor); at < 0 {
			return nil, ErrGone
		}
	}
	next := slices.Concat(items[:at], c.put, items[at:])
	for _, id := range c.drop {
		i := place(next, id)
		if i < 0 {
			return nil, ErrGone
		}
		next = slices.Delete(next, i, i+1)
	}
	return next, firstIsTable(next)
}

func (c change) anchor() int {
	if c.before == 0 && len(c.drop) > 0 {
		return c.drop[0]
	}
	return c.before
}

// firstIsTable refuses what would leave a game without its table, or with two.
func firstIsTable(items []Item) error {
	for i, it := range items {
		if _, is := it.Event.(setup.Table); is != (i == 0) {
			return ErrTable
		}
	}
	if len(items) == 0 {
		return ErrTable
	}
	return nil
}

// place is the index of an item, -1 where it is not.
func place(items []Item, id int) int {
	return slices.IndexFunc(items, func(it Item) bool { return it.ID == id })
}
