package sheet

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// MissingKey is the fault of a key, also for a Reader that reads an object by itself.
var MissingKey = lang.T("this key is missing")

// Unknown returns the fault of a key that is none of those known in its place.
func Unknown(key string, known ...string) error {
	say := lang.T("unknown key; the keys known here are: {keys}").With("keys", strings.Join(known, ", "))
	return &fault.Fault{At: []string{key}, Say: say, Known: append([]string{}, known...)}
}

var valueType = reflect.TypeFor[Value]()

// read decodes a node. Faults have the path from here.
func (n *node) read(into reflect.Value, r *rule) error {
	v := Value{n, r}
	switch x := into.Addr().Interface().(type) {
	case *Value:
		*x = v
		return nil
	case Reader:
		return x.ReadSheet(v)
	case json.Unmarshaler:
		if x.UnmarshalJSON(n.append(nil)) != nil {
			return fault.New(lang.T("{found} is not written as it must be").With("found", v.Found()))
		}
		return nil
	}
	switch into.Kind() {
	case reflect.Pointer:
		return n.readPointer(into, r)
	case reflect.Interface:
		into.Set(reflect.ValueOf(v))
		return nil
	case reflect.Struct:
		return n.readStruct(into)
	case reflect.Map:
		return n.readMap(into, r)
	case reflect.Slice, reflect.Array:
		return n.readList(into, r)
	case reflect.String:
		return n.readText(into, r)
	case reflect.Bool:
		into.SetBool(n.text == "true")
		return n.want(Bool, lang.T("expected true or false, not {found}"))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		i, err := n.whole(r)
		into.SetInt(int64(i))
		return err
	}
	panic("sheet: no document can hold " + into.Type().String())
}

// want returns a fault if the node is of another kind.
func (n *node) want(k Kind, say lang.Text) error {
	if n.kind == k {
		return nil
	}
	return fault.New(say.With("found", Value{n: n}.Found()))
}

func (n *node) readPointer(into reflect.Value, r *rule) error {
	if n.kind == Null && r.null {
		into.SetZero()
		return nil
	}
	if into.Type().Elem() == valueType && n.kind == Null {
		return fault.New(lang.T("null has no place here"))
	}
	into.Set(reflect.New(into.Type().Elem()))
	return n.read(into.Elem(), r)
}

func (n *node) readText(into reflect.Value, r *rule) error {
	if err := n.want(Text, lang.T("expected text, not {found}")); err != nil {
		return err
	}
	into.SetString(n.text)
	if r.words == nil || slices.Contains(r.words, n.text) {
		return nil
	}
	return fault.New(lang.T("{found} is not one of: {allowed}").
		With("found", Value{n: n}.Found(), "allowed", strings.Join(r.words, ", ")))
}

// whole returns a whole number, written without fraction or exponent, within bounds.
func (n *node) whole(r *rule) (int, error) {
	digits := strings.TrimLeft(n.text, "+-")
	i, err := strconv.ParseInt(n.text, 10, 32)
	// Some versions of YAML read 017 as 15, so that two readers of one sheet would count differently.
	octal := len(digits) > 1 && digits[0] == '0'
	if n.kind != Number || octal || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fault.New(lang.T("expected a whole number {bounds}, not {found}").
			With("bounds", r.bounds(), "found", Value{n: n}.Found()))
	}
	if err != nil || int(i) < r.lo || int(i) > r.hi {
		return 0, fault.New(outOfRange(n.text, r))
	}
	return int(i), nil
}

func outOfRange(found string, r *rule) lang.Text {
	return lang.T("{found} is out of range: {bounds}").With("found", short(found), "bounds", r.bounds())
}

