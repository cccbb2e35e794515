// Package store keeps games in one SQLite database, written so that every acknowledged answer survives a power cut. It
// does not know what a game is: a line, a draft and a result are text to it.
//
// The rules of the file:
//
//   - The log is append-only; the database itself refuses anything else.
//   - Everything that one answer or one event changes is one transaction.
//   - A writer says which line and which draft it saw last. If another window has moved on since, nothing is written and
//     the error is ErrMoved.
//   - A file that is not ours, is damaged, or comes from a newer version is left as it is, byte for byte. A damaged or
//     lost one is rebuilt from the spare logs beside it.
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

// A Store is an open file of games. Several goroutines may use it, and several processes may have the same file open.
// Each kind of content has a handle of its own.
type Store struct {
	*file
	Log     Log
	Drafts  Drafts
	History History
	People  People
	Phones  Phones
}

// Log holds the lines of games: the events that were told.
type Log struct{ *file }

// Drafts holds unfinished dialogs, clocks, and the photos that lines and drafts refer to.
type Drafts struct{ *file }

// History lists games and how they went, for lists and statistics.
type History struct{ *file }

// People holds who plays, in which color, and which names were put right.
type People struct{ *file }

// Phones holds who has which phone.
type Phones struct{ *file }

// A file is the state that the handles share.
type file struct {
	ctx    context.Context // reads end with it; writes run to completion
	db     *sql.DB
	path   string
	barred error // the error of every method that writes; nil: the file is writable

	mu    sync.Mutex
	users int // how many uses have yet to be closed; 0: it is closed

	unsummed atomic.Bool // a read has returned ErrUnsummed
}

func newStore(ctx context.Context, db *sql.DB, path string) *Store {
	f := &file{ctx: ctx, db: db, path: path, users: 1}
	return &Store{f, Log{f}, Drafts{f}, History{f}, People{f}, Phones{f}}
}

// patience is how long a write waits for another window's.
const patience = 5 * time.Second

// Open opens the file at path. It creates the file and its folder if they are missing, readable by their owner alone.
// Reads end with ctx and return its error; writes run to completion. The error is a *Newer, ErrForeign, ErrDamaged,
// ErrLost (these four leave the file unchanged), ErrReadOnly, ErrFull, ErrBusy, or what the disk says. A large file is
// not read through: the function that reads a damaged part finds the damage.
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

// begin opens a file that inspect has passed, and creates it if it is missing.
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

// Another adds a use of the Store, which has to be closed like the first; it returns false if the Store is closed
// already. A process must not open a file twice: inspecting it before SQLite does would drop the process's own locks on
// it, and then the next process to come and go would take SQLite's log away from under it.
func (s *Store) Another() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users == 0 {
		return false
	}
	s.users++
	return true
}

// Close ends one use of the file. Everything is on the disk already.
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

// createFile creates the folder and an empty file, so both are private from the start. A read-only file is refused
// here: SQLite would open it, leave read-only files beside it, and trip over those once the file is writable again.
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

// connect opens the database for writing, or in the given ways of SQLite's own (URI parameters and pragmas). It allows
// one connection: SQLite has one writer at a time anyway, and pragmas belong to a connection.
func connect(path string, ways ...string) *sql.DB {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // on Windows, C:/…
	}
	if len(ways) == 0 {
		// FULL syncs SQLite's log with every commit. fullfsync: on macOS an ordinary sync does not reach the disk.
		ways = []string{"_pragma=synchronous(FULL)", "_pragma=fullfsync(1)", "_pragma=foreign_keys(1)"}
	}
	return dial(u.String(), ways...)
}

// dial does the same for a path that is a URI already.
func dial(uri string, ways ...string) *sql.DB {
	teachSums()
	ways = append(ways, "_txlock=immediate", "_busy_timeout="+strconv.Itoa(int(patience.Milliseconds())))
	c, err := sqlite.NewConnector(uri + "?" + strings.Join(ways, "&"))
	if err != nil {
		panic("store: " + err.Error()) // the whole query string is ours
	}
	db := sql.OpenDB(remembering{c})
	db.SetMaxOpenConns(1)
	db.SetMaxIdleConns(1)
	return db
}

func (s *file) query(query string, args ...any) (*sql.Rows, error) {
	return s.db.QueryContext(s.ctx, query, args...)
}

// one reads the only row of a query, and reports whether there is one.
func (s *file) one(query string, args []any, to ...any) (found bool, err error) {
	rows, err := s.query(query, args...)
	read, err := all(rows, err, func(scan func(...any) error) (bool, error) { return true, scan(to...) })
	return len(read) > 0, err
}

// texts reads a query's only column, and skips NULLs. doing is what its error says was tried.
func (s *file) texts(doing, query string, args ...any) ([]string, error) {
	found, err := scanStrings(s.query(query, args...))
	return found, s.wrapErr(doing, err)
}

// agrees runs a query that looks for wrong sums, and returns ErrUnsummed if it finds any.
func (s *file) agrees(wrong string, args ...any) error {
	found, err := s.one(wrong+` LIMIT 1`, args, new(any))
	if found {
		err = ErrUnsummed
	}
	return err
}

// write runs one statement as a transaction of its own, and returns how many rows it changed.
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

// A transaction's do, get and texts do nothing once one of them has failed, so a function that only calls those needs no
// error checks: inTx looks at err in the end.
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
		_ = tx.Rollback() // nothing is committed even if this fails
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

// get reads the first row of a query; if there is none, the transaction fails with sql.ErrNoRows.
func (tx *transaction) get(query string, args []any, to ...any) {
	if tx.err == nil {
		tx.err = tx.QueryRow(query, args...).Scan(to...)
	}
}

// texts reads a query's only column, and skips NULLs.
func (tx *transaction) texts(query string, args ...any) (found []string) {
	if tx.err == nil {
		found, tx.err = scanStrings(tx.Query(query, args...))
	}
	return found
}
