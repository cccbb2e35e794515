// Package cmdline is cobra in two languages: the words after a command, flags that take one of a few values, and what is
// said of a wrong line. It knows none of the commands.
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

// A Wrong says what is wrong with a command line.
type Wrong struct{ Err error }

func (w *Wrong) Error() string { return w.Err.Error() }

func (w *Wrong) Unwrap() error { return w.Err }

// Refuse returns a Wrong.
func Refuse(say lang.Text) error { return &Wrong{&fault.Failed{Say: say}} }

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

// filled refuses empty words: a script used a variable without a value, and did not mean what the command does without
// that word.
func filled(c *cobra.Command, args []string) error {
	blank := slices.Contains(args, "")
	c.Flags().Visit(func(f *pflag.Flag) { blank = blank || f.Value.Type() == "string" && f.Value.String() == "" })
	if blank {
		return Refuse(lang.T("one of the arguments is empty; is a variable without a value?"))
	}
	return nil
}

// badFlag says what is wrong with a flag.
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

// OneOf adds a flag that takes one of a few values, and returns where it is after the line was read: first until then.
func OneOf[S ~string](c *cobra.Command, flag, say string, first S, values ...S) *S {
	v := &choice[S]{flag: flag, values: values, it: first}
	c.Flags().Var(v, flag, say)
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(v.words(), cobra.ShellCompDirectiveNoFileComp))
	return &v.it
}

type choice[S ~string] struct {
	flag   string
	values []S
	it     S
	given  bool
}

func (c *choice[S]) words() (out []string) {
	for _, v := range c.values {
		out = append(out, string(v))
	}
	return out
}

// String returns what was given: help has no need of the default.
func (c *choice[S]) String() string {
	if !c.given {
		return ""
	}
	return string(c.it)
}

// Type returns the values, as help has them behind the flag.
func (c *choice[S]) Type() string { return strings.Join(c.words(), "|") }

// Set refuses what is none of the values.
func (c *choice[S]) Set(it string) error {
	if !slices.Contains(c.values, S(it)) {
		say := lang.T("--{flag} {it}: choose one of: {values}")
		return Refuse(say.With("flag", c.flag, "it", it, "values", strings.Join(c.words(), ", ")))
	}
	c.it, c.given = S(it), true
	return nil
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
