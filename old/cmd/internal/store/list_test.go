package store

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/scoring/laws"
)

// mixed returns a file with games of every sort, whose times often coincide.
func mixed(t *testing.T, r *rand.Rand, games int) *Store {
	t.Helper()
	s, _ := fresh(t)
	names := []string{"Ana", "Bia", "Caio", "Duda"}
	for n := range games {
		at := func() time.Time { return noon.Add(time.Duration(r.IntN(9)) * time.Hour) }
		id := need(s.Log.Create([]string{"dixit", "versus"}[r.IntN(2)], "", at(), r.IntN))
		for line := range r.IntN(3) {
			p := Projection{People: names[r.IntN(2) : 2+r.IntN(3)], Finished: r.IntN(2) == 0}
			if p.Finished {
				p.How = slices.Repeat([]string{fmt.Sprint("how ", n)}, len(p.People))
			}
			must(t, s.Log.Append(id, line, at(), []byte(`{}`), p))
		}
		if r.IntN(3) == 0 {
			g := need(s.History.Game(id))
			must(t, s.Drafts.Keep(id, g.Lines, "next", 0, []byte(`{"a":1}`), at()))
			if r.IntN(3) == 0 {
				must(t, s.Drafts.Keep(id, g.Lines, "next", 1, nil, at()))
			}
		}
		if r.IntN(4) == 0 {
			must(t, s.History.Delete(id, at()))
			if r.IntN(2) == 0 {
				must(t, s.History.Undelete(id))
			}
		}
	}
	return s
}

// A filter finds the same games as a scan of all games.
func TestAFilterFindsWhatItWants(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	s := mixed(t, r, 60)
	all := need(s.History.List(Filter{}))
	gone := need(s.History.List(Filter{Deleted: true}))
	if len(gone) == 0 || len(all) < 20 {
		t.Fatal(len(all), len(gone))
	}
	every := slices.Concat(all, gone)
	slices.SortStableFunc(every, func(a, b Game) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.ID, b.ID))
	})
	for range laws.Evenings(t, 3200) {
		f := Filter{Open: r.IntN(3) == 0, Begun: r.IntN(3) == 0, Deleted: r.IntN(4) == 0, Skip: r.IntN(4), Limit: r.IntN(6)}
		if f.Unbegun = !f.Begun && r.IntN(4) == 0; r.IntN(2) == 0 {
			f.Kind = "dixit"
		}
		if r.IntN(2) == 0 {
			f.Since = noon.Add(time.Duration(r.IntN(9)) * time.Hour)
		}
		for range r.IntN(3) {
			f.With = append(f.With, [][]string{{"Ana"}, {"Duda", "Caio"}, {"Nobody"}}[r.IntN(3)])
		}
		got := need(s.History.List(f))
		if want := wanted(f, every); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\n%v\nwant\n%v", f, ids(got), ids(want))
		}
	}
}

// wanted returns the games that a filter selects from all.
func wanted(f Filter, all []Game) []Game {
	all = slices.DeleteFunc(slices.Clone(all), func(g Game) bool { return !f.Wants(g) })
	all = all[min(f.Skip, len(all)):]
	if f.Limit > 0 {
		all = all[:min(f.Limit, len(all))]
	}
	return all
}

func ids(games []Game) (out []string) {
	for _, g := range games {
		out = append(out, g.ID)
	}
	return out
}

// A page of games is read from an index; no query scans all of them.
func TestAPageReadsNoMoreThanItShows(t *testing.T) {
	s, _ := fresh(t)
	for _, f := range []Filter{{Limit: 20}, {Open: true, Begun: true, Limit: 3}, {Kind: "dixit", Limit: 20}, {Limit: 20, Skip: 40}} {
		query, args := f.query()
		steps := planOf(t, s, query, args...)
		want := "games_latest"
		switch {
		case f.Open:
			want = "games_open"
		case f.Kind != "":
			want = "games_kind"
		}
		if !slices.ContainsFunc(steps, func(step string) bool { return strings.Contains(step, "INDEX "+want) }) {
			t.Errorf("%+v: %q", f, steps)
		}
	}
}

