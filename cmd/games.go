package cmd

import (
	"cmp"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

const (
	// mostShown is how many games a list in a window has if nobody said.
	mostShown = 12
	// mostListed is more games than anybody plays.
	mostListed = 1_000_000
)

func newGames(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "games",
		Short:   a.say(lang.T("Lists the games that are kept")),
		Example: "  tablemate games --since 30d\n  tablemate games --game dixit --format csv",
		Args:    cmdline.Words(0, 0),
	}
	f := a.formatted(c)
	wish := a.wishes(c)
	most := cmdline.Number(c, "most", a.say(lang.T("the latest `N` of them")), 1, mostListed)
	c.RunE = func(*cobra.Command, []string) error {
		games, err := a.listed(a.kept(), *wish)
		if err != nil {
			return err
		}
		n := *most
		if n <= 0 && a.Screen && *f == report.Terminal {
			n = mostShown
		}
		d := a.kept().List(games[:min(cmp.Or(n, len(games)), len(games))], *f)
		switch more := len(games) - n; {
		case *f != report.Terminal:
		case len(games) == 0:
			d.Blocks = []report.Block{report.Text(a.say(lang.T("No such game is kept.")))}
		case n > 0 && more > 0:
			say := lang.N("There is {n} more: {command}", "There are {n} more: {command}").
				With("n", more, "command", a.command("games", "--most", strconv.Itoa(len(games))))
			d.Blocks = append(d.Blocks, report.Text(a.say(say)))
		}
		return a.print(d, *f)
	}
	return c
}

// kept looks into the games that are kept.
func (a *app) kept() history.Games {
	return history.Games{Folder: a.folder(), Cache: a.Cache, Build: a.Build, Find: a.find, Lang: a.lang, Now: a.Now}
}

// ids completes the IDs of games that are kept.
func ids(games func() history.Games) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return games().IDs(), cobra.ShellCompDirectiveNoFileComp
	}
}

// listed returns the games that are wished for, and says which files cannot be read, or do not count.
func (a *app) listed(h history.Games, w history.Wish) ([]history.Game, error) {
	games, l, err := h.Select(w)
	for _, err := range l.Broken {
		a.warn(err)
	}
	for _, c := range l.Copies {
		say := lang.T("{file} is a copy of the game {id}, and does not count").With("file", filepath.Base(c.Path), "id", c.ID)
		a.warn(&fault.Failed{Say: say})
	}
	return games, err
}

// oneEvening is the flag for an evening, of which the latest needs no day.
const oneEvening = "evening"

// wishes adds the flags that choose games.
func (a *app) wishes(c *cobra.Command) *history.Wish {
	var w history.Wish
	latest := a.say(lang.T("latest"))
	c.Flags().Func("game", a.say(lang.T("only this `game`")), func(it string) error {
		g, err := a.game(it)
		w.GameID = g.ID
		return cmdline.RefuseFlag("game", it, err)
	})
	_ = c.RegisterFlagCompletionFunc("game", a.completeGames)
	c.Flags().Func("since", a.say(lang.T("only since a `day` (2026-11-21, yesterday), or in the last days (30d)")), func(it string) (err error) {
		w.Since, err = dayOf(a.Now(), "since", it)
		return err
	})
	c.Flags().Func(oneEvening, a.say(lang.T("only one evening: the latest, or the last one that began on a `day`")), func(it string) (err error) {
		w.Evening = true
		if it != latest {
			w.Day, err = dayOf(a.Now(), oneEvening, it)
		}
		return err
	})
	c.Flags().Lookup(oneEvening).NoOptDefVal = latest
	return &w
}

// dayOf returns the beginning of the day that a flag names.
func dayOf(now time.Time, flag, it string) (time.Time, error) {
	day, is := cmdline.Day(now, it)
	if !is {
		return day, cmdline.Refuse(lang.T("--{flag} {it}: a day, please: 2026-11-21, yesterday, or 30d for thirty days ago").With("flag", flag, "it", it))
	}
	return day, nil
}
