package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// application marks a file as ours, in the header of SQLite ("tbmt").
const application = 0x74626d74

// What the first bytes of a SQLite file say (sqlite.org/fileformat2.html, section 1.3),
// and of its first page, whether it has any table.
const (
	magic       = "SQLite format 3\x00"
	atPageSize  = 16
	atChanges   = 24 // equal to atValidFor where atPages is right
	atPages     = 28
	atVersion   = 60
	atOwner     = 68
	atValidFor  = 92
	atTables    = 103
	headerBytes = 105
)

// readThrough is the size up to which a file is read through when it is opened.
const readThrough = 256 << 10

// look reads what is at path and refuses what this program must not touch. It never
// writes. It runs before this process has the database open, because closing a file
// gives up this process's locks on it.
func look(path string) error {
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	head := make([]byte, headerBytes)
	n, err := io.ReadFull(f, head)
	info, serr := f.Stat()
	_ = f.Close() // it was only read
	switch {
	case serr != nil:
		return serr
	case info.IsDir():
		return fmt.Errorf("%w: it is a folder", ErrForeign)
	case n == 0 && errors.Is(err, io.EOF):
		return nil
	case string(head[:min(n, len(magic))]) != magic[:min(n, len(magic))]:
		return ErrForeign
	case n < headerBytes:
		return fmt.Errorf("%w: it ends after %d bytes", ErrDamaged, n)
	}
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return lookInside(path) // what the header says may be older than what is in the log beside it
	}
	return judge(head, info.Size(), path)
}

func judge(head []byte, size int64, path string) error {
	number := func(at int) int64 { return int64(binary.BigEndian.Uint32(head[at:])) }
	page := int64(binary.BigEndian.Uint16(head[atPageSize:]))
	if page == 1 {
		page = 1 << 16
	}
	tables := binary.BigEndian.Uint16(head[atTables:])
	if err := owned(number(atOwner), number(atVersion), int(tables)); err != nil {
		return err
	}
	if number(atChanges) == number(atValidFor) && size < page*number(atPages) {
		return fmt.Errorf("%w: %d bytes are missing", ErrDamaged, page*number(atPages)-size)
	}
	if tables > 0 && size <= readThrough {
		return lookInside(path)
	}
	return nil
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
	}
	return nil
}

// lookInside opens the file for reading only.
func lookInside(path string) (err error) {
	db := connect(path, "ro")
	defer func() { err = errors.Join(err, db.Close()) }()
	var owner, version, tables int64
	row := db.QueryRow(`SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`)
	if err := row.Scan(&owner, &version, &tables); err != nil {
		return err
	}
	if err := owned(owner, version, int(tables)); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > readThrough {
		return err
	}
	var verdict string
	if err := db.QueryRow(`PRAGMA quick_check(1)`).Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	return nil
}
