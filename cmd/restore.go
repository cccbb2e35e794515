package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortRestore   = lang.Msg("cmd.short-restore", "Puts a backup in the place of the file of games")
	longRestore    = lang.Msg("cmd.long-restore", "Puts a backup in the place of the file of games. The file that is there is kept beside it.\nAlone, it offers the copies that were made when a day of play began, and the files that were put aside.")
	exampleRestore = lang.Msg("cmd.example-restore", "tablemate restore\ntablemate restore /media/stick/games.db")
	flagAllSame    = lang.Msg("cmd.flag-all-same", "even if games would go that the backup does not have")
	noCopies       = lang.Msg("cmd.no-copies", "there is no copy yet; the first one is made on the next day of play. “tablemate restore FILE” names a backup")
	theCopies      = lang.Msg("cmd.the-copies", "Copies that were made when a day of play began, and files that were put aside. One of them comes back with:")
	asideCopy      = lang.Msg("cmd.aside-copy", "put aside {copy}")
	whichCopy      = lang.Msg("cmd.which-copy", "Which copy shall come back?")
	aCopy          = lang.Plural("cmd.a-copy", "{when}: {n} game", "{when}: {n} games")
	badOne         = lang.Msg("cmd.bad-copy", "{when}: cannot be read")
	noCopy         = lang.Msg("cmd.no-copy", "None of them")
	noBackup       = lang.Msg("cmd.no-backup", "{file}: {why}")
	noSuchFile     = lang.Msg("cmd.no-such-file", "there is no such file.")
	emptyBackup    = lang.Msg("cmd.empty-backup", "there is no game in it.")
	brokenBackup   = lang.Msg("cmd.broken-backup", "it is damaged, and nothing was changed. “{rescue}” rebuilds it.")
	newerBackup    = lang.Msg("cmd.newer-backup", "it needs a newer tablemate: it has version {version}, and this one reads up to version {known}. Nothing was changed.")
	foreignFile    = lang.Msg("cmd.foreign-file", "it is not one of tablemate's. Nothing was changed.")
	isPlayed       = lang.Msg("cmd.is-played", "Another window is using the file of games. Please leave the game there first; nothing was changed.")
	wouldGo        = lang.Plural("cmd.would-go", "{n} game that is kept now is not in {file}, or not as far; nothing was changed. With --yes the backup comes back all the same, and the current file is kept beside it.", "{n} games that are kept now are not in {file}, or not as far; nothing was changed. With --yes the backup comes back all the same, and the current file is kept beside it.")
	noteGo         = lang.Plural("cmd.note-go", "{n} game that is kept now is not in {file}, or not as far. The current file will be kept beside it.", "{n} games that are kept now are not in {file}, or not as far. The current file will be kept beside it.")
	damagedIn      = lang.Plural("cmd.damaged-in", "{n} game is damaged in it ({ids}); nothing was changed. With --yes the backup comes back all the same, and the current file is kept beside it.", "{n} games are damaged in it ({ids}); nothing was changed. With --yes the backup comes back all the same, and the current file is kept beside it.")
	noteDamaged    = lang.Plural("cmd.note-damaged", "{n} game is damaged in {file}: {ids}. The current file will be kept beside it.", "{n} games are damaged in {file}: {ids}. The current file will be kept beside it.")
	unknownGo      = lang.Msg("cmd.unknown-go", "The file of games that is there now cannot be read; nothing was changed. With --yes the backup comes back all the same, and that file is kept beside it.")
	noteUnknown    = lang.Msg("cmd.note-unknown", "The file of games that is there now cannot be read. It will be kept beside the backup.")
	askGo          = lang.Msg("cmd.ask-go", "Shall the backup come back all the same?")
	yesRestore     = lang.Msg("cmd.yes-restore", "Yes, bring it back")
	noRestore      = lang.Msg("cmd.no-restore", "No, leave everything as it is")
	leftAsItIs     = lang.Msg("cmd.left-as-it-is", "Everything was left as it is.")
	restored       = lang.Plural("cmd.restored", "{n} game is back from {file}.", "{n} games are back from {file}.")
	keptBeside     = lang.Msg("cmd.kept-beside", "The file that was there is kept as {file}.")
)

func newRestore(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "restore [" + a.voice.Say(wordFile) + "]", Long: a.voice.Say(longRestore),
		Example: a.example(exampleRestore), Args: cmdline.Words(0, 1, lang.Text{}), ValidArgsFunction: offer.Files(1, "db"),
	}
	yes := c.Flags().Bool("yes", false, a.voice.Say(flagAllSame))
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return chooseCopy(c.Context(), a, *yes)
		}
		return restore(c.Context(), a, args[0], *yes)
	}
	return c
}

// talks reports whether somebody is there to be asked.
func (a *app) talks() bool { return a.Keyboard != nil && a.Screen }

// chooseCopy offers the copies of the latest days, or lists them where nobody can be asked.
func chooseCopy(ctx context.Context, a *app, yes bool) error {
	copies, err := store.Dailies(a.file())
	aside, lost := store.PutAside(a.file())
	switch {
	case err != nil || lost != nil:
		return unreadable(filepath.Join(filepath.Dir(a.file()), "backups"), errors.Join(err, lost))
	case len(copies)+len(aside) == 0:
		return &failed{Say: noCopies}
	}
	var options []lang.Text
	for _, d := range copies {
		options = append(options, a.copyRow(ctx, d))
	}
	for _, d := range aside {
		options = append(options, asideCopy.With("copy", a.copyRow(ctx, d)))
	}
	copies = append(copies, aside...)
	if !a.talks() {
		if err := a.print(theCopies); err != nil {
			return err
		}
		for i, d := range copies {
			fmt.Fprintln(a.Out, a.voice.Say(options[i]))
			fmt.Fprintln(a.Out, "  "+a.command("restore", play.Quoted(d.Path)))
		}
		return nil
	}
	k, err := a.choose(ctx, ask.Head{ID: "cmd.which-copy", Text: whichCopy}, append(options, noCopy), 0)
	if err != nil || k == len(copies) {
		return a.leave(err)
	}
	return restore(ctx, a, copies[k].Path, yes)
}

