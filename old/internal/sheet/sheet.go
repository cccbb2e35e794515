// Package sheet strictly reads a score sheet, JSON or YAML, into a tree, and gives out its values with a path for every
// fault: it guesses nothing, skips nothing, and reads no key twice. It knows no game and computes nothing.
package sheet

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A kind is the type of a value in the document.
type kind int

const (
	null kind = iota
	boolean
	number // as typed, in field text
	text
	list
	object
)

// A place is a line and a column, or, if the line is 0, a byte offset in column.
type place struct{ line, column int }

// A value is one node of the tree.
type value struct {
	place
	kind   kind
	text   string // text as it reads, a number as typed, or "true" or "false"
	list   []value
	fields []field
}

type field struct {
	place
	key string
	val value
	odd bool // the key is not text: true, 1.5
}

// A doc is a document being read. It keeps its first fault only.
type doc struct {
	fault *fault.Fault
	src   []byte // nil if faults name no line and column
}

func (d *doc) fail(say lang.Text, p place, path []string) {
	switch {
	case d.fault != nil:
	case d.src == nil:
		d.fault = fault.New(say, path...)
	case p.line == 0:
		d.fault = at(d.src, p.column, say).Under(path...)
	default:
		d.fault = located(p, say).Under(path...)
	}
}

// An Item is a value and its path. After the document's first fault every method returns zero values, so that readers need
// no error checks in between.
type Item struct {
	doc  *doc
	at   []string
	val  value
	have bool
}

// An Object is a value with fixed keys. Done reports any key that was never asked for.
type Object struct {
	Item
	asked []string
}

// Open parses a document: one that starts with "{" is JSON, anything else YAML. A syntax fault names line and column,
// every later fault its path.
func Open(b []byte) (*Object, error) {
	o, f := OpenPlaced(b)
	if f != nil {
		return nil, f.Plain()
	}
	o.doc.src = nil
	return o, nil
}

// OpenPlaced is Open for documents that people write by hand: every fault names line, column and path.
func OpenPlaced(b []byte) (*Object, *fault.Fault) {
	v, err := parse(b)
	var f *fault.Fault
	switch {
	case errors.As(err, &f):
		return nil, f
	case err != nil:
		return nil, fault.New(unformed)
	case v.kind != object:
		return nil, fault.New(wantObject.With("found", found(v)))
	}
	return &Object{Item: Item{doc: &doc{src: bytes.TrimPrefix(b, []byte(bom))}, val: v, have: true}}, nil
}

var (
	wantObject = lang.Msg("sheet.want-object", "expected an object with keys, not {found}")
	wantList   = lang.Msg("sheet.want-list", "expected a list, not {found}")
	wantText   = lang.Msg("sheet.want-text", "expected text, not {found}")
	wantNumber = lang.Msg("sheet.want-number", "expected a whole number from {lo} to {hi}, not {found}")
	wantTruth  = lang.Msg("sheet.want-truth", "expected true or false, not {found}")
	outOfRange = lang.Msg("sheet.out-of-range", "{found} is out of range: from {lo} to {hi}")
	missing    = lang.Msg("sheet.missing", "this key is missing")
	unknown    = lang.Msg("sheet.unknown", "unknown key; the keys known here are: {keys}")
	wantOneOf  = lang.Msg("sheet.want-one-of", "{found} is not one of: {allowed}")
	count      = lang.Plural("sheet.count", "{n} entry: {lo} to {hi} are allowed", "{n} entries: {lo} to {hi} are allowed")

	aNull   = lang.Msg("sheet.a-null", "null")
	aList   = lang.Msg("sheet.a-list", "a list")
	anObj   = lang.Msg("sheet.an-object", "an object")
	aNumber = lang.Msg("sheet.a-number", "the number {it}")
	aText   = lang.Msg("sheet.a-text", "the text “{it}”")
)

