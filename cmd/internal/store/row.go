package store

import (
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
