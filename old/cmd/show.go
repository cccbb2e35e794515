package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/layout"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortShow   = lang.Msg("cmd.short-show", "Prints where a game stands, every point, or its whole log")
	exampleShow = lang.Msg("cmd.example-show", "tablemate show\ntablemate show kobe --why\ntablemate show kobe --log")
	flagLog     = lang.Msg("cmd.flag-log", "everything that was done, corrections and undos included")
	logAndWhy   = lang.Msg("cmd.log-and-why", "--log and --why do not go together: the log is what was done, --why what it paid")
	logIsText   = lang.Msg("cmd.log-is-text", "--log is printed as text only, not as {format}")
	photosKept  = lang.Plural("cmd.photos-kept", "A photo of {names} is kept. To have it in a folder:", "Photos of {names} are kept. To have them in a folder:")
	wordFolder  = lang.Msg("cmd.word-folder", "FOLDER")
	flagUntil   = lang.Msg("cmd.flag-until", "as it stood after line `N` of its log (show --log numbers them)")
)

// showOptions holds the options of show.
type showOptions struct {
	why, log bool
	until    int
}

func (o *showOptions) flags(a *app, c *cobra.Command) {
	c.Flags().BoolVar(&o.why, "why", false, a.voice.Say(flagWhy))
	c.Flags().BoolVar(&o.log, "log", false, a.voice.Say(flagLog))
	untilFlag(a, c, &o.until)
}

func newShow(a *app) *cobra.Command {
	var o showOptions
	c := &cobra.Command{
		Use: "show [" + a.voice.Say(wordID) + "]", Example: a.example(exampleShow),
		Args: cmdline.Words(0, 1, whichKept), ValidArgsFunction: a.shell().Kept(1, store.Filter{Begun: true}),
	}
	format := formatFlag(a, c, flagFormat, report.Formats)
	o.flags(a, c)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c.Context(), a, args, *format) }
	return c
}

// untilFlag adds --until, the last line of the log that counts; 0 is all of it.
func untilFlag(a *app, c *cobra.Command, until *int) {
	c.Flags().IntVar(until, "until", 0, a.voice.Say(flagUntil))
}

// run prints the game that is named, or the game changed last.
func (o showOptions) run(ctx context.Context, a *app, words []string, f report.Format) error {
	switch {
	case o.log && o.why:
		return &usage{Say: logAndWhy}
	case o.log && f != report.Table:
		return &usage{Say: logIsText.With("format", string(f))}
	}
	return a.kept.Look(ctx, words, o.until, func(st *store.Store, s *session.Session) error {
		state, colors := s.Log.State(), play.Colors(st)
		switch {
		case o.log:
			printLog(a, s)
			return nil
		case o.why:
			return a.page().Print(results.Explained(state, colors), f)
		case f != report.Table:
			return a.page().Print(results.Result(state, colors), f)
		}
		g, err := st.History.Game(s.Log.ID())
		if err != nil {
			return err
		}
		p := a.setting(st).Reporter()
		a.line(p.Heading(p.Read(g)))
		if err := a.page().Print(results.Result(state, colors), f); err != nil {
			return err
		}
		tellPhotos(a, s)
		return nil
	})
}

func tellPhotos(a *app, s *session.Session) {
	var names []string
	for _, p := range play.Photographed(s) {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return
	}
	a.advise(a.Err, photosKept.With("n", len(names), "names", lang.Names(names)), "export", s.Log.ID(), "--photos", a.voice.Say(wordFolder))
}

func printLog(a *app, s *session.Session) {
	for _, entry := range s.Log.History() {
		head := fmt.Sprintf("%3d  %s  ", entry.Seq, entry.At.Local().Format("2006-01-02 15:04:05"))
		fmt.Fprintln(a.Out, head+layout.Hang(a.voice.Say(s.Log.Told(entry)), a.Width(), strings.Repeat(" ", len(head))))
	}
}
