package cmd

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/board"
	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/lang"
)

func newPlay(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "play [" + a.say(lang.T("GAME")) + "]",
		Short:   a.say(lang.T("Begins a new game: who plays, setting up, scoring")),
		Example: "  tablemate play dixit\n  tablemate play --again --next",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: a.completeGames,
	}
	var w play.Wish
	share := a.sharing(c, false)
	c.Flags().BoolVar(&w.ScoreOnly, "score-only", false, a.say(lang.T("the game has been played already: only score it")))
	c.Flags().BoolVar(&w.Again, "again", false,
		a.say(lang.T("once more the game that was finished last, or the last GAME: the same people, the same options")))
	c.Flags().BoolVar(&w.Next, "next", false, a.say(lang.T("with --again: the next person in turn begins, without a question")))
	c.RunE = func(c *cobra.Command, args []string) error {
		if w.Next && !w.Again {
			return cmdline.Refuse(lang.T("--next goes with --again: it says who begins when a game is played once more"))
		}
		if word := cmdline.First(args); word != "" {
			g, err := a.game(word)
			if err != nil {
				return err
			}
			w.Game = g.ID
		}
		return a.atTable(c.Context(), share(func(ctx context.Context, s *play.Room) error { return s.Play(ctx, w) }))
	}
	return c
}

func newResume(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "resume [" + a.say(lang.T("ID")) + "]",
		Short:   a.say(lang.T("Carries on with a game, the latest if none is named")),
		Example: "  tablemate resume\n  tablemate resume kobe",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: ids(a.kept),
	}
	share := a.sharing(c, true)
	c.RunE = func(c *cobra.Command, args []string) error {
		return a.atTable(c.Context(), share(func(ctx context.Context, s *play.Room) error { return s.Resume(ctx, cmdline.First(args)) }))
	}
	return c
}

// A task is the work of one run of the program at a table.
type task func(context.Context, *play.Room) error

// sharing adds the flags for phones, and returns a function that puts phones beside the laptop if the line asks for them.
func (a *app) sharing(c *cobra.Command, resumes bool) func(task) task {
	share := c.Flags().Bool("share", false, a.say(lang.T("phones in the same network answer too, and a browser shows the board")))
	at := c.Flags().String("addr", "", a.say(lang.T("with --share: the `address` of this computer that phones use, if it has several")))
	_ = c.RegisterFlagCompletionFunc("addr", func(*cobra.Command, []string, string) (all []cobra.Completion, _ cobra.ShellCompDirective) {
		for _, at := range a.Addresses() {
			all = append(all, at.String())
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	})
	return func(do task) task {
		return func(ctx context.Context, s *play.Room) error {
			if !*share && *at == "" {
				return do(ctx, s)
			}
			file := s.Folder.State("phones")
			hub, end, err := phones.Open(phones.Config{
				Marks:     board.Marked,
				Addresses: a.Addresses, Holds: a.Holds, Listen: a.Listen, Wish: *at, Resumes: resumes, Now: a.Now,
				Load: func(into *phones.SavedPhones) error {
					err := store.Load(file, into)
					if err != nil {
						a.warn(err)
					}
					return err
				},
				Save:  func(k phones.SavedPhones) error { return store.Save(file, k) },
				Awake: func() func() { return a.Awake(a.say(lang.T("phones keep score"))) },
			})
			if err != nil {
				return refused(err)
			}
			defer end()
			flags := []string{"--share"}
			if *at != "" {
				flags = append(flags, "--addr", *at)
			}
			s.Share(hub, flags...)
			return do(ctx, s)
		}
	}
}

// menu runs the start menu, for a line without a command.
func menu(ctx context.Context, s *play.Room) error { return s.Menu(ctx) }

// atTable runs a task with a keyboard, until it ends or a signal ends it.
func (a *app) atTable(ctx context.Context, do task) error {
	p := a.printer()
	p.Plain = a.Plain(a.plain, true)
	return a.withKeyboard(a.screen, func(k tty.Keyboard) error {
		return do(ctx, &play.Room{
			Lang: a.lang, Keys: k, Print: p, Folder: a.folder(), Cache: a.Cache, Build: a.Build, Games: a.rack().All(), Find: a.find, Now: a.Now, Seed: a.Random,
			Awake: a.Awake, Score: a.scored, Command: a.command, Shelve: a.rack().Shelve,
		})
	})
}

// withKeyboard opens the keyboard for the time of do. Its questions go to out.
func (a *app) withKeyboard(out io.Writer, do func(tty.Keyboard) error) (err error) {
	k, err := tty.Open(a.In, out, a.lang, a.Plain(a.plain, false), a.Color(a.plain))
	if err != nil {
		return err
	}
	// The terminal is put in order after a panic as well.
	defer func() {
		if closed := k.Close(); closed != nil {
			err = unprinted(closed)
		}
	}()
	return do(k)
}