func found(v value) lang.Text {
	switch v.kind {
	case boolean:
		return lang.Literal(v.text)
	case number:
		return aNumber.With("it", short(v.text))
	case text:
		return aText.With("it", short(v.text))
	case list:
		return aList
	case object:
		return anObj
	}
	return aNull
}

func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

// Err returns the first fault of the document, or nil.
func (i Item) Err() error { return i.doc.fault.Err() }

// Fail reports a fault at this value, or at a path inside it.
func (i Item) Fail(say lang.Text, at ...string) {
	i.doc.fail(say, i.val.place, slices.Concat(i.at, at))
}

// Report reports a fault with a path that starts at this value.
func (i Item) Report(f *fault.Fault) { i.Fail(f.Say, f.At...) }

// IsText reports whether the value is text.
func (i Item) IsText() bool { return i.ok() && i.val.kind == text }

// IsList reports whether the value is a list.
func (i Item) IsList() bool { return i.ok() && i.val.kind == list }

// IsObject reports whether the value is an object.
func (i Item) IsObject() bool { return i.ok() && i.val.kind == object }

// Null reports whether the value is null.
func (i Item) Null() bool { return i.ok() && i.val.kind == null }

// AnyObject requires an object, and reads nothing inside it.
func (i Item) AnyObject() { i.want(object, wantObject) }

// JSON returns the value as one line of JSON, keys in their order. Keys are always text, and so is a number that JSON
// cannot write.
func (i Item) JSON() string {
	if !i.ok() {
		return ""
	}
	return string(appendJSON(nil, i.val))
}

func appendJSON(b []byte, v value) []byte {
	switch v.kind {
	case null:
		return append(b, "null"...)
	case boolean:
		return append(b, v.text...)
	case number:
		if n := strings.TrimPrefix(v.text, "+"); json.Valid([]byte(n)) {
			return append(b, n...)
		}
	case list:
		b = append(b, '[')
		for k, e := range v.list {
			b = appendJSON(comma(b, k), e)
		}
		return append(b, ']')
	case object:
		b = append(b, '{')
		for k, f := range v.fields {
			b = appendJSON(append(appendText(comma(b, k), f.key), ':'), f.val)
		}
		return append(b, '}')
	}
	return appendText(b, v.text)
}

func comma(b []byte, k int) []byte {
	if k > 0 {
		b = append(b, ',')
	}
	return b
}

func appendText(b []byte, s string) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // writing to memory cannot fail
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

func (i Item) ok() bool { return i.have && i.doc.fault == nil }

func (i Item) want(k kind, say lang.Text) bool {
	if !i.ok() {
		return false
	}
	if i.val.kind != k {
		i.Fail(say.With("found", found(i.val)))
		return false
	}
	return true
}

// Text returns text as it is written.
func (i Item) Text() string {
	if !i.want(text, wantText) {
		return ""
	}
	return i.val.text
}

// Scalar returns text or a number as it is written.
func (i Item) Scalar() string {
	if i.ok() && i.val.kind == number {
		return i.val.text
	}
	return i.Text()
}

// OneOf returns a text, which must be one of the allowed.
func (i Item) OneOf(allowed ...string) string {
	s := i.Text()
	if i.ok() && !slices.Contains(allowed, s) {
		i.Fail(wantOneOf.With("found", found(i.val), "allowed", strings.Join(allowed, ", ")))
	}
	return s
}

// Bool returns true or false.
func (i Item) Bool() bool { return i.want(boolean, wantTruth) && i.val.text == "true" }

// Int returns a whole number from lo to hi, written without fraction or exponent.
func (i Item) Int(lo, hi int) int {
	if !i.ok() {
		return 0
	}
	n, err := strconv.ParseInt(i.val.text, 10, 32)
	if i.val.kind != number || err != nil && !errors.Is(err, strconv.ErrRange) || leadingZero(i.val.text) {
		i.Fail(wantNumber.With("lo", lo, "hi", hi, "found", found(i.val)))
		return 0
	}
	if err != nil || int(n) < lo || int(n) > hi {
		i.Fail(outOfRange.With("found", short(i.val.text), "lo", lo, "hi", hi))
		return 0
	}
	return int(n)
}

