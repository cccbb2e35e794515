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

// Lists and statistics read no log, so what they read has sums, which triggers maintain: each game and each draft has
// one over itself, each person one over themselves and over everything they are known to have played, which also
// exposes a missing row. A wrong sum is damage. If it is that of a draft, the file has to be rebuilt; everything else
// can be made again (Mend).

// Sum returns the sum of a log line, over the sum before it, the time of the line, and its body.
func Sum(before string, at time.Time, body []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d\n", before, at.UnixNano())
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// unsummed splits a line into what its sum is over and the sum, which is "" in lines of the first version.
func unsummed(line []byte) (body []byte, sum string) {
	const key, length = `,"sum":"`, 16
	at := len(line) - len(key) - length - len(`"}`)
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(key)) {
		return line, ""
	}
	return append(line[:at:at], '}'), string(line[at+len(key):][:length])
}

// sumOf returns a 40-bit sum of some columns, small enough for millions of them to be added up.
func sumOf(columns ...driver.Value) int64 {
	var text []byte
	for _, c := range columns {
		switch c := c.(type) { // the common types, without fmt
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

// teachSums registers sum_of with SQLite, once.
var teachSums = sync.OnceFunc(func() {
	sqlite.MustRegisterDeterministicScalarFunction("sum_of", -1, func(_ *sqlite.FunctionContext, columns []driver.Value) (driver.Value, error) {
		return sumOf(columns...), nil
	})
})

// The columns that each sum covers.
const (
	summedGame   = `(g.id, g.kind, g.purpose, g.people, g.choices, g.started, g.changed, g.finished, g.deleted, g.origin, g.gone, g.stale, g.named, g.result)`
	summedDraft  = `(d.game, d.slot, d.seq, d.at, d.draft, d.number)`
	summedResult = `CASE WHEN r.game IS NULL THEN 0 ELSE sum_of(r.game, r.standings) END`
	summedPerson = `(p.name, p.last, p.games, p.total)`
)

// Conditions and queries that find wrong sums.
const (
	wrongGame  = `g.sum <> sum_of` + summedGame + ` OR g.result <> ` + summedResult
	wrongNames = `SELECT 1 FROM games g WHERE named <> (SELECT count(*) FROM named n JOIN renames r ON r.at = n.at WHERE n.game = g.id AND n.sum = sum_of` + summedNaming + `)
		UNION ALL SELECT 1 FROM named WHERE game NOT IN (SELECT id FROM games)`
	wrongPerson = `SELECT 1 FROM people p WHERE (sum <> sum_of` + summedPerson + `
			OR total <> (SELECT coalesce(sum(sum_of(name, at, game, how)), 0) FROM played WHERE name = p.name))`
	wrongPeople = wrongPerson + `
		UNION ALL SELECT 1 FROM played WHERE name NOT IN (SELECT name FROM people)`
)

// summed checks all sums of a file. ErrUnsummed: a sum of something that can be made again is wrong. ErrDamaged:
// another one is.
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
