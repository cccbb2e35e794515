package session

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A moment is how a game stands after a line. It is never changed: each line makes one from another, and an undo makes one
// from an earlier one, with the answers that were given until then.
//
//	1 {"game":…}                                  no items
//	2 {"said":{"in":"table",…}}                   a draft of “table”
//	3 {"put":[{"kind":"table",…}],"in":"table"}   item 300 is the table, and the draft is gone
//	4 {"said":{"in":"next",…}}                    item 300, a draft of “next”; an undo leads to 3
//	5 {"undo":3}                                  as after line 3; a redo leads to 4
type moment struct {
	line         LineNo           // the line that led here, by number
	by           Line             // and itself
	mark         LineNo           // the last line that is no answer
	itemsSince   LineNo           // the last line that changed the items: chance begins there
	undo         LineNo           // the line to which an undo leads; 0: there is nothing to undo
	redo         LineNo           // the line to which a redo leads; 0: there is nothing to redo
	run          run              // the answers that led here, if answers did
	ended        string           // the dialog that ended here
	items        []Item           // in the order in which they count
	drafts       map[string]draft // dialogs that are under way
	insertBefore ItemID           // the item before which the event of the dialog “next” goes; 0: at the end
}

// A run is a row of answers of one dialog, with nothing else in between.
type run struct {
	in    string
	since LineNo // the line before the first of them
}

// A draft holds the answers of a dialog so far.
type draft struct {
	seed    uint64
	entries []ask.Entry
	lines   []LineNo // the line of each
}

// An Item is an event of the game as it stands. Item 0 is the table.
type Item struct {
	ID    ItemID
	Event scoring.Event
	Said  []ask.Entry // the answers that it was made of
	At    time.Time

	seed uint64 // the chance of the dialog that asked for it
	told bool   // the table was asked for it as the next event
	late bool   // it was forgotten, and put in before another event

	renamedIn LineNo // the line of the last event whose new names stand in this item
	renames   bool   // it only gives people other names
}

// A LineNo is the number of a line in a game's file, from 1.
type LineNo int

// An ItemID names an item by the line that put it: the line's number, times perLine, and the item's place in the line.
type ItemID int

// Named reports whether an item only gives people other names: an undo takes it back, and nothing else does.
func (it Item) Named() bool { return it.renames }

const perLine = 100

// line returns the line that put the item.
func (id ItemID) line() LineNo { return LineNo(id) / perLine }

var errLine = errors.New("it is not one thing")

// after returns the moment after one more line.
func (tl *timeline) after(l Line) (*moment, error) {
	before := tl.last()
	m := *before
	m.line++
	m.by, m.mark, m.undo, m.redo, m.run, m.ended = l, m.line, before.line, 0, run{}, l.In
	moves := l.Put != nil || l.Drop != nil || l.In != ""
	kinds := []bool{l.Said != nil, moves, l.Undo != 0, l.Redo != 0}
	switch i := slices.Index(kinds, true); {
	case i < 0 || l.Game != nil || slices.Contains(kinds[i+1:], true):
		return nil, errLine
	case l.Said != nil:
		m.mark = before.mark
		return &m, tl.said(&m, before, *l.Said)
	case moves:
		return &m, tl.put(&m, before, l)
	}
	return tl.back(before, l)
}

// back returns the moment after an undo or a redo: an earlier one, under the number of the new line.
func (tl *timeline) back(before *moment, l Line) (*moment, error) {
	to := max(l.Undo, l.Redo)
	if to < 1 || to > before.line {
		return nil, fmt.Errorf("there is no line %d before it", to)
	}
	// The earlier moment comes back with all its drafts, and only says anew by which line.
	m := *tl.moments[to-1]
	m.line = before.line + 1
	m.by, m.mark = l, m.line
	if l.Undo > 0 {
		m.redo = before.line
		if before.run.in == "" && m.run.in != "" {
			// An undo of more than answers has led back to answers: the next one takes all of these back together.
			m.undo = m.run.since
		}
	}
	return &m, nil
}

