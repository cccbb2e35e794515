package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// application marks a file as ours, in the header of SQLite ("tbmt").
const application = 0x74626d74

// What the first bytes of a SQLite file say (sqlite.org/fileformat2.html, section 1.3),
// and of its first page, whether it has any table.
const (
	magic       = "SQLite format 3\x00"
	atPageSize  = 16
	atJournal   = 18 // 2: with a log beside it
	atChanges   = 24 // equal to atValidFor where atPages is right
	atPages     = 28
	atVersion   = 60
	atOwner     = 68
	atValidFor  = 92
	atTables    = 103
	headerBytes = 105
)

// readThrough is the size up to which a file is read through when it is opened. A file
// that is going to be migrated is read through whatever its size.
const readThrough = 256 << 10

// A find is what is at a path, as far as it can be known without using it.
type find struct {
	version int   // 0: nothing is there yet
	damage  error // ErrDamaged, and where; nil: none was noticed
}

// inspect says what is at path, and refuses what this program must not touch. It never
// writes. It runs before this process has the database open, because closing a file
// gives up this process's locks on it.
func inspect(path string) (find, error) {
	for tries := 0; ; tries++ {
		before := stampOf(path)
		f, err := lookOnce(path)
		if f.damage == nil && !errors.Is(err, ErrDamaged) || tries == 5 || stampOf(path) == before {
			return f, err
		}
		// Another window wrote meanwhile, so what looks like damage need be none.
	}
}

// A stamp is another one after every change to a file.
type stamp struct{ size, at int64 }

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}
}

// A Mark is another one after every change to a file of games, whoever made it. To take one
// costs next to nothing, and opens nothing.
type Mark struct{ file, log stamp }

// MarkOf is the mark of the file at path; that of no file is one too.
func MarkOf(path string) Mark { return Mark{stampOf(path), stampOf(path + "-wal")} }

func lookOnce(path string) (find, error) {
	h, err := headOf(path)
	if err != nil || h.size == 0 {
		return find{}, err
	}
	if logged(path) > 0 {
		return inside(path, h.size) // what the header says may be older than what is in the log beside it
	}
	if err := owned(h.owner, h.version, h.tables); err != nil || h.tables == 0 {
		return find{}, err
	}
	if h.missing == nil && h.size > readThrough && h.version == int64(len(migrations)) {
		return find{version: int(h.version)}, nil
	}
	f, err := inside(path, h.size)
	if h.missing != nil {
		f.damage = h.missing
	}
	return f, err
}

// logged is how many bytes are in SQLite's log beside the file; -1: there is no log, so
// nobody has the file open.
func logged(path string) int64 {
	info, err := os.Stat(path + "-wal")
	if err != nil {
		return -1
	}
	return info.Size()
}

// A head is the first bytes of a SQLite file.
type head struct {
	owner, version int64
	tables         int
	size           int64 // of the file; 0: there is none, or nothing in it
	missing        error // ErrDamaged, if the file should be longer
	logs           bool  // it is written with SQLite's log, as one that is played is
}

func headOf(path string) (head, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return head{}, nil
	case err != nil:
		return head{}, err
	case info.IsDir():
		return head{}, fmt.Errorf("%w: it is a folder", ErrForeign)
	case !info.Mode().IsRegular():
		return head{}, fmt.Errorf("%w: it is %s", ErrForeign, info.Mode().Type()) // opening it might wait for ever
	}
	f, err := os.Open(path)
	if err != nil {
		return head{}, err
	}
	b := make([]byte, headerBytes)
	n, err := io.ReadFull(f, b)
	_ = f.Close() // it was only read
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return head{}, nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return head{}, err
	case string(b[:min(n, len(magic))]) != magic[:min(n, len(magic))]:
		return head{}, ErrForeign
	case n < headerBytes:
		return head{}, fmt.Errorf("%w: it ends after %d bytes", ErrDamaged, n)
	}
	return parseHead(b, info.Size())
}

func parseHead(b []byte, size int64) (head, error) {
	number := func(at int) int64 { return int64(binary.BigEndian.Uint32(b[at:])) }
	page := int64(binary.BigEndian.Uint16(b[atPageSize:]))
	if page == 1 {
		page = 1 << 16
	}
	switch impossible := page < 512 || page&(page-1) != 0; {
	case impossible && number(atOwner) == application:
		return head{}, fmt.Errorf("%w: pages of %d bytes", ErrDamaged, page)
	case impossible:
		return head{}, ErrForeign
	}
	h := head{owner: number(atOwner), version: int64(int32(number(atVersion))), tables: int(binary.BigEndian.Uint16(b[atTables:])), size: size, logs: b[atJournal] == 2}
	if number(atChanges) == number(atValidFor) && size < page*number(atPages) {
		h.missing = fmt.Errorf("%w: %d bytes are missing", ErrDamaged, page*number(atPages)-size)
	}
	return h, nil
}

// owned says whether the file is ours to write: marked so and of a version that is
// known, or without anything in it.
func owned(owner, version int64, tables int) error {
	switch {
	case owner == 0 && version == 0 && tables == 0:
		return nil
	case owner != application:
		return ErrForeign
	case version > int64(len(migrations)):
		return &Newer{int(version), len(migrations)}
	case version < 0, (version == 0) != (tables == 0):
		return fmt.Errorf("%w: it has version %d and %d tables", ErrDamaged, version, tables)
	}
	return nil
}

// inside looks into a file of so many bytes. The error is ErrDamaged where it is
// nothing that could be opened.
func inside(path string, size int64) (find, error) {
	f, err := peek(path, size)
	err = mapErr(err)
	if !errors.Is(err, ErrDamaged) {
		return f, err
	}
	f, again := peek(path, size, salvaging)
	if again == nil && f.damage == nil {
		f.damage = err
	}
	return f, mapErr(again)
}

// peek opens the file, in ways besides reading only, and asks it what it is.
func peek(path string, size int64, ways ...string) (f find, err error) {
	db, err := reading(path, ways...)
	if err != nil {
		return find{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var owner, version, tables int64
	row := db.QueryRow(`SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`)
	if err := row.Scan(&owner, &version, &tables); err != nil {
		return find{}, err
	}
	if err := owned(owner, version, int(tables)); err != nil {
		return find{}, err
	}
	f.version = int(version)
	if size > readThrough && f.version == len(migrations) {
		return f, nil
	}
	var verdict string
	if err := db.QueryRow(`PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return find{}, err
	}
	if verdict != "ok" {
		f.damage = fmt.Errorf("%w: %s", ErrDamaged, strings.ReplaceAll(strings.TrimPrefix(verdict, "*** in database main ***\n"), "\n", "; "))
	}
	return f, nil
}
