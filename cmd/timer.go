package cmd

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// mostTurns is how many people may share a clock.
const mostTurns = 12

func newTimer(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "timer " + a.say(lang.T("LENGTH")),
		Short: a.say(lang.T("A clock that fills the window: 8m, 90s, 8:00, 8 (minutes)")),
		Long: a.wrapped(lang.T("A clock that fills the window, or plain lines where there is no terminal."),
			lang.T("Its exit code is 0 when time is up, and 130 when somebody leaves it before."),
			lang.T("With --turns everybody has that time, and the clock is passed on.")),
		Example: "  tablemate timer 8m\n  tablemate timer 90s --label Spyfall\n  tablemate timer 10m --turns Ana,Bia,Caio",
		Args:    cobra.ArbitraryArgs, ValidArgsFunction: cobra.NoFileCompletions,
	}
	label := c.Flags().String("label", "", a.say(lang.T("what the clock is for, as a `text`")))
	turns := c.Flags().StringSlice("turns", nil, a.say(lang.T("a clock for 2 to 12 people, `NAMES` with commas")))
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return wrong(lang.T("missing argument: how long (8m, 90s, 8:00, or 8 for minutes)"))
		}
		word := strings.Join(args, " ")
		length, ok := timer.Parse(word)
		if !ok {
			say := lang.T("“{it}” is not a length of time: 8m, 90s, 1h30, 8:00, or 8 for minutes, 24 hours at most")
			return wrong(say.With("it", word))
		}
		t := clock{app: a, length: length, moment: timer.Reader(a.Now)}
		w := &tty.Countdown{Text: lang.Literal(*label), Now: t.moment, Whole: length, Save: unsaved}
		if !c.Flags().Changed("turns") {
			w.Clock, w.Again = timer.New(length).Start(t.moment()), true
			return a.withKeyboard(c.Context(), func(ctx context.Context, k tty.Keyboard) error { return t.alone(ctx, k, w) })
		}
		for _, n := range *turns {
			w.Names = append(w.Names, strings.TrimSpace(n))
		}
		if n := len(w.Names); n < 2 || n > mostTurns {
			return wrong(lang.T("--turns is for 2 to 12 people, with commas between them; here are {n}").With("n", n))
		}
		if err := setup.CheckNames(w.Names); err != nil {
			return wrong(lang.Literal(fault.Aloud(a.lang, err)))
		}
		w.Clock = timer.New(slices.Repeat([]time.Duration{length}, len(w.Names))...).Start(t.moment())
		return a.withKeyboard(c.Context(), func(ctx context.Context, k tty.Keyboard) error { return t.turns(ctx, k, w) })
	}
	return c
}

// A clock is a timer that runs beside no game.
type clock struct {
	*app
	length time.Duration
	moment func() timer.Moment
}

// alone runs a clock until its time is up.
func (t clock) alone(ctx context.Context, k tty.Keyboard, w *tty.Countdown) error {
	defer t.awake()()
	_, err := k.Watch(ctx, w)
	return left(err)
}

// unsaved keeps nothing: a clock beside no game is gone with the program.
func unsaved(timer.Seen, bool) error { return nil }

// awake keeps the machine from falling asleep while a clock runs.
func (t clock) awake() (release func()) { return t.Awake(t.say(lang.T("A clock runs"))) }

// left turns leaving a clock into the error of Ctrl-C, so that a script notices that time was not up.
func left(err error) error {
	var move ask.Move
	if errors.As(err, &move) {
		return errStopped
	}
	return err
}

// The options of a clock for several people.
const (
	passOn  = "pass"
	endsNow = "end"
)

// turns runs a clock that is passed on, until the table ends it or nobody has time left, and prints who took how long.
func (t clock) turns(ctx context.Context, k tty.Keyboard, w *tty.Countdown) error {
	defer t.awake()()
	w.Options = []ask.Option{
		{ID: passOn, Key: lang.Key("n", "n"), Text: lang.T("pass it on")},
		{ID: endsNow, Key: lang.Key("e", "e"), Text: lang.T("end the clock")},
	}
	for {
		option, err := k.Watch(ctx, w)
		if err != nil {
			return left(err)
		}
		if option == endsNow {
			break
		}
		if option == "" {
			k.Say(t.say(lang.T("{name} has no time left.").With("name", w.Names[w.Clock.On])))
		}
		w.Clock = w.Clock.Pass(t.moment())
		if !w.Clock.Runs {
			if w.Clock.Up(t.moment()) {
				break
			}
			w.Clock = w.Clock.Start(t.moment())
		}
	}
	return t.print(t.took(w), report.Terminal)
}

// took returns how much time everybody took.
func (t clock) took(w *tty.Countdown) report.Doc {
	table := report.Table{Columns: []string{t.say(lang.T("Name")), t.say(lang.T("Time")), t.say(lang.T("Left"))}, Words: 1}
	for i, n := range w.Names {
		bank := w.Clock.Bank(i, t.moment())
		table.Rows = append(table.Rows, []string{n, timer.Face(t.length - bank), timer.Face(bank)})
	}
	return report.Doc{Blocks: []report.Block{table}}
}
