package session

import (
	"slices"

	"github.com/tablemate/tablemate/setup"
)

// Renamed returns the names at the table after line seq, each with the name that the person
// has now. People are followed through every change of seats.
func (log *Log) Renamed(seq int) map[string]string { return renamed(log.lines, seq) }

func renamed(lines []line, seq int) map[string]string {
	then, thenIDs := people(lines[:min(seq, len(lines))])
	now, nowIDs := people(lines)
	names := map[string]string{}
	for i, id := range thenIDs {
		if k := slices.Index(nowIDs, id); k >= 0 {
			names[then[i]] = now[k]
		}
	}
	return names
}

// people returns the names that a log leaves, by seat, each with a number that stays with
// the person.
func people(lines []line) (names []string, ids []int) {
	done, _, err := standing(lines)
	if err != nil {
		return nil, nil
	}
	for _, i := range done {
		c := lines[i].change
		if len(c.put) == 0 {
			continue
		}
		t, ok := c.put[0].Event.(setup.Table)
		if !ok {
			continue
		}
		next := make([]int, len(t.Players))
		for seat := range next {
			next[seat] = (i+1)*perLine + seat
			if c.seats == nil && seat < len(ids) {
				next[seat] = ids[seat]
			}
		}
		for old, to := range c.seats {
			if to >= 0 && to < len(next) && old < len(ids) {
				next[to] = ids[old]
			}
		}
		names, ids = t.Players, next
	}
	return names, ids
}
