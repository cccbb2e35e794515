package kept

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// Copies of the file of games: backups, the copy that each day of play begins with, and rebuilt files.

var (
	isThere      = lang.Msg("kept.is-there", "{file} is a backup already; --force overwrites it")
	isTaken      = lang.Msg("kept.is-taken", "{file} is there already and is not a backup; please name another file")
	isItself     = lang.Msg("kept.is-itself", "{file} belongs to the file of games itself; please name another file")
	noTarget     = lang.Msg("kept.no-target", "{file} cannot be written: {why}")
	fullThere    = lang.Msg("kept.full-there", "the disk is full")
	lockedThere  = lang.Msg("kept.locked-there", "the folder may not be written")
	noFolder     = lang.Msg("kept.no-folder", "there is no such folder")
	uncopied     = lang.Msg("kept.uncopied", "The copy that is made when a day of play begins could not be written to {folder}: {why}.")
	asideCopy    = lang.Msg("kept.aside-copy", "put aside {copy}")
	aCopy        = lang.Plural("kept.a-copy", "{when}: {n} game", "{when}: {n} games")
	badOne       = lang.Msg("kept.bad-copy", "{when}: cannot be read")
	noBackup     = lang.Msg("kept.no-backup", "{file}: {why}")
	noSuchFile   = lang.Msg("kept.no-such-file", "there is no such file.")
	emptyBackup  = lang.Msg("kept.empty-backup", "there is no game in it.")
	brokenBackup = lang.Msg("kept.broken-backup", "it is damaged, and nothing was changed. “{rescue}” rebuilds it.")
	newerBackup  = lang.Msg("kept.newer-backup", "it needs a newer tablemate: it has version {version}, and this one reads up to version {known}. Nothing was changed.")
	foreignFile  = lang.Msg("kept.foreign-file", "it is not one of tablemate's. Nothing was changed.")
	isPlayed     = lang.Msg("kept.is-played", "Another window is using the file of games. Please leave the game there first; nothing was changed.")

	lacks      = lang.Plural("kept.lacks", "{n} game that is kept now is not in {file}, or not as far.", "{n} games that are kept now are not in {file}, or not as far.")
	damagedIn  = lang.Plural("kept.damaged-in", "{n} game is damaged in {file}: {ids}.", "{n} games are damaged in {file}: {ids}.")
	unknownNow = lang.Msg("kept.unknown-now", "The file of games that is there now cannot be read.")

	nothingLeft  = lang.Msg("kept.nothing-left", "{file}: no game in it could be rescued. It was left as it is. “{restore}” offers the copies that were made when a day of play began, and takes the name of any other backup.")
	lostGame     = lang.Msg("kept.lost-game", "{id}: nothing could be rescued")
	lostRow      = lang.Literal("{lost} · {row}")
	cutGame      = lang.Msg("kept.cut-game", "{id}: up to line {line} of its log")
	lackingGames = lang.Msg("kept.lacking-games", "{ids}: all of the log, but perhaps not a half-finished entry, a clock, or a photo")
	unsureGames  = lang.Msg("kept.unsure-games", "{ids}: all of the log, but lines without a sum, as the first version of tablemate wrote them: nothing shows that they are as they were")
)

// Backup writes a copy of the file of games, over an earlier backup if force is set, and returns its number of games.
func (f *File) Backup(ctx context.Context, to string, force bool) (n int, err error) {
	n, err = store.Backup(ctx, f.Path(), to, force)
	return n, f.notCopied(f.Path(), to, err)
}

// notCopied explains why one file could not be copied to another. It returns nil for nil.
func (f *File) notCopied(from, to string, err error) error {
	var target *store.Target
	var say lang.Text
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, store.ErrThere):
		say = isThere
	case errors.Is(err, store.ErrTaken):
		say = isTaken
	case errors.Is(err, store.ErrSelf):
		say = isItself
	case errors.As(err, &target):
		return Unwritten(to, err)
	case errors.Is(err, store.ErrNone):
		say = none
	default:
		return f.bad(from, err)
	}
	return &fault.Failed{Say: say.With("file", to), Err: err}
}

