package session

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

func TestWhoSitsTogetherIsNotOne(t *testing.T) {
	for _, c := range []struct {
		people   []string
		was, now string
		want     bool
	}{
		{[]string{"Ana", "Bai"}, "Bai", "Bia", false}, {[]string{"Ana", "Bai"}, "Bai", "ana", true}, {[]string{"ana", "Bia"}, "ana", "Ana", false}, {nil, "a", "b", false},
	} {
		if got := SitsWith(c.people, c.was, c.now); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A village is the naive model of renames: each one writes into every table, and remembers what it overwrote.
type village struct {
	games   []*plainGame
	renames []plainRename // those that stand, the last one last
}

type plainGame struct {
	id      string
	written [][]byte   // the lines of its log
	tables  [][]string // by line of the log; nil: it put none
	done    []int      // the lines that stand
	undone  []int
	deleted bool
}

type plainRename struct {
	was, now string
	upto     map[*plainGame]int
	over     []func() // each gives one name back
}

// table returns the people at the table.
func (g *plainGame) table() []string {
	for _, line := range slices.Backward(g.done) {
		if g.tables[line] != nil {
			return g.tables[line]
		}
	}
	return nil
}

func (g *plainGame) adds(table []string) {
	g.done, g.undone = append(g.done, len(g.tables)), nil
	g.tables = append(g.tables, table)
}

// put renames somebody at a table, unless the new name is taken there.
func put(table []string, was, now string) (back func()) {
	seat := slices.Index(table, was)
	if seat < 0 || slices.Contains(table, now) {
		return func() {}
	}
	table[seat] = now
	return func() { table[seat] = was }
}

// rename reports whether a rename is allowed: nobody sits with both names.
func (v *village) rename(was, now string) (ids []string, may bool) {
	r := plainRename{was: was, now: now, upto: map[*plainGame]int{}}
	for _, g := range v.games {
		if !slices.Contains(g.table(), was) {
			continue
		}
		if slices.Contains(g.table(), now) {
			return nil, false
		}
		r.upto[g], ids = len(g.tables), append(ids, g.id)
	}
	if len(ids) == 0 {
		return nil, false
	}
	for g := range r.upto {
		for _, table := range g.tables {
			r.over = append(r.over, put(table, was, now))
		}
	}
	v.renames = append(v.renames, r)
	return ids, true
}

func (v *village) unrename() {
	r := v.renames[len(v.renames)-1]
	v.renames = v.renames[:len(v.renames)-1]
	for _, back := range slices.Backward(r.over) {
		back()
	}
	for g, upto := range r.upto {
		for _, table := range g.tables[upto:] {
			put(table, r.now, r.was)
		}
	}
}

// However renames, merges, their undoing and other changes mix, in windows that know of them and in others, everybody
// has the name that the naive model gives them, and no log changes. EVENINGS and SEED say how often, and which.
func TestNamesAgainstAPlainVillage(t *testing.T) {
	for n := range laws.Evenings(t, 24) {
		r := laws.New(laws.Seed(t), uint64(n))
		path, clock := file(t), watch()
		st := opened(t, path)
		v, windows := &village{}, map[string]*Session{}
		name := func() string { return []string{"Ana", "Bia", "Bai", "Caio", "Davi", "Eva"}[r.IntN(6)] }
		game := func() *plainGame { return v.games[r.IntN(len(v.games))] }
		window := func(g *plainGame) *Session { // an old one, or a new one
			if windows[g.id] == nil || r.IntN(3) == 0 {
				windows[g.id] = reopened(t, st, g.id)
			}
			return windows[g.id]
		}
		does := func(g *plainGame, do func(*Session) error) error {
			s := window(g)
			err := do(s)
			if errors.Is(err, ErrMoved) {
				err = do(s)
			}
			return err
		}
		begin := func() {
			s := Start(st, purse, "", clock, r.Uint64)
			table := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}
			for i := range table.Players {
				for table.Players[i] = ""; table.Players[i] == ""; {
					if it := name(); !slices.Contains(table.Players, it) {
						table.Players[i] = it
					}
				}
			}
			must(t, s.Begin(say(t), func(ask.Asker) (setup.Table, error) { return table, nil }))
			g := &plainGame{id: s.Log.ID()}
			g.adds(slices.Clone(table.Players))
			v.games = append(v.games, g)
		}
		begin()
		for range 60 {
			var did string
			switch g := game(); r.IntN(12) {
			case 0:
				did = "begin"
				begin()
			case 1, 2:
				did = "a move in " + g.id
				must(t, does(g, func(s *Session) error { return s.Do(move{Who: 1, Amount: 2}) }))
				g.adds(nil)
			case 3, 4:
				it, table := name(), slices.Clone(g.table())
				did = it + " comes to " + g.id
				if seat := slices.Index(table, it); seat >= 0 || len(table) > 3 {
					table = slices.Delete(table, max(0, seat), max(0, seat)+1)
				} else {
					table = append(table, it)
				}
				if len(table) < 2 {
					continue
				}
				must(t, does(g, func(s *Session) error {
					now, _ := s.Log.Table()
					to := make([]int, len(now.Players))
					for seat, was := range now.Players { // as this window knows them; one with outdated names is told
						to[seat] = slices.Index(table, was)
					}
					now.Players = table
					return makeIt(s)(s.Reseat(now, to))
				}))
				g.adds(table)
			case 5:
				did = "undo in " + g.id
				if len(g.done) > 1 {
					must(t, does(g, (*Session).Undo))
					last := len(g.done) - 1
					g.undone, g.done = append(g.undone, g.done[last]), g.done[:last]
					g.tables = append(g.tables, nil)
				}
			case 6:
				did = "redo in " + g.id
				if last := len(g.undone) - 1; last >= 0 {
					must(t, does(g, (*Session).Redo))
					g.done, g.undone = append(g.done, g.undone[last]), g.undone[:last]
					g.tables = append(g.tables, nil)
				}
			case 7:
				did = "delete or bring back " + g.id
				if g.deleted {
					must(t, st.History.Undelete(g.id))
				} else {
					must(t, st.History.Delete(g.id, clock()))
				}
				g.deleted = !g.deleted
			case 8, 9, 10:
				was, now := name(), name()
				did = was + " is " + now
				if ids, may := v.rename(was, now); may {
					must(t, Rename(st, []scoring.Game{purse}, store.Rename{At: clock(), Was: was, Now: now}, ids))
				}
			default:
				did = "take back"
				if len(v.renames) > 0 {
					v.unrename()
					last, about, _, err := st.People.LastRename()
					must(t, err)
					_, _, err = Unrename(st, []scoring.Game{purse}, last, about, clock())
					must(t, err)
				}
			}
			if r.IntN(3) > 0 { // else the program was killed before it refreshed anything
				must(t, Refresh(st, []scoring.Game{purse}, func(int) error { return nil }))
				v.isSo(t, st, did)
			}
		}
		must(t, st.Close())
		must(t, os.Remove(path)) // a lost file is rebuilt from the spare logs and the spare list of renames
		_, _, err := store.Remake(t.Context(), path, noon, Teller([]scoring.Game{purse}))
		must(t, err)
		st = opened(t, path)
		v.isSo(t, st, "made anew")
		v.isTold(t, st)
		if _, err := os.Stat(filepath.Join(filepath.Dir(path), "logs", "aside")); err == nil {
			t.Error("a spare log was moved aside")
		}
	}
}

// isSo checks lists against the village, and that the logs are unchanged.
func (v *village) isSo(t *testing.T, st *store.Store, did string) {
	t.Helper()
	games := map[string]int{}
	for _, g := range v.games {
		listed := need(st.History.Game(g.id))
		if !slices.Equal(listed.People, g.table()) {
			t.Fatalf("%s: %s: %q sit there, and %q should", did, g.id, listed.People, g.table())
		}
		for _, name := range g.table() {
			if !g.deleted {
				games[name]++
			}
		}
		lines := need(st.Log.After(g.id, 0))
		for k, l := range lines {
			if k == len(g.written) {
				g.written = append(g.written, l.Body)
			}
			if !bytes.Equal(l.Body, g.written[k]) {
				t.Fatalf("%s: line %d of %s has changed", did, k+1, g.id)
			}
		}
	}
	all := need(st.People.Persons())
	got := map[string]int{}
	for _, p := range all {
		got[p.Name] = p.Games
	}
	if !maps.Equal(got, games) {
		t.Fatalf("%s: who plays how often is %v, and should be %v", did, got, games)
	}
}

// isTold checks the people at every table there ever was.
func (v *village) isTold(t *testing.T, st *store.Store) {
	t.Helper()
	for _, g := range v.games {
		for line, e := range reopened(t, st, g.id).Log.History() {
			if names := g.tables[line]; names != nil && !slices.Equal(e.Put[0].Event.(setup.Table).Players, names) {
				t.Errorf("%s, line %d: %q, want %q", g.id, line+1, e.Put[0].Event.(setup.Table).Players, names)
			}
		}
	}
}

// A window that is half through an event when somebody is renamed is told, and keeps its answers.
func TestARenameInBetween(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	script := say(t, "purse.who=1", "purse.amount=3", "purse.vote.0=1", "purse.vote.1=2")
	answered := 0
	_, err := s.Next(ask.Func(func(q ask.Question) (ask.Answer, error) {
		if answered++; answered == 3 {
			must(t, Rename(st, []scoring.Game{purse}, store.Rename{At: noon, Was: "Bia", Now: "Bea"}, []string{s.Log.ID()}))
		}
		return script.Ask(q)
	}))
	wants(t, err, ErrMoved)
	if got := table(s).Players; !slices.Equal(got, []string{"Ana", "Bea"}) || s.Log.Called()["Bia"] != "Bea" {
		t.Error(got, s.Log.Called())
	}
	if _, err := s.Next(ask.Func(func(q ask.Question) (ask.Answer, error) {
		t.Errorf("%s is asked", q.ID)
		return ask.Answer{}, ask.ErrQuit
	})); err != nil || gold(s) != "3 0" {
		t.Error(err, gold(s))
	}
	more := table(s)
	more.Players = append(more.Players, "Bia") // another one
	must(t, makeIt(s)(s.Reseat(more, []int{0, 1})))
	if was, is := s.Log.Called()["Bia"]; is {
		t.Error("the other Bia is", was)
	}
	must(t, s.Undo())
	must(t, s.Undo()) // takes back the move, not the name
	if got := table(s).Players; !slices.Equal(got, []string{"Ana", "Bea"}) {
		t.Error(got)
	}
}

// An unfinished correction of the table names people, so a rename drops it, and nothing else.
func TestHalfATableGoesWithARename(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	must(t, s.Do(move{Who: 1, Amount: 2}))
	quits := func(lines ...string) ask.Asker {
		script, n := say(t, lines...), 0
		return ask.Func(func(q ask.Question) (ask.Answer, error) {
			if n++; n > len(lines) {
				return ask.Answer{}, ask.ErrQuit
			}
			return script.Ask(q)
		})
	}
	if _, err := s.Next(quits("purse.who=1")); !errors.Is(err, ask.ErrQuit) {
		t.Fatal(err)
	}
	s.Place.Open(100)
	if _, err := s.Part(quits("name.0=Anna"), askTableAgain); err == nil {
		t.Fatal("the table is told")
	}
	slots := func() int {
		all := need(st.Drafts.Slots(s.Log.ID()))
		return len(all)
	}
	if slots() != 2 {
		t.Fatal(slots())
	}
	must(t, Rename(st, []scoring.Game{purse}, store.Rename{At: noon, Was: "Bia", Now: "Bea"}, []string{s.Log.ID()}))
	if slots() != 1 {
		t.Error("half a table is still there")
	}
}

// When a rename is taken back, people who had the new name earlier at that table, or who came later with the old one,
// keep it.
func TestTakenBackIsWhatWasRenamed(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	sits := func(names ...string) {
		t.Helper()
		now := table(s)
		to := make([]int, len(now.Players))
		for seat, name := range now.Players {
			to[seat] = slices.Index(names, name)
		}
		now.Players = names
		must(t, makeIt(s)(s.Reseat(now, to)))
	}
	sits("Ana", "Caio")
	sits("Ana", "Caio", "Beatriz")
	must(t, Rename(st, []scoring.Game{purse}, store.Rename{At: noon, Was: "Beatriz", Now: "Bia"}, []string{s.Log.ID()}))
	wants(t, s.Log.CatchUp(), ErrMoved)
	sits("Ana", "Bia", "Beatriz")
	tables := func() (out []string) {
		for _, e := range reopened(t, st, s.Log.ID()).Log.History() {
			out = append(out, strings.Join(e.Put[0].Event.(setup.Table).Players, " "))
		}
		return out
	}
	if got, want := tables(), []string{"Ana Bia", "Ana Caio", "Ana Caio Bia", "Ana Bia Beatriz"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	last, about, _, err := st.People.LastRename()
	must(t, err)
	_, _, err = Unrename(st, []scoring.Game{purse}, last, about, noon)
	must(t, err)
	if got, want := tables(), []string{"Ana Bia", "Ana Caio", "Ana Caio Beatriz", "Ana Bia Beatriz"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A rename that an earlier version of the program wrote into the logs can be taken back in games in which it is the
// last change, and stays in games that have moved on.
func TestAWrittenRenameStaysWhereTheGameWentOn(t *testing.T) {
	st, chance := opened(t, file(t)), dice()
	first := store.Rename{At: noon.Add(time.Hour), Was: "Bia", Now: "Bea"}
	second := store.Rename{At: noon.Add(2 * time.Hour), Was: "Bea", Now: "Zoe"}
	renames := func(s *Session, r store.Rename) {
		s.Log.now = func() time.Time { return r.At }
		now := table(s)
		now.Players[slices.Index(now.Players, r.Was)] = r.Now
		must(t, makeIt(s)(s.Reseat(now, nil)))
		s.Log.now = watch()
	}
	moves := func(s *Session) { must(t, s.Do(move{Who: 1, Amount: 2})) }
	games := []struct {
		since func(*Session)
		want  [2]string // the name there after the second rename is taken back, and after the first
	}{
		{func(*Session) {}, [2]string{"Bea", "Bia"}},
		{func(s *Session) { moves(s); must(t, s.Undo()) }, [2]string{"Bea", "Bia"}},
		{moves, [2]string{"Bea", "Bea"}},
		{func(s *Session) { must(t, s.Undo()) }, [2]string{"Bia", "Bia"}},
		{func(s *Session) { must(t, s.Undo()); must(t, s.Redo()) }, [2]string{"Bea", "Bia"}},
		{func(s *Session) { renames(s, second) }, [2]string{"Bea", "Bia"}},
		{func(s *Session) { renames(s, second); moves(s) }, [2]string{"Zoe", "Zoe"}},
		{func(s *Session) { moves(s); renames(s, second) }, [2]string{"Bea", "Bea"}},
	}
	var ids []string
	for _, g := range games {
		s := Start(st, purse, "", watch(), chance)
		must(t, s.Begin(say(t), func(ask.Asker) (setup.Table, error) { return setup.Table{Players: []string{"Ana", "Bia"}}, nil }))
		renames(s, first)
		g.since(s)
		ids = append(ids, s.Log.ID())
	}
	must(t, st.People.Rename(first, nil, nil))
	must(t, st.People.Rename(second, nil, nil))
	for n, wantStays := range [][]string{{ids[6]}, {ids[2], ids[7]}} {
		last, about, _, err := st.People.LastRename()
		must(t, err)
		_, stays, err := Unrename(st, []scoring.Game{purse}, last, about, noon.Add(3*time.Hour))
		must(t, err)
		slices.Sort(wantStays)
		if !slices.Equal(stays, wantStays) {
			t.Errorf("%s stays %s in %q, want %q", last.Now, last.Now, stays, wantStays)
		}
		for k, g := range games {
			if got := table(reopened(t, st, ids[k])).Players[1]; got != g.want[n] {
				t.Errorf("game %d, %s taken back: %s, want %s", k, last.Now, got, g.want[n])
			}
		}
	}
}
