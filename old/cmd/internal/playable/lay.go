package playable

import (
	"errors"
	"strconv"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	badPlayers = lang.Msg("playable.bad-players", "--players {n}: {game} is for {lo} to {hi}")
	noLayout   = lang.Msg("playable.no-layout", "{game} has nothing to lay out; “{play}” keeps its score")
)

// Lay returns the layout of a game for some number of players. A draw is unpredictable unless the choices have a seed.
// The error is a *cmdline.Wrong, or a *fault.Failed for a game with nothing to lay out.
func (s Shelf) Lay(g scoring.Game, players int, choices map[string]string) (l setup.Layout, err error) {
	switch {
	case g.Setup.Lay == nil:
		return l, s.LaysNothing(g.Name, g.ID)
	case players < g.MinPlayers || players > g.MaxPlayers:
		return l, &cmdline.Wrong{Say: badPlayers.With("n", players, "game", g.Name, "lo", g.MinPlayers, "hi", g.MaxPlayers)}
	}
	seed, more := s.Kept.Random(), s.Kept.Random()
	if typed, chosen := choices[setup.Seed]; chosen {
		n, err := strconv.ParseInt(typed, 0, 64)
		if err != nil {
			return l, &cmdline.Wrong{Say: cmdline.BadFlagValue.With("value", typed, "flag", "--"+setup.Seed)}
		}
		seed, more = uint64(n), 0
	}
	l, err = g.Setup.Lay(setup.Table{Players: make([]string, players), Choices: choices}, ask.Chance(seed, more))
	var refused *fault.Fault
	if errors.As(err, &refused) {
		err = &cmdline.Wrong{Say: refused.Say} // its place would be one in a sheet
	}
	return l, err
}

// LaysNothing returns an error: the game has nothing to lay out, but this word plays it.
func (s Shelf) LaysNothing(game lang.Text, word string) error {
	return &fault.Failed{Say: noLayout.With("game", game, "play", s.Kept.Command("play", word))}
}
