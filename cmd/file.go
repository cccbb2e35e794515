package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/layout"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// The file of games, and one of its games by a word.

var (
	badFile   = lang.Msg("cmd.bad-file", "{file}: {why} Another folder can be named with --data.")
	sickFile  = lang.Msg("cmd.sick-file", "{file} is damaged. It was left as it is. “{rescue}” rebuilds it from the logs beside it, and keeps this one.")
	lostFile  = lang.Msg("cmd.lost-file", "{file} is not there any more, but the logs of its games are. “{rescue}” rebuilds it from them.")
	notRead   = lang.Plural("cmd.not-read", "{n} game cannot be read, and what follows does not count it as it should: {ids}. “{rescue}” rebuilds the file.", "{n} games cannot be read, and what follows does not count them as it should: {ids}. “{rescue}” rebuilds the file.")
	readAgain = lang.Plural("cmd.read-again", "Reading what was kept before: {n} game", "Reading what was kept before: {n} games")
	wordID    = lang.Msg("cmd.word-id", "ID")
	wordIDs   = lang.Msg("cmd.word-ids", "ID…")
	whichKept = lang.Msg("cmd.which-kept", "the id of a game (tablemate games lists them)")
	noKept    = lang.Msg("cmd.no-kept", "there is no game “{id}”; tablemate games lists them")
	manyKept  = lang.Msg("cmd.many-kept", "“{id}” begins the id of more than one game: {all}")
	noneKept  = lang.Msg("cmd.none-kept", "no game is kept yet; tablemate play begins a new one")
)

// open opens the file of games: --data, else TABLEMATE_DATA, else the user's data folder.
func (a *app) open(ctx context.Context) (*store.Store, error) {
	file := a.file()
	if a.store != nil && a.store.Another() {
		return a.store, nil
	}
	s, err := store.Open(ctx, file)
	if err != nil {
		return nil, a.badFile(file, err)
	}
	a.store = s
	return s, nil
}

// opened opens the file of games for as long as something takes.
func (a *app) opened(ctx context.Context, do func(*store.Store) error) error {
	st, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	return do(st)
}

// openToRead opens the file of games for who only looks. The error is errOutdated where lists would say what was.
func (a *app) openToRead(ctx context.Context) (*store.Store, error) {
	if a.again == copied {
		return store.OpenCopy(ctx, a.file(), func(s *store.Store) error { return a.refresh(ctx, s) })
	}
	s, err := a.openAsItIs(ctx)
	if err != nil {
		return nil, err
	}
	wrong, err := s.History.Wrong()
	switch {
	case err != nil || len(wrong) == 0:
	case a.again == notYet:
		s.Close()
		return nil, errOutdated
	default:
		fmt.Fprintln(a.Err, layout.Wrap(a.voice.Say(notRead.With("n", len(wrong), "ids", some(wrong), "rescue", a.command("rescue"))), a.width()))
	}
	return s, nil
}

// errOutdated is of a file in which lists say what was so before somebody was called otherwise: whoever did that was killed.
var errOutdated = errors.New("cmd: lists say what was")

// makeAgain makes again what lists say; unsummed: sums of it do not hold.
func (a *app) makeAgain(ctx context.Context, unsummed bool) {
	a.again = tried
	var err error
	if unsummed {
		err = store.Mend(ctx, a.file())
	}
	if err == nil {
		err = a.opened(ctx, func(s *store.Store) error { return a.refresh(ctx, s) })
	}
	if errors.Is(err, store.ErrReadOnly) || errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrBusy) {
		a.again = copied
	}
}

// refresh makes again what the file does not know of its games, or knows under another name.
func (a *app) refresh(ctx context.Context, st *store.Store) error {
	line := a.progress()
	defer line.clear()
	return session.Refresh(st, a.games(), func(n int) error {
		line.show(func() lang.Text { return readAgain.With("n", n) })
		return context.Cause(ctx)
	})
}

// openAsItIs opens the file of games for who only looks.
func (a *app) openAsItIs(ctx context.Context) (*store.Store, error) {
	s, err := store.OpenToRead(ctx, a.file())
	if err != nil {
		return nil, a.badFile(a.file(), err)
	}
	return s, nil
}

