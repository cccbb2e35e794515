package ask

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Read returns what a line means: kept, or sent by a phone. Options are named by their ID.
func (q Question) Read(line string) (v Value, err error) {
	switch s := q.Shape.(type) {
	case Pick:
		v, err = pick(s.Options, line)
	case Watch:
		v = Value{Line: ""}
		if line != "" {
			v, err = pick(s.Options, line)
		}
	case Many:
		v, err = s.read(line)
	case Number:
		v, err = s.read(line)
	case Words:
		v, err = s.read(line)
	default:
		err = fault.New(lang.T("nobody asked that"))
	}
	if err != nil {
		return Value{}, q.hide(err)
	}
	v.ok = true
	return v, nil
}

// hide returns a fault that does not repeat what was typed if that is secret.
func (q Question) hide(err error) error {
	f, is := err.(*fault.Fault)
	if !q.Secret || !is || f.Say.Args["typed"] == nil {
		return err
	}
	switch s := q.Shape.(type) {
	case Number:
		return fault.New(lang.T("that does not fit: from {lo} to {hi}, please").With("lo", s.Lo, "hi", s.Hi))
	case Words:
		return fault.New(lang.T("that does not fit here"))
	}
	return fault.New(lang.T("that does not fit: the number in front of a line, or how the line begins, please"))
}

// pick returns the option with an ID.
func pick(options []Option, id string) (Value, error) {
	i := slices.IndexFunc(options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return Value{}, fault.New(unlisted.With("typed", id))
	}
	if !options[i].Why.Empty() {
		return Value{}, fault.New(options[i].Why)
	}
	return Value{Line: id}, nil
}

var unlisted = lang.T("“{typed}” is not on the list: type the number or letter in front of a line, or how the line begins")

func (s Many) read(line string) (Value, error) {
	chosen, err := list(line)
	if err != nil {
		return Value{}, err
	}
	for _, id := range chosen {
		if _, err := pick(s.Options, id); err != nil {
			return Value{}, err
		}
	}
	v := Value{Line: line, IDs: []string{}}
	for _, o := range s.Options {
		if slices.Contains(chosen, o.ID) {
			v.IDs = append(v.IDs, o.ID)
		}
	}
	if s.Most > 0 && len(v.IDs) > s.Most {
		return Value{}, fault.New(lang.T("{n} at most, please").With("n", s.Most))
	}
	return v, nil
}

// list reads a JSON list of different strings.
func list(line string) (ids []string, err error) {
	if json.Unmarshal([]byte(line), &ids) != nil || ids == nil {
		return nil, fault.New(lang.T("“{typed}” cannot be read").With("typed", line))
	}
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			return nil, fault.New(twice.With("typed", id))
		}
	}
	return ids, nil
}

