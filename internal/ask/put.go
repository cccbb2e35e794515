package ask

import (
	"errors"
	"slices"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Put asks one question. check judges the answer; it may run often, and must replace what it sets. It may be nil.
// A Key is no answer: no check sees it.
func Put(a Asker, q Question, check func(Value) error) (Value, error) {
	var all func([]Value) error
	if check != nil {
		all = func(v []Value) error { return check(v[0]) }
	}
	values, err := All(a, Group{Asked: []Question{q}}, all)
	if err != nil {
		return Value{}, err
	}
	return values[0], nil
}

// All asks a group. check sees the values that are given so far (Value.Given), in the order of g.Asked. It may run
// often, and must replace what it sets. It may be nil. A Key ends the group at once, without a check: then one value has
// it, and others may be missing.
func All(a Asker, g Group, check func([]Value) error) ([]Value, error) {
	values, away := make([]Value, len(g.Asked)), false
	defer func() { away = true }()
	err := a.Put(g, func(in ...Answer) error {
		if away {
			return Gone
		}
		next, err := g.with(values, in)
		if err == nil && check != nil && len(in) > 0 && keyed(in) < 0 {
			err = check(next)
		}
		if err == nil {
			values = next
		}
		return err
	})
	switch {
	case err != nil:
	case len(g.open(values)) > 0:
		err = errUnanswered
	case check != nil && !slices.ContainsFunc(values, func(v Value) bool { return v.Key != "" }):
		err = check(values) // the last one that ran may have refused something else, and set what it read
	}
	if err != nil {
		return nil, err
	}
	return values, nil
}

// keyed returns the last of these answers that is a Key, or -1.
func keyed(in []Answer) int {
	for i, a := range slices.Backward(in) {
		if a.Key != "" {
			return i
		}
	}
	return -1
}

var errUnanswered = errors.New("ask: an asker left a group before everything was answered")

// with returns the values with more answers. One Key at most stays, if it came last.
func (g Group) with(values []Value, in []Answer) ([]Value, error) {
	values = slices.Clone(values)
	for _, a := range in {
		if a.To < 0 || a.To >= len(g.Asked) {
			return nil, fault.New(lang.T("nobody asked that"))
		}
		v, err := g.Asked[a.To].value(a)
		if err != nil {
			return nil, err
		}
		values[a.To] = v
	}
	if len(in) == 0 {
		return values, g.lacks(g.open(values))
	}
	last := keyed(in)
	for i, v := range values {
		if v.Key != "" && (last < 0 || in[last].To != i) {
			values[i] = Value{}
		}
	}
	return values, g.adds(values)
}

// open returns the questions whose answers are missing: none after a Key.
func (g Group) open(values []Value) []int {
	var open []int
	for i, v := range values {
		switch {
		case v.Key != "":
			return nil
		case !v.ok:
			open = append(open, i)
		}
	}
	return open
}

// adds refuses numbers that are all there and do not add up.
func (g Group) adds(values []Value) error {
	if g.Sum == 0 {
		return nil
	}
	sum := 0
	for _, v := range values {
		if !v.ok || v.Key != "" {
			return nil
		}
		sum += v.One()
	}
	return g.sums(sum)
}

// sums refuses a sum that is not the group's.
func (g Group) sums(sum int) error {
	say := lang.N("that makes {sum} in all, not {of}: {n} is missing", "that makes {sum} in all, not {of}: {n} are missing")
	switch n := g.Sum - sum; {
	case n == 0:
		return nil
	case n < 0:
		say = lang.N("that makes {sum} in all, not {of}: {n} too many", "that makes {sum} in all, not {of}: {n} too many").With("n", -n)
	default:
		say = say.With("n", n)
	}
	return fault.New(say.With("sum", sum, "of", g.Sum))
}

// lacks returns a fault that says which answers are missing, or nil if none is.
func (g Group) lacks(open []int) error {
	if len(open) == 0 {
		return nil
	}
	who := make(lang.List, len(open))
	for i, k := range open {
		who[i] = g.Asked[k].Called()
		if who[i] == "" { // nobody is asked by name
			who[i] = g.Asked[k].Text
		}
	}
	return fault.New(lang.N("an answer is missing: {who}", "answers are missing: {who}").With("n", len(open), "who", who))
}

// value returns what an answer means.
func (q Question) value(a Answer) (Value, error) {
	if a.Key == "" {
		v, err := q.Read(a.Line)
		v.Who = a.By
		return v, err
	}
	if !slices.ContainsFunc(q.Keys, func(k Option) bool { return k.ID == a.Key && k.Why.Empty() }) {
		return Value{}, fault.New(lang.T("that cannot be chosen here"))
	}
	return Value{Key: a.Key, Who: a.By, ok: true}, nil
}
