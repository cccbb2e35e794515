package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A name that is put right, and one that turns out to be somebody else's, is a row: when, the name that was, the one that is now, and
// the lines of the games that there were. A log keeps the names that it was written with, and whoever reads it reads these rows
// too; so somebody who comes later and has the old name stays who they are. To take a rename back is a row as well.
//
// Earlier versions of the program wrote a line into each log instead: such a rename is a row without games.

// A Rename is a name that was put right in the games there were.
type Rename struct {
	At       time.Time
	Was, Now string
	Undoes   time.Time // of one that takes another one back, when that one was made; else zero
}

// A Naming is what a rename says of one game.
type Naming struct {
	Rename
	After, Upto int // it is about the lines behind the one, up to the other
}

const summedNaming = `(n.game, r.at, r.was, r.now, r.undoes, n.after, n.upto)`

const namingsOf = `SELECT g.named, n.after, n.upto, r.at, r.was, r.now, r.undoes, n.sum = sum_of` + summedNaming + `
	FROM games g LEFT JOIN named n ON n.game = g.id LEFT JOIN renames r ON r.at = n.at WHERE g.id = ? ORDER BY n.at`

// Names returns what renames say of a game, the first one first; those that were taken back are among them. ErrUnsummed: not all that
// was kept can be had.
func (s Log) Names(id string) ([]Naming, error) {
	rows, err := s.query(namingsOf, id)
	var most int // so many there should be
	out, err := all(rows, err, func(scan func(...any) error) (n Naming, err error) {
		var after, upto sql.NullInt64
		var was, now sql.NullString
		var right sql.NullBool
		err = scan(&most, &after, &upto, (*moment)(&n.At), &was, &now, (*moment)(&n.Undoes), &right)
		if right.Bool {
			n.Was, n.Now, n.After, n.Upto = was.String, now.String, int(after.Int64), int(upto.Int64)
		}
		return n, err
	})
	out = slices.DeleteFunc(out, func(n Naming) bool { return n.Was == "" })
	if err == nil && len(out) != most {
		err = ErrUnsummed
	}
	return out, s.wrapErr("names of "+id, err)
}

// Rename keeps that a name was put right, or that this is taken back, in some games: behind a line of each, and as far as they
// were told. What the file says of them is to be made again. The color goes with the name, unless the right one has one; the other
// name keeps it, for whoever takes that back. drop are drafts in which somebody is named, by game.
func (s People) Rename(r Rename, behind map[string]int, drop map[string]Drop) error {
	err := s.inTx(func(tx *transaction) error {
		var last int64
		tx.get(`SELECT coalesce(max(at), 0) FROM renames`, nil, &last)
		at := max(r.At.UnixNano(), last+1)
		putRename(tx, at, r)
		tx.do(`INSERT INTO named (game, at, after, upto)
			SELECT g.id, ?, j.value, (SELECT coalesce(max(seq), 0) FROM log l WHERE l.game = g.id) FROM json_each(?) j JOIN games g ON g.id = j.key`, at, jsonOf(behind))
		if r.Undoes.IsZero() {
			tx.do(`INSERT OR IGNORE INTO colors (name, color) SELECT ?, color FROM colors WHERE name = ?`, r.Now, r.Was)
		}
		for id, d := range drop {
			dropAll(tx, id, []Drop{d})
		}
		tx.do(`UPDATE games SET stale = 2 WHERE id IN (SELECT game FROM named WHERE at = ?)`, at)
		return nil
	})
	if err == nil {
		s.spare(theNames)
	}
	return s.wrapErr("rename", err)
}

func putRename(tx *transaction, at int64, r Rename) {
	tx.do(`INSERT INTO renames (at, was, now, undoes) VALUES (?, ?, ?, ?)`, at, r.Was, r.Now, nanos(r.Undoes))
}

func putNaming(tx *transaction, id string, at int64, after, upto int) {
	tx.do(`INSERT INTO named (game, at, after, upto) VALUES (?, ?, ?, ?)`, id, at, after, upto)
}

