package cmd

import (
	"errors"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
)

// truth is what came of a command that looked at a damaged file: what it printed need not be all, and what
// it did not find may be there. Who asked for one game, and got it, has all of it: its lines bear sums.
func (a *app) truth(err error) error {
	if a.looked == nil {
		return err
	}
	damage := a.looked.Damage()
	var one *session.Damaged
	var could *failed
	if damage == nil || errors.As(err, &one) || err != nil && !errors.As(err, &could) && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	return a.sick(a.file(), damage)
}
