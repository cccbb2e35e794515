package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// A row is read column by column where one that is not as it should be must cost no more
// than itself. SQLite refuses such values when they are written, so they are damage.
type row struct{ damaged bool }

func (r *row) text(v any) string {
	t, ok := v.(string)
	r.damaged = r.damaged || !ok
	return t
}

func (r *row) whole(v any) int64 {
	n, ok := v.(int64)
	r.damaged = r.damaged || !ok
	return n
}

// time is the zero time where there is none to be read.
func (r *row) time(v any) time.Time {
	if n := r.whole(v); n != 0 {
		return time.Unix(0, n)
	}
	return time.Time{}
}

// decoded is nothing at all of a text that is right only in part.
func decoded[T any](r *row, v any) T {
	var out, none T
	if err := json.Unmarshal([]byte(r.text(v)), &out); err != nil {
		r.damaged = true
		return none
	}
	return out
}

// A text, a whole and a blob are columns without which the rest of a row is worth nothing:
// ErrDamaged where something else stands there.
type (
	text  string
	whole int64
	blob  []byte
)

// Scan reads a column.
func (t *text) Scan(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("%w: no text but %T", ErrDamaged, v)
	}
	*t = text(s)
	return nil
}

// Scan reads a column.
func (w *whole) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("%w: no whole number but %T", ErrDamaged, v)
	}
	*w = whole(n)
	return nil
}

// Scan reads a column.
func (b *blob) Scan(v any) error {
	body, ok := v.([]byte)
	if !ok {
		return fmt.Errorf("%w: no bytes but %T", ErrDamaged, v)
	}
	*b = append(blob{}, body...) // v is the driver's
	return nil
}
