package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/internal/lang"
)

// The first page of help: all commands, in groups, and the page of each.

var (
	atTable    = lang.Msg("cmd.at-table", "At the table:")
	lookingUp  = lang.Msg("cmd.looking-up", "Setting up and looking up:")
	afterwards = lang.Msg("cmd.afterwards", "After the evening:")
	withSheets = lang.Msg("cmd.with-sheets", "With score sheets:")
	keptSafe   = lang.Msg("cmd.kept-safe", "Putting away and keeping safe:")
	forShell   = lang.Msg("cmd.for-shell", "For the shell:")
)

// inGroups adds all commands to the first one, as they are listed.
func inGroups(a *app, root, setUp *cobra.Command) {
	for _, g := range []struct {
		id   string
		say  lang.Text
		such []*cobra.Command
	}{
		{"table", atTable, []*cobra.Command{newPlay(a), newResume(a), newBoard(a), newTimer(a)}},
		{"look-up", lookingUp, []*cobra.Command{setUp, newRules(a)}},
		{"after", afterwards, []*cobra.Command{newEvening(a), newGames(a), newShow(a), newStats(a), newPeople(a)}},
		{"sheets", withSheets, []*cobra.Command{newScore(a), newExport(a), newImport(a)}},
		{"safe", keptSafe, []*cobra.Command{newDelete(a), newUndelete(a), newBackup(a), newRestore(a), newRescue(a)}},
		{"shell", forShell, []*cobra.Command{newCompletion(a), newMan(a)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: a.voice.Say(g.say)})
		for _, c := range g.such {
			c.GroupID, c.DisableFlagsInUseLine = g.id, true
		}
		root.AddCommand(g.such...)
	}
}

// example is command lines as help shows them.
func (a *app) example(lines lang.Text) string {
	return "  " + strings.ReplaceAll(a.voice.Say(lines), "\n", "\n  ")
}

const helpCommand = "help"

// newHelp is `help COMMAND`, for who types it so.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: helpCommand, Hidden: true,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			about, rest, _ := c.Root().Find(args)
			var out []cobra.Completion
			for _, sub := range about.Commands() {
				if sub.IsAvailableCommand() && len(rest) == 0 {
					out = append(out, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return out, inOrder
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, _ := c.Root().Find(args)
			if len(rest) > 0 && about.HasAvailableSubCommands() {
				return cmdline.Stray(about, rest[0])
			}
			return about.Help()
		},
	}
}
