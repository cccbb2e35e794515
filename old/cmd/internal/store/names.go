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

// A name that is put right, or merged with another one, is a row: when, the old name, the new name, and the lines of
// the games that there were. A log keeps the names it was written with, and its readers apply these rows. So a person
// who comes later and has the old name keeps it. Taking a rename back is a row as well.
//
// Earlier versions of the program wrote a line into each log instead; such a rename is a row without games.

// A Rename is a name that was put right in the games that there were.
type Rename struct {
	At       time.Time
	Was, Now string
	Undoes   time.Time // when the rename that this one takes back was made; zero: it takes none back
}

// A Naming is a rename as it applies to one game.
type Naming struct {
	Rename
	After, Upto int // it applies to the lines behind After, up to Upto
}

const summedNaming = `(n.game, r.at, r.was, r.now, r.undoes, n.after, n.upto)`

const namingsOf = `SELECT g.named, n.after, n.upto, r.at, r.was, r.now, r.undoes, n.sum = sum_of` + summedNaming + `
	FROM games g LEFT JOIN named n ON n.game = g.id LEFT JOIN renames r ON r.at = n.at WHERE g.id = ? ORDER BY n.at`

// Names returns the renames that apply to a game, in order, including those that were taken back. ErrUnsummed: some are
// missing or wrong.
func (s Log) Names(id string) ([]Naming, error) {
	rows, err := s.query(namingsOf, id)
	var most int // how many there should be
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

// Rename stores a rename, or that one is taken back. It applies to the games in behind, from after the line given there
// to the last one there is, and what the file says of those games has to be made again. The new name gets the color of
// the old one unless it has its own; the old name keeps its color, in case the rename is taken back. drop has the
// drafts that name people, by game.
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

// LastRename returns the last rename that was not taken back, and whether there is one. games are the games that it
// applies to, each with the last line; none if it is written in the logs.
func (s People) LastRename() (r Rename, games map[string]int, ok bool, err error) {
	ok, err = s.one(`SELECT at, was, now, (SELECT json_group_object(game, upto) FROM named n WHERE n.at = r.at) FROM renames r
		WHERE undoes = 0 AND NOT EXISTS (SELECT 1 FROM renames u WHERE u.undoes = r.at) ORDER BY at DESC LIMIT 1`, nil, (*moment)(&r.At), &r.Was, &r.Now, decoded[map[string]int]{&games})
	return r, games, ok, s.wrapErr("rename", err)
}

// At returns the games that have a line of this time.
func (s Log) At(at time.Time) ([]string, error) {
	return s.texts("lines of a time", `SELECT DISTINCT game FROM log WHERE at = ?`, at.UnixNano())
}

// The spare list of renames is a file beside the file of games. It is like a spare log: a line for each rename, with a
// sum over all lines so far.

// theNames stands for the list in the table behind. Ids of games have an even number of letters.
const theNames = "renames"

// ofNames is the first line of the list.
const ofNames = `{"spare list of":"tablemate","secret":"The names that were put right."}` + "\n"

// A spareName is a line of the list: a rename, with the lines that it applies to by game.
type spareName struct {
	At     int64             `json:"at"`
	Was    string            `json:"was"`
	Now    string            `json:"now"`
	Undoes int64             `json:"undoes,omitempty"`
	Games  map[string][2]int `json:"games,omitempty"`
}

func (n spareName) rename() Rename {
	return Rename{time.Unix(0, n.At), n.Was, n.Now, fromNanos(n.Undoes)}
}

func namesPath(path string) string { return filepath.Join(filepath.Dir(path), theNames+".jsonl") }

// text returns the line as it is written behind a line with the sum before, and its own sum.
func (n spareName) text(before string) (line []byte, sum string, err error) {
	body, err := json.Marshal(n)
	if err != nil {
		return nil, "", err
	}
	sum = Sum(before, time.Unix(0, n.At), body)
	return fmt.Appendf(body[:len(body)-1], ",\"sum\":%q}\n", sum), sum, nil
}

// lackingNames returns the lines that are missing behind the whole lines of the list, which end at end. Unlike a spare
// log the list is read in full: renames are few, and this way each one heals the list.
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

// readSpareNames reads the spare list beside the file at path, as far as its sums are right.
func readSpareNames(path string) (all []spareName) {
	text, _ := os.ReadFile(namesPath(path)) // without the file there are none
	all, _ = parseSpare[spareName](text, ofNames, theNames)
	return all
}

// A querier is a transaction or a database.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

// renamesIn returns all renames of a file in order, as far as they can be read. sound is true if the sums of everything
// they apply to are right.
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
