// Package playable knows everything that can be played here: the games in Go, those that come with the program as
// files, a user's own files, and games played on a frame for other games. It finds a game by a word, lists all of them,
// and keeps a user's own files. It prints nothing.
package playable

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/old/cmd/internal/kept"
	"github.com/tablemate/tablemate/old/cmd/internal/ownfiles"
	"github.com/tablemate/tablemate/old/cmd/internal/papers"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

var (
	noGame   = lang.Msg("playable.no-game", "there is no game “{it}”; choose one of: {games}; “{shelf}” lists more")
	takenID  = lang.Msg("playable.taken-id", "“{it}” is the id of a game that comes with the program: another one, please")
	nearGame = lang.Msg("playable.near-game", "there is no game “{it}”; did you mean {near}?")
)

// A Shelf holds everything that can be played beside one file of games.
type Shelf struct {
	Kept *kept.File
}

// Own returns the folder of the user's own games.
func (s Shelf) Own() ownfiles.Folder {
	return ownfiles.Folder{Dir: filepath.Join(s.Kept.Dir(), "shelf"), Read: shelf.Read}
}

// All returns the games in Go, which find games in files by their ids.
func (s Shelf) All() []scoring.Game {
	return shelf.With(func(id string) (scoring.Game, error) {
		f, err := s.Own().Find(id)
		if errors.Is(err, fs.ErrNotExist) {
			return f.Game, scoring.ErrUnknown
		}
		return ofFile(f)
	})
}

// ofFile returns the game in a file. The error names the file.
func ofFile(f ownfiles.File) (scoring.Game, error) {
	var wrong *fault.Fault
	switch {
	case errors.As(f.Err, &wrong):
		return f.Game, &papers.Bad{Err: fault.New(lang.At(f.Path, wrong.Text()))}
	case f.Err != nil:
		return f.Game, papers.Unread(f.Path, f.Err)
	}
	return f.Game, nil
}

// withFreeID refuses a file with the id of one of these games, since the id would mean the other game later.
func withFreeID(f ownfiles.File, games []scoring.Game) ownfiles.File {
	if _, taken := scoring.GameOf(games, f.Game.ID); taken && f.Err == nil {
		f.Err = fault.New(takenID.With("it", f.Game.ID), "id")
	}
	return f
}

// Find is like Named, but a game that a table here played on a frame under this very name comes before a file of the
// program whose name merely begins with it: then called is the name used at the time. If nothing else matches, it finds
// the file held by a kept game.
func (s Shelf) Find(ctx context.Context, word string) (g scoring.Game, called string, err error) {
	if g, known, err := s.exact(word); known {
		return g, "", err
	}
	st, lost := s.Kept.OpenToRead(ctx)
	if lost != nil {
		g, err = s.Named(word)
		return g, "", err
	}
	defer st.Close()
	for _, frame := range s.Kept.Games {
		if frame.Called == nil {
			continue
		}
		all, _ := st.History.Choices(frame.ID) // unreadable choices count as none
		if choices := play.CalledSo(frame, all, word); choices != nil {
			return frame, s.Kept.Voice.Say(frame.Called(setup.Table{Choices: choices})), nil
		}
	}
	g, err = s.Named(word)
	if last, kept := s.Kept.LastOf(st, word); err != nil && kept {
		return last, "", nil
	}
	return g, "", err
}

// Kind returns the kind of kept games that a word names, even if the file of such a game is no longer on the shelf.
func (s Shelf) Kind(st *store.Store, word string) (kind string, err error) {
	g, err := s.Named(word)
	if last, kept := s.Kept.LastOf(st, word); err != nil && kept {
		return last.ID, nil
	}
	return g.ID, err
}

// exact finds a game by the path of its file; one in Go by its id, its name, or the beginning of either; and one of the
// user's or the program's files by its id or name. known means that the word can name nothing else.
func (s Shelf) exact(word string) (g scoring.Game, known bool, err error) {
	if ownfiles.Named(word) {
		g, err = ofFile(withFreeID(s.Own().Open(word), s.Kept.Games))
		return g, true, err
	}
	g, known = scoring.GameNamed(s.Kept.Games, word, s.Kept.Voice.Say)
	if known {
		return g, true, nil
	}
	if slices.Contains(s.Own().IDs(), word) {
		g, err = scoring.OnShelf(s.All(), word)
		return g, true, err
	}
	called := play.IsCalled(s.Kept.Voice, word)
	for _, g := range slices.Concat(s.Owned(), shelf.Shipped) {
		if called(g) || g.ID == word {
			g, err = scoring.OnShelf(s.All(), g.ID)
			return g, true, err
		}
	}
	return g, false, nil
}

// Named finds a game by the path of its file, by its id, by its name in the current language, or by the beginning of
// either.
func (s Shelf) Named(word string) (scoring.Game, error) {
	if g, known, err := s.exact(word); known {
		return g, err
	}
	lying := slices.Concat(shelf.Shipped, s.Owned())
	if g, known := scoring.GameNamed(lying, word, s.Kept.Voice.Say); known {
		return scoring.OnShelf(s.All(), g.ID)
	}
	var names []string
	for _, g := range slices.Concat(s.Kept.Games, lying) {
		names = append(names, g.ID, s.Kept.Voice.Say(g.Name))
	}
	if near := cmdline.Near(word, names); near != "" {
		return scoring.Game{}, &cmdline.Wrong{Say: nearGame.With("it", word, "near", near)}
	}
	return scoring.Game{}, &cmdline.Wrong{Say: noGame.With("it", word, "games", s.IDs(), "shelf", s.Kept.Command("shelf"))}
}

// Owned returns the games in the user's own files, without those that are faulty or share an id with a game of the
// program.
func (s Shelf) Owned() (all []scoring.Game) {
	for _, f := range s.Own().All() {
		if withFreeID(f, slices.Concat(s.Kept.Games, shelf.Shipped)).Err == nil {
			all = append(all, f.Game)
		}
	}
	return all
}

// IDs returns the ids of the games in Go, separated by commas.
func (s Shelf) IDs() string {
	var ids []string
	for _, g := range s.Kept.Games {
		ids = append(ids, g.ID)
	}
	return strings.Join(ids, ", ")
}

//go:embed pt-BR.json
var files embed.FS

// Texts are the translations of this package.
var Texts = lang.Catalog{Prefix: "playable", Files: files}
