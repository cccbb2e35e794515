package store

import (
	"cmp"
	"time"
)

// A Draft is a conversation under way, as it was last kept. Its number counts how often
// its slot was written, so that who writes on what somebody else has changed is told.
type Draft struct {
	Seq    int // the last line of the log at that time
	Number int // from 1; 0 where nothing was kept, or only by the first version of the file
	Body   []byte
}

// One statement, so one answer is one commit and one page. The conditions are that
// nobody went on with the game, nor with this conversation.
const (
	still     = `FROM games g WHERE g.id = ?1 AND NOT g.gone AND coalesce((SELECT max(seq) FROM log WHERE game = g.id), 0) = ?3`
	keepDraft = `INSERT INTO drafts (game, slot, seq, at, draft, number, sum) SELECT g.id, ?2, ?3, ?4, ?5, ?6 + 1, sum_of(g.id, ?2, ?3, ?4, ?5, ?6 + 1) ` + still + `
		AND (?6 = 0 OR EXISTS (SELECT 1 FROM drafts WHERE game = ?1 AND slot = ?2))
		ON CONFLICT (game, slot) DO UPDATE SET seq = excluded.seq, at = excluded.at, draft = excluded.draft, number = excluded.number, sum = excluded.sum
		WHERE number = ?6`
)

// Keep stores a draft in place of the one in its slot; it is on the disk when Keep
// returns, and the slot's number is then number+1. number is that of the draft last read
// or written there: 0 where there was none, or where Append dropped it. An empty draft
// empties the slot and counts too, so that "dropped, then told again" is noticed.
//
// A draft that an earlier line of the log left behind is one like any other: who takes
// its answers over read it, and goes on from its number.
//
// ErrMoved: the last line of the log is not expect, or the slot has another number.
// ErrNone: there is no such game.
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

// Draft returns what was kept in a slot: without a Body where it is empty, and with Number 0
// where nothing was kept since Append dropped it.
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

// Slots returns the slots of a game that hold something, in the order in which they were begun. A slot
// that was emptied and filled again keeps its place.
func (s Drafts) Slots(id string) ([]string, error) {
	slots, err := s.texts(`SELECT slot FROM drafts WHERE game = ? AND draft <> '' ORDER BY rowid`, id)
	return slots, s.wrapErr("drafts of "+id, err)
}

// A Drop is a slot whose draft goes when a line is appended.
type Drop struct {
	Slot   string
	Number int // of the draft last read or written there; negative: whatever it holds
}

// dropAll removes drafts. All are looked at before the first one goes, for the same slot
// may be named twice. ErrMoved: one has another number.
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
