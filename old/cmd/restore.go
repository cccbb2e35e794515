package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortRestore   = lang.Msg("cmd.short-restore", "Puts a backup in the place of the file of games")
	longRestore    = lang.Msg("cmd.long-restore", "Puts a backup in the place of the file of games. The file that is there is kept beside it.\nAlone, it offers the copies that were made when a day of play began, and the files that were put aside.")
	exampleRestore = lang.Msg("cmd.example-restore", "tablemate restore\ntablemate restore /media/stick/games.db")
	flagAllSame    = lang.Msg("cmd.flag-all-same", "even if games would go that the backup does not have")
	noCopies       = lang.Msg("cmd.no-copies", "there is no copy yet; the first one is made on the next day of play. “tablemate restore FILE” names a backup")
	theCopies      = lang.Msg("cmd.the-copies", "Copies that were made when a day of play began, and files that were put aside. One of them comes back with:")
	whichCopy      = lang.Msg("cmd.which-copy", "Which copy shall come back?")
	noCopy         = lang.Msg("cmd.no-copy", "None of them")
	askGo          = lang.Msg("cmd.ask-go", "Shall the backup come back all the same?")
	yesRestore     = lang.Msg("cmd.yes-restore", "Yes, bring it back")
	noRestore      = lang.Msg("cmd.no-restore", "No, leave everything as it is")
	goesAside      = lang.Msg("cmd.goes-aside", "{doubt} The current file will be kept beside it.")
	onlyIfSure     = lang.Msg("cmd.only-if-sure", "{doubt} Nothing was changed. With --yes the backup comes back all the same, and the current file is kept beside it.")
	leftAsItIs     = lang.Msg("cmd.left-as-it-is", "Everything was left as it is.")
	restored       = lang.Plural("cmd.restored", "{n} game is back from {file}.", "{n} games are back from {file}.")
	keptBeside     = lang.Msg("cmd.kept-beside", "The file that was there is kept as {file}.")
)

func newRestore(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "restore [" + a.voice.Say(wordFile) + "]", Long: a.voice.Say(longRestore),
		Example: a.example(exampleRestore), Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: offer.Files(1, "db"),
	}
	yes := c.Flags().Bool("yes", false, a.voice.Say(flagAllSame))
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return chooseCopy(c.Context(), a, *yes)
		}
		return restore(c.Context(), a, args[0], *yes)
	}
	return c
}

// talks reports whether somebody can be asked.
func (a *app) talks() bool { return a.Keyboard != nil && a.Screen }

// chooseCopy offers the daily copies, or lists them if nobody can be asked.
func chooseCopy(ctx context.Context, a *app, yes bool) error {
	copies, err := a.kept.Copies(ctx)
	switch {
	case err != nil:
		return papers.Unread(a.kept.CopiesDir(), err)
	case len(copies) == 0:
		return &failed{Say: noCopies}
	case a.talks():
		var options []lang.Text
		for _, c := range copies {
			options = append(options, c.Row)
		}
		k, err := a.choose(ctx, ask.Head{ID: "cmd.which-copy", Text: whichCopy}, append(options, noCopy), 0)
		if err != nil || k == len(copies) {
			return a.leave(err)
		}
		return restore(ctx, a, copies[k].Path, yes)
	}
	a.print(theCopies)
	for _, c := range copies {
		a.advise(a.Out, c.Row, "restore", kept.Quoted(c.Path))
	}
	return nil
}

func (a *app) choose(ctx context.Context, h ask.Head, options []lang.Text, suggest int) (int, error) {
	if err := a.asks(ctx); err != nil {
		return 0, err
	}
	h.Suggest = ask.Usual(suggest)
	return ask.Put(a.setting(nil).Asker(), h, ask.Pick{Options: options})
}

func (a *app) leave(err error) error {
	if err := play.BeforeAll(err); err != nil {
		return err
	}
	a.restore()
	a.print(leftAsItIs)
	return nil
}

func restore(ctx context.Context, a *app, from string, yes bool) error {
	doubt, err := a.kept.Doubts(ctx, from)
	switch {
	case err != nil:
		return err
	case doubt.Empty():
	case yes:
		a.note(goesAside.With("doubt", doubt))
	case !a.talks():
		return &failed{Say: onlyIfSure.With("doubt", doubt)}
	default:
		k, err := a.choose(ctx, ask.Head{ID: "cmd.ask-go", Text: askGo, Notes: []lang.Text{goesAside.With("doubt", doubt)}}, []lang.Text{yesRestore, noRestore}, 1)
		if err != nil || k != 0 {
			return a.leave(err)
		}
		a.restore()
	}
	n, beside, err := a.kept.Restore(ctx, from)
	if err != nil {
		return err
	}
	a.print(restored.With("n", n, "file", from))
	if beside != "" {
		a.print(keptBeside.With("file", beside))
	}
	return nil
}
