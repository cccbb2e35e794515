// Package kept handles the file of games for the commands: it opens the file for as long as a command takes, refreshes
// outdated lists, and makes copies. It finds a game by the beginning of its id, and explains why a file cannot be used.
package kept

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/output"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "kept", Files: files}

var (
	badFile   = lang.Msg("kept.bad-file", "{file}: {why} Another folder can be named with --data.")
	sickFile  = lang.Msg("kept.sick-file", "{file} is damaged. It was left as it is. “{rescue}” rebuilds it from the logs beside it, and keeps this one.")
	lostFile  = lang.Msg("kept.lost-file", "{file} is not there any more, but the logs of its games are. “{rescue}” rebuilds it from them.")
	notRead   = lang.Plural("kept.not-read", "{n} game cannot be read, and what follows does not count it as it should: {ids}. “{rescue}” rebuilds the file.", "{n} games cannot be read, and what follows does not count them as it should: {ids}. “{rescue}” rebuilds the file.")
	readAgain = lang.Plural("kept.read-again", "Reading what was kept before: {n} game", "Reading what was kept before: {n} games")

	noGame   = lang.Msg("kept.no-game", "there is no game “{id}”; tablemate games lists them")
	manyKept = lang.Msg("kept.many", "“{id}” begins the id of more than one game: {all}")
	isGone   = lang.Msg("kept.is-deleted", "the game {id} was deleted; to bring it back: {undelete}")
	noTable  = lang.Msg("kept.no-table", "Nobody sits at the table yet.")
	none     = lang.Msg("kept.none", "no game is kept yet; tablemate play begins a new one")
)

// A File is the file of games of one run of the program.
type File struct {
	Data     string                // the folder that the command line names, or ""
	Usual    string                // the folder used if Data is ""
	Games    []scoring.Game        // those of the program
	All      func() []scoring.Game // returns those on the shelf as well
	Now      func() time.Time
	Random   func() uint64
	Voice    *lang.Localizer
	Note     func(lang.Text)         // prints a sentence beside the output
	Progress func() *output.Progress // returns a line that shows the progress of slow work

	open      *store.Store // is open, or was opened last
	refreshed bool         // outdated lists were refreshed during this run
	unsummed  bool         // a refresh ran into a wrong sum
	mended    bool         // Mend was called
	inCopy    bool         // refreshed lists are in a copy, since the file cannot be written

	endCopy func() // ends the copy of the day; nil: none was begun
}

// Dir returns the folder of the file of games.
func (f *File) Dir() string { return cmp.Or(f.Data, f.Usual) }

// Path returns the path of the file of games.
func (f *File) Path() string { return filepath.Join(f.Dir(), "games.db") }

// Command returns a command line for this file of games.
func (f *File) Command(words ...string) string { return Command(f.Data, words...) }

// Open opens the file of games. The error is a *fault.Failed.
func (f *File) Open(ctx context.Context) (*store.Store, error) {
	if f.open != nil && f.open.Another() {
		return f.open, nil
	}
	s, err := store.Open(ctx, f.Path())
	if err != nil {
		return nil, f.bad(f.Path(), err)
	}
	f.open = s
	return s, nil
}

// During opens the file of games for the duration of do.
func (f *File) During(ctx context.Context, do func(*store.Store) error) error {
	st, err := f.Open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	return do(st)
}

// OpenToRead opens the file of games for a command that only reads. It refreshes outdated lists, in a copy if the file
// cannot be written, and names the games that cannot be read.
func (f *File) OpenToRead(ctx context.Context) (*store.Store, error) {
	return f.openWithout(ctx, false)
}

// OpenKnown is like OpenToRead, and also brings the records of who played what up to date. It fails if that fails, since
// statistics without some of the games would be wrong.
func (f *File) OpenKnown(ctx context.Context) (*store.Store, error) {
	return f.openWithout(ctx, true)
}

// openWithout opens the file without outdated lists or, with stale set, without stale records.
func (f *File) openWithout(ctx context.Context, stale bool) (*store.Store, error) {
	outdated := store.History.Wrong
	if stale {
		outdated = store.History.Stale
	}
	if f.inCopy {
		return f.openCopy(ctx)
	}
	s, err := f.OpenAsItIs(ctx)
	if err != nil {
		return nil, err
	}
	old, err := outdated(s.History)
	if err != nil && stale { // lists report this themselves
		return nil, errors.Join(err, s.Close())
	}
	if len(old) > 0 && !f.refreshed {
		s.Close()
		err := f.During(ctx, func(s *store.Store) error { return f.Refresh(ctx, s) })
		switch {
		case unwritten(err):
			return f.openCopy(ctx)
		case err != nil && stale:
			return nil, err
		}
		f.refreshed = true
		return f.openWithout(ctx, stale)
	}
	if wrong, _ := s.History.Wrong(); len(wrong) > 0 {
		f.Note(notRead.With("n", len(wrong), "ids", Some(wrong), "rescue", f.Command("rescue")))
	}
	return s, nil
}

// OpenAsItIs opens the file of games for reading, even if its lists are outdated.
func (f *File) OpenAsItIs(ctx context.Context) (*store.Store, error) {
	s, err := store.OpenToRead(ctx, f.Path())
	if err != nil {
		return nil, f.bad(f.Path(), err)
	}
	return s, nil
}

// openCopy opens an up-to-date copy of the file of games.
func (f *File) openCopy(ctx context.Context) (*store.Store, error) {
	return store.OpenCopy(ctx, f.Path(), func(s *store.Store) error { return f.Refresh(ctx, s) })
}

// Unsummed reports whether st, or a refresh before it was opened, ran into a wrong sum that Mend has yet to repair.
func (f *File) Unsummed(st *store.Store) bool { return (f.unsummed || st.Unsummed()) && !f.mended }

