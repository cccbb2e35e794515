package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
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
	Since int           // the line after which it happened: what it corrects, or what it is put in before, happened after the same one
}

// A change is a line that a person made: in place of the items drop, the items put
// stand. A new event drops nothing and puts one at the end; an edit drops one and puts
// one; a removal drops one; a forgotten round puts one or more before another. One that
// puts another table may say that people sit elsewhere: all other items are then those
// of the new seats.
type change struct {
	drop   []int // ids
	before int   // id of the item that put stands before; 0: where the first dropped stood, else the end
	put    []Item
	seats  []int // by old seat: the new one, -1 for one that is gone; nil: everybody sits where they sat
	// columns is, by what the game counted besides seats (scoring.Columns), where it stands now, -1 for what was struck out; nil: where it stood.
	columns []int
	stays   bool     // with seats: who sat beside whom in what happened stays so
	more    []change // changes elsewhere that go with it: they were asked again, since the change left them no place
}

// drops returns the ids of all that goes with a change.
func (c change) drops() []int {
	all := slices.Clone(c.drop)
	for _, m := range c.more {
		all = append(all, m.drop...)
	}
	return all
}

// puts returns all items that come with a change.
func (c change) puts() []Item {
	all := slices.Clone(c.put)
	for _, m := range c.more {
		all = append(all, m.put...)
	}
	return all
}

// A line of the log, read. Only a change has one.
type line struct {
	kind string
	at   time.Time
	sum  string // of this line and all before it
	file string // the game file that its table holds
	change
}

// perLine is how many items one line may put: ids are its number times this, and the place in it.
const perLine = 100

// version is the format of the lines that are written now.
//
//   - 1: no "v"; kind, drop, before, put. Made by the first version of the program.
//   - 2: "v"; "seats"; "sum", a sum over this line and all before it.
//   - 3: "more", events that were asked again with a correction; "columns"; "since" of what began before the table changed.
//     Where people change seats, what happened keeps who sat beside whom then.
//   - 4: "typed", the sums as which numbers were told. A line without any is written as of version 3.
//
// A line of every version must read back as it was written, byte for byte: so no key
// can be unknown, missing or misspelt without being noticed.
const (
	version = 4
	plain   = 3 // of a line without sums
)

// written is a line as it stands in the store.
type written struct {
	Version int    `json:"v,omitempty"`
	Kind    string `json:"kind"`
	writtenChange
	Seats   []int           `json:"seats,omitempty"`
	Columns []int           `json:"columns,omitempty"`
	More    []writtenChange `json:"more,omitempty"`
	Sum     string          `json:"sum,omitempty"`
}

type writtenChange struct {
	Drop   []int        `json:"drop,omitempty"`
	Before int          `json:"before,omitempty"`
	Put    []writtenPut `json:"put,omitempty"`
}

type writtenPut struct {
	Kind  string          `json:"kind"`
	Event json.RawMessage `json:"event"`
	Said  *ask.Draft      `json:"said,omitempty"`
	Since int             `json:"since,omitempty"`
}

// version returns the format in which a line is written now: the oldest that has all of it.
func (l line) version() int {
	for _, it := range l.puts() {
		if len(it.sums()) > 0 {
			return version
		}
	}
	return plain
}

// sums returns what of an item was typed as a sum, with what each comes to.
func (it Item) sums() (sums []string) {
	for _, e := range it.Said.Entries {
		sums = append(sums, e.Answer.Reckoned()...)
	}
	return sums
}

// write returns the line in a version of the format, with its sum where that version has one.
// before is the sum of the line before it.
func (l line) write(version int, before string) (body []byte, sum string, err error) {
	w := written{Kind: l.kind, Seats: l.seats, Columns: l.columns}
	w.writtenChange, err = l.holding().write()
	for _, m := range l.more {
		more, wrong := m.write()
		w.More, err = append(w.More, more), cmp.Or(err, wrong)
	}
	if err != nil {
		return nil, "", err
	}
	if version > 1 {
		w.Version = version
	}
	body, err = json.Marshal(w)
	if err != nil {
		return nil, "", err
	}
	sum = store.Sum(before, l.at, body)
	if version > 1 {
		w.Sum = sum
		body, err = json.Marshal(w)
	}
	return body, sum, err
}

// holding returns the change of a line, with the game file in its table. Nowhere else does a table have it: it is long, and nothing
// but the first line is read for it.
func (l line) holding() change {
	c := l.change
	if t, is := tablePut(c.put); is && l.file != "" {
		t.GameFile = l.file
		c.put = slices.Clone(c.put)
		c.put[0].Event = t
	}
	return c
}

// write returns a change without those that go with it.
func (c change) write() (writtenChange, error) {
	out := writtenChange{Drop: c.drop, Before: c.before}
	for _, it := range c.put {
		raw, err := json.Marshal(it.Event)
		if err != nil {
			return out, fmt.Errorf("session: %s: %w", it.Event.Kind(), err)
		}
		p := writtenPut{Kind: it.Event.Kind(), Event: raw, Since: it.Since}
		if it.Said.Seed != 0 || len(it.Said.Entries) > 0 {
			p.Said = &it.Said
		}
		out.Put = append(out.Put, p)
	}
	return out, nil
}

// read returns the way back; the first item has an id.
func (w writtenChange) read(g scoring.Game, id int) (change, error) {
	c := change{drop: w.Drop, before: w.Before}
	for k, p := range w.Put {
		e, err := decode(g, p)
		if err != nil {
			return c, err
		}
		it := Item{ID: id + k, Event: e, Since: p.Since}
		if p.Said != nil {
			it.Said = *p.Said
		}
		c.put = append(c.put, it)
	}
	return c, nil
}

var (
	errOtherwise = errors.New("this line, or one before it, is not as it was written")
	errGap       = errors.New("a line is missing")
)

