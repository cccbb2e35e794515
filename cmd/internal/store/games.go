package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Add puts a game into a file of its own, all lines or none. It returns fs.ErrExist if there is a file. The file is sure to
// be found again once its folder was synced.
func Add(path string, lines [][]byte) error {
	var data []byte
	sum := ""
	for _, l := range lines {
		line, now, err := seal(l, sum)
		if err != nil {
			return err
		}
		data, sum = append(data, line...), now
	}
	return unwritten(path, whole(path, data, false, sys.place))
}

// Sync writes the names of games to the disk.
func (f Folder) Sync() error {
	err := sys.syncFolder(f.dir())
	// No folder: nothing was kept, so there is nothing to sync.
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return unwritten(f.dir(), err)
}

// Delete puts a game among the deleted ones, with its copies, so that none of them takes its place. It returns ErrBusy if
// somebody has it open for writing.
func (f Folder) Delete(id string) error { return f.move(id, f.Gone()) }

// Undelete brings a deleted game back.
func (f Folder) Undelete(id string) error {
	from := f.Gone()
	f.gone = false
	return from.move(id, f)
}

// move gives the files of a game another folder.
func (f Folder) move(id string, to Folder) error {
	all, err := f.Files()
	if err != nil {
		return err
	}
	game := f.Where(id)
	if err := move(game, to.Game(id)); err != nil {
		return err
	}
	for _, g := range f.identified(all) {
		if g.ID == id && g.Path != game {
			if err := move(g.Path, filepath.Join(to.dir(), filepath.Base(g.Path))); err != nil {
				return err
			}
		}
	}
	return nil
}

// move gives a file another folder, while nobody writes it.
func move(from, to string) error {
	f, err := locked(from)
	if err != nil {
		return err
	}
	defer f.lock.Unlock()
	if err := makeFolder(filepath.Dir(to)); err != nil {
		return unwritten(to, err)
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return unwritten(to, errors.Join(err, fs.ErrExist))
	}
	if err := sys.rename(from, to); err != nil {
		return unwritten(to, err)
	}
	err = errors.Join(sys.syncFolder(filepath.Dir(to)), sys.syncFolder(filepath.Dir(from)))
	if err != nil {
		_ = sys.rename(to, from)
	}
	return unwritten(to, err)
}
