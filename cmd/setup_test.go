package cmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// A game that lays nothing out says so, in every format and however many play.
func TestNothingToLayOut(t *testing.T) {
	known := games
	defer func() { games = known }()
	games = append(slices.Clone(games), scoring.Game{ID: "mental-chess", Name: lang.Literal("Mental Chess"), MinPlayers: 2, MaxPlayers: 2})
	p := &parlor{dir: t.TempDir()}
	for _, line := range [][]string{{}, {"--players", "2"}, {"--players", "5"}, {"--players", "2", "--format", "json"}} {
		h := p.run("", append([]string{"setup", "mental"}, line...)...)
		if h.code != exitFailed || h.out != "" || h.errs != "tablemate: Mental Chess has nothing to lay out; “tablemate play mental-chess” keeps its score\n" {
			t.Errorf("%v: %+v", line, h)
		}
	}
	if h := p.run("", "setup", "mental", "--lang", "pt-BR"); h.errs != "tablemate: Mental Chess não tem nada para pôr na mesa; “tablemate play mental-chess” marca os pontos\n" {
		t.Errorf("%+v", h)
	}
	if h := p.run("", "setup", "mental", "--auction"); h.code != exitUsage || !strings.HasPrefix(h.errs, "tablemate: --auction is not for Mental Chess\n") {
		t.Errorf("%+v", h)
	}
}

// Every flag of every game is taken by its game, and no game has one that everybody has.
func TestFlagsOfAGame(t *testing.T) {
	a := newApp(quietEnv(80, "", nil, nil), lang.NewLocalizer("en"))
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
