package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
)

func newShow(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "show [" + a.say(lang.T("ID")) + "]",
		Short:   a.say(lang.T("Prints where a game stands, every point, or its whole log")),
		Example: "  tablemate show\n  tablemate show kobe --why\n  tablemate show kobe --log",
		Args:    words(0, 1), ValidArgsFunction: a.completeKept,
	}
	f := a.formatted(c)
	why := a.why(c)
	log := c.Flags().Bool("log", false, a.say(lang.T("everything that was done, corrections and undos included")))
	c.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *log && *why:
			return wrong(lang.T("--log and --why do not go together: the log is what was done, --why what it paid"))
		case *log && *f != report.Terminal:
			return wrong(lang.T("--log is printed as text only, not as {format}").With("format", string(*f)))
		}
		s, err := a.kept(append(args, "")[0])
		if err != nil {
			return err
		}
		if *log {
			d, err := a.log(s)
			if err != nil {
				return err
			}
			return a.print(d, *f)
		}
		if s.State() == nil {
			return &fault.Failed{Say: lang.T("nothing has been played in this game yet")}
		}
		d := results.Result(a.lang, s.Game(), s.State(), *why)
		d.Title = a.heading(s)
		return a.print(d, *f)
	}
	return c
}

// kept opens a game for reading: by its ID, or the one changed last. What is damaged in it is said, and the rest is read.
func (a *app) kept(word string) (*session.Session, error) {
	f := a.folder()
	id, err := f.Find(word)
	if err != nil {
		return nil, err
	}
	s, err := session.Read(f.Game(id), shelf.Find)
	if s != nil && err != nil {
		fmt.Fprintln(a.Err, "tablemate: "+fault.Said(a.lang, err))
		err = nil
	}
	return s, err
}

// heading returns the title of a kept game: “Dixit Odyssey, 2026-11-22 (kobe)”.
func (a *app) heading(s *session.Session) string {
	t := lang.T("{game}, {day} ({id})")
	day := ""
	if items := s.Items(); len(items) > 0 {
		day = a.lang.Day(items[0].At.Local())
	}
	return a.say(t.With("game", s.Game().Name, "day", day, "id", s.Head().ID))
}

// completeKept completes the first argument to the ID of a game that is kept.
func (a *app) completeKept(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _ := store.List(a.folder(), func(path string) (string, string, error) {
		s, err := session.Read(path, shelf.Find)
		if s == nil {
			return "", "", err
		}
		return s.Head().ID, a.heading(s), nil
	})
	var out []cobra.Completion
	for _, l := range all {
		if l.Err == nil && !l.Copy {
			out = append(out, cobra.CompletionWithDesc(l.ID, l.Row))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// log returns everything that was done, a line each, with its time.
func (a *app) log(s *session.Session) (report.Doc, error) {
	var list report.List
	for _, l := range s.Log() {
		head := fmt.Sprintf("%d. %s ", l.Line, l.At.Local().Format(time.DateTime))
		list.Items = append(list.Items, head+strings.Join(a.lang.All(told(s.Game(), l)), " "))
	}
	return report.Doc{Title: a.heading(s), Blocks: []report.Block{list}}, nil
}

// told says what a line of a log did.
func told(g scoring.Game, l session.Logged) (say []lang.Text) {
	switch {
	case l.Undo > 0:
		return []lang.Text{lang.T("Undone: back to line {n}.").With("n", l.Undo)}
	case l.Redo > 0:
		return []lang.Text{lang.T("Done again: as after line {n}.").With("n", l.Redo)}
	}
	for _, d := range l.Dropped {
		say = append(say, lang.T("Taken out: {what}.").With("what", g.Tell(d.Before, d.Event)))
	}
	for _, p := range l.Put {
		say = append(say, lang.T("{what}.").With("what", g.Tell(p.Before, p.Event)))
	}
	return say
}
