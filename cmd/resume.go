package cmd

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortResume   = lang.Msg("cmd.short-resume", "Carries on with a game, the latest if none is named")
	exampleResume = lang.Msg("cmd.example-resume", "tablemate resume\ntablemate resume kobe --share")
	wordID        = lang.Msg("cmd.word-id", "ID")
	wordIDs       = lang.Msg("cmd.word-ids", "ID…")
	whichKept     = lang.Msg("cmd.which-kept", "the id of a game (tablemate games lists them)")
	noneOpen      = lang.Msg("cmd.none-open", "there is no unfinished game; tablemate play begins a new one")
	noKept        = lang.Msg("cmd.no-kept", "there is no game “{id}”; tablemate games lists them")
	manyKept      = lang.Msg("cmd.many-kept", "“{id}” begins the id of more than one game: {all}")
)

func newResume(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "resume [" + a.voice.Say(wordID) + "]", Example: a.example(exampleResume),
		Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: a.shell().Kept(1, store.Filter{Open: true}),
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
		open, err := a.setting(st).Unfinished(1)
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
	if g, err := st.Game(s.Log.ID()); err == nil && !g.Deleted.IsZero() {
		return a.goneAlready(s.Log.ID())
	}
	return a.spend(ctx, st, s)
}

// find opens a kept game by its id, or by the beginning of its id where no other one begins
// so; as it stood after line until of its log (0: now).
func (a *app) find(st *store.Store, id string, until int) (*session.Session, error) {
	id, err := idOf(st, id)
	switch {
	case err != nil:
		return nil, err
	case until > 0:
		return session.OpenUntil(st, games, id, until)
	}
	return session.Open(st, games, id, a.Now, a.Random)
}

// idOf is the whole id of a kept game that is named by it, or by its beginning where no other one begins so.
func idOf(st *store.Store, word string) (string, error) {
	id := strings.ToLower(word)
	_, err := st.Game(id)
	if !errors.Is(err, store.ErrNone) { // what is wrong with it is said by who opens it
		return id, nil
	}
	begin, broken := st.Beginning(id)
	switch {
	case broken != nil:
		return "", broken
	case len(begin) == 0:
		return "", &failed{Say: noKept.With("id", word), Err: err}
	case len(begin) > 1:
		return "", &failed{Say: manyKept.With("id", word, "all", strings.Join(begin, ", ")), Err: err}
	}
	return begin[0], nil
}
