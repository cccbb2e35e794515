package lang

import (
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
