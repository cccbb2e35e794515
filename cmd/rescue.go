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
	shortRescue   = lang.Msg("cmd.short-rescue", "Takes what can be read out of a damaged file of games")
	longRescue    = lang.Msg("cmd.long-rescue", "Takes what can be read out of a damaged file of games, game by game, into a fresh one with the same name. The damaged file is kept beside it.\nAlone, it does so with the file of games.")
	exampleRescue = lang.Msg("cmd.example-rescue", "tablemate rescue\ntablemate rescue /media/stick/games.db")
	nothingLeft   = lang.Msg("cmd.nothing-left", "{file}: no game can be read of it any more. It was left as it is. “{restore}” offers the copies that were made when a day of play began, and takes the name of any other backup.")
	wasPlayed     = lang.Msg("cmd.was-played", "What the list of games still says was played:")
	lostGame      = lang.Msg("cmd.lost-game", "{id}: nothing could be taken")
	lostRow       = lang.Literal("{lost} · {row}")
	copiesToo     = lang.Msg("cmd.copies-too", "A copy from before may have more of it: {restore}")
	noDamage      = lang.Msg("cmd.no-damage", "{file} is not damaged. It was left as it is.")
	rescued       = lang.Plural("cmd.rescued", "{n} game was taken into a fresh {file}.", "{n} games were taken into a fresh {file}.")
	notAll        = lang.Msg("cmd.not-all", "Not everything could be read of:")
	cutGame       = lang.Msg("cmd.cut-game", "{id}: up to line {line} of its log")
	lackingGame   = lang.Msg("cmd.lacking-game", "{id}: all of its log, but not everything that was kept beside it")
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

// rescue puts a fresh file with what is left of a damaged one in its place.
func rescue(ctx context.Context, a *app, file string) error {
	from, err := store.OpenWreck(ctx, file)
	switch {
	case errors.Is(err, store.ErrDamaged):
		return a.nothingOf(file, err)
	case err != nil:
		return a.badBackup(file, err)
	}
	defer from.Close()
	to, err := store.Freshen(ctx, file)
	if err != nil {
		return a.badCopy(file, file, &store.Target{Err: err})
	}
	defer to.Drop()
	all, err := session.Rescue(from, to, games)
	if err != nil {
		return a.badCopy(file, file, &store.Target{Err: err})
	}
	taken, whole := count(all)
	if err := from.Close(); err != nil {
		return err
	}
	switch {
	case whole == len(all) && store.Intact(ctx, file) == nil:
		return a.print(noDamage.With("file", file))
	case taken == 0:
		a.tellPlayed(all)
		return a.nothingOf(file, nil)
	}
	kept, err := to.Replace(a.Now())
	switch {
	case errors.Is(err, store.ErrBusy):
		return &failed{Say: isPlayed, Err: err}
	case err != nil:
		return a.badCopy(file, file, &store.Target{Err: err})
	}
	return a.tellRescued(file, kept, taken, all)
}

// nothingOf is a file that has nothing to be taken.
func (a *app) nothingOf(file string, err error) error {
	return &failed{Say: nothingLeft.With("file", file, "restore", a.command("restore")), Err: err}
}

// tellPlayed prints what is known of games of which nothing else is left.
func (a *app) tellPlayed(all []session.Rescued) {
	head := a.voice.Say(wasPlayed)
	for _, r := range all {
		if r.People == nil {
			continue
		}
		if head != "" {
			fmt.Fprintln(a.Out, layout.Wrap(head, a.width()))
			head = ""
		}
		fmt.Fprintln(a.Out, "  "+layout.Flow(r.ID+layout.Dot+a.voice.Say(a.rowOf(r)), a.width()-len("  "), "  "))
	}
}

// rowOf is what the row of a game says: what was played, by whom, and when.
func (a *app) rowOf(r session.Rescued) lang.Text {
	say := lang.Literal("{game} · {names}").With("game", scoring.GameName(games, r.Kind), "names", lang.Names(r.People))
	if !r.Started.IsZero() {
		say = lang.Literal("{row} · {day}").With("row", say, "day", a.voice.DayAndTime(r.Started.Local()))
	}
	return say
}

// count is of how many games something was taken, and of how many everything.
func count(all []session.Rescued) (taken, whole int) {
	for _, r := range all {
		if !r.Cut || r.Lines > 0 {
			taken++
		}
		if r.Whole() {
			whole++
		}
	}
	return taken, whole
}

// tellRescued says what was taken, and names what was not.
func (a *app) tellRescued(file, kept string, taken int, all []session.Rescued) error {
	if err := a.print(rescued.With("n", taken, "file", file)); err != nil {
		return err
	}
	named := false
	for _, r := range all {
		if r.Whole() {
			continue
		}
		if !named {
			fmt.Fprintln(a.Out, a.voice.Say(notAll))
			named = true
		}
		say := lackingGame
		switch {
		case r.Cut && r.Lines == 0:
			say = lostGame.With("id", r.ID)
			if r.People != nil {
				say = lostRow.With("lost", say, "row", a.rowOf(r))
			}
		case r.Cut:
			say = cutGame.With("line", r.Lines)
		}
		fmt.Fprintln(a.Out, "  "+layout.Hang(a.voice.Say(say.With("id", r.ID)), a.width(), "  "))
	}
	if copies, err := store.Dailies(file); named && err == nil && len(copies) > 0 {
		if err := a.print(copiesToo.With("restore", a.command("restore"))); err != nil {
			return err
		}
	}
	return a.print(damagedAside.With("file", kept))
}
