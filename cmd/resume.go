package cmd

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortResume   = lang.Msg("cmd.short-resume", "Carries on with a game, the latest if none is named")
	exampleResume = lang.Msg("cmd.example-resume", "tablemate resume\ntablemate resume kobe --share")
	noneOpen      = lang.Msg("cmd.none-open", "there is no unfinished game; tablemate play begins a new one")
)

func newResume(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "resume [" + a.voice.Say(wordID) + "]", Example: a.example(exampleResume),
		Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: a.shell().Kept(1, store.Filter{Open: true}),
		RunE: func(c *cobra.Command, args []string) error {
			return a.kept.During(c.Context(), func(st *store.Store) error { return resume(c.Context(), a, st, strings.Join(args, "")) })
		},
	}
	a.phones.flags(a, c)
	return c
}

// resume carries on with a game; id "" is the unfinished one that was changed last.
func resume(ctx context.Context, a *app, st *store.Store, id string) error {
	if id == "" {
		open, err := a.setting(st).Unfinished(1)
		switch {
		case err != nil:
			return err
		case len(open) == 0:
			return &failed{Say: noneOpen}
		}
		id = open[0].ID
	}
	s, err := a.kept.Find(st, id, 0)
	if err != nil {
		return err
	}
	if g, err := st.History.Game(s.Log.ID()); err == nil && !g.Deleted.IsZero() {
		return a.goneAlready(s.Log.ID())
	}
	return spend(ctx, a, st, s)
}

// spend plays one game until it is over or the table leaves.
func spend(ctx context.Context, a *app, st *store.Store, s *session.Session) error {
	return evenings(ctx, a, st, func(w play.Setting) (*play.Evening, *session.Session) { return play.New(w, s), s })
}

// evenings plays a game, and those that the table wants after it.
func evenings(ctx context.Context, a *app, st *store.Store, first func(play.Setting) (*play.Evening, *session.Session)) (err error) {
	if _, err := a.asks(ctx); err != nil {
		return err
	}
	if a.copied == nil {
		a.copied = a.kept.CopyOfTheDay(ctx)
	}
	var e *play.Evening
	e, a.playing = first(a.setting(st))
	if err := e.Welcome(a.phones.share); err != nil {
		return err
	}
	for e != nil {
		err := e.Run()
		a.restore()
		e.Farewell(err)
		if err != nil {
			return err
		}
		e, a.playing = e.Again()
	}
	return nil
}

// beforeAll returns no error where there is nothing to go back to.
func beforeAll(err error) error {
	if errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow) {
		return nil
	}
	return err
}
