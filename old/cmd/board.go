package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/phones"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortBoard   = lang.Msg("cmd.short-board", "Shows on a page for a second screen how a game stands while it is played")
	exampleBoard = lang.Msg("cmd.example-board", "tablemate board\ntablemate board kobe\ntablemate board --plain")
	longBoard    = lang.Msg("cmd.long-board", "Shows in the browser, on a television say, how a game stands while another window plays it: the standings, the clock, what happened last and why, and who won.\nThe page is served to this machine alone, until Ctrl-C. It asks nothing and changes nothing. Without an ID it follows the game that was changed last. With --plain it prints how the game stands whenever something happened; in a pipe or a file once.")
	boardIsAt    = lang.Msg("cmd.board-is-at", "The board: {url}")
	boardEnds    = lang.Msg("cmd.board-ends", "It is there for this machine alone, until Ctrl-C.")
)

func newBoard(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "board [" + a.voice.Say(wordID) + "]", Long: a.voice.Say(longBoard), Example: a.example(exampleBoard),
		Args: cmdline.Words(0, 1, whichKept), ValidArgsFunction: a.shell().Kept(1, store.Filter{}),
		RunE: func(c *cobra.Command, args []string) error { return board(c.Context(), a, strings.Join(args, "")) },
	}
}

// board shows a game and follows it. Without an id it is the game that was changed last.
func board(ctx context.Context, a *app, id string) error {
	g := &play.Gallery{
		File: a.kept.Path(), ID: id, Now: a.moment,
		Why:  a.kept.Explain,
		Open: func() (*store.Store, error) { return a.kept.OpenAsItIs(ctx) },
		Find: func(st *store.Store, id string) (*session.Session, error) { return a.kept.Find(st, id, 0) },
	}
	if err := g.Begin(); err != nil {
		return err
	}
	switch {
	case a.live():
		return g.OnPage(ctx, phones.Config{
			Listen: a.Listen, Now: a.Now,
			Voices: func(string) *lang.Localizer { return lang.NewLocalizer(a.voice.Tag(), Catalogs()...) },
		}, func(url string) {
			for _, t := range []lang.Text{boardIsAt.With("url", url), boardEnds} {
				a.line(t)
			}
			if a.Browse != nil {
				_ = a.Browse(url) // the address is printed as well
			}
		})
	case a.Screen:
		return g.OnLines(ctx, a.Out, a.voice.Say, a.Width())
	}
	return g.Print(a.Out, a.voice.Say, a.Width())
}
