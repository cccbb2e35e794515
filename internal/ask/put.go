package ask

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Put asks one question, with notes above it. check judges the answer; it may run often, and must replace what it sets. It
// may be nil. A Key is no answer: no check sees it.
func Put(a Asker, q Question, check func(Value) error, notes ...lang.Text) (Value, error) {
	var all func([]Value) error
	if check != nil {
		all = func(v []Value) error { return check(v[0]) }
	}
	values, err := All(a, Group{Text: q.Text, Notes: notes, Asked: []Question{q}}, all)
	if err != nil {
		return Value{}, err
	}
	return values[0], nil
}

// All asks a group. check sees the values that are given so far (Value.Given), in the order of g.Asked. It may run
// often, and must replace what it sets. It may be nil. A Key ends the group at once, without a check: then one value has
// it, and others may be missing.
func All(a Asker, g Group, check func([]Value) error) ([]Value, error) {
	var in given
	away := false
	defer func() { away = true }()
	judge := func(next given) ([]Value, error) {
		values, err := g.values(next)
		if err == nil && check != nil && (!next.keyed() || next.worded()) {
			err = check(values)
		}
		return values, err
	}
	err := a.Put(g, func(more ...Answer) error {
		if away {
			return Gone
		}
		if len(more) == 0 {
			return g.lacks(g.open(in))
		}
		next := in.with(more)
		_, err := judge(next)
		if err == nil {
			in = next
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case len(g.open(in)) > 0:
		return nil, errUnanswered
	}
	// The check may have run last on answers that it refused, and have set what it read there. It runs once more on those that count.
	return judge(in)
}

var errUnanswered = errors.New("ask: an asker left a group before everything was answered")

// given has the answers to a group so far, in the order in which they came. A Key is the last one.
type given []Answer

// to returns where the answer to a question is, or -1.
func (in given) to(question int) int {
	return slices.IndexFunc(in, func(a Answer) bool { return a.To == question })
}

// keyed reports whether a Key ended the group.
func (in given) keyed() bool { return len(in) > 0 && in[len(in)-1].Key != "" }

// worded reports whether the Key was given by words in its place, which a check judges.
func (in given) worded() bool { return in.keyed() && in[len(in)-1].Line != "" }

// with returns the answers and some more. A Key stands last, and stays only until something is answered.
func (in given) with(more []Answer) given {
	next := slices.Clone(in)
	last := func(a Answer) int { return min(len(a.Key), 1) }
	for _, a := range slices.SortedStableFunc(slices.Values(more), func(a, b Answer) int { return last(a) - last(b) }) {
		next = slices.DeleteFunc(next, func(b Answer) bool { return b.Key != "" || a.Key != "" && b.To == a.To })
		if i := next.to(a.To); i >= 0 {
			next[i] = a
			continue
		}
		next = append(next, a)
	}
	return next
}

// open returns the questions whose answers are missing: none after a Key.
func (g Group) open(in given) (open []int) {
	for i := range g.Asked {
		if !in.keyed() && in.to(i) < 0 {
			open = append(open, i)
		}
	}
	return open
}

// values returns the meanings of answers. Numbers that are all there and do not add up are refused.
func (g Group) values(in given) ([]Value, error) {
	values, sum := make([]Value, len(g.Asked)), 0
	for _, a := range in {
		if a.To < 0 || a.To >= len(g.Asked) {
			return nil, fault.New(lang.T("nobody asked that"))
		}
		v, err := g.Asked[a.To].value(a)
		if err != nil {
			return nil, err
		}
		values[a.To] = v
		sum += v.One()
	}
	if g.Sum == 0 || in.keyed() || len(g.open(in)) > 0 {
		return values, nil
	}
	return values, g.adds(values, sum)
}

// adds refuses answers whose sum is another one than that of the group. Without a value, an answer may still be anything.
func (g Group) adds(values []Value, sum int) error {
	err := Adds(sum, g.Sum)
	var who []string
	var told []int
	for i, q := range g.Asked {
		n := 0
		switch {
		case len(values[i].Nums) > 0:
			n = values[i].One()
		case len(g.Whole) > 0:
			n = g.Whole[0]
		}
		who, told = append(who, q.Who), append(told, n)
	}
	return AllTaken(err, who, told, g.Sum, g.Whole)
}

// AllTaken returns a refusal of a sum with the numbers to type instead, if those typed are the ones that a table writes down
// when one person has all of it: whole has their number and that of the others.
func AllTaken(err error, who []string, told []int, sum int, whole []int) error {
	var f *fault.Fault
	if !errors.As(err, &f) || len(whole) != 2 || whole[0] == whole[1] {
		return err
	}
	// Exactly one has the number for taking everything, and all others have the other number.
	at, line := -1, make([]string, len(told))
	for i, n := range told {
		line[i] = "0"
		switch {
		case n == whole[0] && at < 0:
			at, line[i] = i, strconv.Itoa(sum)
		case n != whole[1]:
			return err
		}
	}
	if at < 0 {
		return err
	}
	say := lang.T("{wrong}. Did {name} take everything? Then what was taken is told: {line}")
	return &fault.Fault{At: f.At, Say: say.With("wrong", f.Say, "name", who[at], "line", strings.Join(line, " "))}
}

// Adds refuses a sum that is none of some.
func Adds(sum int, of ...int) error {
	if slices.Contains(of, sum) {
		return nil
	}
	all := make([]string, len(of))
	for i, n := range of {
		all[i] = strconv.Itoa(n)
	}
	say := lang.T("that makes {sum}, not {of}")
	switch n := of[0] - sum; {
	case len(of) > 1:
	case n > 0:
		say = lang.N("that makes {sum}, not {of}: {n} missing", "that makes {sum}, not {of}: {n} missing").With("n", n)
	default:
		say = lang.N("that makes {sum}, not {of}: {n} too many", "that makes {sum}, not {of}: {n} too many").With("n", -n)
	}
	return fault.New(say.With("sum", sum, "of", strings.Join(all, ", ")))
}

// lacks returns a fault that says which answers are missing, or nil if none is. The question that the table reads anyway is not
// said again.
func (g Group) lacks(open []int) error {
	if len(open) == 0 {
		return nil
	}
	first := g.Asked[open[0]]
	// With a question of its own the first answer of a line is what the whole line is about.
	reads := open[0] == 0 && first.Called().Empty() || first.Text.String() == g.Text.String()
	repeats := reads || !g.Text.Empty() && strings.HasPrefix(first.Text.String(), g.Text.String())
	if len(open) == 1 && len(g.Asked) > 1 && !first.Text.Empty() && !repeats {
		return fault.New(first.Text)
	}
	who := make(lang.List, len(open))
	for i, k := range open {
		called := g.Asked[k].Called()
		if called.Empty() || len(open) == 1 && reads {
			return fault.New(empty)
		}
		who[i] = called
	}
	return fault.New(lang.N("an answer is missing: {who}", "answers are missing: {who}").With("n", len(open), "who", who))
}

// value returns the meaning of an answer.
func (q Question) value(a Answer) (Value, error) {
	if a.Key == "" {
		v, err := q.Read(a.Line)
		v.Who, v.Up = a.By, a.Up
		return v, err
	}
	k, is := Options(q.Keys).with(a.Key)
	if !is || !k.Why.Empty() {
		return Value{}, fault.New(lang.T("that cannot be chosen here"))
	}
	v := Value{}
	if k.Words != nil && a.Line != "" {
		var err error
		if v, err = k.Words.read(a.Line); err != nil {
			return Value{}, err
		}
	}
	v.Key, v.Who, v.Up, v.ok = a.Key, a.By, a.Up, true
	return v, nil
}
