package history

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// counts reports whether a filter wants a game that somebody played, whose name is written in these ways.
func counts(f store.Filter, who []string, at time.Time, h session.How) bool {
	g := store.Game{Kind: h.Game, Changed: at}
	if len(f.With) > 0 {
		g.People = slices.Concat(who, h.Team, h.Ahead, h.Level, h.Behind)
	}
	return f.Wants(g)
}

// Read reads how somebody plays, whose name is written in these ways: the first one is theirs.
func Read(st *store.Store, games []scoring.Game, names []string, f store.Filter) (Stats, error) {
	s := NewSummary(names[0], games)
	var some []store.Played
	add := func() error {
		hows, err := readHows(some)
		for k, h := range hows {
			if counts(f, names, some[k].At, h) {
				s.Add(some[k].At, h)
			}
		}
		some = some[:0]
		return err
	}
	for p, err := range st.History.Played(names...) {
		some = append(some, p)
		if err == nil && len(some) == atOnce {
			err = add()
		}
		if err != nil {
			return Stats{}, err
		}
	}
	if err := add(); err != nil {
		return Stats{}, err
	}
	return s.Stats(), nil
}

// Everybody reads how all people play, those with the most games with others first. A person without a game that the filter wants is left out.
func Everybody(st *store.Store, games []scoring.Game, f store.Filter) ([]Stats, error) {
	names, err := st.People.Names()
	if err != nil {
		return nil, err
	}
	var all []Stats
	for _, ways := range Ways(names) {
		s, err := Read(st, games, ways, f)
		if err != nil {
			return nil, err
		}
		if len(s.Kinds) > 0 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b Stats) int { return b.Won.Of - a.Won.Of })
	return all, nil
}

// Ways returns people by how they are written: all ways of each, in the order in which they are named.
func Ways(names []string) [][]string {
	var out [][]string
	at := map[string]int{}
	for _, name := range names {
		who := setup.Alike(name)
		if _, met := at[who]; !met {
			at[who], out = len(out), append(out, nil)
		}
		out[at[who]] = append(out[at[who]], name)
	}
	return out
}

// atOnce is how many games are taken apart in one go, by all processors: it is most of what statistics take.
const atOnce = 4096

// readHows reads how games went, in their order; nothing of them where one cannot be read.
func readHows(some []store.Played) ([]session.How, error) {
	out, workers := make([]session.How, len(some)), runtime.GOMAXPROCS(0)
	wrong := make([]error, workers)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for k := w; k < len(some) && wrong[w] == nil; k += workers {
				out[k], wrong[w] = session.ReadHow(some[k].How)
			}
		})
	}
	all.Wait()
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	return out, nil
}
