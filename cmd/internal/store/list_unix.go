//go:build unix

package store

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// regular returns the regular files of a folder that are called so, in the order of their names. Each is looked at by its
// name in the open folder, which costs a third less than a walk along its path: a folder may have thousands.
func regular(dir string, called func(name string) bool) ([]GameFile, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	names = slices.DeleteFunc(names, func(name string) bool { return !called(name) })
	slices.Sort(names)
	found := make([]GameFile, len(names))
	Each(len(names), func(i int) {
		var s unix.Stat_t
		if unix.Fstatat(int(d.Fd()), names[i], &s, 0) == nil && s.Mode&unix.S_IFMT == unix.S_IFREG {
			found[i] = GameFile{Path: filepath.Join(dir, names[i]), Size: s.Size, Changed: time.Unix(s.Mtim.Unix())}
		}
	})
	return slices.DeleteFunc(found, func(g GameFile) bool { return g.Path == "" }), err
}
