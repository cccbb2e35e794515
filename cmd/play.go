package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/cmd/internal/output"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/timer"
)

var (
	shortPlay   = lang.Msg("cmd.short-play", "Begins a new game: who plays, setting up, scoring")
	examplePlay = lang.Msg("cmd.example-play", "tablemate play picture-perfect\ntablemate play dixit --share\ntablemate play --again --next")
	flagAgain   = lang.Msg("cmd.flag-again", "once more what was finished last, or the game with this ID, or the last GAME: the same people, the same options")
	flagNext    = lang.Msg("cmd.flag-next", "with --again: whose turn to begin is next begins, without being asked")
	nextOfWhat  = lang.Msg("cmd.next-of-what", "--next goes with --again: it says who begins where a game is played once more")
	noneOver    = lang.Msg("cmd.none-over", "no such game is finished yet; tablemate play begins a new one")
	flagScore   = lang.Msg("cmd.flag-score-only", "the game has been played already: only score it")
)

func newPlay(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "play [" + a.voice.Say(wordGame) + "]", Example: a.example(examplePlay),
		Args: cmdline.Words(0, 1, whichGame), ValidArgsFunction: a.shell().Play(),
	}
	a.shareFlags(c)
	only := c.Flags().Bool("score-only", false, a.voice.Say(flagScore))
	again := c.Flags().Bool("again", false, a.voice.Say(flagAgain))
	next := c.Flags().Bool("next", false, a.voice.Say(flagNext))
	c.RunE = func(c *cobra.Command, args []string) error {
		choice := play.Choice{Purpose: play.ToPlay}
		if *only {
			choice.Purpose = play.OnlyScore
		}
		if *again {
			return playAgain(c.Context(), a, strings.Join(args, ""), *only, *next)
		}
		if *next {
			return &usage{Say: nextOfWhat}
		}
		if len(args) == 0 {
			return a.quietly(chooseGame(c.Context(), a, choice.Purpose))
		}
		g, named, err := a.gameOrCalled(c.Context(), args[0])
		if err != nil {
			return err
		}
		choice.Game, a.named = g, named
		return begin(c.Context(), a, choice)
	}
	return c
}

// begin plays a new game.
func begin(ctx context.Context, a *app, c play.Choice) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	return a.spend(ctx, st, session.Start(st, c.Game, c.Purpose, a.Now, a.Random))
}

// playAgain plays a game once more: one that is named as played finds it.
func playAgain(ctx context.Context, a *app, word string, only, next bool) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	was, err := a.played(st, word)
	if err != nil {
		return err
	}
	purpose := was.Log.Purpose()
	if only {
		purpose = play.OnlyScore
	}
	return a.evenings(ctx, st, func(w play.Setting) (*play.Evening, *session.Session) { return w.Rematch(was, purpose, next) })
}

// played is a kept game at which people sat down: the one with an id or, by the name of a game, the one of
// those that was finished last; of all games where no word is said.
func (a *app) played(st *store.Store, word string) (*session.Session, error) {
	id, kind := word, ""
	if g, err := gameNamed(a.voice, word); word != "" && err == nil {
		if _, err := a.find(st, word, 0); errors.Is(err, store.ErrNone) {
			id, kind = "", g.ID
		}
	}
	if id == "" {
		last, err := st.LastOver(kind)
		if err != nil {
			return nil, err
		}
		id = last
		if id == "" {
			return nil, &failed{Say: noneOver}
		}
	}
	s, err := a.find(st, id, 0)
	if err == nil && s.Log.State() == nil {
		err = &failed{Say: session.Explain(session.ErrNoTable), Err: session.ErrNoTable}
	}
	return s, err
}

// spend plays one game until it is over or the table leaves.
func (a *app) spend(ctx context.Context, st *store.Store, s *session.Session) error {
	return a.evenings(ctx, st, func(w play.Setting) (*play.Evening, *session.Session) { return play.New(w, s), s })
}

