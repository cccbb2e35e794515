package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/pad"
	"github.com/tablemate/tablemate/old/setup"
)

// standsAt returns everything that a table has: the game, its drafts, and the question that is put.
func standsAt(t interface {
	Helper()
	Fatalf(string, ...any)
}, s *Session) string {
	t.Helper()
	out := gold(s) + "\n"
	for _, it := range s.Log.Items() {
		out += fmt.Sprint(it.ID, " ", it.Event, "\n")
	}
	for _, slot := range s.Drafts.pending() {
		r, err := s.Drafts.peek(slot)
		b, err2 := json.Marshal(r.draft())
		if errors.Join(err, err2) != nil {
			t.Fatalf("%v %v", err, err2)
		}
		out += slot + " " + string(b) + "\n"
	}
	again, err := Open(disked(s), []scoring.Game{s.Log.g}, s.Log.ID(), s.Log.now, s.Log.random) // so that asking does not move this window
	if err != nil {
		t.Fatalf("%v", err)
	}
	w := &onlooker{}
	if _, err := again.Next(w); !errors.Is(err, ask.ErrQuit) {
		t.Fatalf("%v", err)
	}
	q, err := json.Marshal([]any{w.q.ID, w.q.Suggest, w.q.Stands, w.q.Names})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out + string(q)
}

// An onlooker sees the question that is put, and leaves.
type onlooker struct {
	q ask.Question
}

func (o *onlooker) Ask(q ask.Question) (ask.Answer, error) {
	o.q = q
	return ask.Answer{}, ask.ErrQuit
}

func (o *onlooker) Gather(qs []ask.Question, _ ask.Got) error {
	_, err := o.Ask(qs[slices.IndexFunc(qs, func(q ask.Question) bool { return !q.In })])
	return err
}

func disked(s *Session) *store.Store {
	d := s.Log.st.(onDisk)
	return &store.Store{Log: d.Log, Drafts: d.Drafts, History: store.History(d.Log)}
}

func tableAmong(items []Item) setup.Table { return items[0].Event.(setup.Table) }

// What was done last, an answer or a correction, is undone first, and all of it can return until there is a new answer.
func TestTheOrderOfUndo(t *testing.T) {
	s := threeAndAHalf(t)                                                                // two answers of the fourth turn,
	must(t, edit(s, say(t, "name.0=Ana", "name.1=Eva", "short=1"), s.Log.Items()[0].ID)) // a corrected name,
	tells(t, s, "purse.vote.1=4")                                                        // and one more answer
	full := standsAt(t, s)
	var took []string
	for range 4 {
		took = append(took, deedText(t, s, s.ToUndo))
		must(t, s.Undo())
		s = reopened(t, disked(s), s.Log.ID())
	}
	if want := []string{"purse.vote.1", "Bia for Eva", "purse.amount", "purse.who"}; !slices.Equal(took, want) {
		t.Fatal(took)
	}
	for _, want := range []string{"purse.who", "purse.amount", "Bia for Eva", "purse.vote.1"} {
		if got := deedText(t, s, s.ToRedo); got != want {
			t.Fatalf("%s comes back, not %s", got, want)
		}
		must(t, s.Redo())
	}
	if got := standsAt(t, s); got != full {
		t.Fatal(got)
	}
	for range 3 {
		must(t, s.Undo())
	}
	tells(t, s, "purse.amount=7")
	if s.CanRedo() {
		t.Error("something was answered since")
	}
}

func deedText(t *testing.T, s *Session, which func() (Deed, bool)) string {
	t.Helper()
	d, ok := which()
	switch {
	case !ok:
		t.Fatal("nothing")
	case d.Change != nil:
		return tableAmong(d.Change.Dropped).Players[1] + " for " + tableAmong(d.Change.Put).Players[1]
	}
	last, _ := s.Drafts.Answered(d)
	return last.ID
}

// After a crash a replaced answer is suggested again, and so are those behind it.
func TestWhatCameLaterStays(t *testing.T) {
	s := threeAndAHalf(t)
	tells(t, s, "purse.vote.1=<", "purse.amount=<", "purse.who=1")
	s = reopened(t, disked(s), s.Log.ID())
	a := say(t, "purse.amount=")
	_, err := s.Next(a)
	wants(t, err, ask.ErrQuit)
	if q := a.Seen[0]; q.Suggest == nil || q.Suggest.Value() != 5 {
		t.Errorf("%+v", q)
	}
	must(t, s.Undo())
	must(t, s.Undo()) // back to Bia and 5
	tells(t, s, "purse.vote.1=1")
}

