package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortBackup   = lang.Msg("cmd.short-backup", "Writes a copy of all games, even while somebody plays")
	exampleBackup = lang.Msg("cmd.example-backup", "tablemate backup /media/stick/games.db")
	flagForce     = lang.Msg("cmd.flag-force", "overwrites a backup that is there")
	whichFile     = lang.Msg("cmd.which-file", "the file to write")
	backedUp      = lang.Plural("cmd.backed-up", "{n} game is in {file} now.", "{n} games are in {file} now.")
)

func newBackup(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "backup " + a.voice.Say(wordFile), Example: a.example(exampleBackup),
		Args: cmdline.Words(1, 1, whichFile), ValidArgsFunction: offer.Files(1, "db"),
	}
	force := c.Flags().Bool("force", false, a.voice.Say(flagForce))
	c.RunE = func(c *cobra.Command, args []string) error { return backup(c.Context(), a, args[0], *force) }
	return c
}

func backup(ctx context.Context, a *app, to string, force bool) error {
	n, err := a.kept.Backup(ctx, to, force)
	if err == nil {
		a.print(backedUp.With("n", n, "file", to))
	}
	return err
}
