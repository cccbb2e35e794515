package store

import (
	"errors"
	"syscall"
	"time"

	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
)

// Names has the renames of a folder, by which several names are one person's.
type Names struct {
	Renamed []Rename `json:"renamed"` // in the order in which that was done

	alike map[string]string // lang.Alike of names that were looked up
}

// A Rename gives the person of one name, in the games until then, another name.
type Rename struct {
	At  time.Time `json:"at"`
	Was string    `json:"was"`
	Now string    `json:"now"`
}

// Names returns the renames. With a file that cannot be read, everybody is called as in the games, and CheckNames says why.
func (f Folder) Names() Names {
	var n Names
	_ = Load(f.People(), &n)
	n.alike = map[string]string{}
	return n
}

// CheckNames returns why the file with the renames cannot be read, if it cannot.
func (f Folder) CheckNames() error {
	err := Load(f.People(), new(Names))
	// Where the folder itself is none, its games say so.
	if err == nil || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	say := lang.T("{why}: everybody is called as in the games. The file is copied before anything is written to it")
	return &fault.Failed{Say: say.With("why", err), Err: err}
}

// Now returns the present name of a person who is called name in a game that began at that time.
func (n Names) Now(name string, began time.Time) string {
	for _, r := range n.Renamed {
		if !began.After(r.At) && n.key(name) == n.key(r.Was) {
			name = r.Now
		}
	}
	return name
}

// Together returns the present names of people at one table whose name has changed, by their names of then. If two of them
// would get one name, they are two people after all, and nobody's name changes.
func (n Names) Together(names []string, began time.Time) map[string]string {
	changed, taken := map[string]string{}, map[string]bool{}
	for _, name := range names {
		now := n.Now(name, began)
		if taken[n.key(now)] {
			return nil
		}
		if taken[n.key(now)] = true; now != name {
			changed[name] = now
		}
	}
	return changed
}

func (n Names) key(name string) string {
	key, known := n.alike[name]
	if !known {
		key = lang.Alike(name)
		n.alike[name] = key
	}
	return key
}

// ChangeNames changes the renames. No other window does so meanwhile.
func (f Folder) ChangeNames(change func(*Names) error) error {
	lock, err := locked(f.People())
	if err != nil {
		return err
	}
	defer lock.lock.Unlock()
	n := f.Names()
	if err := change(&n); err != nil {
		return err
	}
	return Save(f.People(), n)
}
