package cmd

import (
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// newRoot returns the commands for a line, or all of them if line is nil.
func newRoot(a *app, line []string) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "tablemate [" + a.voice.Say(wordCommand) + "]",
		Short: a.voice.Say(shortRoot),
		Long:  a.voice.Say(play.About),
		Args:  cmdline.NoArgs, Example: a.example(exampleRoot),
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				_, err := fmt.Fprintln(a.Out, "tablemate", cmdline.Build(debug.ReadBuildInfo()))
				return err
			}
			return a.atTable(c.Context(), (*play.Program).Menu)
		},

		// Help pages run without listening for signals: the system ends them well enough, and sooner.
		PersistentPreRunE: func(c *cobra.Command, args []string) error {
			if a.Until != nil {
				c.SetContext(a.Until(c.Context(), a.live()))
			}
			return cmdline.Filled(c, args)
		},
		SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.CompletionOptions.SetDefaultShellCompDirective(offer.Only)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	f := root.PersistentFlags()
	f.String("lang", "", a.voice.Say(flagLang))
	offer.Flag(root, "lang", offer.Values("en\tEnglish", "pt-BR\tPortuguês do Brasil"))
	f.StringVar(&a.kept.Data, "data", "", a.voice.Say(flagData.With("usual", a.Homely())))
	_ = root.MarkPersistentFlagDirname("data")
	f.BoolVar(&a.plain, "plain", false, a.voice.Say(flagPlain))
	f.BoolP("help", "h", false, a.voice.Say(flagHelp))
	a.phones.flags(a, root)
	root.Flags().BoolVar(&version, "version", false, a.voice.Say(flagVersion))
	inGroups(a, root, line)
	root.SetHelpCommand(cmdline.Help())
	cmdline.Page{Out: a.Out, Voice: a.voice, Width: a.Width}.Install(root)
	return root
}

var (
	shortRoot   = lang.Msg("cmd.short", "Keeps score at a real table, sets up games and settles ties")
	exampleRoot = lang.Msg("cmd.example", "tablemate\ntablemate play dixit")
	flagLang    = lang.Msg("cmd.flag-lang", "`en|pt-BR`: the language")
	flagData    = lang.Msg("cmd.flag-data", "`folder` in which games are kept; that of TABLEMATE_DATA, or {usual}, if not given")
	flagPlain   = lang.Msg("cmd.flag-plain", "plain lines, for pipes and screen readers")
	flagHelp    = lang.Msg("cmd.flag-help", "shows what can be typed")
	flagVersion = lang.Msg("cmd.flag-version", "the version of the program")
)

var (
	atTable    = lang.Msg("cmd.at-table", "At the table:")
	lookingUp  = lang.Msg("cmd.looking-up", "Setting up and looking up:")
	afterwards = lang.Msg("cmd.afterwards", "After the evening:")
	withSheets = lang.Msg("cmd.with-sheets", "With score sheets:")
	keptSafe   = lang.Msg("cmd.kept-safe", "Putting away and keeping safe:")
	forShell   = lang.Msg("cmd.for-shell", "For the shell:")
)

// A listed command has its line on the first page of help, and its builder.
type listed struct {
	name  string
	short lang.Text
	build func(*app) *cobra.Command
}

// inGroups adds all commands in the order of the list. It builds only those that the line names, because building all
// of them takes longer than printing the page; the others are just listed. If line is nil, it builds all.
func inGroups(a *app, root *cobra.Command, line []string) {
	setUp := func(a *app) *cobra.Command { return newSetup(a, root.PersistentFlags(), line) }
	man := func(a *app) *cobra.Command { return newMan(a, func(a *app) *cobra.Command { return newRoot(a, nil) }) }
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
			{"shelf", shortShelf, newShelf},
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
			{"man", shortMan, man},
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
