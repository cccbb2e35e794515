package session

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// walk continues wherever the table is, as an evening does, until its script ends. Corrections are made once they are
// complete.
func walk(t *testing.T, s *Session, a ask.Asker) error {
	t.Helper()
	for range 200 {
		var err error
		if _, reading := s.Place.At(); reading {
			var p *Proposal
			if p, err = s.Part(a, askTableAgain); err == nil && p != nil {
				err = s.Make(p)
			}
		} else if _, err = s.Next(a); errors.Is(err, ask.ErrBack) {
			err = s.Place.Back()
		}
		if err != nil {
			return err
		}
	}
	t.Fatal("it never ends")
	return nil
}

// on returns everything on the disk: the log and all drafts.
func on(t *testing.T, s *Session) string {
	t.Helper()
	lines := need(s.Log.st.After(s.Log.id, 0))
	out := []string{}
	for _, l := range lines {
		out = append(out, string(l.Body))
	}
	for _, slot := range []string{slotTable, slotNext} {
		d := need(s.Log.st.Draft(s.Log.id, slot))
		out = append(out, slot+string(d.Body))
	}
	return strings.Join(append(out, s.Drafts.pending()...), "\n")
}

// threeTurns returns a game of three turns.
func threeTurns(t *testing.T, st *store.Store) *Session {
	t.Helper()
	s := begun(t, st)
	for _, n := range []string{"10", "20", "30"} {
		first, second := "0", "1"
		if len(s.Log.Events()) > 0 { // Ana is the richer one
			first, second = "1", "0"
		}
		happens(t, s, "purse.who=1", "purse.amount="+n, "purse.vote."+first+"=1", "purse.vote."+second+"=2")
	}
	return s
}

// threeAndAHalf returns a game of three turns, and a fourth that is half told.
func threeAndAHalf(t *testing.T) *Session {
	t.Helper()
	s := threeTurns(t, opened(t, file(t)))
	tells(t, s, "purse.who=2", "purse.amount=5")
	return s
}

// Going back is reading: nothing on the disk changes, however far the table goes, and one key leads back.
func TestBackIsReading(t *testing.T) {
	s := threeAndAHalf(t)
	before := on(t, s)
	a := say(t,
		"purse.vote.1=<", "purse.amount=<", "purse.who=<", // to the first question of now
		"purse.vote.0=<", "purse.vote.1=<", "purse.amount=", // the third turn, then ahead
		"purse.vote.1=", "purse.vote.0=", "purse.who=2", "purse.amount=", // and back at now
		"purse.vote.1=<", "purse.amount=>", // straight back
	)
	wants(t, walk(t, s, a), ask.ErrQuit)
	if q := a.Seen[5]; !q.Stands || q.Suggest.Value() != 30 {
		t.Errorf("%+v is read", q)
	}
	if q := a.Seen[len(a.Seen)-1]; q.ID != "purse.vote.1" || q.Stands {
		t.Errorf("at last: %+v", q)
	}
	// To the very beginning and one further; then all the way ahead with Enter.
	var say1 []string
	for _, part := range []string{"purse.vote.1 purse.amount purse.who", "purse.vote.0 purse.vote.1 purse.amount purse.who",
		"purse.vote.0 purse.vote.1 purse.amount purse.who", "purse.vote.1 purse.vote.0 purse.amount purse.who", "short name.1 name.0"} {
		for _, id := range strings.Fields(part) {
			say1 = append(say1, id+"=<")
		}
	}
	wants(t, walk(t, s, say(t, say1...)), ErrFirst)
	var say2 []string
	for _, id := range []string{"name.0", "name.1", "short", "purse.who", "purse.amount", "purse.vote.0", "purse.vote.1"} {
		say2 = append(say2, id+"=")
	}
	for range 2 {
		say2 = append(say2, "purse.who=", "purse.amount=", "purse.vote.1=", "purse.vote.0=")
	}
	wants(t, walk(t, s, say(t, append(say2, "purse.who=", "purse.amount=")...)), ask.ErrQuit)
	if got := on(t, s); got != before {
		t.Errorf("reading changed\n%s\nto\n%s", before, got)
	}
	again := reopened(t, disked(s), s.Log.ID())
	if !reflect.DeepEqual(again.Log.Items(), s.Log.Items()) || again.CanRedo() {
		t.Error("reading left a trace")
	}
}

