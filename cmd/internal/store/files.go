package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A GameFile is a file among the games. The game is the one that its first line names; under any other name it is a copy,
// as sync programs leave them behind.
type GameFile struct {
	ID      string // as its first line says; "" if nobody has looked, or there is none
	Path    string
	Size    int64
	Changed time.Time
	Copy    bool // of a game that another file has
}

// name returns the ID after which a file is named.
func (g GameFile) name() string { return strings.TrimSuffix(filepath.Base(g.Path), ending) }

// Files returns all files that may be games, in the order of their names. Folders, pipes and hidden files are passed over.
func (f Folder) Files() ([]GameFile, error) {
	dir := f.dir()
	found, err := regular(dir, func(name string) bool { return filepath.Ext(name) == ending && !strings.HasPrefix(name, ".") })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return found, unread(dir, err)
}

// Each does something for all numbers below n, some at the same time.
func Each(n int, do func(i int)) {
	// One goroutine takes this many numbers: a goroutine for each would cost more than it saves.
	const some = 256
	var wait sync.WaitGroup
	for from := 0; from < n; from += some {
		wait.Go(func() {
			for i := from; i < min(from+some, n); i++ {
				do(i)
			}
		})
	}
	wait.Wait()
}

// MarkCopies marks all files of a game but one: the one that is named after it, or else the first. Files without an ID are
// of no game.
func MarkCopies(all []GameFile) {
	best := make(map[string]int, len(all))
	for i, g := range all {
		if b, has := best[g.ID]; !has || g.name() == g.ID && all[b].name() != g.ID {
			best[g.ID] = i
		}
	}
	for i, g := range all {
		all[i].Copy = g.ID != "" && best[g.ID] != i
	}
}

// identified returns files with the IDs of their games, those without one left out.
func (f Folder) identified(all []GameFile) []GameFile {
	all = slices.Clone(all)
	Each(len(all), func(i int) { all[i].ID, _ = firstID(all[i].Path) })
	MarkCopies(all)
	return slices.DeleteFunc(all, func(g GameFile) bool { return g.ID == "" })
}

// firstID returns the ID in the first line of a game's file.
func firstID(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	// A first line may hold a game's own file.
	const longest = 1 << 20
	lines := bufio.NewReader(io.LimitReader(f, longest))
	for {
		line, err := lines.ReadBytes('\n')
		line = bytes.TrimSpace(bytes.TrimPrefix(line, byteOrderMark))
		switch {
		case len(line) > 0:
			var first struct{ Game struct{ ID string } }
			if json.Unmarshal(line, &first) != nil || first.Game.ID == "" {
				return "", &Damaged{path, 1}
			}
			return first.Game.ID, nil
		case err != nil:
			return "", ErrEmpty
		}
	}
}

// Where returns the file that has a game: the one that is named after it, or else a copy that is all that is left.
func (f Folder) Where(id string) string {
	path, _ := f.lookUp(id)
	return path
}

// lookUp is Where, and reports whether there is such a file. One that cannot be read counts if nothing else has the game.
func (f Folder) lookUp(id string) (path string, there bool) {
	path = f.Game(id)
	info, err := os.Stat(path)
	there = err == nil && info.Mode().IsRegular()
	if there {
		if first, err := firstID(path); err == nil && first == id {
			return path, true
		} else if errors.Is(err, ErrEmpty) || err == nil {
			// Under this name lies a copy of another game, or an empty file.
			there = false
		}
	}
	all, _ := f.Files()
	for _, g := range f.identified(all) {
		if g.ID == id && !g.Copy {
			return g.Path, true
		}
	}
	return path, there
}

// Newest returns all games, the file that changed last first.
func (f Folder) Newest() iter.Seq[GameFile] {
	return func(yield func(GameFile) bool) {
		all, _ := f.Files()
		slices.SortStableFunc(all, func(a, b GameFile) int { return b.Changed.Compare(a.Changed) })
		seen := map[string]bool{}
		for _, g := range all {
			var err error
			if g.ID, err = firstID(g.Path); errors.As(err, new(*Damaged)) {
				// A damaged file is listed by its name: opening it says why it cannot be read.
				g.ID = g.name()
			}
			if g.ID == "" || seen[g.ID] {
				continue
			}
			seen[g.ID] = true
			if g.Path = f.Where(g.ID); !yield(g) {
				return
			}
		}
	}
}
