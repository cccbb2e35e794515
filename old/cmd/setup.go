package cmd

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/cmd/internal/report"
	"github.com/tablemate/tablemate/old/cmd/internal/results"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// The flags of `setup` are those of the game that its line names, so the game is found before the line is parsed. A
// line without a game is wrong, whatever flags it has: it accepts those of all games, and shows none.

var (
	shortSetup   = lang.Msg("cmd.short-setup", "What to lay out before a game, as a checklist")
	longSetup    = lang.Msg("cmd.long-setup", "What to lay out before a game, as a checklist. Each game has options of its own:\n\n{lines}")
	exampleSetup = lang.Msg("cmd.example-setup", "tablemate setup picture-perfect --players 4 --auction\ntablemate setup spyfall --players 6")
	flagPlayers  = lang.Msg("cmd.flag-players", "`N`: how many play")
	noPlayers    = lang.Msg("cmd.no-players", "--players is missing: how many play? {game} is for {lo} to {hi}")
)

// itsGame is the annotation of a command whose flags are those of one game.
const itsGame = "game"

// newSetup returns the command for the game that the line names: by the first word that names a game and is no flag's
// value, which only the game's own flags can tell.
func newSetup(a *app, common *pflag.FlagSet, line []string) *cobra.Command {
	early := pflag.NewFlagSet("", pflag.ContinueOnError)
	early.ParseErrorsAllowlist.UnknownFlags = true
	early.AddFlagSet(common)
	_ = early.ParseAll(line, func(f *pflag.Flag, value string) error {
		if f.Name == "data" { // the folder of the user's own games
			a.kept.Data = value
		}
		return nil
	})
	after := line[slices.Index(line, "setup")+1:]
	var first *cobra.Command // for a line with wrong flags
	for _, word := range after {
		if strings.HasPrefix(word, "-") {
			continue
		}
		g, named, err := a.shelf.Find(context.Background(), word)
		if err != nil || named != "" {
			continue
		}
		c := setupOf(a, g)
		c.Flags().AddFlagSet(common)
		_ = c.Flags().ParseAll(after, func(*pflag.Flag, string) error { return nil })
		if slices.Contains(c.Flags().Args(), word) {
			return c
		}
		first = cmp.Or(first, c)
	}
	return cmp.Or(first, setupOfAny(a))
}

func setupOf(a *app, g scoring.Game) *cobra.Command {
	c := &cobra.Command{
		Use: "setup " + g.ID, ValidArgsFunction: a.shell().OfGames(1),
		Args:        cmdline.Words(1, 1, whichGame.With("games", a.shelf.IDs())),
		Example:     fmt.Sprintf("  tablemate setup %s --players %d", g.ID, g.MaxPlayers),
		Annotations: map[string]string{itsGame: g.ID},
	}
	o := setupOptions{game: g, choices: map[string]string{}}
	format := formatFlag(a, c, flagFormat, report.Formats)
	o.flags(a, c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return o.run(a, c.Flags().Changed("players"), *format)
	}
	return c
}

// setupOptions holds the options of setup.
type setupOptions struct {
	game    scoring.Game
	choices map[string]string // of the game's options
	players int
}

func (o *setupOptions) flags(a *app, c *cobra.Command) {
	c.Flags().IntVar(&o.players, "players", 0, a.voice.Say(flagPlayers))
	offer.Flag(c, "players", offer.Numbers(max(o.game.MinPlayers, 1), cmp.Or(o.game.MaxPlayers, 12)))
	for _, option := range o.game.Setup.Paper {
		cmdline.OptionFlag(c.Flags(), a.voice, option, o.choices)
		offer.Flag(c, option.ID, a.shell().Option(option))
	}
}

func setupOfAny(a *app) *cobra.Command {
	c := setupOf(a, scoring.Game{})
	c.Use += a.voice.Say(wordGame)
	lines := make([]string, 0, len(games))
	for _, g := range games {
		if g.Setup.Lay != nil {
			lines = append(lines, "  tablemate setup "+g.ID+" --help")
		}
	}
	c.Long = a.voice.Say(longSetup.With("lines", strings.Join(lines, "\n")))
	c.Example = a.example(exampleSetup)
	for _, g := range games {
		for _, o := range g.Setup.Paper {
			if c.Flags().Lookup(o.ID) == nil {
				cmdline.OptionFlag(c.Flags(), a.voice, o, map[string]string{})
				c.Flags().Lookup(o.ID).Hidden = true
			}
		}
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		_, named, err := a.shelf.Find(c.Context(), args[0])
		if err == nil {
			err = a.shelf.LaysNothing(lang.Literal(named), kept.Quoted(args[0]))
		}
		return err
	}
	return c
}

// run prints the layout. counted reports whether the line has --players.
func (o *setupOptions) run(a *app, counted bool, f report.Format) error {
	g := o.game
	if g.Setup.Lay != nil && !counted {
		return &usage{Say: noPlayers.With("game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers)}
	}
	l, err := a.shelf.Lay(g, o.players, o.choices)
	if err != nil {
		return err
	}
	return a.page().Print(results.Checklist(g.Name, l), f)
}
