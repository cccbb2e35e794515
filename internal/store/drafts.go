package store

import (
	"database/sql"
	"errors"
	"time"
)

// A Draft is a conversation under way, as it was last kept.
type Draft struct {
	Seq  int // the last line of the log at that time
	Body []byte
}

// One statement, so one answer is one commit and one page. The condition is that
// nobody went on with the game.
const keep = `INSERT INTO drafts (game, slot, seq, at, draft)
	SELECT g.id, ?2, ?3, ?4, ?5 FROM games g
	WHERE g.id = ?1 AND NOT g.gone AND coalesce((SELECT max(seq) FROM log WHERE game = g.id), 0) = ?3
	ON CONFLICT (game, slot) DO UPDATE SET seq = excluded.seq, at = excluded.at, draft = excluded.draft`

// Keep stores a draft in place of the one in its slot; it is on the disk when Keep
// returns. An empty draft only removes what is there. ErrMoved: the last line of the
// log is not expect. ErrNone: there is no such game.
func (s *Store) Keep(id string, expect int, slot string, draft []byte, at time.Time) error {
	if len(draft) == 0 {
		return s.plain("keep "+id, s.unkeep(id, expect, slot))
	}
	st, err := s.the(keep)
	if err != nil {
		return s.plain("keep "+id, err)
	}
	done, err := st.Exec(id, slot, expect, at.UnixNano(), string(draft))
	if err != nil {
		return s.plain("keep "+id, err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 1 {
		return s.plain("keep "+id, err)
	}
	if _, err := s.Game(id); err != nil {
		return err
	}
	return s.plain("keep "+id, ErrMoved)
}

func (s *Store) unkeep(id string, expect int, slot string) error {
	return s.within(func(tx *sql.Tx) error {
		seq, err := last(tx, id)
		if err != nil {
			return err
		}
		if seq != expect {
			return ErrMoved
		}
		_, err = tx.Exec(`DELETE FROM drafts WHERE game = ? AND slot = ?`, id, slot)
		return err
	})
}

// Draft is what was kept in a slot; a Draft without a Body where nothing is.
func (s *Store) Draft(id, slot string) (Draft, error) {
	st, err := s.the(`SELECT seq, draft FROM drafts WHERE game = ? AND slot = ?`)
	if err != nil {
		return Draft{}, s.plain("draft of "+id, err)
	}
	var d Draft
	var body string
	if err := st.QueryRow(id, slot).Scan(&d.Seq, &body); errors.Is(err, sql.ErrNoRows) {
		return Draft{}, nil
	} else if err != nil {
		return Draft{}, s.plain("draft of "+id, err)
	}
	d.Body = []byte(body)
	return d, nil
}

// Drafts are the slots of a game that hold something, the one begun first first.
func (s *Store) Drafts(id string) ([]string, error) {
	slots, err := texts(s.db.Query(`SELECT slot FROM drafts WHERE game = ? ORDER BY rowid`, id))
	return slots, s.plain("drafts of "+id, err)
}
