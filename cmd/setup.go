package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The flags of `setup` are those of the game that its line names, so the game is found
// before the line is read. A line that names none is wrong for that, whatever flags it has:
// it takes those of all games, and shows none of them.

var (
	shortSetup   = lang.Msg("cmd.short-setup", "What to lay out before a game, as a checklist")
	longSetup    = lang.Msg("cmd.long-setup", "What to lay out before a game, as a checklist. Each game has options of its own:\n\n{lines}")
	exampleSetup = lang.Msg("cmd.example-setup", "tablemate setup picture-perfect --players 4 --auction\ntablemate setup spyfall --players 6")
	flagPlayers  = lang.Msg("cmd.flag-players", "`N`: how many play")
	noPlayers    = lang.Msg("cmd.no-players", "--players is missing: how many play? {game} is for {lo} to {hi}")
	badPlayers   = lang.Msg("cmd.bad-players", "--players {n}: {game} is for {lo} to {hi}")
	noLayout     = lang.Msg("cmd.no-layout", "{game} has nothing to lay out; “{play}” keeps its score")
)

// itsGame is the note of a command whose flags are those of one game.
const itsGame = "game"

// newSetup has the flags of the game that the line names: by the first word that names one
// and is no flag's value, as only the flags of its game can tell.
func newSetup(a *app, common *pflag.FlagSet, line []string) *cobra.Command {
	early := pflag.NewFlagSet("", pflag.ContinueOnError)
	early.ParseErrorsAllowlist.UnknownFlags = true
	early.AddFlagSet(common)
	_ = early.ParseAll(line, func(f *pflag.Flag, value string) error {
		if f.Name == "data" { // where the person's own games lie
			a.kept.Data = value
		}
		return nil
	})
	after := line[slices.Index(line, "setup")+1:]
	var first *cobra.Command // for a line that is wrong
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

// setupOf returns the command for one game.
func setupOf(a *app, g scoring.Game) *cobra.Command {
	c := &cobra.Command{
		Use: "setup " + g.ID, ValidArgsFunction: a.shell().OfGames(1),
		Args:        cmdline.Words(1, 1, whichGame.With("games", a.shelf.IDs())),
		Example:     fmt.Sprintf("  tablemate setup %s --players %d", g.ID, g.MaxPlayers),
		Annotations: map[string]string{itsGame: g.ID},
	}
	o := laying{game: g, choices: map[string]string{}}
	format := formatFlag(a, c, flagFormat, report.Formats)
	o.flags(a, c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		return o.run(a, c.Flags().Changed("players"), *format)
	}
	return c
}

// laying is what is laid out.
type laying struct {
	game    scoring.Game
	choices map[string]string // of its options
	players int
}

func (o *laying) flags(a *app, c *cobra.Command) {
	c.Flags().IntVar(&o.players, "players", 0, a.voice.Say(flagPlayers))
	offer.Flag(c, "players", offer.Numbers(max(o.game.MinPlayers, 1), cmp.Or(o.game.MaxPlayers, 12)))
	for _, option := range o.game.Setup.Paper {
		cmdline.OptionFlag(c.Flags(), a.voice, option, o.choices)
		offer.Flag(c, option.ID, a.shell().Option(option))
	}
}

// setupOfAny returns the command for a line that names no game.
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
			err = &failed{Say: noLayout.With("game", named, "play", a.kept.Command("play", kept.Quoted(args[0])))}
		}
		return err
	}
	return c
}

// run prints what is laid out; counted: the line says for how many.
func (o *laying) run(a *app, counted bool, f report.Format) error {
	g := o.game
	switch {
	case g.Setup.Lay == nil:
		return &failed{Say: noLayout.With("game", g.Name, "play", a.kept.Command("play", g.ID))}
	case !counted:
		return &usage{Say: noPlayers.With("game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers)}
	case o.players < g.MinPlayers || o.players > g.MaxPlayers:
		return &usage{Say: badPlayers.With("n", o.players, "game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers)}
	}
	seed, more := a.Random(), a.Random()
	if it, chosen := o.choices[setup.Seed]; chosen {
		n, err := strconv.ParseInt(it, 0, 64)
		if err != nil {
			return &usage{Say: cmdline.BadFlagValue.With("value", it, "flag", "--"+setup.Seed)}
		}
		seed, more = uint64(n), 0
	}
	l, err := g.Setup.Lay(setup.Table{Players: make([]string, o.players), Choices: o.choices}, ask.Chance(seed, more))
	var refused *fault.Fault
	if errors.As(err, &refused) {
		return &usage{Say: refused.Say} // its place is one of a sheet
	}
	if err != nil {
		return err
	}
	return a.page().Print(results.Checklist(g.Name, l), f)
}
