package cmdline

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

func TestNear(t *testing.T) {
	for _, c := range []struct{ word, want string }{
		{"play", "play"}, {"PLAY", "play"}, {"paly", "play"}, {"ply", "play"}, {"pl", ""}, {"people", "people"}, {"poeple", "people"},
		{"pepol", ""}, {"picturperfekt", "picture-perfect"}, {"pictureprefekt", ""}, {"", ""}, {"chess", ""},
	} {
		if got := Near(c.word, []string{"play", "people", "picture-perfect"}); got != c.want {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestTold(t *testing.T) {
	for _, c := range []struct{ usage, value, say string }{
		{"`folder` in which games are kept", "FOLDER", "folder in which games are kept"},
		{"`format`: table, markdown", "FORMAT", "table, markdown"},
		{"`en|pt-BR`: the language", "en|pt-BR", "the language"},
		{"only since a `day`: or later", "DAY", "only since a day: or later"},
	} {
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		f.String("x", "", c.usage)
		if value, say := Told(f.Lookup("x")); value != c.value || say != c.say {
			t.Errorf("%q: %q %q", c.usage, value, say)
		}
	}
}

// tool returns a command with everything that a page can have.
func tool() *cobra.Command {
	run := func(*cobra.Command, []string) {}
	c := &cobra.Command{Use: "tool", Short: "Does “it” - all", Long: ".Begins like a request,\n'and so on.\n\nThen:\n\n  a\\b -c\n  d", Example: "  tool \"x\"\n  tool -h", Run: run, DisableFlagsInUseLine: true}
	c.Flags().StringP("key", "k", "", "`file` of the key")
	c.Flags().Bool("all", false, "everything")
	c.Flags().String("old", "", "of before")
	_ = c.Flags().MarkHidden("old")
	c.AddGroup(&cobra.Group{ID: "a", Title: "One group:"})
	c.AddCommand(&cobra.Command{Use: "go", Short: "Goes", GroupID: "a", Run: run}, &cobra.Command{Use: "stay", Short: "Stays", Run: run}, &cobra.Command{Use: "gone", Short: "Is gone", Hidden: true, Run: run})
	return c
}

// The golden pages were looked at with man and mandoc.
func TestPages(t *testing.T) {
	c := tool()
	m := Manual{
		Voice: lang.NewLocalizer("en"), Source: "tool 1", Date: time.Date(2026, 11, 22, 23, 0, 0, 0, time.UTC), Chapter: "Tools",
		More: func(*cobra.Command) []Part { return []Part{{Title: "FILES", Say: []Item{{"~/.tool", "all of it"}}}} },
	}
	ttytest.Golden(t, "tool.1", m.page(c))
	for name, columns := range map[string]int{"wide.txt": 80, "narrow.txt": 40} {
		var page bytes.Buffer
		Page{Out: &page, Voice: lang.NewLocalizer("pt-BR", Texts), Width: func() int { return columns }}.Install(c)
		laws.Need(t, c.Help())
		ttytest.Golden(t, name, page.String())
	}
}

// parts records each Write by itself.
type parts []string

func (p *parts) Write(b []byte) (int, error) { *p = append(*p, string(b)); return len(b), nil }

// A page is written with one Write, its commands in the order in which they were added.
func TestPageIsOnePiece(t *testing.T) {
	c := &cobra.Command{Use: "tool", Short: "Is a tool"}
	run := func(*cobra.Command, []string) {}
	c.AddCommand(&cobra.Command{Use: "stay", Short: "Stays", Run: run}, &cobra.Command{Use: "go", Short: "Goes", Run: run})
	var page parts
	Page{Out: &page, Voice: lang.NewLocalizer("en"), Width: func() int { return 80 }}.Install(c)
	laws.Need(t, c.Help())
	if len(page) != 1 || strings.Index(page[0], "Stays") > strings.Index(page[0], "Goes") {
		t.Errorf("%q", page)
	}
}
