package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

var (
	shortBackup   = lang.Msg("cmd.short-backup", "Writes a copy of all games, even while somebody plays")
	exampleBackup = lang.Msg("cmd.example-backup", "tablemate backup /media/stick/games.db")
	flagForce     = lang.Msg("cmd.flag-force", "overwrites a backup that is there")
	whichFile     = lang.Msg("cmd.which-file", "the file to write")
	backedUp      = lang.Plural("cmd.backed-up", "{n} game is in {file} now.", "{n} games are in {file} now.")
	isThere       = lang.Msg("cmd.is-there", "{file} is a backup already; --force overwrites it")
	isTaken       = lang.Msg("cmd.is-taken", "{file} is there already and is not a backup; please name another file")
	isItself      = lang.Msg("cmd.is-itself", "{file} belongs to the file of games itself; please name another file")
	noTarget      = lang.Msg("cmd.no-target", "{file} cannot be written: {why}")
	fullThere     = lang.Msg("cmd.full-there", "the disk is full")
	lockedThere   = lang.Msg("cmd.locked-there", "the folder may not be written")
	noFolder      = lang.Msg("cmd.no-folder", "there is no such folder")
)

func newBackup(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "backup " + a.voice.Say(wordFile), Example: a.example(exampleBackup),
		Args: cmdline.Words(1, 1, whichFile), ValidArgsFunction: offer.Files(1, "db"),
	}
	force := c.Flags().Bool("force", false, a.voice.Say(flagForce))
	c.RunE = func(c *cobra.Command, args []string) error { return backup(c.Context(), a, args[0], *force) }
	return c
}

// backup writes a copy of the file of games.
func backup(ctx context.Context, a *app, to string, force bool) error {
	n, err := store.Backup(ctx, a.file(), to, force)
	if err != nil {
		return a.badCopy(a.file(), to, err)
	}
	return a.print(backedUp.With("n", n, "file", to))
}

// badCopy says why a file could not be copied to another.
func (a *app) badCopy(from, to string, err error) error {
	var target *store.Target
	var say lang.Text
	switch {
	case errors.Is(err, store.ErrThere):
		say = isThere
	case errors.Is(err, store.ErrTaken):
		say = isTaken
	case errors.Is(err, store.ErrSelf):
		say = isItself
	case errors.As(err, &target):
		say = noTarget.With("why", targetReason(target))
	case errors.Is(err, store.ErrNone):
		say = noneKept
	case errors.Is(err, context.Canceled):
		return err
	default:
		return a.badFile(from, err)
	}
	return &failed{Say: say.With("file", to), Err: err}
}

func targetReason(err error) lang.Text {
	switch {
	case errors.Is(err, store.ErrFull):
		return fullThere
	case errors.Is(err, store.ErrReadOnly):
		return lockedThere
	case errors.Is(err, fs.ErrNotExist):
		return noFolder
	}
	return fault.Why(err)
}

// print prints a sentence. A path in it stays in one piece, so that it can be copied.
func (a *app) print(say lang.Text) error {
	_, err := fmt.Fprintln(a.Out, a.voice.Say(say))
	return err
}

// How long a copy may hold up the end of the program, and the size from which on a file is so large that it is not
// begun before somebody plays for a while: then it holds up nobody who only looks in.
const (
	patient  = 2 * time.Second
	large    = 64 << 20
	playedOn = 10 * time.Second
)

// copyOfTheDay makes the copy with which a day begins, beside play: the table never waits for it, and
// an obstacle keeps nobody from playing. end is called at the end of the program, and gives it up where it is not
// done soon.
func (a *app) copyOfTheDay(ctx context.Context) (end func()) {
	ctx, give := context.WithCancel(ctx)
	done := make(chan struct{})
	file, now := a.file(), a.Now()
	left := make(chan struct{}) // the end of the program
	var wrong error
	go func() {
		defer close(done)
		if info, err := os.Stat(file); err == nil && info.Size() > large {
			select {
			case <-left:
				return
			case <-time.After(playedOn):
			}
		}
		wrong = store.CopyOfTheDay(ctx, file, now)
	}()
	return func() {
		close(left)
		late := time.AfterFunc(patient, give)
		<-done
		late.Stop()
		give()
		a.sayUncopied(wrong)
	}
}

// sayUncopied says why the copy of the day could not be made, where something of the disk stands in its way that
// somebody can clear away.
func (a *app) sayUncopied(err error) {
	var of *fs.PathError
	var to *store.Target
	if errors.As(err, &of) || errors.As(err, &to) {
		fmt.Fprintln(a.Err, layout.Wrap(a.voice.Say(uncopied.With("folder", filepath.Join(filepath.Dir(a.file()), "backups"), "why", targetReason(err))), a.width()))
	}
}

var uncopied = lang.Msg("cmd.uncopied", "The copy that is made when a day of play begins could not be written to {folder}: {why}.")
