// Package sheet reads and writes documents by the tags of structs: score sheets and game files in JSON or YAML, and the
// lines of a game's log. Every refusal has the path of its place.
//
// Tags. The name is that of `json:"name"`. A key may be missing only with omitempty or omitzero. `sheet:"1..12"` bounds
// whole numbers (of a map: its keys if they are numbers, and its values); `sheet:"a|b"` lists the strings allowed. In a
// union the first field is tagged `sheet:"slap|wrong_slap"`, and every other `when:"slap"` (needed with it) or
// `may:"slap"` (allowed with it); what is neither is refused. Embedded structs and `json:",inline"` are read in place.
package sheet

// A Value is a place in a document. The zero Value is no place.
type Value struct{ n *node }

type node struct{}

// Parse reads a document: JSON if it starts with “{”, else YAML, at most 64 kB of that. A syntax fault names line and column.
func Parse(doc []byte) (Value, error) { panic("unwritten") }

// Read decodes a place into the value that into points to, strictly: unknown, missing and repeated keys, null, fractions
// and values out of bounds are faults.
func (v Value) Read(into any) error { panic("unwritten") }

// Key returns the place under a key, and whether it is there.
func (v Value) Key(key string) (Value, bool) { panic("unwritten") }

// Without returns an object without some of its keys.
func (v Value) Without(keys ...string) Value { panic("unwritten") }

// Placed adds line and column of the document to a fault, found by its path.
func (v Value) Placed(err error) error { panic("unwritten") }

// MarshalJSON writes a place again, as it was.
func (v Value) MarshalJSON() ([]byte, error) { panic("unwritten") }

// A Reader reads itself: a union that tags cannot say.
type Reader interface{ ReadSheet(Value) error }

// Write returns a value as JSON on one line, by the same tags: fields in their order, maps by key (numbers by size).
func Write(v any) ([]byte, error) { panic("unwritten") }
