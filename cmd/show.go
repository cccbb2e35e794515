package cmd

import (
	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/sheets"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

func newShow(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "show [" + a.say(lang.T("ID")) + "]",
		Short:   a.say(lang.T("Prints where a game stands, every point, or its whole log")),
		Example: "  tablemate show\n  tablemate show kobe --why\n  tablemate show kobe --log",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: ids(a.kept),
	}
	f := a.formatted(c)
	why := a.why(c)
	log := c.Flags().Bool("log", false, a.say(lang.T("everything that was done, corrections and undos included")))
	c.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *log && *why:
			return cmdline.Refuse(lang.T("--log and --why do not go together: the log is what was done, --why what it paid"))
		case *log && *f != report.Terminal:
			return cmdline.Refuse(lang.T("--log is printed as text only, not as {format}").With("format", string(*f)))
		}
		s, err := a.open(args, begun)
		if err != nil {
			return err
		}
		if *log {
			return a.print(a.kept().Log(s), *f)
		}
		state, with, err := a.standing(s)
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

// begun reports whether something was scored. Without an ID, only such a game is shown.
func begun(r scoring.Result) bool { return len(r.Parts) > 0 }

// open opens a game for reading: by its ID, or the one changed last that fits, or else the one changed last.
func (a *app) open(args []string, fits func(scoring.Result) bool) (*session.Session, error) {
	f := a.folder()
	word := cmdline.First(args)
	if word == "" {
		// If the games cannot be listed, f.Find says why.
		l, _ := a.look()
		for _, g := range l.Newest(func(r history.Row) bool { return r.Seated }) {
			s, err := session.Read(g.Path, a.find)
			if s != nil && s.State() != nil && fits(s.Game().Result(s.State())) {
				return a.readable(s, err)
			}
		}
	}
	id, err := f.Find(word)
	if err != nil {
		return nil, err
	}
	return a.readable(session.Read(f.Where(id), a.find))
}

// readable returns a game as far as it can be read, and says where it is damaged.
func (v *voice) readable(s *session.Session, err error) (*session.Session, error) {
	if s == nil || err == nil {
		return s, err
	}
	v.warn(err)
	return s, nil
}

// standing returns the state of a kept game, with the names that people have now, and the rest of a report.
func (a *app) standing(s *session.Session) (state scoring.State, w results.With, err error) {
	sheet, err := sheets.SheetOf(a.folder(), s)
	if err != nil {
		return nil, w, err
	}
	state, err = sheet.Score()
	if err != nil {
		return nil, w, err
	}
	h := a.kept()
	g := h.GameOf(s)
	w.Title, w.Day = g.Title(), h.SayDay(g.Ended)
	if g.Decided {
		var l history.Listing
		l, err = a.look()
		w.Tonight = h.Tonight(l, g.ID)
	}
	return state, w, err
}

// look looks at all games, once for a command line.
func (a *app) look() (history.Listing, error) {
	if a.all == nil {
		l, err := a.kept().Look()
		if err != nil {
			return l, err
		}
		a.all = &l
	}
	return *a.all, nil
}

// heading returns the title of a kept game.
func (a *app) heading(s *session.Session) string {
	h := a.kept()
	return h.Heading(h.GameOf(s))
}
