// Package sheet reads and writes documents by the tags of structs: score sheets and game files in JSON or YAML, and the
// lines of a game's log. Every refusal has the path of its place.
//
// Tags. The name is that of `json:"name"`. A key may be missing only with omitempty or omitzero; a field whose key is
// missing stays as it was. Text that may be missing is not blank where it is there. `sheet:"1..12"` bounds whole numbers,
// also those in lists and maps and a map's keys if they are numbers; either end may be left open. `sheet:"a|b"` lists the
// strings allowed. `sheet:"null"`, or `sheet:"1..12,null"`, lets pointers be null, which is refused everywhere else. In a
// union the first field is tagged `sheet:"slap|wrong_slap"`, and every other `when:"slap"` (needed with it) or `may:"slap"`
// (allowed with it); any other is refused and not written. Embedded structs are read in place.
package sheet

import (
	"cmp"
	_ "embed"
	"errors"
	"reflect"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Value is a place in a document. The zero Value is no place, and is written as null.
type Value struct {
	n *node
	r *rule // the rule in the tag of the field that it stands in
}

// A Kind is the type of a value.
type Kind int

// The kinds. A Number is any, whole or not.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
)

// A node is a value of the tree.
type node struct {
	place
	kind   Kind
	text   string // text as it reads, a number as typed, or "true" or "false"
	list   []*node
	fields []entry
}

// An entry is a key of an object, and its value.
type entry struct {
	place
	key string
	odd bool // the key is not text: true, 1.5
	val *node
}

// A place is a line and a column, both counted from 1.
type place struct{ line, column int }

// fault returns a fault that names the place.
func (p place) fault(why lang.Text) error {
	return fault.New(lang.T("line {line}, column {column}: {why}").With("line", p.line, "column", p.column, "why", why))
}

// get returns the entry of a key, or nil.
func (n *node) get(key string) *entry {
	for i := range n.fields {
		if n.fields[i].key == key {
			return &n.fields[i]
		}
	}
	return nil
}

// node returns the node at the place, an empty one for none.
func (v Value) node() *node {
	if v.n == nil {
		return &node{}
	}
	return v.n
}

// Kind returns the type of the value; of no place, Null.
func (v Value) Kind() Kind { return v.node().kind }

// Text returns text as it reads, a number or a truth value as written, and "" for all else.
func (v Value) Text() string { return v.node().text }

// Key returns the place under a key, and whether it is there.
func (v Value) Key(key string) (Value, bool) {
	e := v.node().get(key)
	if e == nil {
		return Value{}, false
	}
	return Value{e.val, v.r}, true
}

// Keys returns the keys of an object, in the order of the document.
func (v Value) Keys() []string {
	var keys []string
	for _, e := range v.node().fields {
		keys = append(keys, e.key)
	}
	return keys
}

// Within returns the place with bounds for its whole numbers, lo and hi included.
func (v Value) Within(lo, hi int) Value { return Value{v.n, &rule{lo: lo, hi: hi}} }

// Without returns an object without some of its keys.
func (v Value) Without(keys ...string) Value {
	n := *v.node()
	n.fields = slices.DeleteFunc(slices.Clone(n.fields), func(e entry) bool { return slices.Contains(keys, e.key) })
	return Value{&n, v.r}
}

// Read decodes a place into the value that into points to, strictly: unknown, missing and repeated keys, null, fractions
// and values out of bounds are faults, with the path from this place. It panics for types that no document can hold.
func (v Value) Read(into any) error {
	return v.node().read(reflect.ValueOf(into).Elem(), cmp.Or(v.r, free))
}

// A Reader reads itself: a union that tags cannot say. The bounds of its field hold for everything that it reads with v.Read.
type Reader interface{ ReadSheet(v Value) error }

// A Union is written, and walked through, as one of several types. SheetValue may return nil.
type Union interface{ SheetValue() any }

// Found describes the value at the place, for a fault: “the text “x””.
func (v Value) Found() lang.Text {
	switch v.Kind() {
	case Bool:
		return lang.Literal(v.n.text)
	case Number:
		return lang.T("the number {it}").With("it", short(v.n.text))
	case Text:
		return lang.T("the text “{it}”").With("it", short(v.n.text))
	case List:
		return lang.T("a list")
	case Object:
		return lang.T("an object")
	}
	return lang.T("null")
}

// short cuts a text that a fault repeats.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Placed adds line and column of the document to a fault, found by its path from this place: those of the value, or of a
// key that is not known. A path to nothing is placed at the innermost value around it that is there.
func (v Value) Placed(err error) error {
	var f *fault.Fault
	if v.n == nil || !errors.As(err, &f) {
		return err
	}
	n, at := v.n, v.n.place
	for _, key := range f.At {
		e := n.get(key)
		n = n.inside(key)
		if n == nil {
			break
		}
		at = n.place
		// The value of an unknown key may be fine: the key is the mistake.
		if f.Known != nil && e != nil {
			at = e.place
		}
	}
	return fault.Under(at.fault(f.Say), f.At...)
}

// inside returns the node under a path's key, or nil.
func (n *node) inside(key string) *node {
	if e := n.get(key); e != nil {
		return e.val
	}
	if i, ok := fault.Indexed(key); ok && i < len(n.list) {
		return n.list[i]
	}
	return nil
}

// MarshalJSON writes a place again on one line, as it was. Keys are text, and so is a number that JSON cannot write.
func (v Value) MarshalJSON() ([]byte, error) {
	return v.node().append(nil), nil
}

// UnmarshalJSON reads any JSON.
func (v *Value) UnmarshalJSON(doc []byte) error {
	n, err := readJSON(doc)
	*v = Value{n: n}
	return err
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
