package store

import (
	"math"
	"time"
)

// Ended returns games that have a line, the one that ended last first. A finished game ended when it was finished, even
// if it was corrected later, any other one with its last line. Deleted games are left out. until is the latest end,
// zero for any; skip games are skipped, and at most limit are read.
func (s History) Ended(until time.Time, skip, limit int) ([]Game, error) {
	latest := int64(math.MaxInt64)
	if !until.IsZero() {
		latest = until.UnixNano()
	}
	err := s.indexed("games_over", "finished", "finished IS NOT NULL", skip+limit)
	if err == nil {
		err = s.indexed("games_open", "changed", "finished IS NULL", skip+limit)
	}
	if err != nil {
		return nil, s.wrapErr("games that ended", err)
	}
	const kept = ` FROM games g WHERE ` + hasLine + ` AND NOT g.gone AND g.deleted IS NULL`
	games, err := s.readGames(listed+` AND g.id IN (
		SELECT id FROM (SELECT g.id`+kept+` AND g.finished IS NOT NULL AND g.finished <= ? ORDER BY g.finished DESC, g.id LIMIT ?)
		UNION
		SELECT id FROM (SELECT g.id`+kept+` AND g.finished IS NULL AND g.changed <= ? ORDER BY g.changed DESC, g.id LIMIT ?))
		ORDER BY coalesce(g.finished, g.changed) DESC, g.id LIMIT ? OFFSET ?`, latest, skip+limit, latest, skip+limit, limit, skip)
	return games, s.wrapErr("games that ended", err)
}

// Moments returns when the lines of a game were written, in order. ErrDamaged: a sum contradicts one of the times.
func (s Log) Moments(id string) ([]time.Time, error) {
	lines, err := s.After(id, 0)
	if err != nil {
		return nil, err
	}
	var out []time.Time
	before := id
	for _, l := range lines {
		body, sum := unsummed(l.Body)
		before = Sum(before, l.At, body)
		if sum != "" && sum != before {
			return nil, s.wrapErr("moments of "+id, ErrDamaged)
		}
		out = append(out, l.At)
	}
	return out, nil
}

// LastOver returns the id of the game that was finished last, of a kind or, if kind is "", of any; "" if there is none.
func (s History) LastOver(kind string) (id string, err error) {
	_, err = s.one(`SELECT g.id FROM games g WHERE g.finished IS NOT NULL AND NOT g.gone AND g.deleted IS NULL
		AND ?1 IN ('', g.kind) ORDER BY g.finished DESC, g.id LIMIT 1`, []any{kind}, &id)
	return id, s.wrapErr("the last game", err)
}
