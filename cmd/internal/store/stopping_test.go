package store

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// ErrStopped is the error of everything that is done after a machine stopped.
var ErrStopped = errors.New("the machine has stopped")

// A Stopping is a machine that stops at one of its operations, or refuses some. Its files are real, so that
// the program can read it; and it knows which of that would be on the disk if the power failed: of a file what its last
// sync wrote, and of a folder the names at its last sync. A rename is there or not, as one thing.
type Stopping struct {
	computer
	At     int           // the operation to stop at, counted from 1; 0: none
	Errno  syscall.Errno // refuse it in place of stopping
	Longer int           // how many operations after it are refused, too
	Ops    []string      // the operations so far
	root   string
	files  map[string]*inode // by path, as the program sees them
	disk   map[string]*inode // by path, as they are on the disk
	named  []naming          // that no sync has written yet
}

// An inode is a file, or a folder.
type inode struct {
	folder bool
	disk   []byte   // the bytes on the disk
	wrote  []change // that no sync has written yet
	time   time.Time
}

// A change is bytes that were written, or, without bytes, a cut.
type change struct {
	at   int64
	data []byte
}

// A naming is a change of names in folders, all at once; nil: the name is gone.
type naming map[string]*inode

// NewStopping returns a machine on which what is in a folder now is on the disk, and writes everything with it until the
// test ends.
func NewStopping(t *testing.T, root string) *Stopping {
	s := &Stopping{root: root, files: map[string]*inode{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		n := &inode{folder: d.IsDir()}
		if !n.folder {
			n.disk, err = os.ReadFile(path)
		}
		s.files[path] = n
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.disk = maps.Clone(s.files)
	sys = s
	t.Cleanup(func() { sys = computer{} })
	return s
}

// Stopped reports whether the machine has stopped.
func (s *Stopping) Stopped() bool { return s.At > 0 && s.Errno == 0 && len(s.Ops) >= s.At }

// Runs reports whether everything is still written with the machine.
func (s *Stopping) Runs() bool { return sys == s }

// A Way is a way for the power to fail: how much is left of bytes, and of names, that no sync has written.
type Way struct{ Data, Names left }

type left int

const (
	nothing left = iota
	everything
	half
	zeros // the file is as long as it was, and the blocks were not written
)

// Ways returns all ways for the power to fail now.
func (s *Stopping) Ways() (all []Way) {
	data, names := nothing, nothing
	for _, n := range s.files {
		if len(n.wrote) > 0 {
			data = zeros
		}
	}
	switch len(s.named) {
	case 0:
	case 1:
		names = everything
	default:
		names = half
	}
	for d := range data + 1 {
		for n := range names + 1 {
			all = append(all, Way{d, n})
		}
	}
	return all
}

// step counts an operation. It reports whether the machine does it, and returns the error that the program hears.
func (s *Stopping) step(what, path string) (does bool, err error) {
	if s.Stopped() {
		return false, ErrStopped
	}
	rel, _ := filepath.Rel(s.root, path)
	s.Ops = append(s.Ops, what+" "+filepath.ToSlash(rel))
	switch n := len(s.Ops); {
	case s.Stopped():
		return what != "sync", ErrStopped
	case s.Errno != 0 && s.At <= n && n <= s.At+s.Longer:
		return false, s.Errno
	}
	return true, nil
}

// name changes names in folders.
func (s *Stopping) name(n naming) {
	s.named = append(s.named, n)
	see(s.files, n)
}

func see(names map[string]*inode, n naming) {
	for path, file := range n {
		if file == nil {
			delete(names, path)
		} else {
			names[path] = file
		}
	}
}

func (s *Stopping) mkdir(path string) error {
	does, err := s.step("make", path)
	if does {
		err = errors.Join(s.computer.mkdir(path), err)
		s.name(naming{path: {folder: true}})
	}
	return err
}

func (s *Stopping) open(path string, flag int) (disk, error) {
	does, err := s.step("open", path)
	if !does {
		return nil, err
	}
	d, failed := s.computer.open(path, flag)
	if failed != nil {
		return nil, failed
	}
	n := s.files[path]
	switch {
	case n == nil:
		n = &inode{}
		s.name(naming{path: n})
	case flag&os.O_TRUNC != 0:
		n.wrote = append(n.wrote, change{})
	}
	return &stoppingFile{d, s, n, path}, err
}

func (s *Stopping) rename(from, to string) error {
	does, err := s.step("rename", to)
	if does {
		err = errors.Join(s.computer.rename(from, to), err)
		s.name(naming{from: nil, to: s.files[from]})
	}
	return err
}

// place is a link and a removal: names change one after the other.
func (s *Stopping) place(from, to string) error {
	does, err := s.step("place", to)
	if does {
		if failed := s.computer.place(from, to); failed != nil {
			return failed
		}
		s.name(naming{to: s.files[from]})
		s.name(naming{from: nil})
	}
	return err
}

// Remove removes a file.
func (s *Stopping) Remove(path string) error { return s.remove(path) }

func (s *Stopping) remove(path string) error {
	does, err := s.step("remove", path)
	if does {
		err = errors.Join(s.computer.remove(path), err)
		s.name(naming{path: nil})
	}
	return err
}

// syncFolder writes names of a folder.
func (s *Stopping) syncFolder(path string) error {
	does, err := s.step("sync", path)
	if !does {
		return err
	}
	s.named = slices.DeleteFunc(s.named, func(n naming) bool {
		for p := range n {
			if filepath.Dir(p) == path {
				see(s.disk, n)
				return true
			}
		}
		return false
	})
	return nil
}

// A stoppingFile is a file that is open.
type stoppingFile struct {
	disk
	s    *Stopping
	n    *inode
	path string
}

func (f *stoppingFile) WriteAt(b []byte, at int64) (int, error) {
	does, err := f.s.step("write", f.path)
	if err == ErrStopped && !does {
		return 0, err
	}
	if !does { // the disk took half of it
		b = b[:len(b)/2]
	}
	n, failed := f.disk.WriteAt(b, at)
	f.n.wrote = append(f.n.wrote, change{at, bytes.Clone(b)})
	return n, errors.Join(err, failed)
}

func (f *stoppingFile) Truncate(size int64) error {
	does, err := f.s.step("cut", f.path)
	if does {
		err = errors.Join(f.disk.Truncate(size), err)
		f.n.wrote = append(f.n.wrote, change{at: size})
	}
	return err
}

// Sync writes what was written. Bytes that a refused sync should have written are never written by another one, as on
// Linux.
func (f *stoppingFile) Sync() error {
	does, err := f.s.step("sync", f.path)
	switch {
	case does:
		f.n.disk, f.n.wrote = f.n.after(len(f.n.wrote)), nil
	case err != ErrStopped:
		f.n.wrote = slices.DeleteFunc(f.n.wrote, func(c change) bool { return c.data != nil })
	}
	return err
}

// after returns the bytes on the disk after some of the changes.
func (n *inode) after(changes int) []byte {
	data := bytes.Clone(n.disk)
	for _, c := range n.wrote[:changes] {
		end := c.at + int64(len(c.data))
		data = append(data, make([]byte, max(0, int(end)-len(data)))...)
		if c.data == nil {
			data = data[:end]
		}
		copy(data[c.at:end], c.data)
	}
	return data
}

// left returns the bytes on the disk after the power failed.
func (n *inode) left(of left) []byte {
	switch all := len(n.wrote); {
	case of == nothing || all == 0:
		return n.disk
	case of == half: // and half of the change after that
		if last := n.wrote[all/2]; last.data != nil {
			half := change{last.at, last.data[:len(last.data)/2]}
			return (&inode{disk: n.after(all / 2), wrote: []change{half}}).after(1)
		}
		return n.after(all / 2)
	case of == zeros:
		blank := &inode{disk: n.disk}
		for _, c := range n.wrote {
			if c.data != nil {
				c.data = make([]byte, len(c.data))
			}
			blank.wrote = append(blank.wrote, c)
		}
		return blank.after(all)
	}
	return n.after(len(n.wrote))
}

// Fail leaves in the folder what the disk has when the power fails, and has everything written as usual again. Files have
// the time that they had, so that nobody knows by that.
func (s *Stopping) Fail(t *testing.T, w Way) {
	t.Helper()
	sys = computer{}
	disk := maps.Clone(s.disk)
	switch w.Names {
	case half:
		for _, n := range s.named[:len(s.named)/2] {
			see(disk, n)
		}
	case everything:
		for _, n := range s.named {
			see(disk, n)
		}
	}
	for path, n := range s.files {
		if info, err := os.Stat(path); err == nil {
			n.time = info.ModTime()
		}
	}
	inside, err := os.ReadDir(s.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range inside {
		err = errors.Join(err, os.RemoveAll(filepath.Join(s.root, e.Name())))
	}
	for _, path := range slices.Sorted(maps.Keys(disk)) {
		n := disk[path]
		if _, around := disk[filepath.Dir(path)]; !around && path != s.root {
			delete(disk, path) // its folder is gone
			continue
		}
		if n.folder {
			err = errors.Join(err, os.MkdirAll(path, folderMode))
			continue
		}
		err = errors.Join(err, os.WriteFile(path, n.left(w.Data), fileMode))
		if !n.time.IsZero() {
			err = errors.Join(err, os.Chtimes(path, n.time, n.time))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
