package cmd

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/prompt"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/timer"
)

var (
	shortTimer   = lang.Msg("cmd.short-timer", "A clock that fills the window: 8m, 90s, 8:00, 8 (minutes)")
	longTimer    = lang.Msg("cmd.long-timer", "A clock that fills the window, or plain lines where there is no terminal.\nIts exit code is 0 when time is up, and 130 when somebody leaves it before.\nWith --turns it is a clock for several people: Space or Enter passes on, Backspace (or <) gives the turn back with its time, p pauses, o puts the person whose turn it is out, q ends it and says who took how long. A bank that is empty goes on below zero. Left with Ctrl-C, or killed, it stays paused until --continue.")
	flagLabel    = lang.Msg("cmd.flag-label", "what the clock is for, as a `text`")
	flagStay     = lang.Msg("cmd.flag-stay", "stay at the end until a key is pressed")
	flagAt       = lang.Msg("cmd.flag-at", "up at this `time` of day, today or tomorrow: 21:30, 9:30pm")
	flagUp       = lang.Msg("cmd.flag-up", "count up; a length is a mark at which it rings and goes on")
	wordLength   = lang.Msg("cmd.word-length", "LENGTH")
	whatLength   = lang.Msg("cmd.what-length", "how long (8m, 90s, 8:00, or 8 for minutes)")
	atLength     = lang.Msg("cmd.at-length", "--at says when time is up, so “{it}” has no meaning beside it")
	atUp         = lang.Msg("cmd.at-up", "--at counts down to a time of day, and --up counts up: choose one")
	stayUp       = lang.Msg("cmd.stay-up", "--up has no end at which it could stay: it counts until somebody leaves it")
	flagSand     = lang.Msg("cmd.flag-sand", "a sand glass: Space or Enter starts it again")
	flagTurns    = lang.Msg("cmd.flag-turns", "`NAMES`, with commas: a clock for 2 to 12 people; the length is what each of them has, without one it counts up")
	flagAdd      = lang.Msg("cmd.flag-add", "with --turns: `time` that each turn gives back, such as 10s")
	flagContinue = lang.Msg("cmd.flag-continue", "goes on with the clock of --turns that was left last")
	notBoth      = lang.Msg("cmd.not-both", "{a} and {b} do not go together")
	wantsTurns   = lang.Msg("cmd.wants-turns", "{a} goes with --turns")
	wantsLength  = lang.Msg("cmd.wants-length", "{a} needs a length, such as 10m")
	turnsStand   = lang.Msg("cmd.turns-stand", "The clock is paused. To go on with it:")
	exampleTimer = lang.Msg("cmd.example-timer", "tablemate timer 8m\ntablemate timer 90s --label Spyfall --stay\ntablemate timer --at 21:30\ntablemate timer --up\ntablemate timer --turns Ana,Bia,Caio 10m --add 10s\ntablemate timer --continue\ntablemate timer --sand 90s")
)

// timerOptions holds the options of timer.
type timerOptions struct {
	play.Timing
	turns, add string // the people who share a clock, and the time that each turn gives back
	again      bool
	format     *report.Format
}

func (t *timerOptions) flags(a *app, c *cobra.Command) {
	c.Flags().StringVar(&t.Label, "label", "", a.voice.Say(flagLabel))
	c.Flags().BoolVar(&t.Stay, "stay", false, a.voice.Say(flagStay))
	c.Flags().StringVar(&t.At, "at", "", a.voice.Say(flagAt))
	c.Flags().BoolVar(&t.Up, "up", false, a.voice.Say(flagUp))
	c.Flags().BoolVar(&t.Sand, "sand", false, a.voice.Say(flagSand))
	c.Flags().StringVar(&t.turns, "turns", "", a.voice.Say(flagTurns))
	c.Flags().StringVar(&t.add, "add", "", a.voice.Say(flagAdd))
	c.Flags().BoolVar(&t.again, "continue", false, a.voice.Say(flagContinue))
	t.format = formatFlag(a, c, flagFormat, report.Formats)
	a.phones.flags(a, c)
}