// leadingZero reports whether a number is written like 017, which some versions of YAML read as 15.
func leadingZero(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0'
}

// MaxInt is the largest whole number in a sheet: they fit in 32 bits.
const MaxInt = 1<<31 - 1

// inside returns the item of a value inside this one.
func (i Item) inside(key string, v value) Item {
	return Item{doc: i.doc, at: slices.Concat(i.at, []string{key}), val: v, have: true}
}

// List returns the entries of a list, of which there must be lo to hi.
func (i Item) List(lo, hi int) []Item {
	if !i.want(list, wantList) {
		return nil
	}
	if n := len(i.val.list); n < lo || n > hi {
		i.Fail(count.With("n", n, "lo", lo, "hi", hi))
		return nil
	}
	out := make([]Item, len(i.val.list))
	for k, v := range i.val.list {
		out[k] = i.inside(fault.Index(k), v)
	}
	return out
}

// A Field is an entry of an object with free keys, such as names or card numbers.
type Field struct {
	Key string
	Item
}

// Fields returns the entries of an object with free keys, in the order of the document.
func (i Item) Fields() []Field {
	if !i.want(object, wantObject) {
		return nil
	}
	out := make([]Field, len(i.val.fields))
	for k, f := range i.val.fields {
		if f.odd {
			i.Fail(badKey, f.key)
			return nil
		}
		out[k] = Field{f.key, i.inside(f.key, f.val)}
	}
	return out
}

// Object returns the value as an object with fixed keys. Its reader ends with Done.
func (i Item) Object() *Object {
	if !i.want(object, wantObject) {
		i.have = false
	}
	return &Object{Item: i}
}

// Has reports whether a key exists, and counts it as asked for.
func (o *Object) Has(key string) bool {
	o.asked = append(o.asked, key)
	_, ok := o.find(key)
	return ok
}

func (o *Object) find(key string) (value, bool) {
	if o.ok() {
		for _, f := range o.val.fields {
			if f.key == key && !f.odd {
				return f.val, true
			}
		}
	}
	return value{}, false
}

// Get returns the value of a required key.
func (o *Object) Get(key string) Item {
	o.asked = append(o.asked, key)
	v, ok := o.find(key)
	if !ok && o.ok() {
		o.Fail(missing, key)
	}
	it := o.inside(key, v)
	it.have = ok
	return it
}

// Maybe returns the value of an optional key, and whether it exists.
func (o *Object) Maybe(key string) (Item, bool) {
	if !o.Has(key) {
		return Item{doc: o.doc}, false
	}
	return o.Get(key), true
}

// IntOr returns the whole number from lo to hi at a key, or otherwise if the key is missing.
func (o *Object) IntOr(key string, lo, hi, otherwise int) int {
	if it, ok := o.Maybe(key); ok {
		return it.Int(lo, hi)
	}
	return otherwise
}

// OneOfOr returns the text at a key, which must be one of the allowed, or the first of them if the key is missing.
func (o *Object) OneOfOr(key string, allowed ...string) string {
	if it, ok := o.Maybe(key); ok {
		return it.OneOf(allowed...)
	}
	return allowed[0]
}

// Done reports the first key that nobody asked for.
func (o *Object) Done() {
	if !o.ok() {
		return
	}
	for _, f := range o.val.fields {
		if f.odd || !slices.Contains(o.asked, f.key) {
			keys := slices.Compact(slices.Sorted(slices.Values(o.asked)))
			o.doc.fail(unknown.With("keys", strings.Join(keys, ", ")), f.place, slices.Concat(o.at, []string{f.key}))
			return
		}
	}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "sheet", Files: files}
