package store

import (
	"context"
	"errors"
	"fmt"
)

// What lists and statistics read can be made again: from the logs, from what the spare logs know of their games, and
// from the spare list of renames. So a wrong sum there keeps nobody from playing.

// ErrUnsummed is damage that Mend may be able to repair.
var ErrUnsummed = fmt.Errorf("%w: what lists say of it has to be made again", ErrDamaged)

// Unsummed reports whether any read since the file was opened ran into ErrUnsummed, even if its caller ignored that.
func (s *Store) Unsummed() bool { return s.unsummed.Load() }

// Mend repairs what lists read of the file at path, as far as the store can; games whose logs have to be read for that
// are Stale afterwards. The error is ErrDamaged if that is not enough, and then the file is unchanged.
func Mend(ctx context.Context, path string) error {
	s, err := begin(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(s.wrapErr("mend", s.inTx(s.mend)), s.Close())
}

func (s *file) mend(tx *transaction) error {
	tx.do(`REINDEX`)
	// Both have to be found before anything changes, since every change brings its sum with it.
	wrong := tx.texts(`SELECT id FROM games g WHERE sum <> sum_of` + summedGame)
	results := tx.texts(`SELECT id FROM games g LEFT JOIN results r ON r.game = g.id WHERE ` + wrongGame)
	if err := s.mendNames(tx); err != nil {
		return err
	}
	for _, id := range wrong {
		if err := s.mendGame(tx, id); err != nil {
			return err
		}
	}
	for _, id := range results {
		tx.do(`DELETE FROM results WHERE game = ?`, id)
		tx.do(`UPDATE games SET stale = 2, result = 0 WHERE id = ?`, id)
	}
	tx.do(`DELETE FROM played`)
	tx.do(`UPDATE people SET games = 0, total = 0`) // people who play nothing are in no list
	tx.do(`INSERT OR IGNORE INTO played (name, at, game) SELECT p.value, 0, g.id FROM games g, ` + inGame + ` WHERE NOT g.gone AND g.deleted IS NULL`)
	tx.do(`UPDATE people SET last = coalesce((SELECT max(g.changed) FROM played w JOIN games g ON g.id = w.game WHERE w.name = people.name), 0)`)
	tx.do(`UPDATE games SET stale = max(stale, 1) WHERE finished IS NOT NULL AND deleted IS NULL AND NOT gone`)
	return nil
}

// mendNames replaces the renames of the file by the spare list, if one of their sums is wrong.
func (s *file) mendNames(tx *transaction) error {
	var wrong bool
	var renames int
	tx.get(`SELECT EXISTS (`+wrongNames+`), (SELECT count(*) FROM renames)`, nil, &wrong, &renames)
	if !wrong {
		return nil
	}
	all := readSpareNames(s.path)
	if len(all) < max(1, renames) {
		return ErrDamaged
	}
	tx.do(`DELETE FROM named`)
	tx.do(`DELETE FROM renames`)
	tx.do(`UPDATE games SET stale = 2, named = 0 WHERE named > 0`)
	for _, n := range all {
		putRename(tx, n.At, n.rename())
		for id, lines := range n.Games {
			putNaming(tx, id, n.At, lines[0], lines[1])
		}
	}
	return nil
}

// mendGame replaces what the file says of a game by what its spare log says.
func (s *file) mendGame(tx *transaction, id string) error {
	var seq int
	tx.get(`SELECT coalesce(max(l.seq), 0) FROM games g LEFT JOIN log l ON l.game = g.id WHERE g.id = ? AND NOT g.gone`, []any{id}, &seq)
	lines, f, whole, err := readSpare(s.path, id)
	if err != nil || !whole || len(lines) != seq || seq == 0 {
		return ErrDamaged
	}
	tx.do(`UPDATE games SET kind = ?2, purpose = ?3, origin = ?4, started = ?5, changed = ?6, finished = nullif(?7, 0), deleted = nullif(?8, 0), gone = ?9,
		people = CASE WHEN json_valid(people) THEN people ELSE '[]' END, choices = '{}', named = (SELECT count(*) FROM named WHERE game = id) WHERE id = ?1`,
		id, f.Kind, f.Purpose, f.Origin, f.Started, f.Changed, f.Finished, f.Deleted, f.Gone)
	return nil
}
