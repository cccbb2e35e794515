// Package store keeps text files: one a game, a line a moment, written and synced before it is acknowledged; small
// files beside them; and the list of games. It knows no game.
package store

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// What stands in the way of a file.
var (
	ErrBusy    error = &fault.Failed{Say: lang.T("another window is writing this game")}
	ErrChanged error = &fault.Failed{Say: lang.T("another program has changed the file of this game; close the game and open it again")}
	ErrEmpty   error = &fault.Failed{Say: lang.T("there is no game in this file")}
)

// Damaged says which line of a file is damaged. Lines before it are good.
type Damaged struct {
	Path string
	Line int // counted from 1
}

func (d *Damaged) Error() string { return d.Unwrap().Error() }

// Unwrap returns the damage as a sentence.
func (d *Damaged) Unwrap() error {
	return &fault.Failed{Say: lang.T("{file}: line {line} is damaged").With("file", filepath.Base(d.Path), "line", d.Line)}
}

// A File is a game's file, open for writing. Nobody else writes it meanwhile.
type File struct {
	path string
	disk disk
	lock *flock.Flock
	was  fs.FileInfo // to find out whether the path still leads to this file
	tail
	torn bool // something stands behind the last good line
}

// A tail is where a file ends.
type tail struct {
	size int64  // behind the last good line
	sum  string // of that line
	open bool   // its line end is missing
}

// Create makes a new file with its first line, a JSON object, on the disk when Create returns nil. It returns
// fs.ErrExist if there is a file.
func Create(path string, first []byte) (*File, error) {
	f, err := locked(path)
	if err != nil {
		return nil, err
	}
	if f.disk, err = sys.open(path, os.O_RDWR|os.O_CREATE|os.O_EXCL); err != nil {
		return nil, errors.Join(unwritten(path, err), f.lock.Unlock())
	}
	if f.was, err = os.Stat(path); err == nil {
		err = f.Append(first)
	}
	if err == nil {
		err = sys.syncFolder(filepath.Dir(path))
	}
	if err == nil {
		return f, nil
	}
	// Nothing was acknowledged. What cannot be removed either is torn, or a game without a table.
	_ = f.disk.Close()
	_ = sys.remove(path)
	_ = f.lock.Unlock()
	return nil, unwritten(path, err)
}

// Open opens a file to go on with and returns its lines, without their sums. It returns ErrBusy if somebody else has it
// open for writing, and *Damaged, with the lines before the damage, if a line's sum is wrong.
func Open(path string) (*File, [][]byte, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, nil, unread(path, err)
	}
	f, err := locked(path)
	if err != nil {
		return nil, nil, err
	}
	lines, end, whole, err := read(path)
	if err == nil {
		f.tail, f.torn = end, whole > end.size
		f.was, err = os.Stat(path)
	}
	if err == nil {
		f.disk, err = sys.open(path, os.O_RDWR)
	}
	if err != nil {
		_ = f.lock.Unlock()
		return nil, lines, unread(path, err)
	}
	return f, lines, nil
}

// locked returns a file that is not open yet, and that nobody else can write.
func locked(path string) (*File, error) {
	if err := makeFolder(filepath.Dir(path)); err != nil {
		return nil, unwritten(path, err)
	}
	at := lockPath(path)
	if err := makeFolder(filepath.Dir(at)); err != nil {
		return nil, unwritten(at, err)
	}
	lock := flock.New(at, flock.SetPermissions(fileMode))
	switch got, err := lock.TryLock(); {
	case err != nil:
		return nil, unwritten(at, err)
	case !got:
		return nil, ErrBusy
	}
	return &File{path: path, lock: lock}, nil
}

// lockPath returns the file that is locked in place of a game's, which readers may always open: in the folder for what
// need not be copied, or beside a game that stands elsewhere. However a folder is named, it is the same file.
func lockPath(path string) string {
	dir, name := filepath.Dir(path), filepath.Base(path)
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	if filepath.Base(dir) != gamesName {
		return filepath.Join(dir, "."+name+".lock")
	}
	return filepath.Join(filepath.Dir(dir), stateName, name+".lock")
}

