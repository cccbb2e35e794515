package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
)

// application marks a file as ours, in SQLite's header ("tbmt").
const application = 0x74626d74

// readThrough is the size up to which a file is read through when it is opened.
const readThrough = 2 << 20

// inspect returns the version of the file at path, 0 if there is none yet, and refuses a file that this program must
// not touch. A file of at most through bytes is read through, as is one that has to be migrated, whatever its size. It
// never writes. The error is ErrDamaged, ErrLost, ErrForeign, a *Newer, or what the disk says.
func inspect(ctx context.Context, path string, through int64) (version int, err error) {
	for tries := 0; ; tries++ {
		before := MarkOf(path)
		version, err = lookOnce(ctx, path, through)
		if !errors.Is(err, ErrDamaged) || tries == 5 || MarkOf(path) == before {
			return version, err
		}
		// Another window wrote meanwhile, so it may not be damage.
	}
}

// A stamp changes with every change to a file.
type stamp struct{ size, at int64 }

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}
}

// A Mark changes with every change to a file of games, by any process. Taking one costs next to nothing, and opens
// nothing.
type Mark struct{ file, log stamp }

// MarkOf returns the mark of the file at path. A missing file has one too.
func MarkOf(path string) Mark { return Mark{stampOf(path), stampOf(path + "-wal")} }

func lookOnce(ctx context.Context, path string, through int64) (version int, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Mode().IsRegular() && info.Size() == 0:
		if spared(path) {
			return 0, ErrLost
		}
		return 0, nil
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%w: it is %s", ErrForeign, info.Mode().Type()) // opening it might block for ever
	}
	version, err = peek(ctx, path, info.Size() <= through)
	if errors.Is(err, ErrForeign) && wasOurs(path) {
		err = ErrDamaged
	}
	return version, err
}

// wasOurs reports whether there was a file of games at path, judging by the files beside it.
func wasOurs(path string) bool {
	copies, _ := Dailies(path) // without the folder there are none
	return spared(path) || len(copies) > 0
}

// peek looks at what a file is, and reads it through if asked to.
func peek(ctx context.Context, path string, through bool) (version int, err error) {
	if h, err := head(path); err != nil || len(h) < headerBytes {
		return 0, cmp.Or(err, ErrDamaged)
	}
	db, err := reading(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	version, err = owned(ctx, db)
	switch {
	case err != nil || version == 0:
	case version < len(migrations):
		err = sound(ctx, db)
	case through:
		err = cmp.Or(sound(ctx, db), summed(ctx, db))
	default:
		err = indexesHold(ctx, db)
	}
	if foreign := mapErr(err); errors.Is(foreign, ErrForeign) && !errors.Is(err, ErrForeign) {
		err = ErrDamaged // it starts like a file of SQLite
	}
	return version, mapErr(err)
}

// The start of a SQLite file (sqlite.org/fileformat2.html, section 1.3).
const (
	magic       = "SQLite format 3\x00"
	atJournal   = 18 // 1: written without SQLite's log, as backups are
	atOwner     = 68
	headerBytes = 100
)

// head returns the first bytes of a file, fewer if it is shorter. ErrForeign: it does not start like a file of SQLite.
func head(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	b := make([]byte, headerBytes)
	n, _ := f.ReadAt(b, 0)
	if !strings.HasPrefix(string(b[:n]), magic) && !strings.HasPrefix(magic, string(b[:n])) {
		return nil, ErrForeign
	}
	return b[:n], nil
}

// isBackup reports whether a file is a backup of ours.
func isBackup(path string) bool {
	h, err := head(path)
	return err == nil && len(h) == headerBytes && binary.BigEndian.Uint32(h[atOwner:]) == application && h[atJournal] == 1
}

// owned returns the version of a database that is ours, that is, marked as ours and of a known version, or empty.
func owned(ctx context.Context, db *sql.DB) (int, error) {
	var owner, version, tables int
	row := db.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema)`)
	switch err := row.Scan(&owner, &version, &tables); {
	case err != nil:
		return 0, err
	case owner == 0 && version == 0 && tables == 0:
		return 0, nil
	case owner != application:
		return 0, ErrForeign
	case version > len(migrations):
		return 0, &Newer{version, len(migrations)}
	case version < 0, (version == 0) != (tables == 0):
		return 0, fmt.Errorf("%w: it has version %d and %d tables", ErrDamaged, version, tables)
	}
	return version, nil
}

// fewGames is up to how many games all indexes of a file are checked when it is opened, if it is too large to be read
// through.
const fewGames = 1000

// indexesHold checks that every index finds all games and drafts, if there are only a few games; with more, lists check
// the part that they read. ErrUnsummed: an index is wrong.
func indexesHold(ctx context.Context, db *sql.DB) error {
	var few bool
	if err := db.QueryRowContext(ctx, `SELECT count(*) <= ?1 FROM (SELECT 1 FROM games LIMIT ?1 + 1)`, fewGames).Scan(&few); err != nil || !few {
		return err
	}
	for _, table := range []string{"games", "drafts"} {
		said, err := scanStrings(db.QueryContext(ctx, `PRAGMA integrity_check(`+table+`)`))
		if err != nil || !slices.Equal(said, []string{"ok"}) {
			return errors.Join(err, fmt.Errorf("%w: %s", ErrUnsummed, strings.Join(said, "; ")))
		}
	}
	return nil
}

// sound checks that every part of a database can be read, and that the parts fit together.
func sound(ctx context.Context, db *sql.DB) error {
	said, err := scanStrings(db.QueryContext(ctx, `PRAGMA integrity_check(1)`))
	if err != nil || !slices.Equal(said, []string{"ok"}) {
		return errors.Join(err, fmt.Errorf("%w: %s", ErrDamaged, strings.Join(said, "; ")))
	}
	orphans, err := scanStrings(db.QueryContext(ctx, `SELECT "table" FROM pragma_foreign_key_check`))
	if err == nil && len(orphans) > 0 {
		err = ErrDamaged
	}
	return err
}

// Intact checks that a file is ours, of a known version, and readable in every part. The error is ErrNone if it is
// empty or missing, or one of Open.
func Intact(ctx context.Context, path string) error {
	version, err := inspect(ctx, path, math.MaxInt64)
	if err == nil && version == 0 {
		err = ErrNone
	}
	return wrapErr("check "+path, err)
}
