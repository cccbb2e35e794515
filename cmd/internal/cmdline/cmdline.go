// Package cmdline is what every command line has: its page of help, and what is wrong with it, in
// the words and the language of the program. It knows no command.
package cmdline

import (
	"embed"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Wrong command line, and what is wrong with it.
type Wrong struct{ Say lang.Text }

func (w *Wrong) Error() string { return w.Say.String() }

// A Page is where help is printed.
type Page struct {
	Out   io.Writer
	Voice *lang.Localizer
	Width func() int // columns
}

var (
	anyFlags     = lang.Msg("cmdline.any-flags", " [flags]")
	headUsage    = lang.Msg("cmdline.head-usage", "Usage:")
	headCommands = lang.Msg("cmdline.head-commands", "Commands:")
	headFlags    = lang.Msg("cmdline.head-flags", "Flags:")
	headExample  = lang.Msg("cmdline.head-example", "For example:")
)

// Install makes the help and the faults of a command and of those below it speak the page's language.
func (p Page) Install(root *cobra.Command) {
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return BadFlag(err) })
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		long := c.Long
		if long == "" {
			long = c.Short + "."
		}
		fmt.Fprintln(p.Out, layout.Wrap(long, p.Width()))
		fmt.Fprintln(p.Out)
		p.usage(c)
	})
	root.SetUsageFunc(func(c *cobra.Command) error { p.usage(c); return nil })
}

func (p Page) usage(c *cobra.Command) {
	say := func(t lang.Text) { fmt.Fprintln(p.Out, p.Voice.Say(t)) }
	say(headUsage)
	fmt.Fprintf(p.Out, "  %s%s\n", c.UseLine(), p.Voice.Say(anyFlags))
	if c.Example != "" {
		fmt.Fprintln(p.Out)
		say(headExample)
		fmt.Fprintln(p.Out, c.Example)
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintln(p.Out)
		say(headCommands)
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(p.Out, "  %-10s %s\n", sub.Name(), sub.Short)
			}
		}
	}
	fmt.Fprintln(p.Out)
	say(headFlags)
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.AddFlagSet(c.LocalFlags())
	flags.AddFlagSet(c.InheritedFlags())
	fmt.Fprint(p.Out, flags.FlagUsagesWrapped(p.Width()))
}

var (
	unknownFlag    = lang.Msg("cmdline.unknown-flag", "unknown flag: {flag}")
	flagValue      = lang.Msg("cmdline.flag-value", "{flag} needs a value")
	BadFlagValue   = lang.Msg("cmdline.bad-flag-value", "{flag} cannot be “{value}”")
	unknownCommand = lang.Msg("cmdline.unknown-command", "“{it}” is not a command")
	didYouMean     = lang.Msg("cmdline.did-you-mean", "“{it}” is not a command; did you mean {near}?")
	manyArguments  = lang.Msg("cmdline.many-arguments", "unexpected argument “{it}”")
	needsArgument  = lang.Msg("cmdline.needs-argument", "{command}: missing argument: {what}")
)

// BadFlag is what pflag found, in our words.
func BadFlag(err error) error {
	var gone *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &gone):
		name := "--" + gone.GetSpecifiedName()
		if gone.GetSpecifiedShortnames() != "" {
			name = "-" + gone.GetSpecifiedName()
		}
		return &Wrong{unknownFlag.With("flag", name)}
	case errors.As(err, &valueless):
		return &Wrong{flagValue.With("flag", "--"+valueless.GetSpecifiedName())}
	case errors.As(err, &value):
		return &Wrong{BadFlagValue.With("value", value.GetValue(), "flag", "--"+value.GetFlag().Name)}
	}
	return &Wrong{lang.Literal("{e}").With("e", err.Error())}
}

// NoArgs takes no word behind a command; one that nearly is a command is told.
func NoArgs() cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		if c.HasParent() {
			return &Wrong{manyArguments.With("it", args[0])}
		}
		if near := c.SuggestionsFor(args[0]); len(near) > 0 {
			return &Wrong{didYouMean.With("it", args[0], "near", near[0])}
		}
		return &Wrong{unknownCommand.With("it", args[0])}
	}
}

// Words takes least to most words behind a command; what names the first one.
func Words(least, most int, what lang.Text) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return &Wrong{needsArgument.With("command", c.CommandPath(), "what", what)}
		case len(args) > most:
			return &Wrong{manyArguments.With("it", args[most])}
		}
		return nil
	}
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "cmdline", Files: files}
