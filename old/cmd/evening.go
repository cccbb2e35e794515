package cmd

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortEvening   = lang.Msg("cmd.short-evening", "Prints who won the games of an evening, the latest if none is named")
	flagDate       = lang.Msg("cmd.flag-date", "the evening that was begun on this `day`, such as 2026-11-21, yesterday or monday")
	exampleEvening = lang.Msg("cmd.example-evening", "tablemate evening\ntablemate evening --back 1\ntablemate evening --date 2026-11-21")
	flagBack       = lang.Msg("cmd.flag-back", "`N` evenings before the latest one")
	dateOrBack     = lang.Msg("cmd.date-or-back", "--date and --back do not go together: each names an evening by itself")
	backSome       = lang.Msg("cmd.back-some", "--back {n}: there is no evening after the latest one")
	badDate        = lang.Msg("cmd.bad-date", "--date {it}: a day, for example yesterday, monday or 2026-11-21, please")
	noEvening      = lang.Msg("cmd.no-evening", "no such evening is kept; tablemate games lists what is")
)

func newEvening(a *app) *cobra.Command {
	c := &cobra.Command{Use: "evening", Args: cmdline.NoArgs, Example: a.example(exampleEvening)}
	format := formatFlag(a, c, flagFormat, report.Formats)
	date := c.Flags().String("date", "", a.voice.Say(flagDate))
	back := c.Flags().Int("back", 0, a.voice.Say(flagBack))
	offer.Flag(c, "date", a.shell().Evenings())
	c.RunE = func(c *cobra.Command, _ []string) error {
		day, is := history.Day(*date, a.Now())
		switch {
		case *date != "" && c.Flags().Changed("back"):
			return &usage{Say: dateOrBack}
		case *back < 0:
			return &usage{Say: backSome.With("n", *back)}
		case *date != "" && !is:
			return &usage{Say: badDate.With("it", *date)}
		}
		return printReport(c.Context(), a, *format, a.kept.OpenToRead, func(p history.Reporter) (report.Doc, error) {
			e, err := history.Find(p.Store, games, day, *back)
			if errors.Is(err, history.ErrNone) {
				err = &failed{Say: noEvening, Err: err}
			}
			return p.Evening(e), err
		})
	}
	return c
}
