package sheets

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Input stands for standard input in place of a file.
const Input = "-"

// Most bytes of a score sheet, of which real ones have less than 20 kB, and of a file with many of them.
const (
	Largest     = 1 << 20
	LargestList = 64 << 20
)

// fileName returns the name of a file, in words for standard input.
func fileName(file string) lang.Text {
	if file == Input {
		return lang.T("standard input")
	}
	return lang.Literal(file)
}

// Read reads a file, or standard input, as UTF-8 without a mark, up to a number of bytes. It refuses one that has more, which may have no end.
func Read(stdin io.Reader, file string, most int64) ([]byte, error) {
	from, err := stdin, error(nil)
	if file != Input {
		f, failed := os.Open(file)
		from, err = f, failed
		defer f.Close()
	}
	var raw []byte
	if err == nil {
		raw, err = io.ReadAll(io.LimitReader(from, most+1))
	}
	switch {
	case err != nil:
		return nil, &fault.Failed{Say: lang.T("{file} cannot be read: {why}").With("file", fileName(file), "why", fault.Why(err)), Err: err}
	case int64(len(raw)) > most:
		return nil, &fault.Failed{Say: lang.T("{file} is larger than {n} MB: too large for score sheets").With("file", fileName(file), "n", most>>20)}
	}
	return lang.UTF8(raw), nil
}

// A part is an undecoded sheet: a file, or a line of one.
type part struct {
	line int // of JSON Lines, counted from 1; 0: all of the file
	text []byte
}

// parts returns the sheets of a file: one a line if it is JSON Lines, which its name says, or else two objects, one below
// the other.
func parts(name string, data []byte) (all []part) {
	if !strings.EqualFold(filepath.Ext(name), ".jsonl") && !manyLines(data) {
		return []part{{text: data}}
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			all = append(all, part{n, line})
		}
	}
	return all
}

// manyLines reports whether a line that is an object is followed by one that begins like one.
func manyLines(data []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	first = bytes.TrimSpace(first)
	return bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(first, []byte("}")) &&
		bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{"))
}

// Parse reads a score sheet.
func Parse(find scoring.Find, text []byte) (scoring.Sheet, error) {
	if len(text) > Largest {
		return scoring.Sheet{}, fault.New(lang.T("this is larger than 1 MB: too large for a sheet"))
	}
	return scoring.ReadSheet(find, text)
}
