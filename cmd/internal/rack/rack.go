// Package rack adds the games in a table's own files to those of the shelf.
package rack

import (
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// A Rack looks for games. Files of one's own are read when the first of them could be meant.
type Rack struct {
	Folder store.Folder
	Warn   func(path string, err error) // is told of a file that cannot be used; all others count

	own  []scoring.Game
	read bool // own is complete
}

// Find returns a game by its ID. A sheet may bring its own game.
func (r *Rack) Find(id string, file *sheet.Value) (scoring.Game, error) {
	is := func(g scoring.Game) bool { return g.ID == id }
	if i := slices.IndexFunc(r.own, is); i >= 0 && file == nil {
		return r.own[i], nil
	}
	g, err := shelf.Find(id, file)
	if err == nil || file != nil {
		return g, err
	}
	own := r.ours()
	if i := slices.IndexFunc(own, is); i >= 0 {
		return own[i], nil
	}
	return g, err
}

// All returns all games, in the order of menus.
func (r *Rack) All() []scoring.Game { return slices.Concat(shelf.All(), r.ours()) }

// ours returns the games of files of one's own.
func (r *Rack) ours() []scoring.Game {
	if r.read {
		return r.own
	}
	r.read = true
	for _, f := range r.Folder.Own() {
		g, err := decode(f)
		if err == nil && shelf.Taken(g.ID) {
			err = fault.New(lang.T("a game that comes with the program is called so; please choose another id"), "id")
		}
		if err != nil {
			r.Warn(f.Path, err)
			continue
		}
		r.own = append(r.own, g)
	}
	return r.own
}

func decode(f store.OwnFile) (scoring.Game, error) {
	if f.Err != nil {
		return scoring.Game{}, f.Err
	}
	return shelf.Read(f.Text)
}

// Bring reads a game file that lies elsewhere. It counts before all of one's own.
func (r *Rack) Bring(text []byte) (scoring.Game, error) {
	g, err := shelf.Read(text)
	if err == nil {
		r.own = append([]scoring.Game{g}, r.ours()...)
	}
	return g, err
}

// Text returns the file of a game as it is written, or false if it is in none.
func (r *Rack) Text(g scoring.Game) ([]byte, bool) {
	text, found := shelf.Text(g.ID)
	for _, f := range r.Folder.Own() {
		if own, err := decode(f); !found && err == nil && own.ID == g.ID {
			return f.Text, true
		}
	}
	return text, found
}

// Shelve puts the rules of a score pad among the files of one's own. Where they are there already under this name, it
// returns that game.
func (r *Rack) Shelve(t setup.Table, name string) (scoring.Game, error) {
	var taken []string
	for _, g := range r.All() {
		taken = append(taken, g.ID)
	}
	// Every file in the folder stays as it is, also one that is no game, and where capital letters make no other name.
	there, _ := os.ReadDir(r.Folder.Shelf())
	for _, e := range there {
		taken = append(taken, strings.ToLower(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))))
	}
	g, err := shelf.OfPad(t, name, taken)
	if err != nil {
		return g, err
	}
	for _, own := range r.ours() {
		if slices.Equal(rules(own), rules(g)) {
			return own, nil
		}
	}
	if err := store.Save(filepath.Join(r.Folder.Shelf(), g.ID+".json"), g.File); err != nil {
		return g, err
	}
	r.own = append(r.own, g)
	return g, nil
}

// rules returns the file of a game without its ID.
func rules(g scoring.Game) []byte {
	// A game of one's own has a file, which was read and can be written.
	raw, _ := g.File.Without("id").MarshalJSON()
	return raw
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
