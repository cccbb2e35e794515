package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

const (
	fileMode   = 0o600
	folderMode = 0o700
)

// A disk is a file that is written. Tests let it fail.
type disk interface {
	WriteAt(b []byte, at int64) (int, error)
	Truncate(size int64) error
	Sync() error
	Close() error
}

// A system is what writing needs of the operating system. Tests let it fail.
type system interface {
	open(path string, flag int) (disk, error)
	rename(from, to string) error
	place(from, to string) error // is a rename that replaces nothing
	remove(path string) error
	syncFolder(path string) error
}

type computer struct{}

func (computer) open(path string, flag int) (disk, error) {
	f, err := os.OpenFile(path, flag, fileMode)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (computer) rename(from, to string) error { return os.Rename(from, to) }
func (computer) place(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return os.Remove(from)
	}
	if _, missing := os.Lstat(to); missing == nil {
		return fs.ErrExist
	}
	return os.Rename(from, to) // where a file can have only one name
}
func (computer) remove(path string) error { return os.Remove(path) }

// syncFolder writes the names in a folder to the disk, where a system knows how to.
func (computer) syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) { // some network folders
		err = nil
	}
	return errors.Join(err, d.Close())
}

// makeFolder makes a folder and those around it, each synced.
func makeFolder(sys system, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	around := filepath.Dir(path)
	if err := makeFolder(sys, around); err != nil {
		return err
	}
	if err := os.Mkdir(path, folderMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return sys.syncFolder(around)
}

// Save replaces a small file by the JSON of a value: temporary file, sync, rename, sync of the folder. quick leaves out
// the syncs, for what is no loss.
func Save(path string, v any, quick bool) error {
	return unwritten(path, save(system(computer{}), path, v, quick))
}

func save(sys system, path string, v any, quick bool) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	err = whole(sys, path, append(data, '\n'), quick, sys.rename)
	if err != nil || quick {
		return err
	}
	return sys.syncFolder(filepath.Dir(path))
}

// whole puts a file in its place when all of it is on the disk, or at once if it is quick.
func whole(sys system, path string, data []byte, quick bool, place func(from, to string) error) error {
	dir := filepath.Dir(path)
	if err := makeFolder(sys, dir); err != nil {
		return err
	}
	temp := filepath.Join(dir, fmt.Sprintf(".%s.%d.new", filepath.Base(path), os.Getpid()))
	d, err := sys.open(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	if _, err = d.WriteAt(data, 0); err == nil && !quick {
		err = d.Sync()
	}
	if err = errors.Join(err, d.Close()); err == nil {
		err = place(temp, path)
	}
	if err != nil {
		_ = sys.remove(temp)
	}
	return err
}

// Load reads a small file. It leaves into as it was if there is none, and if it is broken, which is an error.
func Load[T any](path string, into *T) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var v T
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		return unread(path, err)
	}
	*into = v
	return nil
}
