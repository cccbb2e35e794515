package cmdline

import (
	"strings"

	"github.com/spf13/cobra"
)

// HelpCommand is the name of the help command.
const HelpCommand = "help"

// Help returns the command `help COMMAND`.
func Help() *cobra.Command {
	return &cobra.Command{
		Use: HelpCommand, Hidden: true,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, rest, _ := c.Root().Find(args)
			var out []cobra.Completion
			for _, sub := range shown(about) {
				if len(rest) == 0 {
					out = append(out, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, _ := c.Root().Find(args)
			if len(rest) > 0 && about.HasAvailableSubCommands() {
				return stray(about, rest[0])
			}
			return about.Help()
		},
	}
}

// shown returns the subcommands that a page names.
func shown(c *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			out = append(out, sub)
		}
	}
	return out
}

// Language finds the value of --lang before flags are parsed, since help needs it.
func Language(line []string) string {
	for i, word := range line {
		if v, ok := strings.CutPrefix(word, "--lang="); ok {
			return v
		}
		if word == "--lang" && i+1 < len(line) {
			return line[i+1]
		}
		if word == "--" {
			break
		}
	}
	return ""
}
