package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// A text, a whole, a moment and a blob are columns in which nothing else may stand: SQLite refuses it when it is
// written, so something else is damage.
type (
	text   string
	whole  int64
	moment time.Time // zero for NULL and for 0
	blob   []byte
)

// momentOf returns the time that a column says.
func momentOf(n int64) (m moment) {
	if n != 0 {
		m = moment(time.Unix(0, n))
	}
	return m
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
		it, err := read(rows.Scan)
		if err != nil {
			return out, err
		}
		out = append(out, it)
	}
	return out, rows.Err()
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

// execAll runs statements that have the same arguments, to the first that fails.
func execAll(tx *sql.Tx, queries []string, args ...any) error {
	for _, q := range queries {
		if _, err := tx.Exec(q, args...); err != nil {
			return err
		}
	}
	return nil
}

func strange(v any) error { return fmt.Errorf("%w: %T does not stand there", ErrDamaged, v) }

// Scan reads a column.
func (t *text) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return strange(v)
	}
	*t = text(s)
	return nil
}

// Scan reads a column.
func (w *whole) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return strange(v)
	}
	*w = whole(n)
	return nil
}

// Scan reads a column.
func (m *moment) Scan(v any) error {
	n, ok := v.(int64)
	if !ok && v != nil {
		return strange(v)
	}
	*m = momentOf(n)
	return nil
}

// Scan reads a column.
func (b *blob) Scan(v any) error {
	body, ok := v.([]byte)
	if !ok {
		return strange(v)
	}
	*b = append(blob{}, body...) // v is the driver's
	return nil
}

// Scan reads a column.
func (d decoded[T]) Scan(v any) error {
	s, ok := v.(string)
	if !ok || json.Unmarshal([]byte(s), d.is) != nil {
		return strange(v)
	}
	return nil
}