// A changed answer makes a correction, and everything later stays.
func TestAChangedAnswerIsACorrection(t *testing.T) {
	s := threeAndAHalf(t)
	id := s.Log.Items()[2].ID
	s.Place.Open(id)
	a := say(t, "purse.who=", "purse.amount=21", "purse.vote.1=", "purse.vote.0=2")
	p := need(s.Part(a, askTableAgain))
	if p == nil || fmt.Sprint(p.Before.Result().Points, p.After.Result().Points) != "[60 0] [61 0]" || len(p.Later) != 0 {
		t.Fatalf("%+v", p)
	}
	if !slices.Equal(s.Drafts.pending(), []string{"next", slotOf(editing, id)}) || gold(s) != "60 0" {
		t.Fatal(s.Drafts.pending(), gold(s))
	}
	must(t, s.Make(p))
	if gold(s) != "61 0" || len(s.Log.Events()) != 3 || !slices.Equal(s.Drafts.pending(), []string{"next"}) {
		t.Fatal(gold(s), s.Drafts.pending())
	}
	if _, reading := s.Place.At(); reading {
		t.Error("after a correction the table is not back at now")
	}
	happens(t, s, "purse.vote.1=3", "purse.vote.0=4") // half told all the while
	must(t, s.Undo())
	must(t, s.Undo())
	if gold(s) != "60 0" {
		t.Error(gold(s))
	}
}

// An unfinished correction is kept and offered; if its answers return to what stood, it is dropped.
func TestACorrectionHalfTold(t *testing.T) {
	s := threeAndAHalf(t)
	id, before := s.Log.Items()[2].ID, on(t, s)
	slot := slotOf(editing, id)
	s.Place.Open(id)
	_, err := s.Part(say(t, "purse.who=", "purse.amount=21", "purse.vote.1=<", "purse.amount=<", "purse.who=<"), askTableAgain)
	wants(t, err, ErrHalf)
	if !slices.Contains(s.Drafts.pending(), slot) {
		t.Fatal(s.Drafts.pending())
	}
	_, err = s.Part(say(t, "purse.who=>"), askTableAgain) // to the first missing answer
	must(t, err)
	_, err = s.Part(say(t, "purse.vote.1=>"), askTableAgain)
	wants(t, err, ErrHalf)
	s = reopened(t, disked(s), s.Log.ID())
	if _, reading := s.Place.At(); reading || !slices.Contains(s.Drafts.pending(), slot) {
		t.Fatal("a correction that was left is not offered")
	}
	s.Place.Open(id)
	a := say(t, "purse.vote.1=<", "purse.amount=20", "purse.vote.1=<", "purse.amount=>")
	p, err := s.Part(a, askTableAgain)
	if err != nil || p != nil {
		t.Fatal(p, err)
	}
	if q := a.Seen[1]; !q.Stands || q.Suggest.Value() != 21 {
		t.Errorf("%+v", q)
	}
	if got := on(t, s); got != before {
		t.Errorf("%s\nbecame\n%s", before, got)
	}
}

