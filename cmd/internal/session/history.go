package session

import "time"

// An Entry is one line of the log as `show --log` prints it.
type Entry struct {
	Seq     int // from 1
	At      time.Time
	Kind    string // Changed, Undone, Redone
	Of      int    // Undone, Redone: the Seq of the change that it is about
	Dropped []Item // what went with it, in the order of the log
	Put     []Item // what came with it
	Was     []Item // all items before it, in the order of the table
	Now     []Item // and after it
	Before  int    // the item that Put was put before; 0: at the end, or in place of Dropped
}

// History returns all that was ever done in this game, the first first.
func (log *Log) History() []Entry {
	var entries []Entry
	for i, l := range log.lines {
		e := Entry{Seq: i + 1, At: l.at, Kind: l.kind}
		if i > 0 {
			e.Was = entries[i-1].Now
		}
		e.Now, _ = fold(log.g, log.lines[:i+1]) // it was folded before it was written
		done, undone, _ := standing(log.lines[:i])
		switch l.kind {
		case Changed:
			e.made(l.change)
		case Undone:
			e.Of = done[len(done)-1] + 1
			of := log.lines[e.Of-1]
			e.Dropped, e.Put = itemsOf(e.Was, ids(of.puts())), itemsOf(e.Now, of.drops())
		case Redone:
			e.Of = undone[len(undone)-1] + 1
			e.made(log.lines[e.Of-1].change)
		}
		entries = append(entries, e)
	}
	return entries
}

// made notes what a change made of the items before it.
func (e *Entry) made(c change) {
	e.Dropped, e.Put, e.Before = itemsOf(e.Was, c.drops()), itemsOf(e.Now, ids(c.puts())), c.before
}

// itemsOf returns some of the items, as they stand there.
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
