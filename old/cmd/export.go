package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/playable"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortExport   = lang.Msg("cmd.short-export", "Writes a game to be kept or sent: score sheet, page, picture, text")
	exampleExport = lang.Msg("cmd.example-export", "tablemate export kobe > evening.json\ntablemate export kobe --format html > evening.html\ntablemate export --all --format jsonl > all.jsonl")
	flagExportAs  = lang.Msg("cmd.flag-export-as", "`format`: sheet (the default, in JSON), json (the same), html, svg, text, bgstats (the link by which the app BG Stats takes it in), game: the file of what was played, for the shelf; or jsonl: with --all")
	flagAll       = lang.Msg("cmd.flag-all", "writes the sheets of all kept games, one a line, for import; with --format jsonl")
	flagPhotos    = lang.Msg("cmd.flag-photos", "writes the photos of the game into this `folder`, too")
)

// The formats of an exported game, the default first.
const (
	asSheet report.Format = "sheet"
	asLink  report.Format = "bgstats"
	asGame  report.Format = "game"
	asLines report.Format = "jsonl"
)

var exports = []string{string(asSheet), string(report.JSON), string(report.HTML), string(report.SVG), string(report.Chat), string(asLink), string(asGame), string(asLines)}

// exportOptions holds the options of export.
type exportOptions struct {
	all    bool
	until  int
	photos string // the folder for photos; "": none
}

func (o *exportOptions) flags(a *app, c *cobra.Command) {
	untilFlag(a, c, &o.until)
	c.Flags().BoolVar(&o.all, "all", false, a.voice.Say(flagAll))
	c.Flags().StringVar(&o.photos, "photos", "", a.voice.Say(flagPhotos))
	_ = c.MarkFlagDirname("photos")
}

func newExport(a *app) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use: "export [" + a.voice.Say(wordID) + "]", Example: a.example(exampleExport),
		Args: cmdline.Words(0, 1, whichKept), ValidArgsFunction: a.shell().Kept(1, store.Filter{Begun: true}),
	}
	format := formatFlag(a, c, flagExportAs, exports)
	o.flags(a, c)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c.Context(), a, args, *format) }
	return c
}

// run writes a kept game, and before it the game's photos; or all games.
func (o exportOptions) run(ctx context.Context, a *app, words []string, f report.Format) error {
	if err := o.checkAll(words, f); err != nil {
		return err
	}
	a.asData()
	if o.all {
		return exportAll(ctx, a)
	}
	return a.kept.Look(ctx, words, o.until, func(st *store.Store, s *session.Session) error {
		where := play.Setting{Store: st, Out: a.Err, Voice: a.voice, Width: a.Width}
		if o.photos != "" {
			if err := where.SavePhotos(s, o.photos); err != nil {
				return err
			}
		}
		var text string
		var err error
		switch f {
		case asSheet, report.JSON:
			text, err = where.Sheet(s)
		case asLink:
			text, err = where.Link(s)
		case asGame:
			text, err = playable.FileOf(s)
		default:
			d, err := where.Keepsake(s)
			if err != nil {
				return err
			}
			return a.page().Print(d, f)
		}
		if err == nil {
			_, err = a.Out.Write(lang.SafeJSON([]byte(text)))
		}
		return err
	})
}
