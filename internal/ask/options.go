package ask

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// with returns the option with an ID. One that is gone is called by its ID.
func (o Options) with(id string) (Option, bool) {
	i := slices.IndexFunc(o, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return Option{ID: id}, false
	}
	return o[i], true
}

func (o Options) read(id string) (Value, error) {
	chosen, ok := o.with(id)
	switch {
	case !ok:
		return Value{}, fault.New(unlisted.With("typed", id))
	case !chosen.Why.Empty():
		return Value{}, fault.New(chosen.Why)
	}
	return Value{Line: id}, nil
}

var unlisted = lang.T("“{typed}” is not on the list: type the number or letter in front of a line, or how the line begins")

func (Options) vague() lang.Text {
	return lang.T("that does not fit: the number in front of a line, or how the line begins, please")
}

// typed returns the ID of the option that a hand meant. One that cannot be chosen is meant if no other fits; then read
// says why not.
func (o Options) typed(l lang.Lang, typed string) (string, error) {
	if chosen, ok := o.sure(l, typed); ok {
		return chosen.ID, nil
	}
	plain := lang.Plain(joined(typed))
	for _, same := range []func(name, typed string) bool{func(name, typed string) bool { return name == typed }, strings.HasPrefix} {
		var fit, barred Options
		for _, o := range o {
			switch {
			case plain == "" || !same(lang.Plain(joined(o.say(l))), plain):
			case o.Why.Empty():
				fit = append(fit, o)
			default:
				barred = append(barred, o)
			}
		}
		switch {
		case len(fit) > 1:
			return "", fault.New(lang.T("“{typed}” fits more than one line: type more of it, or its number").With("typed", typed))
		case len(fit)+len(barred) > 0:
			return append(fit, barred...)[0].ID, nil
		}
	}
	return "", fault.New(unlisted.With("typed", typed))
}

// sure returns the option with a letter, at a place, or with exactly this name.
func (o Options) sure(l lang.Lang, typed string) (Option, bool) {
	if chosen, ok := lettered(l, o, typed); ok {
		return chosen, true
	}
	for i, o := range o {
		if o.Key.Empty() && typed == strconv.Itoa(i+1) {
			return o, true
		}
	}
	i := slices.IndexFunc(o, func(o Option) bool { return joined(o.say(l)) == joined(typed) })
	if i < 0 {
		return Option{}, false
	}
	return o[i], true
}

// lettered returns the option whose letter was typed.
func lettered(l lang.Lang, options []Option, typed string) (Option, bool) {
	i := slices.IndexFunc(options, func(o Option) bool { return !o.Key.Empty() && strings.EqualFold(l.Say(o.Key), typed) })
	if i < 0 {
		return Option{}, false
	}
	return options[i], true
}

// joined returns a text with single blanks.
func joined(s string) string { return strings.Join(strings.Fields(s), " ") }

// mark returns what stands in front of an option: its letter, or its place.
func (o Options) mark(l lang.Lang, id string) string {
	chosen, _ := o.with(id)
	if !chosen.Key.Empty() {
		return l.Say(chosen.Key)
	}
	return strconv.Itoa(1 + slices.IndexFunc(o, func(o Option) bool { return o.ID == id }))
}

func (o Option) say(l lang.Lang) string {
	if o.Text.Empty() {
		return o.ID
	}
	return l.Say(o.Text)
}

func (o Options) name(l lang.Lang, id string) string {
	chosen, _ := o.with(id)
	return chosen.say(l)
}

func (o Options) say(l lang.Lang, v Value) string   { return o.name(l, v.Line) }
func (o Options) write(l lang.Lang, v Value) string { return o.mark(l, v.Line) }

func (Options) enter() (string, bool) { return "", false }
func (Watch) enter() (string, bool)   { return "", true }
func (Many) enter() (string, bool)    { return writeList(nil), true }

func (s Watch) read(line string) (Value, error) {
	if line == "" {
		return Value{}, nil
	}
	return s.Options.read(line)
}

func (s Watch) say(l lang.Lang, v Value) string {
	if v.Line == "" {
		return l.Say(lang.T("time is up"))
	}
	return s.Options.say(l, v)
}

func (s Many) read(line string) (Value, error) {
	chosen, err := readList(line)
	if err != nil {
		return Value{}, err
	}
	for _, id := range chosen {
		if _, err := s.Options.read(id); err != nil {
			return Value{}, err
		}
	}
	v := Value{Line: line, IDs: s.ordered(chosen)}
	if s.Most > 0 && len(v.IDs) > s.Most {
		return Value{}, fault.New(lang.T("{n} at most, please").With("n", s.Most))
	}
	return v, nil
}

// ordered returns the IDs that are listed, in the order of the options.
func (s Many) ordered(chosen []string) []string {
	ids := []string{}
	for _, o := range s.Options {
		if slices.Contains(chosen, o.ID) {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

func (s Many) typed(l lang.Lang, typed string) (string, error) {
	if _, ok := s.Options.sure(l, typed); !ok && minus.Replace(typed) == blank {
		return writeList(nil), nil
	}
	each := slices.Repeat([]Question{{Shape: Pick{Options: s.Options}}}, 2*len(s.Options)) // some may be named twice
	p := parser{l: l, asked: each, line: typed, fields: fields(typed), open: true}
	r := p.from(0, 0)
	var chosen []string
	for _, a := range r.answers {
		chosen = append(chosen, a.Line)
	}
	return writeList(s.ordered(chosen)), r.err
}

func (s Many) say(l lang.Lang, v Value) string {
	names := make([]string, len(v.IDs))
	for i, id := range v.IDs {
		names[i] = s.Options.name(l, id)
	}
	return sayList(l, names)
}

func (s Many) write(l lang.Lang, v Value) string {
	marks := make([]string, len(v.IDs))
	for i, id := range v.IDs {
		marks[i] = s.Options.mark(l, id)
	}
	return strings.Join(marks, " ")
}

// readList reads a JSON list of different strings.
func readList(line string) (ids []string, err error) {
	if json.Unmarshal([]byte(line), &ids) != nil || ids == nil {
		return nil, fault.New(unreadable.With("typed", line))
	}
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			return nil, fault.New(twice.With("typed", id))
		}
	}
	return ids, nil
}

var (
	unreadable = lang.T("“{typed}” cannot be read")
	twice      = lang.T("“{typed}” is there twice")
)

// writeList returns the line of a list.
func writeList(ids []string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // “Ana & Bia” stays readable
	if len(ids) == 0 || e.Encode(ids) != nil {
		return "[]"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func sayList(l lang.Lang, names []string) string {
	if len(names) == 0 {
		return none
	}
	return l.Say(lang.Literal("").With("it", lang.Names(names)))
}
