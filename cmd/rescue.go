package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var (
	shortRescue   = lang.Msg("cmd.short-rescue", "Rebuilds a damaged or lost file of games")
	longRescue    = lang.Msg("cmd.long-rescue", "Rebuilds a damaged or lost file of games: each game from its log in the folder logs, from what can still be read of the file, or from a copy of the latest days. Everything that could not be rescued is named. The damaged file is kept beside it.\nAlone, it does so with the file of games.")
	exampleRescue = lang.Msg("cmd.example-rescue", "tablemate rescue\ntablemate rescue /media/stick/games.db")
	nothingLeft   = lang.Msg("cmd.nothing-left", "{file}: no game in it could be rescued. It was left as it is. “{restore}” offers the copies that were made when a day of play began, and takes the name of any other backup.")
	lostGame      = lang.Msg("cmd.lost-game", "{id}: nothing could be rescued")
	lostRow       = lang.Literal("{lost} · {row}")
	noDamage      = lang.Msg("cmd.no-damage", "{file} is not damaged. It was left as it is.")
	rescued       = lang.Plural("cmd.rescued", "{file} was rebuilt, with {n} game.", "{file} was rebuilt, with {n} games.")
	notAll        = lang.Msg("cmd.not-all", "Only a part could be rescued of:")
	cutGame       = lang.Msg("cmd.cut-game", "{id}: up to line {line} of its log")
	lackingGames  = lang.Msg("cmd.lacking-games", "{ids}: all of the log, but perhaps not a half-finished entry, a clock, or a photo")
	unsureGames   = lang.Msg("cmd.unsure-games", "{ids}: all of the log, but lines without a sum, as the first version of tablemate wrote them: nothing shows that they are as they were")
	damagedAside  = lang.Msg("cmd.damaged-aside", "The damaged file is kept as {file}.")
)

func newRescue(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "rescue [" + a.voice.Say(wordFile) + "]", Long: a.voice.Say(longRescue),
		Example: a.example(exampleRescue), Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: offer.Files(1, "db"),
		RunE: func(c *cobra.Command, args []string) error {
			file := strings.Join(args, "")
			if len(args) == 0 {
				file = a.file()
			}
			return rescue(c.Context(), a, file)
		},
	}
}

// rescue makes a damaged or lost file anew.
func rescue(ctx context.Context, a *app, file string) error {
	all, kept, err := store.Remake(ctx, file, a.Now(), session.Teller(games))
	switch {
	case errors.Is(err, store.ErrSound):
		return a.print(noDamage.With("file", file))
	case errors.Is(err, store.ErrBusy):
		return &failed{Say: isPlayed, Err: err}
	case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrForeign), errors.As(err, new(*store.Newer)):
		return a.badBackup(file, err)
	case err != nil:
		return a.badCopy(file, file, &store.Target{Err: err})
	}
	had := 0
	for _, r := range all {
		if r.Had() {
			had++
		}
	}
	if had > 0 {
		if err := a.print(rescued.With("n", had, "file", file)); err != nil {
			return err
		}
	}
	a.tellMissing(all)
	switch {
	case had == 0:
		return &failed{Say: nothingLeft.With("file", file, "restore", a.command("restore"))}
	case kept == "":
		return nil
	}
	return a.print(damagedAside.With("file", kept))
}

// tellMissing names the games of which not everything could be had.
func (a *app) tellMissing(all []store.Remade) {
	var said []lang.Text
	var lacking, unsure []string
	for _, r := range all {
		switch {
		case !r.Had():
			said = append(said, a.lost(r))
		case r.Cut:
			said = append(said, cutGame.With("id", r.ID, "line", r.Lines))
		case r.Lacking:
			lacking = append(lacking, r.ID)
		}
		if r.Unsure && !r.Cut {
			unsure = append(unsure, r.ID)
		}
	}
	if len(lacking) > 0 {
		said = append(said, lackingGames.With("ids", strings.Join(lacking, ", ")))
	}
	if len(unsure) > 0 {
		said = append(said, unsureGames.With("ids", strings.Join(unsure, ", ")))
	}
	if len(said) > 0 {
		fmt.Fprintln(a.Out, a.voice.Say(notAll))
	}
	for _, say := range said {
		fmt.Fprintln(a.Out, "  "+layout.Hang(a.voice.Say(say), a.width()-len("  "), "  "))
	}
}

// lost names a game of which nothing could be had, and tells all that is known of it: the game, the people, and the day.
func (a *app) lost(r store.Remade) lang.Text {
	say := lostGame.With("id", r.ID)
	if r.Kind == "" {
		return say
	}
	game, _ := scoring.Listed(games, r.Kind, nil)
	row := lang.Literal("{game} · {names}").With("game", game.Name, "names", lang.Names(r.People))
	if !r.Started.IsZero() {
		row = lang.Literal("{row} · {day}").With("row", row, "day", a.voice.DayAndTime(r.Started.Local()))
	}
	return lostRow.With("lost", say, "row", row)
}
