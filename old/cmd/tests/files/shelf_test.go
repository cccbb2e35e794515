package files

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
)

// A shelf is a file of many games played by the rules: a few hundred different ones, repeated with other people on
// other evenings.

// A tale is a game that was played, with interchangeable people.
type tale struct {
	g      scoring.Game
	table  setup.Table
	events []scoring.Event
}

// tales returns different games of each kind, some of them unfinished.
func tales(tb testing.TB, kinds []scoring.Game, r *rand.Rand, each int) []tale {
	tb.Helper()
	var out []tale
	for _, g := range kinds {
		for range each {
			a := &laws.Anybody{Rand: r}
			t := tale{g: g, table: laws.Table(tb, g, a)}
			t.table.Origin = setup.AfterTheFact
			t.events, _ = laws.Play(tb, g, t.table, a, 5+r.IntN(60))
			out = append(out, t)
		}
	}
	return out
}

// circle are the people in the games; the first ones play most.
var circle = []string{
	"Ana", "Bia", "Caio", "Davi", "Eva", "José", "Heitor", "Ian", "Júlia", "Kátia", "Luís", "Mara", "Nuno", "Olga", "Paulo", "Rita", "Sara", "Tomás", "Ugo", "Vera",
	"Ana Lúcia", "Beto", "Clara", "Dora", "Enzo", "Flora", "Gil", "Helena", "Igor", "Joana", "Lia", "Marcos", "Nina", "Otto", "Pedro", "Quim", "Rosa", "Sofia", "Téo", "Yara",
}

// someOf returns n different people of the circle.
func someOf(r *rand.Rand, n int) []string {
	var names []string
	taken := map[int]bool{}
	for len(names) < n {
		if k := int(float64(len(circle)) * r.Float64() * r.Float64()); !taken[k] {
			taken[k] = true
			names = append(names, circle[k])
		}
	}
	return names
}

// fill puts n games into a file, three an evening, and returns how many events they have.
func fill(tb testing.TB, path string, n int, seed uint64) (events int) {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	st := opened(tb, filepath.Dir(path))
	defer st.Close() // before it is timed
	all := tales(tb, shelf.Games, r, 60)
	aDay := 3
	if n > 50000 { // so that none was played before 1970
		aDay = 5
	}
	at := time.Date(2031, 3, 1, 20, 0, 0, 0, time.Local).Add(-time.Duration(n/aDay) * 24 * time.Hour)
	var batch []store.Whole
	for k := range n {
		t, other := all[r.IntN(len(all))], all[r.IntN(len(all))]
		if len(other.events) > len(t.events) { // two million events in 100,000 games
			t = other
		}
		t.table.Players = someOf(r, len(t.table.Players))
		began := at.Add(time.Duration(k/aDay)*24*time.Hour + time.Duration(k%aDay)*time.Hour)
		w := parlor.Must(session.Whole(t.g, t.table, t.events, began, began.Add(40*time.Minute)))
		events += len(t.events)
		if batch = append(batch, w); len(batch) == 500 || k == n-1 {
			ids := parlor.Must(st.Log.Add(batch, r.IntN))
			keepSome(tb, st, r, ids)
			batch = nil
		}
	}
	return events
}

// keepSome leaves a draft in a few games, as by people who go home in the middle of a turn.
func keepSome(tb testing.TB, st *store.Store, r *rand.Rand, ids []string) {
	tb.Helper()
	for k, id := range ids {
		if k%100 != 0 {
			continue
		}
		g, err := st.History.Game(id)
		if err == nil && g.Finished.IsZero() {
			err = st.Drafts.Keep(id, g.Lines, "next", 0, []byte(`{"seed":1,"said":[]}`), g.Changed.Add(time.Minute))
		}
		parlor.Check(tb, err)
	}
}

// isKnown recomputes everything from the logs.
func isKnown(tb testing.TB, st *store.Store) {
	tb.Helper()
	got := map[[2]string]string{}
	for p, err := range st.History.Played(circle...) {
		parlor.Check(tb, err)
		got[[2]string{p.Game, p.Name}] = p.How
	}
	all := parlor.Must(st.History.List(store.Filter{}))
	for _, g := range all {
		s := parlor.Must(session.Open(st, shelf.Games, g.ID, time.Now, rand.Uint64))
		for name, want := range s.Log.Hows() {
			how, err := session.ReadHow(got[[2]string{g.ID, name}])
			if err != nil || parlor.JSON(tb, how) != parlor.JSON(tb, want) {
				tb.Fatalf("%s, %s: the store says %v, the log %v: %v", g.ID, name, how, want, err)
			}
			delete(got, [2]string{g.ID, name})
		}
	}
	if len(got) > 0 {
		tb.Errorf("%d are known of games that are not over: %v", len(got), got)
	}
}
