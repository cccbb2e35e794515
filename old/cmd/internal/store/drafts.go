package store

import (
	"cmp"
	"time"
)

// A Draft is an unfinished dialog as it was last kept. Its number counts how often its slot was written, which exposes
// a writer that has not seen the latest one.
type Draft struct {
	Seq    int // the last line of the log when it was kept
	Number int // from 1; 0 if nothing was kept, or only by the first version of the file
	Body   []byte
}

// One statement, so an answer is one commit and one page. It writes only if neither the game nor this draft has moved
// on.
const (
	still     = `FROM games g WHERE g.id = ?1 AND NOT g.gone AND coalesce((SELECT max(seq) FROM log WHERE game = g.id), 0) = ?3`
	keepDraft = `INSERT INTO drafts (game, slot, seq, at, draft, number, sum) SELECT g.id, ?2, ?3, ?4, ?5, ?6 + 1, sum_of(g.id, ?2, ?3, ?4, ?5, ?6 + 1) ` + still + `
		AND (?6 = 0 OR EXISTS (SELECT 1 FROM drafts WHERE game = ?1 AND slot = ?2))
		ON CONFLICT (game, slot) DO UPDATE SET seq = excluded.seq, at = excluded.at, draft = excluded.draft, number = excluded.number, sum = excluded.sum
		WHERE number = ?6`
)

// Keep stores a draft in its slot. When Keep returns, the draft is on the disk and the slot's number is number+1.
// number is that of the draft last read or written there: 0 if there was none, or if Append dropped it. An empty draft
// empties the slot and counts too, so a draft that was dropped and told again is noticed.
//
// A draft that dates from an earlier line of the log is like any other: a caller that takes its answers over has read
// it, and continues from its number.
//
// ErrMoved: the last line of the log is not expect, or the slot has another number. ErrNone: there is no such game.
func (s Drafts) Keep(id string, expect int, slot string, number int, draft []byte, at time.Time) error {
	n, err := s.write(keepDraft, id, slot, expect, at.UnixNano(), string(draft), number)
	if err != nil || n == 1 {
		return s.wrapErr("keep "+id, err)
	}
	if _, err := History(s).Game(id); err != nil {
		return err
	}
	return s.wrapErr("keep "+id, ErrMoved)
}

// Draft returns the draft in a slot. Body is nil if the slot is empty, and Number 0 if nothing was kept there since
// Append dropped it.
func (s Drafts) Draft(id, slot string) (Draft, error) {
	var d Draft
	var body string
	var right bool
	found, err := s.one(`SELECT seq, number, draft, sum = sum_of`+summedDraft+` FROM drafts d WHERE game = ? AND slot = ?`, []any{id, slot}, &d.Seq, &d.Number, &body, &right)
	if found && !right {
		err = ErrDamaged
	}
	if err != nil {
		return Draft{}, s.wrapErr("draft of "+id, err)
	}
	if body != "" {
		d.Body = []byte(body)
	}
	return d, nil
}

// Slots returns the slots of a game that are not empty, in the order in which they were first used. A slot that is
// emptied and filled again keeps its place.
func (s Drafts) Slots(id string) ([]string, error) {
	return s.texts("drafts of "+id, `SELECT slot FROM drafts WHERE game = ? AND draft <> '' ORDER BY rowid`, id)
}

// A Drop is a slot whose draft is dropped when a line is appended.
type Drop struct {
	Slot   string
	Number int // of the draft last read or written there; negative: any
}

// dropAll drops drafts. It checks all of them before it drops the first, since a slot may be listed twice. ErrMoved:
// one has another number.
func dropAll(tx *transaction, id string, drops []Drop) {
	for _, d := range drops {
		var number int
		tx.get(`SELECT coalesce((SELECT number FROM drafts WHERE game = ? AND slot = ?), 0)`, []any{id, d.Slot}, &number)
		if d.Number >= 0 && d.Number != number {
			tx.err = cmp.Or(tx.err, ErrMoved)
		}
	}
	for _, d := range drops {
		tx.do(`DELETE FROM drafts WHERE game = ? AND slot = ?`, id, d.Slot)
	}
}