// Read returns the lines of a file without opening it for writing; *Damaged as Open.
func Read(path string) ([][]byte, error) {
	lines, _, _, err := read(path)
	return lines, unread(path, err)
}

func read(path string) (lines [][]byte, end tail, whole int64, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, tail{}, 0, err
	}
	lines, end, good := parse(data)
	switch {
	case !good:
		err = &Damaged{path, len(lines) + 1}
	case len(lines) == 0:
		err = ErrEmpty
	}
	return lines, end, int64(len(data)), err
}

// Append writes one more line, a JSON object. It returns nil when the line is on the disk, and else acknowledges nothing:
// whatever came of the line is cut off before the next one, if not at once.
func (f *File) Append(line []byte) error {
	sealed, sum, err := seal(line, f.sum)
	if err != nil {
		return err
	}
	if err := f.trim(); err != nil {
		return unwritten(f.path, err)
	}
	if f.open {
		sealed = append([]byte("\n"), sealed...)
	}
	f.torn = true
	if _, err = f.disk.WriteAt(sealed, f.size); err == nil {
		err = f.disk.Sync()
	}
	if err != nil {
		_ = f.trim()
		return unwritten(f.path, err)
	}
	f.tail, f.torn = tail{size: f.size + int64(len(sealed)), sum: sum}, false
	return nil
}

// trim cuts off what stands behind the last good line. It refuses to write to a file that another program has put in the
// place of this one, or written to.
func (f *File) trim() error {
	now, err := os.Stat(f.path)
	switch {
	case err != nil:
		return err
	case !os.SameFile(now, f.was) || !f.torn && now.Size() != f.size:
		return ErrChanged
	case f.torn:
		err = f.disk.Truncate(f.size)
		f.torn = err != nil
	}
	return err
}

// Close closes the file and lets others write it.
func (f *File) Close() error { return errors.Join(f.disk.Close(), f.lock.Unlock()) }

// Mend copies a damaged file whole to ID.damaged-DATE, synced, and only then cuts it off before the damaged line. It does
// nothing to a file that is whole, and refuses one whose first line is damaged.
func Mend(path string, now time.Time) (copied string, err error) {
	f, err := locked(path)
	if err != nil {
		return "", err
	}
	defer f.lock.Unlock()
	data, err := os.ReadFile(path)
	if err != nil {
		return "", unread(path, err)
	}
	lines, end, good := parse(data)
	switch {
	case good:
		return "", nil
	case len(lines) == 0:
		return "", &Damaged{path, 1}
	}
	copied, err = putBeside(path, ".damaged-"+now.Format(time.DateOnly), data)
	if err != nil {
		return "", err
	}
	d, err := sys.open(path, os.O_RDWR)
	if err != nil {
		return copied, unwritten(path, err)
	}
	if err = d.Truncate(end.size); err == nil {
		err = d.Sync()
	}
	return copied, unwritten(path, errors.Join(err, d.Close()))
}

// putBeside writes data to a new file with another ending, and syncs it and the folder.
func putBeside(path, ending string, data []byte) (string, error) {
	stem := path[:len(path)-len(filepath.Ext(path))] + ending
	for n := 1; ; n++ {
		to := stem
		if n > 1 {
			to += "-" + strconv.Itoa(n)
		}
		err := whole(to, data, false, sys.place)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			err = sys.syncFolder(filepath.Dir(to))
		}
		return to, unwritten(to, err)
	}
}

// unwritten and unread put an error of the operating system into a sentence; what is one already stays.
func unwritten(path string, err error) error {
	return failed(lang.T("{file} cannot be written: {why}"), path, err)
}

func unread(path string, err error) error {
	return failed(lang.T("{file} cannot be read: {why}"), path, err)
}

func failed(say lang.Text, path string, err error) error {
	var known *fault.Failed
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &fault.Failed{Say: say.With("file", path, "why", fault.Why(err)), Err: err}
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
