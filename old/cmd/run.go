package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/machine"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/output"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Main runs the program on this machine and returns its exit code.
func Main(args []string) int {
	cobra.MousetrapHelpText = "" // a double click in a file manager starts the program, too
	return Run(context.Background(), machine.System(), args)
}

// Run runs one command line and returns its exit code.
func Run(ctx context.Context, env Env, args []string) (code int) {
	ctx, over := context.WithCancel(ctx)
	defer over()
	wish := cmdline.Language(args)
	if offer.Asked(args) {
		wish = cmdline.Language(args[:len(args)-1]) // the last word is still being typed
	}
	a := newApp(env, lang.NewLocalizer(env.Language(wish), Catalogs()...))
	to := ""
	if a.Aloud() {
		a.voice.Aloud, to = true, a.voice.Say(aloudTo)
	}
	a.Out, a.asData = output.Edge(a.Out, a.ASCIIOnly(), to)
	a.Err, _ = output.Edge(a.Err, a.ASCIIOnly(), to)
	if offer.Asked(args) {
		a.asData() // a shell reads it
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
	ran, err := a.execute(ctx, args)
	if errors.Is(err, store.ErrUnsummed) {
		a.kept.Mend(cmp.Or(ran.Context(), ctx))
		ran, err = a.execute(ctx, args)
	}
	a.restore()
	a.host.Close()
	a.kept.EndCopy()
	if out.err != nil { // a result that could not be printed is not done
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

// execute runs the command that a line names, and returns it.
func (a *app) execute(ctx context.Context, args []string) (*cobra.Command, error) {
	root := newRoot(a, args)
	if offer.Asked(args) {
		cmdline.Undress(root)
	}
	root.SetArgs(args)
	return root.ExecuteContextC(ctx)
}

// printed is the output. It keeps the first error, since most printing ignores errors.
type printed struct {
	io.Writer
	err error
}

func (p *printed) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	p.err = cmp.Or(p.err, err)
	return n, err
}

var aloudTo = lang.Msg("cmd.aloud-to", "to") // in place of an arrow

var noOutput = lang.Msg("cmd.no-output", "the result cannot be printed: {why}")

var noLanguage = lang.Msg("cmd.no-language", "unknown language “{it}”; choose one of: {all}")

var seeHelp = lang.Msg("cmd.see-help", "“{command} --help” shows what can be typed.")

// exit prints the error on the error stream and returns the exit code. For a wrong command line it names the page of
// help of the command.
func (a *app) exit(err error, command string) int {
	code := exitFailed
	var bad *papers.Bad
	var wrong *usage
	var said *reported
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
	if a.Progress && (code == exitUsage || !strings.ContainsAny(say, `/\`)) { // a path or a command in it may be copied
		say = layout.Wrap(say, a.Width())
	}
	fmt.Fprintln(a.Err, say)
	return code
}

func (a *app) sentence(err error) string {
	var wrong *usage
	if errors.As(err, &wrong) {
		return a.voice.Say(wrong.Say)
	}
	return a.voice.Say(a.kept.Explain(err))
}
