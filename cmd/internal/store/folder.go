package store

import (
	"errors"
	"fmt"
	"hash/fnv"
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

// State returns a small file that need not be copied: a clock, the phones' names, the last table.
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
	all, err := f.games()
	if err != nil {
		return "", err
	}
	word = strings.ToLower(word)
	var found []string
	for _, e := range all {
		id := idOf(e.Name())
		if id == word {
			return id, nil
		}
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
	for _, e := range all {
		if info, err := e.Info(); err == nil && !isCopy(idOf(e.Name())) {
			ids = append(ids, idOf(e.Name()))
			changed[idOf(e.Name())] = info.ModTime()
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

// A Listed is a row of the list of games.
type Listed[R any] struct {
	ID      string // as its first line says
	Path    string
	Changed time.Time
	Copy    bool // of a game that is there, under another name: named, and not counted
	Row     R
	Err     error // why it cannot be read
}

// kept is a row in the cache. It is good while size and time of the file are the same.
type kept[R any] struct {
	ID   string `json:"id"`
	Size int64  `json:"size"`
	Time int64  `json:"time"`
	Row  R      `json:"row"`
}

// List returns a row a game, in the order of their files' names. read makes a row of a file and says which game it is;
// rows are kept as JSON until the file changes.
func List[R any](f Folder, read func(path string) (id string, row R, err error)) ([]Listed[R], error) {
	all, err := f.games()
	if err != nil {
		return nil, err
	}
	was, now := map[string]kept[R]{}, map[string]kept[R]{}
	cache := f.cache(*new(R))
	if f.Cache != "" {
		_ = Load(cache, &was) // without it, it is made again
	}
	out := make([]Listed[R], 0, len(all))
	changed := false
	for _, e := range all {
		info, err := e.Info()
		if err != nil {
			continue // it was deleted in between
		}
		path := filepath.Join(f.dir(), e.Name())
		k, known := was[e.Name()]
		if !known || k.Size != info.Size() || k.Time != info.ModTime().UnixNano() {
			k = kept[R]{Size: info.Size(), Time: info.ModTime().UnixNano()}
			k.ID, k.Row, err = read(path)
			changed = true
		}
		if errors.Is(err, ErrEmpty) {
			continue
		}
		if err == nil {
			now[e.Name()] = k
		}
		out = append(out, Listed[R]{ID: k.ID, Path: path, Changed: info.ModTime(), Row: k.Row, Err: err})
	}
	markCopies(out)
	if f.Cache != "" && (changed || len(was) != len(now)) {
		_ = Save(cache, now, true)
	}
	return out, nil
}

// markCopies marks all files of a game but one: the one that is named after it, or else the first.
func markCopies[R any](all []Listed[R]) {
	best := map[string]int{}
	for i, l := range all {
		if b, has := best[l.ID]; l.Err == nil && (!has || named(l) && !named(all[b])) {
			best[l.ID] = i
		}
	}
	for i, l := range all {
		all[i].Copy = l.Err == nil && best[l.ID] != i
	}
}

func named[R any](l Listed[R]) bool { return idOf(filepath.Base(l.Path)) == l.ID }

// cache returns the file of kept rows: one for each data folder, program and shape of a row.
func (f Folder) cache(row any) string {
	h := fnv.New64a()
	path, err := filepath.Abs(f.Data)
	if err != nil {
		path = f.Data
	}
	fmt.Fprintf(h, "%s %t %s %#v", path, f.gone, f.Build, row)
	return filepath.Join(f.Cache, fmt.Sprintf("list-%x.json", h.Sum64()))
}
