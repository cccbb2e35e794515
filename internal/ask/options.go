package ask

import (
	"cmp"
	"encoding/json"
	"math"
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

var unlisted = lang.T("“{typed}” is not on the list: type a line's number or letter, or how it begins")

// typed returns the ID of the option that a hand meant, by its mark or its name. Among names that fit equally well, one
// that can be chosen is better than one that cannot, of which read says why not. A beginning means only what can be
// chosen, as long as there is any.
func (o Options) typed(l lang.Lang, typed string) (string, error) {
	if typed == "" {
		return "", fault.New(empty)
	}
	if chosen, ok := o.sure(l, typed); ok {
		return chosen.ID, nil
	}
	best := o.meant(l, typed)
	can := best.open()
	if whole := lang.Same(best.names(l), typed); len(can) == 0 && len(whole) == 0 {
		can = o.open().meant(l, typed)
	}
	if len(can) > 0 {
		best = can
	}
	switch {
	case len(best) == 0:
		return "", fault.New(unlisted.With("typed", typed))
	case len(can) > 1:
		return "", fault.New(lang.T("“{typed}” fits more than one line: type more of it, or its number").With("typed", typed))
	}
	return best[0].ID, nil
}

// meant returns the options whose names a text fits best.
func (o Options) meant(l lang.Lang, typed string) (fit Options) {
	for _, i := range lang.Meant(o.names(l), joined(typed)) {
		fit = append(fit, o[i])
	}
	return fit
}

// open returns the options that can be chosen.
func (o Options) open() Options {
	return slices.DeleteFunc(slices.Clone(o), func(o Option) bool { return !o.Why.Empty() })
}

func (o Options) names(l lang.Lang) []string {
	names := make([]string, len(o))
	for i, o := range o {
		names[i] = o.Name(l)
	}
	return names
}

// sure returns the option with a letter, at a place, or with exactly this name.
func (o Options) sure(l lang.Lang, typed string) (Option, bool) {
	i := slices.IndexFunc(o.Marks(), func(mark string) bool { return strings.EqualFold(mark, typed) })
	if i < 0 {
		i = slices.IndexFunc(o, func(o Option) bool { return joined(o.Name(l)) == joined(typed) })
	}
	if i < 0 {
		i = o.Line(typed)
	}
	if i < 0 {
		i = slices.IndexFunc(o, func(o Option) bool { return o.Alias != "" && strings.EqualFold(o.Alias, typed) })
	}
	if i < 0 {
		return Option{}, false
	}
	return o[i], true
}

// Line returns the option that a digit means where both of two lines have a letter, as all other pairs are 1 and 2; else -1.
func (o Options) Line(typed string) int {
	if len(o) != 2 || o[0].Key == "" || o[1].Key == "" {
		return -1
	}
	return slices.Index([]string{"1", "2"}, typed)
}

// digits reports whether each number of the options is one digit.
func (o Options) digits() bool {
	return !slices.ContainsFunc(o.Marks(), func(mark string) bool { return len(mark) > 1 })
}

// lettered returns the option with the typed letter.
func lettered(options []Option, typed string) (Option, bool) {
	i := slices.IndexFunc(options, func(o Option) bool { return o.Means(typed) })
	if i < 0 {
		return Option{}, false
	}
	return options[i], true
}

// Means reports whether the typed text is a Key: its letter, or a minus that says nobody.
func (o Option) Means(typed string) bool {
	return o.Key != "" && strings.EqualFold(o.Key, typed) || o.None && minus.Replace(typed) == blank
}

// joined returns a text with single blanks.
func joined(s string) string { return strings.Join(strings.Fields(s), " ") }

// Marks returns the letter or number in front of each option.
func (o Options) Marks() []string {
	marks, free := make([]string, len(o)), 0
	for _, o := range o {
		free = max(free, o.No)
	}
	for i, o := range o {
		marks[i] = o.Key
		switch {
		case marks[i] != "":
		case o.No > 0:
			marks[i] = strconv.Itoa(o.No)
		case free == 0:
			marks[i] = strconv.Itoa(i + 1)
		default:
			free++
			marks[i] = strconv.Itoa(free)
		}
	}
	return marks
}

// Numbered returns the options with the numbers of people, given in the order of their coming. A list of people is in the
// order of their numbers; options for nobody are numbered behind all of them, so that they have one number in all lists too.
func (o Options) Numbered(people []string) Options {
	o = slices.Clone(o)
	free := 0
	for i := range o {
		if at := slices.Index(people, o[i].Who); at >= 0 && o[i].Key == "" {
			o[i].No, free = at+1, len(people)
		}
	}
	for i := range o {
		if free > 0 && o[i].No == 0 && o[i].Key == "" {
			free++
			o[i].No = free
		}
	}
	if free > 0 {
		slices.SortStableFunc(o, func(a, b Option) int { return cmp.Compare(a.place(), b.place()) })
	}
	return o
}

// place returns where an option stands in a list of people: behind all numbers if it has a letter.
func (o Option) place() int {
	if o.Key != "" {
		return math.MaxInt
	}
	return o.No
}

// Name returns the name of an option, in one line.
func (o Option) Name(l lang.Lang) string {
	if o.Text.Empty() {
		return lang.Sanitize(o.ID)
	}
	return joined(l.Say(o.Text))
}

func (o Options) name(l lang.Lang, id string) string {
	chosen, _ := o.with(id)
	return chosen.Name(l)
}

func (o Options) say(l lang.Lang, v Value) string { return o.name(l, v.Line) }

func (s Watch) read(line string) (Value, error) {
	if line == "" {
		return Value{}, nil
	}
	return s.Options.read(line)
}

// typed returns "" if nothing is typed: then the time is up.
func (s Watch) typed(l lang.Lang, typed string) (string, error) {
	if typed == "" {
		return "", nil
	}
	return s.Options.typed(l, typed)
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
	// A line may name somebody twice, and they count once. With a question for each name the second one is not left over.
	each := slices.Repeat([]Question{{Shape: Pick{Options: s.Options}}}, 2*len(s.Options))
	p := parser{l: l, asked: each, line: typed, open: true}
	for _, f := range fields(typed) {
		word := typed[f.from:f.to]
		switch _, named := s.sure(l, word); {
		// “Ana, Duda and Fabi” has no fourth name.
		case !named && isAnd(word):
		// “13” are two people where each number is one digit.
		case !named && s.digits() && strings.Trim(word, "0123456789") == "":
			for i := range word {
				p.fields = append(p.fields, field{f.from + i, f.from + i + 1})
			}
		default:
			p.fields = append(p.fields, f)
		}
	}
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
	// The line stands in the game's file, where “Ana & Bia” stays readable.
	e.SetEscapeHTML(false)
	if len(ids) == 0 || e.Encode(ids) != nil {
		return "[]"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func sayList(l lang.Lang, names []string) string {
	if len(names) == 0 {
		return none
	}
	return l.Say(lang.Only(lang.Names(names)))
}