func newTimer(a *app) *cobra.Command {
	var o timerOptions
	c := &cobra.Command{
		Use: "timer [" + a.voice.Say(wordLength) + "]", Long: a.voice.Say(longTimer),
		Args: cobra.ArbitraryArgs, Example: a.example(exampleTimer),
	}
	o.flags(a, c)
	c.RunE = func(c *cobra.Command, args []string) error {
		o.Length = strings.Join(args, " ")
		if err := o.fit(c); err != nil {
			return err
		}
		if o.turns != "" || o.again {
			return o.together(c.Context(), a)
		}
		if o.Length == "" && !o.Up && o.At == "" {
			return cmdline.Words(1, 1, whatLength)(c, args)
		}
		return o.run(c.Context(), a)
	}
	return c
}

// run runs a clock until time is up. Without a terminal it reads nothing: in a script, the input belongs to other
// commands.
func (t timerOptions) run(ctx context.Context, a *app) error {
	if a.Keyboard == nil {
		a.In = nil
	}
	clock, wrong := a.setting(nil).ClockOf(t.Timing)
	if wrong != nil {
		return &usage{Say: wrong.Say}
	}
	if err := a.asks(ctx); err != nil {
		return err
	}
	return a.setting(nil).RunClock(clock, t.Label)
}

func (t timerOptions) together(ctx context.Context, a *app) error {
	var anew *timer.Turns
	if t.turns != "" {
		its, wrong := play.TurnsOf(t.turns, t.Length, t.add)
		if wrong != nil {
			return &usage{Say: wrong.Say}
		}
		anew = &its
	}
	return a.kept.During(ctx, func(st *store.Store) error { return turns(ctx, a, st, *t.format, anew) })
}

// apart lists flags, each with those that exclude it.
var apart = [][2]string{{"continue", "turns add sand at up stay label"}, {"turns", "sand at up stay label"}, {"sand", "at up"}}

// fit refuses flags that exclude each other, or lack the flag they need.
func (t timerOptions) fit(c *cobra.Command) error {
	said := c.Flags().Changed
	for _, a := range apart {
		for b := range strings.FieldsSeq(a[1]) {
			if said(a[0]) && said(b) {
				return &usage{Say: notBoth.With("a", "--"+a[0], "b", "--"+b)}
			}
		}
	}
	for _, its := range []string{"add", "format", "share"} {
		if said(its) && t.turns == "" && !t.again {
			return &usage{Say: wantsTurns.With("a", "--"+its)}
		}
	}
	switch {
	case t.again && t.Length != "":
		return &usage{Say: notBoth.With("a", "--continue", "b", t.Length)}
	case t.Length == "" && t.Sand:
		return &usage{Say: wantsLength.With("a", "--sand")}
	case t.Length == "" && t.add != "":
		return &usage{Say: wantsLength.With("a", "--add")}
	case t.At != "" && t.Up:
		return &usage{Say: atUp}
	case t.Up && t.Stay:
		return &usage{Say: stayUp}
	case t.At != "" && t.Length != "":
		return &usage{Say: atLength.With("it", t.Length)}
	}
	return nil
}

// turns runs a clock for several people, a new one or else the one left last, and prints the time each person took. For
// other programs only the report goes to the output; lines about the clock go to the error stream.
func turns(ctx context.Context, a *app, st *store.Store, f report.Format, anew *timer.Turns) error {
	page := a.page()
	if f != report.Table && !a.live() {
		a.Out = a.Err
	}
	if err := a.asks(ctx); err != nil {
		return err
	}
	took, over, err := a.setting(st).RunTurns(anew, a.phones.share)
	switch _, ended := prompt.ExitCode(err); {
	case over:
		return page.Print(took, f)
	case err == nil, errors.Is(err, ask.ErrQuit):
		err = prompt.ErrInterrupt
	case !ended:
		return err
	}
	a.advise(a.Err, turnsStand, "timer", "--continue")
	return err
}
