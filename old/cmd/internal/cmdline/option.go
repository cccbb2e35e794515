package cmdline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	flagOption = lang.Msg("cmdline.flag-option", "`{values}`: {question}")
	flagNumber = lang.Msg("cmdline.flag-number", "{question} `N` from {lo} to {hi}; {usual} if not given")
	flagYes    = lang.Msg("cmdline.flag-yes", "{question} With this flag, yes")
	flagTyped  = lang.Msg("cmdline.flag-typed", "{question} {how} `LENGTH` is {usual} if not given")
	badOption  = lang.Msg("cmdline.bad-option", "--{flag} {it}: choose one of: {values}")
	badTyped   = lang.Msg("cmdline.bad-typed", "--{flag}: {why}")
	badFormat  = lang.Msg("cmdline.bad-format", "unknown format “{it}”; choose one of: {all}")
	badNumber  = lang.Msg("cmdline.bad-number", "--{flag} {it}: a number from {lo} to {hi}, please")
)

// OptionFlag adds a flag for an option, which stores its value in choices. A yes-or-no option becomes a switch.
func OptionFlag(f *pflag.FlagSet, v *lang.Localizer, o setup.Option, choices map[string]string) {
	var ids []string
	for _, value := range o.Values {
		ids = append(ids, value.ID)
	}
	values := strings.Join(ids, ", ")
	switch {
	case values == setup.No+", "+setup.Yes:
		f.BoolFunc(o.ID, v.Say(flagYes.With("question", o.Ask)), func(it string) error {
			on, err := strconv.ParseBool(it)
			choices[o.ID] = map[bool]string{false: setup.No, true: setup.Yes}[on]
			return err
		})
	case len(ids) > 0:
		f.Func(o.ID, v.Say(flagOption.With("question", o.Ask, "values", strings.Join(ids, "|"))), func(it string) error {
			choices[o.ID] = it
			if !slices.Contains(ids, it) {
				return &Wrong{Say: badOption.With("flag", o.ID, "it", it, "values", values)}
			}
			return nil
		})
	case o.Typed != nil:
		f.Func(o.ID, v.Say(flagTyped.With("question", o.Ask, "how", o.Typed.How, "usual", o.Typed.Usual)), func(it string) error {
			choice, wrong := o.Typed.Read(it)
			if wrong != nil {
				return &Wrong{Say: badTyped.With("flag", o.ID, "why", wrong.Say)}
			}
			choices[o.ID] = choice
			return nil
		})
	case o.Hi > 0:
		f.Func(o.ID, v.Say(flagNumber.With("question", o.Ask, "lo", o.Lo, "hi", o.Hi, "usual", o.Default)), func(it string) error {
			n, err := strconv.Atoi(it)
			choices[o.ID] = strconv.Itoa(n)
			if err != nil || n < o.Lo || n > o.Hi {
				return &Wrong{Say: badNumber.With("flag", o.ID, "it", it, "lo", o.Lo, "hi", o.Hi)}
			}
			return nil
		})
	default:
		f.Func(o.ID, v.Say(o.Ask), func(it string) error { choices[o.ID] = it; return nil })
	}
}

// A Choice is the value of a flag with a few allowed values.
type Choice[T ~string] struct {
	Is     T // the default, until the flag is set
	All    []string
	Chosen func(T)
}

func (c *Choice[T]) String() string { return string(c.Is) }

// Type returns pflag's name for the type.
func (c *Choice[T]) Type() string { return "string" }

// Set sets the value, or names the allowed ones.
func (c *Choice[T]) Set(it string) error {
	if !slices.Contains(c.All, it) {
		return &Wrong{Say: badFormat.With("it", it, "all", strings.Join(c.All, ", "))}
	}
	c.Is = T(it)
	c.Chosen(c.Is)
	return nil
}
