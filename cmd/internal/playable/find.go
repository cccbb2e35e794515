// Package playable is all that can be played here: the games in Go, those that come with the program as files, a person's own, and what
// was played on a frame for other games. It finds one by a word, lists all of them, and keeps a person's own. It prints nothing.
package playable

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/ownfiles"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

var (
	noGame   = lang.Msg("playable.no-game", "there is no game “{it}”; choose one of: {games}; “{shelf}” lists more")
	takenID  = lang.Msg("playable.taken-id", "“{it}” is the id of a game that comes with the program: another one, please")
	nearGame = lang.Msg("playable.near-game", "there is no game “{it}”; did you mean {near}?")
)

// A Shelf is all that can be played, beside a file of games.
type Shelf struct {
	Kept *kept.File
}

// Own returns the games of the person who plays here.
func (s Shelf) Own() ownfiles.Folder {
	return ownfiles.Folder{Dir: filepath.Join(s.Kept.Dir(), "shelf"), Read: shelf.Read}
}

// All returns the games in Go, which find those of files by their ids.
func (s Shelf) All() []scoring.Game {
	return shelf.With(func(id string) (scoring.Game, error) {
		f, err := s.Own().Find(id)
		if errors.Is(err, fs.ErrNotExist) {
			return f.Game, scoring.ErrUnknown
		}
		return ofFile(f)
	})
}

// ofFile returns the game of a file; the error names the file.
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

// free refuses a file with the id of one of these games: it would be taken for that one later.
func free(f ownfiles.File, games []scoring.Game) ownfiles.File {
	if _, taken := scoring.GameOf(games, f.Game.ID); taken && f.Err == nil {
		f.Err = fault.New(takenID.With("it", f.Game.ID), "id")
	}
	return f
}

// Find finds a game as Named does, but what tables here called so that they played on a frame for others comes before a
// file of the program whose name only begins so: called is what they called it then. Where there is none of all that, it is the file of a
// game that was kept here.
func (s Shelf) Find(ctx context.Context, word string) (g scoring.Game, called string, err error) {
	if g, known, err := s.first(word); known {
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
		all, _ := st.History.Choices(frame.ID) // what cannot be read was not played
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

// Kind returns the kind of kept games that a word names: that of a game, or one that was kept of a file which is not on the shelf
// any more.
func (s Shelf) Kind(st *store.Store, word string) (kind string, err error) {
	g, err := s.Named(word)
	if last, kept := s.Kept.LastOf(st, word); err != nil && kept {
		return last.ID, nil
	}
	return g.ID, err
}

// first finds a game by the path of its file, one in Go by its id, its name or the beginning of either, and one of the person's own,
// or one that comes with the program, by its id or name; known: nothing else may be called so.
func (s Shelf) first(word string) (g scoring.Game, known bool, err error) {
	if ownfiles.Named(word) {
		g, err = ofFile(free(s.Own().Open(word), s.Kept.Games))
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

// Named finds a game by the path of its file, by its id, its name in the language that is spoken, or the beginning of either.
func (s Shelf) Named(word string) (scoring.Game, error) {
	if g, known, err := s.first(word); known {
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

// Owned returns the games of the person's own files, but those that go by the id of one of the program's, and what is wrong.
func (s Shelf) Owned() (all []scoring.Game) {
	for _, f := range s.Own().All() {
		if free(f, slices.Concat(s.Kept.Games, shelf.Shipped)).Err == nil {
			all = append(all, f.Game)
		}
	}
	return all
}

// IDs returns the ids of the games in Go, in a line.
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
