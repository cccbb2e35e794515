package cmd

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

// The people who play here: a name that was misspelt years ago is put right in all games, and two who are one are made one.
// No log changes: a rename is a row of the file, and taking it back is one more.

var (
	shortPeople   = lang.Msg("cmd.short-people", "Who plays here; puts a name right in all games")
	shortRename   = lang.Msg("cmd.short-rename", "Puts a name right in all games")
	shortMerge    = lang.Msg("cmd.short-merge", "Makes two names one person, in all games")
	shortUnname   = lang.Msg("cmd.short-people-undo", "Takes the last rename or merge back")
	examplePeople = lang.Msg("cmd.example-people", "tablemate people\ntablemate people --format csv")
	exampleRename = lang.Msg("cmd.example-rename", "tablemate people rename Bai Bia")
	exampleMerge  = lang.Msg("cmd.example-merge", "tablemate people merge Beatriz Bia")
	exampleUnname = lang.Msg("cmd.example-people-undo", "tablemate people undo")
	wordWas       = lang.Msg("cmd.word-was", "NAME")
	wordNow       = lang.Msg("cmd.word-now", "RIGHT-NAME")
	twoNames      = lang.Msg("cmd.two-names", "the name as it stands, and as it is right")
	playsHere     = lang.Msg("cmd.plays-here", "{now} plays here already. If both are one person: {command}")
	isNotThere    = lang.Msg("cmd.is-not-there", "nobody called “{it}” plays here; a name that is only put right: {command}")
	satTogether   = lang.Msg("cmd.sat-together", "{was} and {now} played together ({ids}), so they are two people; nothing was changed")
	sameName      = lang.Msg("cmd.same-name", "{was} is written like that already")
	isNow         = lang.Plural("cmd.is-now", "{was} is {now} now, in {n} game.", "{was} is {now} now, in {n} games.")
	isBack        = lang.Plural("cmd.is-back", "{now} is {was} again, in {n} game.", "{now} is {was} again, in {n} games.")
	wentOn        = lang.Plural("cmd.went-on", "In {n} game something was done since, and the name stays: {ids}", "In {n} games something was done since, and the name stays: {ids}")
	toUndo        = lang.Msg("cmd.to-undo", "To take it back:")
	leftOut       = lang.Plural("cmd.left-out", "{n} game cannot be read, and could not be changed: {ids}", "{n} games cannot be read, and could not be changed: {ids}")
	noRename      = lang.Msg("cmd.no-rename", "there is no rename to take back")

	shortColor   = lang.Msg("cmd.short-people-color", "Gives somebody a color, at all tables")
	exampleColor = lang.Msg("cmd.example-people-color", "tablemate people color Ana red")
	wordColor    = lang.Msg("cmd.word-color", "COLOR")
	whoseColor   = lang.Msg("cmd.whose-color", "whose, and which color")
	noColor      = lang.Msg("cmd.no-color", "there is no color “{it}”; choose one of: {all}")
	hasColor     = lang.Msg("cmd.has-color", "{name} has {color} from now on, unless somebody who sits before them at a table has it too.")
)

func newPeople(a *app) *cobra.Command {
	c := &cobra.Command{Use: "people [" + a.voice.Say(wordCommand) + "]", Example: a.example(examplePeople), Args: cmdline.NoArgs()}
	format := formatFlag(a, c, flagFormat, report.Formats)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return tell(c.Context(), a, *format, a.kept.OpenToRead, func(p history.Reporter, _ report.Format) (report.Doc, error) {
			all, err := p.Store.People.Persons()
			return p.Persons(all), err
		})
	}
	names := " " + a.voice.Say(wordWas) + " " + a.voice.Say(wordNow)
	for _, way := range []struct {
		use            string
		short, example lang.Text
		merge          bool
		known          int // how many of the names are those of people who play here
	}{{"rename", shortRename, exampleRename, false, 1}, {"merge", shortMerge, exampleMerge, true, 2}} {
		c.AddCommand(&cobra.Command{
			Use: way.use + names, Short: a.voice.Say(way.short), Example: a.example(way.example),
			Args: cmdline.Words(2, 2, twoNames), ValidArgsFunction: a.shell().People(way.known),
			RunE: func(c *cobra.Command, args []string) error {
				was, now := strings.TrimSpace(args[0]), strings.TrimSpace(args[1])
				if f := setup.CheckName(now); f != nil {
					return &usage{Say: f.Say}
				}
				return a.kept.During(c.Context(), func(st *store.Store) error { return rename(c.Context(), a, st, was, now, way.merge) })
			},
		})
	}
	c.AddCommand(&cobra.Command{
		Use: "color " + a.voice.Say(wordName) + " " + a.voice.Say(wordColor), Short: a.voice.Say(shortColor), Example: a.example(exampleColor), Args: cmdline.Words(2, 2, whoseColor), ValidArgsFunction: offerColors(a),
		RunE: func(c *cobra.Command, args []string) error { return recolor(c.Context(), a, args[0], args[1]) },
	})
	c.AddCommand(&cobra.Command{
		Use: "undo", Short: a.voice.Say(shortUnname), Example: a.example(exampleUnname), Args: cmdline.NoArgs(),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.kept.During(c.Context(), func(st *store.Store) error { return unrename(c.Context(), a, st) })
		},
	})
	for _, sub := range c.Commands() {
		sub.DisableFlagsInUseLine = true
	}
	return c
}