func (n *node) readList(into reflect.Value, r *rule) error {
	if err := n.want(List, lang.T("expected a list, not {found}")); err != nil {
		return err
	}
	if into.Kind() == reflect.Slice {
		into.Set(reflect.MakeSlice(into.Type(), len(n.list), len(n.list)))
	}
	if into.Len() != len(n.list) {
		return fault.New(lang.N("{n} entry: {most} are needed", "{n} entries: {most} are needed").
			With("n", len(n.list), "most", into.Len()))
	}
	for i, e := range n.list {
		if err := e.read(into.Index(i), r); err != nil {
			return fault.Under(err, fault.Index(i))
		}
	}
	return nil
}

func (n *node) readMap(into reflect.Value, r *rule) error {
	if err := n.want(Object, lang.T("expected an object with keys, not {found}")); err != nil {
		return err
	}
	t := into.Type()
	into.Set(reflect.MakeMapWithSize(t, len(n.fields)))
	for _, e := range n.fields {
		key, val := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		err := e.readKey(key, r)
		if err == nil {
			err = e.val.read(val, r)
		}
		if err != nil {
			return fault.Under(err, e.key)
		}
		into.SetMapIndex(key, val)
	}
	return nil
}

func (e entry) readKey(into reflect.Value, r *rule) error {
	if e.odd {
		return fault.New(badKey())
	}
	if into.Kind() == reflect.String {
		into.SetString(e.key)
		return nil
	}
	// A tag has to allow keys below zero.
	if r.lo == free.lo {
		r = &rule{lo: 0, hi: r.hi}
	}
	i, err := strconv.ParseInt(e.key, 10, 32)
	switch {
	case err != nil || strconv.FormatInt(i, 10) != e.key:
		return fault.New(lang.T("expected a whole number {bounds} as the key, without zeros in front").With("bounds", r.bounds()))
	case int(i) < r.lo || int(i) > r.hi:
		return fault.New(outOfRange(e.key, r))
	}
	into.SetInt(i)
	return nil
}

// readStruct reads the kinds of its unions first, since the keys that are known depend on them.
func (n *node) readStruct(into reflect.Value) error {
	if err := n.want(Object, lang.T("expected an object with keys, not {found}")); err != nil {
		return err
	}
	all := fields(into.Type())
	for _, f := range all {
		if f.of >= 0 {
			if err := n.readField(all[f.of], all, into); err != nil {
				return err
			}
		}
	}
	if err := n.checkKeys(all, into); err != nil {
		return err
	}
	for _, f := range all {
		if err := n.readField(f, all, into); err != nil {
			return err
		}
	}
	return nil
}

// checkKeys refuses a key that is not known.
func (n *node) checkKeys(all []field, s reflect.Value) error {
	var known []string
	for _, f := range all {
		if may, _ := f.use(all, s); may {
			known = append(known, f.name)
		}
	}
	for _, e := range n.fields {
		if e.odd || !slices.Contains(known, e.key) {
			return Unknown(e.key, known...)
		}
	}
	return nil
}

func (n *node) readField(f field, all []field, s reflect.Value) error {
	may, must := f.use(all, s)
	e := n.get(f.name)
	switch {
	case e == nil && must:
		return fault.New(MissingKey, f.name)
	case e == nil || !may:
		return nil
	}
	into := s.FieldByIndex(f.index)
	if f.quoted {
		return fault.Under(e.val.readQuoted(into), f.name)
	}
	err := e.val.read(into, f.rule)
	if err == nil && f.empty && into.Kind() == reflect.String && strings.TrimSpace(into.String()) == "" {
		err = fault.New(lang.T("something is missing here; or leave this key out"))
	}
	return fault.Under(err, f.name)
}

// readQuoted reads a whole number of up to 64 bits, without a sign, that is written as text.
func (n *node) readQuoted(into reflect.Value) error {
	u, _ := strconv.ParseUint(n.text, 10, 64)
	if n.kind != Text || strconv.FormatUint(u, 10) != n.text {
		return fault.New(lang.T("expected a whole number in quotes, not {found}").With("found", Value{n: n}.Found()))
	}
	into.SetUint(u)
	return nil
}
