package sheet

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// readJSON reads a document of one JSON value (RFC 8259).
func readJSON(doc []byte) (*node, error) {
	if len(doc) > maxJSON {
		return nil, fault.New(lang.T("the document is too large"))
	}
	if err := checkUTF8(doc); err != nil {
		return nil, err
	}
	s := scanner{doc: doc, place: place{1, 1}}
	n, err := s.value()
	if err != nil {
		return nil, err
	}
	if s.peek() != eof {
		return nil, s.fault(lang.T("unexpected content after the end of the document"))
	}
	return n, nil
}

// A scanner reads a document from front to back, and stops at the first byte that breaks the syntax.
type scanner struct {
	doc   []byte
	next  int // byte
	place     // of next
	path  []string
	nodes int
}

// eof stands in place of a byte behind the last one.
const eof = -1

// ahead returns the byte that follows so many bytes from here, or eof.
func (s *scanner) ahead(n int) int {
	if s.next+n >= len(s.doc) {
		return eof
	}
	return int(s.doc[s.next+n])
}

// skip goes on by some bytes.
func (s *scanner) skip(bytes int) {
	for _, c := range s.doc[s.next : s.next+bytes] {
		switch {
		case c == '\n':
			s.line, s.column = s.line+1, 1
		case utf8.RuneStart(c):
			s.column++
		}
	}
	s.next += bytes
}

// peek goes on to the next token and returns its first byte, or eof.
func (s *scanner) peek() int {
	rest := s.doc[s.next:]
	s.skip(len(rest) - len(bytes.TrimLeft(rest, " \t\r\n")))
	return s.ahead(0)
}

// odd returns the fault of the next character, which the syntax does not allow here; why may name it as {it}.
func (s *scanner) odd(why lang.Text) error {
	if s.ahead(0) == eof {
		return s.fault(lang.T("the document ends in the middle"))
	}
	r, _ := utf8.DecodeRune(s.doc[s.next:])
	it := string(r)
	if lang.IsControl(r) {
		it = strconv.QuoteRune(r)
	}
	return s.fault(why.With("it", it))
}

// stray returns the fault of a character that begins nothing.
func (s *scanner) stray() error { return s.odd(lang.T("“{it}” does not belong here")) }

// value reads the next value.
func (s *scanner) value() (*node, error) {
	first := s.peek()
	n := &node{place: s.place}
	s.nodes++
	switch {
	case len(s.path) > maxDepth:
		return nil, s.fault(lang.T("too many levels of nesting"))
	case s.nodes > maxNodes:
		return nil, s.fault(lang.T("the document is too large"))
	}
	var err error
	switch first {
	case '{':
		n.kind = Object
		err = s.object(n)
	case '[':
		n.kind = List
		err = s.list(n)
	case '"':
		n.kind = Text
		n.text, err = s.text()
	case 't':
		n.kind = Bool
		n.text, err = s.word("true")
	case 'f':
		n.kind = Bool
		n.text, err = s.word("false")
	case 'n':
		_, err = s.word("null")
	default:
		n.kind = Number
		n.text, err = s.number()
	}
	return n, err
}

// within reads the value under a key, which is part of the path of its faults.
func (s *scanner) within(key string) (*node, error) {
	s.path = append(s.path, key)
	n, err := s.value()
	s.path = s.path[:len(s.path)-1]
	return n, err
}

func (s *scanner) object(n *node) error {
	seen := map[string]bool{}
	s.skip(1)
	if s.peek() == '}' {
		s.skip(1)
		return nil
	}
	for {
		if s.peek() != '"' {
			return s.odd(lang.T("a key in quotes is missing before “{it}”"))
		}
		e := entry{place: s.place}
		var err error
		if e.key, err = s.text(); err != nil {
			return err
		}
		if seen[e.key] {
			return fault.Under(repeated(e), s.path...)
		}
		seen[e.key] = true
		if s.peek() != ':' {
			return s.odd(lang.T("a colon is missing before “{it}”"))
		}
		s.skip(1)
		if e.val, err = s.within(e.key); err != nil {
			return err
		}
		n.fields = append(n.fields, e)
		if more, err := s.more('}'); !more || err != nil {
			return err
		}
	}
}

