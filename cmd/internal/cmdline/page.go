package cmdline

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Page is where help is printed.
type Page struct {
	Out   io.Writer
	Voice *lang.Localizer
	Width func() int // columns
}

var (
	anyFlags     = lang.Msg("cmdline.any-flags", "[flags]")
	headUsage    = lang.Msg("cmdline.head-usage", "Usage:")
	headCommands = lang.Msg("cmdline.head-commands", "Commands:")
	headFlags    = lang.Msg("cmdline.head-flags", "Flags:")
	moreAbout    = lang.Msg("cmdline.more-about", "“{command} COMMAND --help” says more about one of them; so does “{help} COMMAND”.")
	headExample  = lang.Msg("cmdline.head-example", "For example:")
)

// Commands are listed as they were added, wherever a page is made. Only here nobody asks for their order at the same moment.
func init() { cobra.EnableCommandSorting = false }

// Install makes the help and the faults of a command and of those below it speak the page's language.
func (p Page) Install(root *cobra.Command) {
	root.SetFlagErrorFunc(BadFlag)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		_, _ = io.WriteString(p.Out, p.help(c, p.Width())) // in one piece
	})
}

// about returns what a command does, in sentences.
func about(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// help returns the page of a command for a window of so many columns.
func (p Page) help(c *cobra.Command, columns int) string {
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	line(layout.Wrap(about(c), columns))
	line("\n" + p.Voice.Say(headUsage))
	line("  " + layout.Hang(c.UseLine()+" "+p.Voice.Say(anyFlags), columns-2, "    "))
	if c.Example != "" {
		line("\n" + p.Voice.Say(headExample))
		line(c.Example) // in one piece, so that it can be copied
	}
	for _, g := range groups(c, p.Voice.Say(headCommands)) {
		line("\n" + g.title)
		for _, sub := range g.commands {
			name := fmt.Sprintf("  %-11s", sub.Name())
			line(name + layout.Hang(sub.Short, columns, strings.Repeat(" ", len(name))))
		}
	}
	line("\n" + p.Voice.Say(headFlags))
	for _, l := range flagLines(c, columns) {
		line(l)
	}
	if c.HasAvailableSubCommands() {
		help := strings.Replace(c.CommandPath(), c.Root().Name(), c.Root().Name()+" help", 1)
		line("\n" + layout.Wrap(p.Voice.Say(moreAbout.With("command", c.CommandPath(), "help", help)), columns))
	}
	return b.String()
}

// A group is commands that belong together.
type group struct {
	title    string
	commands []*cobra.Command
}

// groups returns the commands below one, those of no group under a title for all.
func groups(c *cobra.Command, all string) []group {
	var out []group
	for _, g := range append([]*cobra.Group{{Title: all}}, c.Groups()...) {
		its := group{title: g.Title}
		for _, sub := range shown(c) {
			if sub.GroupID == g.ID {
				its.commands = append(its.commands, sub)
			}
		}
		if len(its.commands) > 0 {
			out = append(out, its)
		}
	}
	return out
}

// A window that is wide enough has flags and what they say side by side.
const (
	sideBySide = 60 // columns
	below      = 10 // columns, where a sentence stands under its flag
)

func flagLines(c *cobra.Command, columns int) (lines []string) {
	all := flagsOf(c)
	column := 0
	for _, f := range all {
		column = max(column, layout.Width(head(f)))
	}
	for _, f := range all {
		_, say := Told(f)
		name, room := "  "+head(f), strings.Repeat(" ", column+5)
		if columns < sideBySide {
			room = strings.Repeat(" ", below)
			lines = append(lines, name)
			name = ""
		}
		name += strings.Repeat(" ", len(room)-layout.Width(name))
		lines = append(lines, name+layout.Hang(say, columns, room))
	}
	return lines
}

// flagsOf returns all flags that a command takes and shows, by name.
func flagsOf(c *cobra.Command) []*pflag.Flag {
	both := pflag.NewFlagSet("", pflag.ContinueOnError)
	both.AddFlagSet(c.LocalFlags())
	both.AddFlagSet(c.InheritedFlags())
	var out []*pflag.Flag
	both.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			out = append(out, f)
		}
	})
	return out
}

// head returns a flag as it is typed: “-h, --help”, “    --players N”.
func head(f *pflag.Flag) string {
	name := "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	if value, _ := Told(f); value != "" {
		name += " " + value
	}
	return name
}

// Told returns what stands for a flag's value, "" where it takes none, and what the flag does. In the flag's own text the value
// is the word between backquotes; one that a colon follows is not said again: “`folder`: where games are kept”. What may be
// chosen (“en|pt-BR”) is typed so, any other word is one to put something in the place of, and written large.
func Told(f *pflag.Flag) (value, say string) {
	value, say = pflag.UnquoteUsage(f)
	if rest, ok := strings.CutPrefix(say, value+": "); ok && value != "" {
		say = rest
	}
	if !strings.Contains(value, "|") {
		value = strings.ToUpper(value)
	}
	return value, say
}

// Undress leaves of the texts of all flags below a command what is said: shells show them as they are.
func Undress(c *cobra.Command) {
	bare := func(f *pflag.Flag) { _, f.Usage = Told(f) }
	c.LocalFlags().VisitAll(bare)
	for _, sub := range c.Commands() {
		Undress(sub)
	}
}
