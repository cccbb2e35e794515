package sheet

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/lang"
)

// Write returns a value as JSON on one line, by the same tags: fields in their order, maps by key (numbers by size).
// Nothing in it acts on a terminal.
func Write(v any) ([]byte, error) { return appendValue(nil, reflect.ValueOf(v)) }

func appendValue(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		return append(b, "null"...), nil
	}
	if u, is := v.Interface().(Union); is {
		return appendValue(b, reflect.ValueOf(u.SheetValue()))
	}
	if m, ok := v.Interface().(json.Marshaler); ok {
		raw, err := m.MarshalJSON()
		if err != nil {
			return nil, err
		}
		n, err := readJSON(raw)
		if err != nil {
			return nil, err
		}
		return n.append(b), nil
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return appendValue(b, v.Elem())
	case reflect.Struct:
		return appendStruct(b, v)
	case reflect.Map:
		return appendMap(b, v)
	case reflect.Slice, reflect.Array:
		return appendList(b, v)
	case reflect.String:
		return appendText(b, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	}
	switch {
	case v.CanInt():
		return strconv.AppendInt(b, v.Int(), 10), nil
	case v.CanUint():
		return strconv.AppendUint(b, v.Uint(), 10), nil
	}
	return nil, fmt.Errorf("sheet: no document can hold %s", v.Type())
}

func appendStruct(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '{')
	all := fields(v.Type())
	for _, f := range all {
		if f.missing(all, v) {
			continue
		}
		b = append(appendText(comma(b), f.name), ':')
		x := v.FieldByIndex(f.index)
		if f.quoted {
			b = appendText(b, fmt.Sprint(x.Interface()))
			continue
		}
		var err error
		if b, err = appendValue(b, x); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func appendMap(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '{')
	for _, k := range sorted(v) {
		var err error
		b = append(appendText(comma(b), keyText(k)), ':')
		if b, err = appendValue(b, v.MapIndex(k)); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// sorted returns the keys of a map: numbers by size, else as text.
func sorted(v reflect.Value) []reflect.Value {
	return slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int {
		if a.CanInt() {
			return cmp.Compare(a.Int(), b.Int())
		}
		return strings.Compare(a.String(), b.String())
	})
}

func keyText(k reflect.Value) string {
	if k.CanInt() {
		return strconv.FormatInt(k.Int(), 10)
	}
	return k.String()
}

func appendList(b []byte, v reflect.Value) ([]byte, error) {
	b = append(b, '[')
	for i := range v.Len() {
		var err error
		if b, err = appendValue(comma(b), v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// comma adds one unless an object or a list begins here.
func comma(b []byte) []byte {
	if last := b[len(b)-1]; last == '{' || last == '[' {
		return b
	}
	return append(b, ',')
}

// append writes a node as it was read.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case Null:
		return append(b, "null"...)
	case Bool:
		return append(b, n.text...)
	case Number:
		t := strings.TrimPrefix(n.text, "+")
		if size, whole := numeral([]byte(t)); whole && size == len(t) {
			return append(b, t...)
		}
	case List:
		b = append(b, '[')
		for _, e := range n.list {
			b = e.append(comma(b))
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for _, e := range n.fields {
			b = e.val.append(append(appendText(comma(b), e.key), ':'))
		}
		return append(b, '}')
	}
	return appendText(b, n.text)
}

// appendText writes text in quotes. It escapes every character that acts on a terminal or ends a line somewhere.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case strings.ContainsRune("\b\f\n\r\t", r):
			b = append(b, '\\', "bfnrt"[strings.IndexRune("\b\f\n\r\t", r)])
		case lang.IsControl(r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError && size == 1:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