// A correction that was left resumes with the old answers suggested where new ones are missing, in another window too,
// and even if the game has changed meanwhile.
func TestACorrectionThatWasLeftSuggestsWhatStood(t *testing.T) {
	s := threeAndAHalf(t)
	id := s.Log.Items()[2].ID
	s.Place.Open(id)
	_, err := s.Part(say(t, "purse.who=2"), askTableAgain)
	wants(t, err, ask.ErrQuit)
	for _, meanwhile := range []func(){
		func() {},
		func() {
			must(t, edit(s, say(t, "purse.who=1", "purse.amount=11", "purse.vote.0=1", "purse.vote.1=2"), s.Log.Items()[1].ID))
		},
	} {
		s = reopened(t, disked(s), s.Log.ID())
		meanwhile()
		s.Place.Open(id)
		a := say(t)
		_, err = s.Part(a, askTableAgain)
		wants(t, err, ask.ErrQuit)
		if q := a.Seen[0]; q.ID != "purse.amount" || q.Suggest == nil || q.Suggest.Value() != 20 {
			t.Errorf("%+v", q)
		}
		if said := s.Drafts.Given(); len(said) != 1 || said[0].Answer.Value() != 1 {
			t.Errorf("%+v is shown as answered", said)
		}
	}
}

// A part without questions is passed over.
func TestReadingWhatNobodyWasAsked(t *testing.T) {
	s := threeAndAHalf(t)
	must(t, s.Drafts.Drop(slotNext))
	must(t, s.Do(move{Who: 0, Amount: 1}))
	a := say(t, "purse.who=<", "purse.vote.0=", "purse.who=<", "purse.vote.0=>")
	wants(t, walk(t, s, a), ask.ErrQuit)
	s.Place.Open(s.Log.Items()[4].ID) // for a correction it has questions
	p, err := s.Part(say(t, "purse.who=1", "purse.amount=2", "purse.vote.1=0", "purse.vote.0=0"), nil)
	if err != nil || p == nil {
		t.Fatal(err)
	}
}

// A part that was told before an earlier correction is read by its meaning. The poorest is somebody else now, so the
// votes were asked in another order.
func TestReadingAcrossACorrection(t *testing.T) {
	s := threeAndAHalf(t)
	must(t, s.Drafts.Drop(slotNext))
	must(t, edit(s, say(t, "purse.who=2", "purse.amount=", "purse.vote.0=", "purse.vote.1="), s.Log.Items()[1].ID))
	before := on(t, s)
	// The second turn was asked with Bia first; now Ana is poorer.
	s.Place.Open(s.Log.Items()[2].ID)
	a := say(t, "purse.who=", "purse.amount=", "purse.vote.0=", "purse.vote.1=")
	if p, err := s.Part(a, nil); err == nil && p == nil {
		if got := on(t, s); got != before {
			t.Error(got)
		}
	} else if err != nil {
		t.Fatal(err)
	}
}

// Undo in a draft takes one answer, or one round of a repeated question.
func TestUndoOfAnswers(t *testing.T) {
	s := threeAndAHalf(t)
	must(t, s.Undo())
	tells(t, s, "purse.amount=7")
	for range 2 {
		must(t, s.Undo())
	}
	if s.Drafts.pending() != nil || len(s.Log.Events()) != 3 {
		t.Error(s.Drafts.pending())
	}
	a := say(t, "purse.who=2")
	_, err := s.Next(a)
	wants(t, err, ask.ErrQuit)
	if a.Seen[0].Suggest != nil {
		t.Error("what was taken back is suggested")
	}
}

// The same holds before there is a table.
func TestUndoOfTheSetup(t *testing.T) {
	s := Start(opened(t, file(t)), purse, "", watch(), dice())
	if s.Drafts.Begun() {
		t.Error("begun with nothing told")
	}
	wants(t, s.Begin(say(t, "name.0=Ana", "name.1=Bia"), askTable), ask.ErrQuit)
	if !s.Drafts.Begun() {
		t.Error("nothing is begun")
	}
	must(t, s.Undo())
	must(t, s.Begin(say(t, "name.1=Caio", "short=2"), askTable))
	if table, _ := s.Log.Table(); !slices.Equal(table.Players, []string{"Ana", "Caio"}) {
		t.Error(table)
	}
}

