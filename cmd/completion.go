package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/internal/lang"
)

// shells are those for which there is a script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// newCompletion is cobra's own command in the language of the app.
func newCompletion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "completion " + a.say(lang.T("SHELL")),
		Short:   a.say(lang.T("Prints a script with which a shell completes commands, games, IDs")),
		Example: "  source <(tablemate completion bash)\n  tablemate completion fish | source",
		Args:    cmdline.Words(0, 1), Annotations: map[string]string{homeless: "yes"}, ValidArgsFunction: cobra.FixedCompletions(shells, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			switch cmdline.First(args) {
			case "bash":
				return root.GenBashCompletionV2(a.Out, true)
			case "zsh":
				return root.GenZshCompletion(a.Out)
			case "fish":
				return root.GenFishCompletion(a.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.Out)
			}
			return cmdline.Refuse(lang.T("which shell? choose one of: {all}").With("all", strings.Join(shells, ", ")))
		},
	}
}