// Mend recomputes the figures whose checksums do not hold: in a copy, if the file cannot be written. The command that
// found them then starts over.
func (f *File) Mend(ctx context.Context) {
	f.mended = true
	err := store.Mend(ctx, f.Path())
	if err == nil {
		err = f.During(ctx, func(s *store.Store) error { return f.Refresh(ctx, s) })
	}
	f.inCopy = unwritten(err)
}

// unwritten reports whether only writing failed.
func unwritten(err error) bool {
	return errors.Is(err, store.ErrReadOnly) || errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrBusy)
}

// Refresh recomputes what the file lacks about its games, or knows under an earlier name.
func (f *File) Refresh(ctx context.Context, st *store.Store) error {
	line := f.Progress()
	defer line.Clear()
	defer func() { f.unsummed = f.unsummed || st.Unsummed() }()
	return session.Refresh(st, f.All(), func(n int) error {
		line.Show(func() string { return f.Voice.Say(readAgain.With("n", n)) })
		return context.Cause(ctx)
	})
}

// bad explains why a file of games cannot be used, and what helps.
func (f *File) bad(file string, err error) *fault.Failed {
	say := badFile.With("why", session.Explain(err))
	switch {
	case errors.Is(err, store.ErrDamaged):
		say = sickFile.With("rescue", f.Command("rescue"))
	case errors.Is(err, store.ErrLost):
		say = lostFile.With("rescue", f.Command("rescue"))
	}
	return &fault.Failed{Say: say.With("file", file), Err: err}
}

// mostNamed limits the ids in a sentence; nobody reads more.
const mostNamed = 8

// Some returns ids in a line, the first few if there are many.
func Some(ids []string) string {
	if len(ids) <= mostNamed {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:mostNamed], ", ") + " … (+" + strconv.Itoa(len(ids)-mostNamed) + ")"
}

// Find opens a kept game by its id, or by an unambiguous beginning of it, as it stood after line until of its log (0:
// now).
func (f *File) Find(st *store.Store, word string, until int) (*session.Session, error) {
	id, err := idOf(st, word)
	switch {
	case err != nil:
		return nil, err
	case until > 0:
		return session.OpenAs(st, f.Games, id, until, math.MaxInt)
	}
	return session.Open(st, f.Games, id, f.Now, f.Random)
}

// Seated is like Find, but refuses a game without a table.
func (f *File) Seated(st *store.Store, word string, until int) (*session.Session, error) {
	s, err := f.Find(st, word, until)
	if err == nil && s.Log.State() == nil {
		err = &fault.Failed{Say: noTable}
	}
	return s, err
}

// Look opens the game that words name, or the game changed last, as it stood after line until of its log (0: now), for
// the duration of do. It refuses a game without a table.
func (f *File) Look(ctx context.Context, words []string, until int, do func(*store.Store, *session.Session) error) error {
	st, err := f.OpenToRead(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	id, err := Named(st, words)
	if err != nil {
		return err
	}
	s, err := f.Seated(st, id, until)
	if err != nil {
		return err
	}
	return do(st, s)
}

// NotDeleted refuses a deleted game, which must be brought back first. It accepts a game that cannot be read.
func (f *File) NotDeleted(st *store.Store, id string) error {
	if g, err := st.History.Game(id); err == nil && !g.Deleted.IsZero() {
		return &fault.Failed{Say: isGone.With("id", id, "undelete", f.Command("undelete", id))}
	}
	return nil
}

// Each calls do for each of the games named by words.
func (f *File) Each(ctx context.Context, words []string, do func(st *store.Store, id string) error) error {
	return f.During(ctx, func(st *store.Store) error {
		for _, word := range words {
			id, err := idOf(st, word)
			if err == nil {
				err = do(st, id)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// idOf returns the full id of a kept game from its id or an unambiguous beginning. The error is a *fault.Failed, or the
// store's.
func idOf(st *store.Store, word string) (string, error) {
	id := strings.ToLower(word)
	_, err := st.History.Game(id)
	if !errors.Is(err, store.ErrNone) { // opening it will say what is wrong
		return id, nil
	}
	begin, broken := st.History.Beginning(id)
	switch {
	case broken != nil:
		return "", broken
	case len(begin) == 0:
		return "", &fault.Failed{Say: noGame.With("id", word), Err: err}
	case len(begin) > 1:
		return "", &fault.Failed{Say: manyKept.With("id", word, "all", strings.Join(begin, ", ")), Err: err}
	}
	return begin[0], nil
}

// Named returns the id of the game that the first word names, or without words, of the game changed last.
func Named(st *store.Store, words []string) (string, error) {
	if len(words) > 0 {
		return idOf(st, words[0])
	}
	id, err := ChangedLast(st)
	if err == nil && id == "" {
		err = &fault.Failed{Say: none}
	}
	return id, err
}

// ChangedLast returns the id of the game changed last, or "" if there is none.
func ChangedLast(st *store.Store) (string, error) {
	last, err := st.History.List(store.Filter{Begun: true, Limit: 1})
	if err != nil || len(last) == 0 {
		return "", err
	}
	return last[0].ID, nil
}

// LastOf returns the game of a kind as held by the kept game that was changed last, and whether there is one.
func (f *File) LastOf(st *store.Store, kind string) (g scoring.Game, kept bool) {
	all, err := st.History.List(store.Filter{Kind: strings.ToLower(kind), Limit: 1})
	if err != nil || len(all) == 0 {
		return g, false
	}
	s, err := session.Open(st, f.All(), all[0].ID, f.Now, f.Random)
	if err != nil {
		return g, false
	}
	return s.Log.Game(), true
}
