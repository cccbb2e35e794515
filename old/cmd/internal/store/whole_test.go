package store

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func taken(origin string, started time.Time, people ...string) Whole {
	at := started
	if at.IsZero() {
		at = noon
	}
	return Whole{Kind: "dixit", Origin: origin, Started: started, Projection: Projection{People: people, Finished: true},
		Lines: func(string) ([]Line, error) { return []Line{{1, at, []byte(`{}`)}, {2, at, []byte(`{}`)}}, nil }}
}

// A sheet is imported once, a game without one as often as it comes.
func TestAddOnce(t *testing.T) {
	s, _ := fresh(t)
	ids := need(s.Log.Add([]Whole{taken("a", noon, "Ana"), taken("b", time.Time{}, "Ana"), taken("a", noon, "Ana"), taken("", noon, "Ana"), taken("", noon, "Ana")}, first))
	for k, want := range []bool{true, true, false, true, true} {
		if (ids[k] != "") != want {
			t.Errorf("%d: %q", k, ids[k])
		}
	}
	for id, started := range map[string]time.Time{ids[0]: noon, ids[1]: {}} {
		g, err := s.History.Game(id)
		if err != nil || !g.Started.Equal(started) || !g.Changed.Equal(noon) || !g.Finished.Equal(noon) || g.Lines != 2 {
			t.Errorf("%+v, %v", g, err)
		}
	}
	must(t, s.History.Delete(ids[0], noon))
	for origin, want := range map[string]bool{"a": true, "b": true, "c": false, "": false} {
		if is, err := s.Log.Known(origin); err != nil || is != want {
			t.Errorf("%q is known: %v, %v", origin, is, err)
		}
	}
}

// Twins began in the same second, and were played or changed here; few games are looked at for them.
func TestTwins(t *testing.T) {
	s, _ := fresh(t)
	went, other := taken("went on", noon, "Ana", "Bia"), taken("", noon, "Ana", "Bia")
	other.Kind = "versus"
	ids, err := s.Log.Add([]Whole{
		taken("", noon.Add(time.Second-1), "Ana", "Bia"), taken("", noon.Add(time.Second), "Ana", "Bia"), taken("", noon.Add(-1), "Ana", "Bia"),
		taken("renamed", noon, "Bia", "Ana"), taken("as it came", noon, "Ana", "Bia"), went, other,
	}, first)
	must(t, err)
	quiet := went.Projection
	quiet.quiet = true
	must(t, s.Log.Append(ids[3], 2, noon.Add(time.Hour), []byte(`{}`), quiet))
	must(t, s.Log.Append(ids[5], 2, noon.Add(time.Hour), []byte(`{}`), went.Projection))
	must(t, s.History.Delete(ids[0], noon))
	got := need(s.Log.Twins("dixit", noon))
	if want := slices.Sorted(slices.Values([]string{ids[0], ids[3], ids[5]})); !slices.Equal(got, want) {
		t.Errorf("%v of %v", got, ids)
	}
	if plan := planOf(t, s, twins, 1, 2, ""); !strings.Contains(plan[0], "USING INDEX games_began (started>? AND started<?)") {
		t.Error(plan)
	}
}
