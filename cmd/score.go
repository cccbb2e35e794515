package cmd

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
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

// score prints the result of a sheet.
func score(ctx context.Context, a *app, file string, f report.Format, why bool) error {
	s, err := openSheet(ctx, a, file)
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

// openSheet reads a sheet from a file, or from standard input where that is called -, unless ctx ends before: then the error is its cause.
func openSheet(ctx context.Context, a *app, file string) (scoring.State, error) {
	var p papers.Paper
	for one := range papers.Until(ctx, func(yield func(papers.Paper) bool) { yield(papers.One(file, a.In)) }) {
		p = one
	}
	p.Err = cmp.Or(p.Err, context.Cause(ctx))
	var none *fault.Fault
	switch {
	case errors.As(p.Err, &none):
		return nil, &papers.Bad{Err: none}
	case p.Err != nil:
		return nil, papers.Unread(file, p.Err)
	}
	s, err := scoring.ReadSheet(p.Body, a.shelf.All())
	if err != nil {
		return nil, &papers.Bad{Err: err}
	}
	return s.State, nil
}

// sheetAlone asks for the file of a sheet until it can be scored, and prints the result. A file that is
// dropped on a terminal comes in quotes.
func sheetAlone(ctx context.Context, a *app) error {
	file, err := ask.Accept(a.setting(nil).Asker(), ask.Head{ID: "cmd.ask-file", Text: askFile}, ask.Words{}, func(typed string) (string, error) {
		file := strings.Trim(typed, `'"`)
		if file == papers.Input {
			return "", fault.New(askFile)
		}
		_, err := openSheet(ctx, a, file)
		return file, asFault(a, err)
	})
	if err != nil {
		return err
	}
	a.restore()
	return score(ctx, a, file, report.Table, false)
}

// asFault returns an error as a question says it, so that it is asked again.
func asFault(a *app, err error) error {
	if err == nil {
		return nil
	}
	return fault.New(lang.Literal("{why}").With("why", a.sentence(err)))
}
