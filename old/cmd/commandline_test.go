package cmd

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// everyCommand calls do for every command that help shows, in each language, and for `setup` of every game. words are
// the words that lead to the command.
func everyCommand(do func(a *app, c *cobra.Command, words []string)) {
	for _, voice := range parlor.Voices() {
		a := newApp(parlor.QuietEnv(80, "", &bytes.Buffer{}, &bytes.Buffer{}), voice)
		a.asData = func() {}
		var walk func(c *cobra.Command)
		walk = func(c *cobra.Command) {
			do(a, c, strings.Fields(c.CommandPath())[1:])
			for _, sub := range c.Commands() {
				if sub.IsAvailableCommand() {
					walk(sub)
				}
			}
		}
		walk(newRoot(a, nil))
		for _, g := range games {
			root := newRoot(a, []string{"setup", g.ID})
			c, _, _ := root.Find([]string{"setup"})
			do(a, c, []string{"setup", g.ID})
		}
	}
}

// shownFlags returns the flags that help shows.
func shownFlags(c *cobra.Command) (out []*pflag.Flag) {
	add := func(f *pflag.Flag) {
		if !f.Hidden {
			out = append(out, f)
		}
	}
	c.LocalFlags().VisitAll(add)
	c.InheritedFlags().VisitAll(add)
	return out
}

var typeNames = []string{"STRING", "STRINGS", "STRINGARRAY", "INT", "FUNC", "BOOLFUNC", "VALUE", "DURATION", "FLOAT"}

// Every command has a description in each language, and every flag with a value a word for it.
func TestEveryCommandExplainsItself(t *testing.T) {
	english := map[string]string{}
	said := func(tag, what, text string) {
		same := regexp.MustCompile(`^(N|SHELL|HTML|[^ ]*\|.*|)$`).MatchString(text)
		switch {
		case text == "" || strings.Contains(text, "`"):
			t.Errorf("%s: %s says %q", tag, what, text)
		case tag == lang.Languages[0]:
			english[what] = text
		case text == english[what] && !same:
			t.Errorf("%s: %s is English: %q", tag, what, text)
		}
	}
	everyCommand(func(a *app, c *cobra.Command, words []string) {
		name, tag := strings.Join(words, " "), a.voice.Tag()
		said(tag, name, c.Short)
		for _, f := range shownFlags(c) {
			value, text := cmdline.Told(f)
			said(tag, name+" --"+f.Name, text)
			takes := f.NoOptDefVal == ""
			if takes {
				said(tag, name+" --"+f.Name+" …", value)
			}
			if takes != (value != "") || slices.Contains(typeNames, value) {
				t.Errorf("%s: %s --%s %s", tag, name, f.Name, value)
			}
		}
		checkExample(t, a, c, words)
	})
}

// checkExample checks that every example is a valid line, and that one of them is of the command itself.
func checkExample(t *testing.T, a *app, c *cobra.Command, words []string) {
	t.Helper()
	own := false
	for _, typed := range regexp.MustCompile(`tablemate[^|>)\n]*`).FindAllString(c.Example, -1) {
		args := strings.Fields(typed)[1:]
		root := newRoot(a, args)
		found, rest, err := root.Find(args)
		if err == nil {
			err = found.ParseFlags(rest)
		}
		if err == nil {
			err = found.ValidateArgs(found.Flags().Args())
		}
		if err != nil {
			t.Errorf("%s: the example %q: %v", a.voice.Tag(), typed, err)
		}
		own = own || found.CommandPath() == c.CommandPath()
	}
	if !own {
		t.Errorf("%s: %v has no example of its own", a.voice.Tag(), words)
	}
}

// Help fits the window, except for lines to be copied.
func TestHelpFits(t *testing.T) {
	everyCommand(func(a *app, c *cobra.Command, words []string) {
		for _, columns := range []int{40, 80} {
			var out bytes.Buffer
			cmdline.Page{Out: &out, Voice: a.voice, Width: func() int { return columns }}.Install(c)
			if err := c.Help(); err != nil {
				t.Error(err)
			}
			for _, l := range strings.Split(strings.Replace(out.String(), c.Example, "", 1), "\n") {
				if layout.Width(l) > columns {
					t.Errorf("%v %s: wider than %d columns: %q", words, a.voice.Tag(), columns, l)
				}
			}
		}
	})
}

