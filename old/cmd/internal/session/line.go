package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
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
	Event scoring.Event // the first item's is a setup.Table
	Said  ask.Draft     // the dialog that made it; empty if there was none
	Since int           // the line after which it happened, taken over from the item that it replaces or is put before
}

// A change is a line that replaces the items drop by the items put. A new event drops nothing and puts one item at the
// end; an edit drops one and puts one; a removal drops one; a forgotten round puts one or more before another item. A
// change of the table may also seat people elsewhere, and then all other items are moved to the new seats.
type change struct {
	drop   []int // ids
	before int   // id of the item that put goes before; 0: in place of the first dropped one, else at the end
	put    []Item
	seats  []int // the new seat by the old one, -1 for a person who is gone; nil: everybody stays seated
	// columns has the new place of each thing that the game counts besides seats (scoring.Columns), -1 for one that was
	// struck out; nil: all stay in place.
	columns []int
	stays   bool     // with seats: past events keep who sat beside whom
	more    []change // changes elsewhere in the same line: events that were asked again, since they no longer fit
}

// drops returns the ids of everything that a change drops.
func (c change) drops() []int {
	all := slices.Clone(c.drop)
	for _, m := range c.more {
		all = append(all, m.drop...)
	}
	return all
}

// puts returns all items that a change puts.
func (c change) puts() []Item {
	all := slices.Clone(c.put)
	for _, m := range c.more {
		all = append(all, m.put...)
	}
	return all
}

// A line is a decoded line of the log. Only a Changed one has a change.
type line struct {
	kind string
	at   time.Time
	sum  string // over this line and all before it
	file string // the game file in its table
	change
}

// perLine limits how many items a line may put: an id is the line's number times this, plus the place in the line.
const perLine = 100

// version is the format of the lines that are written now.
//
//   - 1: no "v"; kind, drop, before, put. Made by the first version of the program.
//   - 2: "v"; "seats"; "sum", a sum over this line and all before it.
//   - 3: "more", events that were asked again with a correction; "columns"; "since" of events begun before the table
//     changed. If people change seats, past events keep who sat beside whom.
//   - 4: "typed", the sums that people typed for numbers. A line without any is written as version 3.
//
// A line of any version must encode to the same bytes that it was read from, so an unknown, missing or misspelt key is
// always noticed.
const (
	version = 4
	plain   = 3 // of a line without typed sums
)

// written is the JSON of a line.
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

// version returns the oldest format that can hold the line, in which it is written.
func (l line) version() int {
	if slices.ContainsFunc(l.puts(), func(it Item) bool { return len(it.sums()) > 0 }) {
		return version
	}
	return plain
}

// sums returns the sums that were typed for an item's numbers, each with its result.
func (it Item) sums() (sums []string) {
	for _, e := range it.Said.Entries {
		sums = append(sums, e.Answer.Reckoned()...)
	}
	return sums
}

// write encodes the line in a version of the format, with its sum if that version has one. before is the sum of the
// line before it.
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

// holding returns the change with the game file in its table. Tables have it nowhere else: it is long, and only the
// first line is read for it.
func (l line) holding() change {
	c := l.change
	if t, is := tablePut(c.put); is && l.file != "" {
		t.GameFile = l.file
		c.put = slices.Clone(c.put)
		c.put[0].Event = t
	}
	return c
}

// write encodes a change without those in more.
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

// read decodes a change; id is that of its first item.
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

// read decodes a line strictly: one that would be encoded differently is store.ErrDamaged. A line or an event of an
// unknown kind or version is scoring.ErrUnknown. before is the sum of the line before it.
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
	switch { // the encoding includes the sum
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

// standing returns the changes that stand and those that may be redone, as indexes into lines, the last one last. The
// first change is the table, and is never undone. errNothing: a line undoes or redoes nothing.
func standing(lines []line) (done, undone []int, err error) {
	for i, l := range lines {
		switch l.kind {
		case Changed:
			done, undone = append(done, i), nil
		case Undone:
			if len(done) < 2 {
				return nil, nil, errNothing
			}
			undone, done = append(undone, done[len(done)-1]), done[:len(done)-1]
		case Redone:
			if len(undone) == 0 {
				return nil, nil, errNothing
			}
			done, undone = append(done, undone[len(undone)-1]), undone[:len(undone)-1]
		}
	}
	return done, undone, nil
}

// stands is standing for lines that were folded before, or for the first of them.
func stands(lines []line) (done, undone []int) {
	done, undone, _ = standing(lines)
	return done, undone
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

// onlyAdds reports whether a change only appends events, as most do. fold then neither copies nor searches the items
// before it, so a long log folds in linear time.
func (c change) onlyAdds() bool {
	return c.anchor() == 0 && c.seats == nil && !slices.ContainsFunc(c.put, func(it Item) bool { _, is := it.Event.(setup.Table); return is })
}

// apply returns the items after a change, and leaves its argument alone.
func (c change) apply(g scoring.Game, items []Item) ([]Item, error) {
	next, err := c.one(g, items)
	for _, m := range c.more {
		if err == nil {
			next, err = m.one(g, next)
		}
	}
	return next, err
}

// one applies a change without those in more.
func (c change) one(g scoring.Game, items []Item) ([]Item, error) {
	at := len(items)
	if anchor := c.anchor(); anchor != 0 {
		at = indexOf(items, anchor)
		if at < 0 {
			return nil, errGone
		}
	}
	next := slices.Concat(items[:at], c.put, items[at:])
	for k := range c.put {
		next[at+k].Since = c.since(items, at, k)
	}
	for _, id := range c.drop {
		i := indexOf(next, id)
		if i < 0 {
			return nil, errGone
		}
		next = slices.Delete(next, i, i+1)
	}
	if err := firstIsTable(next); err != nil || c.seats == nil && c.columns == nil {
		return next, err
	}
	return next, c.seat(g, items, next)
}

// since returns the line after which the kth new item happened, given the index of the item that it replaces or is put
// before.
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

// seat moves the items of next, which the caller owns, to the new seats.
func (c change) seat(g scoring.Game, before, next []Item) error {
	w := shift{from: before[0].Event.(setup.Table), to: next[0].Event.(setup.Table), seats: c.seats, columns: c.columns}
	if c.seats != nil && len(c.seats) != len(w.from.Players) || slices.ContainsFunc(c.seats, func(to int) bool { return to >= len(w.to.Players) }) {
		return errTable
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

// firstIsTable refuses items that would leave a game without its table, or with two.
func firstIsTable(items []Item) error {
	for i, it := range items {
		if _, is := it.Event.(setup.Table); is != (i == 0) {
			return errTable
		}
	}
	if len(items) == 0 {
		return errTable
	}
	return nil
}

// indexOf returns the index of the item with an id, or -1.
func indexOf(items []Item, id int) int {
	return slices.IndexFunc(items, func(it Item) bool { return it.ID == id })
}
