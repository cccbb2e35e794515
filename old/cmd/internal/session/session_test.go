package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

func TestMain(m *testing.M) { os.Exit(laws.InMemory{M: m}.Run()) }

func TestLinesThatCannotBe(t *testing.T) {
	table := line{kind: Changed, change: change{put: []Item{{ID: 100, Event: setup.Table{}}}}}
	add := line{kind: Changed, change: change{put: []Item{{ID: 200, Event: move{}}}}}
	for name, c := range map[string]struct {
		lines []line
		want  error
	}{
		"undo of the table":   {[]line{table, {kind: Undone}}, errNothing},
		"redo of nothing":     {[]line{table, {kind: Redone}}, errNothing},
		"redo after a change": {[]line{table, add, {kind: Undone}, add, {kind: Redone}}, errNothing},
		"a drop of nothing":   {[]line{table, {kind: Changed, change: change{drop: []int{300}}}}, errGone},
		"before nothing":      {[]line{table, {kind: Changed, change: change{before: 300, put: add.put}}}, errGone},
		"no table":            {[]line{add}, errTable},
		"two tables":          {[]line{table, table}, errTable},
		"before the table":    {[]line{table, {kind: Changed, change: change{before: 100, put: add.put}}}, errTable},
		"the table taken":     {[]line{table, {kind: Changed, change: change{drop: []int{100}}}}, errTable},
	} {
		if _, err := fold(purse, c.lines); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestNothingIsStoredBeforeTheFirstAnswer(t *testing.T) {
	st := opened(t, file(t))
	s := Start(st, purse, "", watch(), dice())
	wants(t, s.Begin(say(t), askTable), ask.ErrQuit)
	if games, err := st.History.List(store.Filter{}); err != nil || len(games) != 0 || s.Log.ID() != "" || s.Drafts.pending() != nil {
		t.Fatal(games, err, s.Log.ID())
	}
	wants(t, s.Begin(say(t, "name.0=Ana"), askTable), ask.ErrQuit)
	games, err := st.History.List(store.Filter{})
	if err != nil || len(games) != 1 || games[0].ID != s.Log.ID() || !slices.Equal(s.Drafts.pending(), []string{"table"}) {
		t.Fatal(games, err, s.Drafts.pending())
	}
	s = reopened(t, st, s.Log.ID())
	if _, there := s.Log.Table(); there || s.Log.State() != nil || s.Log.Events() != nil {
		t.Error("a table")
	}
	must(t, s.Begin(say(t, "name.1=Bia", "short=2"), askTable))
	if table, there := s.Log.Table(); !there || !slices.Equal(table.Players, []string{"Ana", "Bia"}) || !table.On("short") {
		t.Error(table)
	}
	if s.Drafts.pending() != nil || s.CanUndo() || s.CanRedo() {
		t.Error(s.Drafts.pending())
	}
	wants(t, s.Undo(), errNothing)
	wants(t, remove(s, s.Log.Items()[0].ID), errTable)
	wants(t, insert(s, say(t), s.Log.Items()[0].ID), errTable)
}

func TestASetupThatIsDroppedIsForgotten(t *testing.T) {
	st := opened(t, file(t))
	s := Start(st, purse, "", watch(), dice())
	must(t, s.Drafts.Drop("table"))
	wants(t, s.Begin(say(t, "name.0=Ana"), askTable), ask.ErrQuit)
	was := s.Log.ID()
	must(t, s.Drafts.Drop("table"))
	if games, err := st.History.List(store.Filter{}); err != nil || len(games) != 0 || s.Log.ID() != "" {
		t.Fatal(games, err)
	}
	must(t, s.Begin(say(t, tableSaid...), askTable))
	if s.Log.ID() == was {
		t.Error("the id was given again")
	}
}

func TestProjection(t *testing.T) {
	st := opened(t, file(t))
	s := Start(st, purse, "", watch(), dice())
	must(t, s.Begin(say(t, "name.0=Ana", "name.1=Bia", "short=2"), askTable))
	must(t, s.Do(move{Who: 1, Amount: 5}))
	if g, err := st.History.Game(s.Log.ID()); err != nil || !g.Finished.IsZero() || g.Choices["short"] != "yes" {
		t.Fatal(g, err)
	}
	must(t, s.Do(move{Who: 0, Amount: 3}))
	g, err := st.History.Game(s.Log.ID())
	if want := `[{"rank":1,"name":"Bia","points":5,"winner":true},{"rank":2,"name":"Ana","points":3,"winner":false}]`; err != nil || g.Finished.IsZero() || string(g.Standings) != want {
		t.Fatalf("%s, %v", g.Standings, err)
	}
	must(t, s.Undo())
	if g, err := st.History.Game(s.Log.ID()); err != nil || !g.Finished.IsZero() {
		t.Fatal(g, err)
	}
}

var tens = []string{"purse.who=1", "purse.amount=10", "purse.vote.0=3", "purse.vote.1=4"}

// Random numbers are drawn once, whether the program crashes or the table looks at something else.
func TestChanceIsDrawnOnce(t *testing.T) {
	var want int
	for kill := range 5 {
		st := opened(t, file(t))
		s := begun(t, st)
		_, err := s.Next(say(t, tens[:kill]...))
		if kill < 4 {
			wants(t, err, ask.ErrQuit)
			s = reopened(t, st, s.Log.ID())
			_, err = s.Next(say(t, tens[kill:]...))
		}
		must(t, err)
		got := s.Log.Events()[0].(move).Luck
		if kill == 0 {
			want = got
		}
		if got != want {
			t.Errorf("killed after %d answers: %d, want %d", kill, got, want)
		}
		id := s.Log.Items()[1].ID
		must(t, edit(s, say(t, "purse.who=1", "purse.amount=11", "purse.vote.0=3", "purse.vote.1=4"), id))
		if got := s.Log.Events()[0].(move); got.Luck != want || got.Amount != 11 {
			t.Errorf("edited: %+v", got)
		}
	}
}

func TestEditSuggestsWhatWasSaid(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	happens(t, s, tens...)
	a := say(t, "purse.who=1", "purse.amount=12", "purse.vote.0=3")
	id := s.Log.Items()[1].ID
	wants(t, edit(s, a, id), ask.ErrQuit)
	if got := a.Seen[1].Suggest; got == nil || got.Value() != 10 || a.Seen[2].Suggest != nil {
		t.Errorf("%v is suggested", got)
	}
	if want := fmt.Sprintf("edit %d", id); !slices.Equal(s.Drafts.pending(), []string{want}) {
		t.Fatal(s.Drafts.pending())
	}
	s = reopened(t, st, s.Log.ID())
	must(t, edit(s, say(t, "purse.vote.1=9"), id))
	if e := s.Log.Events()[0].(move); e.Amount != 12 || !slices.Equal(e.Votes, []int{3, 9}) || s.Drafts.pending() != nil {
		t.Error(e, s.Drafts.pending())
	}
	lines := len(s.Log.lines)
	must(t, edit(s, say(t, "purse.who=1", "purse.amount=12", "purse.vote.0=3", "purse.vote.1=9"), s.Log.Items()[1].ID))
	if len(s.Log.lines) != lines || s.Drafts.pending() != nil {
		t.Error("an edit that changes nothing was written")
	}
	wants(t, edit(s, say(t), 999), errGone)
	must(t, s.Undo())
	if gold(s) != "10 0" {
		t.Error(gold(s))
	}
}

func TestConflictNamesLaterEvents(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	for _, m := range []move{{Who: 0, Amount: 10}, {Who: 1, Amount: 5}, {Who: 0, Amount: -8}, {Who: 0, Amount: -1}} {
		must(t, s.Do(m))
	}
	was, ids := s.Log.Items(), ids(s.Log.Items())
	p, err := s.Remove(ids[1])
	if err != nil || !reflect.DeepEqual(s.Log.Items(), was) {
		t.Fatal(err)
	}
	if len(p.Later) != 2 || p.Later[0].ID != ids[3] || p.Later[1].ID != ids[4] || p.Later[0].Why.Path() != "amount" {
		t.Fatal(p)
	}
	s.Place.Open(ids[1])
	p, err = s.Part(say(t, "purse.who=1", "purse.amount=1", "purse.vote.0=0", "purse.vote.1=0"), nil)
	if err != nil || len(p.Later) != 1 || p.Later[0].ID != ids[3] {
		t.Fatal(p, err)
	}
	if len(s.Drafts.pending()) != 1 {
		t.Error("the edit is not kept while the table thinks about it")
	}
	must(t, s.Make(p))
	if gold(s) != "0 5" || s.Drafts.pending() != nil || amounts(s) != "[1 5 -1]" {
		t.Fatal(gold(s), s.Drafts.pending())
	}
	wants(t, s.Make(p), ErrMoved)
	must(t, s.Undo())
	if !reflect.DeepEqual(s.Log.Items(), was) {
		t.Error("undo takes the whole change back")
	}
	p, err = s.Insert(say(t, "purse.who=1", "purse.amount=-5", "purse.vote.1=0", "purse.vote.0=0"), ids[3])
	if err != nil || len(p.Later) != 1 {
		t.Fatal(p, err)
	}
	must(t, s.Drafts.Drop(s.Drafts.pending()[0]))
	if !reflect.DeepEqual(s.Log.Items(), was) || s.Drafts.pending() != nil {
		t.Error("left as it was")
	}
	must(t, reopened(t, st, s.Log.ID()).Undo())
}

// Where the questions do not know a rule, the rules refuse at the last question.
func TestRulesRefuseAtTheLastQuestion(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	tells(t, s, "purse.who=1", "purse.amount=13", "purse.vote.0=3")
	a := say(t, "purse.vote.1=4", "purse.vote.1=<", "purse.vote.0=<", "purse.amount=12", "purse.vote.0=3", "purse.vote.1=4")
	if _, err := s.Next(a); err != nil || gold(s) != "12 0" {
		t.Fatal(err, gold(s))
	}
	if f := a.Seen[1].Fault; f == nil || !strings.Contains(f.Error(), "bad luck") || a.Seen[1].Suggest != nil || a.Seen[2].Fault != nil {
		t.Error(a.Seen[1])
	}
	var f *fault.Fault
	if err := s.Do(move{Amount: 13}); !errors.As(err, &f) || gold(s) != "12 0" {
		t.Error(err)
	}
	one := func(a ask.Asker) (setup.Table, error) {
		r, err := a.Ask(ask.Question{Head: ask.Head{ID: "name"}, Shape: ask.Words{}})
		return setup.Table{Players: strings.Split(r.Text, "+")}, err
	}
	s = Start(st, purse, "", watch(), dice())
	b := say(t, "name=Ana", "name=Ana+Bia")
	if err := s.Begin(b, one); err != nil || b.Seen[1].Fault == nil || b.Seen[1].Suggest.Text != "Ana" {
		t.Error(err, b.Seen)
	}
}

// The table corrects something else while a vote is half taken.
func TestDraftUnderAChange(t *testing.T) {
	half := func(t *testing.T) (*Session, []int) {
		s := begun(t, opened(t, file(t)))
		must(t, s.Do(move{Who: 0, Amount: 20}))
		must(t, s.Do(move{Who: 1, Amount: 30}))
		tells(t, s, tens[:3]...)
		return s, ids(s.Log.Items())
	}
	for _, c := range []struct {
		name   string
		change func(*Session, []int) error
		asked  []string // the questions after that
		moves  bool     // the next event is another one
	}{
		{"nothing", func(*Session, []int) error { return nil }, tens[3:], false},
		{"a name", func(s *Session, ids []int) error { return edit(s, named(t, "Ana", "Duda"), ids[0]) }, tens[3:], false},
		{"an amount", func(s *Session, ids []int) error {
			return edit(s, say(t, "purse.who=1", "purse.amount=21", "purse.vote.0=1", "purse.vote.1=1"), ids[1])
		}, tens[3:], false},
		{"who is poorest", func(s *Session, ids []int) error {
			return edit(s, say(t, "purse.who=1", "purse.amount=40", "purse.vote.0=1", "purse.vote.1=1"), ids[1])
		}, []string{"purse.vote.1=4"}, false}, // the other one has voted already, whoever is asked first
		{"undo and redo of an edit", func(s *Session, ids []int) error {
			return errors.Join(edit(s, named(t, "Eva", "Bia"), ids[0]), s.Undo(), s.Redo())
		}, tens[3:], false},
		{"undo of all of it and the last event", func(s *Session, ids []int) error {
			return errors.Join(s.Undo(), s.Undo(), s.Undo(), s.Undo())
		}, []string{"purse.who=1", "purse.amount=10", "purse.vote.1=4", "purse.vote.0=3"}, true},
		{"removal of the last event", func(s *Session, ids []int) error { return remove(s, ids[2]) }, []string{"purse.who=1", "purse.amount=10", "purse.vote.1=4", "purse.vote.0=3"}, true},
	} {
		s, ids := half(t)
		place := s.Log.Prefix()
		must(t, c.change(s, ids))
		if moved := s.Log.Prefix() != place; moved != c.moves {
			t.Errorf("%s: asked at %s, before it at %s", c.name, s.Log.Prefix(), place)
		}
		asked := len(s.Log.Events())
		e, err := s.Next(say(t, c.asked...))
		if err != nil || len(e.(move).Votes) != 2 || len(s.Log.Events()) != asked+1 {
			t.Errorf("%s: %v, %v", c.name, e, err)
		}
	}
}

func named(t *testing.T, a, b string) *asktest.Script {
	t.Helper()
	return say(t, "name.0="+a, "name.1="+b, "short=1")
}

func TestHistory(t *testing.T) {
	s := begun(t, opened(t, file(t)))
	must(t, s.Do(move{Amount: 1}))
	must(t, s.Do(move{Amount: 2}))
	must(t, edit(s, say(t, "purse.who=1", "purse.amount=7", "purse.vote.0=1", "purse.vote.1=1"), s.Log.Items()[1].ID))
	must(t, s.Undo())
	must(t, s.Redo())
	must(t, insert(s, say(t, "purse.who=2", "purse.amount=4", "purse.vote.0=1", "purse.vote.1=1"), 400))
	must(t, remove(s, 300))
	var got []string
	for i, e := range s.Log.History() {
		text := e.Kind
		if e.Of != 0 {
			text += fmt.Sprint(" of ", e.Of)
		}
		for _, it := range e.Dropped {
			text += fmt.Sprint(" -", it.ID, amount(it))
		}
		for _, it := range e.Put {
			text += fmt.Sprint(" +", it.ID, amount(it))
		}
		if e.Before != 0 {
			text += fmt.Sprint(" before ", e.Before)
		}
		if got = append(got, text); e.Seq != i+1 || !e.At.After(noon) {
			t.Error(e)
		}
	}
	want := []string{
		"change +100", "change +200 (1)", "change +300 (2)", "change -200 (1) +400 (7)",
		"undo of 4 -400 (7) +200 (1)", "redo of 4 -200 (1) +400 (7)", "change +700 (4) before 400", "change -300 (2)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

func amount(it Item) string {
	if m, ok := it.Event.(move); ok {
		return fmt.Sprintf(" (%d)", m.Amount)
	}
	return ""
}

func TestTwoWindows(t *testing.T) {
	path := file(t)
	a := begun(t, opened(t, path))
	b := reopened(t, opened(t, path), a.Log.ID())
	script := say(t, tens[:2]...)
	_, err := a.Next(ask.Func(func(q ask.Question) (ask.Answer, error) {
		if len(script.Seen) == 1 {
			must(t, b.Do(move{Who: 1, Amount: 5})) // b is faster, so a's second answer comes too late
		}
		return script.Ask(q)
	}))
	wants(t, err, ErrMoved)
	if gold(a) != "0 5" || len(a.Log.Items()) != 2 {
		t.Fatal("a does not see what b did")
	}
	if _, err := a.Next(say(t, tens...)); err != nil || gold(a) != "10 5" {
		t.Fatal(err, gold(a))
	}
	wants(t, b.Do(move{Amount: 1}), ErrMoved)
	if gold(b) != "10 5" {
		t.Fatal(gold(b))
	}
	must(t, b.Do(move{Amount: 1}))
	wants(t, a.Undo(), ErrMoved)
	must(t, a.Undo())
	wants(t, remove(b, 200), ErrMoved)
	if !reflect.DeepEqual(a.Log.Items(), b.Log.Items()) {
		t.Error("they do not see the same game")
	}
	must(t, b.Do(move{Who: 1, Amount: -5}))
	p := need(b.Remove(200))
	wants(t, a.Undo(), ErrMoved)
	must(t, a.Undo())
	wants(t, b.Make(p), ErrMoved)
}

// One window sets a game up while another one drops it, or begins it.
func TestTwoWindowsAtTheSetup(t *testing.T) {
	path := file(t)
	a := Start(opened(t, path), purse, "", watch(), dice())
	wants(t, a.Begin(say(t, tableSaid[:1]...), askTable), ask.ErrQuit)
	b := reopened(t, opened(t, path), a.Log.ID())
	must(t, b.Begin(say(t, tableSaid[1:]...), askTable))
	wants(t, a.Drafts.Drop("table"), ErrMoved)
	if table, there := a.Log.Table(); !there || len(table.Players) != 2 {
		t.Error(table)
	}
	c := Start(opened(t, path), purse, "", watch(), func() uint64 { return 99 })
	wants(t, c.Begin(say(t, tableSaid[:1]...), askTable), ask.ErrQuit)
	must(t, reopened(t, opened(t, path), c.Log.ID()).Drafts.Drop("table"))
	wants(t, c.Begin(say(t, tableSaid[0]), askTable), store.ErrNone)
}

// refusing is a disk that refuses some writes.
type refusing struct {
	onDisk
	err   error
	write func(n int) bool // whether the nth write is refused
	n     int
}

func (r *refusing) refuse() error {
	if r.n++; r.write(r.n) {
		return r.err
	}
	return nil
}

func (r *refusing) Keep(id string, expect int, slot string, number int, draft []byte, at time.Time) error {
	if err := r.refuse(); err != nil {
		return err
	}
	return r.onDisk.Keep(id, expect, slot, number, draft, at)
}

func (r *refusing) Append(id string, expect int, at time.Time, body []byte, p store.Projection, drop ...store.Drop) error {
	if err := r.refuse(); err != nil {
		return err
	}
	return r.onDisk.Append(id, expect, at, body, p, drop...)
}

func (r *refusing) Create(kind, purpose string, now time.Time, pick func(int) int) (string, error) {
	if err := r.refuse(); err != nil {
		return "", err
	}
	return r.onDisk.Create(kind, purpose, now, pick)
}

// When the disk refuses, at any write, the same question is put again with the reason.
func TestDiskRefuses(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("store: %w", store.ErrFull), "The disk is full: please make some room. Nothing is lost"},
		{fmt.Errorf("store: %w", store.ErrReadOnly), "cannot be written to. Nothing is lost"},
		{fmt.Errorf("store: %w", store.ErrBusy), "Another window is using the file of games. Nothing is lost"},
		{fmt.Errorf("store: %w", store.ErrDisk), "the disk reports an error. Nothing is lost"},
	} {
		script := slices.Concat(tableSaid, tens)
		// Writes: the game, three answers, the table; four answers, the event.
		for nth, again := range map[int]int{1: 0, 2: 0, 3: 1, 4: 2, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 6} {
			st := opened(t, file(t))
			s := Start(st, purse, "", watch(), dice())
			s.Log.st = &refusing{onDisk: onDisk{st.Log, st.Drafts}, err: c.err, write: func(n int) bool { return n == nth || n == nth+1 }}
			// Two refusals in a row; the second write of a refused event is that of its last answer.
			lines := slices.Insert(slices.Clone(script), again, script[again], script[again])
			a := say(t, lines...)
			must(t, s.Begin(a, askTable))
			if _, err := s.Next(a); err != nil || gold(s) != "10 0" {
				t.Fatal(nth, err, gold(s))
			}
			for _, q := range a.Seen[again+1 : again+3] {
				if q.Fault == nil || !strings.Contains(q.Fault.Error(), c.want) {
					t.Errorf("write %d: %s: %v, want %s", nth, q.ID, q.Fault, c.want)
				}
				if q.Secret == (q.Suggest != nil) {
					t.Errorf("write %d: %s: %v is suggested", nth, q.ID, q.Suggest)
				}
			}
			if fine := reopened(t, st, s.Log.ID()); !reflect.DeepEqual(fine.Log.Items(), s.Log.Items()) || fine.Drafts.pending() != nil {
				t.Error("not what is on the disk")
			}
		}
	}
}

func TestWhatTheDiskRefusesNeverHappened(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	for n := range 3 {
		must(t, s.Do(move{Amount: n}))
	}
	must(t, s.Undo())
	was, id := s.Log.Items(), s.Log.Items()[1].ID
	s.Log.st = &refusing{onDisk: onDisk{st.Log, st.Drafts}, err: store.ErrFull, write: func(int) bool { return true }}
	var f *fault.Fault
	for name, err := range map[string]error{
		"do": s.Do(move{}), "undo": s.Undo(), "redo": s.Redo(), "remove": remove(s, id),
	} {
		if !errors.As(err, &f) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wants(t, edit(s, say(t, "purse.who=2"), id), ask.ErrQuit)
	if !reflect.DeepEqual(s.Log.Items(), was) || !reflect.DeepEqual(reopened(t, st, s.Log.ID()).Log.Items(), was) || !s.CanRedo() {
		t.Error("something happened")
	}
}

func TestNewerGamesAreRefused(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	for name, body := range map[string]string{
		"a line":  `{"v":9,"kind":"merge"}`,
		"a event": `{"kind":"change","put":[{"kind":"duel","event":{}}]}`,
	} {
		id := need(st.Log.Create("purse", "", noon, func(int) int { return 0 }))
		table, _, err := s.Log.lines[0].write(1, "")
		must(t, err)
		must(t, st.Log.Append(id, 0, noon, table, store.Projection{}))
		must(t, st.Log.Append(id, 1, noon, []byte(body), store.Projection{}))
		_, err = Open(st, []scoring.Game{purse}, id, watch(), dice())
		wants(t, err, scoring.ErrUnknown)
		if said := Explain(err).String(); !strings.Contains(said, "newer tablemate") {
			t.Errorf("%s: %s", name, said)
		}
	}
	_, err := Open(st, nil, s.Log.ID(), watch(), dice())
	wants(t, err, scoring.ErrUnknown)
	_, err = Open(st, []scoring.Game{purse}, "none", watch(), dice())
	wants(t, err, store.ErrNone)
	for _, body := range []string{`{"kind":"change","put":[{"kind":"move","event":{"who":"x"}}]}`, `nothing`} {
		must(t, st.Log.Append(s.Log.ID(), len(s.Log.lines), noon, []byte(body), store.Projection{}))
		_, err = Open(st, []scoring.Game{purse}, s.Log.ID(), watch(), dice())
		wants(t, err, store.ErrDamaged)
		wants(t, s.Do(move{}), store.ErrDamaged)
		s = begun(t, st)
	}
}

func TestExplain(t *testing.T) {
	path := file(t)
	must(t, os.WriteFile(path, []byte("Ana 3\n"), 0o600))
	_, err := store.Open(context.Background(), path)
	pt := lang.NewLocalizer("pt-BR", Texts)
	for _, c := range []struct {
		err  error
		want string
	}{
		{err, "Este arquivo não é do tablemate. Ele ficou como estava."},
		{&store.Newer{Version: 9, Known: 1}, "O arquivo de partidas precisa de um tablemate mais novo: ele tem a versão 9, e este lê até a versão 1. Ele ficou como estava."},
		{unwritten(store.ErrFull), "O disco está cheio: libere um pouco de espaço, por favor. Nada se perdeu: responda mais uma vez, por favor."},
		{errors.New("x"), "Não dá para usar o arquivo de partidas: x."},
	} {
		if got := pt.Say(Explain(c.err)); got != c.want {
			t.Errorf("%v: %s", c.err, got)
		}
	}
	if err := unwritten(store.ErrFull); !errors.Is(err, store.ErrFull) { // callers can tell which error it was
		t.Error(err)
	}
	for _, c := range sentinelTexts {
		if c.say.Empty() || pt.Say(c.say) == c.say.String() {
			t.Errorf("%v: %s", c.err, pt.Say(c.say))
		}
	}
}

// People read logs too, so their keys are part of the format.
func TestLineAsItIsWritten(t *testing.T) {
	l := line{kind: Changed, change: change{drop: []int{100, 200}, before: 300, put: []Item{{
		ID: 500, Event: move{Who: 1, Amount: 2}, Said: ask.Draft{Seed: 7, Entries: []ask.Entry{{ID: "purse.who", Answer: ask.One(1)}}}}}}}
	got, sum, err := l.write(1, "")
	l.sum = sum
	want := `{"kind":"change","drop":[100,200],"before":300,"put":[{"kind":"move","event":{"who":1,"amount":2,"luck":0},` +
		`"said":{"seed":7,"said":[{"id":"purse.who","answer":{"by":-1,"values":[[1]]}}]}}]}`
	if err != nil || string(got) != want {
		t.Fatalf("%s, %v", got, err)
	}
	back, err := read(purse, store.Line{Seq: 5, Body: got}, "")
	if err != nil || !reflect.DeepEqual(back, l) {
		t.Errorf("%+v, %v", back, err)
	}
	var short bytes.Buffer
	must(t, json.Compact(&short, got))
	if short.String() != want {
		t.Error("not compact")
	}
}
