package cmdline

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

// Commands are listed in the order in which they are added, and a double click in a file manager starts the program.
func init() {
	cobra.EnableCommandSorting = false
	cobra.MousetrapHelpText = ""
}

// helpName is the command that shows the help of another one.
const helpName = "help"

// Dress gives commands their help and their refusals in a language, in lines of a width. A template would say the same,
// and take as long as the whole rest of the program.
func Dress(root *cobra.Command, l lang.Lang, width int) {
	p := pages{l, width}
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(badFlag)
	root.PersistentFlags().BoolP("help", "h", false, l.Say(lang.T("shows what can be typed")))
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { _, _ = io.WriteString(c.OutOrStdout(), p.help(c)) })
	root.SetHelpCommand(&cobra.Command{
		Use: helpName, Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			its, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return stray(root, args[len(args)-max(len(rest), 1)])
			}
			return its.Help()
		},
	})
	root.CompletionOptions.DisableDefaultCmd = true
}

// Try names the page of help for a line that was wrong.
func Try(c *cobra.Command) lang.Text {
	if c.Name() == helpName {
		c = c.Root()
	}
	return lang.T("“{command} --help” shows what can be typed.").With("command", c.CommandPath())
}

// pages writes the pages of help.
type pages struct {
	lang  lang.Lang
	width int
}

// help returns the page of a command: its purpose, its usage, examples, commands and flags.
func (p pages) help(c *cobra.Command) string {
	var b strings.Builder
	part := func(head lang.Text, lines string) {
		if lines != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", p.lang.Say(head), strings.TrimRight(lines, "\n "))
		}
	}
	about := c.Long
	if about == "" {
		about = c.Short
	}
	b.WriteString(report.Wrap(about, p.width) + "\n")
	c.DisableFlagsInUseLine = true
	part(lang.T("Usage:"), "  "+c.UseLine())
	part(lang.T("For example:"), c.Example)
	for _, g := range c.Groups() {
		part(lang.Literal(g.Title), p.commands(c, g.ID))
	}
	rest := p.commands(c, "")
	part(lang.T("Commands:"), rest)
	part(lang.T("Flags:"), c.LocalFlags().FlagUsagesWrapped(p.width))
	part(lang.T("For all commands:"), c.InheritedFlags().FlagUsagesWrapped(p.width))
	if len(c.Groups()) > 0 || rest != "" {
		more := lang.T("“{command} COMMAND --help” says more about one of them.").With("command", c.CommandPath())
		b.WriteString("\n" + report.Wrap(p.lang.Say(more), p.width) + "\n")
	}
	return b.String()
}

// commands returns the commands of a group, a line each.
func (p pages) commands(c *cobra.Command, group string) (lines string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.GroupID == group {
			name := fmt.Sprintf("  %-*s ", sub.NamePadding(), sub.Name())
			said := report.Wrap(sub.Short, p.width-len(name))
			lines += name + strings.ReplaceAll(said, "\n", "\n"+strings.Repeat(" ", len(name))) + "\n"
		}
	}
	return lines
}
