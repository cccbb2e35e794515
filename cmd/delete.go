package cmd

import (
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

func newDelete(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "delete " + a.say(lang.T("ID…")),
		Short:   a.say(lang.T("Takes games out of all lists and statistics")),
		Example: "  tablemate delete kobe",
		Args:    words(1, math.MaxInt), ValidArgsFunction: a.completeKept,
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
		Args:    words(0, math.MaxInt), ValidArgsFunction: a.completeDeleted,
		RunE: func(_ *cobra.Command, args []string) error {
			gone := a.folder().Gone()
			if len(args) == 0 {
				return a.listDeleted(gone)
			}
			return a.move(gone, args, store.Folder.Undelete, func(_, title string) string {
				return a.say(lang.T("Back again: {what}").With("what", title))
			})
		},
	}
}

// move moves games out of a folder, and says so of each.
func (a *app) move(f store.Folder, words []string, move func(f store.Folder, id string) error, say func(id, title string) string) error {
	for _, word := range words {
		id, err := f.Find(word)
		if err != nil {
			return err
		}
		title := a.title(f.Game(id), id)
		if err := move(f, id); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(a.Out, say(id, title)); err != nil {
			return err
		}
	}
	return nil
}

// title returns the heading of a game, or its ID alone if it cannot be read.
func (a *app) title(path, id string) string {
	s, _ := session.Read(path, a.find) // damaged games are deleted, too
	if s == nil {
		return id
	}
	return a.heading(s)
}

// deleted returns the deleted games with their headings, the latest first.
func (a *app) deleted(gone store.Folder) ([]store.Listed[string], error) {
	gone.Cache = ""
	all, err := store.List(gone, func(path string) (string, string, error) {
		s, err := session.Read(path, a.find)
		if s == nil {
			return "", "", err
		}
		return s.Head().ID, a.heading(s), nil
	})
	slices.SortStableFunc(all, func(a, b store.Listed[string]) int { return b.Changed.Compare(a.Changed) })
	return all, err
}

func (a *app) listDeleted(gone store.Folder) error {
	all, err := a.deleted(gone)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return a.print(report.Doc{Blocks: []report.Block{report.Text(a.say(lang.T("No game is deleted.")))}}, report.Terminal)
	}
	var list report.List
	for _, l := range all {
		item := l.Row
		if l.Err != nil {
			item = a.say(lang.At(l.Path, lang.Literal(fault.Said(a.lang, l.Err))))
		}
		list.Items = append(list.Items, item)
	}
	how := a.say(lang.T("One of them comes back with:")) + "\n  " + a.command("undelete", a.say(lang.T("ID")))
	return a.print(report.Doc{Blocks: []report.Block{list, report.Text(how)}}, report.Terminal)
}

// completeDeleted completes the IDs of deleted games.
func (a *app) completeDeleted(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	all, _ := a.deleted(a.folder().Gone()) // without them there is nothing to offer
	for _, l := range all {
		if l.Err == nil {
			out = append(out, cobra.CompletionWithDesc(l.ID, l.Row))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
