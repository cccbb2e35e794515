package lang

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// Sanitize makes any text safe to print on a terminal: control characters but the line feed are
// dropped, and so are the controls of bidirectional text. A tab becomes a blank.
func Sanitize(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' || r > '~' }) {
		return s // as nearly all of it is
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case IsControl(r) && r != '\n':
			return -1
		}
		return r
	}, s)
}

// IsControl reports whether a character acts on a terminal or on its line instead of being read there.
func IsControl(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r)
}

// SafeJSON returns a document in JSON that says the same, and may be printed on a terminal: what acts there is escaped.
func SafeJSON(doc []byte) []byte {
	acts := func(r rune) bool { return r > '~' && IsControl(r) } // the others can only stand between the words
	if !bytes.ContainsFunc(doc, acts) {
		return doc
	}
	var out []byte
	for _, r := range string(doc) {
		if acts(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, string(r)...)
		}
	}
	return out
}
