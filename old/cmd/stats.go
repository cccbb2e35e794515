package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortStats   = lang.Msg("cmd.short-stats", "How people play: won, best, against whom, and what each game counts")
	exampleStats = lang.Msg("cmd.example-stats", "tablemate stats Ana\ntablemate stats Ana --game dixit --since 365d")
	wordName     = lang.Msg("cmd.word-name", "NAME")
	whoseStats   = lang.Msg("cmd.whose-stats", "whose (without a name: everybody's)")
)

func newStats(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "stats [" + a.voice.Say(wordName) + "]", Example: a.example(exampleStats),
		Args: cmdline.Words(0, 1, whoseStats), ValidArgsFunction: a.shell().People(1),
	}
	var w gamesOptions
	format := formatFlag(a, c, flagFormat, report.Formats)
	w.flags(a, c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return stats(c.Context(), a, strings.Join(args, ""), w, *format)
	}
	return c
}

// stats prints how a person plays, or how everybody does if name is "".
func stats(ctx context.Context, a *app, name string, w gamesOptions, f report.Format) error {
	return printReport(ctx, a, f, a.kept.OpenKnown, func(p history.Reporter) (report.Doc, error) {
		filter, err := w.filter(a, p.Store)
		if err != nil {
			return report.Doc{}, err
		}
		if name == "" {
			all, err := history.Everybody(p.Store, games, filter)
			return p.Everybody(all), err
		}
		names, err := kept.Called(p.Store, name)
		if err != nil {
			return report.Doc{}, err
		}
		s, err := history.Read(p.Store, games, names, filter)
		if f != report.Table {
			return p.Shares(s), err
		}
		return p.Stats(s), err
	})
}
