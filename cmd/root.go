// Package cmd is the command line: it reads arguments, wires the rooms together and
// runs the evening's loop. It knows the machine only through Env, computes no
// points, and turns errors into exit codes in one place.
package cmd

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/output"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

// Exit codes of every command.
const (
	exitDone    = 0
	exitFailed  = 1   // it could not be done: a file, a disk
	exitUsage   = 2   // the command line is wrong
	exitSheet   = 3   // the sheet is not valid or not legal
	exitStopped = 130 // Ctrl-C; other signals are 128 and their number: prompt.ExitCode
)

// usage is a command line that is wrong.
type usage = cmdline.Wrong

// badSheet is a sheet that is not valid or not legal.
type badSheet struct{ err error }

func (b *badSheet) Error() string { return b.err.Error() }
func (b *badSheet) Unwrap() error { return b.err }

// failed is something that could not be done, said in a sentence.
type failed = play.Failed

// app is what every command is given: the machine, the voice, and the wishes that
// every command takes.
type app struct {
	Env
	voice *lang.Localizer
	data  string // --data
	plain bool   // --plain

	phones sharing // what the line says of phones

	named   string              // what is played on a frame for other games, where the line says so
	asData  func()              // prints what follows as it is: it goes into files and to other programs
	store   *store.Store        // the file of games that is open, or was last
	playing *session.Session    // the game that is played just now
	window  io.Writer           // what Out prints to, for codes that draw
	host    *play.Sharing       // who is asked, once somebody is
	moments func() timer.Moment // both clocks of the machine, once somebody looks
	copied  func()              // ends the copy of the day, once it is begun
}

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, env Env, args []string) (code int) {
	wish := cmdline.Language(args)
	if offer.Asked(args) {
		wish = cmdline.Language(args[:len(args)-1]) // the last word is being typed
	}
	a := &app{Env: env, voice: lang.NewLocalizer(env.language(wish), catalogs()...)}
	to := ""
	if a.aloud() {
		a.voice.Aloud, to = true, a.voice.Say(aloudTo)
	}
	a.Out, a.asData = output.Edge(a.Out, a.asciiOnly(), to)
	a.Err, _ = output.Edge(a.Err, a.asciiOnly(), to)
	if offer.Asked(args) {
		a.asData() // for a shell
	}
	a.window = a.Out
	if _, known := lang.Known(wish); wish != "" && !known && !offer.Asked(args) {
		return a.exit(&usage{Say: noLanguage.With("it", wish, "all", strings.Join(lang.Languages, ", "))}, "tablemate")
	}
	out := &printed{Writer: a.Out}
	a.Out = out
	defer func() {
		if v := recover(); v != nil {
			a.restore()
			code = caught(a, v)
		}
	}()
	root := newRoot(a, args)
	if offer.Asked(args) {
		cmdline.Undress(root)
	}
	root.SetArgs(args)
	ran, err := runLine(ctx, root, args)
	a.restore()
	if a.copied != nil {
		a.copied()
	}
	if out.err != nil { // a result that nobody could read is none
		err = &failed{Say: noOutput.With("why", fault.Why(out.err)), Err: out.err}
	}
	why := context.Cause(cmp.Or(ran.Context(), ctx))
	if _, ended := prompt.ExitCode(why); ended && err != nil {
		err = why
	}
	if ran.Name() == cmdline.HelpCommand && ran.HasParent() {
		ran = ran.Parent()
	}
	return a.exit(err, strings.TrimSpace(ran.CommandPath()+" "+ran.Annotations[itsGame]))
}

// runLine runs a line, and returns the command that it named. A line with an empty word in it is wrong; but a shell asks what such a
// word may become.
func runLine(ctx context.Context, root *cobra.Command, line []string) (*cobra.Command, error) {
	if !offer.Asked(line) {
		if c, err := cmdline.Filled(root, line); err != nil {
			return c, err
		}
	}
	return root.ExecuteContextC(ctx)
}

// printed is the output. It keeps its first error: most of what is printed looks at none.
type printed struct {
	io.Writer
	err error
}

func (p *printed) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	p.err = cmp.Or(p.err, err)
	return n, err
}

var (
	aloudTo    = lang.Msg("cmd.aloud-to", "to") // stands for an arrow
	noOutput   = lang.Msg("cmd.no-output", "the result cannot be printed: {why}")
	noLanguage = lang.Msg("cmd.no-language", "unknown language “{it}”; choose one of: {all}")
	problem    = lang.Msg("cmd.problem", "tablemate: {what}")
	seeHelp    = lang.Msg("cmd.see-help", "“{command} --help” shows what can be typed.")
)

