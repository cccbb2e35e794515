package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

// newRoot returns all commands, in the language of the app.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "tablemate [" + a.say(lang.T("COMMAND")) + "]",
		Short: a.say(lang.T("Keeps score at a real table, sets up games and settles ties")),
		Long: a.says(lang.T("Tablemate keeps score at a real table, sets up games and settles ties."),
			lang.T("Alone, it carries on with an unfinished game or begins a new one.")),
		Example: "  tablemate\n  tablemate play dixit",
		Args:    cmdline.Words(0, 0), PersistentPreRunE: a.settles,
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	f := root.PersistentFlags()
	f.String("lang", "", a.say(lang.T("the `language`: en, pt-BR")))
	f.StringVar(&a.data, "data", "", a.say(lang.T("`folder` in which games are kept; that of TABLEMATE_DATA if not given")))
	f.BoolVar(&a.plain, "plain", false, a.say(lang.T("plain lines and sentences, for pipes and screen readers")))
	asked := root.Flags().Bool("version", false, a.say(lang.T("the version of the program")))
	root.RunE = func(c *cobra.Command, _ []string) error {
		if *asked {
			_, err := fmt.Fprintln(a.Out, "tablemate", build())
			return err
		}
		return a.atTable(c.Context(), menu)
	}
	languages := []string{"en\tEnglish", "pt-BR\tPortuguês do Brasil"}
	_ = root.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(languages, cobra.ShellCompDirectiveNoFileComp))
	_ = root.MarkPersistentFlagDirname("data")
	for _, g := range []struct {
		head lang.Text
		all  []*cobra.Command
	}{
		{lang.T("At the table:"), []*cobra.Command{newPlay(a), newResume(a), newTimer(a)}},
		{lang.T("Before a game:"), []*cobra.Command{newSetup(a), newRules(a), newShelf(a)}},
		{lang.T("Afterwards:"), []*cobra.Command{newShow(a), newGames(a), newStats(a), newExport(a), newScore(a)}},
		{lang.T("What is kept:"), []*cobra.Command{newImport(a), newRename(a), newDelete(a), newUndelete(a), newCompletion(a)}},
	} {
		root.AddGroup(&cobra.Group{ID: a.say(g.head), Title: a.say(g.head)})
		for _, c := range g.all {
			c.GroupID = a.say(g.head)
		}
		root.AddCommand(g.all...)
	}
	cmdline.Dress(root, a.lang, a.Width())
	sharesAlone(root)
	return root
}

// sharesAlone has --share without a command say where it belongs.
func sharesAlone(root *cobra.Command) {
	wrong := root.FlagErrorFunc()
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		var gone *pflag.NotExistError
		if c == root && errors.As(err, &gone) && gone.GetSpecifiedName() == "share" {
			return cmdline.Refuse(lang.T("--share goes with a game: tablemate play GAME --share"))
		}
		return wrong(c, err)
	})
}

// formatted adds --format.
func (a *app) formatted(c *cobra.Command) *report.Format {
	return cmdline.OneOf(c, "format", a.say(lang.T("how it is printed")), report.Terminal, report.Formats...)
}

// version is that of this source.
const version = "0.1.0"

// build returns the version as precisely as the toolchain knows it.
func build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return version
	}
	return cmp.Or(strings.TrimPrefix(info.Main.Version, "v"), version)
}
