package store

import (
	"database/sql"
	"errors"
	"math"
	"slices"
	"time"
)

// Games by when they came to their end, for whoever goes back in time.

// Ended are games that have a line, the one that ended last first: a finished one ended when it was
// finished, whatever was corrected later, and any other one with its last line. Deleted ones are not among
// them. until is the latest end; zero: any. So many are skipped, and at most limit are read.
func (s *Store) Ended(until time.Time, skip, limit int) ([]Game, error) {
	latest := int64(math.MaxInt64)
	if !until.IsZero() {
		latest = until.UnixNano()
	}
	kept := ` FROM games g WHERE ` + hasLine + ` AND g.gone IS NOT 1 AND ` + s.column("g.deleted IS NULL", 5, "true")
	games, err := s.readGames(s.listed()+` AND g.id IN (
		SELECT id FROM (SELECT g.id`+kept+` AND g.finished IS NOT NULL AND g.finished <= ? ORDER BY g.finished DESC, g.id LIMIT ?)
		UNION
		SELECT id FROM (SELECT g.id`+kept+` AND g.finished IS NULL AND g.changed <= ? ORDER BY g.changed DESC, g.id LIMIT ?))
		ORDER BY coalesce(g.finished, g.changed) DESC, g.id LIMIT ? OFFSET ?`, latest, skip+limit, latest, skip+limit, limit, skip)
	if s.unreadable(err) {
		s.noticed(err)
		games, err = s.oneByOne()
		games = endedOf(games, until, skip, limit)
	}
	return games, s.wrapErr("games that ended", err)
}

// endedOf is Ended of all games that there are.
func endedOf(all []Game, until time.Time, skip, limit int) []Game {
	end := func(g Game) time.Time {
		if g.Finished.IsZero() {
			return g.Changed
		}
		return g.Finished
	}
	all = slices.DeleteFunc(all, func(g Game) bool {
		return g.Lines == 0 || !g.Deleted.IsZero() || !until.IsZero() && end(g).After(until)
	})
	slices.SortStableFunc(all, func(a, b Game) int { return end(b).Compare(end(a)) })
	all = all[min(skip, len(all)):]
	return all[:min(limit, len(all))]
}

// Moments are when the lines of a game were written, the first one first.
func (s *Store) Moments(id string) ([]time.Time, error) {
	rows, err := s.db.QueryContext(s.ctx, `SELECT at FROM log WHERE game = ? ORDER BY seq`, id)
	if err != nil {
		return nil, s.wrapErr("moments of "+id, err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	var out []time.Time
	for rows.Next() {
		var at whole
		if err := rows.Scan(&at); err != nil {
			return nil, s.wrapErr("moments of "+id, err)
		}
		out = append(out, time.Unix(0, int64(at)))
	}
	return out, s.wrapErr("moments of "+id, rows.Err())
}

// LastOver is the id of the game that was finished last, of a kind or, where that is "", of any; "" where none is.
func (s *Store) LastOver(kind string) (id string, err error) {
	err = s.db.QueryRowContext(s.ctx, `SELECT g.id FROM games g WHERE g.finished IS NOT NULL AND g.gone IS NOT 1 AND `+s.column("g.deleted IS NULL", 5, "true")+`
		AND ?1 IN ('', g.kind) ORDER BY g.finished DESC, g.id LIMIT 1`, kind).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, s.wrapErr("the last game", err)
}
