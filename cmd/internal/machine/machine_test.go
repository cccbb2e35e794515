package machine

import (
	"strings"
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

func TestFolderAndWindow(t *testing.T) {
	e := env("TABLEMATE_DATA=there TERM=xterm")
	if e.Data("") != "there" || e.Data("here") != "here" || env("").Data("") != "home" {
		t.Error("data folder")
	}
	for variables, plain := range map[string]bool{"TERM=xterm": false, "TERM=dumb": true, "": true, "TERM=xterm ACCESSIBLE=1": true, "TERM=xterm ACCESSIBLE=0": false} {
		if env(variables).Plain() != plain {
			t.Errorf("%q: plain is %v", variables, !plain)
		}
	}
	e.Screen = true
	if !e.Color() || (Env{Screen: true, Getenv: env("TERM=xterm NO_COLOR=1").Getenv}).Color() {
		t.Error("color")
	}
	for columns, width := range map[int]int{0: 80, 20: 40, 100: 100, 500: 200} {
		e.Size = func() (int, int) { return columns, 24 }
		if e.Width() != width {
			t.Errorf("%d columns: %d", columns, e.Width())
		}
	}
}
