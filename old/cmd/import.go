package cmd

import (
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/intake"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortImport   = lang.Msg("cmd.short-import", "Takes score sheets in among the kept games")
	longImport    = lang.Msg("cmd.long-import", "Takes score sheets in among the kept games, where they can be shown, corrected, carried on with and counted like any other.\n\nA FILE is a sheet (JSON or YAML), JSON Lines (.jsonl, a sheet a line), a folder with all such files in it and below, or - for standard input.\n\nThe same game is never taken twice, however its sheet is written, and not if it was played here and exported either; one that was deleted stays deleted. Two sheets that say the very same, day included, are one game: so write “played” into sheets of different evenings. Without it the day of a game is unknown, and it is listed by when it was taken in.")
	exampleImport = lang.Msg("cmd.example-import", "tablemate import evening.yaml\ntablemate import sheets all.jsonl")
	wordSheets    = lang.Msg("cmd.word-sheets", "FILE…")
	whichSheets   = lang.Msg("cmd.which-sheets", "which file or folder; - is standard input")
	importStopped = lang.Msg("cmd.import-stopped", "Stopped. {sum}")
)

func newImport(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "import " + a.voice.Say(wordSheets), Long: a.voice.Say(longImport),
		Example: a.example(exampleImport),
		Args:    cmdline.Words(1, math.MaxInt, whichSheets), ValidArgsFunction: offer.Files(offer.Anywhere, "json", "yaml", "yml", "jsonl"),
		RunE: func(c *cobra.Command, args []string) error { return importSheets(c.Context(), a, args) },
	}
}

// importSheets imports the sheets of files and folders, names each faulty one, and sums up.
func importSheets(ctx context.Context, a *app, args []string) error {
	st, err := a.kept.Open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	i := &intake.Intake{Store: st, Games: a.shelf.All(), Now: a.Now, Random: a.Random}
	for _, tag := range lang.Languages {
		i.Voices = append(i.Voices, lang.NewLocalizer(tag, Catalogs()...))
	}
	line := a.progress()
	i.Refused = func(say lang.Text) {
		line.Clear()
		fmt.Fprintln(a.Err, layout.OneLine(a.voice.Say(problem.With("what", say))))
	}
	err = i.Take(ctx, papers.All(args, a.In), func() { line.Show(func() string { return a.voice.Say(i.Reading()) }) })
	line.Clear()
	sum := i.Sum()
	switch {
	case ctx.Err() != nil:
		a.print(importStopped.With("sum", sum))
	case err == nil || i.In > 0:
		a.print(sum)
	}
	switch {
	case err != nil:
		return err
	case i.Unread > 0:
		return &reported{exitFailed}
	case i.Wrong > 0:
		return &reported{exitSheet}
	}
	return nil
}