// Unwritten explains why a file or a folder cannot be written.
func Unwritten(file string, err error) *fault.Failed {
	return &fault.Failed{Say: noTarget.With("file", file, "why", obstacle(err)), Err: err}
}

func obstacle(err error) lang.Text {
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

// A Copy is a file that can replace the file of games.
type Copy struct {
	Path string
	Row  lang.Text // its day and its number of games
}

// CopiesDir returns the folder of the daily copies.
func (f *File) CopiesDir() string { return filepath.Join(f.Dir(), "backups") }

// Copies returns the daily copies, followed by the files that were put aside.
func (f *File) Copies(ctx context.Context) (all []Copy, err error) {
	copies, err := store.Dailies(f.Path())
	aside, lost := store.PutAside(f.Path())
	for _, d := range copies {
		all = append(all, Copy{d.Path, f.row(ctx, d)})
	}
	for _, d := range aside {
		all = append(all, Copy{d.Path, asideCopy.With("copy", f.row(ctx, d))})
	}
	return all, errors.Join(err, lost)
}

func (f *File) row(ctx context.Context, d store.Daily) lang.Text {
	when := f.Voice.DayAndTime(d.Made.Local())
	games, err := gamesIn(ctx, d.Path)
	if err != nil {
		return badOne.With("when", when)
	}
	return aCopy.With("n", len(games), "when", when)
}

func gamesIn(ctx context.Context, file string) ([]store.Game, error) {
	st, err := store.OpenToRead(ctx, file)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	return st.History.List(store.Filter{})
}

// A copy may delay the end of the program only for so long. With a large file it begins only after some time of play,
// so that a quick look at the program is not delayed at all.
const (
	patient  = 2 * time.Second
	large    = 64 << 20
	playedOn = 10 * time.Second
)

// CopyOfTheDay begins the copy of the day once. It runs in the background: the table never waits for it, and a failure
// stops nobody from playing.
func (f *File) CopyOfTheDay(ctx context.Context) {
	if f.endCopy != nil {
		return
	}
	ctx, give := context.WithCancel(ctx)
	done := make(chan struct{})
	file, now := f.Path(), f.Now()
	left := make(chan struct{}) // closed at the end of the program
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
	f.endCopy = func() {
		close(left)
		late := time.AfterFunc(patient, give)
		<-done
		late.Stop()
		give()
		var of *fs.PathError
		var to *store.Target
		if errors.As(wrong, &of) || errors.As(wrong, &to) {
			f.Note(uncopied.With("folder", f.CopiesDir(), "why", obstacle(wrong)))
		}
	}
}

// EndCopy ends the copy of the day with the program, and abandons it if it takes too long. It reports a failure that
// the user can fix.
func (f *File) EndCopy() {
	if f.endCopy != nil {
		f.endCopy()
	}
}

// Doubts checks a backup, and returns a reason against restoring it: games in it are damaged, or it lacks games of the
// current file. Without any, the text is empty. The error means that the file is no backup.
func (f *File) Doubts(ctx context.Context, from string) (doubt lang.Text, err error) {
	err = store.Intact(ctx, from)
	if err != nil {
		return doubt, f.noBackup(from, err)
	}
	damaged, err := store.Damaged(ctx, from, session.Teller(f.Games))
	if err != nil {
		return doubt, f.noBackup(from, err)
	}
	inside, err := gamesIn(ctx, from)
	now, unread := gamesIn(ctx, f.Path())
	gone := ahead(now, inside)
	switch {
	case len(damaged) > 0:
		return damagedIn.With("n", len(damaged), "ids", Some(damaged), "file", from), nil
	case err != nil:
		return doubt, f.noBackup(from, err)
	case unread != nil:
		return unknownNow, nil
	case gone > 0:
		return lacks.With("n", gone, "file", filepath.Base(from)), nil
	}
	return doubt, nil
}

// ahead returns the number of games that the others lack, or have in an older state.
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

// Restore replaces the file of games with a backup. It returns the number of games, and the path at which the replaced
// file was kept, or "" if there was none.
func (f *File) Restore(ctx context.Context, from string) (n int, beside string, err error) {
	beside, n, err = store.Restore(ctx, from, f.Path(), f.Now())
	if errors.Is(err, store.ErrBusy) {
		return n, beside, &fault.Failed{Say: isPlayed, Err: err}
	}
	return n, beside, f.notCopied(from, f.Path(), err)
}

// noBackup explains why a file cannot be restored.
func (f *File) noBackup(file string, err error) error {
	var newer *store.Newer
	why := session.Explain(err)
	_, lost := os.Stat(file)
	switch {
	case errors.Is(lost, os.ErrNotExist):
		why = noSuchFile
	case errors.Is(err, store.ErrNone):
		why = emptyBackup
	case errors.Is(err, store.ErrDamaged):
		why = brokenBackup.With("rescue", "tablemate rescue "+Quoted(file))
	case errors.Is(err, store.ErrForeign):
		why = foreignFile
	case errors.As(err, &newer):
		why = newerBackup.With("version", newer.Version, "known", newer.Known)
	}
	return &fault.Failed{Say: noBackup.With("file", file, "why", why), Err: err}
}

// A Rescued is the outcome of a rescue.
type Rescued struct {
	Games   int         // in the rebuilt file
	Missing []lang.Text // what could not be rescued, a line each
	Aside   string      // where the damaged file is; "": there was none
}

// Rescue rebuilds a damaged or lost file. The error is store.ErrSound if the file is neither. With any other error,
// some of the result may be missing.
func (f *File) Rescue(ctx context.Context, file string) (r Rescued, err error) {
	all, kept, err := store.Remake(ctx, file, f.Now(), session.Teller(f.Games))
	switch {
	case errors.Is(err, store.ErrSound):
		return r, err
	case errors.Is(err, store.ErrBusy):
		return r, &fault.Failed{Say: isPlayed, Err: err}
	case errors.Is(err, store.ErrNone), errors.Is(err, store.ErrForeign), errors.As(err, new(*store.Newer)):
		return r, f.noBackup(file, err)
	case err != nil:
		return r, f.notCopied(file, file, &store.Target{Err: err})
	}
	r = Rescued{Missing: f.missing(all), Aside: kept}
	for _, game := range all {
		if game.Had() {
			r.Games++
		}
	}
	if r.Games == 0 {
		err = &fault.Failed{Say: nothingLeft.With("file", file, "restore", f.Command("restore"))}
	}
	return r, err
}

// missing lists the games that could be rescued in part or not at all.
func (f *File) missing(all []store.Remade) (said []lang.Text) {
	var lacking, unsure []string
	for _, r := range all {
		switch {
		case !r.Had():
			said = append(said, f.lost(r))
		case r.Cut:
			said = append(said, cutGame.With("id", r.ID, "line", r.Lines))
		case r.Lacking:
			lacking = append(lacking, r.ID)
		}
		if r.Unsure && !r.Cut {
			unsure = append(unsure, r.ID)
		}
	}
	if len(lacking) > 0 {
		said = append(said, lackingGames.With("ids", strings.Join(lacking, ", ")))
	}
	if len(unsure) > 0 {
		said = append(said, unsureGames.With("ids", strings.Join(unsure, ", ")))
	}
	return said
}

// lost describes a lost game with all that is known of it: the game, the people, and the day.
func (f *File) lost(r store.Remade) lang.Text {
	say := lostGame.With("id", r.ID)
	if r.Kind == "" {
		return say
	}
	game, _ := scoring.Listed(f.Games, r.Kind, nil)
	row := lang.Literal("{game} · {names}").With("game", game.Name, "names", lang.Names(r.People))
	if !r.Started.IsZero() {
		row = lang.Literal("{row} · {day}").With("row", row, "day", f.Voice.DayAndTime(r.Started.Local()))
	}
	return lostRow.With("lost", say, "row", row)
}
