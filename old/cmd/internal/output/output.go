// Package output is the last stage of all output: ASCII letters for terminals that know no others, and words
// for listeners. It knows no game, and lays nothing out.
package output

import (
	"io"
	"os"
)

// Edge returns the writer for everything that is printed to w. It writes ASCII if ascii is set, and words for
// listeners if to, their word for an arrow, is not "". After a call of asIs it changes nothing more: data
// follows, which nobody reads here.
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
	asIs = func() { t.asIs = true }
	if f, ok := w.(*os.File); ok {
		return file{t, f}, asIs
	}
	return t, asIs
}

// A text changes everything written through it. Each write holds whole characters, from one goroutine at a
// time.
type text struct {
	to     io.Writer
	change func(string) string
	asIs   bool // nothing is changed any more
}

// Write reports len(p) if the changed text was written.
func (t *text) Write(p []byte) (int, error) {
	s := string(p)
	if !t.asIs {
		s = t.change(s)
	}
	if _, err := io.WriteString(t.to, s); err != nil {
		return 0, err
	}
	return len(p), nil
}

// A file is a text to an *os.File: a Windows console is put in its mode by its descriptor.
type file struct {
	*text
	f *os.File
}

func (f file) Fd() uintptr { return f.f.Fd() }
