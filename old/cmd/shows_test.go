package cmd

import (
	"bytes"
	"os"
	"runtime"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
)

func TestLocalesWithoutUnicode(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		ascii            bool
		speaks           string
	}{
		{"", "", "", false, "en"},
		{"C", "", "", true, "en"},
		{"POSIX", "pt_BR.UTF-8", "pt_BR.UTF-8", true, "en"},
		{"", "C", "pt_BR.UTF-8", true, "pt-BR"},
		{"", "", "C", true, "en"},
		{"C.UTF-8", "", "", false, "en"},
		{"", "C.utf8", "C", false, "en"},
		{"", "", "pt_BR.ISO-8859-1", true, "pt-BR"},
		{"", "", "pt_BR.iso88591@euro", true, "pt-BR"},
		{"", "", "pt_BR.UTF-8@euro", false, "pt-BR"},
		{"", "", "pt_BR", false, "pt-BR"},
		{"en_US.UTF-8", "C", "C", false, "en"},
		{"", "", "en_US.UTF-16", true, "en"},
	} {
		e := Env{Locale: func() string { return "en" }, Getenv: func(k string) string {
			return map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang}[k]
		}}
		if e.ASCIIOnly() != c.ascii || e.Language("") != c.speaks {
			t.Errorf("%+v: ASCII %v, %s", c, e.ASCIIOnly(), e.Language(""))
		}
	}
}

// Clearing scrolls a window's lines out of sight, and erases none.
func TestClear(t *testing.T) {
	var out bytes.Buffer
	a := &app{Env: Env{Size: func() (int, int) { return 80, 3 }}, window: &out}
	if clearWindow(a); out.String() != "\r\n\r\n\r\n" {
		t.Errorf("%q", out.String())
	}
}

// Drawing needs a terminal that understands codes and is looked at. Colors also need NO_COLOR to be unset or empty
// (no-color.org).
func TestInk(t *testing.T) {
	for _, c := range []struct {
		name          string
		screen, plain bool
		env           map[string]string
		live          bool
	}{
		{"a terminal", true, false, nil, true},
		{"a pipe", false, false, nil, false},
		{"plain lines", true, true, nil, false},
		{"read aloud", true, false, map[string]string{"ACCESSIBLE": "1"}, false},
		{"not read aloud", true, false, map[string]string{"ACCESSIBLE": "0"}, true},
		{"read aloud indeed", true, false, map[string]string{"ACCESSIBLE": "true"}, false},
		{"NO_COLOR", true, false, map[string]string{"NO_COLOR": "0"}, true},
		{"NO_COLOR without a value", true, false, map[string]string{"NO_COLOR": ""}, true},
		{"a terminal without codes", true, false, map[string]string{"TERM": "dumb"}, false},
		{"one without a name", true, false, map[string]string{"TERM": ""}, runtime.GOOS == "windows"}, // no console has a name there
	} {
		a := &app{plain: c.plain}
		a.Keyboard, a.Screen, a.Getenv = os.Stdin, c.screen, func(name string) string {
			if said, is := c.env[name]; is || name != "TERM" {
				return said
			}
			return "xterm"
		}
		if colored := c.live && c.env["NO_COLOR"] == ""; a.live() != c.live || (a.ink() == color.Painted) != colored {
			t.Errorf("%s: live %v, %v", c.name, a.live(), a.ink())
		}
	}
}
