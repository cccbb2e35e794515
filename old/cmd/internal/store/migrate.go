package store

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"
)

// migrations bring a file from each version to the next; the first one creates it. A migration that was ever released
// is never changed.
//
// Times are nanoseconds since 1970. The columns that a projection fills (people, choices, finished, results) can be
// made again from the log by the rules of the game.
var migrations = strings.Split(steps, "-- ---- the next version\n")

//go:embed migrations.sql
var steps string

// migrate brings the file to the newest version, in one transaction.
func (s *file) migrate() error {
	var version int
	if err := s.db.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil || version == len(migrations) {
		return err
	}
	return s.inTx(func(tx *transaction) error {
		tx.get(`PRAGMA user_version`, nil, &version) // another window may have been faster
		if version > len(migrations) {
			return &Newer{version, len(migrations)}
		}
		for _, m := range migrations[version:] {
			tx.do(m)
		}
		tx.do(fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, application, len(migrations)))
		return nil
	})
}

// writeAhead turns SQLite's write-ahead log on. The file remembers that, so it is done once; but SQLite does not wait
// for another window that is doing the same.
func (s *file) writeAhead() error {
	var mode string
	if err := s.db.QueryRow(`PRAGMA journal_mode`).Scan(&mode); err != nil || mode == "wal" {
		return err
	}
	for waited := time.Duration(0); ; waited += 10 * time.Millisecond {
		err := s.db.QueryRow(`PRAGMA journal_mode = WAL`).Scan(&mode)
		switch {
		case err == nil && mode != "wal":
			return errors.New("the disk cannot keep SQLite's log (a network drive?)")
		case err == nil, !errors.Is(mapErr(err), ErrBusy), waited > patience:
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