// said takes answers into the draft of their dialog.
func (tl *timeline) said(m, before *moment, said Said) error {
	d := tl.draft(before, said.In)
	if !before.has(said.In) {
		return fmt.Errorf("there is no dialog %q", said.In)
	}
	if said.From < 0 || said.From > len(d.entries) {
		return fmt.Errorf("there is no answer %d before it", said.From)
	}
	d.entries = slices.Concat(d.entries[:said.From], said.Answers)
	d.lines = slices.Concat(d.lines[:min(said.From, len(d.lines))], slices.Repeat([]LineNo{m.line}, len(said.Answers)))
	m.drafts = maps.Clone(before.drafts)
	m.drafts[said.In] = d
	// Answers of one dialog in a row are one run: an undo of their event takes back all of them.
	m.run = run{said.In, before.line}
	if before.run.in == said.In {
		m.run.since = before.run.since
	}
	return nil
}

// has reports whether a dialog has its subject: a table that has not agreed, a game to go on with, or an item.
func (m *moment) has(in string) bool {
	switch what, id := split(in); what {
	case inTable:
		return len(m.items) == 0
	case inNext, inLeft:
		return len(m.items) > 0
	default:
		return (what == inEdit || what == inInsert) && m.index(id) >= 0
	}
}

// draft returns the answers of a dialog so far. A correction begins with the answers of the last time, and with the chance
// of that time.
func (tl *timeline) draft(m *moment, in string) draft {
	if d, told := m.drafts[in]; told {
		return d
	}
	what, id := split(in)
	if i := m.index(id); what == inEdit && i >= 0 {
		return draft{seed: m.items[i].seed, entries: m.items[i].Said}
	}
	return draft{seed: tl.seed(m.itemsSince, in)}
}

// seed mixes the game's seed with the line where a dialog began.
func (tl *timeline) seed(line LineNo, in string) uint64 {
	sum := sha256.Sum256(fmt.Append(nil, tl.head.Seed, " ", line, " ", in))
	return binary.BigEndian.Uint64(sum[:])
}

// put puts events in and takes others out, or ends a dialog without either.
func (tl *timeline) put(m, before *moment, l Line) error {
	at, err := before.place(l)
	if err != nil {
		return err
	}
	fresh, err := tl.items(m.line, before, l)
	if err != nil {
		return err
	}
	// A dialog that is given up changes no item, and so no chance: asked again, the same cards are drawn.
	changes := len(l.Put)+len(l.Drop) > 0
	if changes {
		m.itemsSince = m.line
	}
	// An event goes together with its answers, as far as nothing came between them: its undo leads to the line before the
	// first of them. A dialog that was given up leaves the undo of that line, as if its answers had never been given.
	if before.run.in == l.In && l.In != "" && !l.ends(fresh) {
		m.undo = before.run.since
		if !changes {
			m.undo = tl.moments[before.run.since-1].undo
		}
	}
	// With somebody gone nothing was left to ask: an undo of the turn alone would lead to its end at once.
	if at := len(before.items) - 1; l.In == inNext && at >= 0 && before.items[at].ID.line() == before.line && before.items[at].midway() {
		m.undo = before.undo
	}
	// The table is corrected, and never taken back: without it there is no game.
	if len(before.items) == 0 {
		m.undo = 0
	}
	was := before.items
	for i := range fresh {
		if c, is := changesNames(slices.Concat(was, fresh[:i]), fresh[i].Event); is && at == len(was) && len(l.Drop) == 0 {
			fresh[i].renames = true
			was, fresh = c.items(was, m.line), slices.Concat(c.items(fresh[:i], m.line), fresh[i:])
			before = c.moment(before)
		}
		before = before.midway(fresh[i].Event)
	}
	m.items = slices.Concat(was[:at], fresh, was[at:])
	m.items = slices.DeleteFunc(m.items, func(it Item) bool { return slices.Contains(l.Drop, it.ID) })
	m.keep(before, l, fresh)
	// People who come while everything is laid out have a part in it at once.
	if tl.laying(m) {
		m.insertBefore = 0
	}
	return nil
}

