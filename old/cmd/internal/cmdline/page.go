package cmdline

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Page prints help.
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

// Commands keep the order in which they were added. The switch is global, so it is set before any goroutine could read it.
func init() { cobra.EnableCommandSorting = false }

// Install gives a command and its subcommands our help and our messages for wrong flags.
func (p Page) Install(root *cobra.Command) {
	root.SetFlagErrorFunc(badFlag)
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

// help returns the page of a command for a window of that many columns.
func (p Page) help(c *cobra.Command, columns int) string {
	var b strings.Builder
	line := func(s string) { b.WriteString(s + "\n") }
	line(layout.Wrap(about(c), columns))
	line("\n" + p.Voice.Say(headUsage))
	line("  " + layout.Hang(c.UseLine()+" "+p.Voice.Say(anyFlags), columns-2, "    "))
	if c.Example != "" {
		line("\n" + p.Voice.Say(headExample))
		line(c.Example) // unwrapped, so that it can be copied
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

// A group is a heading with its commands.
type group struct {
	title    string
	commands []*cobra.Command
}

// groups returns the subcommands by group. Those without one come under the title all.
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

// Narrower windows have the explanation of a flag below it.
const (
	sideBySide = 60 // columns
	below      = 10 // columns of indentation below a flag
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

// flagsOf returns the visible flags of a command by name.
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

// Told returns the placeholder for a flag's value, or "", and what the flag does. In the usage text the placeholder is the word
// in backquotes; followed by a colon, it is not repeated: “`folder`: where games are kept”. Literal values (“en|pt-BR”) stay as
// they are, other placeholders become upper case.
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

// Undress reduces the usage text of all flags to what they do, since shells show it as it is.
func Undress(c *cobra.Command) {
	bare := func(f *pflag.Flag) { _, f.Usage = Told(f) }
	c.LocalFlags().VisitAll(bare)
	for _, sub := range c.Commands() {
		Undress(sub)
	}
}
