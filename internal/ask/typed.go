package ask

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Typed translates what a hand typed to a line: letters, places in a list, whole names, then beginnings that only one has.
// Nothing typed is what is suggested.
func (q Question) Typed(l lang.Lang, typed string) (Answer, error) {
	typed = strings.TrimSpace(strings.ToValidUTF8(typed, ""))
	if k, ok := lettered(l, q.Keys, typed); ok {
		if !k.Why.Empty() {
			return Answer{}, fault.New(k.Why)
		}
		return Answer{Key: k.ID}, nil
	}
	if typed == "" {
		line, ok := q.enter()
		if !ok {
			return Answer{}, fault.New(lang.T("type something, please"))
		}
		return Answer{Line: line}, nil
	}
	line, err := q.line(l, typed)
	if err == nil {
		_, err = q.Read(line)
	}
	if err != nil {
		return Answer{}, q.hide(err)
	}
	return Answer{Line: line}, nil
}

// enter returns what Enter alone means: what is suggested, else nothing, where that can be an answer.
func (q Question) enter() (line string, ok bool) {
	line = q.Suggest
	if line == "" {
		switch s := q.Shape.(type) {
		case Pick, Number:
			return "", false
		case Many:
			line = asList(nil)
		case Words:
			line = s.line("")
		}
	}
	_, err := q.Read(line)
	return line, err == nil
}

// line returns the line that a hand meant, which may not fit.
func (q Question) line(l lang.Lang, typed string) (string, error) {
	switch s := q.Shape.(type) {
	case Pick:
		return choose(l, s.Options, typed)
	case Watch:
		return choose(l, s.Options, typed)
	case Many:
		return s.line(l, typed)
	case Number:
		return s.line(typed), nil
	case Words:
		return s.line(typed), nil
	}
	return typed, nil
}

// lettered returns the option whose letter was typed.
func lettered(l lang.Lang, options []Option, typed string) (Option, bool) {
	i := slices.IndexFunc(options, func(o Option) bool {
		key := l.Say(o.Key)
		return key != "" && strings.EqualFold(key, typed)
	})
	if i < 0 {
		return Option{}, false
	}
	return options[i], true
}

// choose returns the ID of the option that a hand meant. One that cannot be chosen is meant if no other fits; then Read
// says why not.
func choose(l lang.Lang, options []Option, typed string) (string, error) {
	if o, ok := sure(l, options, typed); ok {
		return o.ID, nil
	}
	plain := lang.Plain(joined(typed))
	for _, same := range []func(name, typed string) bool{func(name, typed string) bool { return name == typed }, strings.HasPrefix} {
		var fit, barred []Option
		for _, o := range options {
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
func sure(l lang.Lang, options []Option, typed string) (Option, bool) {
	if o, ok := lettered(l, options, typed); ok {
		return o, true
	}
	for i, o := range options {
		if o.Key.Empty() && typed == strconv.Itoa(i+1) {
			return o, true
		}
	}
	for _, o := range options {
		if joined(o.say(l)) == joined(typed) {
			return o, true
		}
	}
	return Option{}, false
}

// joined returns a text with single blanks.
func joined(s string) string { return strings.Join(strings.Fields(s), " ") }

// line returns the list of the options that were typed.
func (s Many) line(l lang.Lang, typed string) (string, error) {
	if _, ok := sure(l, s.Options, typed); !ok && minus.Replace(typed) == blank {
		return asList(nil), nil
	}
	each := slices.Repeat([]Question{{Shape: Pick{s.Options}}}, 2*len(s.Options)) // some may be named twice
	p := parser{l: l, asked: each, line: typed, fields: fields(typed), open: true}
	r := p.from(0, 0)
	if r.err != nil {
		return "", r.err
	}
	var chosen []string
	for _, o := range s.Options {
		if slices.ContainsFunc(r.answers, func(a Answer) bool { return a.Line == o.ID }) {
			chosen = append(chosen, o.ID)
		}
	}
	return asList(chosen), nil
}

// line returns numbers as they are kept: with blanks between several, and cards a, b, c as 10, 11, 12.
func (s Number) line(typed string) string {
	typed = minus.Replace(typed)
	if typed == blank {
		return blank
	}
	words := []string{typed}
	if s.several() {
		words = strings.FieldsFunc(typed, func(r rune) bool { return separates(r) || r == '+' })
		if s.Hi <= 9 && len(words) == 1 && digits(words[0]) {
			words = strings.Split(words[0], "")
		}
	}
	for i, w := range words {
		if s.keys() && len(w) == 1 && w[0]|0x20 >= 'a' && w[0]|0x20 <= 'c' {
			words[i] = strconv.Itoa(int(w[0]|0x20-'a') + 10)
		}
	}
	return strings.Join(words, " ")
}

// keys reports whether each number can be typed with one key: digits, and a, b, c for 10, 11, 12.
func (s Number) keys() bool { return s.Lo >= 0 && s.Hi <= 12 }

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// line returns a text as it is kept. A minus is no text where there may be none.
func (s Words) line(typed string) string {
	if s.Blank && typed == blank {
		typed = ""
	}
	if !s.List {
		return typed
	}
	if typed == "" {
		return asList(nil)
	}
	var entries []string
	for entry := range strings.SplitSeq(typed, ",") {
		entries = append(entries, strings.TrimSpace(entry))
	}
	return asList(entries)
}

// write returns what a hand would type to give a line.
func (q Question) write(l lang.Lang, line string) string {
	switch s := q.Shape.(type) {
	case Pick:
		return mark(l, s.Options, line)
	case Many:
		v, _ := q.Read(line)
		marks := make([]string, len(v.IDs))
		for i, id := range v.IDs {
			marks[i] = mark(l, s.Options, id)
		}
		return strings.Join(marks, " ")
	case Number:
		words := strings.Fields(line)
		for i, w := range words {
			if n, err := strconv.Atoi(w); err == nil && n >= 10 && s.keys() {
				words[i] = string(rune('a' + n - 10))
			}
		}
		return strings.Join(words, "+")
	}
	return line
}

// mark returns what stands in front of an option: its letter, or its place.
func mark(l lang.Lang, options []Option, id string) string {
	i := slices.IndexFunc(options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return ""
	}
	if key := l.Say(options[i].Key); key != "" {
		return key
	}
	return strconv.Itoa(i + 1)
}
