package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/handbook"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

var (
	wordWord     = lang.Msg("cmd.word-word", "WORD")
	shortRules   = lang.Msg("cmd.short-rules", "Looks up a card, a rule, a tie")
	exampleRules = lang.Msg("cmd.example-rules", "tablemate rules picture-perfect\ntablemate rules picture-perfect theft")
)

func newRules(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "rules [" + a.voice.Say(wordGame) + " [" + a.voice.Say(wordWord) + "]]", Example: a.example(exampleRules),
		Args: cmdline.Words(0, 9, whichGame), ValidArgsFunction: a.shell().Topics(),
		RunE: func(c *cobra.Command, args []string) error {
			book := handbook.Printer{Out: a.Out, Voice: a.voice, Width: a.Width()}
			if len(args) == 0 {
				return book.Games(slices.Concat(games, shelf.Shipped, a.shelf.Owned()))
			}
			g, named, err := a.shelf.Find(c.Context(), args[0])
			if err != nil {
				return err
			}
			if named != "" {
				fmt.Fprintf(a.Out, "%s\n\n", layout.Wrap(a.voice.Say(onAFrame.With("named", named, "game", g.Name)), a.Width()))
			}
			return book.LookUp(g, strings.Join(args[1:], " "))
		},
	}
}
