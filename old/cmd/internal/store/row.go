package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// A moment reads a time from a column: NULL and 0 are the zero time.
type moment time.Time

// nanos returns a time as the file has it: 0 for the zero time.
func nanos(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixNano()
}

// fromNanos is the inverse of nanos.
func fromNanos(n int64) (at time.Time) {
	if n != 0 {
		at = time.Unix(0, n)
	}
	return at
}

// A decoded reads JSON from a column.
type decoded[T any] struct{ is *T }

// all reads rows up to the last one, or the first that read refuses, and returns what it has read so far. It takes an
// error so that a query can be its argument.
func all[T any](rows *sql.Rows, err error, read func(scan func(...any) error) (T, error)) (out []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err returns its error
	for rows.Next() {
		it, err := read(func(to ...any) error { return fits(rows.Scan(to...)) })
		if err != nil {
			return out, err
		}
		out = append(out, it)
	}
	return out, rows.Err()
}

// fits marks an error of Scan as damage: SQLite checked the types when the row was written.
func fits(err error) error {
	if err != nil {
		err = fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// scanStrings reads the only column of some rows, and skips NULLs.
func scanStrings(rows *sql.Rows, err error) ([]string, error) {
	found, err := all(rows, err, func(scan func(...any) error) (t sql.NullString, err error) { return t, scan(&t) })
	var out []string
	for _, t := range found {
		if t.Valid {
			out = append(out, t.String)
		}
	}
	return out, err
}

// Scan implements sql.Scanner.
func (m *moment) Scan(v any) error {
	n, ok := v.(int64)
	if !ok && v != nil {
		return ErrDamaged
	}
	*m = moment(fromNanos(n))
	return nil
}

// Scan implements sql.Scanner.
func (d decoded[T]) Scan(v any) error {
	s, ok := v.(string)
	if !ok || json.Unmarshal([]byte(s), d.is) != nil {
		return ErrDamaged
	}
	return nil
}