// exit says what went wrong, on the error stream, and chooses the exit code. Where the
// line is wrong, the command that it names tells more about itself.
func (a *app) exit(err error, command string) int {
	code := exitFailed
	var bad *badSheet
	var wrong *usage
	var said *told
	if ended, ok := prompt.ExitCode(err); ok {
		return ended
	}
	switch {
	case err == nil, errors.Is(err, ask.ErrQuit):
		return exitDone
	case errors.As(err, &said):
		return said.code
	case errors.As(err, &bad):
		code = exitSheet
	case errors.As(err, &wrong):
		code = exitUsage
	}
	say := a.voice.Say(problem.With("what", a.sentence(err)))
	if code == exitUsage {
		say += "\n" + a.voice.Say(seeHelp.With("command", command))
	}
	if a.Progress && (code == exitUsage || !strings.ContainsAny(say, `/\`)) { // a path, or a command with one, is copied
		say = layout.Wrap(say, a.width())
	}
	fmt.Fprintln(a.Err, say)
	return code
}

// sentence is any error in the voice's language.
func (a *app) sentence(err error) string {
	var wrong *usage
	var could *failed
	var refused *fault.Fault
	var damaged *session.Damaged
	switch {
	case errors.As(err, &wrong):
		return a.voice.Say(wrong.Say)
	case errors.As(err, &damaged) && errors.Is(err, store.ErrDamaged):
		return a.voice.Say(play.Setting{Data: a.data}.Damage(damaged))
	case errors.As(err, &could):
		return a.voice.Say(could.Say)
	case errors.As(err, &refused):
		return fault.Said(a.voice, refused)
	case errors.Is(err, store.ErrDamaged): // it was found later
		return a.sentence(a.badFile(a.file(), err))
	}
	return a.voice.Say(session.Explain(err))
}

// newRoot is the program for a line, or all of it for no line.
func newRoot(a *app, line []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "tablemate [" + a.voice.Say(wordCommand) + "]",
		Short: a.voice.Say(shortRoot),
		Long:  a.voice.Say(longRoot),
		Args:  cmdline.NoArgs(), Example: a.example(exampleRoot),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.opened(c.Context(), func(st *store.Store) error { return menu(c.Context(), a, st) })
		},

		// Who only reads a page of help needs no ear for signals: the system ends them well enough, sooner.
		PersistentPreRun: func(c *cobra.Command, _ []string) {
			if a.Until != nil {
				c.SetContext(a.Until(c.Context(), a.live()))
			}
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
	f.StringVar(&a.data, "data", "", a.voice.Say(flagData.With("usual", homely(a.Env))))
	_ = root.MarkPersistentFlagDirname("data")
	f.BoolVar(&a.plain, "plain", false, a.voice.Say(flagPlain))
	f.BoolP("help", "h", false, a.voice.Say(flagHelp))
	a.phones.flags(a, root)
	version := root.Flags().Bool("version", false, a.voice.Say(flagVersion))
	run := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if *version {
			_, err := fmt.Fprintln(a.Out, "tablemate", cmdline.Build(debug.ReadBuildInfo()))
			return err
		}
		return run(c, args)
	}
	inGroups(a, root, line)
	root.SetHelpCommand(cmdline.Help())
	cmdline.Page{Out: a.Out, Voice: a.voice, Width: a.width}.Install(root)
	return root
}

var (
	shortRoot   = lang.Msg("cmd.short", "Keeps score at a real table, sets up games and settles ties")
	longRoot    = lang.Msg("cmd.long", "Tablemate keeps score at a real table, sets up games and settles ties.\nAlone, it carries on with an unfinished game or begins a new one.")
	exampleRoot = lang.Msg("cmd.example", "tablemate\ntablemate play dixit")
	flagLang    = lang.Msg("cmd.flag-lang", "`en|pt-BR`: the language")
	flagData    = lang.Msg("cmd.flag-data", "`folder` in which games are kept; that of TABLEMATE_DATA, or {usual}, if not given")
	wordCommand = lang.Msg("cmd.word-command", "COMMAND")
	flagPlain   = lang.Msg("cmd.flag-plain", "plain lines, for pipes and screen readers")
	flagHelp    = lang.Msg("cmd.flag-help", "shows what can be typed")
	flagVersion = lang.Msg("cmd.flag-version", "the version of the program")
	flagFormat  = lang.Msg("cmd.flag-format", "`format`: table (the default), markdown, csv or json")
)

var badFormat = lang.Msg("cmd.bad-format", "unknown format “{it}”; choose one of: {all}")

// A format is the value of --format: one of a few.
type format struct {
	is     report.Format
	all    []string
	chosen func(report.Format)
}

func (f *format) String() string { return string(f.is) }
func (f *format) Type() string   { return "string" }

// Set refuses what cannot be chosen, and names what can.
func (f *format) Set(it string) error {
	if !slices.Contains(f.all, it) {
		return &usage{Say: badFormat.With("it", it, "all", strings.Join(f.all, ", "))}
	}
	f.is = report.Format(it)
	f.chosen(f.is)
	return nil
}

// formatFlag adds --format, with what may be chosen, the default first. All but a table is data.
func formatFlag(a *app, c *cobra.Command, say lang.Text, all []string) *report.Format {
	f := &format{is: report.Format(all[0]), all: all, chosen: func(f report.Format) {
		if f != report.Table {
			a.asData()
		}
	}}
	c.Flags().Var(f, "format", a.voice.Say(say))
	offer.Flag(c, "format", offer.Values(all...))
	return &f.is
}

func (a *app) page() report.Printer {
	return report.Printer{Out: a.Out, Voice: a.voice, Width: a.width(), Ink: a.ink()}
}

// reporter tells of people whose colors a file keeps.
func (a *app) reporter(st *store.Store) history.Reporter {
	return history.Reporter{Store: st, Games: games, Voice: a.voice, Now: a.Now, Kept: play.Colors(st)}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "cmd", Files: files}
