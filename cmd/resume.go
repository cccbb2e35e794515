package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortResume = lang.Msg("cmd.short-resume", "Carries on with a game, the latest if none is named")
	shortGames  = lang.Msg("cmd.short-games", "Lists the games that are kept")
	whichKept   = lang.Msg("cmd.which-kept", "the id of a game (tablemate games lists them)")
	noneOpen    = lang.Msg("cmd.none-open", "there is no unfinished game; tablemate play begins a new one")
	noKept      = lang.Msg("cmd.no-kept", "there is no game “{id}”; tablemate games lists them")
	manyKept    = lang.Msg("cmd.many-kept", "“{id}” begins the id of more than one game: {all}")
	noGames     = lang.Msg("cmd.no-games", "No game is kept yet.")
)

func newResume(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "resume [ID]", Short: a.voice.Say(shortResume), Args: cmdline.Words(0, 1, lang.Text{}),
		RunE: func(c *cobra.Command, args []string) error {
			return resume(c.Context(), a, strings.Join(args, ""))
		},
	}
	a.shareFlags(c)
	return c
}

// resume carries on with a game; id "" is the unfinished one that was changed last.
func resume(ctx context.Context, a *app, id string) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	if id == "" {
		open, err := play.Unfinished(st, 1)
		if err != nil {
			return err
		}
		if len(open) == 0 {
			return &failed{Say: noneOpen}
		}
		id = open[0].ID
	}
	s, err := a.find(st, id, 0)
	if err != nil {
		return err
	}
	return a.spend(ctx, st, s)
}

// find opens a kept game by its id, or by the beginning of its id where no other one begins
// so; as it stood after line until of its log (0: now).
func (a *app) find(st *store.Store, id string, until int) (*session.Session, error) {
	open := func(id string) (*session.Session, error) {
		if until > 0 {
			return session.OpenUntil(st, games, id, until)
		}
		return session.Open(st, games, id, a.Now, a.Random)
	}
	s, err := open(strings.ToLower(id))
	if !errors.Is(err, store.ErrNone) {
		return s, err
	}
	begin, broken := st.Beginning(strings.ToLower(id))
	switch {
	case broken != nil:
		return nil, broken
	case len(begin) == 0:
		return nil, &failed{Say: noKept.With("id", id), Err: err}
	case len(begin) == 1:
		return open(begin[0])
	}
	return nil, &failed{Say: manyKept.With("id", id, "all", strings.Join(begin, ", ")), Err: err}
}

func newGames(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "games", Short: a.voice.Say(shortGames), Args: cmdline.NoArgs(),
		RunE: func(c *cobra.Command, _ []string) error { return listGames(c.Context(), a) },
	}
}

func listGames(ctx context.Context, a *app) error {
	st, err := a.openToRead(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	all, err := st.Games()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(a.Out, a.voice.Say(noGames))
	}
	return a.setting(st).List(ctx, all)
}
