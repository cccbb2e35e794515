package scoring

import (
	"bytes"
	"encoding/json"
)

// Ordered is a JSON object that keeps the order of its keys, as a person would write it: seat order, say.
type Ordered []Pair

// A Pair is one key of an Ordered object.
type Pair struct {
	Key   string
	Value any
}

// Add appends a key if there is true.
func (o *Ordered) Add(there bool, key string, value any) {
	if there {
		*o = append(*o, Pair{key, value})
	}
}

// MarshalJSON writes the pairs in order.
func (o Ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, p := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := e.Encode(p.Key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := e.Encode(p.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
