// Package cmdline has what every command line needs: help, manual pages and error messages, in the program's own words and
// languages. It knows no command.
package cmdline

import (
	"cmp"
	"embed"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Wrong says what is wrong with a command line.
type Wrong struct{ Say lang.Text }

func (w *Wrong) Error() string { return w.Say.String() }

var (
	unknownFlag    = lang.Msg("cmdline.unknown-flag", "unknown flag: {flag}")
	nearFlag       = lang.Msg("cmdline.near-flag", "unknown flag: {flag}; did you mean {near}?")
	noFlag         = lang.Msg("cmdline.no-flag", "“{it}” is not a flag")
	flagValue      = lang.Msg("cmdline.flag-value", "{flag} needs a value")
	BadFlagValue   = lang.Msg("cmdline.bad-flag-value", "{flag} cannot be “{value}”")
	unknownCommand = lang.Msg("cmdline.unknown-command", "“{it}” is not a command")
	didYouMean     = lang.Msg("cmdline.did-you-mean", "“{it}” is not a command; did you mean {near}?")
	manyArguments  = lang.Msg("cmdline.many-arguments", "unexpected argument “{it}”")
	emptyArgument  = lang.Msg("cmdline.empty-argument", "one of the arguments is empty; is a variable without a value?")
	needsArgument  = lang.Msg("cmdline.needs-argument", "missing argument: {what}")
)

// badFlag translates an error of pflag into our words.
func badFlag(c *cobra.Command, err error) error {
	var wrong *Wrong
	var gone *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &wrong): // the value's own message
		return wrong
	case errors.As(err, &gone):
		if gone.GetSpecifiedShortnames() != "" {
			return &Wrong{unknownFlag.With("flag", "-"+gone.GetSpecifiedName())}
		}
		name := gone.GetSpecifiedName()
		var all []string
		for _, f := range flagsOf(c) {
			all = append(all, f.Name)
		}
		if near := Near(name, all); near != "" {
			return &Wrong{nearFlag.With("flag", "--"+name, "near", "--"+near)}
		}
		return &Wrong{unknownFlag.With("flag", "--"+name)}
	case errors.As(err, &valueless):
		return &Wrong{flagValue.With("flag", "--"+valueless.GetSpecifiedName())}
	case errors.As(err, &value):
		return &Wrong{BadFlagValue.With("value", value.GetValue(), "flag", "--"+value.GetFlag().Name)}
	case errors.As(err, &syntax):
		return &Wrong{noFlag.With("it", syntax.GetSpecifiedFlag())}
	}
	return &Wrong{lang.Literal("{e}").With("e", err.Error())}
}

// Near returns the closest word, or "": within one slip for two letters, two for four, three for twelve. Two swapped letters
// are two slips. Case does not count.
func Near(word string, all []string) string {
	n := len([]rune(word))
	best, least := "", min(n/2, 2)+1
	if n >= 12 {
		least++
	}
	for _, w := range all {
		if far := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(w)); far < least {
			best, least = w, far
		}
	}
	return best
}

// NoArgs refuses any argument. For a misspelled subcommand it suggests the right one.
func NoArgs(c *cobra.Command, args []string) error { return Words(0, 0, lang.Text{})(c, args) }

// stray refuses a superfluous argument. For a misspelled or abbreviated subcommand it suggests the right one.
func stray(c *cobra.Command, word string) error {
	if !c.HasAvailableSubCommands() {
		return &Wrong{manyArguments.With("it", word)}
	}
	var names []string
	begun := ""
	for _, sub := range shown(c) {
		names = append(names, sub.Name())
		if begun == "" && strings.HasPrefix(sub.Name(), strings.ToLower(word)) {
			begun = sub.Name()
		}
	}
	if near := cmp.Or(Near(word, names), begun); near != "" {
		return &Wrong{didYouMean.With("it", word, "near", near)}
	}
	return &Wrong{unknownCommand.With("it", word)}
}

// Words requires least to most arguments; what names the first one.
func Words(least, most int, what lang.Text) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return &Wrong{needsArgument.With("what", what)}
		case len(args) > most:
			return stray(c, args[most])
		}
		return nil
	}
}

// Filled refuses empty arguments and flag values: a script used a variable without a value, and did not mean what the command
// does without that word. Shells that ask for completions may pass empty words.
func Filled(c *cobra.Command, args []string) (err error) {
	blank := func(word string) bool { return strings.TrimSpace(word) == "" }
	if strings.HasPrefix(c.Name(), cobra.ShellCompRequestCmd) {
		return nil
	}
	if slices.ContainsFunc(args, blank) {
		err = &Wrong{emptyArgument}
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		list, many := f.Value.(pflag.SliceValue)
		if f.Value.Type() == "string" && blank(f.Value.String()) || many && slices.ContainsFunc(list.GetSlice(), blank) {
			err = &Wrong{flagValue.With("flag", "--"+f.Name)}
		}
	})
	return err
}

// Again returns the command line of a list for another page. quoted quotes a word for the shell.
func Again(c *cobra.Command, quoted func(string) string, page int) []string {
	words := []string{c.Name()}
	c.Flags().Visit(func(f *pflag.Flag) {
		list, many := f.Value.(pflag.SliceValue)
		switch {
		case f.Name == "page" || f.Name == "data":
		case many:
			for _, v := range list.GetSlice() {
				words = append(words, "--"+f.Name, quoted(v))
			}
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name, quoted(f.Value.String()))
		}
	})
	return append(words, "--page", strconv.Itoa(page))
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "cmdline", Files: files}
