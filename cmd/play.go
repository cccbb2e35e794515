package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/lang"
)

func newPlay(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "play [" + a.say(lang.T("GAME")) + "]",
		Short:   a.say(lang.T("Begins a new game: who plays, setting up, scoring")),
		Example: "  tablemate play dixit\n  tablemate play --again --next",
		Args:    words(0, 1), ValidArgsFunction: a.completeGames,
	}
	var w play.Wish
	c.Flags().BoolVar(&w.ScoreOnly, "score-only", false, a.say(lang.T("the game has been played already: only score it")))
	c.Flags().BoolVar(&w.Again, "again", false,
		a.say(lang.T("once more the game that was finished last, or the last GAME: the same people, the same options")))
	c.Flags().BoolVar(&w.Next, "next", false, a.say(lang.T("with --again: the next person in turn begins, without a question")))
	c.RunE = func(c *cobra.Command, args []string) error {
		if w.Next && !w.Again {
			return wrong(lang.T("--next goes with --again: it says who begins when a game is played once more"))
		}
		for _, word := range args {
			g, err := a.game(word)
			if err != nil {
				return err
			}
			w.Game = g.ID
		}
		return a.atTable(c.Context(), func(ctx context.Context, s play.Setting) error { return s.Play(ctx, w) })
	}
	return c
}

func newResume(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "resume [" + a.say(lang.T("ID")) + "]",
		Short:   a.say(lang.T("Carries on with a game, the latest if none is named")),
		Example: "  tablemate resume\n  tablemate resume kobe",
		Args:    words(0, 1), ValidArgsFunction: a.completeKept,
		RunE: func(c *cobra.Command, args []string) error {
			return a.atTable(c.Context(), func(ctx context.Context, s play.Setting) error { return s.Resume(ctx, append(args, "")[0]) })
		},
	}
}

// menu is what the program does without a command.
func menu(ctx context.Context, s play.Setting) error { return s.Menu(ctx) }

// atTable runs an evening with a keyboard, until it ends or a signal ends it.
func (a *app) atTable(ctx context.Context, do func(context.Context, play.Setting) error) error {
	p := a.printer()
	p.Plain = p.Plain || !a.Screen // who plays through a pipe, hears
	return a.withKeyboard(ctx, func(ctx context.Context, k tty.Keyboard) error {
		return do(ctx, play.Setting{
			Lang: a.lang, Keys: k, Print: p, Folder: a.folder(), Games: a.games(), Find: a.find,
			Now: a.Now, Seed: a.Random, Score: a.scored, Lay: a.lay, Command: a.command,
		})
	})
}

// withKeyboard opens the keyboard for the time of do.
func (a *app) withKeyboard(ctx context.Context, do func(context.Context, tty.Keyboard) error) error {
	k, err := tty.Open(a.In, a.out.Writer, a.lang, a.plainly(), a.colors())
	if err != nil {
		return err
	}
	defer k.Close()
	return do(ctx, k)
}
