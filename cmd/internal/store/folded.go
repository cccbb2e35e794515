package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// folded is a connection to a copy in memory of a file and of what is in SQLite's log beside it, for a
// folder in which the log's index cannot be made. It is what they were in one moment. ErrBusy: they are written all the
// time. ErrReadOnly: no copy can be made.
func folded(path string) (_ *sql.DB, err error) {
	dir, err := os.MkdirTemp("", "tablemate-")
	if err != nil {
		return nil, ErrReadOnly
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied := filepath.Join(dir, "games.db")
	if err := snapshot(path, copied); err != nil {
		return nil, err
	}
	db := connect(copied, "mode=rw")
	_, fault := db.Exec(`PRAGMA journal_mode = DELETE`) // what is in the log is in the file then
	if err := errors.Join(fault, db.Close()); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(copied)
	if err != nil {
		return nil, err
	}
	return inMemory(b)
}

// snapshot copies a file and its log as they were in one moment.
func snapshot(path, to string) error {
	for range 5 {
		before := MarkOf(path)
		for _, end := range []string{"", "-wal"} {
			if err := os.RemoveAll(to + end); err != nil {
				return err
			}
			if err := copyFile(path+end, to+end); err != nil {
				return err
			}
		}
		if MarkOf(path) == before {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return ErrBusy
}

// inMemory is a connection to a database that is these bytes.
func inMemory(b []byte) (*sql.DB, error) {
	db := dial("file::memory:")
	c, err := db.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	err = c.Raw(func(driver any) error {
		d, ok := driver.(interface{ Deserialize([]byte) error })
		if !ok {
			return fmt.Errorf("store: %T cannot read a database from memory", driver)
		}
		return d.Deserialize(b)
	})
	if err := errors.Join(err, c.Close()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
