package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	wordFile     = lang.Msg("cmd.word-file", "FILE")
	shortScore   = lang.Msg("cmd.short-score", "Scores a game from a sheet, JSON or YAML; - is standard input")
	exampleScore = lang.Msg("cmd.example-score", "tablemate score evening.yaml --why\ntablemate export kobe | tablemate score --format json")
	flagWhy      = lang.Msg("cmd.flag-why", "every point with its reason and its place in the rulebook")
	sheetLacks   = lang.Msg("cmd.sheet-lacks", "To settle it, add {it} to the sheet.")
	askFile      = lang.Msg("cmd.ask-file", "Which file? (JSON or YAML)")
)

func newScore(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "score [" + a.voice.Say(wordFile) + "]", Example: a.example(exampleScore),
		Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: offer.Files(1, "json", "yaml", "yml"),
	}
	format := formatFlag(a, c, flagFormat, report.Formats)
	why := c.Flags().Bool("why", false, a.voice.Say(flagWhy))
	c.RunE = func(c *cobra.Command, args []string) error {
		return score(c.Context(), a, append(args, papers.Input)[0], *format, *why)
	}
	return c
}

func score(ctx context.Context, a *app, file string, f report.Format, why bool) error {
	s, err := a.shelf.Sheet(ctx, file, a.In)
	if err != nil {
		return err
	}
	of := results.Result
	if why {
		of = results.Explained
	}
	err = a.page().Print(of(s, nil), f)
	if lacks := s.Result().Lacks; lacks != "" && err == nil {
		a.note(sheetLacks.With("it", lacks))
	}
	return err
}

// sheetAlone asks for the file of a sheet until it can be scored, and prints the result. Files dropped on a terminal
// come in quotes.
func sheetAlone(ctx context.Context, a *app) error {
	file, err := ask.Accept(a.setting(nil).Asker(), ask.Head{ID: "cmd.ask-file", Text: askFile}, ask.Words{}, func(typed string) (string, error) {
		file := strings.Trim(typed, `'"`)
		if file == papers.Input {
			return "", fault.New(askFile)
		}
		_, err := a.shelf.Sheet(ctx, file, a.In)
		if err != nil {
			return file, fault.New(a.kept.Explain(err)) // and the question is asked again
		}
		return file, nil
	})
	if err != nil {
		return err
	}
	a.restore()
	return score(ctx, a, file, report.Table, false)
}
