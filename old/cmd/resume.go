package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortResume   = lang.Msg("cmd.short-resume", "Carries on with a game, the latest if none is named")
	exampleResume = lang.Msg("cmd.example-resume", "tablemate resume\ntablemate resume kobe --share")
)

func newResume(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "resume [" + a.voice.Say(wordID) + "]", Example: a.example(exampleResume),
		Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: a.shell().Kept(1, store.Filter{Open: true}),
		RunE: func(c *cobra.Command, args []string) error {
			return a.atTable(c.Context(), func(p *play.Program) error { return p.Resume(strings.Join(args, "")) })
		},
	}
	a.phones.flags(a, c)
	return c
}
