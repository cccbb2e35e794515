// Package laws holds what must be true of every game without a session, and the random player. The tests of games and of the
// program import it; the program never does.
package laws

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/internal/sheet"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Check holds a game against every law, in seconds: its parts, random evenings to the end, and dialogs that are replayed at other
// tables. A failure names the seed of its evening; EVENINGS sets the number of evenings. beside lists the kinds of events that depend
// on who sits beside whom, and so need not fit when people change seats.
func Check(t *testing.T, g scoring.Game, beside ...string) {
	t.Run("made of", func(t *testing.T) {
		for _, what := range Missing(g) {
			t.Error(what)
		}
	})
	t.Run("evenings", func(t *testing.T) { t.Parallel(); evenings(t, g, beside) })
	t.Run("drafts", func(t *testing.T) { t.Parallel(); drafts(t, g) })
}

// leastEntries is the least number of entries in a handbook.
const leastEntries = 5

// Missing returns what a game lacks or says twice, a sentence each.
func Missing(g scoring.Game) (out []string) {
	lacks := func(lacks bool, format string, args ...any) {
		if lacks {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	lacks(g.ID == "" || g.Name.Empty(), "the game has no ID or no Name")
	lacks(g.MinPlayers < 1 || g.MaxPlayers < g.MinPlayers, "it is for %d to %d players", g.MinPlayers, g.MaxPlayers)
	lacks(len(g.Events) == 0, "no event of its own stands in Events")
	lacks(g.Setup.Lay == nil && len(g.Setup.Paper) > 0, "there are flags for setup (Paper), but nothing to lay out (Lay)")
	lacks(!g.First.Empty() && g.FirstIs != scoring.AskedLater && g.Onward.Empty(), "First asks who begins, but the game gives no Onward, so a rematch cannot move it on")
	lacks(g.First.Empty() && !g.Onward.Empty(), "Onward says who begins a rematch, but no First asks who begins at all")
	lacks(g.FirstIs == scoring.AskedLater && !g.Onward.Empty(), "with AskedLater the game asks who begins when the cards are dealt, so no Onward may promise it before")
	lacks(strings.Contains(g.Onward.Other, "{name}") == g.Onward.Empty(), "Onward has no place {name} for who begins: %q", g.Onward.Other)
	keys := map[string]string{"y": "", "s": "", "p": "", "b": "", "e": ""} // keys of the lines that every game may have
	for _, o := range g.Options {
		other, taken := keys[o.Key]
		lacks(o.Key == "" || o.Line.Empty(), "the option %s has no Key or no Line", o.ID)
		lacks(taken && other != o.ID && (o.Key != "e" || g.Seat != nil), "the key %q of the option %s is taken", o.Key, o.ID)
		keys[o.Key] = o.ID
	}
	var first []string
	for _, tag := range lang.Languages {
		ids, err := entries(g, tag)
		lacks(err != nil, "there is no handbook in %s: %v", tag, err)
		noun := "entries"
		if len(ids) == 1 {
			noun = "entry"
		}
		_, ours := g.Handbook.(embed.FS) // authors of game files write what they like
		lacks(err == nil && ours && len(ids) < leastEntries, "the handbook has %d %s in %s; at least %d", len(ids), noun, tag, leastEntries)
		if first == nil {
			first = ids
		}
		lacks(err == nil && !introduced(g, tag), "the handbook has no title and introduction before its first entry in %s", tag)
		lacks(err == nil && !slices.Equal(first, ids), "the handbook has not the same entries in every language: %v, and in %s %v", first, tag, ids)
	}
	return out
}

var introduction = regexp.MustCompile(`^# .+\n\n[^#\s]`)

// introduced reports whether a handbook begins with a title and an introduction.
func introduced(g scoring.Game, tag string) bool {
	book, _ := g.Handbook.ReadFile("handbook/" + tag + ".md")
	return introduction.Match(book)
}

var entryID = regexp.MustCompile(`(?m)^## .* \{#(.*)\}$`)

// entries returns the IDs of the entries of a handbook.
func entries(g scoring.Game, tag string) (ids []string, err error) {
	book, err := g.Handbook.ReadFile("handbook/" + tag + ".md")
	for _, m := range entryID.FindAllSubmatch(book, -1) {
		ids = append(ids, string(m[1]))
	}
	return ids, err
}

// An evening is one game, played out.
type evening struct {
	scoring.Game
	t      *testing.T
	a      *Anybody
	table  setup.Table
	events []scoring.Event
	s      scoring.State
	beside []string // as in Check
	voices []*lang.Localizer
}

// evenings plays random games. Most of them have to end.
func evenings(t *testing.T, g scoring.Game, beside []string) {
	n, seed, finished := Evenings(t, 40), Seed(t), 0
	voices := voicesOf(g)
	for k := range n {
		e := &evening{Game: g, t: t, a: New(seed, uint64(k)), voices: voices, beside: beside}
		e.table = Table(t, g, e.a)
		if e.playOut() {
			finished++
		}
		e.atAnotherTable()
		e.anywhere(Table(t, g, e.a))
		if t.Failed() {
			t.Fatalf("evening %d of SEED=%d", k, seed)
		}
	}
	if _, ours := g.Handbook.(embed.FS); ours && finished < n*3/5 { // a file may describe a game that never ends
		t.Errorf("only %d of %d games came to an end", finished, n)
	}
}

// Play plays a game at a table until it is over or has so many events, and returns them.
func Play(tb testing.TB, g scoring.Game, t setup.Table, a *Anybody, most int) ([]scoring.Event, scoring.State) {
	tb.Helper()
	s, err := g.New(t)
	if err != nil {
		tb.Fatalf("%s: the table is refused: %v", g.ID, err)
	}
	var events []scoring.Event
	for len(events) < most && !s.Result().Finished() {
		a.Asked = nil
		e, _, err := asktest.Talk(a, ask.Draft{Seed: a.Uint64()}, ask.Draft{}, nowhere, asks(g, s))
		if err == nil {
			s, err = g.Apply(s, e)
		}
		if err != nil {
			tb.Fatalf("%s: event %d: %v", g.ID, len(events), err)
		}
		events = append(events, e)
	}
	return events, s
}

func asks(g scoring.Game, s scoring.State) func(ask.Asker) (scoring.Event, error) {
	return func(a ask.Asker) (scoring.Event, error) { return g.Next(a, s) }
}

func (e *evening) playOut() (finished bool) {
	s, err := e.New(e.table)
	if err != nil {
		e.t.Errorf("the table that was asked for is refused: %v", err)
		return false
	}
	e.s = s
	for len(e.events) < 120 && !e.s.Result().Finished() && !e.t.Failed() {
		e.comeAndGo()
		if e.a.IntN(5) == 0 {
			e.stoppedIsOver()
		}
		e.leaves()
		event := e.askTwice()
		if event == nil {
			return false
		}
		before := e.s
		e.apply(event)
		e.spoilt(before, event)
		if e.a.IntN(8) == 0 || e.s.Result().Finished() {
			e.sheetOutAndIn()
		}
	}
	e.stoppedIsOver()
	e.ledgerIsStandings(e.s)
	if next := scoring.NextFirst(e.s); !slices.Contains(scoring.Present(len(e.table.Players), scoring.Away(e.s)), next) {
		e.t.Errorf("seat %d begins the next game, and is not there", next)
	}
	again, _, err := e.Fold(e.table, e.events)
	if err != nil || !reflect.DeepEqual(again.Result(), e.s.Result()) {
		e.t.Errorf("the same events make another game: %v", err)
	}
	return e.s.Result().Finished()
}

// apply applies an event that the rules must allow.
func (e *evening) apply(event scoring.Event) {
	e.t.Helper()
	before := fmt.Sprintf("%#v", e.s)
	next, err := e.Apply(e.s, event)
	if err != nil {
		e.t.Errorf("%#v is refused: %v", event, err)
		return
	}
	if after := fmt.Sprintf("%#v", e.s); after != before {
		e.t.Errorf("Apply changed its receiver:\n%s\n%s", before, after)
	}
	e.readsBack(event)
	if e.Tell(e.s, event).Empty() {
		e.t.Errorf("%#v cannot be told", event)
	}
	if event.Kind() != "person" { // a column, which is not announced
		e.newsIsNew(next)
	}
	e.s, e.events = next, append(e.events, event)
}

// newsIsNew checks that what is announced after an event, the parts that are News, is what it paid.
func (e *evening) newsIsNew(next scoring.State) {
	e.t.Helper()
	was, r := e.s.Result(), next.Result()
	if slices.Equal(was.Points, r.Points) || len(was.Points) != len(r.Points) {
		return
	}
	told := slices.Clone(was.Points)
	for _, l := range next.Ledger() {
		if slices.Contains(r.News(), l.Part) {
			told[l.Row] += l.Points
		}
	}
	if !slices.Equal(told, r.Points) {
		e.t.Errorf("had %v, and is told to have come to %v; %v is true", was.Points, told, r.Points)
	}
}

// ledgerIsStandings checks that the points are those of the ledger, each with a reason and a source.
func (e *evening) ledgerIsStandings(s scoring.State) {
	e.t.Helper()
	r := s.Result()
	if got := scoring.Totals(s.Ledger(), len(r.Rows)); !slices.Equal(got, r.Points) {
		e.t.Errorf("the ledger sums to %v, the standings are %v", got, r.Points)
	}
	for _, l := range s.Ledger() {
		if l.Points != 0 && (l.Why.Empty() || l.Where.Empty()) || l.Part < 0 || l.Part >= len(r.Parts) {
			e.t.Errorf("a point without its reason (Why), its place in the rulebook (Where) or its part: %+v", l)
		}
	}
	if len(r.Winners) > 0 && !r.Over {
		e.t.Errorf("somebody wins before the end: %+v", r)
	}
	if r.Finished() != (r.DecidedBy != scoring.Undecided) && !r.Reopens {
		e.t.Errorf("a game has to say how it was decided (DecidedBy) once it is finished, and not before: %+v", r)
	}
}

// voicesOf returns a voice for every language of a game. They are slow to make.
func voicesOf(g scoring.Game) (all []*lang.Localizer) {
	for _, tag := range lang.Languages {
		all = append(all, lang.NewLocalizer(tag, lang.Texts, fault.Texts, ask.Texts, sheet.Texts, setup.Texts, scoring.Texts, g.Texts, g.Setup.Texts))
	}
	return all
}

// drafts replays dialogs at other tables of the game, at any moment. What does not fit there is asked again: nothing fails, and
// nothing that does not fit is suggested.
func drafts(t *testing.T, g scoring.Game) {
	n, seed := Evenings(t, 20), Seed(t)
	var told []ask.Draft
	var states []scoring.State
	for k := range n {
		a := New(seed, uint64(k)+1<<32)
		s, err := g.New(Table(t, g, a))
		for range 12 {
			if err != nil {
				t.Fatal(err)
			}
			if s.Result().Finished() {
				break
			}
			var e scoring.Event
			var d ask.Draft
			a.Asked = nil
			e, d, err = asktest.Talk(a, ask.Draft{Seed: a.Uint64()}, ask.Draft{}, nowhere, asks(g, s))
			if err == nil {
				told, states = append(told, d, a.half(d), a.spoil(d)), append(states, s)
				s, err = g.Apply(s, e)
			}
		}
	}
	a := New(seed, 1<<33)
	for range 50 * n {
		goesOn(t, g, states[a.IntN(len(states))], told[a.IntN(len(told))], a)
	}
}

// half returns a dialog that was left halfway.
func (a *Anybody) half(d ask.Draft) ask.Draft {
	if n := len(d.Entries); n > 0 {
		d.Entries = d.Entries[:a.IntN(n)]
	}
	return d
}

// spoil returns a dialog with one corrupted answer.
func (a *Anybody) spoil(d ask.Draft) ask.Draft {
	if len(d.Entries) == 0 {
		return d
	}
	d.Entries = slices.Clone(d.Entries)
	one := &d.Entries[a.IntN(len(d.Entries))].Answer
	switch a.IntN(4) {
	case 0:
		one.Values = nil
	case 1:
		one.Values = [][]int{{}}
	case 2:
		one.Values = [][]int{{a.IntN(40) - 5, a.IntN(40) - 5}, {a.IntN(40) - 5}}
	case 3:
		one.Key, one.Plus = "z", 99
	}
	return d
}

// goesOn replays a dialog at another table and answers a few more questions, as suggested wherever possible.
func goesOn(t *testing.T, g scoring.Game, s scoring.State, d ask.Draft, a *Anybody) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Fatalf("%v at %+v", v, d)
		}
	}()
	left := 6
	asker := ask.Func(func(q ask.Question) (ask.Answer, error) {
		left--
		switch what := Wrong(q); {
		case left < 0:
			return ask.Answer{}, ask.ErrQuit
		case what != "":
			t.Fatal(what)
		case q.Suggest != nil:
			return *q.Suggest, nil
		case a.IntN(5) == 0:
			return ask.Answer{}, ask.ErrBack
		}
		return a.Answer(q), nil
	})
	_, _ = ask.RunDialog(asker, &ask.Dialog{Draft: d, At: a.IntN(len(d.Entries) + 1)}, nowhere, asks(g, s))
}

// reseated returns a table on which seat i has moved to to[i], with its teams in another order.
func reseated(old setup.Table, to []int, r *rand.Rand) setup.Table {
	now := old.Clone()
	for seat, next := range to {
		now.Players[next] = old.Players[seat]
	}
	now.First = to[old.First]
	for i, next := range r.Perm(len(old.Teams)) {
		now.Teams[next] = setup.Team{Name: old.Teams[i].Name}
		for _, seat := range old.Teams[i].Seats {
			now.Teams[next].Seats = append(now.Teams[next].Seats, to[seat])
		}
	}
	return now
}
