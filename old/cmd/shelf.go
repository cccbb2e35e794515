package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/playable"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// The shelf: everything that can be played, and the files of the user's own games.

var (
	shortShelf   = lang.Msg("cmd.short-shelf", "Lists all games that can be played; keeps your own")
	longShelf    = lang.Msg("cmd.long-shelf", "Lists all games that can be played: those of the program, those that come with it as files, your own, and what was played on the score pad here.\n\nYour own are files, which anybody can write: docs/game-files.md says how. They lie in “shelf”, in the folder of --data.")
	shortAdd     = lang.Msg("cmd.short-shelf-add", "Puts a game file among your own; - is standard input")
	shortShowIt  = lang.Msg("cmd.short-shelf-show", "Prints the file of a game")
	shortCheck   = lang.Msg("cmd.short-shelf-check", "Says whether a game file is right, and where it is not")
	shortRemove  = lang.Msg("cmd.short-shelf-remove", "Takes a game of your own off the shelf")
	exampleShelf = lang.Msg("cmd.example-shelf", "tablemate shelf\ntablemate shelf show azul")
	exampleAdd   = lang.Msg("cmd.example-shelf-add", "tablemate shelf add golf.yaml\ntablemate export kobe --format game | tablemate shelf add -")
	examplePrint = lang.Msg("cmd.example-shelf-show", "tablemate shelf show azul\ntablemate shelf show azul > ours.yaml")
	exampleCheck = lang.Msg("cmd.example-shelf-check", "tablemate shelf check golf.yaml")
	exampleGone  = lang.Msg("cmd.example-shelf-remove", "tablemate shelf remove golf")
	aGameFile    = lang.Msg("cmd.a-game-file", "which game file")
	isNewer      = lang.Msg("cmd.is-newer", "{game} is on the shelf, in place of the file that was there; games that were begun keep that one. To play it:")
	isRight      = lang.Msg("cmd.is-right", "{file} is right: {game}, for {players} players")
	isRemoved    = lang.Msg("cmd.is-removed", "{game} is off the shelf; what was played of it is still kept.")
)

func newShelf(a *app) *cobra.Command {
	c := &cobra.Command{Use: "shelf [" + a.voice.Say(wordCommand) + "]", Long: a.voice.Say(longShelf), Example: a.example(exampleShelf), Args: cmdline.NoArgs}
	format := formatFlag(a, c, flagFormat, report.Formats)
	c.RunE = func(c *cobra.Command, _ []string) error { return listShelf(c.Context(), a, *format) }
	for _, sub := range []struct {
		use            string
		word           lang.Text
		short, example lang.Text
		offers         cobra.CompletionFunc
		run            func(a *app, word string) error
	}{
		{"add", wordFile, shortAdd, exampleAdd, offer.Files(1, "json", "yaml", "yml"), addFile},
		{"show", wordGame, shortShowIt, examplePrint, a.shell().OfFiles(), showFile},
		{"check", wordFile, shortCheck, exampleCheck, offer.Files(1, "json", "yaml", "yml"), checkFile},
		{"remove", wordGame, shortRemove, exampleGone, a.shell().OfOwn(), removeFile},
	} {
		which := aGameFile
		if sub.word.ID == wordGame.ID {
			which = whichGame.With("games", a.voice.Say(anyOfShelf.With("shelf", a.kept.Command("shelf"))))
		}
		c.AddCommand(&cobra.Command{
			Use: sub.use + " " + a.voice.Say(sub.word), Short: a.voice.Say(sub.short), Example: a.example(sub.example),
			Args: cmdline.Words(1, 1, which), ValidArgsFunction: sub.offers, DisableFlagsInUseLine: true,
			RunE: func(_ *cobra.Command, args []string) error { return sub.run(a, args[0]) },
		})
	}
	return c
}

func listShelf(ctx context.Context, a *app, f report.Format) error {
	d, problems := a.shelf.List(ctx)
	err := a.page().Print(d, f)
	for _, it := range problems {
		fmt.Fprintln(a.Err, a.voice.Say(problem.With("what", it)))
	}
	return err
}

func addFile(a *app, path string) error {
	g, before, err := a.shelf.Add(path, a.In)
	if err != nil {
		return err
	}
	say := play.IsShelved
	if before {
		say = isNewer
	}
	a.advise(a.Out, say.With("game", g.Name), "play", g.ID)
	return nil
}

func showFile(a *app, word string) error {
	a.asData()
	text, err := a.shelf.Text(word)
	if err == nil {
		_, err = a.Out.Write(lang.SafeJSON([]byte(text)))
	}
	return err
}

func checkFile(a *app, path string) error {
	f, err := a.shelf.Given(path, a.In)
	if err == nil {
		a.line(isRight.With("file", f.Path, "game", f.Game.Name, "players", playable.Numbers(f.Game.MinPlayers, f.Game.MaxPlayers)))
	}
	return err
}

func removeFile(a *app, id string) error {
	name, err := a.shelf.Remove(id)
	if err == nil {
		a.line(isRemoved.With("game", name))
	}
	return err
}

var anyOfShelf = lang.Msg("cmd.any-of-shelf", "“{shelf}” lists them")
