package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// mostPlayers is more people than any game is for. How many a game is for is said by its own refusal.
const mostPlayers = 99

// newSetup returns the command with a subcommand for each game. Its flags are the options that the game's layout depends
// on.
func newSetup(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "setup [" + a.say(lang.T("GAME")) + "]",
		Short:   a.say(lang.T("What to lay out before a game, as a checklist")),
		Example: "  tablemate setup dixit --players 6\n  tablemate setup versus --players 4 --format json",
		Args:    cmdline.Words(0, 1), ValidArgsFunction: completeFiles,
	}
	games := &cobra.Group{ID: "games", Title: a.say(lang.T("Games:"))}
	c.AddGroup(games)
	layOut := a.laying(c)
	c.RunE = func(_ *cobra.Command, args []string) (err error) {
		var l play.Laying
		if len(args) > 0 {
			l.Game, err = a.game(args[0])
		}
		switch {
		case err != nil:
			return err
		case len(args) > 0 && l.Game.Layout == nil:
			return cmdline.Refuse(lang.T("{game}: there is nothing to lay out").With("game", l.Game.Name))
		}
		return layOut(l)
	}
	// Only games with a layout have flags of their own. A page of help does without their commands.
	for _, g := range shelf.Games {
		if g.Layout != nil && slices.Contains(a.args, c.Name()) {
			of := newSetupOf(a, g)
			of.GroupID = games.ID
			c.AddCommand(of)
		}
	}
	return c
}

// completeFiles completes a word that begins the name of no subcommand to a file with a game.
func completeFiles(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	named := slices.ContainsFunc(c.Commands(), func(sub *cobra.Command) bool { return strings.HasPrefix(sub.Name(), begun) })
	if named || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return endings, cobra.ShellCompDirectiveFilterFileExt
}

func newSetupOf(a *app, g scoring.Game) *cobra.Command {
	c := &cobra.Command{
		Use: g.ID, Short: a.say(g.Name), Args: howMany,
		Example: fmt.Sprintf("  tablemate setup %s --players %d", g.ID, g.Max),
	}
	layOut := a.laying(c)
	for _, o := range g.Options {
		var ids []string
		if o.Values != nil {
			for _, v := range o.Values(setup.Table{Players: make([]setup.Name, g.Max)}) {
				ids = append(ids, v.ID)
			}
		}
		switch {
		case !o.Lays:
		case o.Values == nil:
			c.Flags().String(o.ID, "", a.say(o.Ask)+" (`N`)")
		case slices.Contains(ids, setup.Yes):
			c.Flags().Bool(o.ID, false, a.say(o.Ask))
		default:
			cmdline.OneOf(c, o.ID, a.say(o.Ask), "", ids...)
		}
	}
	l := play.Laying{Game: g}
	if g.Draw != nil {
		c.Flags().BoolVar(&l.Draw, "draw", false, a.say(lang.T("draw the deck")))
		c.Flags().StringVar(&l.Have, "have", "", a.say(lang.T("with --draw: the `cards` to draw from, with commas between them, a kind twice if it is there twice")))
		c.Flags().Uint64Var(&l.Seed, "seed", a.Random(), a.say(lang.T("with --draw: the same `seed` draws the same deck again")))
		// Help shows the default of a flag, and a random number would be another one each time.
		c.Flags().Lookup("seed").DefValue = "0"
	}
	c.RunE = func(c *cobra.Command, _ []string) error {
		if !l.Draw && (l.Have != "" || c.Flags().Changed("seed")) {
			return cmdline.Refuse(lang.T("--have and --seed go only with --draw"))
		}
		l.Choices = map[string]string{}
		for _, o := range g.Options {
			if c.Flags().Changed(o.ID) {
				said := c.Flag(o.ID).Value.String()
				l.Choices[o.ID] = cmp.Or(map[string]string{"true": setup.Yes, "false": setup.No}[said], said)
			}
		}
		return layOut(l)
	}
	return c
}

// howMany refuses words. A number is meant for --players.
func howMany(c *cobra.Command, args []string) error {
	if len(args) == 1 {
		if _, err := strconv.Atoi(args[0]); err == nil {
			return cmdline.Refuse(lang.T("for how many people is said like this: --players {n}").With("n", args[0]))
		}
	}
	return cmdline.Words(0, 0)(c, args)
}

// laying adds the flags of every game, and returns a function that prints its layout once the line was read. Questions
// about the rest go to the stream of errors, so that a result in a file stays clean.
func (a *app) laying(c *cobra.Command) func(play.Laying) error {
	f := a.formatted(c)
	players := cmdline.Number(c, "players", a.say(lang.T("for `N` people")), 1, mostPlayers)
	return func(l play.Laying) error {
		l.Players = *players
		err := a.asked(&l)
		if err != nil {
			return refused(err)
		}
		d, err := l.Lay(a.lang)
		if err != nil {
			return refused(err)
		}
		return a.print(d, *f)
	}
}

// asked asks for the game, the number of people and the options that a line leaves open.
func (a *app) asked(l *play.Laying) error {
	if l.Game.ID != "" && l.Players != 0 {
		return nil
	}
	return a.withKeyboard(a.Err, func(k tty.Keyboard) error {
		for {
			all, err := l.Ask(k, a.rack().All())
			switch {
			// The input has ended, as it does in a script: the line itself has to say what is missing.
			case err == ask.Leave && a.Keyboard == nil:
				return missing(all)
			case err == ask.Leave, !errors.As(err, new(ask.Move)):
				*l = all
				return err
			}
		}
	})
}

// missing refuses a line without the game, or the number of people.
func missing(l play.Laying) error {
	if l.Game.ID == "" {
		var ids lang.List
		for _, g := range shelf.Games {
			if g.Layout != nil {
				ids = append(ids, g.ID)
			}
		}
		return cmdline.Refuse(lang.T("missing argument: which game ({games})").With("games", ids))
	}
	return cmdline.Refuse(lang.T("--players is missing: how many play? {game} is for {lo} to {hi}").
		With("game", l.Game.Name, "lo", l.Game.Min, "hi", l.Game.Max))
}
