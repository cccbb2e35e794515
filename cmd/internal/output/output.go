// Package output is the last thing that a text passes on its way out: letters for terminals that have
// ASCII only, and words for who hears what others see. It knows no game, and lays nothing out.
package output

import (
	"io"
	"os"
)

// Edge returns what all that is printed to w passes: ASCII, and for who hears it words, to being one for an arrow; "" where
// nobody does. asIs hands on what is written from then on without a change: it is data, and nobody reads it here.
func Edge(w io.Writer, ascii bool, to string) (out io.Writer, asIs func()) {
	change := func(s string) string { return s }
	if to != "" {
		change = aloud(to)
	}
	switch {
	case ascii:
		heard := change
		change = func(s string) string { return inASCII(heard(s)) }
	case to == "":
		return w, func() {}
	}
	t := &text{to: w, change: change}
	asIs = func() { t.as = true }
	if f, ok := w.(*os.File); ok {
		return file{t, f}, asIs
	}
	return t, asIs
}

// A text changes what is written through it, which is whole characters. It is not for several goroutines.
type text struct {
	to     io.Writer
	change func(string) string
	as     bool // as it is
}

// Write says that all was written, where all that came of it was.
func (t *text) Write(p []byte) (int, error) {
	s := string(p)
	if !t.as {
		s = t.change(s)
	}
	if _, err := io.WriteString(t.to, s); err != nil {
		return 0, err
	}
	return len(p), nil
}

// A file is a text to a file of the system, a terminal say: a console is told by its number to understand codes.
type file struct {
	*text
	f *os.File
}

func (f file) Fd() uintptr { return f.f.Fd() }
