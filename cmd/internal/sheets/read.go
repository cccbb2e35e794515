package sheets

import (
	"io"
	"os"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Input stands for standard input in place of a file.
const Input = "-"

// largest is the most bytes of a score sheet; real ones stay under 20 kB.
const largest = 1 << 20

// Named returns how a file is called.
func Named(file string) lang.Text {
	if file == Input {
		return lang.T("standard input")
	}
	return lang.Literal(file)
}

// Read reads a file, or standard input.
func Read(stdin io.Reader, file string) ([]byte, error) {
	read := os.ReadFile
	if file == Input {
		read = func(string) ([]byte, error) { return io.ReadAll(stdin) }
	}
	raw, err := read(file)
	if err != nil {
		return nil, &fault.Failed{Say: lang.T("{file} cannot be read: {why}").With("file", Named(file), "why", fault.Why(err)), Err: err}
	}
	return raw, nil
}

// Parse reads a score sheet.
func Parse(find scoring.Find, text []byte) (scoring.Sheet, error) {
	if len(text) > largest {
		return scoring.Sheet{}, fault.New(lang.T("this is larger than 1 MB: too large for a sheet"))
	}
	return scoring.ReadSheet(find, text)
}