func (s *scanner) list(n *node) error {
	s.skip(1)
	if s.peek() == ']' {
		s.skip(1)
		return nil
	}
	for {
		e, err := s.within(fault.Index(len(n.list)))
		if err != nil {
			return err
		}
		n.list = append(n.list, e)
		if more, err := s.more(']'); !more || err != nil {
			return err
		}
	}
}

// more reads the comma behind an entry, or the bracket that closes the list or object.
func (s *scanner) more(bracket int) (bool, error) {
	switch s.peek() {
	case ',':
		s.skip(1)
		return true, nil
	case bracket:
		s.skip(1)
		return false, nil
	}
	return false, s.odd(lang.T("a comma or the closing bracket is missing before “{it}”"))
}

// word reads true, false or null.
func (s *scanner) word(w string) (string, error) {
	for i := range len(w) {
		if s.ahead(0) != int(w[i]) {
			return "", s.stray()
		}
		s.skip(1)
	}
	return w, nil
}

// number reads a number, and keeps it as it is written.
func (s *scanner) number() (string, error) {
	n, whole := numeral(s.doc[s.next:])
	text := string(s.doc[s.next : s.next+n])
	s.skip(n)
	if !whole {
		return "", s.stray()
	}
	return text, nil
}

// numeral returns how many bytes of the text's beginning a JSON number can begin with, and whether they are a number.
func numeral(b []byte) (n int, whole bool) {
	begins := func(chars string) bool { return n < len(b) && strings.IndexByte(chars, b[n]) >= 0 }
	digits := func() bool {
		from := n
		for begins("0123456789") {
			n++
		}
		return n > from
	}
	if begins("-") {
		n++
	}
	if begins("0") {
		// 017 is no number: some readers take it for 15.
		if n++; begins("0123456789") {
			return n, false
		}
	} else if !digits() {
		return n, false
	}
	if begins(".") {
		if n++; !digits() {
			return n, false
		}
	}
	if begins("eE") {
		if n++; begins("+-") {
			n++
		}
		return n, digits()
	}
	return n, true
}

// text reads text in quotes.
func (s *scanner) text() (string, error) {
	from := s.place
	s.skip(1)
	var text []byte
	for {
		run := bytes.IndexFunc(s.doc[s.next:], func(r rune) bool { return r == '"' || r == '\\' || r < ' ' })
		if run < 0 {
			run = len(s.doc) - s.next
		}
		text = append(text, s.doc[s.next:s.next+run]...)
		s.skip(run)
		switch s.ahead(0) {
		case '"':
			s.skip(1)
			return string(text), nil
		case '\\':
			s.skip(1)
			r, err := s.escape()
			switch {
			case err != nil:
				return "", err
			// A surrogate alone would be read as U+FFFD, and two different names could become the same.
			case utf16.IsSurrogate(r):
				return "", fault.Under(from.fault(lang.T("there is half a character here (an unpaired surrogate)")), s.path...)
			}
			text = utf8.AppendRune(text, r)
		default:
			return "", s.odd(lang.T("quoted text does not end before {it}"))
		}
	}
}

// escapes has the characters that may follow a backslash, and the character that each stands for.
var escapes = map[int]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads an escape behind its backslash. It returns a surrogate that has no partner as it is.
func (s *scanner) escape() (rune, error) {
	if r, known := escapes[s.ahead(0)]; known {
		s.skip(1)
		return r, nil
	}
	if s.ahead(0) != 'u' {
		return 0, s.stray()
	}
	r, err := s.hex()
	if err != nil || !utf16.IsSurrogate(r) || s.ahead(0) != '\\' || s.ahead(1) != 'u' {
		return r, err
	}
	s.skip(1)
	second, err := s.hex()
	if pair := utf16.DecodeRune(r, second); err != nil || pair != utf8.RuneError {
		return pair, err
	}
	return r, nil
}

// hex reads the u of an escape and its four digits.
func (s *scanner) hex() (rune, error) {
	s.skip(1)
	var r rune
	for range 4 {
		if s.ahead(0) == eof {
			return 0, s.stray()
		}
		digit, err := strconv.ParseUint(string(rune(s.ahead(0))), 16, 4)
		if err != nil {
			return 0, s.stray()
		}
		r = r<<4 | rune(digit)
		s.skip(1)
	}
	return r, nil
}
