package cmd

import (
	"slices"

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

// A listed command is what the first page of help says of it, and how it is made.
type listed struct {
	name  string
	short lang.Text
	build func(*app) *cobra.Command
}

// inGroups adds all commands to the first one, as they are listed. A command that the line does not name is there to be
// listed only: to make all of them takes longer than to print the page. Without a line all are made.
func inGroups(a *app, root *cobra.Command, line []string) {
	setUp := func(a *app) *cobra.Command { return newSetup(a, root.PersistentFlags(), line) }
	for _, g := range []struct {
		id   string
		say  lang.Text
		such []listed
	}{
		{"table", atTable, []listed{
			{"play", shortPlay, newPlay},
			{"resume", shortResume, newResume},
			{"board", shortBoard, newBoard},
			{"timer", shortTimer, newTimer},
		}},
		{"look-up", lookingUp, []listed{
			{"setup", shortSetup, setUp},
			{"rules", shortRules, newRules},
		}},
		{"after", afterwards, []listed{
			{"evening", shortEvening, newEvening},
			{"games", shortGames, newGames},
			{"show", shortShow, newShow},
			{"stats", shortStats, newStats},
			{"people", shortPeople, newPeople},
		}},
		{"sheets", withSheets, []listed{
			{"score", shortScore, newScore},
			{"export", shortExport, newExport},
			{"import", shortImport, newImport},
		}},
		{"safe", keptSafe, []listed{
			{"delete", shortDelete, newDelete},
			{"undelete", shortUndelete, newUndelete},
			{"backup", shortBackup, newBackup},
			{"restore", shortRestore, newRestore},
			{"rescue", shortRescue, newRescue},
		}},
		{"shell", forShell, []listed{
			{"completion", shortCompletion, newCompletion},
			{"man", shortMan, newMan},
		}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: a.voice.Say(g.say)})
		for _, l := range g.such {
			c := &cobra.Command{Use: l.name, Run: func(*cobra.Command, []string) {}}
			if line == nil || slices.Contains(line, l.name) {
				c = l.build(a)
			}
			c.Short, c.GroupID, c.DisableFlagsInUseLine = a.voice.Say(l.short), g.id, true
			root.AddCommand(c)
		}
	}
}

// example is command lines as help shows them.
func (a *app) example(lines lang.Text) string { return cmdline.Example(a.voice, lines) }
