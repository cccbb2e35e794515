package history

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// kept returns a file of games that were begun at some hour, left now and then, finished and corrected, and their spans.
func kept(t *testing.T, r *rand.Rand, games int, hour func() int, leave int) (*store.Store, []span) {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	laws.Need(t, err)
	t.Cleanup(func() { _ = st.Close() })
	var all []span
	for range games {
		now := at(float64(hour()))
		step := func() time.Time {
			if now = now.Add(time.Duration(r.IntN(150)) * time.Minute); r.IntN(leave) == 0 {
				now = now.Add(time.Duration(r.IntN(30)) * time.Hour)
			}
			return now
		}
		id, err := st.Log.Create("dixit", "", now, r.IntN)
		s, over := span{store.Game{ID: id}, []time.Time{now}}, false
		for line := range r.IntN(6) {
			moment := step()
			if err == nil {
				over = over || r.IntN(3) == 0
				err = st.Log.Append(id, line, moment, []byte(`{}`), store.Projection{People: []string{"Ana"}, Finished: over})
			}
			if !over || s.ID == id {
				s.Moments = append(s.Moments, moment)
			}
			if over && s.ID == id { // all that follows is a correction
				all, s.ID = append(all, s), ""
			}
		}
		if s.ID == id && len(s.Moments) > 1 {
			all = append(all, s)
		}
		if err == nil && r.IntN(6) == 0 {
			err = st.History.Delete(id, now)
			all = slices.DeleteFunc(all, func(s span) bool { return s.ID == id })
		}
		laws.Need(t, err)
	}
	return st, all
}

func ids(games []store.Game) []string {
	var out []string
	for _, g := range games {
		out = append(out, g.ID)
	}
	slices.Sort(out)
	return out
}

// all returns the games of an evening, readable or not.
func (e Evening) all() (out []store.Game) {
	for _, g := range slices.Concat(e.Games, e.Unfinished) {
		out = append(out, g.Game)
	}
	return out
}

func (r group) all() (out []store.Game) {
	for _, s := range r.Games {
		out = append(out, s.Game)
	}
	return out
}

// Going back finds the same evenings as reading everything.
func TestEveningsAreFoundFromTheirEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 2 {
		st, all := kept(t, r, 40, func() int { return r.IntN(400) }, 4)
		want := grouped(all)
		if len(want) < 5 {
			t.Fatal(len(want))
		}
		began, err := Begun(st, len(want)+1)
		if len(began) != len(want) || err != nil {
			t.Fatal(len(began), err)
		}
		for back, run := range want {
			got, err := Find(st, nil, time.Time{}, back)
			if err != nil || !slices.Equal(ids(got.all()), ids(run.all())) || !began[back].Equal(run.Began) {
				t.Fatalf("%d back: %v, want %v: %v", back, got, run, err)
			}
		}
		if _, err := Find(st, nil, time.Time{}, len(want)); !errors.Is(err, ErrNone) {
			t.Fatal(err)
		}
	}
}

// The evening of a day is the last one that began on it, however much was played in the following days.
func TestTheEveningOfADay(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	st, all := kept(t, r, 60, func() int { return 24*r.IntN(4) + r.IntN(4) }, 1<<20)
	want := map[time.Time]group{}
	for _, r := range grouped(all) {
		day := r.Began.UTC().Truncate(24 * time.Hour)
		if _, later := want[day]; !later {
			want[day] = r
		}
	}
	several := 0
	for day := at(-20); day.Before(at(200)); day = day.Add(24 * time.Hour) {
		run, known := want[day]
		got, err := Find(st, nil, day, 0)
		if !slices.Equal(ids(got.all()), ids(run.all())) || errors.Is(err, ErrNone) == known || err != nil && known {
			t.Errorf("%v: %v, want %v: %v", day, got, run, err)
		}
		several += len(got.all()) / 8
	}
	if several < 3 {
		t.Error(several)
	}
}
