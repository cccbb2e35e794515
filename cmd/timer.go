package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

var (
	shortTimer = lang.Msg("cmd.short-timer", "A clock that fills the window: 8m, 90s, 8:00, 8 (minutes)")
	longTimer  = lang.Msg("cmd.long-timer", "A clock that fills the window, or plain lines where there is no terminal.\nIts exit code is 0 when time is up, and 130 when somebody leaves it before.")
	flagLabel  = lang.Msg("cmd.flag-label", "what the clock is for, as a `text`")
	flagStay   = lang.Msg("cmd.flag-stay", "stay at the end until a key is pressed")
	wordLength = lang.Msg("cmd.word-length", "LENGTH")
	whatLength = lang.Msg("cmd.what-length", "how long (8m, 90s, 8:00, or 8 for minutes)")
	badLength  = lang.Msg("cmd.bad-length", "“{it}” is not a length of time: 8m, 90s, 8:00, or 8 for minutes, 24 hours at most")
	timerUp    = lang.Msg("cmd.timer-up", "{label}: time is up.")
	justUp     = lang.Msg("cmd.just-up", "Time is up.")
)

func newTimer(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "timer " + a.voice.Say(wordLength), Short: a.voice.Say(shortTimer), Long: a.voice.Say(longTimer),
		Args: cmdline.Words(1, 1, whatLength), Example: "  tablemate timer 8m\n  tablemate timer 90s --label \"Spyfall\" --stay",
	}
	label := c.Flags().String("label", "", a.voice.Say(flagLabel))
	stay := c.Flags().Bool("stay", false, a.voice.Say(flagStay))
	c.RunE = func(c *cobra.Command, args []string) error {
		d, ok := timer.Read(args[0])
		if !ok {
			return &usage{Say: badLength.With("it", args[0])}
		}
		about := strings.Join(strings.Fields(*label), " ") // one line
		return countDown(c.Context(), a, about, screen.Clock{Text: lang.Literal(about), Limit: d, Left: d, Runs: true, Hold: *stay, Voice: a.voice, Now: a.moment()})
	}
	return c
}

// countDown lets a clock run until time is up. Without a terminal it reads nothing: in
// a script the input belongs to somebody else.
func countDown(ctx context.Context, a *app, label string, c screen.Clock) error {
	if a.Keyboard == nil {
		a.In = nil
	}
	host, err := a.asks(ctx)
	if err != nil {
		return err
	}
	o, err := host.Watch(c)
	up := o.End == screen.TimeUp || o.End == screen.Quit && o.Left == 0 // it stayed, and was left then
	switch _, ended := prompt.ExitCode(err); {
	case ended, err != nil && !errors.Is(err, ask.ErrQuit):
		return err
	case !up:
		return prompt.ErrInterrupt
	case host.Covers():
		host.Restore()
		a.timeUp(label, o.Muted || c.Hold) // where it stayed the bell has rung
	}
	return nil
}

// timeUp is the line that stays when the window is given back.
func (a *app) timeUp(label string, muted bool) {
	say := justUp
	if label != "" {
		say = timerUp.With("label", label)
	}
	bell := "\a"
	if muted {
		bell = ""
	}
	fmt.Fprintln(a.Out, bell+a.voice.Say(say))
}
