// Package output is the last thing that a text passes on its way out: letters for terminals that have
// ASCII only, and words for who hears what others see. It knows no game, and lays nothing out.
package output

import (
	"io"
	"os"
	"unicode/utf8"
)

// A Text changes what is written through it. It is not for several goroutines.
type Text struct {
	to     io.Writer
	change func(string) string
	part   string // the beginning of a character that is not whole
	as     bool   // as it is
}

// AsIs hands on what is written from now on without a change: it is data, and nobody reads it here.
func (t *Text) AsIs() { t.as = true }

// Write says that all was written, where all that came of it was.
func (t *Text) Write(p []byte) (int, error) {
	if t.as {
		return t.to.Write(p)
	}
	s := t.part + string(p)
	whole := len(s)
	for n := 1; n < utf8.UTFMax && n <= len(s); n++ {
		if at := len(s) - n; utf8.RuneStart(s[at]) {
			if !utf8.FullRuneInString(s[at:]) {
				whole = at
			}
			break
		}
	}
	t.part = s[whole:]
	if _, err := io.WriteString(t.to, t.change(s[:whole])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// A file is a Text to a file of the system, a terminal say: a console is told by its number to understand codes.
type file struct {
	*Text
	f *os.File
}

func (f file) Fd() uintptr { return f.f.Fd() }

// through is a Text to w, and what is to be written to in place of w.
func through(w io.Writer, change func(string) string) (*Text, io.Writer) {
	t := &Text{to: w, change: change}
	if f, ok := w.(*os.File); ok {
		return t, file{t, f}
	}
	return t, t
}
