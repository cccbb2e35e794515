package cmdline

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Manual writes man pages, one for each command.
type Manual struct {
	Voice   *lang.Localizer
	Source  string                      // the program and its version
	Date    time.Time                   // of the pages
	More    func(*cobra.Command) []Part // further parts, after the flags
	Chapter string                      // the name of the manual
}

// A Part is a section of a page: sentences or flags.
type Part struct {
	Title string
	Say   []Item
	Flags []*pflag.Flag
}

// An Item is a word and its explanation.
type Item struct{ Word, Say string }

var (
	manName     = lang.Msg("cmdline.man-name", "NAME")
	manUse      = lang.Msg("cmdline.man-use", "SYNOPSIS")
	manAbout    = lang.Msg("cmdline.man-about", "DESCRIPTION")
	manCommands = lang.Msg("cmdline.man-commands", "COMMANDS")
	manFlags    = lang.Msg("cmdline.man-flags", "OPTIONS")
	manExamples = lang.Msg("cmdline.man-examples", "EXAMPLES")
	manSee      = lang.Msg("cmdline.man-see", "SEE ALSO")
)

// pageName returns the name of a command's page: “tablemate-people-rename”.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// WriteAll writes the pages of a command and its subcommands into a folder, and returns how many.
func (m Manual) WriteAll(dir string, c *cobra.Command) (n int, err error) {
	if err := os.WriteFile(filepath.Join(dir, pageName(c)+".1"), []byte(m.page(c)), 0o644); err != nil {
		return 0, err
	}
	n = 1
	for _, sub := range shown(c) {
		more, err := m.WriteAll(dir, sub)
		n += more
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// page returns the page of a command.
func (m Manual) page(c *cobra.Command) string {
	var b roff
	b.line(`'\" -*- coding: utf-8 -*-`) // groff needs it
	b.line(`.TH "` + escaped(strings.ToUpper(pageName(c))) + `" "1" "` + m.Date.UTC().Format(time.DateOnly) + `" "` + escaped(m.Source) + `" "` + escaped(m.Chapter) + `"`)
	head := func(t lang.Text) { b.call("SH", m.Voice.Say(t)) }

	head(manName)
	b.line(escaped(pageName(c)) + ` \- ` + escaped(c.Short))
	head(manUse)
	b.line(`\fB` + escaped(c.CommandPath()) + `\fR ` + escaped(strings.TrimSpace(strings.TrimPrefix(c.UseLine(), c.CommandPath())+" "+m.Voice.Say(anyFlags))))
	head(manAbout)
	b.text(about(c))
	m.commands(&b, c)
	head(manFlags)
	b.flags(flagsOf(c))
	for _, p := range m.More(c) {
		b.call("SH", p.Title)
		b.items(p.Say)
		b.flags(p.Flags)
	}
	if c.Example != "" {
		head(manExamples)
		b.call("nf")
		b.line(escaped(c.Example))
		b.call("fi")
	}
	m.see(&b, c)
	return b.String()
}

func (m Manual) commands(b *roff, c *cobra.Command) {
	all := groups(c, "")
	if len(all) == 0 {
		return
	}
	b.call("SH", m.Voice.Say(manCommands))
	for _, g := range all {
		if g.title != "" {
			b.call("SS", strings.TrimSuffix(g.title, ":"))
		}
		var items []Item
		for _, sub := range g.commands {
			items = append(items, Item{sub.Name(), sub.Short + "."})
		}
		b.items(items)
	}
}

// see refers to the pages of the parent and of the subcommands.
func (m Manual) see(b *roff, c *cobra.Command) {
	var pages []string
	if c.HasParent() {
		pages = append(pages, reference(c.Parent()))
	}
	for _, sub := range shown(c) {
		pages = append(pages, reference(sub))
	}
	if len(pages) > 0 {
		b.call("SH", m.Voice.Say(manSee))
		b.line(strings.Join(pages, ",\n"))
	}
}

// reference returns the name of a command's page, unbreakable.
func reference(c *cobra.Command) string { return `\%\fB` + escaped(pageName(c)) + `\fR(1)` }

// A roff is a page in the language of man(7).
type roff struct{ strings.Builder }

func (b *roff) line(s string) { b.WriteString(s + "\n") }

// call writes a request and its arguments.
func (b *roff) call(request string, words ...string) {
	for i, w := range words {
		words[i] = ` "` + escaped(w) + `"`
	}
	b.line("." + request + strings.Join(words, ""))
}

// text writes paragraphs. Indented lines keep their breaks.
func (b *roff) text(s string) {
	for i, p := range strings.Split(s, "\n\n") {
		if i > 0 {
			b.call("PP")
		}
		for j, l := range strings.Split(p, "\n") {
			if j > 0 {
				b.call("br")
			}
			if code := strings.TrimPrefix(l, "  "); code != l {
				b.line(`\ \ ` + escaped(code))
			} else {
				b.line(escaped(l))
			}
		}
	}
}

func (b *roff) items(all []Item) {
	for _, it := range all {
		b.call("TP")
		b.line(`\fB` + escaped(it.Word) + `\fR`)
		b.line(escaped(it.Say))
	}
}

func (b *roff) flags(all []*pflag.Flag) {
	for _, f := range all {
		value, say := Told(f)
		name := `\fB` + escaped("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			name = `\fB` + escaped("-"+f.Shorthand) + `\fR, ` + name
		}
		if value != "" {
			name += ` \fI` + escaped(value) + `\fR`
		}
		b.call("TP")
		b.line(name)
		b.line(escaped(say))
	}
}

// escaped returns text without requests and escapes, and with hyphens that can be copied.
func escaped(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
