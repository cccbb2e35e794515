package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/store"
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
			return a.unrename()
		case len(args) != 2:
			return cmdline.Refuse(lang.T("two names, please: as it stands, and as it is right"))
		}
		was, now := strings.TrimSpace(args[0]), strings.TrimSpace(args[1])
		if err := setup.CheckName(now); err != nil {
			return cmdline.Refuse(lang.Literal(fault.Aloud(a.lang, err)))
		}
		if strings.Contains(now, ",") {
			return cmdline.Refuse(lang.T("“{it}” has a comma: they stand between names").With("it", now))
		}
		return a.rename(was, now)
	}
	return c
}

// played are the games in which somebody played.
type played struct {
	name  string // as it is written in the latest of them
	games []string
}

// people returns everybody who played, in deleted games too, by what is alike in their names.
func (a *app) people() (map[string]played, error) {
	out := map[string]played{}
	for _, b := range []history.Book{a.gone(), a.book()} {
		games, err := a.listed(b, history.Wish{})
		if err != nil {
			return nil, err
		}
		for _, g := range slices.Backward(games) { // the latest is the last
			for _, n := range g.Players {
				out[setup.Alike(n)] = played{n, append(out[setup.Alike(n)].games, g.ID)}
			}
		}
	}
	return out, nil
}

// rename puts a name right.
func (a *app) rename(was, now string) error {
	people, err := a.people()
	if err != nil {
		return err
	}
	old, plays := people[setup.Alike(was)]
	other, taken := people[setup.Alike(now)]
	taken = taken && setup.Alike(was) != setup.Alike(now)
	both := slices.DeleteFunc(slices.Clone(old.games), func(id string) bool { return !slices.Contains(other.games, id) })
	switch {
	case !plays:
		return &fault.Failed{Say: lang.T("nobody called “{it}” played any game that is kept").With("it", was)}
	case old.name == now:
		return &fault.Failed{Say: lang.T("{was} is written like that already").With("was", now)}
	case taken && len(both) > 0:
		return &fault.Failed{Say: lang.T("{was} and {now} played together ({ids}), so they are two people; nothing was changed").
			With("was", old.name, "now", other.name, "ids", some(both))}
	case taken:
		now = other.name
		if err := a.sure(lang.T("{now} plays here already. Are {was} and {now} one person?").With("was", old.name, "now", now)); err != nil {
			return err
		}
	}
	err = a.folder().ChangeNames(func(n *store.Names) error {
		n.Renamed = append(n.Renamed, store.Rename{At: a.Now().Truncate(time.Second), Was: old.name, Now: now})
		return nil
	})
	if err != nil {
		return err
	}
	say := lang.N("{was} is {now} now, in {n} game.", "{was} is {now} now, in {n} games.")
	_, err = fmt.Fprintf(a.Out, "%s\n%s\n  %s\n", a.say(say.With("was", old.name, "now", now, "n", len(old.games))),
		a.say(lang.T("To take it back:")), a.command("rename", "--undo"))
	return err
}

// some returns IDs, the first few of them.
func some(ids []string) string {
	if len(ids) > 5 {
		return strings.Join(ids[:5], ", ") + " …"
	}
	return strings.Join(ids, ", ")
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

// unrename takes the last rename back.
func (a *app) unrename() error {
	var last store.Rename
	err := a.folder().ChangeNames(func(n *store.Names) error {
		if len(n.Renamed) == 0 {
			return &fault.Failed{Say: lang.T("there is no rename to take back")}
		}
		end := len(n.Renamed) - 1
		last, n.Renamed = n.Renamed[end], n.Renamed[:end]
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.Out, a.say(lang.T("{now} is {was} again.").With("was", last.Was, "now", last.Now)))
	return err
}
