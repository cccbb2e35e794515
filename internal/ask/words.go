package ask

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

func (s Words) read(line string) (v Value, err error) {
	if !s.List {
		v.Line, err = s.entry(line, s.Blank)
		return v, err
	}
	v.Line = line
	v.IDs, err = readList(line)
	if err == nil && len(v.IDs) == 0 && !s.Blank {
		err = fault.New(empty)
	}
	for i := range v.IDs {
		if err == nil {
			v.IDs[i], err = s.entry(v.IDs[i], false)
		}
	}
	return v, err
}

// entry returns a text without what acts on a terminal.
func (s Words) entry(text string, blank bool) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r\u0085\u2028\u2029") {
		return "", fault.New(unreadable.With("typed", strings.ToValidUTF8(text, "?")))
	}
	text = strings.TrimSpace(lang.Sanitize(text))
	most := s.Max
	if most == 0 {
		most = 200
	}
	switch {
	case text == "" && !blank:
		return "", fault.New(empty)
	case utf8.RuneCountInString(text) > most:
		return "", fault.New(lang.N("one character at most, please", "{n} characters at most, please").With("n", most))
	}
	return text, nil
}

// typed returns the text. A minus is no text where there may be none.
func (s Words) typed(_ lang.Lang, typed string) (string, error) {
	none := s.Blank && typed == blank || typed == ""
	switch {
	case none && s.List:
		return writeList(nil), nil
	case none:
		return "", nil
	case !s.List:
		return typed, nil
	}
	entries := strings.Split(strings.ReplaceAll(typed, ";", ","), ",")
	switch last := len(entries) - 1; {
	case s.Least < 2:
	case last == 0:
		entries = slices.DeleteFunc(strings.Fields(typed), isAnd)
	default:
		words := strings.Fields(entries[last])
		if i := slices.IndexFunc(words, isAnd); i > 0 && i < len(words)-1 {
			entries[last] = strings.Join(words[:i], " ")
			entries = append(entries, strings.Join(words[i+1:], " "))
		}
	}
	for i, e := range entries {
		entries[i] = strings.TrimSpace(e)
		if entries[i] == "" {
			return "", fault.New(lang.T("a name is missing beside a comma"))
		}
	}
	return writeList(entries), nil
}

// with returns a list with more names behind those that are suggested: “+ Edu”.
func (s Words) with(names []string, more string) (string, error) {
	// Behind a plus only commas separate: “+ Maria Clara” is one person.
	s.Least = 1
	line, err := s.typed("", strings.TrimSpace(more))
	if err != nil {
		return "", err
	}
	added, err := readList(line)
	if err == nil && len(added) == 0 {
		err = fault.New(empty)
	}
	return writeList(append(slices.Clone(names), added...)), err
}

// isAnd reports whether a word stands between the last two of a list, as lists are said.
func isAnd(word string) bool { return word == "and" || word == "e" }

func (s Words) say(l lang.Lang, v Value) string {
	switch {
	case s.List:
		return sayList(l, v.IDs)
	case v.Line == "":
		return none
	}
	return v.Line
}
