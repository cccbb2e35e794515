package store

import (
	"io/fs"
	"os"
	"path/filepath"
)

// regular returns the regular files of a folder that are called so, in the order of their names. The system lists a folder
// with sizes and times.
func regular(dir string, called func(name string) bool) (found []GameFile, err error) {
	all, err := os.ReadDir(dir)
	for _, e := range all {
		if !called(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = os.Stat(path)
		}
		if err == nil && info.Mode().IsRegular() {
			found = append(found, GameFile{Path: path, Size: info.Size(), Changed: info.ModTime()})
		}
	}
	return found, err
}