// lookedAt opens the file of games for as long as somebody looks.
func (a *app) lookedAt(ctx context.Context, do func(*store.Store) error) error {
	st, err := a.openToRead(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	return do(st)
}

// shell returns who asks what may be typed.
func (a *app) shell() offer.Shell {
	return offer.Shell{Voice: a.voice, Games: games, Files: shelf.Shipped, Own: func() []string { return a.own().IDs() }, Find: a.gameNamed, Now: a.Now, Open: a.openAsItIs, Named: play.CalledHere}
}

// command returns a line that can be typed, for this folder.
func (a *app) command(words ...string) string { return play.Setting{Data: a.data}.Command(words...) }

// badFile says why the file of games cannot be used, and what helps.
func (a *app) badFile(file string, err error) error {
	say := badFile.With("why", session.Explain(err))
	switch {
	case errors.Is(err, store.ErrDamaged):
		say = sickFile.With("rescue", a.command("rescue"))
	case errors.Is(err, store.ErrLost):
		say = lostFile.With("rescue", a.command("rescue"))
	}
	return &failed{Say: say.With("file", file), Err: err}
}

func (a *app) file() string { return filepath.Join(a.dir(), "games.db") }

// dir returns the folder of the file of games.
func (a *app) dir() string {
	for _, dir := range []string{a.data, a.Getenv("TABLEMATE_DATA")} {
		if dir != "" {
			return dir
		}
	}
	return a.Home
}

// homely returns the folder where games are kept if nobody names another, as people write it.
func homely(e Env) string {
	if e.Home == "" {
		return ""
	}
	mine := e.Getenv("HOME")
	if rest, ok := strings.CutPrefix(e.Home, mine+string(filepath.Separator)); ok && mine != "" {
		return filepath.Join("~", rest)
	}
	return e.Home
}

// find opens a kept game by its id, or by the beginning of its id where no other one begins
// so; as it stood after line until of its log (0: now).
func find(a *app, st *store.Store, id string, until int) (*session.Session, error) {
	id, err := idOf(st, id)
	switch {
	case err != nil:
		return nil, err
	case until > 0:
		return session.OpenUntil(st, games, id, until)
	}
	return session.Open(st, games, id, a.Now, a.Random)
}

// seated finds a kept game that has a table.
func seated(a *app, st *store.Store, id string, until int) (*session.Session, error) {
	s, err := find(a, st, id, until)
	if err == nil && s.Log.State() == nil {
		err = &failed{Say: session.Explain(session.ErrNoTable), Err: session.ErrNoTable}
	}
	return s, err
}

// idOf returns the whole id of a kept game that is named by it, or by its beginning where no other one begins so.
func idOf(st *store.Store, word string) (string, error) {
	id := strings.ToLower(word)
	_, err := st.History.Game(id)
	if !errors.Is(err, store.ErrNone) { // the function that opens it says what is wrong
		return id, nil
	}
	begin, broken := st.History.Beginning(id)
	switch {
	case broken != nil:
		return "", broken
	case len(begin) == 0:
		return "", &failed{Say: noKept.With("id", word), Err: err}
	case len(begin) > 1:
		return "", &failed{Say: manyKept.With("id", word, "all", strings.Join(begin, ", ")), Err: err}
	}
	return begin[0], nil
}

// named returns the game whose id is the first word; where there is none, the one that was changed last.
func named(st *store.Store, words []string) (string, error) {
	if len(words) > 0 {
		return idOf(st, words[0])
	}
	last, err := st.History.List(store.Filter{Begun: true, Limit: 1})
	switch {
	case err != nil:
		return "", err
	case len(last) == 0:
		return "", &failed{Say: noneKept}
	}
	return last[0].ID, nil
}

// mostNamed ids are named; nobody reads more.
const mostNamed = 8

// some returns ids in a line.
func some(ids []string) string {
	if len(ids) <= mostNamed {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:mostNamed], ", ") + " … (+" + strconv.Itoa(len(ids)-mostNamed) + ")"
}
