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
	var done, undone []int
	var entries []Entry
	for i, l := range log.lines {
		e := Entry{Seq: i + 1, At: l.at, Kind: l.kind}
		if i > 0 {
			e.Was = entries[i-1].Now
		}
		e.Now, _ = fold(log.g, log.lines[:i+1]) // it was folded before it was written
		switch l.kind {
		case Changed:
			done, undone = append(done, i), nil
			e.Dropped, e.Put, e.Before = itemsOf(e.Was, l.drops()), itemsOf(e.Now, ids(l.puts())), l.before
		case Undone:
			of := done[len(done)-1]
			done, undone = done[:len(done)-1], append(undone, of)
			e.Of, e.Dropped, e.Put = of+1, itemsOf(e.Was, ids(log.lines[of].puts())), itemsOf(e.Now, log.lines[of].drops())
		case Redone:
			of := undone[len(undone)-1]
			undone, done = undone[:len(undone)-1], append(done, of)
			e.Of, e.Dropped, e.Put, e.Before = of+1, itemsOf(e.Was, log.lines[of].drops()), itemsOf(e.Now, ids(log.lines[of].puts())), log.lines[of].before
		}
		entries = append(entries, e)
	}
	return entries
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
