package sheet

import (
	"bytes"
	"unicode/utf8"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Limits that no real document comes near. They bound the cost of a hostile one.
const (
	maxDepth = 200
	maxNodes = 200_000
	maxJSON  = 16 << 20 // bytes
	maxYAML  = 64 << 10
)

// Parse reads a document: JSON if it starts with “{”, else YAML, at most 64 kB of that, without anchors, aliases and tags.
// It is UTF-8, or UTF-16 with its mark. A syntax fault names line and column.
func Parse(doc []byte) (Value, error) {
	doc = lang.UTF8(doc)
	trimmed := bytes.TrimSpace(doc)
	if len(trimmed) == 0 {
		return Value{}, fault.New(lang.T("the sheet is empty"))
	}
	read := readYAML
	if trimmed[0] == '{' {
		read = readJSON
	}
	n, err := read(doc)
	return Value{n: n}, err
}

// checkUTF8 refuses bytes that are not text.
func checkUTF8(doc []byte) error {
	if utf8.Valid(doc) {
		return nil
	}
	n := 0
	for r, size := utf8.DecodeRune(doc); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(doc[n:]) {
		n += size
	}
	return at(doc, n).fault(lang.T("this is not UTF-8 text"))
}

// at returns the place of a byte.
func at(doc []byte, offset int) place {
	offset = min(max(offset, 0), len(doc))
	line := bytes.Count(doc[:offset], []byte("\n"))
	return place{1 + line, 1 + utf8.RuneCount(doc[bytes.LastIndexByte(doc[:offset], '\n')+1:offset])}
}

// repeated returns the fault of a key that its object has already.
func repeated(e entry) error {
	return fault.Under(e.fault(lang.T("duplicate key “{key}”").With("key", short(e.key))), e.key)
}
