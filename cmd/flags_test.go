package cmd

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/machine"
)

// nonsense holds values that no flag takes but those for text. Numbers are nothing, below nothing, enormous, or none.
var nonsense = []string{
	"", "0", "-0", "-1", "-9223372036854775808", "9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999d", "9999999d",
	"1e3", "0x10", "1.5", "NaN", "x", " ", "\u200b", "\x00", "\n", "--", "-", ",", "~nobody", "2026-13-45", strings.Repeat("9", 5000),
}

// takes reports whether a value is one that a flag may have.
func takes(f *pflag.Flag, value string) bool {
	blank := strings.TrimSpace(value) == ""
	switch f.Name {
	case "seed":
		return slices.Contains([]string{"0", "9223372036854775807", "9223372036854775808", "0x10"}, value)
	case "data": // any folder of a system, or of the user; not every Windows tells how long a name may be
		return !blank && value != "\x00" && value[0] != '~' && (len(value) < 256 || runtime.GOOS == "windows")
	case "since", "evening":
		return value == "0" || value == "-0" // today
	}
	return f.Value.Type() == "bool" && value == "0"
}

// flagged returns every flag of every command, as a line that has only that flag to complain about.
func flagged(t *testing.T) (lines [][]string, flags []*pflag.Flag) {
	t.Helper()
	needs := map[string]string{"timer": "1s", "rename": "Ana Bia", "undelete": "kobe", "delete": "kobe", "import": "-", "shelf show": "azul", "shelf check": "-", "completion": "bash"}
	more := map[string]string{"have": "--draw", "seed": "--draw", "next": "--again"}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		words := strings.Fields(c.CommandPath())[1:]
		words = append(words, strings.Fields(needs[strings.Join(words, " ")])...)
		all := pflag.NewFlagSet("", pflag.ContinueOnError)
		all.AddFlagSet(c.LocalFlags())
		all.AddFlagSet(c.InheritedFlags())
		all.VisitAll(func(f *pflag.Flag) {
			flags = append(flags, f)
			line := append(slices.Clone(words), strings.Fields(more[f.Name])...)
			if len(words) > 0 && words[0] == "setup" && f.Name != "players" {
				line = append(line, "--players", "4")
			}
			lines = append(lines, append(line, "--"+f.Name))
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	env := environment(strings.NewReader(""), nil, nil)
	walk(newRoot(&app{voice: voice{Env: env, lang: "en"}, args: []string{"setup"}}))
	return lines, flags
}

// Every flag of every command is refused by its name if its value makes no sense, in both languages, and then nothing was
// done: nothing is printed, and nothing is kept.
func TestFlagsThatMakeNoSense(t *testing.T) {
	lines, flags := flagged(t)
	if len(lines) < 100 {
		t.Fatalf("only %d flags", len(lines))
	}
	data := t.TempDir()
	for k, line := range lines {
		flag := strings.TrimPrefix(line[len(line)-1], "--")
		for i, value := range nonsense {
			if takes(flags[k], value) {
				continue
			}
			words := append(slices.Clone(line[:len(line)-1]), "--"+flag+"="+value)
			if flag != "lang" {
				words = append([]string{"--lang", []string{"en", "pt-BR"}[i%2]}, words...)
			}
			var out, said strings.Builder
			env := environment(strings.NewReader(""), &out, &said)
			env.Home = data
			env.Addresses, env.Listen = machine.System().Addresses, machine.System().Listen
			code := Run(context.Background(), env, words)
			if code != exitUsage || !strings.Contains(said.String(), "--"+flag) || strings.Contains(said.String(), "goroutine") {
				t.Errorf("%q: exit code %d, %.300s", words, code, said.String())
			}
			if out.Len() > 0 {
				t.Errorf("%q: %.100s", words, out.String())
			}
			if kept := left(data); kept != nil {
				t.Errorf("%q leaves %q", words, kept)
			}
		}
	}
}

// left returns the files below a folder.
func left(dir string) (all []string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != dir {
			all = append(all, path)
		}
		return nil
	})
	return all
}

// The home folder is said as ~ where a shell leaves that alone, and where it is in no variable nothing is written below the
// root of the disk or the current folder.
func TestHome(t *testing.T) {
	home := t.TempDir()
	variables := map[string]string{}
	run := func(words ...string) (code int, said string) {
		var out strings.Builder
		env := environment(strings.NewReader(""), &out, &out)
		env.Getenv = func(name string) string { return variables[name] }
		code = Run(context.Background(), env, words)
		return code, out.String()
	}
	t.Chdir(t.TempDir())
	sheet := filepath.Join(home, "sheet.json")
	if err := os.WriteFile(sheet, []byte(`{"game":"versus","players":["Ana","Bia","Caio"],"events":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		home, variable string
		line           string
		code           int
		phrase         string
	}{
		{home, "", "import SHEET --data=~/games of ours", 0, "1 game is kept"},
		{home, "~/games of ours", "games", 0, "Versus"},
		{home, "", "games --data=~", 0, "No such game"},
		{home, "", "games --data=~nobody/x", 2, "--data ~nobody/x: ~ alone is your own home folder"},
		{home, "~nobody", "games", 2, "TABLEMATE_DATA ~nobody: ~ alone"},
		{home, "~nobody", "timer 0", 2, "is not a length of time"},
		{"", "", "import SHEET", 2, "HOME has to be a whole path"},
		{"rel", "~/x", "import SHEET", 2, "HOME has to be a whole path"},
		{"", "", "play pad", 2, "HOME has to be a whole path"},
		{"", "", "--lang pt-BR", 2, "HOME precisa ser um caminho completo"},
		{"", "", "--help", 0, "Usage"},
		{"", "", "--version", 0, "tablemate"},
		{"", "", "completion bash", 0, "tablemate"},
		{"", "", "__complete play d", 0, "dixit"},
	} {
		variables["HOME"], variables["USERPROFILE"], variables["TABLEMATE_DATA"] = c.home, c.home, c.variable
		var words []string
		for i, word := range strings.Split(strings.Replace(c.line, "SHEET", sheet, 1), " ") {
			if i > 0 && (word == "of" || word == "ours") {
				words[len(words)-1] += " " + word
				continue
			}
			words = append(words, word)
		}
		if code, said := run(words...); code != c.code || !strings.Contains(said, c.phrase) {
			t.Errorf("HOME=%s TABLEMATE_DATA=%s %s: exit code %d, %s", c.home, c.variable, c.line, code, said)
		}
	}
	if kept := left("."); kept != nil {
		t.Errorf("the current folder has %q", kept)
	}
	if _, err := os.Stat(filepath.Join(home, "games of ours", "games")); err != nil {
		t.Error(err)
	}
}
