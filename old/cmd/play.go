package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortPlay   = lang.Msg("cmd.short-play", "Begins a new game: who plays, setting up, scoring")
	examplePlay = lang.Msg("cmd.example-play", "tablemate play picture-perfect\ntablemate play dixit --share\ntablemate play --again --next")
	flagAgain   = lang.Msg("cmd.flag-again", "once more the game that was finished last, the game with this ID, or the last GAME: the same people, the same options")
	flagNext    = lang.Msg("cmd.flag-next", "with --again: the next person in turn begins, without a question")
	nextOfWhat  = lang.Msg("cmd.next-of-what", "--next goes with --again: it says who begins when a game is played once more")
	flagScore   = lang.Msg("cmd.flag-score-only", "the game has been played already: only score it")
)

// playOptions holds the options of play.
type playOptions struct{ again, next, only bool }

func (o *playOptions) flags(a *app, c *cobra.Command) {
	a.phones.flags(a, c)
	c.Flags().BoolVar(&o.only, "score-only", false, a.voice.Say(flagScore))
	c.Flags().BoolVar(&o.again, "again", false, a.voice.Say(flagAgain))
	c.Flags().BoolVar(&o.next, "next", false, a.voice.Say(flagNext))
}

func newPlay(a *app) *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use: "play [" + a.voice.Say(wordGame) + "]", Example: a.example(examplePlay),
		Args: cmdline.Words(0, 1, whichGame), ValidArgsFunction: a.shell().Play(),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), a, strings.Join(args, "")) },
	}
	o.flags(a, c)
	return c
}

// run begins the game that a word names. Without a word the table chooses, or with --again it is the game finished
// last.
func (o playOptions) run(ctx context.Context, a *app, word string) error {
	purpose := play.ToPlay
	if o.only {
		purpose = play.OnlyScore
	}
	switch {
	case o.again:
		return a.atTable(ctx, func(p *play.Program) error { return p.Repeat(word, o.next, o.only) })
	case o.next:
		return &usage{Say: nextOfWhat}
	case word == "":
		return a.atTable(ctx, func(p *play.Program) error { return p.Choose(purpose) })
	}
	g, named, err := a.shelf.Find(ctx, word)
	if err != nil {
		return err
	}
	return a.atTable(ctx, func(p *play.Program) error { return p.BeginNamed(play.Choice{Game: g, Purpose: purpose, Named: named}) })
}
