package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/people"
	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/setup"
)

func newRename(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "rename " + a.say(lang.T("OLD NEW")),
		Short: a.say(lang.T("Puts a name right in all games; makes two names one person")),
		Long: a.says(lang.T("Puts a name right in all games that were begun until now."),
			lang.T("If somebody has the new name already, the two become one person: it asks first.")),
		Example: "  tablemate rename Bai Bia\n  tablemate rename --undo",
		Args:    cmdline.Words(0, 2), ValidArgsFunction: cobra.NoFileCompletions,
	}
	undo := c.Flags().Bool("undo", false, a.say(lang.T("takes the last rename back")))
	c.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *undo && len(args) > 0:
			return cmdline.Refuse(lang.T("--undo takes the last rename back, whatever it was: without names, please"))
		case *undo:
			last, err := people.Undo(a.folder())
			if err != nil {
				return err
			}
			return a.tell(lang.T("{now} is {was} again.").With("was", last.Was, "now", last.Now))
		case len(args) != 2:
			return cmdline.Refuse(lang.T("two names, please: as it stands, and as it is right"))
		}
		r, games, err := people.Rename(a.kept(), strings.TrimSpace(args[0]), strings.TrimSpace(args[1]), a.sure)
		if err != nil {
			return refused(err)
		}
		say := lang.N("{was} is {now} now, in {n} game.", "{was} is {now} now, in {n} games.").With("was", r.Was, "now", r.Now, "n", games)
		return a.tell(say, lang.T("To take it back:"), lang.Literal("  "+a.command("rename", "--undo")))
	}
	return c
}

// sure asks a question whose answer is yes; anything else is an error.
func (a *app) sure(text lang.Text) error {
	yes := ask.Question{ID: "sure", Text: text, Shape: setup.YesOrNo(lang.T("Yes"), lang.T("No"))}
	return a.withKeyboard(a.Err, func(k tty.Keyboard) error {
		v, err := ask.Put(k, yes, nil)
		switch {
		case err == nil && v.Line == setup.Yes:
			return nil
		case err == ask.Leave && a.Keyboard != nil:
			return err
		}
		return &fault.Failed{Say: lang.T("nothing was changed")}
	})
}
