package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

var (
	shortShow   = lang.Msg("cmd.short-show", "Prints where a game stands, every point, or its whole log")
	exampleShow = lang.Msg("cmd.example-show", "tablemate show\ntablemate show kobe --why\ntablemate show kobe --log")
	flagLog     = lang.Msg("cmd.flag-log", "everything that was done, corrections and undos included")
	logAndWhy   = lang.Msg("cmd.log-and-why", "--log and --why do not go together: the log is what was done, --why what it paid")
	logIsText   = lang.Msg("cmd.log-is-text", "--log is printed as text only, not as {format}")
	photosKept  = lang.Plural("cmd.photos-kept", "A photo of {names} is kept. To have it in a folder:", "Photos of {names} are kept. To have them in a folder:")
	wordFolder  = lang.Msg("cmd.word-folder", "FOLDER")
	noneKept    = lang.Msg("cmd.none-kept", "no game is kept yet; tablemate play begins a new one")
)

var (
	flagUntil = lang.Msg("cmd.flag-until", "as it stood after line `N` of its log (show --log numbers them)")
)

func newShow(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "show [" + a.voice.Say(wordID) + "]", Example: a.example(exampleShow),
		Args: cmdline.Words(0, 1, whichKept), ValidArgsFunction: a.shell().Kept(1, store.Filter{Begun: true}),
	}
	format := formatFlag(a, c, flagFormat, report.Formats)
	why := c.Flags().Bool("why", false, a.voice.Say(flagWhy))
	log := c.Flags().Bool("log", false, a.voice.Say(flagLog))
	until := untilFlag(a, c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return show(c.Context(), a, strings.Join(args, ""), *format, *why, *log, *until)
	}
	return c
}

// untilFlag adds --until.
func untilFlag(a *app, c *cobra.Command) *int {
	until := c.Flags().Int("until", 0, a.voice.Say(flagUntil))
	offer.Flag(c, "until", a.shell().Lines(lined))
	return until
}

// show prints a kept game; id "" is the one that was changed last. until: as it stood
// after that line of its log, 0 for now.
func show(ctx context.Context, a *app, id, format string, why, log bool, until int) error {
	f, err := report.Format(format), a.checkFormat(format, report.Formats)
	switch {
	case err != nil:
		return err
	case log && why:
		return &usage{Say: logAndWhy}
	case log && f != report.Table:
		return &usage{Say: logIsText.With("format", format)}
	}
	return a.with(ctx, id, until, func(st *store.Store, s *session.Session) error {
		if log {
			return a.printLog(s)
		}
		if why {
			return a.page().Print(results.Explained(s.Log.State(), play.Colors(st)), f)
		}
		if f == report.Table {
			g, err := st.Game(s.Log.ID())
			if err != nil {
				return err
			}
			fmt.Fprintln(a.Out, layout.Wrap(a.voice.Say(a.setting(st).Heading(g)), a.width()))
		}
		if err := a.page().Print(results.Result(s.Log.State(), play.Colors(st)), f); err != nil || f != report.Table {
			return err
		}
		a.tellPhotos(s)
		return nil
	})
}

// tellPhotos says that photos are kept with a game, and how to have them.
func (a *app) tellPhotos(s *session.Session) {
	t, _ := s.Log.Table()
	var seats []int
	for seat, id := range play.Photographed(s) {
		if id != "" {
			seats = append(seats, seat)
		}
	}
	if len(seats) == 0 {
		return
	}
	say := photosKept.With("n", len(seats), "names", lang.Names(setup.Named(t.Players, seats)))
	fmt.Fprintln(a.Err, layout.Wrap(a.voice.Say(say), a.width()))
	fmt.Fprintln(a.Err, "  "+play.Setting{Data: a.data}.Command("export", s.Log.ID(), "--photos", a.voice.Say(wordFolder))) // in one piece, so that it can be copied
}

// with opens a kept game that has a table, as it stood after line until of its log (0:
// now), and does something with it.
func (a *app) with(ctx context.Context, id string, until int, do func(*store.Store, *session.Session) error) error {
	st, err := a.openToRead(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	named := id != ""
	if !named {
		id, err = latest(st)
		if err != nil {
			return err
		}
	}
	s, err := a.find(st, id, until)
	if err != nil {
		return err
	}
	if named {
		a.looked = nil // no other one could be meant
	}
	if s.Log.State() == nil {
		return &failed{Say: session.Explain(session.ErrNoTable), Err: session.ErrNoTable}
	}
	return do(st, s)
}

// lined is the game whose log is numbered: the one that is named, or the latest.
func lined(st *store.Store, args []string) (string, error) {
	if len(args) > 0 {
		return idOf(st, args[0])
	}
	return latest(st)
}

// latest is the game that was changed last.
func latest(st *store.Store) (string, error) {
	last, err := st.List(store.Filter{Begun: true, Limit: 1})
	switch {
	case err != nil:
		return "", err
	case len(last) == 0:
		return "", &failed{Say: noneKept}
	}
	return last[0].ID, nil
}

// printLog prints who corrected what, and when.
func (a *app) printLog(s *session.Session) error {
	for _, entry := range s.Log.History() {
		head := fmt.Sprintf("%3d  %s  ", entry.Seq, entry.At.Local().Format("2006-01-02 15:04:05"))
		fmt.Fprintln(a.Out, head+layout.Hang(a.voice.Say(s.Log.Told(entry)), a.width(), strings.Repeat(" ", len(head))))
	}
	return nil
}
