package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/lang"
)

func newRules(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "rules [" + a.say(lang.T("GAME")) + " [" + a.say(lang.T("WORDS")) + "]]",
		Short:   a.say(lang.T("Looks up a card, a rule, a tie")),
		Example: "  tablemate rules dixit\n  tablemate rules dixit three players",
		Args:    words(0, 9), ValidArgsFunction: a.topics,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.print(a.shelf(), report.Terminal)
			}
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			d, err := handbook.LookUp(a.lang, g, strings.Join(args[1:], " "))
			if err != nil {
				return err
			}
			if len(args) == 1 {
				d.Blocks = append(d.Blocks, a.lookUp(g.ID))
			}
			return a.print(d, report.Terminal)
		},
	}
}

// shelf lists all games.
func (a *app) shelf() report.Doc {
	var list report.List
	for _, g := range a.games() {
		list.Items = append(list.Items, fmt.Sprintf("%s (%s)", a.say(g.Name), g.ID))
	}
	return report.Doc{Blocks: []report.Block{list, a.lookUp(a.say(lang.T("GAME")))}}
}

func (a *app) lookUp(game string) report.Block {
	return report.Text(a.say(lang.T("To look something up: tablemate rules {game} WORDS").With("game", game)))
}

// topics completes games, and then what their references know.
func (a *app) topics(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return a.completeGames(c, args, begun)
	}
	g, err := a.game(args[0])
	if err != nil || len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	b, _ := handbook.Read(a.lang, g) // without a book there is nothing to offer
	var out []cobra.Completion
	for _, e := range b.Entries {
		out = append(out, cobra.CompletionWithDesc(e.ID, e.Title))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeGames completes the first argument to the ID of a game.
func (a *app) completeGames(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, g := range a.games() {
		if len(args) == 0 {
			out = append(out, cobra.CompletionWithDesc(g.ID, a.say(g.Name)))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
