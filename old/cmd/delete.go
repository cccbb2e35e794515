package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortDelete     = lang.Msg("cmd.short-delete", "Takes games out of all lists and statistics")
	shortUndelete   = lang.Msg("cmd.short-undelete", "Brings deleted games back")
	exampleDelete   = lang.Msg("cmd.example-delete", "tablemate delete kobe")
	longUndelete    = lang.Msg("cmd.long-undelete", "Brings deleted games back into all lists and statistics.\nAlone, it lists the games that were deleted.")
	exampleUndelete = lang.Msg("cmd.example-undelete", "tablemate undelete\ntablemate undelete kobe")
	wasDeleted      = lang.Msg("cmd.was-deleted", "Deleted: {what}")
	wasBack         = lang.Msg("cmd.was-undeleted", "Back again: {what}")
	howBack         = lang.Msg("cmd.how-undelete", "Nothing is lost. To bring it back:")
	noneDeleted     = lang.Msg("cmd.none-deleted", "No game is deleted.")
	howUndelete     = lang.Msg("cmd.one-undelete", "One of them comes back with:")
	notDeleted      = lang.Msg("cmd.not-deleted", "the game {id} is not deleted")
)

func newDelete(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "delete " + a.voice.Say(wordIDs), Example: a.example(exampleDelete),
		Args: cmdline.Words(1, mostIDs, whichKept), ValidArgsFunction: a.shell().Kept(mostIDs, store.Filter{}),
		RunE: func(c *cobra.Command, ids []string) error {
			return a.kept.Each(c.Context(), ids, func(st *store.Store, id string) error {
				if err := a.kept.NotDeleted(st, id); err != nil {
					return err
				}
				if err := st.History.Delete(id, a.Now()); err != nil { // even of a damaged game
					return err
				}
				if err := sayKept(a, st, id, wasDeleted); err != nil {
					return err
				}
				a.advise(a.Out, howBack, "undelete", id)
				return nil
			})
		},
	}
}

func newUndelete(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "undelete [" + a.voice.Say(wordIDs) + "]", Long: a.voice.Say(longUndelete), Example: a.example(exampleUndelete),
		Args: cmdline.Words(0, mostIDs, whichKept), ValidArgsFunction: a.shell().Kept(mostIDs, store.Filter{Deleted: true}),
		RunE: func(c *cobra.Command, ids []string) error {
			if len(ids) == 0 {
				return listDeleted(c.Context(), a)
			}
			return a.kept.Each(c.Context(), ids, func(st *store.Store, id string) error {
				g, err := st.History.Game(id)
				if err == nil && g.Deleted.IsZero() {
					err = &failed{Say: notDeleted.With("id", id)}
				}
				if err == nil {
					err = st.History.Undelete(id)
				}
				if err != nil {
					return err
				}
				return sayKept(a, st, id, wasBack)
			})
		},
	}
}

// listDeleted lists the deleted games, the latest first, and says how to bring one back.
func listDeleted(ctx context.Context, a *app) error {
	any := false
	err := printReport(ctx, a, report.Table, a.kept.OpenToRead, func(p history.Reporter) (report.Doc, error) {
		gone, err := p.Store.History.List(store.Filter{Deleted: true, Limit: longPage})
		any = len(gone) > 0
		if err != nil || !any {
			return report.Doc{Lead: []lang.Text{noneDeleted}}, err
		}
		return p.List(ctx, gone)
	})
	if err == nil && any {
		a.advise(a.Out, howUndelete, "undelete", a.voice.Say(wordID))
	}
	return err
}

func sayKept(a *app, st *store.Store, id string, say lang.Text) error {
	g, err := st.History.Game(id)
	if err != nil {
		return err
	}
	p := a.setting(st).Reporter()
	a.line(say.With("what", p.Named(p.Read(g))))
	return nil
}

// mostIDs is the most games that a command takes at once.
const mostIDs = 1000
