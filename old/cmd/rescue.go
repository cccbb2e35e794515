package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortRescue   = lang.Msg("cmd.short-rescue", "Rebuilds a damaged or lost file of games")
	longRescue    = lang.Msg("cmd.long-rescue", "Rebuilds a damaged or lost file of games: each game from its log in the folder logs, from what can still be read of the file, or from a copy of the latest days. Everything that could not be rescued is named. The damaged file is kept beside it.\nAlone, it does so with the file of games.")
	exampleRescue = lang.Msg("cmd.example-rescue", "tablemate rescue\ntablemate rescue /media/stick/games.db")
	noDamage      = lang.Msg("cmd.no-damage", "{file} is not damaged. It was left as it is.")
	rescued       = lang.Plural("cmd.rescued", "{file} was rebuilt, with {n} game.", "{file} was rebuilt, with {n} games.")
	notAll        = lang.Msg("cmd.not-all", "Only a part could be rescued of:")
	damagedAside  = lang.Msg("cmd.damaged-aside", "The damaged file is kept as {file}.")
)

func newRescue(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "rescue [" + a.voice.Say(wordFile) + "]", Long: a.voice.Say(longRescue),
		Example: a.example(exampleRescue), Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: offer.Files(1, "db"),
		RunE: func(c *cobra.Command, args []string) error {
			file := strings.Join(args, "")
			if len(args) == 0 {
				file = a.kept.Path()
			}
			return rescue(c.Context(), a, file)
		},
	}
}

func rescue(ctx context.Context, a *app, file string) error {
	r, err := a.kept.Rescue(ctx, file)
	if errors.Is(err, store.ErrSound) {
		a.print(noDamage.With("file", file))
		return nil
	}
	if r.Games > 0 {
		a.print(rescued.With("n", r.Games, "file", file))
	}
	if len(r.Missing) > 0 {
		a.print(notAll)
	}
	for _, say := range r.Missing {
		fmt.Fprintln(a.Out, "  "+layout.Hang(a.voice.Say(say), a.Width()-len("  "), "  "))
	}
	if err == nil && r.Aside != "" {
		a.print(damagedAside.With("file", r.Aside))
	}
	return err
}
