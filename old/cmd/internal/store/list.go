package store

import (
	"math"
	"slices"
	"strings"
	"time"
)

// A Filter selects games; the zero Filter selects all that are not deleted.
type Filter struct {
	Kind    string     // of this kind only; "": of any
	With    [][]string // somebody from each of these lists played, under exactly that name
	Since   time.Time  // that changed at this time or later
	Open    bool       // that are not over
	Begun   bool       // that have a log
	Unbegun bool       // that have no log yet
	Deleted bool       // that are deleted; else those that are not
	Skip    int        // leaves out the first ones
	Limit   int        // at most so many; 0: all
}

// listed selects a game. Without a line or a draft a game was only ever begun, and an empty draft is none.
const listed = `SELECT g.id, g.kind, g.purpose, g.people, g.choices, g.started, g.finished, g.deleted, r.standings,
	max(g.changed, coalesce((SELECT max(at) FROM drafts d WHERE d.game = g.id AND d.draft <> ''), 0)) AS moved,
	coalesce((SELECT max(seq) FROM log l WHERE l.game = g.id), 0) AS lines, g.stale = 2, g.sum = sum_of` + summedGame + ` AND g.result = ` + summedResult + `
	FROM games g LEFT JOIN results r ON r.game = g.id
	WHERE NOT g.gone`

const (
	// A game with people has a line: if it is missing, scanGame reports the damage.
	hasLine  = `(g.people <> '[]' OR EXISTS (SELECT 1 FROM log l WHERE l.game = g.id))`
	hasDraft = `EXISTS (SELECT 1 FROM drafts d WHERE d.game = g.id AND d.draft <> '')`
)

// List returns the games that a filter selects among those with a line or a draft, the one changed last first. With a
// limit it reads no more than it returns, however many games there are.
func (s History) List(f Filter) ([]Game, error) {
	err := s.trusts(f)
	if err != nil {
		return nil, s.wrapErr("games", err)
	}
	query, args := f.query()
	games, err := s.readGames(query, args...)
	return games, s.wrapErr("games", err)
}

// trusts checks the columns and indexes by which a list finds its games. ErrUnsummed: they are wrong.
func (s *file) trusts(f Filter) error {
	for _, names := range f.With {
		if !f.Deleted {
			if err := s.summedPlayed(names); err != nil {
				return err
			}
		}
	}
	first, where, args := f.Skip+f.Limit, "changed >= ?", []any{f.since()}
	if f.Limit == 0 {
		first = -1
	}
	index := "games_latest"
	switch {
	case f.Open:
		index, where = "games_open", where+" AND finished IS NULL"
	case f.Kind != "":
		index, where, args = "games_kind", where+" AND kind = ?", append(args, f.Kind)
	}
	return s.indexed(index, "changed", where, append(args, first)...)
}

// since returns the earliest change that the filter accepts, as columns have it.
func (f Filter) since() int64 {
	if f.Since.IsZero() {
		return math.MinInt64
	}
	return f.Since.UnixNano()
}

// indexed checks the first games of an index by a time: that they exist, that their sums are right, and that they have
// that time. A condition narrows them down, and the last argument is how many are checked, -1 for all. ErrUnsummed: one
// is wrong.
func (s *file) indexed(index, column, where string, args ...any) error {
	return s.agrees(`SELECT 1 FROM (SELECT id, `+column+` AS at FROM games INDEXED BY `+index+` WHERE `+where+` ORDER BY `+column+` DESC, id LIMIT ?) t
		LEFT JOIN games g ON g.id = t.id WHERE g.`+column+` IS NOT t.at OR g.sum <> sum_of`+summedGame, args...)
}

// readGames returns the rows of a query that starts with listed.
func (s *file) readGames(query string, args ...any) ([]Game, error) {
	rows, err := s.query(query, args...)
	return all(rows, err, scanGame)
}

// query returns a filter as SQL. The games that changed last are among the first by their log or among the first by
// their drafts, so no more of either than the limit are looked at.
func (f Filter) query() (string, []any) {
	where, args := f.where()
	if f.Limit == 0 {
		return listed + where + ` ORDER BY moved DESC, g.id LIMIT -1 OFFSET ?`, append(args, f.Skip)
	}
	first := f.Skip + f.Limit
	// The inner limit keeps SQLite from reordering: it looks at games only until there are enough.
	byDraft, all := `SELECT id FROM (SELECT g.id FROM (SELECT game, max(at) AS at FROM drafts WHERE draft <> '' GROUP BY game ORDER BY 2 DESC, 1 LIMIT -1) t
		CROSS JOIN games g ON g.id = t.game WHERE NOT g.gone`+where+` LIMIT ?)`, slices.Concat(args, []any{first})
	byLog := `SELECT id FROM (SELECT g.id FROM games g WHERE g.changed >= ? AND NOT g.gone` + where + ` ORDER BY g.changed DESC, g.id LIMIT ?)`
	some := byLog + ` UNION ` + byDraft
	if f.Unbegun { // a game without a log has a draft, and those are few
		some = `SELECT id FROM (SELECT g.id FROM drafts t CROSS JOIN games g ON g.id = t.game WHERE t.draft <> '' AND NOT g.gone` + where + `
			GROUP BY g.id ORDER BY max(g.changed, max(t.at)) DESC, g.id LIMIT ?)`
	} else {
		all = slices.Concat([]any{f.since()}, args, []any{first}, all)
	}
	return listed + ` AND g.id IN (` + some + `) ORDER BY moved DESC, g.id LIMIT ? OFFSET ?`, append(all, f.Limit, f.Skip)
}

