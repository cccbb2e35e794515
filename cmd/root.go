package cmd

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

// Commands are listed in the order in which they are added, and a double click in a file manager starts the program.
func init() {
	cobra.EnableCommandSorting = false
	cobra.MousetrapHelpText = ""
}

// newRoot returns all commands, in the language of the app.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "tablemate [" + a.say(lang.T("COMMAND")) + "]",
		Short: a.say(lang.T("Keeps score at a real table, sets up games and settles ties")),
		Long: a.wrapped(lang.T("Tablemate keeps score at a real table, sets up games and settles ties."),
			lang.T("Alone, it carries on with an unfinished game or begins a new one.")),
		Example: "  tablemate\n  tablemate play dixit",
		Args:    words(0, 0), SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		PersistentPreRunE: func(c *cobra.Command, args []string) error { return filled(c, args) },
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	f := root.PersistentFlags()
	f.String("lang", "", a.say(lang.T("the `language`: en, pt-BR")))
	f.StringVar(&a.data, "data", "", a.say(lang.T("`folder` in which games are kept; that of TABLEMATE_DATA if not given")))
	f.BoolVar(&a.plain, "plain", false, a.say(lang.T("plain lines and sentences, for pipes and screen readers")))
	f.BoolP("help", "h", false, a.say(lang.T("shows what can be typed")))
	version := root.Flags().Bool("version", false, a.say(lang.T("the version of the program")))
	root.RunE = func(c *cobra.Command, _ []string) error {
		if *version {
			_, err := fmt.Fprintln(a.Out, "tablemate", build(debug.ReadBuildInfo()))
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
	a.dress(root)
	return root
}

// wrapped returns sentences that fit the window.
func (a *app) wrapped(all ...lang.Text) string {
	return report.Wrap(strings.Join(a.lang.All(all), " "), a.Width())
}

// dress gives the commands their help in the language of the app. A template would say the same, and take as long as the
// whole rest of the program.
func (a *app) dress(root *cobra.Command) {
	root.SetFlagErrorFunc(badFlag)
	root.SetHelpCommand(a.help())
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := io.WriteString(c.OutOrStderr(), a.usage(c))
		return err
	})
	root.CompletionOptions.DisableDefaultCmd = true
	for _, c := range root.Commands() {
		c.DisableFlagsInUseLine = true
		for _, sub := range c.Commands() {
			sub.DisableFlagsInUseLine = true
		}
	}
}

// usage returns what can be typed.
func (a *app) usage(c *cobra.Command) string {
	var b strings.Builder
	part := func(head lang.Text, lines string) {
		if lines != "" {
			fmt.Fprintf(&b, "%s\n%s\n\n", a.say(head), strings.TrimRight(lines, "\n "))
		}
	}
	part(lang.T("Usage:"), "  "+c.UseLine())
	part(lang.T("For example:"), c.Example)
	for _, g := range c.Groups() {
		part(lang.Literal(g.Title), a.commands(c, g.ID))
	}
	rest := a.commands(c, "")
	part(lang.T("Commands:"), rest)
	part(lang.T("Flags:"), c.LocalFlags().FlagUsagesWrapped(a.Width()))
	part(lang.T("For all commands:"), c.InheritedFlags().FlagUsagesWrapped(a.Width()))
	if len(c.Groups()) == 0 && rest == "" {
		return strings.TrimSuffix(b.String(), "\n")
	}
	more := lang.T("“{command} COMMAND --help” says more about one of them.").With("command", c.CommandPath())
	return b.String() + a.wrapped(more) + "\n"
}

// commands returns the commands of a group, a line each.
func (a *app) commands(c *cobra.Command, group string) (lines string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.GroupID == group {
			name := fmt.Sprintf("  %-*s ", sub.NamePadding(), sub.Name())
			said := report.Wrap(sub.Short, a.Width()-len(name))
			lines += name + strings.ReplaceAll(said, "\n", "\n"+strings.Repeat(" ", len(name))) + "\n"
		}
	}
	return lines
}

const helpName = "help"

