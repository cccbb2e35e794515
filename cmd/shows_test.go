package cmd

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tablemate/tablemate/cmd/internal/color"
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
		if e.asciiOnly() != c.ascii || e.language("") != c.speaks {
			t.Errorf("%+v: ASCII %v, %s", c, e.asciiOnly(), e.language(""))
		}
	}
}

// looks are what a table asks for besides, at the end of an evening that is half told.
const looks = "\n?standings\n?why\n?copy\n?\n<\n<\n>\nwhat is this?\n"

// printedBy is all that an evening and the command lines after it print; lines with GAME are of its game.
func (p *parlor) printedBy(t *testing.T, evening struct{ args, lines string }, after ...string) string {
	t.Helper()
	args := strings.Fields(evening.args)
	h := p.run(strings.ReplaceAll(strings.Replace(evening.lines, "Bia", "Zoë", 1), "|", "\n")+looks, args...)
	if h.code != exitDone {
		t.Fatalf("%s: %+v", evening.args, h)
	}
	printed := h.out + h.errs
	for _, line := range after {
		h := p.run("", strings.Fields(strings.ReplaceAll(line, "GAME", args[1]))...)
		if h.code < 0 {
			t.Fatalf("%s: %s", line, h.crash)
		}
		printed += h.out + h.errs
	}
	return printed
}

// strolls are short evenings of every game, to hear and see how they are printed.
var strolls = []struct{ args, lines string }{
	{"play picture-perfect --score-only", "Ana, Bia, Caio||3 3 0 +1|n|Rex|2 2 -|r|3 3|2|1|2|2"},
	{"play picture-perfect --score-only", "Ana, Bia|c|a||3 1|1 3|0 0 +1|r|12 12|2 2|1|1 -"},
	{"play dixit --score-only", "Ana, Bia, Caio, Davi, Eva, Gil|c|m|3|c|o|c|e|||Foxes|||1|2 3|-|1 2|2|1 3|4|3 2|1|2 3|-|3 1"},
	{"play spyfall", "Ana, Bia, Caio, Davi|c|r|2|c|e||||a|1|3|0 1|s|2|3|1||a|2|3|a|4|2"},
	{"play pad", "Ana, Bia, Caio|c|n|Azul|c|e|2|c|r|5||12 5 -|3 -14 20|20 5 1"},
	{"play versus", "Ana, Bia, Caio|||1|2||w|1|2||3||x||1|2|3|2"},
}

// Where the locale has no Unicode, nothing else than ASCII is printed, and what is printed is as wide.
func TestNothingButASCII(t *testing.T) {
	for _, vars := range []map[string]string{{"LC_ALL": "C"}, {"LANG": "pt_BR.ISO-8859-1"}} {
		p := &parlor{dir: inMemory(t), vars: vars}
		printed := p.printedBy(t, strolls[1], "show --why", "stats Zoë", "rules GAME a", "show nothing")
		if i := strings.IndexFunc(printed, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			t.Errorf("%v: %s", vars, printed[max(0, i-40):min(len(printed), i+40)])
		}
		if !strings.Contains(printed, "| Zoe |") || !strings.Contains(printed, "+-----+") {
			t.Errorf("%v: %s", vars, printed)
		}
	}
}

// What is data is the same in every locale.
func TestDataInALocaleWithoutUnicode(t *testing.T) {
	p := &parlor{dir: inMemory(t)}
	if h := p.run("Zoë, João\n\n32\n11\n?", "play", "picture-perfect", "--score-only"); h.code != exitDone {
		t.Fatalf("%+v", h)
	}
	for line, data := range map[string]bool{
		"show": false, "show --format table": false, "show --format markdown": true, "show --format csv": true, "show --format json": true, "export": true,
		"export --format html": true, "export --format svg": true, "export --format text": true, "games --format csv": true,
	} {
		p.vars = nil
		was := p.run("", strings.Fields(line)...)
		p.vars = map[string]string{"LC_ALL": "C"}
		if h := p.run("", strings.Fields(line)...); (h.out == was.out) != data || !strings.Contains(was.out, "João") || strings.Contains(h.out, "João") != data {
			t.Errorf("%s:\n%s\n%s", line, was.out, h.out)
		}
	}
}

// ornament is what a screen reader spells out, or rattles off.
var ornament = regexp.MustCompile("[\u2190-\u21ff\u2500-\u257f\u2580-\u259f\u25a0-\u25ff\u2600-\u26ff\u2700-\u27bf•›‹·]|[-=_*#+|~.<>]{3}")

// Who hears what others see hears no box, no track and no chart, in any game.
func TestNoOrnamentAloud(t *testing.T) {
	oneByOne(t)
	for tag, evenings := range map[string][]int{"en": {1, 2, 3, 4, 5}, "pt-BR": {1}} {
		p := &parlor{dir: inMemory(t), vars: map[string]string{"ACCESSIBLE": "1", "LANG": tag}}
		printed := ""
		for _, g := range games {
			if !slices.ContainsFunc(strolls, func(s struct{ args, lines string }) bool { return strings.Contains(s.args, g.ID) }) {
				t.Errorf("there is no evening of %s to hear", g.ID)
			}
		}
		for _, n := range evenings {
			printed += p.printedBy(t, strolls[n], "show --why", "setup GAME --players 4")
		}
		printed += p.printedBy(t, strolls[0], "games", "stats", "stats Zoë", "evening", "people", "board", "rules dixit a", "--help", "show nothing")
		if n := strings.Count(printed, "(<)"); n != len(evenings)+1 {
			t.Errorf("%s: how to go back is said %d times", tag, n)
		}
		for _, at := range ornament.FindAllStringIndex(printed, 20) {
			t.Errorf("%s: %q", tag, printed[max(0, at[0]-60):min(len(printed), at[1]+40)])
		}
	}
}

// Clearing moves a whole window of lines out of sight, and erases none.
func TestClear(t *testing.T) {
	var out bytes.Buffer
	a := &app{Env: Env{Size: func() (int, int) { return 80, 3 }}, window: &out}
	if clearWindow(a); out.String() != "\r\n\r\n\r\n" {
		t.Errorf("%q", out.String())
	}
}

// Colors are for who looks at a terminal that has some and wants them (no-color.org: any value but none).
func TestInk(t *testing.T) {
	for _, c := range []struct {
		name          string
		screen, plain bool
		env           map[string]string
		want          color.Ink
	}{
		{"a terminal", true, false, nil, color.Painted},
		{"a pipe", false, false, nil, color.None},
		{"plain lines", true, true, nil, color.None},
		{"read aloud", true, false, map[string]string{"ACCESSIBLE": "1"}, color.None},
		{"NO_COLOR", true, false, map[string]string{"NO_COLOR": "0"}, color.None},
		{"NO_COLOR without a value", true, false, map[string]string{"NO_COLOR": ""}, color.Painted},
		{"a terminal without colors", true, false, map[string]string{"TERM": "dumb"}, color.None},
		{"one without a name", true, false, map[string]string{"TERM": ""}, color.None},
	} {
		a := &app{plain: c.plain}
		a.Screen, a.Getenv = c.screen, func(name string) string {
			if said, is := c.env[name]; is || name != "TERM" {
				return said
			}
			return "xterm"
		}
		if got := a.ink(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
