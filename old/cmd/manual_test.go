package cmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Every command has a page in each language, with all its flags and the given date.
func TestManualPages(t *testing.T) {
	folder := t.TempDir()
	var out, errs bytes.Buffer
	env := parlor.QuietEnv(80, "", &out, &errs)
	env.Getenv = func(k string) string { return map[string]string{"SOURCE_DATE_EPOCH": "1000000000"}[k] }
	if code := Run(context.Background(), env, []string{"man", folder}); code != exitDone {
		t.Fatal(errs.String())
	}
	written := 0
	everyCommand(func(a *app, c *cobra.Command, words []string) {
		if len(words) > 1 && words[0] == "setup" {
			words = words[:1] // a game's own flags are on the common page
		} else {
			written++
		}
		dir := map[string]string{"en": "man1", "pt-BR": "pt_BR/man1"}[a.voice.Tag()]
		raw, err := os.ReadFile(filepath.Join(folder, dir, strings.Join(append([]string{"tablemate"}, words...), "-")+".1"))
		if err != nil {
			t.Error(err)
			return
		}
		page := strings.ReplaceAll(string(raw), `\-`, "-")
		for _, f := range shownFlags(c) {
			if !strings.Contains(page, "--"+f.Name+`\fR`) {
				t.Errorf("%v: --%s is not on the page", words, f.Name)
			}
		}
		if !strings.Contains(page, `"2001-09-09" "tablemate `+cmdline.Version+`"`) || !strings.Contains(page, c.Short) {
			t.Errorf("%v: %s", words, page)
		}
		if a.voice.Tag() == "pt-BR" && (strings.Contains(page, "EXAMPLES") || strings.Contains(page, "EXIT STATUS")) {
			t.Errorf("%v: English is left", words)
		}
	})
	pages, err := filepath.Glob(filepath.Join(folder, "*", "*.1"))
	more, _ := filepath.Glob(filepath.Join(folder, "*", "*", "*.1"))
	if n := len(slices.Concat(pages, more)); err != nil || n != written || n < 40 {
		t.Errorf("%d pages of %d commands in %d languages", n, written, len(lang.Languages))
	}
	if !strings.Contains(out.String(), "man -M "+folder+" tablemate\n") {
		t.Error(out.String())
	}
}

func TestManualThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	parlor.Check(t, os.WriteFile(file, nil, 0o600))
	if _, errs, code := parlor.Line(80, "", "man", file); code != exitFailed || !strings.HasPrefix(errs, "tablemate: "+file+" cannot be written: ") {
		t.Error(code, errs)
	}
}

// Every variable that the program reads is on the first manual page, in each language.
func TestManualNamesVariables(t *testing.T) {
	asked := map[string]bool{}
	for _, voice := range parlor.Voices() {
		a := newApp(parlor.QuietEnv(80, t.TempDir(), &bytes.Buffer{}, &bytes.Buffer{}), voice)
		a.Getenv = func(name string) string { asked[name] = true; return map[string]string{"TERM": "xterm"}[name] }
		a.Screen = true
		_, _, _, _ = a.Language(""), a.ASCIIOnly(), a.Aloud(), a.ink()
		_ = newApp(a.Env, voice)
		var page strings.Builder
		for _, part := range cmdline.Surroundings(voice) {
			for _, item := range part.Say {
				page.WriteString(item.Word + ", ")
			}
		}
		for name := range asked {
			if !strings.Contains(", "+page.String(), ", "+name+", ") {
				t.Errorf("%s: %s is not named", voice.Tag(), name)
			}
		}
	}
	if len(asked) < 8 {
		t.Errorf("only %v are asked for", asked)
	}
}
