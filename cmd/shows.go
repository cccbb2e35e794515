package cmd

import (
	"io"
	"runtime"

	"github.com/tablemate/tablemate/cmd/internal/output"
	"github.com/tablemate/tablemate/internal/lang"
)

// What a terminal can show, and whether somebody looks at it or listens.

// aloudTo stands for an arrow.
var aloudTo = lang.Msg("cmd.aloud-to", "to")

// aloud reports whether somebody hears what is printed: a screen reader (ACCESSIBLE=1).
func (e Env) aloud() bool {
	said := e.Getenv("ACCESSIBLE")
	return said != "" && said != "0" && said != "false"
}

// dumb reports whether the terminal knows no codes: TERM says so, or nothing where it always says something.
func (e Env) dumb() bool {
	term := e.Getenv("TERM")
	return term == "dumb" || term == "" && runtime.GOOS != "windows"
}

// asciiOnly reports whether nothing but ASCII can be shown.
func (e Env) asciiOnly() bool { return output.LocaleOf(e.Getenv).OnlyASCII() }

// throughEdge makes all that is printed pass what changes its letters, the last thing before it is gone.
func (a *app) throughEdge() {
	a.Out, a.edges = a.edge(a.Out)
	a.Err, _ = a.edge(a.Err)
}

func (a *app) edge(out io.Writer) (io.Writer, []*output.Text) {
	var edges []*output.Text
	if a.asciiOnly() {
		t, changed := output.ASCII(out)
		out, edges = changed, append(edges, t)
	}
	if a.voice.Aloud {
		t, changed := output.Aloud(out, a.voice.Say(aloudTo))
		out, edges = changed, append(edges, t)
	}
	return out, edges
}

// asData prints what follows as it is: it goes into files and to other programs. What is wrong is still said as the
// terminal can show it.
func (a *app) asData() {
	for _, t := range a.edges {
		t.AsIs()
	}
}
