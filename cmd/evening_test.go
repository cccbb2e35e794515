package cmd

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/history"
	"github.com/tablemate/tablemate/cmd/internal/store"
)

// eveningsAreFound: every evening of a shelf is found by its day and by how far back it lies, with all of its games: those that
// somebody won are somebody's wins, those that are not over are named, and a deleted one is neither.
func eveningsAreFound(t *testing.T, st *store.Store) {
	t.Helper()
	all, err := st.Games()
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Delete(all[0].ID, parlorTime); err != nil {
		t.Fatal(err)
	}
	of := map[string][]string{} // by day
	for _, g := range all[1:] {
		day := g.Started.Local().Format(time.DateOnly)
		of[day] = append(of[day], g.ID)
	}
	days := 0
	for back := 0; ; back++ {
		e, err := history.Latest(st, games, back)
		if errors.Is(err, history.ErrNone) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		day, err := dayOf(e.Began.Local().Format("02/01/2006"))
		if err != nil {
			t.Fatal(err)
		}
		same, err := history.On(st, games, day)
		if err != nil || !slices.EqualFunc(e.People, same.People, func(a, b history.Standing) bool { return a.Name == b.Name && a.Rank == b.Rank }) {
			t.Fatal(day, err)
		}
		var ids []string
		won, wins := 0, 0
		for _, g := range slices.Concat(e.Games, e.Unfinished) {
			ids = append(ids, g.ID)
			for _, h := range g.Hows {
				if h.Won && !h.Alone() { // alone nobody wins against anybody
					won++
				}
			}
		}
		for _, s := range e.People {
			wins += s.Wins
		}
		want := of[day.Format(time.DateOnly)]
		slices.Sort(want)
		if slices.Sort(ids); !slices.Equal(ids, want) || won != wins {
			t.Fatalf("%s: %v, want %v; %d and %d wins", day, ids, want, won, wins)
		}
		days++
	}
	if _, err := history.On(st, games, parlorTime); !errors.Is(err, history.ErrNone) || days != len(of) {
		t.Error(days, len(of), err)
	}
}
