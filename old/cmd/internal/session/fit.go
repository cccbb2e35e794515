package session

import "slices"

// Renamed returns the names at the table after line seq, each with the person's present name. It follows people through
// every change of seats.
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

// people returns the names that a log leaves, by seat, each with a number that identifies the person.
func people(lines []line) (names []string, ids []int) {
	for _, t := range sittings(lines) {
		next := make([]int, len(t.table.Players))
		for seat := range next {
			next[seat] = t.seq*perLine + seat
			if t.seats == nil && seat < len(ids) {
				next[seat] = ids[seat]
			}
		}
		for old, to := range t.seats {
			if to >= 0 && to < len(next) && old < len(ids) {
				next[to] = ids[old]
			}
		}
		names, ids = t.table.Players, next
	}
	return names, ids
}
