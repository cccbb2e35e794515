package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// A moment is a column with a time: zero for NULL and for 0.
type moment time.Time

// nanos returns a time as it is kept; 0 for the zero time.
func nanos(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixNano()
}

// fromNanos returns the way back.
func fromNanos(n int64) (at time.Time) {
	if n != 0 {
		at = time.Unix(0, n)
	}
	return at
}

// A decoded column is JSON.
type decoded[T any] struct{ is *T }

// all reads rows with a function to the last one, or to the first that cannot be read, and returns what was read; err is why there are
// no rows.
func all[T any](rows *sql.Rows, err error, read func(scan func(...any) error) (T, error)) (out []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	for rows.Next() {
		it, err := read(func(to ...any) error { return fits(rows.Scan(to...)) })
		if err != nil {
			return out, err
		}
		out = append(out, it)
	}
	return out, rows.Err()
}

// fits returns why a row cannot be read: SQLite refuses what does not fit a column when it is written, so that is damage.
func fits(err error) error {
	if err != nil {
		err = fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// scanStrings reads a column of text to its end, and leaves out a NULL.
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

// Scan reads a column.
func (m *moment) Scan(v any) error {
	n, ok := v.(int64)
	if !ok && v != nil {
		return ErrDamaged
	}
	*m = moment(fromNanos(n))
	return nil
}

// Scan reads a column.
func (d decoded[T]) Scan(v any) error {
	s, ok := v.(string)
	if !ok || json.Unmarshal([]byte(s), d.is) != nil {
		return ErrDamaged
	}
	return nil
}
