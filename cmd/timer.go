package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

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
	wordLength = lang.Msg("cmd.word-length", "LENGTH")
	whatLength = lang.Msg("cmd.what-length", "how long (8m, 90s, 8:00, or 8 for minutes)")
	badLength  = lang.Msg("cmd.bad-length", "“{it}” is not a length of time: 8m, 90s, 8:00, or 8 for minutes, 24 hours at most")
	timerUp    = lang.Msg("cmd.timer-up", "{label}: time is up.")
	justUp     = lang.Msg("cmd.just-up", "Time is up.")
)

func newTimer(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "timer " + a.voice.Say(wordLength), Short: a.voice.Say(shortTimer), Long: a.voice.Say(longTimer),
		Args: words(1, 1, whatLength), Example: "  tablemate timer 8m\n  tablemate timer 90s --label \"Spyfall\"",
	}
	label := c.Flags().String("label", "", a.voice.Say(flagLabel))
	c.RunE = func(c *cobra.Command, args []string) error {
		d, ok := timer.Read(args[0])
		if !ok {
			return &usage{badLength.With("it", args[0])}
		}
		return countDown(c.Context(), a, d, *label)
	}
	return c
}

// countDown lets a clock run until time is up. Without a terminal it reads nothing: in
// a script the input belongs to somebody else.
func countDown(ctx context.Context, a *app, d time.Duration, label string) error {
	if a.Keyboard == nil {
		a.In = nil
	}
	host, err := a.asks(ctx)
	if err != nil {
		return err
	}
	o, err := host.Watch(screen.Clock{Text: lang.Literal(label), Limit: d, Left: d, Runs: true, Voice: a.voice, Now: a.moment()})
	switch _, ended := prompt.ExitCode(err); {
	case ended, err != nil && !errors.Is(err, ask.ErrQuit):
		return err
	case o.End != screen.TimeUp:
		return prompt.ErrInterrupt
	case host.Covers():
		host.Restore()
		a.timeUp(label, o.Muted)
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
