package history

import (
	"cmp"
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

// atOnce is how many games are taken apart in one go, while the next ones are read and those before are added up.
const atOnce = 512

// Read reads how somebody plays, whose name is written in these ways: the first one is theirs.
func Read(st *store.Store, games []scoring.Game, names []string, f store.Filter) (Stats, error) {
	s := NewSummary(names[0], games)
	var some []store.Played
	var unread, wrong error
	apart := make(chan (<-chan takenApart), runtime.GOMAXPROCS(0)) // in the order of the games
	var adding sync.WaitGroup
	adding.Go(func() {
		for next := range apart {
			its := <-next
			wrong = cmp.Or(wrong, its.err)
			for k, h := range its.hows {
				if counts(f, names, its.played[k].At, h) {
					s.Add(its.played[k].At, h)
				}
			}
		}
	})
	for p, err := range st.History.Played(names...) {
		unread = err // it comes last
		some = append(some, p)
		if len(some) == atOnce {
			apart <- takeApart(some)
			some = nil
		}
	}
	apart <- takeApart(some)
	close(apart)
	adding.Wait()
	return s.Stats(), cmp.Or(unread, wrong)
}

// A takenApart is some games, and how they went: up to the first that cannot be read.
type takenApart struct {
	played []store.Played
	hows   []session.How
	err    error
}

// takeApart reads how games went, while the caller goes on.
func takeApart(some []store.Played) <-chan takenApart {
	done := make(chan takenApart, 1)
	go func() {
		its := takenApart{played: some}
		for _, p := range some {
			h, err := session.ReadHow(p.How)
			if err != nil {
				its.err = err
				break
			}
			its.hows = append(its.hows, h)
		}
		done <- its
	}()
	return done
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