// If later events do not fit a correction, the first of them is asked again with its answers suggested, and so on. All
// of it is one change, and nothing counts before it is made, even after a kill.
func TestWhatACorrectionBrokeIsAskedAgain(t *testing.T) {
	st := opened(t, file(t))
	s := begun(t, st)
	for _, n := range []int{10, -8, 0, -2, 3} {
		must(t, s.Do(move{Amount: n}))
	}
	first := s.Log.Items()[1].ID
	proposed := func() *Proposal {
		s.Place.Open(first)
		p := need(s.Part(say(t, "purse.who=1", "purse.amount=5", "purse.vote.0=1", "purse.vote.1=1"), nil))
		return p
	}
	p := proposed()
	if len(p.Later) != 1 || !s.MayAsk(p) {
		t.Fatal(p.Later)
	}
	_, err := s.Again(say(t, "purse.who=1", "purse.amount=-4"), p)
	wants(t, err, ask.ErrQuit)
	before := on(t, s)
	s = reopened(t, st, s.Log.ID())
	if h, ok := s.Drafts.Unfinished(); !ok || h.Item.ID != first || gold(s) != "3 0" || on(t, s) != before {
		t.Fatal(h, ok, gold(s))
	}
	s.Place.Open(first)
	p = need(s.Part(say(t), nil))
	p = need(s.Again(say(t, "purse.vote.1=1", "purse.vote.0=1"), p))
	if len(p.Later) != 1 || p.Base == nil {
		t.Fatal(p.Later)
	}
	p = need(s.Again(say(t, "purse.who=1", "purse.amount=-1", "purse.vote.1=1", "purse.vote.0=1"), p))
	if len(p.Later) != 0 || len(p.Put) != 3 || len(p.Dropped) != 3 || gold(s) != "3 0" {
		t.Fatal(p.Later, p.Put)
	}
	must(t, s.Make(p))
	s = reopened(t, st, s.Log.ID())
	if gold(s) != "3 0" || amounts(s) != "[5 -4 0 -1 3]" || s.Drafts.pending() != nil {
		t.Fatal(gold(s), amounts(s), s.Drafts.pending())
	}
	if e := s.Log.Last(); len(e.Dropped) != 3 || len(e.Put) != 3 {
		t.Error(e)
	}
	must(t, s.Undo())
	if got := amounts(reopened(t, st, s.Log.ID())); got != "[10 -8 0 -2 3]" {
		t.Fatal(got)
	}
	must(t, s.Redo())
	if amounts(s) != "[5 -4 0 -1 3]" {
		t.Fatal(amounts(s))
	}
	p, err = s.Remove(s.Log.Items()[1].ID) // likewise for a removal
	must(t, err)
	_, err = s.Again(say(t, "purse.who=2", "purse.amount=1"), p)
	wants(t, err, ask.ErrQuit)
	s = reopened(t, st, s.Log.ID()) // an abandoned removal leaves no answers for the next one
	need(s.Remove(s.Log.Items()[1].ID))
	if s.Drafts.pending() != nil {
		t.Error(s.Drafts.pending())
	}
}

func amounts(s *Session) string {
	var out []int
	for _, e := range s.Log.Events() {
		out = append(out, e.(move).Amount)
	}
	return fmt.Sprint(out)
}

// A line of another kind of pad is asked again as the pad is now; if there is nothing to ask, that is not offered.
func TestOnlyWhatCanBeToldIsAskedAgain(t *testing.T) {
	s := Start(opened(t, file(t)), pad.Game, "", watch(), dice())
	agreed := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}.With("style", "categories").With("categories", "birds")
	must(t, s.Begin(say(t), func(ask.Asker) (setup.Table, error) { return agreed.With("told", "person"), nil }))
	for seat := range agreed.Players {
		must(t, s.Do(counted.Person{Seat: seat, Points: []int{3}}))
	}
	p := need(s.Reseat(agreed.With("categories", "eggs"), nil))
	if len(p.Later) != 3 || !s.MayAsk(p) {
		t.Fatal(p.Later)
	}
	p = need(s.Again(say(t, "pad.category=7 8 9"), p))
	if len(p.Later) != 2 || s.MayAsk(p) {
		t.Fatal(p.Later)
	}
	must(t, s.Make(p))
	if got := s.Log.State().Result(); !got.Over || !slices.Equal(got.Points, []int{7, 8, 9}) {
		t.Error(got)
	}
}