// A dialog that makes the program panic can be dropped, and nothing else is affected.
func TestABrokenConversation(t *testing.T) {
	game := asked(func(a ask.Asker, p purses) (scoring.Event, error) {
		r, err := a.Ask(ask.Question{Head: ask.Head{ID: "n"}, Shape: ask.Number{Hi: 9}})
		if r.Value() == 7 {
			panic("seven")
		}
		return move{Amount: r.Value()}, err
	})
	st := opened(t, file(t))
	s := begunAs(t, st, game)
	happens(t, s, "n=3")
	var broken *Broken
	if _, err := s.Next(say(t, "n=7")); !errors.As(err, &broken) || broken.Slot != slotNext || len(broken.Trace) == 0 {
		t.Fatal(err)
	}
	s = need(Open(st, []scoring.Game{game}, s.Log.ID(), watch(), dice()))
	if _, err := s.Next(say(t)); !errors.As(err, &broken) {
		t.Fatal(err)
	}
	must(t, s.Drafts.Drop(broken.Slot))
	happens(t, s, "n=4")
	if gold(s) != "7 0" {
		t.Error(gold(s))
	}
	need(s.Log.st.Draft(s.Log.id, slotNext))
	must(t, s.Log.st.Keep(s.Log.id, len(s.Log.lines), slotNext, 0, []byte("[]"), noon))
	if _, err := s.Next(say(t)); !errors.As(err, &broken) || !errors.Is(err, store.ErrDamaged) {
		t.Fatal(err)
	}
	must(t, s.Drafts.Drop(broken.Slot))
	defer func() { // a panic of the asker is not the dialog's
		if recover() != "keyboard" {
			t.Error("not the keyboard")
		}
	}()
	_, _ = s.Next(ask.Func(func(ask.Question) (ask.Answer, error) { panic("keyboard") }))
}

// The second window answers while the first one has half an event: nothing is wiped out, and the window is told.
func TestASecondWindowWipesNothing(t *testing.T) {
	path := file(t)
	first := begun(t, opened(t, path))
	second := reopened(t, opened(t, path), first.Log.ID())
	_, err := second.Next(ask.Func(func(ask.Question) (ask.Answer, error) {
		tells(t, first, tens[:3]...) // while the second one waits at its first question
		return ask.One(1), nil
	}))
	wants(t, err, ErrMoved)
	e, err := second.Next(say(t, tens[3]))
	if err != nil || e.(move).Amount != 10 || !slices.Equal(e.(move).Votes, []int{3, 4}) {
		t.Fatal(e, err)
	}
}

// When people change seats, scores go with them, or stay with the seats.
func TestReseat(t *testing.T) {
	game := purse
	game.Reseat = func(e scoring.Event, _, _ setup.Table, to []int) scoring.Event {
		m := e.(move)
		m.Who = to[m.Who]
		votes := make([]int, len(m.Votes))
		for i, v := range m.Votes {
			votes[to[i]] = v
		}
		m.Votes = votes
		return m
	}
	st := opened(t, file(t))
	s := begunAs(t, st, game)
	happens(t, s, tens...)
	tells(t, s, "purse.who=2")
	s.Place.Open(s.Log.Items()[0].ID)
	p := need(s.Part(say(t, "name.0=Bia", "name.1=Ana", "short="), askTableAgain))
	with := need(s.Seated(p, []int{1, 0}))
	if a, b := fmt.Sprint(p.After.Result().Points), fmt.Sprint(with.After.Result().Points); a != "[10 0]" || b != "[0 10]" {
		t.Fatal(a, b)
	}
	must(t, s.Make(with))
	if gold(s) != "0 10" || table(s).Players[1] != "Ana" {
		t.Fatal(gold(s), table(s))
	}
	s = need(Open(st, []scoring.Game{game}, s.Log.ID(), watch(), dice()))
	if gold(s) != "0 10" {
		t.Fatal(gold(s))
	}
	a := say(t, "purse.amount=<", "purse.who=<", "purse.vote.1=<", "purse.vote.0=<", "purse.amount=<", "purse.who=>")
	wants(t, walk(t, s, a), ask.ErrQuit)
	for _, n := range []int{1, 5} { // drafts and past events are asked about with the old seats
		if q := a.Seen[n]; q.List().Options[0].String() != "Ana" || q.Suggest == nil || q.Suggest.Value() != []int{1: 1, 5: 0}[n] {
			t.Errorf("Ana is not who it was: %v %+v", q.List().Options, q.Suggest)
		}
	}
	must(t, s.Undo())
	if gold(s) != "10 0" || table(s).Players[0] != "Ana" {
		t.Error(gold(s), table(s))
	}
	if line := s.Log.lines[len(s.Log.lines)-2]; fmt.Sprint(line.seats) != "[1 0]" {
		t.Error(line)
	}
}

