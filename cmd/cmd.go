// Package cmd is the command line: it reads arguments, connects the packages, and runs one command. It knows the machine
// only through Env, computes no points, and turns errors into exit codes in one place.
package cmd

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/machine"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
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

// An app is what every command is given: the machine, the language, and the options of every command.
type app struct {
	Env
	lang  lang.Lang
	out   *printed
	data  string
	plain bool

	args    []string       // of the command line
	brought []scoring.Game // out of files of one's own
	owned   bool           // brought is complete
}

// Main runs the program on this machine and returns its exit code.
func Main(args []string) int { return Run(context.Background(), machine.System(), args) }

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, env Env, args []string) (code int) {
	wish := wished(args)
	out := &printed{Writer: env.Out}
	env.Out = out
	a := &app{Env: env, lang: env.Language(wish), out: out, args: args}
	defer func() {
		if v := recover(); v != nil {
			code = a.crashed(v)
		}
	}()
	root := newRoot(a)
	if _, known := lang.Known(wish); wish != "" && !known && !completing(args) {
		return a.exit(cmdline.Refuse(lang.T("unknown language “{it}”; choose one of: {all}").With("it", wish, "all", "en, pt-BR")), root)
	}
	root.SetArgs(a.withDays(args))
	ran, err := root.ExecuteContextC(ctx)
	if out.err != nil { // a result that could not be printed is not done
		err = &fault.Failed{Say: lang.T("the result cannot be printed: {why}").With("why", fault.Why(out.err)), Err: out.err}
	}
	return a.exit(err, ran)
}

// crashed says that the program is wrong. The terminal is in order: its keyboard was closed on the way here.
func (a *app) crashed(v any) int {
	say := lang.T("Something went wrong inside the program, and it has to stop. Everything answered so far is kept.")
	fmt.Fprintf(a.Err, "tablemate: %s\n\n%v\n%s", a.lang.Say(say), v, debug.Stack())
	return exitFailed
}

// wished returns the value of --lang, which is needed before the commands can be built; "" if there is none.
func wished(args []string) (wish string) {
	for i, arg := range args {
		value, is := strings.CutPrefix(arg, "--lang=")
		switch {
		case arg == "--":
			return wish
		case is:
			wish = value
		case arg == "--lang" && i+1 < len(args):
			wish = args[i+1]
		}
	}
	return wish
}

// completing reports whether a shell asks how a line may go on.
func completing(args []string) bool {
	return len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
}

// printed is the output. It keeps the first error, as most printing ignores errors.
type printed struct {
	io.Writer
	err error
}

// Write writes until there was an error.
func (p *printed) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.Writer.Write(b)
	p.err = err
	return n, err
}

// errStopped is the error of a clock that was left before its end.
var errStopped = errors.New("it was left before its end")

// A badSheet is a score sheet that is not valid or not legal.
type badSheet struct{ error }

func (b *badSheet) Unwrap() error { return b.error }

// exit prints an error and returns the exit code. For a wrong command line it names the page of help.
func (a *app) exit(err error, ran *cobra.Command) int {
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, ask.Leave) && a.Keyboard == nil: // the input ended
		return exitDone
	case errors.Is(err, ask.Leave), errors.Is(err, errStopped):
		return exitStopped
	}
	var line *cmdline.Wrong
	switch {
	case errors.As(err, &line):
		a.warn(line.Say)
		fmt.Fprintln(a.Err, a.say(cmdline.Try(ran)))
		return exitUsage
	case errors.As(err, new(*badSheet)):
		a.warn(err)
		return exitSheet
	}
	a.warn(err)
	return exitFailed
}

// warn prints a text or an error where it is no result.
func (a *app) warn(what any) {
	say, is := what.(lang.Text)
	if err, fails := what.(error); !is && fails {
		say = lang.Literal(fault.Said(a.lang, err))
	}
	fmt.Fprintln(a.Err, "tablemate: "+a.say(say))
}

// warnOf prints what is wrong with a file or a line of one.
func (a *app) warnOf(place any, err error) {
	a.warn(lang.At(place, lang.Literal(fault.Said(a.lang, err))))
}

func (a *app) say(t lang.Text) string { return a.lang.Say(t) }

// says returns sentences in a row.
func (a *app) says(all ...lang.Text) string { return strings.Join(a.lang.All(all), " ") }

// wrapped returns sentences that fit the window.
func (a *app) wrapped(all ...lang.Text) string { return report.Wrap(a.says(all...), a.Width()) }

// print prints a report.
func (a *app) print(d report.Doc, f report.Format) error { return a.printer().Print(d, f) }

// printer returns what prints reports to the output.
func (a *app) printer() report.Printer {
	return report.Printer{W: a.Out, Width: a.Width(), Plain: a.plainly(), Color: a.colors(), Lang: a.lang}
}

func (a *app) colors() bool {
	return a.Color() && !a.plain
}

// plainly reports whether sentences take the place of tables and pictures: not in a pipe that nobody asked about.
func (a *app) plainly() bool {
	return a.plain || a.Plain() && (a.Screen || a.Getenv("TERM")+a.Getenv("ACCESSIBLE") != "")
}

// folder returns where everything is kept.
func (a *app) folder() store.Folder {
	f := store.Folder{Data: a.Data(a.data), Cache: a.Cache, Build: version}
	a.older(f)
	return f
}

// command returns a command line that can be copied, for the same folder.
func (a *app) command(words ...string) string {
	line := "tablemate " + strings.Join(words, " ")
	if a.data == "" {
		return line
	}
	dir, err := filepath.Abs(a.data)
	if err != nil {
		dir = a.data
	}
	if strings.ContainsAny(dir, " '\"$`&;()*?<>|#!") {
		dir = strconv.Quote(dir)
	}
	return line + " --data " + dir
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