// copyRow returns a copy in a line.
func (a *app) copyRow(ctx context.Context, d store.Daily) lang.Text {
	when := a.voice.DayAndTime(d.Made.Local())
	games, err := gamesIn(ctx, d.Path)
	if err != nil {
		return badOne.With("when", when)
	}
	return aCopy.With("n", len(games), "when", when)
}

// choose puts a list, and suggests one of it. A question aside has nothing to look at here.
func (a *app) choose(ctx context.Context, h ask.Head, options []lang.Text, suggest int) (int, error) {
	host, err := a.asks(ctx)
	if err != nil {
		return 0, err
	}
	h.Suggest = ask.Usual(suggest)
	for {
		k, err := ask.Put(host, h, ask.Pick{Options: options})
		var aside *ask.Aside
		if !errors.As(err, &aside) {
			return k, err
		}
	}
}

// leave ends a command in which nothing was done.
func (a *app) leave(err error) error {
	if err := beforeAll(err); err != nil {
		return err
	}
	a.restore()
	return a.print(leftAsItIs)
}

// restore puts the backup in a file in the place of the file of games.
func restore(ctx context.Context, a *app, from string, yes bool) error {
	if err := store.Intact(ctx, from); err != nil {
		return a.badBackup(from, err)
	}
	damaged, err := store.Damaged(ctx, from, session.Teller(games))
	if err != nil {
		return a.badBackup(from, err)
	}
	note := noteDamaged.With("n", len(damaged), "ids", some(damaged), "file", filepath.Base(from))
	if !yes {
		may, err := a.mayGo(ctx, from, damaged, note)
		if err != nil || !may {
			return err
		}
	} else if len(damaged) > 0 {
		fmt.Fprintln(a.Err, layout.Wrap(a.voice.Say(note), a.width()))
	}
	kept, n, err := store.Restore(ctx, from, a.file(), a.Now())
	switch {
	case errors.Is(err, store.ErrBusy):
		return &failed{Say: isPlayed, Err: err}
	case err != nil:
		return a.badCopy(from, a.file(), err)
	}
	if err := a.print(restored.With("n", n, "file", from)); err != nil || kept == "" {
		return err
	}
	return a.print(keptBeside.With("file", kept))
}

// badBackup says why a file is none that can be restored.
func (a *app) badBackup(file string, err error) error {
	var newer *store.Newer
	why := session.Explain(err)
	_, lost := os.Stat(file)
	switch {
	case errors.Is(lost, os.ErrNotExist):
		why = noSuchFile
	case errors.Is(err, store.ErrNone):
		why = emptyBackup
	case errors.Is(err, store.ErrDamaged):
		why = brokenBackup.With("rescue", "tablemate rescue "+play.Quoted(file))
	case errors.Is(err, store.ErrForeign):
		why = foreignFile
	case errors.As(err, &newer):
		why = newerBackup.With("version", newer.Version, "known", newer.Known)
	}
	return &failed{Say: noBackup.With("file", file, "why", why), Err: err}
}

// mayGo asks, where somebody is there, whether a backup may come back in which games are damaged, or games are not
// that are kept now. Where nobody is there, all stays as it is.
func (a *app) mayGo(ctx context.Context, from string, damaged []string, note lang.Text) (bool, error) {
	inside, err := gamesIn(ctx, from)
	if err != nil {
		return false, a.badBackup(from, err)
	}
	now, unread := gamesIn(ctx, a.file())
	gone := ahead(now, inside)
	var say lang.Text
	switch {
	case len(damaged) > 0:
		say = noBackup.With("file", from, "why", damagedIn.With("n", len(damaged), "ids", some(damaged)))
	case unread != nil:
		say, note = unknownGo, noteUnknown
	case gone == 0:
		return true, nil
	default:
		say, note = wouldGo.With("n", gone, "file", filepath.Base(from)), noteGo.With("n", gone, "file", filepath.Base(from))
	}
	if !a.talks() {
		return false, &failed{Say: say}
	}
	k, err := a.choose(ctx, ask.Head{ID: "cmd.ask-go", Text: askGo, Notes: []lang.Text{note}}, []lang.Text{yesRestore, noRestore}, 1)
	if err != nil || k != 0 {
		return false, a.leave(err)
	}
	a.restore()
	return true, nil
}

// gamesIn returns the games in a file.
func gamesIn(ctx context.Context, file string) ([]store.Game, error) {
	st, err := store.OpenToRead(ctx, file)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	return st.History.List(store.Filter{})
}

// ahead returns how many games are not among others, or were gone on with since.
func ahead(now, others []store.Game) (n int) {
	in := map[string]store.Game{}
	for _, g := range others {
		in[g.ID] = g
	}
	for _, g := range now {
		if o, ok := in[g.ID]; !ok || !o.Started.Equal(g.Started) || o.Changed.Before(g.Changed) {
			n++
		}
	}
	return n
}
