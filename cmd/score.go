package cmd

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/sheets"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

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
		g, s, err := a.scored(cmp.Or(cmdline.First(args), sheets.Input))
		if err != nil {
			return err
		}
		return a.result(g, s, results.With{Title: a.say(g.Name), Why: *why}, *f)
	}
	return c
}

func (a *app) why(c *cobra.Command) *bool {
	return c.Flags().Bool("why", false, a.say(lang.T("every point with its reason and its place in the rulebook")))
}

// scored scores the sheet in a file.
func (a *app) scored(file string) (scoring.Game, scoring.State, error) {
	raw, err := a.read(file)
	if err != nil {
		return scoring.Game{}, nil, err
	}
	sheet, err := sheets.Parse(a.find, raw)
	if err != nil {
		return scoring.Game{}, nil, &badSheet{err}
	}
	s, err := sheet.Score()
	if err != nil {
		return scoring.Game{}, nil, &badSheet{err}
	}
	return sheet.Game, s, nil
}

// read reads a file with one sheet or one game, or standard input.
func (a *app) read(file string) ([]byte, error) { return sheets.Read(a.In, file, sheets.Largest) }