// A correction may complete a draft. It does not become an event by itself: the table confirms its last answer.
func TestNothingIsBookedByItself(t *testing.T) {
	game := asked(func(a ask.Asker, p purses) (scoring.Event, error) {
		who, err := ask.PickOne(a, "who", lang.Literal("Who?"), lang.List{lang.Literal("a"), lang.Literal("b")}, -1)
		if err == nil && p.gold[0] == 0 {
			err = ask.Tell(a, "sure", lang.Literal("Sure?"))
		}
		return move{Who: who, Amount: 1}, err
	})
	s := begunAs(t, opened(t, file(t)), game)
	must(t, s.Do(move{Who: 1, Amount: 5}))
	tells(t, s, "who=2")
	must(t, s.Do(scoring.Event(move{Who: 0, Amount: 5})))
	must(t, s.Undo())
	must(t, s.Redo())
	happens(t, s, "who=2")
	must(t, remove(s, s.Log.Items()[2].ID)) // Ana has nothing, so there is one more question
	tells(t, s, "who=2")
	lines := len(s.Log.lines)
	s.Place.Open(s.Log.Items()[1].ID)
	p := need(s.Part(say(t, "who=1", "sure="), nil))
	must(t, s.Make(p)) // now she has something, and no answer is missing
	if len(s.Log.lines) != lines+1 {
		t.Fatal("booked by itself")
	}
	a := say(t, "who=")
	if _, err := s.Next(a); err != nil || a.Seen[0].Stands || a.Seen[0].Suggest == nil {
		t.Fatal(err, a.Seen)
	}
}

