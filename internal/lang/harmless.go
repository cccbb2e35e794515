package lang

import (
	"strings"
	"unicode"
)

// harmless drops what would act on a terminal instead of being read there: control
// characters but the line feed, and the controls of bidirectional text.
func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if Acts(r) && r != '\n' {
			return -1
		}
		return r
	}, s)
}

// Acts reports whether a character would do something instead of being read.
func Acts(r rune) bool { return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) }
