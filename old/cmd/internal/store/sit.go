package store

import (
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// Sit takes a seat at a game until leave is called or the process ends in any way, and reports whether another window,
// of any process, was there already. It serves to tell people, never to keep anybody out: if it fails (ErrNone,
// ErrReadOnly, ErrBusy, ErrDamaged …), others is false, nobody will see this window, and the game can be played all the
// same. leave is never nil, and is called before Close.
//
// A seat is a lock on a small file of its own, which the system releases when a process is killed. Windows sit down and
// leave inside a transaction of the database, one at a time: no other window can come between probing for an exclusive
// lock and sharing it, or between being the last one and removing the file.
func (s *Store) Sit(id string) (others bool, leave func(), err error) {
	seat := flock.New(s.seats(id))
	err = s.inTx(func(tx *transaction) error {
		last(tx, id)
		if tx.err != nil { // there is no such game
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(seat.Path()), 0o700); err != nil {
			return err
		}
		others, err = share(seat)
		return err
	})
	if err != nil {
		_ = seat.Unlock() // it has no lock anyway
		return false, func() {}, s.wrapErr("sit down at "+id, err)
	}
	s.spare(id) // a killed window may have left it behind
	return others, sync.OnceFunc(func() { s.stand(seat, s.head(id)) }), nil
}

// Lead takes the lead of a game, until leave is called or the process ends. One window leads at a time, and only that
// one keeps the game's clocks. leads is false if another window does; it is true if that cannot be told, since nobody
// is to be kept out. The caller has a seat at the game, and gives up the lead before it leaves the seat.
func (s *Store) Lead(id string) (leads bool, leave func()) {
	head := flock.New(s.head(id))
	if alone, err := head.TryLock(); err == nil && !alone {
		return false, func() {}
	}
	return true, sync.OnceFunc(func() { _ = head.Unlock() })
}

// head returns the path of the lock of the window that leads a game. The file goes with the last seat.
func (s *file) head(id string) string { return s.seats(id) + ".head" }

// seats returns the path of the lock that the windows of a game share.
func (s *file) seats(id string) string {
	return filepath.Join(filepath.Dir(s.path), "open", url.PathEscape(id)+".lock")
}

// share tries for an exclusive lock to see whether other windows are there, releases it, since Windows cannot downgrade
// a lock, and takes a shared one.
func share(seat *flock.Flock) (others bool, err error) {
	alone, err := seat.TryLock()
	if err == nil && alone {
		err = seat.Unlock()
	}
	if err != nil {
		return false, err
	}
	if shared, err := seat.TryRLock(); err != nil || shared {
		return !alone, err
	}
	return false, ErrBusy // a program that is not ours has it
}

// stand gives a seat up, and after the last one removes its file and the head's. If the disk or the database refuses,
// the file stays, which does no harm.
func (s *file) stand(seat *flock.Flock, head string) {
	_ = seat.Unlock()
	_ = s.inTx(func(*transaction) error {
		if alone, err := seat.TryLock(); err != nil || !alone {
			return err
		}
		_ = os.Remove(head)
		_ = seat.Unlock() // first, since Windows removes no open file
		return os.Remove(seat.Path())
	})
}