// A secret that somebody has seen is shown again only if a correction of an earlier turn changes it.
func TestEverybodyLooksOnce(t *testing.T) {
	game := asked(func(a ask.Asker, p purses) (scoring.Event, error) {
		_, err := ask.Put(a, ask.Head{ID: "look", Secret: true, Text: lang.Literal(strconv.Itoa(p.gold[0])), People: []int{0}, Names: []string{"Ana"}}, ask.Show{})
		if err != nil {
			return nil, err
		}
		who, err := ask.PickOne(a, "who", lang.Literal("Who?"), lang.Names([]string{"Ana", "Bia", "Ana, more", "Bia, more"}), -1)
		return move{Who: who % 2, Amount: 5 + who}, err
	})
	for other, then := range map[string][]string{"who=4": {"who=1"}, "who=1": {"look=", "who=1"}} {
		s := begunAs(t, opened(t, file(t)), game)
		happens(t, s, "look=", "who=2")
		tells(t, s, "look=")
		must(t, edit(s, say(t, "look=", other), s.Log.Items()[1].ID))
		if _, err := s.Next(say(t, then...)); err != nil {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// If a question repeats, as in an auction, one undo takes back one round.
func TestUndoOfOneRound(t *testing.T) {
	game := asked(func(a ask.Asker, p purses) (scoring.Event, error) {
		for {
			who, err := ask.PickOne(a, "who", lang.Literal("Who?"), lang.Names([]string{"Ana", "Bia", "nobody"}), -1)
			if err != nil || who == 2 {
				return move{Amount: 1}, err
			}
			if _, err := a.Ask(ask.Question{Head: ask.Head{ID: "bid"}, Shape: ask.Number{Hi: 9}}); err != nil {
				return nil, err
			}
		}
	})
	s := begunAs(t, opened(t, file(t)), game)
	tells(t, s, "who=1", "bid=3", "who=2", "bid=4")
	must(t, s.Undo())
	tells(t, s, "who=1") // Bia's call is gone, with its number
	must(t, s.Undo())    // in the middle of a call: only the person
	happens(t, s, "who=3")
	said := s.Log.Items()[1].Said.Entries
	if len(said) != 3 || said[0].Answer.Value() != 0 || said[1].Answer.Value() != 3 {
		t.Error(said)
	}
}

// After any change, undo or redo the table is back at now, where nothing that it took back is suggested.
func TestAfterAChangeTheTableIsAtNow(t *testing.T) {
	s := threeTurns(t, opened(t, file(t)))
	tells(t, s, "purse.who=2", "purse.amount=5", "purse.vote.1=<", "purse.amount=<", "purse.who=1")
	for _, do := range []func() error{s.Undo, s.Redo, func() error { return s.Do(move{Amount: 1}) }} {
		must(t, s.Place.Back())
		must(t, s.Place.Back())
		must(t, do())
		if h, reading := s.Place.At(); reading {
			t.Fatalf("still at %d", h.Item.ID)
		}
	}
	a := say(t, "purse.who=2")
	_, err := s.Next(a)
	wants(t, err, ask.ErrQuit)
	for _, q := range a.Seen {
		if q.Suggest != nil {
			t.Errorf("%s suggests %v", q.ID, q.Suggest)
		}
	}
}

// overtaken is a disk on which another window writes just before an event is stored.
type overtaken struct {
	onDisk
	first func()
}

func (o overtaken) Append(id string, expect int, at time.Time, body []byte, p store.Projection, drop ...store.Drop) error {
	o.first()
	return o.onDisk.Append(id, expect, at, body, p, drop...)
}

// An event does not wipe out what another window has written in its place.
func TestAnEventWipesNothing(t *testing.T) {
	path := file(t)
	first := begun(t, opened(t, path))
	other := reopened(t, opened(t, path), first.Log.ID())
	st := opened(t, path)
	first.Log.st = overtaken{onDisk{st.Log, st.Drafts}, func() {
		must(t, other.Drafts.Drop(slotNext)) // to tell all of it again
	}}
	tells(t, first, tens[:3]...)
	script := say(t, tens[3])
	_, err := first.Next(script)
	wants(t, err, ErrMoved)
	if len(first.Log.Events()) != 0 || first.Drafts.pending() != nil {
		t.Error(first.Log.Events(), first.Drafts.pending())
	}
}

// A part that was opened on its own leads back to now, not through later parts.
func TestAPartThatWasOpenedLeadsHome(t *testing.T) {
	s := threeTurns(t, opened(t, file(t)))
	s.Place.Open(s.Log.Items()[1].ID)
	p, err := s.Part(say(t, "purse.who=", "purse.amount=", "purse.vote.0=", "purse.vote.1="), nil)
	if _, reading := s.Place.At(); err != nil || p != nil || reading {
		t.Fatal(p, err, reading)
	}
}

// A dialog at which the game panics has no answers, and is not whole.
func TestReplayOfWhatFails(t *testing.T) {
	fails := func(a ask.Asker) ([]outcome, error) {
		_, _ = a.Ask(ask.Question{Head: ask.Head{ID: "any"}, Shape: ask.Number{Hi: 9}})
		panic("the game fails")
	}
	told := ask.Draft{Entries: []ask.Entry{{ID: "any", Answer: ask.One(3)}}}
	if said, events, whole := replay(told, fails); said != nil || events != nil || whole {
		t.Errorf("%v, %v, %v", said, events, whole)
	}
}
