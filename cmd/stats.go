package cmd

import (
	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/internal/lang"
)

func newStats(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "stats [" + a.say(lang.T("NAME")) + "]",
		Short:   a.say(lang.T("Who won how often; of one person, game by game and against whom")),
		Example: "  tablemate stats\n  tablemate stats Ana --game dixit --since 365d\n  tablemate stats --evening 2026-11-21",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := a.formatted(c)
	wish := a.wishes(c)
	c.RunE = func(_ *cobra.Command, args []string) error {
		h := a.kept()
		games, err := a.listed(h, *wish)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return a.print(h.Everybody(games), *f)
		}
		d, err := h.Stats(games, args[0])
		if err != nil {
			return err
		}
		return a.print(d, *f)
	}
	return c
}
