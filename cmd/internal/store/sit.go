package store

import (
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// Sit takes a seat at a game until leave is called or the process ends, however it ends,
// and says whether another window was there already, of another process or of this one.
// It is for telling people, never for keeping anybody out: where err is not nil (ErrNone,
// ErrReadOnly, ErrBusy, ErrDamaged …) others is false, nobody will see this window, and
// the game may be played all the same. leave is never nil, and is called before Close.
//
// A seat is a lock on a small file of its own, which the system gives back when a process
// is killed. A window sits down or leaves inside a transaction of the database, so one
// at a time: between asking for the whole file and sharing it, and between being the last
// one and removing it, nobody else can come.
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
		_ = seat.Unlock() // there is no seat anyway
		return false, func() {}, s.wrapErr("sit down at "+id, err)
	}
	s.spare(id) // of somebody who was killed
	return others, sync.OnceFunc(func() { s.stand(seat, s.head(id)) }), nil
}

// Lead takes the head of a game, until leave is called or the process ends: one window has
// it at a time, and only that one keeps the game's clocks. leads is false where another
// window has it; it is true where that cannot be told, for then nobody is to be kept out.
// The caller has a seat at the game, and leaves the head before that.
func (s *Store) Lead(id string) (leads bool, leave func()) {
	head := flock.New(s.head(id))
	if alone, err := head.TryLock(); err == nil && !alone {
		return false, func() {}
	}
	return true, sync.OnceFunc(func() { _ = head.Unlock() })
}

// head returns the file that whoever leads a game has locked. It goes with the last seat.
func (s *file) head(id string) string { return s.seats(id) + ".head" }

// seats returns the file on which the windows of a game share a lock.
func (s *file) seats(id string) string {
	return filepath.Join(filepath.Dir(s.path), "open", url.PathEscape(id)+".lock")
}

// share takes the whole file to see whether anybody else has a part in it, gives it back,
// since Windows cannot turn one lock into the other, and takes a share.
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

// stand gives a seat back, and removes its file, and that of the head, after the last one. A file that stays,
// because the disk or the database refuses, is in nobody's way.
func (s *file) stand(seat *flock.Flock, head string) {
	_ = seat.Unlock()
	_ = s.inTx(func(*transaction) error {
		if alone, err := seat.TryLock(); err != nil || !alone {
			return err
		}
		_ = os.Remove(head)
		_ = seat.Unlock() // first, for Windows removes no file that is open
		return os.Remove(seat.Path())
	})
}
