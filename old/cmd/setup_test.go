package cmd

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// A game with nothing to lay out says so, in every format and for any number of players.
func TestNothingToLayOut(t *testing.T) {
	known := games
	defer func() { games = known }()
	games = append(slices.Clone(games), scoring.Game{ID: "mental-chess", Name: lang.Literal("Mental Chess"), MinPlayers: 2, MaxPlayers: 2})
	p := &parlor.Home{Dir: t.TempDir()}
	for _, line := range [][]string{{}, {"--players", "2"}, {"--players", "5"}, {"--players", "2", "--format", "json"}} {
		h := p.Run("", append([]string{"setup", "mental"}, line...)...)
		if h.Code != exitFailed || h.Out != "" || h.Errs != "tablemate: Mental Chess has nothing to lay out; “tablemate play mental-chess” keeps its score\n" {
			t.Errorf("%v: %+v", line, h)
		}
	}
	if h := p.Run("", "setup", "mental", "--lang", "pt-BR"); h.Errs != "tablemate: Mental Chess não tem nada para pôr na mesa; “tablemate play mental-chess” marca os pontos\n" {
		t.Errorf("%+v", h)
	}
}

// Every flag of every game is accepted by its game, and no game redefines a common flag.
func TestFlagsOfAGame(t *testing.T) {
	a := newApp(parlor.QuietEnv(80, "", nil, nil), lang.NewLocalizer("en"))
	for _, g := range games {
		want := []string{"format", "players"}
		for _, o := range g.Setup.Paper {
			want = append(want, o.ID)
		}
		var got []string
		setupOf(a, g).Flags().VisitAll(func(f *pflag.Flag) { got = append(got, f.Name) })
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", g.ID, got, want)
		}
	}
}
