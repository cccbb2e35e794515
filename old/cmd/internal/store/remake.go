package store

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A damaged or lost file of games is rebuilt. Each log comes from its spare log, from what can still be read of the
// file, or from a copy of the latest days, whichever leads furthest; drafts, clocks and photos come from the file, or
// from the copies. A line is believed by its sum alone.

// A Teller replays the lines of a game of a kind, with the renames that apply to it, and returns how many of them can
// be read and what they come to.
type Teller func(kind, id string, lines []Line, names []Naming) (read int, p Projection)

// A Remade is a game that was found.
type Remade struct {
	ID      string
	Lines   int  // of its log that were recovered
	Cut     bool // there were, or may have been, more lines; if Lines is 0, nothing was recovered
	Lacking bool // drafts, clocks or photos may be missing
	Unsure  bool // its lines have no sums and no spare log: the first version of the program wrote them

	Kind    string    // the game played; "": unknown
	People  []string  // the people who played it; nil: unknown
	Started time.Time // zero: unknown
}

// Had reports whether anything of it was recovered.
func (r Remade) Had() bool { return !r.Cut || r.Lines > 0 }

// Remake rebuilds the file at path. It keeps the old file beside it, at kept, which is "" if there was none. If no game
// can be recovered, nothing changes. The error is ErrSound if nothing is damaged, ErrBusy if a window is playing,
// ErrNone, or one of Open.
func Remake(ctx context.Context, path string, now time.Time, tell Teller) (all []Remade, kept string, err error) {
	defer func() { err = wrapErr("rescue "+path, err) }()
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, "", err
	}
	switch err := Intact(ctx, path); {
	case err == nil:
		if sick, err := Damaged(ctx, path, tell); len(sick) == 0 && !errors.Is(err, ErrDamaged) {
			return nil, "", cmp.Or(err, ErrSound)
		}
	case !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrLost):
		return nil, "", err
	}
	kept, err = renew(ctx, path, now, func(next string) error {
		to, err := begin(ctx, next)
		if err != nil {
			return err
		}
		_, err = to.db.Exec(`PRAGMA synchronous = OFF`) // renew syncs the whole file
		if err == nil {
			m := &remaking{ctx: ctx, to: to, path: path, tell: tell, wreck: wreckOf(ctx, path), copies: copiesOf(ctx, path), checked: map[string]bool{}}
			all, err = m.games()
			m.close() // or this process would have the file open itself
		}
		err = errors.Join(err, ctx.Err(), to.Close())
		if err == nil && !slices.ContainsFunc(all, Remade.Had) {
			err = errNothingHad
		}
		return err
	})
	if errors.Is(err, errNothingHad) {
		err = nil
	}
	return all, kept, err
}

var errNothingHad = errors.New("store: no game could be had")

// A remaking is a file that is being rebuilt, and its sources.
type remaking struct {
	ctx    context.Context
	to     *Store
	path   string
	tell   Teller
	wreck  *source
	copies []*source // the latest first
	names  []spareName

	checked map[string]bool // by table of the wreck, whether all of it can be read
}

// A source is a file from which games are taken, as far as it can be read.
type source struct{ db *sql.DB }

// wreckOf opens what can be read of a damaged file.
func wreckOf(ctx context.Context, path string) *source {
	db, err := reading(path, salvaging)
	if err != nil {
		return &source{dial("file::memory:")} // an empty source
	}
	var version int
	if err := db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil || version == len(migrations) {
		return &source{db}
	}
	if newest, err := folded(path); err == nil {
		_ = db.Close() // it was only read
		db = newest
	}
	return &source{db}
}

// copiesOf opens the copies of the latest days, as far as they can be read.
func copiesOf(ctx context.Context, path string) (all []*source) {
	copies, _ := Dailies(path) // without the folder there are none
	for _, d := range copies {
		if s, err := OpenToRead(ctx, d.Path); err == nil {
			all = append(all, &source{s.db})
		}
	}
	return all
}

func (m *remaking) close() {
	for _, s := range append(m.copies, m.wreck) {
		_ = s.db.Close() // it was only read
	}
}

// games takes over every game of which anything can be found, and then what belongs to no game.
func (m *remaking) games() (all []Remade, err error) {
	err = m.to.inTx(func(tx *transaction) error {
		m.takeNames(tx)
		for _, id := range m.ids() {
			if m.ctx.Err() != nil {
				return context.Cause(m.ctx)
			}
			if r, found := m.game(tx, id); found {
				all = append(all, r)
			}
		}
		for _, table := range []string{"colors", "evenings", "turns"} {
			if m.wreck.rows(tx, table, `true`) != nil && len(m.copies) > 0 {
				_ = m.copies[0].rows(tx, table, `true`) // what is missing is soon chosen again
			}
		}
		return nil
	})
	return all, err
}

