// Package cmdline is cobra in two languages: the words after a command, flags that take one of a few values or a number,
// and the faults of a line. It knows none of the commands.
package cmdline

import (
	_ "embed"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Wrong is the fault of a command line.
type Wrong struct{ Err error }

func (w *Wrong) Error() string { return w.Err.Error() }

func (w *Wrong) Unwrap() error { return w.Err }

// Refuse returns a Wrong.
func Refuse(say lang.Text) error { return &Wrong{&fault.Failed{Say: say}} }

// RefuseFlag returns a Wrong that names the flag in front of the reason why it cannot have a value.
func RefuseFlag(flag, it string, why error) error {
	var own interface{ Text() lang.Text }
	if !errors.As(why, &own) {
		return why
	}
	return Refuse(lang.At("--"+flag+" "+it, own.Text()))
}

// Words takes from least to most words.
func Words(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) > most && most == 0:
			return stray(c, args[0])
		case len(args) > most:
			return Refuse(lang.T("unexpected argument “{it}”").With("it", args[most]))
		case len(args) < least:
			return Refuse(lang.T("missing argument: {line}").With("line", strings.TrimSuffix(c.UseLine(), " [flags]")))
		}
		return filled(c, args)
	}
}

// stray refuses a word, and suggests the command that may have been meant.
func stray(c *cobra.Command, word string) error {
	if !c.HasAvailableSubCommands() {
		return Refuse(lang.T("unexpected argument “{it}”").With("it", word))
	}
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(word); len(near) > 0 {
		return Refuse(lang.T("“{it}” is not a command; did you mean {near}?").With("it", word, "near", near[0]))
	}
	return Refuse(lang.T("“{it}” is not a command").With("it", word))
}

// filled refuses empty words and flags: a script used a variable without a value, and did not mean what the command does
// without that word.
func filled(c *cobra.Command, args []string) error {
	if slices.Contains(args, "") {
		return Refuse(lang.T("one of the arguments is empty; is a variable without a value?"))
	}
	blank := ""
	c.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && strings.TrimSpace(f.Value.String()) == "" {
			blank = f.Name
		}
	})
	if blank != "" {
		return Refuse(lang.T("--{flag} is empty; is a variable without a value?").With("flag", blank))
	}
	return nil
}

// badFlag returns cobra's and pflag's errors about flags as Wrongs.
func badFlag(_ *cobra.Command, err error) error {
	var own *Wrong
	var gone *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &gone) && gone.GetSpecifiedShortnames() != "":
		return Refuse(lang.T("unknown flag: {flag}").With("flag", "-"+gone.GetSpecifiedName()))
	case errors.As(err, &gone):
		return Refuse(lang.T("unknown flag: {flag}").With("flag", "--"+gone.GetSpecifiedName()))
	case errors.As(err, &valueless):
		return Refuse(lang.T("{flag} needs a value").With("flag", "--"+valueless.GetSpecifiedName()))
	case errors.As(err, &value):
		return Refuse(lang.T("{flag} cannot be “{value}”").With("flag", "--"+value.GetFlag().Name, "value", value.GetValue()))
	}
	return Refuse(lang.Literal(err.Error()))
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
