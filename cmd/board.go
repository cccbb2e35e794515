package cmd

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortBoard   = lang.Msg("cmd.short-board", "Shows on a second screen how a game stands while it is played")
	exampleBoard = lang.Msg("cmd.example-board", "tablemate board\ntablemate board kobe")
	longBoard    = lang.Msg("cmd.long-board", "Shows on a second screen, a television say, how a game stands while another window plays it: the standings, the clock, what happened last and why, and who won.\nIt asks nothing and changes nothing; q leaves. Without an ID it follows the game that was changed last. In a pipe or a file it prints how the game stands, once.")
)

func newBoard(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "board [" + a.voice.Say(wordID) + "]", Long: a.voice.Say(longBoard), Example: a.example(exampleBoard),
		Args: cmdline.Words(0, 1, whichKept), ValidArgsFunction: a.offerKept(1, store.Filter{}),
		RunE: func(c *cobra.Command, args []string) error { return board(c.Context(), a, strings.Join(args, "")) },
	}
}

// board shows how a game stands, and follows it; id "" is the one that is changed last.
func board(ctx context.Context, a *app, id string) error {
	looks := *a // the looks are on another goroutine, and a voice is for one
	looks.voice = lang.NewLocalizer(a.voice.Tag(), catalogs()...)
	g := &play.Gallery{
		File: a.file(), ID: id, Say: looks.voice.Say, Why: looks.sentence, Ink: a.ink(),
		Open: func() (*store.Store, error) { return looks.openToRead(ctx) },
		Find: func(st *store.Store, id string) (*session.Session, error) { return looks.find(st, id, 0) },
	}
	first, err := g.Begin()
	a.looked = looks.looked
	if err != nil {
		return err
	}
	o := screen.Onlooker{Board: first, Look: g.Look, Voice: a.voice, Now: a.moment()}
	switch {
	case a.live():
		switch end, err := o.OnTerminal(ctx, a.terminal()); {
		case err != nil, end == screen.Quit:
			return err
		case end == screen.Interrupted:
			return prompt.ErrInterrupt
		}
		return context.Cause(ctx)
	case a.Screen:
		return cmp.Or(o.OnLines(ctx, a.Out, a.width()), context.Cause(ctx))
	}
	return o.Print(a.Out, a.width())
}
