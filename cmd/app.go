// Package cmd is the command line: it reads arguments, wires the rooms together and
// runs the evening's loop. It knows the machine only through Env, computes no
// points, and turns errors into exit codes in one place.
package cmd

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/machine"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/output"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/playable"
	"github.com/tablemate/tablemate/cmd/internal/report"
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

// failed is something that could not be done, said in a sentence.
type failed = fault.Failed

// told is an end of which everything is said.
type told struct{ code int }

func (t *told) Error() string { return fmt.Sprint("cmd: told, exit ", t.code) }

// app is what every command is given: the machine, the voice, and the wishes that
// every command takes.
type app struct {
	Env
	voice *lang.Localizer
	plain bool // --plain

	phones sharing // what the line says of phones

	kept   kept.File           // the file of games, with --data
	shelf  playable.Shelf      // all that can be played
	asData func()              // prints what follows as it is: it goes into files and to other programs
	at     *play.Program       // the table that is played at; nil: none is
	window io.Writer           // what Out prints to, for codes that draw
	host   *play.Sharing       // who is asked, once somebody is
	moment func() timer.Moment // both clocks of the machine
}

// newApp returns what all commands of a run are given.
func newApp(env Env, voice *lang.Localizer) *app {
	a := &app{Env: env, voice: voice, moment: timer.Reader(env.Now)}
	a.shelf.Kept = &a.kept
	a.kept = kept.File{Usual: cmp.Or(env.Getenv("TABLEMATE_DATA"), env.Home), Games: games, All: a.shelf.All, Now: env.Now, Random: env.Random, Voice: voice, Note: a.note, Progress: a.progress}
	return a
}

// shell returns what says what may be typed.
func (a *app) shell() offer.Shell { return offer.Shell{Shelf: a.shelf} }

// progress returns a line for something that takes long, which nobody sees who does not look at a terminal.
func (a *app) progress() *output.Progress {
	var to io.Writer
	if a.looksAt(a.Progress) {
		to = a.Err
	}
	return output.NewProgress(to, a.Now, a.Width)
}

// note says something beside the output.
func (a *app) note(t lang.Text) { fmt.Fprintln(a.Err, layout.Wrap(a.voice.Say(t), a.Width())) }

// line prints a sentence, wrapped.
func (a *app) line(t lang.Text) { fmt.Fprintln(a.Out, layout.Wrap(a.voice.Say(t), a.Width())) }

// advise prints a sentence and a command below it, which stays in one piece, so that it can be copied.
func (a *app) advise(to io.Writer, say lang.Text, command ...string) {
	fmt.Fprintf(to, "%s\n  %s\n", layout.Wrap(a.voice.Say(say), a.Width()), a.kept.Command(command...))
}

// print prints a sentence. A path in it stays in one piece, so that it can be copied.
func (a *app) print(say lang.Text) { fmt.Fprintln(a.Out, a.voice.Say(say)) }

// Env is the machine that the program runs on.
type Env = machine.Env

// sharing is how phones come to the table.
type sharing struct {
	share           bool
	addr, cert, key string
}

var problem = lang.Msg("cmd.problem", "tablemate: {what}")

func (a *app) page() report.Printer {
	return report.Printer{Out: a.Out, Voice: a.voice, Width: a.Width(), Ink: a.ink()}
}

// example returns command lines as help shows them.
func (a *app) example(lines lang.Text) string { return cmdline.Example(a.voice, lines) }

var flagFormat = lang.Msg("cmd.flag-format", "`format`: table (the default), markdown, csv or json")

// formatFlag adds --format, with what may be chosen, the default first. All but a table is data.
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
