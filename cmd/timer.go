package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
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
	howLong      = lang.Msg("cmd.how-long", "How many minutes? (8, 90s, 1h30)")
	badLength    = lang.Msg("cmd.bad-length", "“{it}” is not a length of time: 8m, 90s, 1h30, 8:00, or 8 for minutes, 24 hours at most")
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
	badTurns     = lang.Msg("cmd.bad-turns", "--turns is for 2 to 12 people, with commas between them; here are {n}")
	turnsStand   = lang.Msg("cmd.turns-stand", "The clock is paused. To go on with it:")
	exampleTimer = lang.Msg("cmd.example-timer", "tablemate timer 8m\ntablemate timer 90s --label Spyfall --stay\ntablemate timer --at 21:30\ntablemate timer --up\ntablemate timer --turns Ana,Bia,Caio 10m --add 10s\ntablemate timer --continue\ntablemate timer --sand 90s")
)

// linger is how long the end is seen of a clock that does not stay.
const linger = 5 * time.Second

// A timing is what is wanted of a clock alone.
type timing struct {
	length, label string
	at            *string // time of day; nil: none
	turns, add    *string // who has a clock together, what a turn gives back; nil: nobody, nothing
	up, stay      bool
	sand, again   bool
	format        *report.Format
}

func (t *timing) flags(a *app, c *cobra.Command) {
	c.Flags().StringVar(&t.label, "label", "", a.voice.Say(flagLabel))
	c.Flags().BoolVar(&t.stay, "stay", false, a.voice.Say(flagStay))
	c.Flags().Func("at", a.voice.Say(flagAt), func(it string) error { t.at = &it; return nil })
	c.Flags().BoolVar(&t.up, "up", false, a.voice.Say(flagUp))
	c.Flags().BoolVar(&t.sand, "sand", false, a.voice.Say(flagSand))
	c.Flags().Func("turns", a.voice.Say(flagTurns), func(it string) error { t.turns = &it; return nil })
	c.Flags().Func("add", a.voice.Say(flagAdd), func(it string) error { t.add = &it; return nil })
	c.Flags().BoolVar(&t.again, "continue", false, a.voice.Say(flagContinue))
	t.format = formatFlag(a, c, flagFormat, report.Formats)
	a.phones.flags(a, c)
}

func newTimer(a *app) *cobra.Command {
	var o timing
	c := &cobra.Command{
		Use: "timer [" + a.voice.Say(wordLength) + "]", Long: a.voice.Say(longTimer),
		Args: cobra.ArbitraryArgs, Example: a.example(exampleTimer),
	}
	o.flags(a, c)
	c.RunE = func(c *cobra.Command, args []string) error {
		o.length = strings.Join(args, " ")
		if err := o.fit(c); err != nil {
			return err
		}
		if o.turns != nil || o.again {
			return o.together(c.Context(), a)
		}
		if o.length == "" && !o.up && o.at == nil {
			return cmdline.Words(1, 1, whatLength)(c, args)
		}
		clock, err := o.clock(a)
		if err != nil {
			return err
		}
		return runs(c.Context(), a, unbroken(o.label), clock)
	}
	return c
}

// clockAlone asks how long, and lets a clock run.
func clockAlone(ctx context.Context, a *app) error {
	h := ask.Head{ID: "cmd.how-long", Text: howLong, Suggest: ask.UsualWords("5")}
	clock, err := ask.Accept(a.setting(nil).Asker(), h, ask.Words{}, func(length string) (screen.Clock, error) {
		clock, err := timing{length: length}.clock(a)
		return clock, asFault(a, err)
	})
	if err != nil {
		return err
	}
	return runs(ctx, a, "", clock)
}

func unbroken(s string) string { return strings.Join(strings.Fields(s), " ") }