// The first page of help lists every command in a group.
func TestHelpNamesEveryCommand(t *testing.T) {
	out, _, _ := parlor.Line(80, "", "--help")
	for _, c := range newRoot(newApp(parlor.QuietEnv(80, "", nil, nil), parlor.Voices()[0]), nil).Commands() {
		named := strings.Contains(out, "\n  "+c.Name()+" ")
		if named == c.Hidden || !c.Hidden && c.GroupID == "" {
			t.Errorf("%s: named %t, group %q", c.Name(), named, c.GroupID)
		}
	}
}

// A line builds the commands that it names, and lists the others.
func TestALineMakesWhatItNames(t *testing.T) {
	a := newApp(parlor.QuietEnv(80, "", nil, nil), parlor.Voices()[0])
	all := newRoot(a, nil).Commands()
	for _, named := range all {
		for _, c := range newRoot(a, []string{"--plain", named.Name()}).Commands() {
			if made := c.RunE != nil; made != (c.Name() == named.Name()) || c.Short == "" {
				t.Errorf("%s: %s is made: %t, and said to be %q", named.Name(), c.Name(), made, c.Short)
			}
		}
	}
}

var englishWords = regexp.MustCompile(`(?i)\b(the|is|are|not|unknown|invalid|missing|flags?|argument|needs|cannot|choose|please|there|no such|shows)\b`)

// wrongLine runs a wrong line, and returns its first sentence, which says what is wrong. The second must
// name the page of help.
func wrongLine(t *testing.T, command, tag string, words ...string) (why string) {
	t.Helper()
	out, errs, code := parlor.Line(80, t.TempDir(), slices.Concat([]string{"--lang=" + tag}, words)...)
	said := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
	switch {
	case code != exitUsage || out != "" || len(said) != 2 || !strings.HasPrefix(said[0], "tablemate: "):
		t.Errorf("%q: exit code %d, %q, %q", words, code, out, errs)
	case !strings.HasPrefix(said[1], "“"+command+" --help” "):
		t.Errorf("%q: no page of %q is named: %q", words, command, said[1])
	case tag == "pt-BR" && englishWords.MatchString(errs):
		t.Errorf("%q: English is left: %q", words, errs)
	}
	return strings.TrimPrefix(said[0], "tablemate: ")
}

// Any wrong flag, and any empty word or value, gets an error in the program's own words, for every command.
func TestWrongFlags(t *testing.T) {
	parlor.OneByOne(t)
	everyCommand(func(a *app, c *cobra.Command, words []string) {
		wrong := func(flag, names string) {
			var said *usage
			err := c.ParseFlags([]string{flag})
			if err != nil {
				err = c.FlagErrorFunc()(c, err)
			}
			if !errors.As(err, &said) {
				t.Errorf("%v %s: %v", words, flag, err)
				return
			}
			why := a.voice.Say(said.Say)
			if !strings.Contains(why, names) || a.voice.Tag() == "pt-BR" && englishWords.MatchString(why) {
				t.Errorf("%v %s: %q", words, flag, why)
			}
		}
		wrong("--bogus", "--bogus")
		wrong("-q", "-q")
		wrong("--=1", "--=1")
		for _, f := range shownFlags(c) {
			switch {
			case f.NoOptDefVal == "":
				wrong("--"+f.Name, "--"+f.Name)
			case f.Value.Type() == "bool":
				wrong("--"+f.Name+"=perhaps", "--"+f.Name)
			}
			if f.Value.Type() == "int" {
				wrong("--"+f.Name+"=many", "--"+f.Name)
			}
		}
		if a.voice.Tag() == lang.Languages[0] { // in one language only, since each call loads the catalogs again
			command := strings.Join(append([]string{"tablemate"}, words...), " ")
			wrongLine(t, command, a.voice.Tag(), append(words, "--bogus")...)
			wrongLine(t, command, a.voice.Tag(), append(words, "")...)
			wrongLine(t, command, a.voice.Tag(), append(words, "Ana", " ")...)
			for _, f := range shownFlags(c) {
				if f.NoOptDefVal == "" {
					wrongLine(t, command, a.voice.Tag(), append(words, "--"+f.Name, "")...)
				}
			}
		}
	})
}

