package cmd

import (
	"io"
	"runtime"
	"slices"
	"strings"

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

// asciiOnly reports whether the locale has ASCII only, or letters of its own that are not Unicode's. The first of the
// three variables that says anything counts; one without a charset is read as today's terminals are.
func (e Env) asciiOnly() bool {
	name, charset := e.locale()
	if charset == "" {
		return name == "C" || name == "POSIX"
	}
	return charset != "utf8"
}

// isLatin reports whether letters that are typed may be those of Latin-1, a byte each.
func isLatin(_, charset string) bool {
	return slices.Contains([]string{"iso88591", "iso885915", "latin1", "latin9", "cp1252", "windows1252"}, charset)
}

// locale is the name of the locale for letters, and its charset in small letters without hyphens; "" where none is named.
func (e Env) locale() (name, charset string) {
	for _, v := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		name = e.Getenv(v)
		if name != "" {
			break
		}
	}
	name, _, _ = strings.Cut(name, "@")
	name, charset, _ = strings.Cut(name, ".")
	return name, strings.ToLower(strings.ReplaceAll(charset, "-", ""))
}

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
