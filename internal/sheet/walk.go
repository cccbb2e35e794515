package sheet

import (
	"reflect"

	"github.com/tablemate/tablemate/internal/fault"
)

// Walk visits everything that Write would write of a value, in that order, containers before their content; a map's key
// before its value and with the same path. Faults of at get that path in front. path is good until at returns.
func Walk(v any, at func(path []string, x reflect.Value) error) error {
	return walk(reflect.ValueOf(v), nil, func(path []string, x reflect.Value) error {
		return fault.Under(at(path, x), path...)
	})
}

func walk(v reflect.Value, path []string, at func([]string, reflect.Value) error) error {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	if u, is := v.Interface().(Union); is {
		return walk(reflect.ValueOf(u.SheetValue()), path, at)
	}
	if err := at(path, v); err != nil {
		return err
	}
	switch v.Kind() {
	case reflect.Struct:
		all := fields(v.Type())
		for _, f := range all {
			if f.missing(all, v) {
				continue
			}
			if err := walk(v.FieldByIndex(f.index), append(path, f.name), at); err != nil {
				return err
			}
		}
	case reflect.Map:
		for _, k := range sorted(v) {
			under := append(path, keyText(k))
			if err := at(under, k); err != nil {
				return err
			}
			if err := walk(v.MapIndex(k), under, at); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if err := walk(v.Index(i), append(path, fault.Index(i)), at); err != nil {
				return err
			}
		}
	}
	return nil
}

// Replace returns a deep copy of a value in which every T, also as a map's key or inside an interface, is replaced by
// with of it. Values that can hold no T are shared with the old one. It panics if an unexported field can hold one.
func Replace[V, T any](v V, with func(T) T) V {
	out := v
	r := replacer{
		t: reflect.TypeFor[T](), held: map[reflect.Type]int{},
		with: func(x reflect.Value) reflect.Value { return reflect.ValueOf(with(x.Interface().(T))) },
	}
	p := reflect.ValueOf(&out).Elem()
	p.Set(r.copy(p))
	return out
}

type replacer struct {
	t    reflect.Type
	with func(reflect.Value) reflect.Value
	held map[reflect.Type]int
}

func (r replacer) copy(v reflect.Value) reflect.Value {
	if r.holds(v.Type()) == nothing {
		return v
	}
	if v.Type() == r.t {
		return r.with(v)
	}
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(r.copy(v.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			out.Set(r.copy(v.Elem()))
		}
	case reflect.Struct:
		r.copyFields(out, v)
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
			for k, x := range v.Seq2() {
				out.SetMapIndex(r.copy(k), r.copy(x))
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(r.copy(v.Index(i)))
		}
	}
	return out
}

func (r replacer) copyFields(out, v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Type().Field(i); {
		case f.IsExported():
			out.Field(i).Set(r.copy(v.Field(i)))
		case inPlace(f):
			r.copyFields(out.Field(i), v.Field(i))
		}
	}
}

// inPlace reports whether a field is an embedded struct: its own fields can be reached even if its name is not exported.
func inPlace(f reflect.StructField) bool { return f.Anonymous && f.Type.Kind() == reflect.Struct }

// The content of a type: nothing to replace, something unknown behind an interface, or a T for certain.
const (
	nothing = iota
	unknown
	certain
)

func (r replacer) holds(t reflect.Type) int {
	if known, ok := r.held[t]; ok {
		return known
	}
	// A type may hold itself. Counted as empty while it is looked into, it ends the search, and its other fields decide.
	r.held[t] = nothing
	has := nothing
	switch t.Kind() {
	case reflect.Interface:
		has = unknown
	case reflect.Pointer, reflect.Slice, reflect.Array:
		has = r.holds(t.Elem())
	case reflect.Map:
		has = max(r.holds(t.Key()), r.holds(t.Elem()))
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			switch held := r.holds(f.Type); {
			case f.IsExported() || inPlace(f):
				has = max(has, held)
			case held == certain:
				panic("sheet: " + t.String() + "." + f.Name + " holds a " + r.t.String() + " and is not exported")
			}
		}
	}
	if t == r.t {
		has = certain
	}
	r.held[t] = has
	return has
}
