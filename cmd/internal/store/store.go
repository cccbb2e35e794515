// Package store is the file in which games are kept: one SQLite database, written
// so that what was acknowledged survives a power cut. It does not know what a game
// is: a line, a draft, a result are text to it.
//
// The rules of the file:
//
//   - The log is only ever added to; the database itself refuses anything else.
//   - Everything that one answer or one event changes is one transaction.
//   - Who writes says which line was the last one seen, and which draft. When another
//     window went on in between, nothing is written and the answer is ErrMoved.
//   - A file that is not ours, is damaged, or comes from a newer version is left
//     as it is, byte for byte. A damaged or lost one is made anew from the spare logs beside it.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
)

// A Store is an open file of games. It may be used by several goroutines, and
// several processes may have the same file open. What lives in it has a handle each.
type Store struct {
	*file
	Log     Log
	Drafts  Drafts
	History History
	People  People
	Phones  Phones
}

// Log is the lines of games: the events that were told.
type Log struct{ *file }

// Drafts is what is half told: conversations, clocks, and photos that lines and drafts name.
type Drafts struct{ *file }

// History is which games there are, and how they went: what lists and statistics say.
type History struct{ *file }

// People is who plays, in which color, and which names were put right.
type People struct{ *file }

// Phones is who holds which phone.
type Phones struct{ *file }

// A file is what the handles share.
type file struct {
	ctx    context.Context // reading ends with it; writing goes on to its end
	db     *sql.DB
	path   string
	barred error // what every method that writes says; nil: the file may be written

	mu    sync.Mutex
	users int // who closes it; 0: it is closed

	unsummed atomic.Bool // it has said ErrUnsummed
}

func newStore(ctx context.Context, db *sql.DB, path string) *Store {
	f := &file{ctx: ctx, db: db, path: path, users: 1}
	return &Store{f, Log{f}, Drafts{f}, History{f}, People{f}, Phones{f}}
}

// patience is how long a write waits for another window's.
const patience = 5 * time.Second

// Open opens the file at path, and makes it, with its folder, where there is none;
// both are then for their owner alone. Reading ends where ctx ends, with its
// error; writing goes on to its end. The error is a *Newer, ErrForeign, ErrDamaged, ErrLost
// (the file is then unchanged), ErrReadOnly, ErrFull, ErrBusy, or what the disk says. A large file is not read
// through: damage in it is found by the function that reads it.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, wrapErr("open", err)
	}
	if _, err := inspect(ctx, path, readThrough); err != nil {
		return nil, wrapErr("open "+path, err)
	}
	return begin(ctx, path)
}

// begin opens a file that may be opened, and makes it where there is none.
func begin(ctx context.Context, path string) (*Store, error) {
	if err := createFile(path); err != nil {
		return nil, wrapErr("open "+path, err)
	}
	s := newStore(ctx, connect(path), path)
	err := s.writeAhead()
	if err == nil {
		err = s.migrate()
	}
	if err != nil {
		return nil, errors.Join(s.wrapErr("open "+path, err), s.db.Close())
	}
	return s, nil
}

// Another is one more use of a Store, to be closed by itself; false where it is closed already. A process must
// not open a file twice: what looks at it before SQLite does would give up the process's locks on it, and
// then whoever else comes and goes takes SQLite's log away from under it.
func (s *Store) Another() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users == 0 {
		return false
	}
	s.users++
	return true
}

// Close ends a use of the file. Everything is on the disk already.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users = max(s.users-1, 0)
	if s.users > 0 {
		return nil
	}
	return s.wrapErr("close", s.db.Close())
}

// Path returns where the file is.
func (s *Store) Path() string { return s.path }

// createFile makes the folder and an empty file, so that both are private from the start. A file
// that may only be read is refused here: SQLite would open it, put files beside it that may
// only be read as well, and still stumble over those when the file may be written again.
func createFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// connect names the database to the driver: to write, or in ways of SQLite's own (file
// names as URIs, and pragmas). One connection: SQLite writes one at a time anyway, and
// pragmas belong to a connection.
func connect(path string, ways ...string) *sql.DB {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // C:/… on Windows
	}
	if len(ways) == 0 {
		// FULL: the log of SQLite is synced with every commit. fullfsync: on macOS an
		// ordinary sync does not reach the disk.
		ways = []string{"_pragma=synchronous(FULL)", "_pragma=fullfsync(1)", "_pragma=foreign_keys(1)"}
	}
	return dial(u.String(), ways...)
}

// dial takes a path that is a URI already.
func dial(uri string, ways ...string) *sql.DB {
	teachSums()
	ways = append(ways, "_txlock=immediate", "_busy_timeout="+strconv.Itoa(int(patience.Milliseconds())))
	c, err := sqlite.NewConnector(uri + "?" + strings.Join(ways, "&"))
	if err != nil {
		panic("store: " + err.Error()) // all behind the path is ours
	}
	db := sql.OpenDB(remembering{c})
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)
	return db
}

// query asks for rows.
func (s *file) query(query string, args ...any) (*sql.Rows, error) {
	return s.db.QueryContext(s.ctx, query, args...)
}

// one reads the first row of a query, and reports whether there is one.
func (s *file) one(query string, args []any, to ...any) (found bool, err error) {
	rows, err := s.query(query, args...)
	read, err := all(rows, err, func(scan func(...any) error) (bool, error) { return true, scan(to...) })
	return len(read) > 0, err
}

// texts reads the one column of text that a query has, and leaves out what is NULL.
func (s *file) texts(query string, args ...any) ([]string, error) {
	return scanStrings(s.query(query, args...))
}

// agrees returns ErrUnsummed where a query, which looks for what has not its sum, finds something.
func (s *file) agrees(wrong string, args ...any) error {
	found, err := s.one(wrong+` LIMIT 1`, args, new(any))
	if found {
		err = ErrUnsummed
	}
	return err
}

// write runs one statement, which is a transaction of its own, and says how many rows it
// changed.
func (s *file) write(query string, args ...any) (int64, error) {
	if s.barred != nil {
		return 0, s.barred
	}
	done, err := s.db.Exec(query, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// A transaction does nothing more once a statement of it has failed: a function that is made of statements alone looks at no error,
// and inTx looks at the first one in the end.
type transaction struct {
	*sql.Tx
	err error
}

// inTx runs f in one transaction, which waits for other windows before it begins.
func (s *file) inTx(f func(*transaction) error) error {
	if s.barred != nil {
		return s.barred
	}
	begun, err := s.db.Begin()
	if err != nil {
		return err
	}
	tx := &transaction{Tx: begun}
	err = f(tx)
	if err := cmp.Or(tx.err, err); err != nil {
		_ = tx.Rollback() // err is what went wrong; a rollback that fails is one anyway
		return err
	}
	return tx.Commit()
}

// do runs a statement, and returns how many rows it changed.
func (tx *transaction) do(query string, args ...any) (rows int64) {
	if tx.err != nil {
		return 0
	}
	done, err := tx.Exec(query, args...)
	if err == nil {
		rows, err = done.RowsAffected()
	}
	tx.err = err
	return rows
}

// get reads the first row of a query; without one, the transaction fails with sql.ErrNoRows.
func (tx *transaction) get(query string, args []any, to ...any) {
	if tx.err == nil {
		tx.err = tx.QueryRow(query, args...).Scan(to...)
	}
}

// texts reads the one column of text that a query has.
func (tx *transaction) texts(query string, args ...any) (found []string) {
	if tx.err == nil {
		found, tx.err = scanStrings(tx.Query(query, args...))
	}
	return found
}