// clock returns the clock that is wanted.
func (t timing) clock(a *app) (c screen.Clock, err error) {
	c = screen.Clock{Text: lang.Literal(unbroken(t.label)), Runs: true, Linger: linger, Voice: a.voice, Now: a.moment()}
	if t.stay {
		c.Linger = screen.Stays
	}
	d, ok := timer.Read(t.length)
	switch {
	case t.at != nil && t.up:
		return c, &usage{Say: atUp}
	case t.up && t.stay:
		return c, &usage{Say: stayUp}
	case t.at != nil && t.length != "":
		return c, &usage{Say: atLength.With("it", t.length)}
	case t.at != nil:
		c, wrong := c.UpAt(*t.at, a.Now())
		if wrong != nil {
			return c, &usage{Say: wrong.Say}
		}
		return c, nil
	case !ok && t.length != "":
		return c, &usage{Say: badLength.With("it", t.length)}
	case t.up:
		c.Rises, c.Left, c.Limit = true, timer.Longest, d
	default:
		c.Left, c.Limit, c.Sand = d, d, t.sand
		if t.sand {
			c.Linger = screen.Stays
		}
	}
	return c, nil
}

// runs lets a clock run until time is up. Without a terminal it reads nothing: in
// a script the input belongs to somebody else.
func runs(ctx context.Context, a *app, label string, c screen.Clock) error {
	if a.Keyboard == nil {
		a.In = nil
	}
	if err := a.asks(ctx); err != nil {
		return err
	}
	return a.setting(nil).RunClock(c, label)
}

// together runs a clock for several people.
func (t timing) together(ctx context.Context, a *app) error {
	var anew *timer.Turns
	if t.turns != nil {
		its, err := t.people()
		if err != nil {
			return err
		}
		anew = &its
	}
	return a.kept.During(ctx, func(st *store.Store) error { return turns(ctx, a, st, *t.format, anew) })
}

// apart are flags of a clock, each with those that do not go with it.
var apart = [][2]string{{"continue", "turns add sand at up stay label"}, {"turns", "sand at up stay label"}, {"sand", "at up"}}

// fit refuses flags that do not go together, or lack what they are about.
func (t timing) fit(c *cobra.Command) error {
	said := c.Flags().Changed
	for _, a := range apart {
		for b := range strings.FieldsSeq(a[1]) {
			if said(a[0]) && said(b) {
				return &usage{Say: notBoth.With("a", "--"+a[0], "b", "--"+b)}
			}
		}
	}
	for _, its := range []string{"add", "format", "share"} {
		if said(its) && t.turns == nil && !t.again {
			return &usage{Say: wantsTurns.With("a", "--"+its)}
		}
	}
	switch {
	case t.again && t.length != "":
		return &usage{Say: notBoth.With("a", "--continue", "b", t.length)}
	case t.length == "" && t.sand:
		return &usage{Say: wantsLength.With("a", "--sand")}
	case t.length == "" && t.add != nil:
		return &usage{Say: wantsLength.With("a", "--add")}
	}
	return nil
}

// people returns the clock of several people that is wanted.
func (t timing) people() (its timer.Turns, err error) {
	for name := range strings.SplitSeq(*t.turns, ",") {
		its.People = append(its.People, unbroken(name))
	}
	if n := len(its.People); n < timer.FewestPeople || n > timer.MostPeople {
		return its, &usage{Say: badTurns.With("n", n)}
	}
	if f := setup.CheckNames(its.People); f != nil {
		return its, &usage{Say: f.Say}
	}
	var ok bool
	its.Bank, ok = timer.Read(t.length)
	if !ok && t.length != "" {
		return its, &usage{Say: badLength.With("it", t.length)}
	}
	if t.add != nil {
		its.Add, ok = timer.Read(*t.add)
		if !ok {
			return its, &usage{Say: badLength.With("it", *t.add)}
		}
	}
	return its, nil
}

// turns runs a clock of several people, a new one or else the one that was left last, and prints who took how long. What is printed for a
// program stands alone: lines about the clock go past it.
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
	fmt.Fprintf(a.Err, "%s\n  %s\n", a.voice.Say(turnsStand), a.command("timer", "--continue")) // in one piece, so that it can be copied
	return err
}
