package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

var (
	shortPlay = lang.M("cmd.short-play", "Begins a new game: who plays, setting up, scoring")
	flagScore = lang.M("cmd.flag-score-only", "the game was played already: only score it")
)

func newPlay(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "play [" + a.voice.Say(wordGame) + "]", Short: a.voice.Say(shortPlay), ValidArgs: completions(a),
		Args:    words(0, 1, whichGame),
		Example: "  tablemate play picture-perfect\n  tablemate play picture-perfect --score-only",
	}
	only := c.Flags().Bool("score-only", false, a.voice.Say(flagScore))
	c.RunE = func(c *cobra.Command, args []string) error {
		purpose := toPlay
		if *only {
			purpose = onlyScore
		}
		if len(args) == 0 {
			return playOne(c.Context(), a, purpose)
		}
		g, err := gameNamed(a.voice, args[0])
		if err != nil {
			return err
		}
		return play(c.Context(), a, g, purpose)
	}
	return c
}

// play begins a new game.
func play(ctx context.Context, a *app, g scoring.Game, purpose string) error {
	st, err := a.open()
	if err != nil {
		return err
	}
	defer st.Close()
	return a.spend(ctx, st, session.Start(st, g, purpose, a.Now, a.Random))
}

// playOne asks which game, and begins it.
func playOne(ctx context.Context, a *app, purpose string) error {
	asker, done, err := a.asker()
	if err != nil {
		return err
	}
	g, err := pickGame(asker)
	for isAside(err) {
		g, err = pickGame(asker)
	}
	done()
	if err != nil {
		return quietly(err)
	}
	return play(ctx, a, g, purpose)
}

// pickGame asks which of the games that the program knows.
func pickGame(asker ask.Asker) (scoring.Game, error) {
	names := make([]lang.Text, len(games))
	for i, g := range games {
		names[i] = g.Name
	}
	n, err := ask.PickOne(asker, "cmd.which", whichOne, names, 0)
	return games[max(n, 0)], err
}

// isAside is the key that asks what else could be done, where there is no game yet.
func isAside(err error) bool {
	var aside *ask.Aside
	return errors.As(err, &aside)
}

var (
	whichOne  = lang.M("cmd.which", "Which game?")
	welcome   = lang.M("cmd.welcome", "What shall we do?")
	newGame   = lang.M("cmd.new-game", "A new game")
	setUpOnly = lang.M("cmd.set-up-only", "Only set a game up")
	scoreOnly = lang.M("cmd.score-only", "Score a game that was played")
	carryOn   = lang.M("cmd.carry-on", "Carry on: {what}")
)

// mostOpen unfinished games are offered at the start; `games` lists them all.
const mostOpen = 3

// A choice is a line of the first menu. asks: which game, before it is done.
type choice struct {
	text lang.Text
	asks bool
	do   func(scoring.Game) error
}

// menu is the program alone: carry on, begin, set up, score.
func menu(ctx context.Context, a *app) error {
	st, err := a.open()
	if err != nil {
		return err
	}
	defer st.Close()
	open, err := unfinished(st)
	if err != nil {
		return err
	}
	var choices []choice
	for _, g := range open[:min(len(open), mostOpen)] {
		choices = append(choices, choice{carryOn.With("what", a.row(st, g)), false, func(scoring.Game) error { return resume(ctx, a, g.ID) }})
	}
	for _, w := range []struct {
		say     lang.Text
		purpose string
	}{{newGame, toPlay}, {setUpOnly, onlySetUp}, {scoreOnly, onlyScore}} {
		choices = append(choices, choice{w.say, true, func(g scoring.Game) error { return play(ctx, a, g, w.purpose) }})
	}
	asker, done, err := a.asker()
	if err != nil {
		return err
	}
	c, g, err := choose(a, asker, choices)
	done()
	if err != nil {
		return quietly(err)
	}
	st.Close()
	return c.do(g)
}

// choose asks what to do, and with which game; one back from there asks again.
func choose(a *app, asker ask.Asker, choices []choice) (c choice, g scoring.Game, err error) {
	options := make([]lang.Text, len(choices))
	for i, c := range choices {
		options[i] = c.text
	}
	for {
		k, err := ask.PickOne(asker, "cmd.welcome", welcome, options, 0)
		if isAside(err) { // there is no game yet to do anything about
			fmt.Fprintln(a.Out, prompt.Wrap(a.voice.Say(longRoot), a.width()))
			continue
		}
		if err != nil || !choices[k].asks {
			return choices[max(k, 0)], g, err
		}
		g, err := pickGame(asker)
		if errors.Is(err, ask.ErrBack) || isAside(err) {
			continue
		}
		return choices[k], g, err
	}
}

// quietly is nothing to go back to, and nothing to serve, at the very first question.
func quietly(err error) error {
	if isAside(err) || errors.Is(err, ask.ErrBack) || errors.Is(err, ask.ErrNow) {
		return nil
	}
	return err
}

func unfinished(st *store.Store) ([]store.Game, error) {
	all, err := st.Games()
	if err != nil {
		return nil, err
	}
	var open []store.Game
	for _, g := range all {
		if g.Finished.IsZero() {
			open = append(open, g)
		}
	}
	slices.SortStableFunc(open, func(a, b store.Game) int { // who never sat down comes last
		return begun(b) - begun(a)
	})
	return open, nil
}

func begun(g store.Game) int { return min(g.Lines, 1) }