func TestDeletedGamesAreOutOfTheWayAndKept(t *testing.T) {
	s, _, id := begun(t)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{People: []string{"Ana", "Bia"}, Finished: true, How: []string{"won", "lost"}}))
	other := create(t, s)
	must(t, s.Log.Append(other, 0, noon, []byte(`{}`), Projection{People: []string{"Bia"}}))
	must(t, s.History.Delete(id, noon.Add(time.Hour)))
	must(t, s.History.Delete(id, noon.Add(2*time.Hour))) // deleting it twice changes nothing
	if games, err := s.History.List(Filter{}); err != nil || !slices.Equal(ids(games), []string{other}) {
		t.Error(ids(games), err)
	}
	if names, err := s.People.Names(); err != nil || !slices.Equal(names, []string{"Bia"}) {
		t.Error(names, err)
	}
	if p, err := finishedOf(s, "Ana", "Bia"); err != nil || len(p) != 0 {
		t.Error(p, err)
	}
	if g, err := s.History.Game(id); err != nil || !g.Deleted.Equal(noon.Add(time.Hour)) || g.Lines != 1 {
		t.Error(g, err)
	}
	if begin, err := s.History.Beginning(id[:2]); err != nil || !slices.Contains(begin, id) {
		t.Error(begin, err)
	}
	// Lines that are added meanwhile stay out of statistics.
	must(t, s.Log.Append(id, 1, noon, []byte(`{}`), Projection{People: []string{"Ana", "Bia"}, Finished: true, How: []string{"lost", "won"}}))
	if p, err := finishedOf(s, "Ana"); err != nil || len(p) != 0 {
		t.Error(p, err)
	}
	must(t, s.History.Undelete(id))
	if names, err := s.People.Names(); err != nil || !slices.Contains(names, "Ana") {
		t.Error(names, err)
	}
	if stale, err := s.History.Stale(); err != nil || !slices.Equal(stale, []string{id}) {
		t.Error(stale, err)
	}
	made := map[string]Projection{id: {People: []string{"Ana", "Bia"}, Finished: true, How: []string{"lost", "won"}}}
	must(t, s.History.Refresh(made, map[string]int{id: 1})) // the game had fewer lines then: another window was faster
	if p, err := finishedOf(s, "Ana"); err != nil || len(p) != 0 {
		t.Error(p, err)
	}
	must(t, s.History.Refresh(made, map[string]int{id: 2}))
	if p, err := finishedOf(s, "Ana", "Bia"); err != nil || len(p) != 2 || p[0].How != "lost" || p[1].How != "won" || p[0].Game != id || !p[0].At.Equal(noon) {
		t.Error(p, err)
	}
	if stale, err := s.History.Stale(); err != nil || len(stale) != 0 {
		t.Error(stale, err)
	}
	for _, err := range []error{s.History.Delete("none", noon), s.History.Undelete("none")} {
		if !errors.Is(err, ErrNone) {
			t.Error(err)
		}
	}
}

func TestWhoPlaysIsWhoSitsThereNow(t *testing.T) {
	s, _, id := begun(t)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{People: []string{"Ana", "Bai"}}))
	persons := func() string {
		all := need(s.People.Persons())
		out := ""
		for _, p := range all {
			out += fmt.Sprint(p.Name, " ", p.Games, " ")
		}
		return out
	}
	if got := persons(); got != "Ana 1 Bai 1 " {
		t.Error(got)
	}
	must(t, s.Log.Append(id, 1, noon, []byte(`{}`), Projection{People: []string{"Ana", "Bia"}, Finished: true, How: []string{"1", "2"}}))
	if got := persons(); got != "Ana 1 Bia 1 " {
		t.Error(got)
	}
	if p, err := finishedOf(s, "Bia"); err != nil || len(p) != 1 {
		t.Error(p, err)
	}
	must(t, s.Log.Append(id, 2, noon.Add(time.Hour), []byte(`{}`), Projection{People: []string{"Ana", "Bia"}})) // undone, so it is not over
	if p, err := finishedOf(s, "Bia"); err != nil || len(p) != 0 {
		t.Error(p, err)
	}
	if got := persons(); got != "Ana 1 Bia 1 " {
		t.Error(got)
	}
}

// An old file knows who played what as soon as it is opened, and how it went after a refresh.
func TestAnOlderFileIsStale(t *testing.T) {
	s := open(t, versionOne(t))
	stale, err := s.History.Stale()
	if err != nil || !slices.Equal(stale, []string{"zena"}) {
		t.Error(stale, err)
	}
	if games, err := s.History.List(Filter{With: [][]string{{"Bia"}}, Limit: 5}); err != nil || !slices.Equal(ids(games), []string{"zena"}) {
		t.Error(ids(games), err)
	}
	if all, err := s.People.Persons(); err != nil || len(all) != 2 || all[0].Games+all[1].Games < 2 {
		t.Error(all, err)
	}
}

func finishedOf(s *Store, names ...string) (out []Played, err error) {
	for p, bad := range s.History.Played(names...) {
		if bad != nil {
			return nil, bad
		}
		out = append(out, p)
	}
	return out, nil
}
