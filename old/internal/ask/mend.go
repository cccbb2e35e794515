package ask

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Mend returns a refused line for editing, with the mistake between two byte positions: an item, or the whole
// line if it is one answer or the mistake is not known. If something is missing, both positions are where the
// next key goes on.
func (q Question) Mend(line string, why error) (text string, from, to int) {
	switch s := q.Shape.(type) {
	case Each:
		return everyone{q, s}.mend(line, why)
	case Words:
		if items := cut(line, func(r rune) bool { return r == ',' || r == ';' }); len(items) > 1 {
			return mark(line, items, slices.IndexFunc(items, func(it item) bool { return slices.Contains(about(why), it.text) }))
		}
	}
	return line, 0, len(line)
}

func (q everyone) mend(line string, why error) (string, int, int) {
	r := q.reading(line)
	people := len(q.People)
	k := q.unreadable(r.items)
	switch {
	case people == 1:
		return line, 0, len(line)
	case k >= 0:
		return mark(line, r.items, k)
	case r.wrong != nil:
		return line, len(r.body), len(line)
	case len(r.items) > people:
		return line, r.items[people].from, r.items[len(r.items)-1].to
	case len(r.items) < people:
		return q.goOn(r, line[len(r.body):])
	}
	names := about(why)
	k = slices.IndexFunc(q.Names, func(n string) bool { return slices.Contains(names, n) })
	if k < 0 && r.plus > 0 {
		return line, len(r.body), len(line)
	}
	return mark(line, r.items, k)
}

// unreadable returns the index of the first item that is not a valid answer of its person, or -1.
func (q everyone) unreadable(items []item) int {
	for k, it := range items[:min(len(items), len(q.People))] {
		if _, err := q.person(k, it.text); err != nil {
			return k
		}
	}
	return -1
}

// goOn returns a line in which something is missing, with a blank at its end if blanks separate. The +n stays
// at the end.
func (q everyone) goOn(r reading, follows string) (string, int, int) {
	body := strings.TrimRightFunc(r.body, unicode.IsSpace)
	if body != "" && (strings.ContainsFunc(body, separates) || !q.OneKey()) {
		body += " "
	}
	if follows != "" {
		follows = " " + follows
	}
	return body + follows, len(body), len(body)
}

// mark returns a line and the position of an item, or of the whole line if k is negative.
func mark(line string, items []item, k int) (string, int, int) {
	if k < 0 {
		return line, 0, len(line)
	}
	return line, items[k].from, items[k].to
}

// about returns the person that a refusal names, if it names exactly one.
func about(why error) []string {
	var f *fault.Fault
	if !errors.As(why, &f) {
		return nil
	}
	for _, key := range []string{"who", "name", "typed", "it"} {
		switch v := f.Say.Args[key].(type) {
		case string:
			return []string{v}
		case lang.Text:
			return []string{v.Other}
		}
	}
	return nil
}
