package cmd

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/cmdline"
	"github.com/tablemate/tablemate/cmd/internal/color"
	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/intake"
	"github.com/tablemate/tablemate/cmd/internal/kept"
	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/cmd/internal/offer"
	"github.com/tablemate/tablemate/cmd/internal/ownfiles"
	"github.com/tablemate/tablemate/cmd/internal/papers"
	"github.com/tablemate/tablemate/cmd/internal/phones"
	"github.com/tablemate/tablemate/cmd/internal/picture"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/prompt"
	"github.com/tablemate/tablemate/cmd/internal/report"
	"github.com/tablemate/tablemate/cmd/internal/results"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// games are all the games that the program knows.
var games = shelf.Games

// catalogs returns the translations of everything that may be said.
func catalogs() []lang.Catalog {
	all := []lang.Catalog{
		Texts, lang.Texts, ask.Texts, sheet.Texts, setup.Texts, scoring.Texts,
		play.Texts, kept.Texts, session.Texts, prompt.Texts, report.Texts, results.Texts, screen.Texts, handbook.Texts,
		fault.Texts, phones.Texts, picture.Texts, papers.Texts, offer.Texts, cmdline.Texts, history.Texts, intake.Texts, color.Texts, keyboard.Texts, shelf.Texts,
	}
	for _, g := range games {
		all = append(all, g.Texts, g.Setup.Texts)
	}
	return all
}

// own returns the games of the person who plays here.
func (a *app) own() ownfiles.Folder {
	return ownfiles.Folder{Dir: filepath.Join(a.kept.Dir(), "shelf"), Read: shelf.Read}
}

// games returns all games, which find those of files on the shelf, too.
func (a *app) games() []scoring.Game {
	return shelf.With(func(id string) (scoring.Game, error) {
		f, err := a.own().Find(id)
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
		return f.Game, &badSheet{fault.New(lang.At(f.Path, wrong.Text()))}
	case f.Err != nil:
		return f.Game, papers.Unread(f.Path, f.Err)
	}
	return f.Game, nil
}

// gameAt returns the game of a file at a path. One with the id of a game in Go would be taken for that one later.
func gameAt(a *app, path string) (scoring.Game, error) {
	f := a.own().Open(path)
	if _, taken := scoring.GameOf(games, f.Game.ID); taken && f.Err == nil {
		f.Err = fault.New(takenID.With("it", f.Game.ID), "id")
	}
	return ofFile(f)
}

// gameOrCalled finds a game as gameNamed does, but what tables here called so that they played on a frame for others comes before a
// file of the program whose name only begins so: named is what they called it then. Where there is none of all that, it is the file of a
// game that was kept here.
func gameOrCalled(ctx context.Context, a *app, word string) (g scoring.Game, named string, err error) {
	if g, known, err := firstNamed(a, word); known {
		return g, "", err
	}
	st, lost := a.kept.OpenToRead(ctx)
	if lost != nil {
		g, err = a.gameNamed(word)
		return g, "", err
	}
	defer st.Close()
	for _, frame := range games {
		if frame.Called == nil {
			continue
		}
		all, _ := st.History.Choices(frame.ID) // what cannot be read was not played
		if choices := play.CalledSo(frame, all, word); choices != nil {
			return frame, a.voice.Say(frame.Called(setup.Table{Choices: choices})), nil
		}
	}
	g, err = a.gameNamed(word)
	if last, kept := a.setting(st).KeptLast(strings.ToLower(word)); err != nil && kept {
		return last, "", nil
	}
	return g, "", err
}

// firstNamed finds a game by the path of its file, one in Go by its id, its name or the beginning of either, and one of the person's own,
// or one that comes with the program, by its id or name; known: nothing else may be called so.
func firstNamed(a *app, word string) (g scoring.Game, known bool, err error) {
	if ownfiles.Named(word) {
		g, err = gameAt(a, word)
		return g, true, err
	}
	g, known = scoring.GameNamed(games, word, a.voice.Say)
	if known {
		return g, true, nil
	}
	if slices.Contains(a.own().IDs(), word) {
		g, err = scoring.OnShelf(a.games(), word)
		return g, true, err
	}
	for _, g := range slices.Concat(owned(a), shelf.Shipped) {
		if setup.Alike(a.voice.Say(g.Name)) == setup.Alike(word) || g.ID == word {
			g, err = scoring.OnShelf(a.games(), g.ID)
			return g, true, err
		}
	}
	return g, false, nil
}

// gameNamed finds a game as firstNamed does, or one of a file by its id, its name in the language that is spoken, or the beginning of either.
func (a *app) gameNamed(word string) (scoring.Game, error) {
	if g, known, err := firstNamed(a, word); known {
		return g, err
	}
	lying := slices.Concat(shelf.Shipped, owned(a))
	if g, known := scoring.GameNamed(lying, word, a.voice.Say); known {
		return scoring.OnShelf(a.games(), g.ID)
	}
	var names []string
	for _, g := range slices.Concat(games, lying) {
		names = append(names, g.ID, a.voice.Say(g.Name))
	}
	if near := cmdline.Near(word, names); near != "" {
		return scoring.Game{}, &usage{Say: nearGame.With("it", word, "near", near)}
	}
	return scoring.Game{}, &usage{Say: noGame.With("it", word, "games", strings.Join(gameIDs(), ", "), "shelf", a.command("shelf"))}
}

// kindNamed returns the kind of kept games that a word names: that of a game, or one that was kept of a file which is not on the shelf
// any more.
func kindNamed(a *app, st *store.Store, word string) (kind string, err error) {
	g, err := a.gameNamed(word)
	if last, kept := a.setting(st).KeptLast(strings.ToLower(word)); err != nil && kept {
		return last.ID, nil
	}
	return g.ID, err
}

// owned returns the games of the person's own files, but those that go by the id of one of the program's, and what is wrong.
func owned(a *app) (all []scoring.Game) {
	for _, f := range a.own().All() {
		if _, taken := scoring.GameOf(slices.Concat(games, shelf.Shipped), f.Game.ID); f.Err == nil && !taken {
			all = append(all, f.Game)
		}
	}
	return all
}

var (
	noGame   = lang.Msg("cmd.no-game", "there is no game “{it}”; choose one of: {games}; “{shelf}” lists more")
	takenID  = lang.Msg("cmd.taken-id", "“{it}” is the id of a game that comes with the program: another one, please")
	nearGame = lang.Msg("cmd.near-game", "there is no game “{it}”; did you mean {near}?")
)

var (
	onAFrame  = lang.Msg("cmd.on-a-frame", "{named} is played here on the {game}.")
	wordGame  = lang.Msg("cmd.word-game", "GAME")
	whichGame = lang.Msg("cmd.which-game", "which game ({games})")
)

func gameIDs() []string {
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	return ids
}
