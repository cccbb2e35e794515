package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// What lists and statistics say without reading a log bears sums, which triggers of the file keep: each game and each
// half-told conversation one over itself, each person one over themselves and all that is known of what they played.
// So a row that is missing is noticed as well. What does not have its sum is damage: of a conversation, and the file is made anew;
// of all else, and it is made again (Mend).

// Sum returns the sum of a line of a log: of the one before it, of when it was written, and of what it says.
func Sum(before string, at time.Time, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d\n", before, at.UnixNano())
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// unsummed returns what the sum of a line is over, and that sum; "": the first version of the program wrote none.
func unsummed(line []byte) (body []byte, sum string) {
	const key, length = `,"sum":"`, 16
	at := len(line) - len(key) - length - len(`"}`)
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(key)) {
		return line, ""
	}
	return append(line[:at:at], '}'), string(line[at+len(key):][:length])
}

// sumOf returns the sum of some columns, of 40 bits: so millions of them can be added up.
func sumOf(columns ...driver.Value) int64 {
	var text []byte
	for _, c := range columns {
		switch c := c.(type) { // most of them are
		case string:
			text = append(append(append(text, "string "...), c...), 0)
		case int64:
			text = append(strconv.AppendInt(append(text, "int64 "...), c, 10), 0)
		default:
			text = fmt.Appendf(text, "%T %[1]v\x00", c)
		}
	}
	sum := sha256.Sum256(text)
	return int64(binary.BigEndian.Uint64(sum[:]) >> 24)
}

// teachSums makes sum_of known to SQLite, once.
var teachSums = sync.OnceFunc(func() {
	sqlite.MustRegisterDeterministicScalarFunction("sum_of", -1, func(_ *sqlite.FunctionContext, columns []driver.Value) (driver.Value, error) {
		return sumOf(columns...), nil
	})
})

// The columns that a sum is over.
const (
	summedGame   = `(g.id, g.kind, g.purpose, g.people, g.choices, g.started, g.changed, g.finished, g.deleted, g.origin, g.gone, g.stale, g.named, g.result)`
	summedDraft  = `(d.game, d.slot, d.seq, d.at, d.draft, d.number)`
	summedResult = `CASE WHEN r.game IS NULL THEN 0 ELSE sum_of(r.game, r.standings) END`
	summedPerson = `(p.name, p.last, p.games, p.total)`
)

// What does not have its sum.
const (
	wrongGame  = `g.sum <> sum_of` + summedGame + ` OR g.result <> ` + summedResult
	wrongNames = `SELECT 1 FROM games g WHERE named <> (SELECT count(*) FROM named n JOIN renames r ON r.at = n.at WHERE n.game = g.id AND n.sum = sum_of` + summedNaming + `)
		UNION ALL SELECT 1 FROM named WHERE game NOT IN (SELECT id FROM games)`
	wrongPerson = `SELECT 1 FROM people p WHERE (sum <> sum_of` + summedPerson + `
			OR total <> (SELECT coalesce(sum(sum_of(name, at, game, how)), 0) FROM played WHERE name = p.name))`
	wrongPeople = wrongPerson + `
		UNION ALL SELECT 1 FROM played WHERE name NOT IN (SELECT name FROM people)`
)

// summed checks that all sums of a file hold. ErrUnsummed: one does not of what can be made again. ErrDamaged: another one does not.
func summed(ctx context.Context, db *sql.DB) error {
	var drafts, others bool
	err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM drafts d WHERE sum <> sum_of`+summedDraft+`),
		EXISTS (SELECT 1 FROM games g LEFT JOIN results r ON r.game = g.id WHERE `+wrongGame+`) OR EXISTS (`+wrongNames+`) OR EXISTS (`+wrongPeople+`)`).Scan(&drafts, &others)
	switch {
	case err != nil:
		return err
	case drafts:
		return fmt.Errorf("%w: a sum does not hold", ErrDamaged)
	case others:
		return ErrUnsummed
	}
	return nil
}
