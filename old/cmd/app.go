// Package cmd is the command line: it reads arguments, connects the packages, and runs one command. It knows the
// machine only through Env, computes no points, and turns errors into exit codes in one place.
package cmd

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/machine"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/output"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/playable"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

// The exit codes of every command.
const (
	exitDone    = 0
	exitFailed  = 1   // not done: a file, a disk
	exitUsage   = 2   // the command line is wrong
	exitSheet   = 3   // the sheet is not valid or not legal
	exitStopped = 130 // Ctrl-C; other signals are 128 and their number: prompt.ExitCode
)

// usage reports a wrong command line.
type usage = cmdline.Wrong

// failed reports something that could not be done, in a sentence.
type failed = fault.Failed

// reported ends a command that has reported everything itself.
type reported struct{ code int }

func (t *reported) Error() string { return fmt.Sprint("cmd: reported, exit ", t.code) }

// app holds what every command is given: the machine, the voice, and the options of every command.
type app struct {
	Env
	voice *lang.Localizer
	plain bool // --plain

	phones shareOptions // --share and what goes with it

	kept   kept.File           // the file of games, with --data
	shelf  playable.Shelf      // everything that can be played
	asData func()              // prints the rest unchanged: it goes into files and to other programs
	at     *play.Program       // the program at the table; nil: none runs
	window io.Writer           // the stream below Out, for escape codes
	host   *play.Sharing       // asks questions; nil: none has been asked yet
	moment func() timer.Moment // reads both clocks of the machine; all its readings fit together
}

func newApp(env Env, voice *lang.Localizer) *app {
	a := &app{Env: env, voice: voice, moment: timer.Reader(env.Now)}
	a.shelf.Kept = &a.kept
	a.kept = kept.File{Usual: cmp.Or(env.Getenv("TABLEMATE_DATA"), env.Home), Games: games, All: a.shelf.All, Now: env.Now, Random: env.Random, Voice: voice, Note: a.note, Progress: a.progress}
	return a
}

func (a *app) shell() offer.Shell { return offer.Shell{Shelf: a.shelf} }

// progress returns a line for slow work. It is drawn only on a terminal that somebody sees.
func (a *app) progress() *output.Progress {
	var to io.Writer
	if a.looksAt(a.Progress) {
		to = a.Err
	}
	return output.NewProgress(to, a.Now, a.Width)
}

// note prints a sentence, wrapped, on the error stream.
func (a *app) note(t lang.Text) { fmt.Fprintln(a.Err, layout.Wrap(a.voice.Say(t), a.Width())) }

// line prints a sentence, wrapped.
func (a *app) line(t lang.Text) { fmt.Fprintln(a.Out, layout.Wrap(a.voice.Say(t), a.Width())) }

// advise prints a sentence and a command below it, which stays in one piece, so that it can be copied.
func (a *app) advise(to io.Writer, say lang.Text, command ...string) {
	fmt.Fprintf(to, "%s\n  %s\n", layout.Wrap(a.voice.Say(say), a.Width()), a.kept.Command(command...))
}

// print prints a sentence unwrapped, so that a path in it can be copied.
func (a *app) print(say lang.Text) { fmt.Fprintln(a.Out, a.voice.Say(say)) }

// Env is the machine that the program runs on.
type Env = machine.Env

// shareOptions holds the options about phones.
type shareOptions struct {
	share           bool
	addr, cert, key string
}

var problem = lang.Msg("cmd.problem", "tablemate: {what}")

func (a *app) page() report.Printer {
	return report.Printer{Out: a.Out, Voice: a.voice, Width: a.Width(), Ink: a.ink()}
}

func (a *app) example(lines lang.Text) string {
	return "  " + strings.ReplaceAll(a.voice.Say(lines), "\n", "\n  ")
}

var flagFormat = lang.Msg("cmd.flag-format", "`format`: table (the default), markdown, csv or json")

// formatFlag adds --format with its values, the default first. Every format but the table is data.
func formatFlag(a *app, c *cobra.Command, say lang.Text, all []string) *report.Format {
	f := &cmdline.Choice[report.Format]{Is: report.Format(all[0]), All: all, Chosen: func(f report.Format) {
		if f != report.Table {
			a.asData()
		}
	}}
	c.Flags().Var(f, "format", a.voice.Say(say))
	offer.Flag(c, "format", offer.Values(all...))
	return &f.Is
}

var (
	wordCommand = lang.Msg("cmd.word-command", "COMMAND")
	wordID      = lang.Msg("cmd.word-id", "ID")
	wordIDs     = lang.Msg("cmd.word-ids", "ID…")
	whichKept   = lang.Msg("cmd.which-kept", "the id of a game (tablemate games lists them)")
)
