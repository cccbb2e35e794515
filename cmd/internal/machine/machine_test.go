package machine

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

// env is a machine with these variables.
func env(variables string) Env {
	return Env{Home: "home", Locale: func() string { return "pt-BR" }, Getenv: func(name string) string {
		for v := range strings.FieldsSeq(variables) {
			if value, is := strings.CutPrefix(v, name+"="); is {
				return value
			}
		}
		return ""
	}}
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct {
		wish, variables string
		want            lang.Lang
	}{
		{"", "", lang.Portuguese}, // the system says
		{"en", "LC_ALL=pt_BR.UTF-8", lang.English},
		{"", "LC_ALL=C.UTF-8 LANG=pt_BR.UTF-8", lang.English},
		{"", "LC_MESSAGES=pt_BR LANG=en_US.UTF-8", lang.Portuguese},
		{"", "LANG=de_DE.UTF-8", lang.English},
		{"", "LANG=en_US.UTF-8 LANGUAGE=de:pt_BR:en", lang.Portuguese},
		{"", "LANG=C LANGUAGE=pt_BR", lang.English},
		{"", "LANGUAGE=pt_BR", lang.Portuguese},
		{"en", "LANG=pt_BR LANGUAGE=pt_BR", lang.English},
	} {
		if got := env(c.variables).Language(c.wish); got != c.want {
			t.Errorf("%q %q: %s", c.wish, c.variables, got)
		}
	}
}

// The folder is the one that is said last, ~ is the user's home, and where nobody says a folder there is none.
func TestData(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	for _, c := range []struct {
		wish, variable, home, want string
		err                        error
	}{
		{"here", "there", home, "here", nil},
		{"", "there", home, "there", nil},
		{"", "", home, "ours", nil},
		{"~", "", home, home, nil},
		{"~/", "there", home, home, nil},
		{"~/x/y", "", home, filepath.Join(home, "x", "y"), nil},
		{"", "~/x", home, filepath.Join(home, "x"), nil},
		{"./~x", "", home, "./~x", nil},
		{"a~/x", "", home, "a~/x", nil},
		{"~nobody", "", home, "", ErrOtherHome},
		{"~root/x", "", home, "", ErrOtherHome},
		{"", "~+/x", home, "", ErrOtherHome},
		{"~/x", "", "", "", ErrNoHome},
		{"~/x", "", "rel", "", ErrNoHome},
		{"here", "", "", "here", nil},
		{"\x00", "", home, "", syscall.EINVAL},
	} {
		e := env(fmt.Sprintf("TABLEMATE_DATA=%s %s=%s", c.variable, homeVariable, c.home))
		e.Home = "ours"
		if got, err := e.Data(c.wish); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
	if got, err := (Env{Getenv: env("").Getenv}).Data(""); err != ErrNoHome {
		t.Errorf("no home: %q, %v", got, err)
	}
}

// Without a home by a whole path the program has no folder of its own, if no other variable names it.
func TestBelow(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system knows its folders")
	}
	for home, mine := range map[string]bool{"/home/ana": true, "": false, "rel": false, "./rel": false, "~": false} {
		t.Setenv("HOME", home)
		t.Setenv("XDG_DATA_HOME", "")
		if got := below("/data", "XDG_DATA_HOME"); (got != "") != mine {
			t.Errorf("HOME=%s: %q", home, got)
		}
		t.Setenv("XDG_DATA_HOME", "/data")
		if got := below("/data", "XDG_DATA_HOME"); got != "/data/tablemate" {
			t.Errorf("HOME=%s, with a folder for data: %q", home, got)
		}
	}
}

func TestFolderAndWindow(t *testing.T) {
	e := env("TERM=xterm")
	for variables, plain := range map[string]bool{"TERM=xterm": false, "TERM=dumb": true, "": runtime.GOOS != "windows", "TERM=xterm ACCESSIBLE=1": true, "TERM=xterm ACCESSIBLE=0": false} {
		e := env(variables)
		e.Screen = true
		if e.Plain(false, false) != plain || !e.Plain(true, false) {
			t.Errorf("%q: plain is %v", variables, !plain)
		}
		e.Screen = false // a pipe
		if piped := plain && variables != ""; e.Plain(false, false) != piped || !e.Plain(false, true) {
			t.Errorf("%q in a pipe: plain is %v", variables, !piped)
		}
	}
	e.Screen = true
	if !e.Color(false) {
		t.Error("a terminal has no color")
	}
	if e.Color(true) {
		t.Error("plain lines have color")
	}
	if (Env{Screen: true, Getenv: env("TERM=xterm NO_COLOR=1").Getenv}).Color(false) {
		t.Error("NO_COLOR has color")
	}
	for columns, width := range map[int]int{0: 80, 20: 40, 100: 100, 500: 200} {
		e.Size = func() (int, int) { return columns, 24 }
		if e.Width() != width {
			t.Errorf("%d columns: %d", columns, e.Width())
		}
	}
}

// The settings of a Mac or of Windows are a list: the first language of it that the program speaks counts.
func TestPreferred(t *testing.T) {
	for printed, want := range map[string]string{
		"(\n    \"pt-BR\",\n    \"en-US\"\n)\n": "pt-BR", "(\n    \"en-BR\",\n    \"pt-BR\"\n)\n": "en-BR", "(\n    pt\n)\n": "pt",
		"(\n    \"de-DE\",\n    \"pt-PT\"\n)\n": "pt-PT", "(\n    \"zh-Hans-CN\",\n    ja\n)\n": "zh-Hans-CN", "(\n)\n": "", "": "",
	} {
		if got := preferred(appleLanguages(printed)); got != want {
			t.Errorf("%q: %s, want %s", printed, got, want)
		}
	}
	if got := preferred([]string{"fr-FR", "en-US"}); got != "en-US" {
		t.Error(got)
	}
}