func (m *remaking) takeNames(tx *transaction) {
	m.names = readSpareNames(m.path)
	for _, s := range append([]*source{m.wreck}, m.copies...) {
		more, _, _ := renamesIn(s.db) // as far as they can be read
		for _, n := range more {
			if !slices.ContainsFunc(m.names, func(known spareName) bool { return known.At == n.At }) {
				m.names = append(m.names, n)
			}
		}
	}
	slices.SortFunc(m.names, func(a, b spareName) int { return cmp.Compare(a.At, b.At) })
	for _, n := range m.names {
		putRename(tx, n.At, n.rename())
	}
}

func (m *remaking) namings(id string) (all []Naming) {
	for _, n := range m.names {
		if lines, is := n.Games[id]; is {
			all = append(all, Naming{n.rename(), lines[0], lines[1]})
		}
	}
	return all
}

// ids returns all games of which there is a trace. The copies are asked only if the file cannot list its games.
func (m *remaking) ids() []string {
	found := map[string]bool{}
	for _, id := range sparedIDs(m.path) {
		found[id] = true
	}
	known := m.wreck.ids(found)
	for _, s := range m.copies {
		if !known {
			s.ids(found)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// ids adds the games of a source, and reports whether it could read all of them. It reads backward too, to get past a
// damaged place.
func (s *source) ids(found map[string]bool) (all bool) {
	all = true
	for _, q := range []string{`SELECT id FROM games ORDER BY id`, `SELECT game FROM log WHERE seq = 1 ORDER BY game`, `SELECT game FROM drafts WHERE draft <> '' ORDER BY game`} {
		for _, order := range []string{"", " DESC"} {
			rows, err := s.db.Query(q + order)
			for err == nil && rows.Next() {
				var id string
				if rows.Scan(&id) == nil {
					found[id] = true
				}
			}
			if err == nil {
				err = errors.Join(rows.Err(), rows.Close())
			}
			if err == nil {
				break
			}
			all = false
		}
	}
	return all
}

// rows copies the rows of a table that a condition selects, as far as they can be read.
func (s *source) rows(tx *transaction, table, where string, args ...any) error {
	rows, err := s.db.Query(`SELECT * FROM `+table+` WHERE `+where, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // rows.Err returns its error
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	put := `INSERT OR IGNORE INTO ` + table + ` VALUES (?` + strings.Repeat(", ?", len(columns)-1) + `)`
	row, to := make([]any, len(columns)), make([]any, len(columns))
	for k := range row {
		to[k] = &row[k]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return err
		}
		if _, err := tx.Exec(put, row...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// A version is what one source has of a game.
type version struct {
	facts facts
	known bool   // whether facts is filled in
	lines []Line // from the first one, without gaps
	most  int    // how many lines there should be
	whole bool   // there were never any more lines than these
	sure  bool   // sums show that the lines are as they were written

	told Projection // what the readable lines come to
	read int
}

func (s *source) version(id string) (v version) {
	v.known = v.facts.scan(s.db.QueryRow(factsOf+` AND sum = sum_of`+summedGame, id)) == nil
	_ = s.db.QueryRow(`SELECT people FROM games WHERE id = ?`, id).Scan(decoded[[]string]{&v.told.People})
	_ = s.db.QueryRow(`SELECT max((SELECT coalesce(max(seq), 0) FROM log WHERE game = ?1), (SELECT coalesce(max(seq), 0) FROM drafts WHERE game = ?1))`, id).Scan(&v.most)
	rows, err := s.db.Query(`SELECT seq, at, line FROM log WHERE game = ? ORDER BY seq`, id)
	v.lines, err = all(rows, err, linesFrom(1))
	v.whole = v.known && err == nil
	v.sure = !slices.ContainsFunc(v.lines, func(l Line) bool { _, sum := unsummed(l.Body); return sum == "" })
	return v
}

func spareVersion(path, id string) (v version) {
	var err error
	v.lines, v.facts, v.whole, err = readSpare(path, id)
	v.known, v.sure, v.most = err == nil && len(v.lines) > 0, true, len(v.lines)
	if err == nil && !v.whole {
		v.most++
	}
	return v
}

// game takes a game over, if anything of it was kept.
func (m *remaking) game(tx *transaction, id string) (r Remade, found bool) {
	spare, wreck := spareVersion(m.path, id), m.wreck.version(id)
	all := []version{spare, wreck}
	for _, s := range m.copies {
		all = append(all, s.version(id))
	}
	v, most := m.best(id, all)
	if v.facts.Gone {
		tx.do(`INSERT INTO games (id, kind, started, changed, gone) VALUES (?, '', 0, 0, 1)`, id)
		return r, false
	}
	r = Remade{ID: id, Lines: v.read, Kind: v.facts.Kind, People: v.told.People, Unsure: v.read > 0 && !v.sure}
	r.Started = fromNanos(v.facts.Started)
	end := v.facts.Started
	if v.read > 0 {
		end = v.lines[v.read-1].At.UnixNano()
	}
	r.Cut = v.read < most || v.facts.Changed > end || v.read > 0 && !spare.whole && !wreck.whole
	if !v.known || v.read == 0 && r.Cut {
		r.Cut, r.Lines = true, 0
		return r, true
	}
	if r.Cut {
		v.facts.Finished = 0
	}
	adopt(tx, id, v, m.namings(id))
	r.Lacking = m.beside(tx, id, all, v.read)
	if v.read > 0 || r.Lacking {
		return r, true
	}
	tx.get(`SELECT EXISTS (SELECT 1 FROM drafts WHERE game = ? AND draft <> '')`, []any{id}, &found)
	return r, found
}

// beside takes over what is kept beside the log of a game, given how many of its lines could be read, and reports
// whether some of it may be missing.
func (m *remaking) beside(tx *transaction, id string, all []version, read int) (lacking bool) {
	for _, table := range []string{"drafts", "clocks", "pictures"} {
		if m.wreck.rows(tx, table, `game = ?`, id) == nil && all[1].known && m.sound(table) {
			continue
		}
		lacking = true
		for k, s := range m.copies {
			if table != "drafts" || len(all[2+k].lines) == read { // or the draft became one of the lines since
				_ = s.rows(tx, table, `game = ?`, id) // a row that cannot be copied is missing
			}
		}
	}
	wrong := tx.do(`DELETE FROM drafts AS d WHERE game = ? AND sum <> sum_of`+summedDraft, id)
	tx.do(`DELETE FROM drafts WHERE game = ? AND seq > ?`, id, read)
	return lacking || wrong > 0
}

// sound reports whether a table of the damaged file can be read in full, and each of its rows belongs to a game.
// Otherwise any game may have lost a row.
func (m *remaking) sound(table string) bool {
	if is, known := m.checked[table]; known {
		return is
	}
	said, err := scanStrings(m.wreck.db.QueryContext(m.ctx, `PRAGMA integrity_check('`+table+`')`))
	strays := 0
	if err == nil {
		err = m.wreck.db.QueryRowContext(m.ctx, `SELECT count(*) FROM `+table+` WHERE game NOT IN (SELECT id FROM games)`).Scan(&strays)
	}
	m.checked[table] = err == nil && slices.Equal(said, []string{"ok"}) && strays == 0
	return m.checked[table]
}

// best returns the version that leads furthest, with the facts of another one if it has none of its own, and how many
// lines there should be.
func (m *remaking) best(id string, all []version) (best version, most int) {
	var known version
	for _, v := range all {
		if v.known && !known.known {
			known = v
		}
		most = max(most, v.most, len(v.lines))
	}
	for _, v := range all {
		if len(v.lines) <= best.read {
			continue
		}
		people := v.told.People
		v.read, v.told = m.tell(cmp.Or(v.facts.Kind, known.facts.Kind), id, v.lines, m.namings(id))
		if v.read > best.read {
			best = v
		}
		if len(known.told.People) == 0 {
			known.told.People = people
		}
	}
	if best.read == 0 {
		return known, most
	}
	if !best.known {
		best.known, best.facts = known.known, known.facts
	}
	return best, most
}

// adopt writes a game, with as many lines of its log as can be read.
func adopt(tx *transaction, id string, v version, names []Naming) {
	f := v.facts
	tx.do(`INSERT INTO games (id, kind, purpose, started, changed, finished, deleted, origin)
		VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, 0), nullif(?7, 0), CASE WHEN EXISTS (SELECT 1 FROM games WHERE origin = ?8) THEN '' ELSE ?8 END)`,
		id, f.Kind, f.Purpose, f.Started, f.Changed, f.Finished, f.Deleted, f.Origin)
	for _, l := range v.lines[:v.read] {
		putLine(tx, id, l)
	}
	for _, n := range names {
		putNaming(tx, id, n.At.UnixNano(), n.After, n.Upto)
	}
	if v.read > 0 {
		project(tx, id, time.Unix(0, f.Changed), v.told)
	}
}

// Damaged returns the games of a file whose logs were altered, or lead to another result than the stored one.
func Damaged(ctx context.Context, path string, tell Teller) (ids []string, err error) {
	s, err := OpenToRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	all, err := scanStrings(s.db.QueryContext(ctx, `SELECT id FROM games WHERE NOT gone`))
	for _, id := range all {
		g, broken := s.History.Game(id)
		lines, lost := s.Log.After(id, 0)
		names, unnamed := s.Log.Names(id)
		read, p := tell(g.Kind, id, lines, names)
		if errors.Join(broken, lost, unnamed) != nil || read < len(lines) || read > 0 && g.Standings != nil && !g.Wrong && !bytes.Equal(p.Standings, g.Standings) {
			ids = append(ids, id)
		}
	}
	return ids, errors.Join(wrapErr("check "+path, err), ctx.Err())
}
