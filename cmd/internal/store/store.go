// Package store keeps text files: one a game, a line a moment, written and synced before it is acknowledged; and small
// files beside them. Of a game it knows the ID alone.
package store

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// The obstacles in the way of a file.
var (
	ErrBusy    error = &fault.Failed{Say: lang.T("another window is writing this game")}
	ErrChanged error = errors.New("store: the file of an open game was removed or replaced")
	ErrEmpty   error = &fault.Failed{Say: lang.T("there is no game in this file")}

	errNoFile error = &fault.Failed{Say: lang.T("it is no file")}
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
	torn   bool   // a piece of a line stands behind the last good one
	good   []byte // all good lines, in case another program takes the file away
	beside string // the file that they were copied to then
}

// A tail is where a file ends.
type tail struct {
	size int64  // where the last good line ends
	sum  string // the sum of that line
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
	// Nothing was acknowledged. A file that cannot be removed either is torn, or a game without a table.
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
	lines, end, data, err := read(path)
	if err == nil {
		f.tail, f.torn, f.good = end, int64(len(data)) > end.size, data[:end.size:end.size]
		f.was, err = os.Stat(path)
	}
	err = unread(path, err)
	if err == nil {
		f.disk, err = sys.open(path, os.O_RDWR)
	}
	if err != nil {
		_ = f.lock.Unlock()
		return nil, lines, unwritten(path, err)
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
	switch got, err := tryLock(lock); {
	case err != nil:
		return nil, unwritten(at, err)
	case !got:
		return nil, ErrBusy
	}
	return &File{path: path, lock: lock}, nil
}

// tryLock is a variable for tests, which have no file system without locks.
var tryLock = (*flock.Flock).TryLock

// lockPath returns the file that is locked in place of a game's, so that readers may always open the game's: in the folder
// for files that need not be copied, or beside a game that stands elsewhere. Any name of a folder leads to the same file.
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

func read(path string) (lines [][]byte, end tail, data []byte, err error) {
	data, err = readFile(path)
	if err != nil {
		return nil, tail{}, nil, err
	}
	lines, end, good := parse(data)
	switch {
	case !good:
		err = &Damaged{path, len(lines) + 1}
	case len(lines) == 0:
		err = ErrEmpty
	}
	return lines, end, data, err
}

// readFile reads a file. A pipe or a device, which may have no end, is refused.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		err = errNoFile
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// Append writes one more line, a JSON object. It returns nil when the line is on the disk, and else acknowledges nothing:
// any piece of the line is cut off before the next one, if not at once.
func (f *File) Append(line []byte) error {
	sealed, sum, err := seal(line, f.sum)
	if err != nil {
		return err
	}
	if err := f.trim(); err != nil {
		return unwritten(f.path, err)
	}
	// The last line is good though its end is missing. It gets one now.
	if f.open {
		sealed = append([]byte("\n"), sealed...)
	}
	// From here on a piece of the line may stand behind the last good one, until the sync has returned.
	f.torn = true
	if _, err = f.disk.WriteAt(sealed, f.size); err == nil {
		err = f.disk.Sync()
	}
	if err != nil {
		_ = f.trim()
		return unwritten(f.path, err)
	}
	f.tail, f.torn, f.good = tail{size: f.size + int64(len(sealed)), sum: sum}, false, append(f.good, sealed...)
	return nil
}

// trim cuts off what stands behind the last good line. It refuses to write to a file that another program has put in the
// place of this one, or written to.
func (f *File) trim() error {
	err := f.Kept()
	if err == nil && f.torn {
		err = f.disk.Truncate(f.size)
		f.torn = err != nil
	}
	return err
}

// Kept returns nil if all lines still stand in the game's file. If another program removed the file, or changed it, all
// lines are written to a file beside it, once, and the error, an ErrChanged, names that one.
func (f *File) Kept() error {
	now, err := os.Stat(f.path)
	removed := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !removed:
		return err
	case err == nil && os.SameFile(now, f.was) && (f.torn || now.Size() == f.size):
		// The file was only away for a while. The copy beside it lacks the lines that come next, so a later loss needs a new one.
		f.beside = ""
		return nil
	}
	if f.beside == "" {
		f.beside, err = putBeside(f.path, ".kept", ending, f.good)
		if err != nil {
			f.beside = ""
			say := lang.T("another program has removed or changed the file of this game, and what was told here cannot be kept beside it: {why}")
			return &fault.Failed{Say: say.With("why", err), Err: ErrChanged}
		}
	}
	say := lang.T("another program has changed the file of this game; all that was told here is kept in {file}")
	if removed {
		say = lang.T("another program has removed the file of this game; all that was told here is kept in {file}")
	}
	return &fault.Failed{Say: say.With("file", f.beside), Err: ErrChanged}
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
	data, err := readFile(path)
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
	copied, err = putBeside(path, ".damaged-"+now.Format(time.DateOnly), "", data)
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

// putBeside writes data to a new file, which is called like another one but for its end, and syncs it and the folder.
func putBeside(path, mark, ext string, data []byte) (string, error) {
	stem := strings.TrimSuffix(path, filepath.Ext(path)) + mark
	for n := 1; ; n++ {
		to := stem + ext
		if n > 1 {
			to = stem + "-" + strconv.Itoa(n) + ext
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

// unwritten and unread put an error of the operating system into a sentence; an error with a sentence of its own stays. Where
// another folder would do, the sentence says how to name one.
func unwritten(path string, err error) error {
	say := lang.T("{file} cannot be written: {why}")
	for _, place := range []error{fs.ErrPermission, syscall.EROFS, syscall.ENOLCK, syscall.ENOTSUP, syscall.ENOSYS} {
		if errors.Is(err, place) {
			say = lang.T("{file} cannot be written: {why}. Games can be kept in another folder, with --data")
		}
	}
	return failed(say, path, err)
}

func unread(path string, err error) error {
	return failed(lang.T("{file} cannot be read: {why}"), path, err)
}

func failed(say lang.Text, path string, err error) error {
	var known *fault.Failed
	if err == nil || err != errNoFile && err != errOther && errors.As(err, &known) {
		return err
	}
	return &fault.Failed{Say: say.With("file", path, "why", fault.Why(err)), Err: err}
}

//go:embed pt.json
var pt []byte

var _ = lang.Catalog(pt)
