package cmd

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

func newDelete(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "delete " + a.say(lang.T("ID…")),
		Short:   a.say(lang.T("Takes games out of all lists and statistics")),
		Example: "  tablemate delete kobe",
		Args:    cmdline.Words(1, math.MaxInt), ValidArgsFunction: ids(a.kept),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.move(a.folder(), args, store.Folder.Delete, func(id, title string) string {
				return a.say(lang.T("Deleted: {what}").With("what", title)) + "\n" +
					a.say(lang.T("Nothing is lost. To bring it back:")) + "\n  " + a.command("undelete", id)
			})
		},
	}
}

func newUndelete(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "undelete [" + a.say(lang.T("ID…")) + "]",
		Short:   a.say(lang.T("Brings deleted games back; alone, lists them")),
		Example: "  tablemate undelete\n  tablemate undelete kobe",
		Args:    cmdline.Words(0, math.MaxInt), ValidArgsFunction: ids(a.gone),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listDeleted()
			}
			return a.move(a.gone().Folder, args, store.Folder.Undelete, func(_, title string) string {
				return a.say(lang.T("Back again: {what}").With("what", title))
			})
		},
	}
}

// gone looks into the deleted games.
func (a *app) gone() history.Games {
	h := a.kept()
	h.Folder = h.Folder.Gone()
	return h
}

// move moves games out of a folder, and says so of each. Damaged ones are moved like all others.
func (a *app) move(f store.Folder, words []string, move func(f store.Folder, id string) error, say func(id, title string) string) error {
	for _, word := range words {
		id, err := f.Find(word)
		if err != nil {
			return err
		}
		title := id
		if s, _ := session.Read(f.Where(id), a.find); s != nil {
			title = a.heading(s)
		}
		if err := move(f, id); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(a.Out, say(id, title)); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) listDeleted() error {
	games, err := a.listed(a.gone(), history.Wish{})
	if err != nil {
		return err
	}
	d := a.gone().List(games, report.Terminal)
	say := a.say(lang.T("No game is deleted."))
	if len(games) > 0 {
		say = a.say(lang.T("One of them comes back with:")) + "\n  " + a.command("undelete", a.say(lang.T("ID")))
	}
	d.Blocks = append(d.Blocks, report.Text(say))
	return a.print(d, report.Terminal)
}
