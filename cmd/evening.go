package cmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortEvening   = lang.Msg("cmd.short-evening", "Prints who won the games of an evening, the latest if none is named")
	flagDate       = lang.Msg("cmd.flag-date", "the evening that was begun on this `day`, such as 2026-11-21")
	exampleEvening = lang.Msg("cmd.example-evening", "tablemate evening\ntablemate evening --back 1\ntablemate evening --date 2026-11-21")
	flagBack       = lang.Msg("cmd.flag-back", "`N` evenings before the latest one")
	dateOrBack     = lang.Msg("cmd.date-or-back", "--date and --back do not go together: each names an evening by itself")
	backSome       = lang.Msg("cmd.back-some", "--back {n}: there is no evening after the latest one")
	noEvening      = lang.Msg("cmd.no-evening", "no such evening is kept; tablemate games lists what is")
)

func newEvening(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "evening", Args: cmdline.NoArgs(),
		Example: a.example(exampleEvening),
	}
	format := formatFlag(a, c, flagFormat, report.Formats)
	date := c.Flags().String("date", "", a.voice.Say(flagDate))
	back := c.Flags().Int("back", 0, a.voice.Say(flagBack))
	offer.Flag(c, "date", a.shell().Evenings(false))
	offer.Flag(c, "back", a.shell().Evenings(true))
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *date != "" && c.Flags().Changed("back") {
			return &usage{Say: dateOrBack}
		}
		if *back < 0 {
			return &usage{Say: backSome.With("n", *back)}
		}
		return evening(c.Context(), a, *date, *back, *format)
	}
	return c
}

// evening prints an evening: that of a day, "" for none, or the one so many before the latest.
func evening(ctx context.Context, a *app, date string, back int, format string) error {
	f, err := report.Format(format), a.checkFormat(format, report.Formats)
	if err != nil {
		return err
	}
	day, err := dayOf(date)
	if err != nil {
		return err
	}
	st, err := a.openToRead(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	var e history.Evening
	if date != "" {
		e, err = history.On(st, games, day)
	} else {
		e, err = history.Latest(st, games, back)
	}
	if errors.Is(err, history.ErrNone) {
		return &failed{Say: noEvening, Err: err}
	}
	if err != nil {
		return err
	}
	return a.page().Print(a.reporter(st).Evening(e), f)
}

// dayOf is the first moment of a day, as either language writes it; zero for "".
func dayOf(date string) (time.Time, error) {
	if date == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, "02/01/2006"} {
		if day, err := time.ParseInLocation(layout, date, time.Local); err == nil {
			return day, nil
		}
	}
	return time.Time{}, &usage{Say: cmdline.BadFlagValue.With("flag", "--date", "value", date)}
}
