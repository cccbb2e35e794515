// Package cmd is the command line: it reads arguments, connects the packages, and runs one command. It knows the machine
// only through Env, computes no points, and turns errors into exit codes in one place.
package cmd

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/machine"
	"github.com/tablemate/tablemate/cmd/internal/rack"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Env is the machine that the program runs on.
type Env = machine.Env

// The exit codes of every command.
const (
	exitDone    = 0
	exitFailed  = 1   // not done: a file, a disk
	exitUsage   = 2   // the command line is wrong
	exitSheet   = 3   // the sheet is not valid or not legal
	exitStopped = 130 // Ctrl-C
)

// An app holds the machine, the language and the flags of one line, for every command.
type app struct {
	voice
	screen io.Writer        // the writer under Out, for a keyboard
	data   string           // the value of --data
	looked bool             // the folder was looked at, and its faults were said
	all    *history.Listing // the kept games, once somebody has asked for them
	args   []string         // of the command line
	games  *rack.Rack
}

// Main runs the program on this machine and returns its exit code.
func Main(args []string) int { return Run(context.Background(), machine.System(), args) }

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, env Env, args []string) (code int) {
	wish := cmdline.Value(args, "--lang")
	screen, out := env.Out, &machine.Output{To: env.Out}
	env.Out = out
	a := &app{voice: voice{Env: env, lang: env.Language(wish)}, screen: screen, args: args}
	defer func() {
		if v := recover(); v != nil {
			code = a.crashed(v)
		}
	}()
	root := newRoot(a)
	if _, known := lang.Known(wish); wish != "" && !known && !cmdline.Completes(args) {
		return a.exit(cmdline.Refuse(lang.T("--lang {it}: unknown language; choose one of: {all}").With("it", wish, "all", "en, pt-BR")), root)
	}
	root.SetArgs(cmdline.WithDay(args, "--"+oneEvening, a.Now()))
	ran, err := root.ExecuteContextC(ctx)
	// A script must not take a result for done that could not be printed.
	if out.Err != nil {
		err = unprinted(out.Err)
	}
	return a.exit(err, ran)
}

// crashed says that the program is wrong. The terminal is in order: its keyboard was closed on the way here.
func (a *app) crashed(v any) int {
	say := lang.T("Something went wrong inside the program, and it has to stop. Everything answered so far is kept.")
	fmt.Fprintf(a.Err, "tablemate: %s\n\n%v\n%s", a.lang.Say(say), v, debug.Stack())
	return exitFailed
}

// errStopped is the error of a clock that was left before its end.
var errStopped = errors.New("it was left before its end")

// A badSheet is a score sheet that is not valid or not legal.
type badSheet struct{ error }

func (b *badSheet) Unwrap() error { return b.error }

// unprinted returns the error of output that cannot be written.
func unprinted(err error) error {
	return &fault.Failed{Say: lang.T("the result cannot be printed: {why}").With("why", fault.Why(err)), Err: err}
}

// refused returns the refusal of a command line for a fault.
func refused(err error) error {
	if !fault.Is(err) {
		return err
	}
	return &cmdline.Wrong{Err: err}
}

// exit prints an error and returns the exit code. For a wrong command line it names the page of help.
func (a *app) exit(err error, ran *cobra.Command) int {
	switch {
	case err == nil:
		return exitDone
	// Without a keyboard, leaving means that the input has ended, as it does at the end of a script.
	case errors.Is(err, ask.Leave) && a.Keyboard == nil:
		return exitDone
	case errors.Is(err, ask.Leave), errors.Is(err, errStopped):
		return exitStopped
	}
	a.warn(err)
	switch {
	case errors.As(err, new(*cmdline.Wrong)):
		fmt.Fprintln(a.Err, a.say(cmdline.Try(ran)))
		return exitUsage
	case errors.As(err, new(*badSheet)):
		return exitSheet
	}
	return exitFailed
}

// folder returns where everything is kept. A command that cannot know that has been refused before.
func (a *app) folder() store.Folder {
	dir, err := a.Data(a.data)
	if err != nil {
		// A shell completes a line that will be refused. It finds no games in a folder that cannot be.
		dir = os.DevNull
	}
	f := store.Folder{Data: dir}
	if a.looked || cmdline.Completes(a.args) {
		return f
	}
	a.looked = true
	a.older(f)
	if err := f.CheckNames(); err != nil {
		a.warn(err)
	}
	return f
}

// homeless marks commands that need no folder.
const homeless = "homeless"

// settles refuses a line whose folder for games cannot be known or cannot be.
func (a *app) settles(c *cobra.Command, _ []string) error {
	// The version, a clock and a script for a shell need no folder, unless the line names one.
	asked := c.Flags().Lookup("version")
	if a.data == "" && (c.Annotations[homeless] != "" || asked != nil && asked.Changed) || cmdline.Completes(a.args) {
		return nil
	}
	_, err := a.Data(a.data)
	var said []any
	if a.data == "" {
		said = []any{"flag", "TABLEMATE_DATA", "it", a.Getenv("TABLEMATE_DATA")}
	} else {
		said = []any{"flag", "--data", "it", a.data}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, machine.ErrNoHome):
		return cmdline.Refuse(lang.T("nothing says where your home folder is: HOME has to be a whole path. Or name a folder for games with --data"))
	case errors.Is(err, machine.ErrOtherHome):
		return cmdline.Refuse(lang.T("{flag} {it}: ~ alone is your own home folder; please write the whole path of another one").With(said...))
	}
	return cmdline.Refuse(lang.T("{flag} {it}: {why}").With(append(said, "why", fault.Why(err))...))
}

// command returns a line that can be copied, for the same folder.
func (a *app) command(words ...string) string {
	dir := a.data
	if dir != "" {
		// A folder that cannot be was refused before the command ran.
		dir, _ = a.Data(dir)
	}
	return cmdline.Copyable(dir, append([]string{cmp.Or(a.Program, "tablemate")}, words...)...)
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
