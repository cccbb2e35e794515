package cmd

import (
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// input stands for standard input in place of a file.
const input = "-"

// largest is the most bytes of a score sheet; real ones stay under 20 kB.
const largest = 1 << 20

// endings are those of files with one sheet, or with one game.
var endings = []string{"json", "yaml", "yml"}

func newScore(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "score [" + a.say(lang.T("FILE")) + "]",
		Short:   a.say(lang.T("Scores a game from a sheet, JSON or YAML; - is standard input")),
		Example: "  tablemate score evening.yaml --why",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: files(endings...),
	}
	f := a.formatted(c)
	why := a.why(c)
	c.RunE = func(_ *cobra.Command, args []string) error {
		g, s, err := a.scored(append(args, input)[0])
		if err != nil {
			return err
		}
		return a.result(g, s, results.With{Title: a.say(g.Name), Why: *why}, *f)
	}
	return c
}

// result prints where a game stands or how it ended.
func (a *app) result(g scoring.Game, s scoring.State, with results.With, f report.Format) error {
	switch {
	case f == report.CSV && with.Why:
		return a.print(results.Ledger(a.lang, g, s), f)
	case f == report.CSV, f == report.Markdown, f == report.HTML:
		return a.print(results.Page(a.lang, g, s, with), f)
	}
	return a.print(results.Result(a.lang, g, s, with), f)
}

func (a *app) why(c *cobra.Command) *bool {
	return c.Flags().Bool("why", false, a.say(lang.T("every point with its reason and its place in the rulebook")))
}

// scored scores the sheet in a file.
func (a *app) scored(file string) (scoring.Game, scoring.State, error) {
	raw, err := a.read(file, largest)
	if err != nil {
		return scoring.Game{}, nil, err
	}
	sheet, err := scoring.ReadSheet(a.find, raw)
	if err != nil {
		return scoring.Game{}, nil, &badSheet{err}
	}
	s, err := sheet.Score()
	if err != nil {
		return scoring.Game{}, nil, &badSheet{err}
	}
	return sheet.Game, s, nil
}

// errLarge refuses a sheet.
var errLarge = fault.New(lang.T("this is larger than 1 MB: too large for a sheet"))

// named returns how messages call a file.
func named(file string) lang.Text {
	if file == input {
		return lang.T("standard input")
	}
	return lang.Literal(file)
}

// read reads a file, or standard input, with so many bytes at most.
func (a *app) read(file string, most int) ([]byte, error) {
	in := a.In
	if file != input {
		f, err := os.Open(file)
		if err != nil {
			return nil, unread(file, err)
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(in)
	switch {
	case err != nil:
		return nil, unread(file, err)
	case len(raw) > most:
		return nil, &badSheet{errLarge}
	}
	return raw, nil
}

func unread(file string, err error) error {
	return &fault.Failed{Say: lang.T("{file} cannot be read: {why}").With("file", named(file), "why", fault.Why(err)), Err: err}
}
