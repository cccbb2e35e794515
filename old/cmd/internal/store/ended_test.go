package store

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Pages of games by their ends agree with a scan of all games.
func TestEnded(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	s := mixed(t, r, 60)
	all := need(s.History.List(Filter{}))
	for n := range all { // a draft does not count as an end
		moments := need(s.Log.Moments(all[n].ID))
		if len(moments) != all[n].Lines {
			t.Fatal(all[n], moments)
		}
		if all[n].Lines > 0 {
			all[n].Changed = moments[all[n].Lines-1]
		}
	}
	slices.SortFunc(all, func(a, b Game) int { return strings.Compare(a.ID, b.ID) })
	for _, until := range []time.Time{{}, noon, noon.Add(4 * time.Hour), noon.Add(-time.Hour)} {
		for range 20 {
			skip, limit := r.IntN(20), 1+r.IntN(30)
			got := need(s.History.Ended(until, skip, limit))
			if want := endedOf(slices.Clone(all), until, skip, limit); !slices.Equal(ids(got), ids(want)) {
				t.Fatalf("until %v, %d of %d: %v, want %v", until, limit, skip, ids(got), ids(want))
			}
		}
	}
	for _, kind := range []string{"", "dixit", "versus", "chess"} {
		over := slices.DeleteFunc(slices.Clone(all), func(g Game) bool { return g.Finished.IsZero() || kind != "" && g.Kind != kind })
		last := need(s.History.LastOver(kind))
		if want := append(ids(endedOf(over, time.Time{}, 0, 1)), ""); want[0] != last {
			t.Errorf("%q: %s, want %s", kind, last, want[0])
		}
	}
}

// endedOf is Ended for a list of all games.
func endedOf(all []Game, until time.Time, skip, limit int) []Game {
	end := func(g Game) time.Time {
		if g.Finished.IsZero() {
			return g.Changed
		}
		return g.Finished
	}
	all = slices.DeleteFunc(all, func(g Game) bool {
		return g.Lines == 0 || !g.Deleted.IsZero() || !until.IsZero() && end(g).After(until)
	})
	slices.SortStableFunc(all, func(a, b Game) int { return end(b).Compare(end(a)) })
	all = all[min(skip, len(all)):]
	return all[:min(limit, len(all))]
}
