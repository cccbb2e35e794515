package session

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// A log keeps the names it was written with. A rename or a merge is a store.Naming of the lines that there were then,
// and those are read with the new name; later lines have it themselves. A table at which the new name is taken already
// stays as written.

// standingNames returns the renames that were not taken back.
func standingNames(names []store.Naming) []store.Naming {
	return slices.DeleteFunc(slices.Clone(names), func(n store.Naming) bool {
		return slices.ContainsFunc(names, func(u store.Naming) bool { return u.Undoes.Equal(n.At) })
	})
}

// rename gives the people in a line, given its number, their present names.
func (l *line) rename(seq int, names []store.Naming) {
	if len(names) == 0 {
		return
	}
	for k, it := range l.put {
		t, is := it.Event.(setup.Table)
		if !is {
			continue
		}
		t = t.Clone()
		for _, n := range standingNames(names) {
			seat := slices.Index(t.Players, n.Was)
			if seat >= 0 && n.After < seq && seq <= n.Upto && !SitsWith(t.Players, n.Was, n.Now) {
				t.Players[seat] = n.Now
			}
		}
		l.put[k].Event = t
	}
}

// SitsWith reports whether a game has somebody else whose name is like the new one.
func SitsWith(people []string, was, now string) bool {
	return slices.ContainsFunc(people, func(n string) bool { return n != was && setup.Alike(n) == setup.Alike(now) })
}

// Called returns the present name of everybody at the table who was renamed, by each earlier name.
func (log *Log) Called() map[string]string {
	out := map[string]string{}
	for _, n := range standingNames(log.names) {
		for was, now := range out {
			if now == n.Was {
				out[was] = n.Now
			}
		}
		out[n.Was] = n.Now
	}
	t, _ := log.Table()
	for was, now := range out {
		if slices.Contains(t.Players, was) || !slices.Contains(t.Players, now) {
			delete(out, was)
		}
	}
	return out
}

// Renames returns how many renames apply to the game, including those that were taken back.
func (log *Log) Renames() int { return len(log.names) }

// Rename puts a name right in some games, up to their last lines.
func Rename(st *store.Store, games []scoring.Game, r store.Rename, ids []string) error {
	behind := map[string]int{}
	for _, id := range ids {
		behind[id] = 0
	}
	return keepRename(st, games, r, behind)
}

// Unrename takes a rename back, at a time. about are the games that it applies to, each with the last line of those; it
// is empty for a rename that an earlier version of the program wrote into the logs. It returns the games in which the
// old name is back, and those in which the new one stays.
func Unrename(st *store.Store, games []scoring.Game, r store.Rename, about map[string]int, at time.Time) (back map[string]int, stays []string, err error) {
	if len(about) == 0 {
		about, stays, err = writtenRename(st, games, r)
	}
	if err == nil {
		err = keepRename(st, games, store.Rename{At: at, Was: r.Now, Now: r.Was, Undoes: r.At}, about)
	}
	return about, stays, err
}

// writtenRename finds a rename that an earlier version of the program wrote into the logs, as a line with a corrected
// table. It returns the games in which that is the last change that stands, each with the line before it, and those
// that have moved on since, in which the name stays. In an unreadable game it applies to the lines behind the damage.
func writtenRename(st *store.Store, games []scoring.Game, r store.Rename) (last map[string]int, since []string, err error) {
	last = map[string]int{}
	ids, err := st.Log.At(r.At)
	for _, id := range ids {
		s, err := Open(st, games, id, nil, nil)
		if damaged := (*Damaged)(nil); errors.As(err, &damaged) {
			last[id] = damaged.Whole
		}
		if err != nil {
			continue
		}
		k := slices.IndexFunc(s.Log.lines, func(l line) bool { return l.renames(r) })
		t, _ := s.Log.Table()
		switch {
		case k < 0 || !slices.Contains(t.Players, r.Now):
		case s.Log.lastStanding() == k:
			last[id] = k
		default:
			since = append(since, id)
		}
	}
	return last, since, err
}

// lastStanding returns the index of the last line that stands, apart from renames that were taken back.
func (log *Log) lastStanding() int {
	done, _ := stands(log.lines)
	for _, k := range slices.Backward(done) {
		if !slices.ContainsFunc(log.names, func(n store.Naming) bool { return n.Undoes.Equal(log.lines[k].at) }) {
			return k
		}
	}
	return -1
}

// renames reports whether a line is a rename that an earlier version of the program wrote.
func (l line) renames(r store.Rename) bool {
	t, is := tablePut(l.put)
	return is && l.at.Equal(r.At) && len(l.drop) == 1 && slices.Contains(t.Players, r.Now)
}

// keepRename stores a rename, and drops unfinished corrections of the table, since they name people.
func keepRename(st *store.Store, games []scoring.Game, r store.Rename, behind map[string]int) error {
	drop := map[string]store.Drop{}
	for id := range behind {
		slots, err := st.Drafts.Slots(id)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(slots, func(slot string) bool { return strings.HasPrefix(slot, editing) }) {
			continue
		}
		if s, err := Open(st, games, id, nil, nil); err == nil {
			drop[id] = store.Drop{Slot: slotOf(editing, s.Log.items[0].ID), Number: -1}
		}
	}
	return st.People.Rename(r, behind, drop)
}
