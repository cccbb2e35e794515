package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/history"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	shortPeople   = lang.Msg("cmd.short-people", "Who plays here; puts a name right in all games")
	shortRename   = lang.Msg("cmd.short-rename", "Puts a name right in all games")
	shortMerge    = lang.Msg("cmd.short-merge", "Makes two names one person, in all games")
	shortUnname   = lang.Msg("cmd.short-people-undo", "Takes the last rename or merge back")
	examplePeople = lang.Msg("cmd.example-people", "tablemate people\ntablemate people --format csv")
	exampleRename = lang.Msg("cmd.example-rename", "tablemate people rename Bai Bia")
	exampleMerge  = lang.Msg("cmd.example-merge", "tablemate people merge Beatriz Bia")
	exampleUnname = lang.Msg("cmd.example-people-undo", "tablemate people undo")
	wordNow       = lang.Msg("cmd.word-now", "RIGHT-NAME")
	twoNames      = lang.Msg("cmd.two-names", "the name as it stands, and as it is right")
	withComma     = lang.Msg("cmd.with-comma", "“{it}” has a comma or a semicolon: they stand between names")
	toUndo        = lang.Msg("cmd.to-undo", "To take it back:")

	shortColor   = lang.Msg("cmd.short-people-color", "Gives somebody a color, at all tables")
	exampleColor = lang.Msg("cmd.example-people-color", "tablemate people color Ana red")
	wordColor    = lang.Msg("cmd.word-color", "COLOR")
	whoseColor   = lang.Msg("cmd.whose-color", "whose, and which color")
	noColor      = lang.Msg("cmd.no-color", "there is no color “{it}”; choose one of: {all}")
	hasColor     = lang.Msg("cmd.has-color", "{name} has {color} from now on, unless somebody who sits before them at a table has it too.")
)

func newPeople(a *app) *cobra.Command {
	c := &cobra.Command{Use: "people [" + a.voice.Say(wordCommand) + "]", Example: a.example(examplePeople), Args: cmdline.NoArgs}
	format := formatFlag(a, c, flagFormat, report.Formats)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return printReport(c.Context(), a, *format, a.kept.OpenToRead, func(p history.Reporter) (report.Doc, error) {
			all, err := p.Store.People.Persons()
			return p.Persons(all), err
		})
	}
	names := " " + a.voice.Say(wordName) + " " + a.voice.Say(wordNow)
	for _, way := range []struct {
		use            string
		short, example lang.Text
		merge          bool
		known          int // how many of the names must be those of people who play here
	}{{"rename", shortRename, exampleRename, false, 1}, {"merge", shortMerge, exampleMerge, true, 2}} {
		c.AddCommand(&cobra.Command{
			Use: way.use + names, Short: a.voice.Say(way.short), Example: a.example(way.example),
			Args: cmdline.Words(2, 2, twoNames), ValidArgsFunction: a.shell().People(way.known),
			RunE: func(c *cobra.Command, args []string) error {
				was, now := strings.TrimSpace(args[0]), strings.TrimSpace(args[1])
				f := setup.CheckName(now)
				if f == nil && strings.ContainsAny(now, ",;") && !way.merge {
					f = fault.New(withComma.With("it", now))
				}
				if f != nil {
					return &usage{Say: f.Say}
				}
				return rename(c.Context(), a, false, func(st *store.Store) (kept.Rename, error) { return a.kept.Rename(c.Context(), st, was, now, way.merge) })
			},
		})
	}
	c.AddCommand(&cobra.Command{
		Use: "color " + a.voice.Say(wordName) + " " + a.voice.Say(wordColor), Short: a.voice.Say(shortColor), Example: a.example(exampleColor), Args: cmdline.Words(2, 2, whoseColor), ValidArgsFunction: offerColors(a),
		RunE: func(c *cobra.Command, args []string) error { return recolor(c.Context(), a, args[0], args[1]) },
	})
	c.AddCommand(&cobra.Command{
		Use: "undo", Short: a.voice.Say(shortUnname), Example: a.example(exampleUnname), Args: cmdline.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return rename(c.Context(), a, true, func(st *store.Store) (kept.Rename, error) { return a.kept.Unrename(c.Context(), st) })
		},
	})
	for _, sub := range c.Commands() {
		sub.DisableFlagsInUseLine = true
	}
	return c
}

// rename calls do, which renames somebody or takes a rename back, and prints the outcome. After a rename it also says
// how to take it back.
func rename(ctx context.Context, a *app, undo bool, do func(*store.Store) (kept.Rename, error)) error {
	return a.kept.During(ctx, func(st *store.Store) error {
		r, err := do(st)
		for _, say := range r.Say {
			a.line(say)
		}
		if len(r.Say) > 0 && !undo {
			a.advise(a.Out, toUndo, "people", "undo")
		}
		if err == nil && r.Left {
			err = &reported{exitFailed}
		}
		return err
	})
}

// recolor gives a color to somebody who has played here, whatever colors others have.
func recolor(ctx context.Context, a *app, name, word string) error {
	c := color.Named(word, a.voice)
	if c < 0 {
		return &usage{Say: noColor.With("it", word, "all", strings.Join(colorNames(a.voice), ", "))}
	}
	return a.kept.During(ctx, func(st *store.Store) error {
		who, err := kept.Recolor(st, name, color.All[c].ID)
		if err == nil {
			a.line(hasColor.With("name", who, "color", color.All[c].Name))
		}
		return err
	})
}

// offerColors completes a person who plays here, and then the name of a color.
func offerColors(a *app) cobra.CompletionFunc {
	people := a.shell().People(1)
	return func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 1 {
			return colorNames(a.voice), offer.InOrder
		}
		return people(c, args, word)
	}
}

func colorNames(v *lang.Localizer) []string {
	var out []string
	for _, its := range color.All {
		out = append(out, v.Say(its.Name))
	}
	return out
}
