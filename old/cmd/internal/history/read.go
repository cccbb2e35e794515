package history

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// counts reports whether a filter wants a game of a person whose name is written in these ways.
func counts(f store.Filter, who []string, at time.Time, h session.How) bool {
	g := store.Game{Kind: h.Game, Changed: at}
	if len(f.With) > 0 {
		g.People = slices.Concat(who, h.Team, h.Ahead, h.Level, h.Behind)
	}
	return f.Wants(g)
}

// atOnce is how many games are parsed in one batch, while the next are read and the last are added up.
const atOnce = 512

// Read returns the statistics of a person whose name is written in these ways, the first one being shown.
func Read(st *store.Store, games []scoring.Game, names []string, f store.Filter) (Stats, error) {
	s := newSummary(names[0], games)
	var some []store.Played
	var unread, wrong error
	batches := make(chan (<-chan batch), runtime.GOMAXPROCS(0)) // in the order of the games
	var adding sync.WaitGroup
	adding.Go(func() {
		for next := range batches {
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
		unread = err // an error comes last
		some = append(some, p)
		if len(some) == atOnce {
			batches <- parse(some)
			some = nil
		}
	}
	batches <- parse(some)
	close(batches)
	adding.Wait()
	return s.Stats(), cmp.Or(unread, wrong)
}

// A batch is some parsed games, up to the first that cannot be read.
type batch struct {
	played []store.Played
	hows   []session.How
	err    error
}

// parse parses a batch in the background.
func parse(some []store.Played) <-chan batch {
	done := make(chan batch, 1)
	go func() {
		its := batch{played: some}
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

// Everybody returns the statistics of all people, those with the most games against others first. It leaves out people without
// a game that the filter wants.
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

// Ways groups the spellings of each person's name, in the order of the names.
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
