package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortResume = lang.M("cmd.short-resume", "Carries on with a game, the latest if none is named")
	shortGames  = lang.M("cmd.short-games", "Lists the games that are kept")
	whichKept   = lang.M("cmd.which-kept", "the id of a game (tablemate games lists them)")
	noneOpen    = lang.M("cmd.none-open", "there is no unfinished game; tablemate play begins one")
	noKept      = lang.M("cmd.no-kept", "there is no game “{id}”; tablemate games lists them")
	noGames     = lang.M("cmd.no-games", "No game is kept yet.")
	aRow        = lang.M("cmd.row", "{game} · {names} · {how} · {when}")
	settingUp   = lang.M("cmd.setting-up", "being set up")
	scoredParts = lang.M("cmd.scored-parts", "{n} scored")
	isDamaged   = lang.M("cmd.is-damaged", "cannot be read")
	over        = lang.M("cmd.over", "over")
	since       = lang.M("cmd.since", "since {when}")
	nobodyYet   = lang.M("cmd.nobody-yet", "nobody yet")
)

func newResume(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "resume [ID]", Short: a.voice.Say(shortResume), Args: words(0, 1, lang.Text{}),
		RunE: func(c *cobra.Command, args []string) error {
			id := ""
			if len(args) == 1 {
				id = args[0]
			}
			return resume(c.Context(), a, id)
		},
	}
}

// resume carries on with a game; id "" is the unfinished one that was changed last.
func resume(ctx context.Context, a *app, id string) error {
	st, err := a.open()
	if err != nil {
		return err
	}
	defer st.Close()
	if id == "" {
		open, err := unfinished(st)
		if err != nil {
			return err
		}
		if len(open) == 0 {
			return &failed{noneOpen, nil}
		}
		id = open[0].ID
	}
	s, err := a.find(st, id)
	if err != nil {
		return err
	}
	return a.spend(ctx, st, s)
}

// find opens a kept game.
func (a *app) find(st *store.Store, id string) (*session.Session, error) {
	s, err := session.Open(st, games, strings.ToLower(id), a.Now, a.Random)
	if err != nil && isNone(err) {
		return nil, &failed{noKept.With("id", id), err}
	}
	return s, err
}

func newGames(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "games", Short: a.voice.Say(shortGames), Args: noArgs(a),
		RunE: func(c *cobra.Command, _ []string) error { return listGames(c.Context(), a) },
	}
}

func listGames(_ context.Context, a *app) error {
	st, err := a.openToRead()
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
	for _, g := range all {
		fmt.Fprintf(a.Out, "%s  %s\n", g.ID, a.voice.Say(a.row(st, g)))
	}
	return nil
}

// row is a kept game in one line: which, who, how far, since when.
func (a *app) row(st *store.Store, g store.Game) lang.Text {
	name, how := lang.As(g.Kind), settingUp
	for _, known := range games {
		if known.ID == g.Kind {
			name = known.Name
		}
	}
	names := nobodyYet
	if len(g.People) > 0 {
		names = lang.As("{l}").With("l", lang.Names(g.People))
	}
	switch s, err := session.Open(st, games, g.ID, a.Now, a.Random); {
	case err != nil:
		how = isDamaged
	case s.State() != nil:
		t, _ := s.Table()
		names = lang.As("{l}").With("l", lang.Names(t.Players))
		if n := len(s.State().Result().Parts); n > 0 {
			how = scoredParts.With("n", n)
		}
	}
	when := since.With("when", a.when(g.Started.Local().Format("2006-01-02"), g.Started.Local().Format("15:04")))
	if !g.Finished.IsZero() && how.ID != isDamaged.ID {
		how = over
	}
	return aRow.With("game", name, "names", names, "how", how, "when", when)
}

// when is a day and a time; today's day is not said.
func (a *app) when(day, clock string) string {
	if day == a.Now().Local().Format("2006-01-02") {
		return clock
	}
	if a.voice.Tag() == "pt-BR" {
		return day[8:] + "/" + day[5:7] + "/" + day[:4] + " " + clock
	}
	return day + " " + clock
}
