package cmd

import (
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tablemate/tablemate/internal/lang"
)

// Every flag of every game is taken by its game, and no game has one that everybody has.
func TestFlagsOfAGame(t *testing.T) {
	a := &app{voice: lang.NewVoice("en")}
	for _, g := range games {
		want := []string{"format", "players"}
		for _, o := range g.Paper {
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

// While another command runs nothing is built of any game's setup.
func TestSetupIsBuiltWhereItRuns(t *testing.T) {
	a := &app{voice: lang.NewVoice("en")}
	idle := newSetup(a, pflag.NewFlagSet("", pflag.ContinueOnError), []string{"play", "dixit"})
	if idle.Flags().HasFlags() || len(idle.ValidArgs) > 0 {
		t.Error("play builds the flags of setup")
	}
	root := &cobra.Command{Use: "tablemate"}
	if root.AddCommand(idle); !idle.IsAvailableCommand() {
		t.Error("setup is not listed")
	}
}
