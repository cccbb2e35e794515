package lang

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Sanitize makes a text safe to print on a terminal: it drops bidirectional controls and all control characters but the
// line feed, and turns tabs into blanks.
func Sanitize(s string) string {
	// Most texts need nothing, and are not copied.
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' || r > '~' }) {
		return s
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

// UTF8 returns a text file without the mark that some editors begin it with. UTF-16, as Windows PowerShell writes it with
// “>”, is turned into UTF-8 where the mark says so.
func UTF8(doc []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	rest, is := bytes.CutPrefix(doc, []byte{0xff, 0xfe})
	if !is {
		order = binary.BigEndian
		rest, is = bytes.CutPrefix(doc, []byte{0xfe, 0xff})
	}
	if !is || len(rest)%2 != 0 {
		return bytes.TrimPrefix(doc, []byte("\xef\xbb\xbf"))
	}
	units := make([]uint16, len(rest)/2)
	for i := range units {
		units[i] = order.Uint16(rest[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// IsControl reports whether a character acts on a terminal or reorders its line.
func IsControl(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r)
}

// SafeJSON escapes whatever in a JSON document would act on a terminal. The document means the same.
func SafeJSON(doc []byte) []byte {
	// A JSON encoder escapes the lower ones inside strings; outside of them a line feed is layout.
	acts := func(r rune) bool { return r > '~' && IsControl(r) }
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
