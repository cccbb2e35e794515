package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

const (
	fileMode   = 0o600
	folderMode = 0o700
)

// A disk is a file that is written.
type disk interface {
	WriteAt(b []byte, at int64) (int, error)
	Truncate(size int64) error
	Sync() error
	Close() error
}

// A system has the operations of the operating system that writing needs.
type system interface {
	mkdir(path string) error
	open(path string, flag int) (disk, error)
	rename(from, to string) error
	place(from, to string) error // is a rename that replaces nothing
	remove(path string) error
	syncFolder(path string) error
}

// sys writes everything. Tests put a system in its place that fails, or stops.
var sys system = computer{}

type computer struct{}

func (computer) mkdir(path string) error { return os.Mkdir(path, folderMode) }
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
	// Some file systems give a file only one name. Renaming may replace a file that came there just now, and nothing better is left.
	return os.Rename(from, to)
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
	// Some network folders cannot be synced, and say so.
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// makeFolder makes a folder and those around it, each synced.
func makeFolder(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	around := filepath.Dir(path)
	if err := makeFolder(around); err != nil {
		return err
	}
	if err := sys.mkdir(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	err := sys.syncFolder(around)
	if err != nil {
		// A folder that is there counts as synced, so one that is not must not stay.
		_ = sys.remove(path)
	}
	return err
}

// Save replaces a small file by the JSON of a value: temporary file, sync, rename, sync of the folder. A file that cannot be
// read, since somebody wrote something else into it, is copied beside itself before.
func Save[T any](path string, v T) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if was, read := readFile(path); read == nil && len(bytes.TrimSpace(was)) > 0 && decode(was, new(T)) != nil {
		if _, err := putBeside(path, ".damaged", filepath.Ext(path)+".txt", was); err != nil {
			return err
		}
	}
	err = whole(path, append(data, '\n'), false, sys.rename)
	if err == nil {
		err = sys.syncFolder(filepath.Dir(path))
	}
	return unwritten(path, err)
}

// SaveQuickly replaces a file that can be made again. It waits for no disk.
func SaveQuickly(path string, data []byte) error { return whole(path, data, true, sys.rename) }

// whole puts a file in its place when all of it is on the disk, or at once if it is quick.
func whole(path string, data []byte, quick bool, place func(from, to string) error) error {
	dir := filepath.Dir(path)
	if err := makeFolder(dir); err != nil {
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
	data, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var v T
	if err == nil {
		err = decode(data, &v)
	}
	if err != nil {
		return unread(path, err)
	}
	*into = v
	return nil
}

// decode reads the JSON of a small file.
func decode[T any](data []byte, into *T) error {
	if json.Unmarshal(bytes.TrimPrefix(data, byteOrderMark), into) != nil {
		return errOther
	}
	return nil
}

// errOther is the reason why a small file cannot be read.
var errOther error = &fault.Failed{Say: lang.T("something else stands in it")}
