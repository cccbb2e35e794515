package cmd

import (
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

func newRules(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "rules [" + a.say(lang.T("GAME")) + " [" + a.say(lang.T("WORDS")) + "]]",
		Short:   a.say(lang.T("Looks up a card, a rule, a tie")),
		Example: "  tablemate rules dixit\n  tablemate rules dixit three players",
		Args:    cmdline.Words(0, math.MaxInt), ValidArgsFunction: a.completeGames,
		RunE: func(_ *cobra.Command, args []string) error {
			d, game := a.shelved(), a.say(lang.T("GAME"))
			if len(args) > 0 {
				g, err := a.game(args[0])
				if err != nil {
					return err
				}
				book, err := handbook.Open(g)
				if err != nil {
					return err
				}
				if d, err = book.LookUp(a.lang, nil, strings.Join(args[1:], " ")); err != nil {
					return err
				}
				game = g.ID
			}
			if len(args) < 2 {
				say := lang.T("To look something up: tablemate rules {game} WORDS").With("game", game)
				d.Blocks = append(d.Blocks, report.Text(a.say(say)))
			}
			return a.print(d, report.Terminal)
		},
	}
}
