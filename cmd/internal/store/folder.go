package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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
type kept struct {
	id         string
	size, time int64
	row        []byte // JSON
}

// readKept returns the cache, by the names of files: a line each. What cannot be read is made again.
func readKept(path string) map[string]kept {
	data, _ := os.ReadFile(path)
	all := make(map[string]kept, bytes.Count(data, []byte("\n")))
	for line := range bytes.Lines(data) {
		f := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"), 5)
		if len(f) < 5 {
			continue
		}
		size, _ := strconv.ParseInt(string(f[2]), 10, 64)
		time, _ := strconv.ParseInt(string(f[3]), 10, 64)
		all[string(f[0])] = kept{string(f[1]), size, time, f[4]}
	}
	return all
}

func writeKept(path string, all map[string]kept) error {
	var out []byte
	for name, k := range all {
		if !strings.ContainsAny(name+k.id, "\t\n") {
			out = fmt.Appendf(out, "%s\t%s\t%d\t%d\t%s\n", name, k.id, k.size, k.time, bytes.TrimSpace(k.row))
		}
	}
	return whole(path, out, true, sys.rename)
}

// infos returns what is known of files, in their order; nil of one that was deleted in between.
func infos(all []os.DirEntry) []os.FileInfo {
	const some = 256 // are asked for one after the other
	out := make([]os.FileInfo, len(all))
	var wait sync.WaitGroup
	for from := 0; from < len(all); from += some {
		wait.Go(func() {
			for i := from; i < min(from+some, len(all)); i++ {
				if info, err := all[i].Info(); err == nil {
					out[i] = info
				}
			}
		})
	}
	wait.Wait()
	return out
}

// List returns a row a game, in the order of their files' names. read makes a row of a file and says which game it is;
// rows are kept as JSON until the file changes.
func List[R any](f Folder, read func(path string) (id string, row R, err error)) ([]Listed[R], error) {
	all, err := f.games()
	if err != nil {
		return nil, err
	}
	was, now := map[string]kept{}, make(map[string]kept, len(all))
	cache := f.cache(*new(R))
	if f.Cache != "" {
		was = readKept(cache)
	}
	out := make([]Listed[R], 0, len(all))
	changed, dir := false, f.dir()
	for i, info := range infos(all) {
		name := all[i].Name()
		if info == nil {
			continue
		}
		l := Listed[R]{Path: dir + string(filepath.Separator) + name, Changed: info.ModTime()}
		k, known := was[name]
		if known && k.size == info.Size() && k.time == l.Changed.UnixNano() && decode(k.row, &l.Row) == nil {
			l.ID = k.id
		} else {
			l.ID, l.Row, l.Err = read(l.Path)
			k = kept{l.ID, info.Size(), l.Changed.UnixNano(), nil}
			changed = true
		}
		if errors.Is(l.Err, ErrEmpty) {
			continue
		}
		if l.Err == nil && k.row == nil {
			k.row, l.Err = json.Marshal(l.Row)
		}
		if l.Err == nil {
			now[name] = k
		}
		out = append(out, l)
	}
	markCopies(out)
	if f.Cache != "" && (changed || len(was) != len(now)) {
		_ = writeKept(cache, now)
	}
	return out, nil
}

// decode reads a kept row. A row that reads itself does so at once: thousands are not looked through for faults before.
func decode(raw []byte, row any) error {
	if own, does := row.(json.Unmarshaler); does {
		return own.UnmarshalJSON(raw)
	}
	return json.Unmarshal(raw, row)
}

// markCopies marks all files of a game but one: the one that is named after it, or else the first.
func markCopies[R any](all []Listed[R]) {
	best := make(map[string]int, len(all))
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
	return filepath.Join(f.Cache, fmt.Sprintf("list-%x", h.Sum64()))
}
