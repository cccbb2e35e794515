package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Names in a folder. What is in the state folder need not be copied with the rest.
const (
	gamesName = "games"
	goneName  = "deleted"
	stateName = "state"
	ending    = ".jsonl"
)

// A Folder is where everything is kept.
type Folder struct {
	Data  string // what is worth copying
	Cache string // for what can be made again; "" keeps none of it
	Build string // changes with the program: rows that another one made are made again
	gone  bool   // its games are the deleted ones
}

// Gone returns the folder with the deleted games in place of the others.
func (f Folder) Gone() Folder {
	f.gone = true
	return f
}

// dir returns where the games are.
func (f Folder) dir() string {
	if f.gone {
		return filepath.Join(f.Data, gamesName, goneName)
	}
	return filepath.Join(f.Data, gamesName)
}

// Game returns the file of a game.
func (f Folder) Game(id string) string { return filepath.Join(f.dir(), id+ending) }

// Shelf returns the folder for game files of one's own.
func (f Folder) Shelf() string { return filepath.Join(f.Data, "shelf") }

// People returns the file that says who is one person.
func (f Folder) People() string { return filepath.Join(f.Data, "people.json") }

// State returns a small file that need not be copied: a clock, the phones' names.
func (f Folder) State(name string) string { return filepath.Join(f.Data, stateName, name+".json") }

// letters are those of IDs: no vowels, so that no words come about, and none that looks like another.
const letters = "bcdfghjkmnpqrstvwxz"

// NewID returns an ID that no game has, not even a deleted one, from somebody's randomness.
func (f Folder) NewID(pick func(n int) int) string {
	for {
		var id [4]byte
		for i := range id {
			id[i] = letters[pick(len(letters))]
		}
		_, used := os.Lstat(f.Game(string(id[:])))
		_, gone := os.Lstat(f.Gone().Game(string(id[:])))
		if used != nil && gone != nil {
			return string(id[:])
		}
	}
}

// games returns all files of games in the order of their names.
func (f Folder) games() ([]os.DirEntry, error) {
	dir := f.dir()
	all, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return slices.DeleteFunc(all, func(e os.DirEntry) bool {
		return filepath.Ext(e.Name()) != ending || strings.HasPrefix(e.Name(), ".") || e.IsDir()
	}), unread(dir, err)
}

func idOf(name string) string { return strings.TrimSuffix(name, ending) }

// Find returns the ID of a game from that or its beginning; of the one that was changed last, from "".
func (f Folder) Find(word string) (id string, err error) {
	if word == "" {
		ids, err := f.Newest()
		if err != nil {
			return "", err
		}
		return one(word, ids[:min(len(ids), 1)])
	}
	word = strings.ToLower(word)
	if _, err := os.Stat(f.Game(word)); err == nil && !strings.ContainsAny(word, `/\`) {
		return word, nil
	}
	all, err := f.games()
	if err != nil {
		return "", err
	}
	var found []string
	for _, e := range all {
		id := idOf(e.Name())
		if strings.HasPrefix(id, word) && !isCopy(id) {
			found = append(found, id)
		}
	}
	return one(word, found)
}

// isCopy reports whether a file is named as programs for copies leave them behind: with a dot.
func isCopy(id string) bool { return strings.Contains(id, ".") }

// Newest returns the IDs of all games, what was changed last first.
func (f Folder) Newest() ([]string, error) {
	all, err := f.games()
	if err != nil {
		return nil, err
	}
	var ids []string
	changed := map[string]time.Time{}
	for i, info := range infos(all) {
		if id := idOf(all[i].Name()); info != nil && !isCopy(id) {
			ids = append(ids, id)
			changed[id] = info.ModTime()
		}
	}
	slices.SortStableFunc(ids, func(a, b string) int { return changed[b].Compare(changed[a]) })
	return ids, nil
}

func one(word string, found []string) (string, error) {
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", &fault.Failed{Say: lang.T("{games} begin with “{it}”; one letter more, please").
			With("games", lang.Names(found), "it", word)}
	case word == "":
		return "", &fault.Failed{Say: lang.T("no game is kept yet; tablemate play begins a new one")}
	}
	return "", &fault.Failed{Say: lang.T("there is no game “{id}”; tablemate games lists them").With("id", word)}
}

// Older returns the file in which the program kept all games before it had a file a game; "" if there is none.
func (f Folder) Older() string {
	path := filepath.Join(f.Data, "games.db")
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return ""
	}
	return path
}