// asList returns the line of a list.
func asList(ids []string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // “Ana & Bia” stays readable
	if ids == nil || e.Encode(ids) != nil {
		return "[]"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var twice = lang.T("“{typed}” is there twice")

// blank stands in place of a number: none.
const blank = "-"

// several reports whether more than one number may be given. Then a plus stands between them.
func (s Number) several() bool { return s.Most > 1 }

// reckons reports whether sums may be typed.
func (s Number) reckons() bool { return !s.Cards && !s.several() }

// none reports whether there may be no number.
func (s Number) none() bool { return s.Blank || s.Most > 0 && s.Least == 0 }

func (s Number) read(line string) (Value, error) {
	v := Value{Line: line}
	if strings.TrimSpace(line) == blank && s.none() {
		v.Line = ""
		return v, nil
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return v, fault.New(lang.T("type something, please"))
	}
	least, most := max(1, s.Least), max(1, s.Most)
	for _, w := range words {
		n, err := s.number(w)
		if err != nil {
			return v, err
		}
		if slices.Contains(v.Nums, n) {
			return v, fault.New(twice.With("typed", w))
		}
		v.Nums = append(v.Nums, n)
	}
	switch {
	case len(words) > most:
		return v, fault.New(lang.N("just one number, please", "{n} numbers at most, please").With("n", most))
	case len(words) < least:
		return v, fault.New(lang.T("{n} numbers, please: {lo}+{hi}, for example").With("n", least, "lo", s.Lo, "hi", s.Lo+1))
	}
	return v, nil
}

// number reads one number or sum.
func (s Number) number(typed string) (int, error) {
	say := lang.T("“{typed}” is not a whole number from {lo} to {hi}")
	n, err := strconv.Atoi(minus.Replace(typed))
	ok := err == nil
	if sum, is := reckon(typed); is && s.reckons() && !ok {
		n, ok = sum, true
		say = lang.T("“{typed}” is {sum}: from {lo} to {hi}, please").With("sum", sum)
	}
	if !ok || n < s.Lo || n > s.Hi {
		return 0, fault.New(say.With("typed", typed, "lo", s.Lo, "hi", s.Hi))
	}
	if why, barred := s.Barred[n]; barred {
		return 0, fault.New(why)
	}
	return n, nil
}

// minus has the signs that keyboards and pasted text have for a minus; times those for a product.
var (
	minus = strings.NewReplacer("–", "-", "−", "-")
	times = strings.NewReplacer("×", "*", "x", "*", "X", "*")
)

// largest is more than any sum at a table: what goes beyond it cannot be read.
const largest = 1_000_000_000

// reckon returns the value of a sum, difference or product. Products come first.
func reckon(typed string) (int, bool) {
	if len(typed) > 120 {
		return 0, false
	}
	terms := strings.ReplaceAll(strings.ReplaceAll(times.Replace(minus.Replace(typed)), "-", "+-"), "*+-", "*-")
	sum := 0
	for term := range strings.SplitSeq(strings.TrimPrefix(terms, "+"), "+") {
		product := 1
		for factor := range strings.SplitSeq(term, "*") {
			n, err := strconv.Atoi(factor)
			if err != nil || max(n, -n) > largest {
				return 0, false
			}
			product *= n
			if max(product, -product) > largest {
				return 0, false
			}
		}
		sum += product
	}
	return sum, true
}

func (s Words) read(line string) (Value, error) {
	if !s.List {
		text, err := s.entry(line)
		return Value{Line: text}, err
	}
	entries, err := list(line)
	if err != nil {
		return Value{}, err
	}
	if len(entries) == 0 && !s.Blank {
		return Value{}, fault.New(lang.T("type something, please"))
	}
	s.Blank = false
	for i := range entries {
		if entries[i], err = s.entry(entries[i]); err != nil {
			return Value{}, err
		}
	}
	return Value{Line: line, IDs: entries}, nil
}

// entry returns a text without what acts on a terminal.
func (s Words) entry(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r") {
		return "", fault.New(lang.T("“{typed}” cannot be read").With("typed", strings.ToValidUTF8(text, "?")))
	}
	text = strings.TrimSpace(lang.Sanitize(text))
	most := s.Max
	if most == 0 {
		most = 200
	}
	switch {
	case text == "" && !s.Blank:
		return "", fault.New(lang.T("type something, please"))
	case characters(text) > most:
		return "", fault.New(lang.N("one character at most, please", "{n} characters at most, please").With("n", most))
	}
	return text, nil
}

// characters returns about how many characters a reader sees: accents and joiners are not counted.
func characters(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.In(r, unicode.Mn, unicode.Cf) {
			n++
		}
	}
	return n
}

// Say returns a kept line as a person would say it in a language.
func (q Question) Say(l lang.Lang, line string) string {
	v, err := q.Read(line)
	if err != nil {
		return lang.Sanitize(line)
	}
	switch s := q.Shape.(type) {
	case Pick:
		return named(l, s.Options, v.Line)
	case Watch:
		if v.Line == "" {
			return l.Say(lang.T("time is up"))
		}
		return named(l, s.Options, v.Line)
	case Many:
		return listed(l, v.IDs, func(id string) string { return named(l, s.Options, id) })
	case Words:
		if s.List {
			return listed(l, v.IDs, func(id string) string { return id })
		}
		if v.Line != "" {
			return v.Line
		}
	case Number:
		if s.several() {
			return listed(l, v.Nums, strconv.Itoa, "+")
		}
		if _, err := strconv.Atoi(v.Line); err != nil && len(v.Nums) > 0 {
			return lang.Sanitize(v.Line) + " = " + strconv.Itoa(v.One())
		}
		return listed(l, v.Nums, strconv.Itoa)
	}
	return none
}

// none is what is said in place of no answer.
const none = "–"

// listed says several, in the language's own way or with something between them.
func listed[T any](l lang.Lang, all []T, say func(T) string, between ...string) string {
	if len(all) == 0 {
		return none
	}
	var said []string
	for _, one := range all {
		said = append(said, say(one))
	}
	if len(between) > 0 {
		return strings.Join(said, between[0])
	}
	return l.Say(lang.Literal("").With("it", lang.Names(said)))
}

// named returns the text of the option with an ID.
func named(l lang.Lang, options []Option, id string) string {
	i := slices.IndexFunc(options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return lang.Sanitize(id)
	}
	return options[i].say(l)
}

func (o Option) say(l lang.Lang) string {
	if o.Text.Empty() {
		return lang.Sanitize(o.ID)
	}
	return l.Say(o.Text)
}
