package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/session"
	"github.com/tablemate/tablemate/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

var (
	shortPlay = lang.M("cmd.short-play", "Begins a new game: who plays, setting up, scoring")
	flagScore = lang.M("cmd.flag-score-only", "the game was played already: only score it")
)

func newPlay(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "play " + a.voice.Say(wordGame), Short: a.voice.Say(shortPlay), ValidArgs: completions(a),
		Args:    words(1, 1, whichGame.With("games", strings.Join(gameIDs(), ", "))),
		Example: "  tablemate play picture-perfect\n  tablemate play picture-perfect --score-only",
	}
	only := c.Flags().Bool("score-only", false, a.voice.Say(flagScore))
	c.RunE = func(c *cobra.Command, args []string) error {
		g, err := gameNamed(a.voice, args[0])
		if err != nil {
			return err
		}
		return play(c.Context(), a, g, *only, false)
	}
	return c
}

// play begins a new game. played: it was played already and is only scored; once:
// the table only wants to set up now.
func play(ctx context.Context, a *app, g scoring.Game, played, once bool) error {
	st, err := a.open()
	if err != nil {
		return err
	}
	defer st.Close()
	walk := setup.Table{Choices: map[string]string{setup.Walk: setup.Yes}}
	if played {
		walk.Choices[setup.Walk] = setup.No
	}
	return a.spend(ctx, st, session.Start(st, g, a.Now, a.Random), walk, once)
}

var (
	welcome   = lang.M("cmd.welcome", "What shall we do?")
	newGame   = lang.M("cmd.new-game", "A new game: {game}")
	setUpOnly = lang.M("cmd.set-up-only", "Only set up: {game}")
	scoreOnly = lang.M("cmd.score-only", "Score a game that was played: {game}")
	carryOn   = lang.M("cmd.carry-on", "Carry on: {what}")
)

// mostOpen unfinished games are offered at the start; `games` lists them all.
const mostOpen = 3

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
	type choice struct {
		text lang.Text
		do   func() error
	}
	var choices []choice
	for _, g := range open[:min(len(open), mostOpen)] {
		choices = append(choices, choice{carryOn.With("what", a.row(st, g)), func() error { return resume(ctx, a, g.ID) }})
	}
	for _, w := range []struct {
		say          lang.Text
		played, once bool
	}{{newGame, false, false}, {setUpOnly, false, true}, {scoreOnly, true, false}} {
		for _, g := range games {
			choices = append(choices, choice{w.say.With("game", g.Name), func() error { return play(ctx, a, g, w.played, w.once) }})
		}
	}
	asker, done, err := a.asker()
	if err != nil {
		return err
	}
	options := make([]lang.Text, len(choices))
	for i, c := range choices {
		options[i] = c.text
	}
	k, err := ask.PickOne(asker, "cmd.welcome", welcome, options, 0)
	done()
	if err != nil {
		return quietly(err)
	}
	st.Close()
	return choices[k].do()
}

// quietly is nothing to go back to, and nothing to serve, at the very first question.
func quietly(err error) error {
	if _, aside := err.(*ask.Aside); aside || err == ask.ErrBack {
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
	return open, nil
}
