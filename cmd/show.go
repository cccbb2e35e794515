package cmd

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
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
		s, err := a.open(args, begun)
		if err != nil {
			return err
		}
		if *log {
			return a.print(a.book().Log(s), *f)
		}
		state, err := a.state(s)
		if err != nil {
			return err
		}
		with, err := a.with(s, oneEvening)
		if err != nil {
			return err
		}
		with.Why = *why
		if *f == report.Terminal {
			with.Title = a.heading(s)
		}
		return a.result(s.Game(), state, with, *f)
	}
	return c
}

// begun reports whether something was scored: what a game has to be that is shown without its ID.
func begun(r scoring.Result) bool { return len(r.Parts) > 0 }

// open opens a game for reading: by its ID, or the one changed last that fits, or else the one changed last.
func (a *app) open(args []string, fits func(scoring.Result) bool) (*session.Session, error) {
	f := a.folder()
	if len(args) > 0 {
		id, err := f.Find(args[0])
		if err != nil {
			return nil, err
		}
		return a.readable(session.Read(f.Game(id), a.find))
	}
	ids, err := f.Newest()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		s, err := session.Read(f.Game(id), a.find)
		if s != nil && s.State() != nil && fits(s.Game().Result(s.State())) {
			return a.readable(s, err)
		}
	}
	id, err := f.Find("")
	if err != nil {
		return nil, err
	}
	return a.readable(session.Read(f.Game(id), a.find))
}

// readable returns what can be read of a game. What is damaged in it is said.
func (a *app) readable(s *session.Session, err error) (*session.Session, error) {
	if s == nil || err == nil {
		return s, err
	}
	fmt.Fprintln(a.Err, "tablemate: "+fault.Said(a.lang, err))
	return s, nil
}

// state returns a kept game with the names that people have now.
func (a *app) state(s *session.Session) (scoring.State, error) {
	if s.State() == nil {
		return nil, &fault.Failed{Say: lang.T("nothing has been played in this game yet")}
	}
	names, err := a.folder().Names()
	if err != nil {
		return nil, err
	}
	return called(s, names).Score()
}

// oneEvening is how long a game belongs to the evening that it is shown in.
const oneEvening = 12 * time.Hour

// with returns what a report of a kept game says besides the result. Of a game that ended longer ago it does not look for
// others of that evening.
func (a *app) with(s *session.Session, ago time.Duration) (w results.With, err error) {
	b := a.book()
	g := b.Of(s)
	w.Title, w.Day = g.Title(), b.Day(g)
	if g.Decided && a.Now().Sub(g.Ended) < ago {
		w.Tonight, err = b.Tonight(g.ID)
	}
	return w, err
}

// heading returns the title of a kept game.
func (a *app) heading(s *session.Session) string {
	b := a.book()
	return b.Heading(b.Of(s))
}

// completeKept completes the first argument to the ID of a game that is kept.
func (a *app) completeKept(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.book().IDs(), cobra.ShellCompDirectiveNoFileComp
}