// evenings plays a game, and those that the table wants after it.
func (a *app) evenings(ctx context.Context, st *store.Store, first func(play.Setting) (*play.Evening, *session.Session)) (err error) {
	if _, err := a.asks(ctx); err != nil {
		return err
	}
	if a.copied == nil {
		a.copied = a.copyOfTheDay(ctx)
	}
	var e *play.Evening
	e, a.playing = first(a.setting(st))
	if err := e.Welcome(a.share); err != nil {
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

// chooseGame asks which game, and begins it.
func chooseGame(ctx context.Context, a *app, purpose string) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	if _, err := a.asks(ctx); err != nil {
		return err
	}
	c, err := a.setting(st).ChooseGame(purpose)
	if err != nil {
		return err
	}
	return begin(ctx, a, c)
}

// menu is the program alone: what can be done, on one screen. Back from what it asks next shows it again.
func menu(ctx context.Context, a *app) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	if _, err := a.asks(ctx); err != nil {
		return err
	}
	for {
		c, err := a.setting(st).Choose()
		if err != nil {
			if open, _ := a.setting(st).Unfinished(1); len(open) > 0 {
				return beforeAll(err)
			}
			return a.quietly(err)
		}
		err = a.does(ctx, c)
		if !errors.Is(err, ask.ErrBack) {
			return beforeAll(err)
		}
	}
}

// does does what the table chose.
func (a *app) does(ctx context.Context, c play.Choice) error {
	switch {
	case c.Purpose == play.OnceMore:
		return playAgain(ctx, a, c.ID, false, false)
	case c.ID != "":
		return resume(ctx, a, c.ID)
	case c.Purpose == play.OnlyClock:
		return a.clockAlone(ctx)
	case c.Purpose == play.FromSheet:
		return a.sheetAlone(ctx)
	}
	return chooseGame(ctx, a, c.Purpose)
}

// quietly is nothing to go back to at the very first question, said in a line.
func (a *app) quietly(err error) error {
	if err != nil && beforeAll(err) == nil {
		a.restore()
		fmt.Fprintln(a.Out, a.voice.Say(play.NothingBegun))
	}
	return beforeAll(err)
}

// beforeAll is no error where there is nothing to go back to.
func beforeAll(err error) error {
	if errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow) {
		return nil
	}
	return err
}

// setting is where an evening is played. st is nil where no game is looked at.
func (a *app) setting(st *store.Store) play.Setting {
	out := a.Out
	if a.host != nil {
		out = a.host.Tee(out)
	}
	w := play.Setting{
		Host: a.host, Phones: a.host, Store: st, Games: games, Out: out, Width: a.width, Voice: a.voice,
		Ink: a.ink(), Now: a.Now, Moment: a.moment(), Random: a.Random, Data: a.data, Trace: a.writeTrace, Named: a.named,
	}
	if a.live() {
		w.Copy, w.Clear = output.Clipboard(a.window, a.Getenv), a.clear
	}
	return w
}

// clear moves everything up and out of the window; it can still be scrolled back to.
func (a *app) clear() {
	_, rows := a.Size()
	_, _ = io.WriteString(a.window, strings.Repeat("\r\n", max(0, rows)))
}

// live reports whether somebody sits at a terminal that may be drawn on.
func (a *app) live() bool {
	return a.Keyboard != nil && a.Screen && !a.plain && !a.aloud() && !a.dumb()
}

// ink is how people are marked in what is printed: not at all where no terminal is looked at, or one without colors, or by ears.
func (a *app) ink() color.Ink {
	if !a.Screen || a.plain || a.aloud() || a.dumb() || a.Getenv("NO_COLOR") != "" {
		return color.None
	}
	return color.Painted
}

// asks is who is asked, the same one as long as the program runs.
func (a *app) asks(ctx context.Context) (play.Host, error) {
	if a.host != nil {
		return a.host, nil
	}
	m := play.Machine{
		In: a.In, Typed: a.Keyboard != nil, Out: a.Out, Bell: a.Screen, Color: a.Getenv("NO_COLOR") == "",
		Latin: output.LocaleOf(a.Getenv).Latin(), Width: a.width, Voice: a.voice, Moment: a.moment(),
	}
	if a.live() {
		keys, err := keyboard.Open(a.Keyboard, m.Latin)
		if err != nil {
			return nil, err
		}
		m.Terminal = screen.Terminal{Keys: keys, Out: a.window, Size: a.Size, Getenv: a.Getenv, Owes: a.Owes}
	}
	a.host = a.sharing(ctx, play.NewHost(ctx, m), m.Color)
	return a.host, nil
}

// restore puts the terminal in order, where anybody was asked.
func (a *app) restore() {
	if a.host != nil {
		a.host.Restore()
	}
}

// moment reads both clocks of this machine; all readings of one run of the program fit
// together.
func (a *app) moment() func() timer.Moment {
	if a.moments == nil {
		a.moments = timer.Reader(a.Now)
	}
	return a.moments
}