// laying reports whether the table still lays everything out.
func (tl *timeline) laying(m *moment) bool {
	if len(m.items) == 0 || !tables(m.items[1:]) {
		return false
	}
	t, is := m.items[0].Event.(setup.Table)
	return is && tl.game.SetsUp(t)
}

// items returns the events of a line as items, with the answers that led to them. A corrected item keeps its time, and
// whether it was told at the table as the next one.
func (tl *timeline) items(line LineNo, before *moment, l Line) (fresh []Item, err error) {
	if len(l.Put) > perLine {
		return nil, errLine
	}
	d := tl.draft(before, l.In)
	what, _ := split(l.In)
	item := Item{Said: d.entries, At: l.At, seed: d.seed, told: what == inNext, late: what == inInsert}
	if l.corrects() {
		was := before.items[before.index(l.Drop[0])]
		item.At, item.told, item.late = was.At, was.told, was.late
	}
	for i, p := range l.Put {
		e, err := tl.event(p)
		if err != nil {
			return nil, err
		}
		item.ID, item.Event = ItemID(line)*perLine+ItemID(i), e
		fresh = append(fresh, item)
	}
	for i := range fresh {
		if l.ends(fresh) {
			fresh[i].Said, fresh[i].told = nil, false
		}
	}
	return fresh, nil
}

// corrects reports whether a line puts an event in place of its first Drop. Without Put it removes that one.
func (l Line) corrects() bool { return len(l.Drop) > 0 && len(l.Put) > 0 && l.In == edit(l.Drop[0]) }

// place returns where a line puts its events.
func (m *moment) place(l Line) (int, error) {
	at := l.Before
	if at == 0 && len(l.Drop) > 0 {
		at = l.Drop[0]
	}
	for _, id := range append([]ItemID{at}, l.Drop...) {
		if id != 0 && m.index(id) < 0 {
			return 0, fmt.Errorf("there is no event %d", id)
		}
	}
	if at == 0 {
		return len(m.items), nil
	}
	return m.index(at), nil
}

func (m *moment) index(id ItemID) int {
	return slices.IndexFunc(m.items, func(it Item) bool { return it.ID == id })
}

// keep takes over drafts whose item is still there. The event that is half told keeps its place: in front of the item before
// which it stood, or of the next one that is left.
func (m *moment) keep(before *moment, l Line, fresh []Item) {
	m.insertBefore = m.follows(before, l, fresh, before.insertBefore)
	// People who come in the middle of a turn take part from the next turn on: the turn under way goes in front of them. It goes
	// on without those who leave it midway.
	fresh = slices.DeleteFunc(slices.Clone(fresh), func(it Item) bool { return it.renames || it.midway() })
	if m.insertBefore == 0 && l.In == "" && len(fresh) > 0 && tables(fresh) {
		m.insertBefore = fresh[0].ID
	}
	m.drafts = map[string]draft{}
	for in, d := range before.drafts {
		what, id := split(in)
		switch {
		// The dialog that this line ends.
		case in == l.In:
		case id == 0, m.index(id) >= 0:
			m.drafts[in] = d
		// An item that was corrected has another ID now: something forgotten still goes in front of it.
		case what == inInsert && l.corrects() && id == l.Drop[0]:
			m.drafts[insert(fresh[0].ID)] = d
		}
	}
	// A turn that nobody has begun to tell has no place to keep.
	if _, told := m.drafts[inNext]; !told {
		m.insertBefore = 0
	}
}

// follows returns the ID of the item that stands where one stood before a line; 0: the end.
func (m *moment) follows(before *moment, l Line, fresh []Item, id ItemID) ItemID {
	if id == 0 {
		return 0
	}
	if l.corrects() && id == l.Drop[0] {
		return fresh[0].ID
	}
	for _, it := range before.items[before.index(id):] {
		if m.index(it.ID) >= 0 {
			return it.ID
		}
	}
	return 0
}

// tables reports whether items are about the table alone: people and their choices.
func tables(items []Item) bool {
	return !slices.ContainsFunc(items, func(it Item) bool {
		switch it.Event.(type) {
		case scoring.People, scoring.Choices:
			return false
		}
		return true
	})
}
