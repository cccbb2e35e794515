package session

import "time"

// An Entry is one line of the log as `show --log` prints it.
type Entry struct {
	Seq     int // from 1
	At      time.Time
	Kind    string // Changed, Undone or Redone
	Of      int    // of Undone and Redone: the Seq of the change that it is about
	Dropped []Item // the items that went with it, in the order of the log
	Put     []Item // the items that came with it
	Was     []Item // all items before it, in the order of the table
	Now     []Item // all items after it
	Before  int    // the item that Put was put before; 0: at the end, or in place of Dropped
}

// History returns everything that was ever done in the game, in order.
func (log *Log) History() []Entry {
	entries := make([]Entry, len(log.lines))
	for i := range entries {
		entries[i] = log.entry(i)
	}
	return entries
}

// entry describes a line of the log, by its index.
func (log *Log) entry(i int) Entry {
	l := log.lines[i]
	e := Entry{Seq: i + 1, At: l.at, Kind: l.kind}
	e.Was, _ = fold(log.g, log.lines[:i]) // it was folded before it was written
	e.Now, _ = fold(log.g, log.lines[:i+1])
	done, undone := stands(log.lines[:i])
	of := l.change
	switch l.kind {
	case Undone:
		e.Of = done[len(done)-1] + 1
		of = log.lines[e.Of-1].change
		e.Dropped, e.Put = itemsOf(e.Was, ids(of.puts())), itemsOf(e.Now, of.drops())
		return e
	case Redone:
		e.Of = undone[len(undone)-1] + 1
		of = log.lines[e.Of-1].change
	}
	e.Dropped, e.Put, e.Before = itemsOf(e.Was, of.drops()), itemsOf(e.Now, ids(of.puts())), of.before
	return e
}

// itemsOf returns the items with some ids, as they are in a list.
func itemsOf(items []Item, ids []int) []Item {
	var out []Item
	for _, id := range ids {
		if i := indexOf(items, id); i >= 0 {
			out = append(out, items[i])
		}
	}
	return out
}

func ids(items []Item) []int {
	var out []int
	for _, it := range items {
		out = append(out, it.ID)
	}
	return out
}
