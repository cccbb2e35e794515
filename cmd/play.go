package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var (
	shortPlay   = lang.Msg("cmd.short-play", "Begins a new game: who plays, setting up, scoring")
	examplePlay = lang.Msg("cmd.example-play", "tablemate play picture-perfect\ntablemate play dixit --share\ntablemate play --again --next")
	flagAgain   = lang.Msg("cmd.flag-again", "once more the game that was finished last, the game with this ID, or the last GAME: the same people, the same options")
	flagNext    = lang.Msg("cmd.flag-next", "with --again: the next person in turn begins, without a question")
	nextOfWhat  = lang.Msg("cmd.next-of-what", "--next goes with --again: it says who begins when a game is played once more")
	noneOver    = lang.Msg("cmd.none-over", "no such game is finished yet; tablemate play begins a new one")
	flagScore   = lang.Msg("cmd.flag-score-only", "the game has been played already: only score it")
)

// playing is how a game is begun.
type playing struct{ again, next, only bool }

func (o *playing) flags(a *app, c *cobra.Command) {
	a.phones.flags(a, c)
	c.Flags().BoolVar(&o.only, "score-only", false, a.voice.Say(flagScore))
	c.Flags().BoolVar(&o.again, "again", false, a.voice.Say(flagAgain))
	c.Flags().BoolVar(&o.next, "next", false, a.voice.Say(flagNext))
}

func newPlay(a *app) *cobra.Command {
	var o playing
	c := &cobra.Command{
		Use: "play [" + a.voice.Say(wordGame) + "]", Example: a.example(examplePlay),
		Args: cmdline.Words(0, 1, whichGame), ValidArgsFunction: a.shell().Play(),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), a, strings.Join(args, "")) },
	}
	o.flags(a, c)
	return c
}

// run begins what a word names; "": the table chooses, or with --again what was finished last.
func (o playing) run(ctx context.Context, a *app, word string) error {
	purpose := play.ToPlay
	if o.only {
		purpose = play.OnlyScore
	}
	var g scoring.Game
	switch {
	case o.again:
		return a.kept.During(ctx, func(st *store.Store) error { return playAgain(ctx, a, st, word, o) })
	case o.next:
		return &usage{Say: nextOfWhat}
	case word != "":
		its, named, err := gameOrCalled(ctx, a, word)
		if err != nil {
			return err
		}
		g, a.named = its, named
	}
	return a.kept.During(ctx, func(st *store.Store) error {
		if word == "" {
			return quietly(a, chooseGame(ctx, a, st, purpose))
		}
		return begin(ctx, a, st, play.Choice{Game: g, Purpose: purpose})
	})
}

// begin plays a new game.
func begin(ctx context.Context, a *app, st *store.Store, c play.Choice) error {
	a.named = cmp.Or(a.named, c.Named)
	return spend(ctx, a, st, session.Start(st, c.Game, c.Purpose, a.Now, a.Random))
}

// playAgain plays a game once more: one that is named as played finds it.
func playAgain(ctx context.Context, a *app, st *store.Store, word string, o playing) error {
	was, err := played(a, st, word)
	if err != nil {
		return err
	}
	purpose := was.Log.Purpose()
	if o.only {
		purpose = play.OnlyScore
	}
	return evenings(ctx, a, st, func(w play.Setting) (*play.Evening, *session.Session) { return w.Rematch(was, purpose, o.next) })
}

// played returns a kept game at which people sat down: the one with an id or, by the name of a game, the one of
// those that was finished last; of all games where no word is said.
func played(a *app, st *store.Store, word string) (*session.Session, error) {
	id, kind := word, ""
	if its, err := kindNamed(a, st, word); err == nil && word != "" {
		if _, err := a.kept.Find(st, word, 0); errors.Is(err, store.ErrNone) {
			id, kind = "", its
		}
	}
	if id == "" {
		last, err := st.History.LastOver(kind)
		switch {
		case err != nil:
			return nil, err
		case last == "":
			return nil, &failed{Say: noneOver}
		}
		id = last
	}
	return a.kept.Seated(st, id, 0)
}

// chooseGame asks which game, and begins it.
func chooseGame(ctx context.Context, a *app, st *store.Store, purpose string) error {
	if _, err := a.asks(ctx); err != nil {
		return err
	}
	c, err := a.setting(st).ChooseGame(purpose)
	if err != nil {
		return err
	}
	return begin(ctx, a, st, c)
}

// menu runs the program alone: what can be done, on one screen. Back from what it asks next shows it again.
func menu(ctx context.Context, a *app, st *store.Store) error {
	if _, err := a.asks(ctx); err != nil {
		return err
	}
	for {
		c, err := a.setting(st).Choose()
		if err != nil {
			if open, _ := a.setting(st).Unfinished(1); len(open) > 0 {
				return beforeAll(err)
			}
			return quietly(a, err)
		}
		err = does(ctx, a, st, c)
		if !errors.Is(err, ask.ErrBack) {
			return beforeAll(err)
		}
	}
}

// does does what the table chose.
func does(ctx context.Context, a *app, st *store.Store, c play.Choice) error {
	switch {
	case c.Purpose == play.OnceMore:
		return playAgain(ctx, a, st, c.ID, playing{})
	case c.ID != "":
		return resume(ctx, a, st, c.ID)
	case c.Purpose == play.StoodClock:
		return turns(ctx, a, st, report.Table, nil)
	case c.Purpose == play.OnlyClock:
		return clockAlone(ctx, a)
	case c.Purpose == play.FromSheet:
		return sheetAlone(ctx, a)
	}
	return chooseGame(ctx, a, st, c.Purpose)
}

// quietly says in a line that there is nothing to go back to at the very first question.
func quietly(a *app, err error) error {
	if err != nil && beforeAll(err) == nil {
		a.restore()
		fmt.Fprintln(a.Out, a.voice.Say(play.NothingBegun))
	}
	return beforeAll(err)
}
