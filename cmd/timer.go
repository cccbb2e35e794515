package cmd

import (
	"errors"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// mostTurns is how many people may share a clock.
const mostTurns = 12

func newTimer(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "timer " + a.say(lang.T("LENGTH")),
		Short: a.say(lang.T("A clock that fills the window: 8m, 90s, 8:00, 8 (minutes)")),
		Long: a.says(lang.T("A clock that fills the window, or plain lines where there is no terminal."),
			lang.T("Its exit code is 0 when time is up, and 130 when somebody leaves it before."),
			lang.T("With --turns everybody has that time, and the clock is passed on.")),
		Example: "  tablemate timer 8m\n  tablemate timer 10m --turns Ana,Bia,Caio",
		Args:    cmdline.Words(0, math.MaxInt), ValidArgsFunction: cobra.NoFileCompletions, Annotations: map[string]string{homeless: "yes"},
	}
	turns := c.Flags().StringSlice("turns", nil, a.say(lang.T("a clock for 2 to 12 people, `NAMES` with commas")))
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmdline.Refuse(lang.T("missing argument: how long (8m, 90s, 8:00, or 8 for minutes)"))
		}
		length, err := setup.Length(strings.Join(args, " "))
		if err != nil {
			return refused(err)
		}
		var names []string
		for _, n := range *turns {
			names = append(names, strings.TrimSpace(n))
		}
		if n := len(names); c.Flags().Changed("turns") && (n < 2 || n > mostTurns) {
			return cmdline.Refuse(lang.T("--turns is for 2 to 12 people, with commas between them, not for {n}").With("n", n))
		}
		if err := setup.CheckNames(names); err != nil {
			return refused(fault.Under(err, "--turns"))
		}
		err = a.withKeyboard(a.screen, func(k tty.Keyboard) error {
			s := &play.Room{Lang: a.lang, Keys: k, Print: a.printer(), Now: a.Now, Awake: a.Awake}
			return s.Clock(c.Context(), length, names)
		})
		if errors.As(err, new(ask.Move)) {
			// A script has to notice that time was not up.
			return errStopped
		}
		return err
	}
	return c
}
