package sheet

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tablemate/tablemate/internal/lang"
)

// A rule is the meaning of a tag `sheet:"…"`: the values that it allows.
type rule struct {
	lo, hi int
	words  []string
	null   bool
}

// free allows every number of 32 bits.
var free = &rule{lo: math.MinInt32, hi: math.MaxInt32}

// newRule reads a tag. It panics if the tag makes no sense.
func newRule(tag string) *rule {
	if tag == "" {
		return free
	}
	r := *free
	for part := range strings.SplitSeq(tag, ",") {
		lo, hi, ranged := strings.Cut(part, "..")
		switch {
		case part == "null":
			r.null = true
		case ranged:
			r.lo, r.hi = bound(lo, r.lo), bound(hi, r.hi)
		default:
			r.words = strings.Split(part, "|")
		}
	}
	return &r
}

func bound(s string, open int) int {
	if s == "" {
		return open
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("sheet: " + err.Error())
	}
	return n
}

// bounds says which numbers are allowed.
func (r *rule) bounds() lang.Text {
	say := lang.T("from {lo} to {hi}")
	switch {
	case r.lo > math.MinInt32 && r.hi == math.MaxInt32:
		say = lang.T("{lo} or more")
	case r.lo == math.MinInt32 && r.hi < math.MaxInt32:
		say = lang.T("{hi} or less")
	}
	return say.With("lo", r.lo, "hi", r.hi)
}

// A field is a struct's field, or one of a struct in place.
type field struct {
	name        string
	index       []int
	rule        *rule
	empty, zero bool     // may be missing: omitempty, omitzero
	quoted      bool     // a number of up to 64 bits, written as text
	of          int      // in a union: place of the field that says which it is; else -1
	when, may   []string // of a union's field: the kinds that need it, or allow it
}

// fields returns the fields that a struct reads and writes, in order. An entry of a union comes after the field that says which.
func fields(t reflect.Type) []field {
	if known, ok := plans.Load(t); ok {
		return known.([]field)
	}
	all := plan(nil, t, nil)
	plans.Store(t, all)
	return all
}

// plans keeps the fields of each type, []field by reflect.Type: they never change.
var plans sync.Map

func plan(all []field, t reflect.Type, index []int) []field {
	head := len(all)
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		has := func(o string) bool { return slices.Contains(strings.Split(options, ","), o) }
		at := append(slices.Clip(index), i)
		switch {
		case f.Type.Kind() == reflect.Struct && name == "" && f.Anonymous:
			all = plan(all, f.Type, at)
			continue
		case !f.IsExported() || tag == "-":
			continue
		}
		if name == "" {
			name = f.Name
		}
		x := field{name: name, index: at, of: -1, rule: newRule(f.Tag.Get("sheet"))}
		x.empty, x.zero, x.quoted = has("omitempty"), has("omitzero"), has("string")
		if when, may := f.Tag.Get("when"), f.Tag.Get("may"); when+may != "" {
			x.of, x.when, x.may = head, words(when), words(may)
		}
		all = append(all, x)
	}
	return all
}

func words(tag string) []string {
	if tag == "" {
		return nil
	}
	return strings.Split(tag, "|")
}

// use reports whether a field may stand in s, and whether it must.
func (f field) use(all []field, s reflect.Value) (may, must bool) {
	if f.of < 0 {
		return true, !f.empty && !f.zero
	}
	which := s.FieldByIndex(all[f.of].index).String()
	must = slices.Contains(f.when, which)
	return must || slices.Contains(f.may, which), must
}

// missing reports whether a field is not written.
func (f field) missing(all []field, s reflect.Value) bool {
	v := s.FieldByIndex(f.index)
	may, must := f.use(all, s)
	switch {
	case !may:
		return true
	case f.of >= 0 && must:
		return false
	}
	if list := v.Kind() == reflect.Map || v.Kind() == reflect.Slice; f.empty && list {
		return v.Len() == 0
	}
	return (f.empty || f.zero || f.of >= 0) && v.IsZero()
}
