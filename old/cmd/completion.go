package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/offer"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var (
	shortCompletion   = lang.Msg("cmd.short-completion", "Prints a script with which a shell completes commands, games, ids, names")
	longCompletion    = lang.Msg("cmd.long-completion", "Prints a script for a shell. Once the shell has read it, the Tab key completes commands, flags, games, the ids of kept games, people and what can be looked up.\n\nA line in a file that the shell reads when it starts is enough:\n\n  ~/.bashrc: source <(tablemate completion bash)\n  ~/.zshrc: source <(tablemate completion zsh)\n  config.fish: tablemate completion fish | source\n  $PROFILE: tablemate completion powershell | Out-String | Invoke-Expression\n\nbash needs the package bash-completion, zsh “autoload -U compinit; compinit” before that line.")
	exampleCompletion = lang.Msg("cmd.example-completion", "source <(tablemate completion bash)\ntablemate completion fish | source")
	wordShell         = lang.Msg("cmd.word-shell", "SHELL")
	whichShell        = lang.Msg("cmd.which-shell", "which shell ({all})")
	noShell           = lang.Msg("cmd.no-shell", "there is no script for “{it}”; choose one of: {all}")
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion(a *app) *cobra.Command {
	all := strings.Join(shells, ", ")
	return &cobra.Command{
		Use: "completion " + a.voice.Say(wordShell), Long: a.voice.Say(longCompletion), Example: a.example(exampleCompletion),
		Args:              cmdline.Words(1, 1, whichShell.With("all", all)),
		ValidArgsFunction: offer.Fixed(shells...),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Out, true)
			case "zsh":
				return root.GenZshCompletion(a.Out)
			case "fish":
				return root.GenFishCompletion(a.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.Out)
			}
			return &usage{Say: noShell.With("it", args[0], "all", all)}
		},
	}
}
