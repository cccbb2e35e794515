package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortGames     = lang.Msg("cmd.short-games", "Lists the games that are kept")
	exampleGames   = lang.Msg("cmd.example-games", "tablemate games --with Ana --since 30d\ntablemate games --game dixit --format csv")
	flagGame       = lang.Msg("cmd.flag-game", "only this `game`")
	flagWith       = lang.Msg("cmd.flag-with", "only games that `NAME` played; more than one: all of them")
	flagSince      = lang.Msg("cmd.flag-since", "only since a `day` (2026-11-21, yesterday, monday), or in the last days (30d)")
	flagUnfinished = lang.Msg("cmd.flag-unfinished", "only those that are not over")
	flagDeleted    = lang.Msg("cmd.flag-deleted", "those that were deleted")
	flagPage       = lang.Msg("cmd.flag-page", "page `N`; a page has {n} games, {many} in a file or pipe")
	noGames        = lang.Msg("cmd.no-games", "No game is kept yet.")
	noneSuch       = lang.Msg("cmd.none-such", "No game matches.")
	keptIn         = lang.Msg("cmd.kept-in", "The games are kept in {file}")
	morePages      = lang.Msg("cmd.more-pages", "There are more: {command}")
	badPage        = lang.Msg("cmd.bad-page", "--page {it}: pages are numbered from 1")
	badSince       = lang.Msg("cmd.bad-since", "--since {it}: a day, for example yesterday, monday or 2026-11-21, or a number of days, for example 30d, please")
	someDeleted    = lang.Msg("cmd.some-deleted", "No game is kept; “{undelete}” lists those that were deleted.")
)

// The games on a page of the list: about a screenful, with a line or two each; and more where nobody looks at a screen.
const (
	onePage  = 12
	longPage = 100
)

// gamesOptions holds the options of the list, some of which also filter statistics.
type gamesOptions struct {
	game, since         string
	with                []string
	unfinished, deleted bool
	page                int
}

func newGames(a *app) *cobra.Command {
	c := &cobra.Command{Use: "games", Args: cmdline.NoArgs, Example: a.example(exampleGames)}
	var w gamesOptions
	format := formatFlag(a, c, flagFormat, report.Formats)
	w.flags(a, c)
	c.Flags().BoolVar(&w.unfinished, "unfinished", false, a.voice.Say(flagUnfinished))
	c.Flags().BoolVar(&w.deleted, "deleted", false, a.voice.Say(flagDeleted))
	c.Flags().IntVar(&w.page, "page", 1, a.voice.Say(flagPage.With("n", onePage, "many", longPage)))
	c.RunE = func(c *cobra.Command, _ []string) error { return w.list(c, a, *format) }
	return c
}

// flags adds the filters of lists and statistics.
func (w *gamesOptions) flags(a *app, c *cobra.Command) {
	c.Flags().StringVar(&w.game, "game", "", a.voice.Say(flagGame))
	c.Flags().StringArrayVar(&w.with, "with", nil, a.voice.Say(flagWith))
	c.Flags().StringVar(&w.since, "since", "", a.voice.Say(flagSince))
	offer.Flag(c, "game", a.shell().OfGames(offer.Anywhere))
	offer.Flag(c, "with", a.shell().People(offer.Anywhere))
	offer.Flag(c, "since", a.shell().Since())
}

func (w gamesOptions) filter(a *app, st *store.Store) (store.Filter, error) {
	f := store.Filter{Open: w.unfinished, Deleted: w.deleted}
	if w.game != "" {
		kind, err := a.shelf.Kind(st, w.game)
		if err != nil {
			return f, err
		}
		f.Kind = kind
	}
	var is bool
	f.Since, is = history.Since(w.since, a.Now())
	if !is && w.since != "" {
		return f, &usage{Say: badSince.With("it", w.since)}
	}
	for _, name := range w.with {
		names, err := kept.Called(st, name)
		if err != nil {
			return f, err
		}
		f.With = append(f.With, names)
	}
	return f, nil
}

// printReport prints a report about the games in the file that open opens.
func printReport(ctx context.Context, a *app, f report.Format, open func(context.Context) (*store.Store, error), of func(history.Reporter) (report.Doc, error)) error {
	st, err := open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	d, err := of(a.setting(st).Reporter())
	if err == nil && a.kept.Unsummed(st) {
		err = store.ErrUnsummed // an unreadable game may be readable after a repair
	}
	if err != nil {
		return err
	}
	return a.page().Print(d, f)
}

// list prints a page of the games, and the command for the next page.
func (w gamesOptions) list(c *cobra.Command, a *app, f report.Format) error {
	more, looks := false, a.Screen && f == report.Table
	size := longPage
	if looks {
		size = onePage
	}
	err := printReport(c.Context(), a, f, a.kept.OpenToRead, func(p history.Reporter) (report.Doc, error) {
		if w.page < 1 {
			return report.Doc{}, &usage{Say: badPage.With("it", w.page)}
		}
		filter, err := w.filter(a, p.Store)
		if err != nil {
			return report.Doc{}, err
		}
		filter.Skip, filter.Limit = (w.page-1)*size, size+1
		some, err := p.Store.History.List(filter)
		if err != nil {
			return report.Doc{}, err
		}
		more = len(some) > size
		d, err := p.List(c.Context(), some[:min(len(some), size)])
		if err == nil && len(some) == 0 {
			d.Lead, err = noneListed(a, p.Store)
		}
		return d, err
	})
	if err == nil && more {
		a.note(morePages.With("command", a.kept.Command(cmdline.Again(c, kept.Quoted, w.page+1)...)))
	}
	if err == nil && looks {
		fmt.Fprintln(a.Err, a.voice.Say(keptIn.With("file", a.kept.Path()))) // in one piece, so that it can be copied
	}
	return err
}

func noneListed(a *app, st *store.Store) ([]lang.Text, error) {
	any, err := st.History.List(store.Filter{Limit: 1})
	if err != nil {
		return nil, err
	}
	gone, err := st.History.List(store.Filter{Deleted: true, Limit: 1})
	switch {
	case len(any) > 0:
		return []lang.Text{noneSuch}, err
	case len(gone) > 0:
		return []lang.Text{someDeleted.With("undelete", a.kept.Command("undelete"))}, err
	}
	return []lang.Text{noGames}, err
}