// rename puts a name right in all games; merge: onto that of somebody who plays here too.
func rename(ctx context.Context, a *app, st *store.Store, was, now string, merge bool) error {
	was, now, err := whoIsMeant(a, st, was, now, merge)
	if err != nil {
		return err
	}
	sits, err := renamed(st, was)
	if err != nil {
		return err
	}
	var all, both []string
	for _, g := range sits {
		all = append(all, g.ID)
		if session.SitsWith(g.People, was, now) {
			both = append(both, g.ID)
		}
	}
	if len(both) > 0 {
		return &failed{Say: satTogether.With("was", was, "now", now, "ids", kept.Some(both))}
	}
	r := store.Rename{At: a.Now(), Was: was, Now: now}
	if err := session.Rename(st, a.games(), r, all); err != nil {
		return err
	}
	n, left, err := a.listed(ctx, st, all)
	a.line(isNow.With("was", was, "now", now, "n", n))
	a.line(toUndo)
	fmt.Fprintln(a.Out, "  "+a.command("people", "undo"))
	return cmp.Or(err, left)
}

// whoIsMeant returns how both names are written: the one that is wrong as it stands in the games, and where it is made
// one with somebody else's, that as well.
func whoIsMeant(a *app, st *store.Store, was, now string, merge bool) (string, string, error) {
	here, err := st.People.Names()
	if err != nil {
		return "", "", err
	}
	if !slices.Contains(here, was) {
		alike, err := called(st, was)
		if err != nil {
			return "", "", err
		}
		was = alike[0]
	}
	is := slices.IndexFunc(here, func(n string) bool { return n != was && setup.Alike(n) == setup.Alike(now) })
	command := func(way string) string {
		return a.command("people", way, play.Quoted(was), play.Quoted(now))
	}
	switch {
	case was == now:
		return "", "", &failed{Say: sameName.With("was", was)}
	case merge && is < 0:
		return "", "", &failed{Say: isNotThere.With("it", now, "command", command("rename"))}
	case merge:
		now = here[is]
	case is >= 0:
		return "", "", &failed{Say: playsHere.With("now", here[is], "command", command("merge"))}
	}
	return was, now, nil
}

// renamed returns the games in which somebody of a name sits, deleted ones too.
func renamed(st *store.Store, name string) ([]store.Game, error) {
	all, err := st.History.List(store.Filter{With: [][]string{{name}}, Begun: true})
	if err != nil {
		return nil, err
	}
	gone, err := st.History.List(store.Filter{With: [][]string{{name}}, Begun: true, Deleted: true})
	return append(all, gone...), err
}

// listed has lists say of games what they say now that somebody is called otherwise; n of them could be read, and left names
// those that could not.
func (a *app) listed(ctx context.Context, st *store.Store, all []string) (n int, left, err error) {
	err = a.kept.Refresh(ctx, st)
	wrong, broken := st.History.Wrong()
	wrong = slices.DeleteFunc(wrong, func(id string) bool { return !slices.Contains(all, id) })
	if err != nil || broken != nil {
		return len(all), nil, cmp.Or(err, broken)
	}
	if len(wrong) > 0 {
		a.note(leftOut.With("n", len(wrong), "ids", kept.Some(wrong)))
		left = &told{exitFailed}
	}
	return len(all) - len(wrong), left, nil
}

// unrename takes the last rename or merge back, in all games.
func unrename(ctx context.Context, a *app, st *store.Store) error {
	r, about, ok, err := st.People.LastRename()
	switch {
	case err != nil:
		return err
	case !ok:
		return &failed{Say: noRename}
	}
	about, stays, err := session.Unrename(st, a.games(), r, about, a.Now())
	if err != nil {
		return err
	}
	n, left, err := a.listed(ctx, st, slices.Sorted(maps.Keys(about)))
	a.line(isBack.With("was", r.Was, "now", r.Now, "n", n))
	if len(stays) > 0 {
		a.line(wentOn.With("n", len(stays), "ids", kept.Some(stays)))
	}
	return cmp.Or(err, left)
}

// recolor gives somebody who played here a color, whatever others have.
func recolor(ctx context.Context, a *app, name, word string) error {
	c := color.Named(word, a.voice)
	if c < 0 {
		return &usage{Say: noColor.With("it", word, "all", strings.Join(colorNames(a.voice), ", "))}
	}
	return a.kept.During(ctx, func(st *store.Store) error {
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
