// Package shelf has the games that come with the program, by name: those in Go, the score pad, those in files. It opens no
// file of a table's own; package rack adds these.
package shelf

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/dixit"
	"github.com/tablemate/tablemate/scoring/pictureperfect"
	"github.com/tablemate/tablemate/scoring/spyfall"
	"github.com/tablemate/tablemate/scoring/versus"
	"github.com/tablemate/tablemate/setup"
)

// Games are the games in Go, in the order of menus.
var Games = []scoring.Game{dixit.Game, versus.Game, pictureperfect.Game, spyfall.Game, counted.Pad}

// All returns every game that comes with the program, in the order of menus: the pad is the last.
var All = sync.OnceValue(func() []scoring.Game {
	last := len(Games) - 1
	all := slices.Clone(Games[:last])
	for _, id := range Shipped() {
		// A test reads all of these files, so none is left out here.
		if g, err := shipped(id); err == nil {
			all = append(all, g)
		}
	}
	return append(all, Games[last])
})

func shipped(id string) (scoring.Game, error) {
	raw, _ := Text(id)
	return Read(raw)
}

// Read returns the game in a file. A fault has its line, column and path.
func Read(raw []byte) (scoring.Game, error) {
	f, err := counted.Read(raw)
	if err != nil {
		return scoring.Game{}, err
	}
	return f.Game(), nil
}

// OfPad returns the rules that a table at the score pad agreed on as a game of its own, under a name and an ID that is not
// taken.
func OfPad(t setup.Table, name string, taken []string) (scoring.Game, error) {
	f, err := counted.PadFile(t, counted.ShelfID(name, taken), name)
	if err != nil {
		return scoring.Game{}, err
	}
	return f.Game(), nil
}

// Taken reports whether an ID is that of a game that comes with the program, so that no file of a table's own can have it.
func Taken(id string) bool {
	return slices.Contains(Shipped(), id) || slices.ContainsFunc(Games, func(g scoring.Game) bool { return g.ID == id })
}

// The titles of rules in these files that are no names of fields: the catalog has their Portuguese.
var _ = []lang.Text{
	lang.T("Ties"), lang.T("The end"), lang.T("The play"), lang.T("The rounds"), lang.T("Doubling"), lang.T("Passing cards"),
	lang.T("Three in a column"), lang.T("Trump"), lang.T("Wizards and jesters"),
}

//go:embed games/*.yaml
var games embed.FS

// Shipped returns the IDs of the games in files that come with the program, in the order of menus.
func Shipped() (ids []string) {
	// The folder is embedded in the program, and can always be read.
	entries, _ := games.ReadDir("games")
	for _, e := range entries {
		ids = append(ids, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	return ids
}

// Text returns the file of a game that comes with the program, exactly as it is written; false if it is in no file.
func Text(id string) ([]byte, bool) {
	raw, err := games.ReadFile("games/" + id + ".yaml")
	return raw, err == nil
}

// Find returns a game by its ID, or the one in a file that was brought along. It is a scoring.Find.
func Find(id string, file *sheet.Value) (scoring.Game, error) {
	if file != nil {
		return brought(id, *file)
	}
	if _, there := Text(id); there {
		return shipped(id)
	}
	i := slices.IndexFunc(Games, func(g scoring.Game) bool { return g.ID == id })
	if i < 0 {
		for _, l := range []lang.Lang{lang.English, lang.Portuguese} {
			if g, is := Named(l, id, All()); is {
				return scoring.Game{}, fault.New(lang.T("“{it}” is written {id}").With("it", id, "id", g.ID), "game")
			}
		}
		return scoring.Game{}, fault.New(lang.T("“{it}” is not a game here: {games}").With("it", id, "games", IDs()), "game")
	}
	return Games[i], nil
}

// brought returns the game in a file that a sheet or a log brought along.
func brought(id string, file sheet.Value) (scoring.Game, error) {
	f, err := counted.ReadIn(file)
	if err != nil {
		return scoring.Game{}, fault.Under(err, "game_file")
	}
	if f.ID != id {
		return scoring.Game{}, fault.New(lang.T("the file is for “{it}”, but the sheet is for “{game}”").With("it", f.ID, "game", id), "game_file", "id")
	}
	return f.Game(), nil
}

// IDs returns the IDs of all games that come with the program.
func IDs() (all lang.List) {
	for _, g := range Games {
		all = append(all, g.ID)
	}
	for _, id := range Shipped() {
		all = append(all, id)
	}
	return all
}

// Named returns the game whose ID or name a word is or begins, in a language, among some; false if none fits, or several
// do and none is called exactly so.
func Named(l lang.Lang, word string, among []scoring.Game) (scoring.Game, bool) {
	plain := func(s string) string { return lang.Plain(strings.ReplaceAll(strings.TrimSpace(s), "-", " ")) }
	var begun []scoring.Game
	for _, g := range among {
		id, name, w := plain(g.ID), plain(l.Say(g.Name)), plain(word)
		switch {
		case id == w || name == w:
			return g, true
		case w != "" && (strings.HasPrefix(id, w) || strings.HasPrefix(name, w)):
			begun = append(begun, g)
		}
	}
	if len(begun) != 1 {
		return scoring.Game{}, false
	}
	return begun[0], true
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