// help is the command that shows the help of another one.
func (a *app) help() *cobra.Command {
	return &cobra.Command{
		Use: helpName, Short: a.say(lang.T("shows what can be typed")), Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			its, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return stray(c.Root(), args[len(args)-max(len(rest), 1)])
			}
			return its.Help()
		},
	}
}

// words takes from least to most arguments.
func words(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > most {
			return stray(c, args[most])
		}
		if len(args) < least {
			return wrong(lang.T("something is missing: {line}").With("line", c.UseLine()))
		}
		return nil
	}
}

// stray refuses an argument, and suggests the command that may have been meant.
func stray(c *cobra.Command, word string) error {
	if !c.HasAvailableSubCommands() {
		return wrong(lang.T("unexpected argument “{it}”").With("it", word))
	}
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(word); len(near) > 0 {
		return wrong(lang.T("“{it}” is not a command; did you mean {near}?").With("it", word, "near", near[0]))
	}
	return wrong(lang.T("“{it}” is not a command").With("it", word))
}

// filled refuses empty arguments: a script used a variable without a value, and did not mean what the command does
// without that word.
func filled(c *cobra.Command, args []string) error {
	blank := slices.Contains(args, "")
	c.Flags().Visit(func(f *pflag.Flag) { blank = blank || f.Value.Type() == "string" && f.Value.String() == "" })
	if blank && !completing([]string{c.Name()}) {
		return wrong(lang.T("one of the arguments is empty; is a variable without a value?"))
	}
	return nil
}

// badFlag says what is wrong with a flag.
func badFlag(_ *cobra.Command, err error) error {
	var own *usage
	var gone *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &gone) && gone.GetSpecifiedShortnames() != "":
		return wrong(lang.T("unknown flag: {flag}").With("flag", "-"+gone.GetSpecifiedName()))
	case errors.As(err, &gone):
		return wrong(lang.T("unknown flag: {flag}").With("flag", "--"+gone.GetSpecifiedName()))
	case errors.As(err, &valueless):
		return wrong(lang.T("{flag} needs a value").With("flag", "--"+valueless.GetSpecifiedName()))
	case errors.As(err, &value):
		return wrong(lang.T("{flag} cannot be “{value}”").With("flag", "--"+value.GetFlag().Name, "value", value.GetValue()))
	}
	return wrong(lang.Literal(err.Error()))
}

// A choice is the value of a flag that takes one of a few.
type choice struct {
	flag   string
	values []string
	take   func(string) error
}

func (c choice) String() string { return "" }
func (c choice) Type() string   { return strings.Join(c.values, "|") }

// Set refuses what is none of the values.
func (c choice) Set(it string) error {
	if !slices.Contains(c.values, it) {
		return notOne(c.flag, it, c.values)
	}
	return c.take(it)
}

// chosen adds a flag that takes one of a few values.
func (a *app) chosen(c *cobra.Command, flag string, take func(string) error, say lang.Text, values ...string) {
	c.Flags().Var(choice{flag, values, take}, flag, a.say(say))
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

func notOne(flag, it string, values []string) error {
	return wrong(lang.T("--{flag} {it}: choose one of: {values}").With("flag", flag, "it", it, "values", strings.Join(values, ", ")))
}

// formatted adds --format. The pointer has its value once the line was read.
func (a *app) formatted(c *cobra.Command) *report.Format {
	var all []string
	for _, f := range report.Formats {
		all = append(all, string(f))
	}
	f := report.Terminal
	a.chosen(c, "format", func(it string) error { f = report.Format(it); return nil }, lang.T("how it is printed"), all...)
	return &f
}

// version is that of this source.
const version = "0.1.0"

// build returns the version as precisely as the toolchain knows it: the module's if it was installed as one, else that of
// the source with its commit.
func build(info *debug.BuildInfo, ok bool) string {
	if !ok {
		return version
	}
	commit, altered := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = " " + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			altered = "+"
		}
	}
	if of, known := strings.CutPrefix(info.Main.Version, "v"); known && commit == "" {
		return of
	}
	return version + commit + altered
}
