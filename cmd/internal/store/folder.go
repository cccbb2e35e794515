package store

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Names in a folder. The state folder need not be copied with the rest.
const (
	gamesName = "games"
	goneName  = "deleted"
	stateName = "state"
	ending    = ".jsonl"
)

// A Folder is where everything is kept.
type Folder struct {
	Data string
	gone bool // its games are the deleted ones
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

// IsGone reports whether the games of the folder are the deleted ones.
func (f Folder) IsGone() bool { return f.gone }

// Game returns the file that is named after a game. Where tells whether another one has the game.
func (f Folder) Game(id string) string { return filepath.Join(f.dir(), id+ending) }

// Shelf returns the folder for game files of one's own.
func (f Folder) Shelf() string { return filepath.Join(f.Data, "shelf") }

// People returns the file with the renames.
func (f Folder) People() string { return filepath.Join(f.Data, "people.json") }

// State returns a small file that need not be copied: a clock, the phones' names.
func (f Folder) State(name string) string { return filepath.Join(f.Data, stateName, name+".json") }

// letters has the letters of IDs: no vowels, so that no words come about, and none that looks like another.
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

// Find returns the ID of the game that a word is or begins; for "", of the game that was changed last.
func (f Folder) Find(word string) (id string, err error) {
	if word == "" {
		for g := range f.Newest() {
			return g.ID, nil
		}
		// Nothing was found. If the games cannot be listed, that is the reason.
		_, err := f.Files()
		return "", cmp.Or(err, f.unfound("", nil))
	}
	word = strings.ToLower(word)
	if !strings.ContainsAny(word, `/\`) {
		if _, there := f.lookUp(word); there {
			return word, nil
		}
	}
	all, err := f.Files()
	if err != nil {
		return "", err
	}
	var found []string
	for _, g := range all {
		if id := g.name(); strings.HasPrefix(id, word) {
			if first, err := firstID(g.Path); errors.As(err, new(*Damaged)) || first == id {
				found = append(found, id)
			}
		}
	}
	// The file itself is gone, and copies are all that is left of the game.
	if len(found) == 0 {
		for _, g := range f.identified(all) {
			if strings.HasPrefix(g.ID, word) && !slices.Contains(found, g.ID) {
				found = append(found, g.ID)
			}
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return "", f.unfound(word, found)
}

// unfound returns the error of a word that names no game, or several.
func (f Folder) unfound(word string, found []string) error {
	kept := f
	kept.gone = false
	switch {
	case len(found) > 1:
		return &fault.Failed{Say: lang.T("{games} begin with “{it}”; one letter more, please").
			With("games", lang.Names(found), "it", word)}
	case word == "":
		return &fault.Failed{Say: lang.T("no game is kept yet; tablemate play begins a new one")}
	case f.gone:
		if id, err := kept.Find(word); err == nil {
			return &fault.Failed{Say: lang.T("the game {id} is not deleted").With("id", id)}
		}
		return &fault.Failed{Say: lang.T("there is no deleted game “{id}”; tablemate undelete lists them").With("id", word)}
	}
	return &fault.Failed{Say: lang.T("there is no game “{id}”; tablemate games lists them").With("id", word)}
}

// Older returns the file in which the program kept all games before it had a file a game; "" if there is none.
func (f Folder) Older() string {
	path := filepath.Join(f.Data, "games.db")
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return ""
	}
	return path
}
