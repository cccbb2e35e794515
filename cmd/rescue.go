package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortRescue  = lang.Msg("cmd.short-rescue", "Takes what can be read out of a damaged file of games")
	longRescue   = lang.Msg("cmd.long-rescue", "Takes what can be read out of a damaged file of games, game by game, into a fresh one with the same name. The damaged file is kept beside it.\nAlone, it does so with the file of games.")
	nothingLeft  = lang.Msg("cmd.nothing-left", "{file}: nothing can be read of it. It was left as it is.")
	noDamage     = lang.Msg("cmd.no-damage", "{file} is not damaged. It was left as it is.")
	rescued      = lang.Plural("cmd.rescued", "{n} game was taken into a fresh {file}.", "{n} games were taken into a fresh {file}.")
	notAll       = lang.Msg("cmd.not-all", "Not everything could be read of:")
	lostGame     = lang.Msg("cmd.lost-game", "{id}: nothing could be taken")
	cutGame      = lang.Msg("cmd.cut-game", "{id}: up to line {line} of its log")
	lackingGame  = lang.Msg("cmd.lacking-game", "{id}: all of its log, but not everything that was kept beside it")
	damagedAside = lang.Msg("cmd.damaged-aside", "The damaged file is kept as {file}.")
)

func newRescue(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "rescue [" + a.voice.Say(wordFile) + "]", Short: a.voice.Say(shortRescue), Long: a.voice.Say(longRescue),
		Args: cmdline.Words(0, 1, lang.Text{}),
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
		return &failed{Say: nothingLeft.With("file", file), Err: err}
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
		return &failed{Say: nothingLeft.With("file", file)}
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
			say = lostGame
		case r.Cut:
			say = cutGame.With("line", r.Lines)
		}
		fmt.Fprintln(a.Out, "  "+layout.Hang(a.voice.Say(say.With("id", r.ID)), a.width(), "  "))
	}
	return a.print(damagedAside.With("file", kept))
}
