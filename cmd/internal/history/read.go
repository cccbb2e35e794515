package history

import (
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// Only says which games count; the zero value: all.
type Only struct {
	Kind  string    // scoring.Game.ID
	Since time.Time // finished then or later
	With  [][]string
}

func (o Only) counts(at time.Time, h session.How) bool {
	for _, names := range o.With {
		if !among(names, h.Team, h.Ahead, h.Level, h.Behind) {
			return false
		}
	}
	return (o.Kind == "" || h.Game == o.Kind) && !at.Before(o.Since)
}

// among reports whether one of some names stands in one of some lists.
func among(names []string, lists ...[]string) bool {
	for _, list := range lists {
		for _, n := range list {
			for _, name := range names {
				if n == name {
					return true
				}
			}
		}
	}
	return false
}

// Read reads how somebody plays, whose name is written in these ways: the first one is theirs.
func Read(st *store.Store, games []scoring.Game, names []string, only Only) (Stats, error) {
	s := NewSummary(names[0], games)
	for p, err := range st.Played(names...) {
		if err != nil {
			return Stats{}, err
		}
		h, err := session.ReadHow(p.How)
		if err != nil {
			return Stats{}, err
		}
		if only.counts(p.At, h) {
			s.Add(p.At, h)
		}
	}
	return s.Stats(), nil
}
