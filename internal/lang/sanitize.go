package lang

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// Sanitize makes a text safe to print on a terminal: it drops bidirectional controls and all control characters but the
// line feed, and turns tabs into blanks.
func Sanitize(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' || r > '~' }) {
		return s // the usual case
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

// IsControl reports whether a character acts on a terminal or reorders its line.
func IsControl(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r)
}

// SafeJSON escapes whatever in a JSON document would act on a terminal. The document means the same.
func SafeJSON(doc []byte) []byte {
	acts := func(r rune) bool { return r > '~' && IsControl(r) } // JSON escapes the lower ones inside strings
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