func TestWrongLinesSay(t *testing.T) {
	parlor.OneByOne(t)
	for _, c := range []struct{ line, command, english, portuguese string }{
		{"paly", "tablemate", "“paly” is not a command; did you mean play?", "“paly” não é um comando; você quis dizer play?"},
		{"even", "tablemate", "“even” is not a command; did you mean evening?", "“even” não é um comando; você quis dizer evening?"},
		{"chess", "tablemate", "“chess” is not a command", "“chess” não é um comando"},
		{"people renam Ana Bia", "tablemate people", "“renam” is not a command; did you mean rename?", "“renam” não é um comando; você quis dizer rename?"},
		{"help paly", "tablemate", "“paly” is not a command; did you mean play?", "“paly” não é um comando; você quis dizer play?"},
		{"games --formt csv", "tablemate games", "unknown flag: --formt; did you mean --format?", "opção desconhecida: --formt; você quis dizer --format?"},
		{"games --x", "tablemate games", "unknown flag: --x", "opção desconhecida: --x"},
		{"play dixti", "tablemate play", "there is no game “dixti”; did you mean dixit?", "não existe o jogo “dixti”; você quis dizer dixit?"},
		{"games --format xml", "tablemate games", "unknown format “xml”; choose one of: table, markdown, csv, json", "formato desconhecido: “xml”; escolha um destes: table, markdown, csv, json"},
		{"completion tcsh", "tablemate completion", "there is no script for “tcsh”; choose one of: bash, zsh, fish, powershell", "não há script para “tcsh”; escolha um destes: bash, zsh, fish, powershell"},
		{"evening x", "tablemate evening", "unexpected argument “x”", "argumento a mais: “x”"},
		{"timer ''", "tablemate timer", "one of the arguments is empty; is a variable without a value?", "um dos argumentos está vazio; será uma variável sem valor?"},
		{"games --with=''", "tablemate games", "--with needs a value", "--with precisa de um valor"},
		{"backup", "tablemate backup", "missing argument: the file to write", "falta um argumento: o arquivo a gravar"},
	} {
		for tag, want := range map[string]string{"en": c.english, "pt-BR": c.portuguese} {
			if got := wrongLine(t, c.command, tag, strings.Split(strings.ReplaceAll(c.line, "''", ""), " ")...); got != want {
				t.Errorf("%s: %q, want %q", c.line, got, want)
			}
		}
	}
}

// `help COMMAND` prints the same page as `COMMAND --help`.
func TestHelpOfACommand(t *testing.T) {
	for _, words := range []string{"", "play", "people rename", "setup", "setup dixit"} {
		a, _, code := parlor.Line(80, "", append([]string{"help"}, strings.Fields(words)...)...)
		b, _, _ := parlor.Line(80, "", append(strings.Fields(words), "--help")...)
		if a != b || code != exitDone {
			t.Errorf("help %s: exit code %d\n%s", words, code, a)
		}
	}
}

// An error is wrapped to the window it is read in.
func TestComplaintsFitTheWindow(t *testing.T) {
	var out, errs bytes.Buffer
	env := parlor.QuietEnv(40, "", &out, &errs)
	env.Progress = true
	Run(context.Background(), env, []string{"games", "--format", "xml"})
	for _, l := range strings.Split(errs.String(), "\n") {
		if layout.Width(l) > 40 {
			t.Errorf("wider than the window: %q", l)
		}
	}
}

// A number of days counts back from today, and includes the whole of the first day.
func TestSinceADay(t *testing.T) {
	for since, want := range map[string]string{"1d": "2026-03-01", "2D": "2026-02-28", "30d": "2026-01-31", "2026-02-03": "2026-02-03", "3/2/2026": "2026-02-03",
		"today": "2026-03-01", "Ontem": "2026-02-28", "sunday": "2026-03-01", "monday": "2026-02-23", "terça-feira": "2026-02-24", "sabado": "2026-02-28"} {
		got, is := history.Since(since, time.Date(2026, 3, 1, 23, 59, 0, 0, time.Local))
		if !is || got.Format("2006-01-02 15:04") != want+" 00:00" {
			t.Errorf("--since %s: %v %v, want %s", since, got, is, want)
		}
	}
}
