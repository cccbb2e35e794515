package cmd

import (
	"io"
	"runtime"
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
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := e.Getenv(name); locale != "" {
			return !knowsUnicode(locale)
		}
	}
	return false
}

func knowsUnicode(locale string) bool {
	locale, _, _ = strings.Cut(locale, "@")
	name, charset, named := strings.Cut(locale, ".")
	if !named {
		return name != "C" && name != "POSIX"
	}
	return strings.EqualFold(strings.ReplaceAll(charset, "-", ""), "utf8")
}

// throughEdge makes all that is printed pass what changes its letters, the last thing before it is gone.
func (a *app) throughEdge() {
	for _, out := range []*io.Writer{&a.Out, &a.Err} {
		if a.asciiOnly() {
			t, changed := output.ASCII(*out)
			*out, a.edges = changed, append(a.edges, t)
		}
		if a.voice.Aloud {
			t, changed := output.Aloud(*out, a.voice.Say(aloudTo))
			*out, a.edges = changed, append(a.edges, t)
		}
	}
}

// asData prints what follows as it is: it goes into files and to other programs.
func (a *app) asData() {
	for _, t := range a.edges {
		t.AsIs()
	}
}