// read returns the way back, strict: a line that would not be written so is store.ErrDamaged.
// An event or a line of a kind or version that this program does not know is
// scoring.ErrUnknown. before is the sum of the line before it.
func read(g scoring.Game, l store.Line, before string) (line, error) {
	out, err := readLine(g, l, before)
	if err != nil && !errors.Is(err, scoring.ErrUnknown) {
		err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return out, err
}

func readLine(g scoring.Game, l store.Line, before string) (line, error) {
	var w written
	if err := json.Unmarshal(l.Body, &w); err != nil {
		return line{}, err
	}
	out := line{kind: w.Kind, at: l.At}
	switch {
	case w.Version > version:
		return out, fmt.Errorf("%w: %q of version %d", scoring.ErrUnknown, w.Kind, w.Version)
	case !slices.Contains([]string{Changed, Undone, Redone}, w.Kind):
		return out, fmt.Errorf("a line of the kind %q", w.Kind)
	}
	var err error
	id := l.Seq * perLine
	out.change, err = w.read(g, id)
	out.seats, out.columns, out.stays = w.Seats, w.Columns, w.Version > 2
	for _, m := range w.More {
		more, wrong := m.read(g, id+len(out.puts()))
		out.more, err = append(out.more, more), cmp.Or(err, wrong)
	}
	if err != nil {
		return out, err
	}
	if t, is := tablePut(out.put); is {
		out.file, t.GameFile = t.GameFile, ""
		out.put[0].Event = t
	}
	body, sum, err := out.write(max(1, w.Version), before)
	switch { // the sum is part of what it would be written as
	case err != nil:
		return out, err
	case !bytes.Equal(body, l.Body), out.version() == version && w.Version < version:
		return out, errOtherwise
	}
	out.sum = sum
	if w.Version < 2 {
		for k, it := range out.put {
			out.put[k].Event = fromFirstVersion(g, it.Event)
		}
	}
	return out, nil
}

// fromFirstVersion returns what an event of the first version means now.
func fromFirstVersion(g scoring.Game, e scoring.Event) scoring.Event {
	if t, is := e.(setup.Table); is {
		return t.FromFirstVersion()
	}
	if g.FromFirstVersion != nil {
		return g.FromFirstVersion(e)
	}
	return e
}

func decode(g scoring.Game, p writtenPut) (scoring.Event, error) {
	if p.Kind == (setup.Table{}).Kind() {
		var t setup.Table
		err := json.Unmarshal(p.Event, &t)
		return t, err
	}
	return g.Decode(p.Kind, p.Event)
}

// standing returns the changes that stand and those that may be redone, as indexes into
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

// fold returns the items that a log leaves, in the order of the table.
func fold(g scoring.Game, lines []line) ([]Item, error) {
	done, _, err := standing(lines)
	if err != nil {
		return nil, err
	}
	var items []Item
	for _, i := range done {
		l := lines[i]
		if len(items) == 0 || !l.onlyAdds() {
			items, err = l.apply(g, items)
			if err != nil {
				return nil, err
			}
			continue
		}
		for k, it := range l.put {
			it.Since = l.since(nil, 0, k)
			items = append(items, it)
		}
	}
	return items, nil
}

// onlyAdds reports whether a change is something new that happened behind all else, and no table: most are. Many of
// them cost no more than one by one, since what is there already is neither copied nor looked at.
func (c change) onlyAdds() bool {
	return c.anchor() == 0 && c.seats == nil && !slices.ContainsFunc(c.put, func(it Item) bool { _, is := it.Event.(setup.Table); return is })
}

// apply leaves its argument as it is.
func (c change) apply(g scoring.Game, items []Item) ([]Item, error) {
	next, err := c.one(g, items)
	for _, m := range c.more {
		if err == nil {
			next, err = m.one(g, next)
		}
	}
	return next, err
}

// one is apply without what is changed elsewhere.
func (c change) one(g scoring.Game, items []Item) ([]Item, error) {
	at := len(items)
	if anchor := c.anchor(); anchor != 0 {
		at = indexOf(items, anchor)
		if at < 0 {
			return nil, ErrGone
		}
	}
	next := slices.Concat(items[:at], c.put, items[at:])
	for k := range c.put {
		next[at+k].Since = c.since(items, at, k)
	}
	for _, id := range c.drop {
		i := indexOf(next, id)
		if i < 0 {
			return nil, ErrGone
		}
		next = slices.Delete(next, i, i+1)
	}
	if err := firstIsTable(next); err != nil || c.seats == nil && c.columns == nil {
		return next, err
	}
	return next, c.seat(g, items, next)
}

// since returns the line after which an item of it happened, where the item at an index is replaced or
// comes right behind it.
func (c change) since(items []Item, at, k int) int {
	switch it := c.put[k]; {
	case c.anchor() != 0:
		return items[at].Since
	case it.Since != 0:
		return it.Since
	default:
		return it.ID/perLine - 1
	}
}

// seat makes the items of next, which is ours, those of the new seats.
func (c change) seat(g scoring.Game, before, next []Item) error {
	w := shift{from: before[0].Event.(setup.Table), to: next[0].Event.(setup.Table), seats: c.seats, columns: c.columns}
	if c.seats != nil && len(c.seats) != len(w.from.Players) || slices.ContainsFunc(c.seats, func(to int) bool { return to >= len(w.to.Players) }) {
		return ErrTable
	}
	if c.stays {
		w.circle = upTo(len(c.seats))
	}
	copy(next, w.items(g, next))
	return nil
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

// indexOf returns the index of an item, -1 where it is not.
func indexOf(items []Item, id int) int {
	return slices.IndexFunc(items, func(it Item) bool { return it.ID == id })
}