// LastRename returns the last one that was not taken back, and whether there is any. games are those that it is about, each with
// the last line; none where it stands in the logs.
func (s People) LastRename() (r Rename, games map[string]int, ok bool, err error) {
	ok, err = s.one(`SELECT at, was, now, (SELECT json_group_object(game, upto) FROM named n WHERE n.at = r.at) FROM renames r
		WHERE undoes = 0 AND NOT EXISTS (SELECT 1 FROM renames u WHERE u.undoes = r.at) ORDER BY at DESC LIMIT 1`, nil, (*moment)(&r.At), &r.Was, &r.Now, decoded[map[string]int]{&games})
	return r, games, ok, s.wrapErr("rename", err)
}

// At returns the games that have a line of a time.
func (s Log) At(at time.Time) ([]string, error) {
	ids, err := s.texts(`SELECT DISTINCT game FROM log WHERE at = ?`, at.UnixNano())
	return ids, s.wrapErr("lines of a time", err)
}

// The spare list of renames lies beside the file of games, and is like a spare log: a line each, with a sum over all before it.

// theNames is what the table behind calls it; the ids of games have an even number of letters.
const theNames = "renames"

// ofNames is the first line of it.
const ofNames = `{"spare list of":"tablemate","secret":"The names that were put right."}` + "\n"

// A spareName is a line of it: a rename, with the lines that it is about by game.
type spareName struct {
	At     int64             `json:"at"`
	Was    string            `json:"was"`
	Now    string            `json:"now"`
	Undoes int64             `json:"undoes,omitempty"`
	Games  map[string][2]int `json:"games,omitempty"`
}

// rename returns it without the games.
func (n spareName) rename() Rename {
	return Rename{time.Unix(0, n.At), n.Was, n.Now, fromNanos(n.Undoes)}
}

// namesPath returns where it lies beside the file at path.
func namesPath(path string) string { return filepath.Join(filepath.Dir(path), theNames+".jsonl") }

// text returns the line as it is written behind one with a sum, and its own sum.
func (n spareName) text(before string) (line []byte, sum string, err error) {
	body, err := json.Marshal(n)
	if err != nil {
		return nil, "", err
	}
	sum = Sum(before, time.Unix(0, n.At), body)
	return fmt.Appendf(body[:len(body)-1], ",\"sum\":%q}\n", sum), sum, nil
}

// lackingNames returns the lines that the spare list lacks behind its whole ones, which end there. Unlike a log it is read whole: renames
// are few, and each may heal a line in the middle.
func lackingNames(tx *transaction, path string, end int64) ([]byte, error) {
	all, sound, err := renamesIn(tx)
	if err != nil || !sound {
		return nil, err
	}
	var is []byte
	if end > 0 {
		is, err = os.ReadFile(namesPath(path))
		if err != nil {
			return nil, err
		}
		is = is[:end]
	}
	var want []byte
	if len(all) > 0 {
		want, err = appendSpare([]byte(ofNames), theNames, all)
	}
	if err == nil && !bytes.HasPrefix(want, is) {
		err = errForked
	}
	if err != nil {
		return nil, err
	}
	return want[len(is):], nil
}

// readSpareNames reads the spare list beside the file at path, as far as its sums hold.
func readSpareNames(path string) (all []spareName) {
	text, _ := os.ReadFile(namesPath(path)) // without it there are none
	all, _ = parseSpare[spareName](text, ofNames, theNames)
	return all
}

// A querier is a transaction or a file.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

// renamesIn returns all renames of a file, the first one first, as far as they can be read; sound: all that they are about has its sum.
func renamesIn(db querier) (found []spareName, sound bool, err error) {
	rows, err := db.Query(`SELECT r.at, r.was, r.now, r.undoes,
		(SELECT json_group_object(game, json_array(after, upto)) FROM named n WHERE n.at = r.at AND n.sum = sum_of` + summedNaming + `),
		NOT EXISTS (SELECT 1 FROM named n WHERE n.at = r.at AND n.sum <> sum_of` + summedNaming + `) FROM renames r ORDER BY r.at`)
	sound = true
	found, err = all(rows, err, func(scan func(...any) error) (n spareName, err error) {
		var right bool
		err = scan(&n.At, &n.Was, &n.Now, &n.Undoes, decoded[map[string][2]int]{&n.Games}, &right)
		sound = sound && right
		return n, err
	})
	return found, sound, err
}
