package cmdline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/internal/lang"
)

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

// String returns the value that was given: help has no need of the default.
func (c *choice[S]) String() string {
	if !c.given {
		return ""
	}
	return string(c.it)
}

// Type returns the values, as help has them behind the flag.
func (c *choice[S]) Type() string { return strings.Join(c.words(), "|") }

// Set refuses a word that is none of the values.
func (c *choice[S]) Set(it string) error {
	if !slices.Contains(c.values, S(it)) {
		say := lang.T("--{flag} {it}: choose one of: {values}")
		return Refuse(say.With("flag", c.flag, "it", it, "values", strings.Join(c.words(), ", ")))
	}
	c.it, c.given = S(it), true
	return nil
}

// Number adds a flag for a whole number from lo to hi, and returns where it is after the line was read: 0 until then.
func Number(c *cobra.Command, flag, say string, lo, hi int) *int {
	v := &number{flag: flag, lo: lo, hi: hi}
	c.Flags().Var(v, flag, say)
	_ = c.RegisterFlagCompletionFunc(flag, cobra.NoFileCompletions)
	return &v.it
}

type number struct {
	flag       string
	lo, hi, it int
}

// String returns the number that was given, or "".
func (n *number) String() string {
	if n.it == 0 {
		return ""
	}
	return strconv.Itoa(n.it)
}

// Type returns the word that help has behind the flag if its description has none.
func (n *number) Type() string { return "N" }

// Set refuses other words and other numbers, and so a 0 that a script computed and that would mean the default.
func (n *number) Set(it string) error {
	i, err := strconv.Atoi(it)
	if err != nil || i < n.lo || i > n.hi {
		say := lang.T("--{flag} {it}: a whole number from {lo} to {hi}, please")
		return Refuse(say.With("flag", n.flag, "it", it, "lo", n.lo, "hi", n.hi))
	}
	n.it = i
	return nil
}
