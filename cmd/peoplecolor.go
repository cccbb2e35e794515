package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortColor   = lang.Msg("cmd.short-people-color", "Gives somebody a color, at all tables")
	exampleColor = lang.Msg("cmd.example-people-color", "tablemate people color Ana red")
	wordColor    = lang.Msg("cmd.word-color", "COLOR")
	whoseColor   = lang.Msg("cmd.whose-color", "whose, and which color")
	noColor      = lang.Msg("cmd.no-color", "there is no color “{it}”; choose one of: {all}")
	hasColor     = lang.Msg("cmd.has-color", "{name} has {color} from now on, unless somebody who sits before them at a table has it too.")
)

// recolor gives somebody who played here a color, whatever others have.
func recolor(ctx context.Context, a *app, name, word string) error {
	c := color.Named(word, a.voice)
	if c < 0 {
		return &usage{Say: noColor.With("it", word, "all", strings.Join(colorNames(a.voice), ", "))}
	}
	return a.opened(ctx, func(st *store.Store) error {
		names, err := called(st, name)
		if err != nil {
			return err
		}
		its := map[string]string{}
		for _, n := range names {
			its[n] = color.All[c].ID
		}
		err = st.People.KeepColors(its)
		if err == nil {
			a.line(hasColor.With("name", names[0], "color", color.All[c].Name))
		}
		return err
	})
}

// offerColors offers somebody who plays here, then the colors by their names.
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