func (f Filter) where() (string, []any) {
	var b strings.Builder
	var args []any
	and := func(cond string, arg ...any) {
		b.WriteString(" AND " + cond)
		args = append(args, arg...)
	}
	for _, names := range f.With {
		if f.Deleted { // nothing else is known of the people in deleted games
			and(`EXISTS (SELECT 1 FROM `+inGame+` WHERE p.value IN (SELECT value FROM json_each(?)))`, jsonOf(names))
		} else {
			and(`g.id IN (SELECT game FROM played WHERE name IN (SELECT value FROM json_each(?)))`, jsonOf(names))
		}
	}
	switch {
	case f.Begun:
		and(hasLine)
	case f.Unbegun:
		and(`NOT ` + hasLine + ` AND ` + hasDraft)
	default:
		and(`(` + hasLine + ` OR ` + hasDraft + `)`)
	}
	if f.Deleted {
		and(`g.deleted IS NOT NULL`)
	} else {
		and(`g.deleted IS NULL`)
	}
	if f.Open {
		and(`g.finished IS NULL`)
	}
	if f.Kind != "" {
		and(`g.kind = ?`, f.Kind)
	}
	if !f.Since.IsZero() {
		and(`(g.changed >= ? OR EXISTS (SELECT 1 FROM drafts d WHERE d.game = g.id AND d.draft <> '' AND d.at >= ?))`, f.since(), f.since())
	}
	return b.String(), args
}

// Wants reports whether the filter selects a game, apart from Skip and Limit.
func (f Filter) Wants(g Game) bool {
	for _, names := range f.With {
		if !slices.ContainsFunc(g.People, func(n string) bool { return slices.Contains(names, n) }) {
			return false
		}
	}
	return (f.Kind == "" || g.Kind == f.Kind) && !g.Changed.Before(f.Since) && (!f.Open || g.Finished.IsZero()) &&
		(!f.Begun || g.Lines > 0) && (!f.Unbegun || g.Lines == 0) && f.Deleted == !g.Deleted.IsZero()
}

// Beginning returns the ids that start with a prefix, those of the games changed last first. Deleted games are
// included.
func (s History) Beginning(with string) ([]string, error) {
	return s.texts("games that begin with "+with, `SELECT g.id FROM games g WHERE g.id >= ?1 AND g.id < ?1 || '~' AND NOT g.gone
		AND (`+hasLine+` OR `+hasDraft+`)
		ORDER BY max(g.changed, coalesce((SELECT max(at) FROM drafts d WHERE d.game = g.id AND d.draft <> ''), 0)) DESC, g.id`, with)
}

// Delete takes a game out of all lists. Nothing of it is lost, and Undelete brings it back. ErrNone: there is no such
// game.
func (s History) Delete(id string, at time.Time) error {
	defer s.spare(id)
	return s.wrapErr("delete "+id, s.inTx(func(tx *transaction) error {
		last(tx, id) // fails if there is no such game
		old := before(tx, id)
		if old.hidden {
			return nil
		}
		forget(tx, id, old)
		tx.do(`UPDATE games SET deleted = ? WHERE id = ?`, at.UnixNano(), id)
		forgetNames(tx, old.people)
		return nil
	}))
}

// Undelete reverses Delete. ErrNone: there is no such game.
func (s History) Undelete(id string) error {
	defer s.spare(id)
	return s.wrapErr("undelete "+id, s.inTx(func(tx *transaction) error {
		last(tx, id) // fails if there is no such game
		tx.do(`UPDATE games SET deleted = NULL, stale = CASE stale WHEN 2 THEN 2 ELSE finished IS NOT NULL END WHERE id = ? AND deleted IS NOT NULL`, id)
		tx.do(`INSERT OR IGNORE INTO played (name, at, game) SELECT p.value, 0, g.id FROM games g, `+inGame+` WHERE g.id = ? AND p.type = 'text' AND NOT EXISTS (SELECT 1 FROM played w WHERE w.name = p.value AND w.game = g.id)`, id)
		tx.do(`INSERT INTO people (name, last) SELECT p.value, g.changed FROM games g, `+inGame+` WHERE g.id = ? AND p.type = 'text' ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`, id)
		return nil
	}))
}

// inGame lists the people of a game g as a table p.
const inGame = `json_each(CASE WHEN json_valid(g.people) THEN g.people ELSE '[]' END) p`
