package laws

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// Laws about a single event: asked, stored, told, moved to another table, corrupted.

// sentence matches the ID of a question, with the seat in a group.
var sentence = regexp.MustCompile(`^[a-z.-]+(\.[0-9]+)?$`)

// askTwice asks for an event, and again from its draft: that must be the same event without a question. When it is asked anew with
// the old answers as suggestions, Enter alone must give the same event.
func (e *evening) askTwice() scoring.Event {
	e.a.Asked = nil
	event, d, err := asktest.Talk(e.a, ask.Draft{Seed: e.a.Uint64()}, ask.Draft{}, nowhere, asks(e.Game, e.s))
	if err != nil {
		e.t.Errorf("asking: %v", err)
		return nil
	}
	for _, id := range e.a.Asked {
		if !sentence.MatchString(id) {
			e.t.Errorf("the ID %q names a moment, not the sentence that is asked: it has small letters, dots and hyphens", id)
		}
	}
	silent := &Anybody{Rand: e.a.Rand}
	again, _, err := asktest.Talk(silent, d, ask.Draft{}, nowhere, asks(e.Game, e.s))
	if err != nil || !reflect.DeepEqual(again, event) || len(silent.Asked) > 0 {
		e.t.Errorf("the draft makes %#v (%v), asking %v; it was %#v", again, err, silent.Asked, event)
	}
	anew, _, err := asktest.Talk(ask.Func(enter), ask.Draft{Seed: d.Seed}, d, nowhere, asks(e.Game, e.s))
	if err != nil || !reflect.DeepEqual(anew, event) {
		e.t.Errorf("Enter alone tells %#v (%v); it was %#v", anew, err, event)
	}
	return event
}

// enter presses Enter at any question: it takes what is suggested and keeps a secret answer that stands.
func enter(q ask.Question) (ask.Answer, error) {
	switch {
	case q.Secret && q.Stands:
		return ask.Answer{Same: true}, nil
	case q.Suggest == nil && ask.Is[ask.Show](q.Shape):
		return ask.Answer{By: ask.Scorekeeper}, nil
	case q.Suggest == nil:
		return ask.Answer{}, errors.New(q.ID + " suggests nothing")
	}
	return *q.Suggest, nil
}

// A Leaver answers a few questions and leaves at the next one.
type Leaver struct {
	*Anybody
	Left int   // number of questions left
	How  error // ends the dialog
}

// Ask answers, or leaves.
func (l *Leaver) Ask(q ask.Question) (ask.Answer, error) {
	l.Left--
	if l.Left < 0 && !ask.Is[ask.Draw](q.Shape) {
		return ask.Answer{}, l.How
	}
	return l.Anybody.Ask(q)
}

// Gather asks one person after the other.
func (l *Leaver) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(l, qs, got) }

// leaves checks that going back, leaving or an aside at any question ends the dialog just so: the game does not look at an answer
// that was never given.
func (e *evening) leaves() {
	how := []error{ask.ErrBack, ask.ErrQuit, &ask.Aside{Want: "table"}}[e.a.IntN(3)]
	l := &Leaver{&Anybody{Rand: e.a.Rand}, e.a.IntN(6), how}
	if _, err := e.Next(l, e.s); err != how && (err != nil || l.Left < 0) {
		e.t.Errorf("left with %v after %v, and got %v", how, l.Asked, err)
	}
}

// readsBack checks that an event survives being stored.
func (e *evening) readsBack(event scoring.Event) {
	raw, err := json.Marshal(event)
	if err != nil {
		e.t.Error(err)
		return
	}
	back, err := e.Decode(event.Kind(), raw)
	if err != nil {
		e.t.Errorf("an event of the kind %q cannot be read back, %s: %v", event.Kind(), raw, err)
		return
	}
	if !reflect.DeepEqual(back, event) {
		e.t.Errorf("%#v is kept as %s, and reads back as %#v", event, raw, back)
	}
}

var aNumber = regexp.MustCompile(`-?\b[0-9]+\b`)

// spoilt checks that an event with a wrong number is refused with a fault or is another possible event. Either way it can be told,
// and the game that goes on without it does not change.
func (e *evening) spoilt(s scoring.State, event scoring.Event) {
	goesOn := fmt.Sprintf("%#v", e.s)
	other := e.oddly(event)
	if e.Tell(s, other).Empty() {
		e.t.Errorf("%#v cannot be told", other)
	}
	e.takes(s, other, fmt.Sprintf("%#v", other))
	if now := fmt.Sprintf("%#v", e.s); now != goesOn {
		e.t.Errorf("two states that come from one share what they hold:\n%s\n%s", goesOn, now)
	}
}

// number returns a number that hardly fits anywhere.
func (e *evening) number() string {
	all := []string{"-9223372036854775808", "-2", "-1", "0", "1", "3", "7", "12", "99", "9223372036854775807"}
	return all[e.a.IntN(len(all))]
}

// oddly returns an event with some random numbers, as a damaged log would have it.
func (e *evening) oddly(event scoring.Event) scoring.Event {
	raw, err := json.Marshal(event)
	if err != nil {
		e.t.Error(err)
		return event
	}
	other, err := e.Decode(event.Kind(), aNumber.ReplaceAllFunc(raw, func(n []byte) []byte {
		if e.a.IntN(8) > 0 {
			return n
		}
		return []byte(e.number())
	}))
	if err != nil {
		return event // it was a number in a name
	}
	return other
}

// takes applies an event that may be wrong. It must be refused with a fault or lead to a sound state, which takes returns.
func (e *evening) takes(s scoring.State, event scoring.Event, what string) (next scoring.State, taken bool) {
	next, err := e.Apply(s, event)
	if err == nil {
		e.ledgerIsStandings(next)
		return next, true
	}
	if f := new(scoring.Fault); !errors.As(err, &f) {
		e.t.Errorf("%s is refused without a fault that says why: %v", what, err)
	}
	return s, false
}

type nothingKnown struct{}

func (nothingKnown) Kind() string { return "of a newer version" }

// stoppedIsOver checks that Stop ends any game in any phase. After it, only a tie-break or what Reopens announces may be asked.
func (e *evening) stoppedIsOver() {
	stopped, err := e.Apply(e.s, scoring.Stop{})
	if err != nil {
		e.t.Errorf("Stop is refused, and the table may always stop: %v", err)
		return
	}
	for range 3 {
		r := stopped.Result()
		if !r.Over {
			e.t.Errorf("stopped, but not over: %+v", r)
		}
		if r.Finished() {
			break
		}
		event, _, err := asktest.Talk(New(1, 1), ask.Draft{}, ask.Draft{}, nowhere, asks(e.Game, stopped))
		if err != nil || r.Needs == "" && !r.Reopens {
			e.t.Errorf("stopped, and something else than a tie is asked about (%q): %#v %v", r.Needs, event, err)
			return
		}
		stopped, err = e.Apply(stopped, event)
		if err != nil {
			e.t.Error(err)
			return
		}
	}
	if _, err := e.Apply(e.s, nothingKnown{}); !errors.Is(err, scoring.ErrUnknown) {
		e.t.Errorf("an event of an unknown kind is not refused with ErrUnknown: %v", err)
	}
}

// comeAndGo lets people leave, come back or join now and then. Nobody may lose points by it, and a game that forbids it must say why.
func (e *evening) comeAndGo() {
	people := len(e.table.Players)
	var away []int
	for seat := range people {
		if e.a.IntN(4) == 0 {
			away = append(away, seat)
		}
	}
	event, why := scoring.Here{Away: away}, lang.Text{}
	if e.Fixed != nil {
		why = e.Fixed(e.table)
	}
	switch between := e.s.Between(); {
	case e.a.IntN(6) > 0 || e.s.Result().Over:
	case !why.Empty() || !between || people-len(away) < e.MinPlayers && len(away) > 0:
		var f *scoring.Fault
		if _, err := e.Apply(e.s, event); !errors.As(err, &f) || !why.Empty() && f.Say.String() != why.String() {
			e.t.Errorf("nobody may come or go here, so %v has to be refused with %q (Fixed): %v", event, why, err)
		}
	default:
		e.apply(event)
		if got := scoring.Away(e.s); !slices.Equal(got, away) {
			e.t.Errorf("away are %v, not %v", got, away)
		}
	}
	if why.Empty() && people < e.MaxPlayers && e.a.IntN(12) == 0 {
		e.join(fmt.Sprint("late ", people))
	}
}

// join seats one more person at the end of the table.
func (e *evening) join(name string) {
	before, old := e.s.Result(), e.table
	e.table = old.Clone()
	e.table.Players = append(e.table.Players, name)
	for i, event := range e.events {
		e.events[i] = e.Move(event, old, e.table, old.Turn(0))
	}
	s, i, err := e.Fold(e.table, e.events)
	if err != nil {
		e.t.Errorf("%s joins, and event %d, %#v, is refused: %v", name, i, e.events[i], err)
		return
	}
	e.s = s
	if after := s.Result(); !slices.Equal(after.Points[:len(before.Points)], before.Points) || after.Over != before.Over {
		e.t.Errorf("%s joins, and the points are %v, not %v", name, after.Points, before.Points)
	}
	h, pick, options := s.Joining(len(old.Players))
	if wrong := Wrong(ask.Question{Head: h, Shape: pick}); len(options) > 0 && (wrong != "" || len(options) != len(pick.Options)) {
		e.t.Errorf("%s joins, and is asked about with %d options: %s", name, len(options), wrong)
	} else if len(options) > 0 {
		e.apply(options[e.a.IntN(len(options))])
	}
}

// atAnotherTable checks that the same people in other seats have the same points, and that moving the events back restores them.
func (e *evening) atAnotherTable() {
	to := e.a.Perm(len(e.table.Players))
	now, back := reseated(e.table, to, e.a.Rand), make([]int, len(to))
	for seat, next := range to {
		back[next] = seat
	}
	var moved, here, there []scoring.Event
	for _, event := range e.events {
		m := e.Move(event, e.table, now, to)
		if again := e.Move(m, now, e.table, back); !reflect.DeepEqual(again, event) {
			e.t.Errorf("%#v moved is %#v, and moved back %#v", event, m, again)
		}
		moved = append(moved, m)
		if !slices.Contains(e.beside, event.Kind()) {
			here, there = append(here, event), append(there, m)
		}
	}
	var f *scoring.Fault
	if _, i, err := e.Fold(now, moved); err != nil && (len(there) == len(moved) || !errors.As(err, &f)) {
		e.t.Errorf("%#v is refused: %v", moved[i], err)
	}
	one, _, err := e.Fold(e.table, here)
	other, i, err2 := e.Fold(now, there)
	if err != nil || err2 != nil {
		e.t.Errorf("%v; at another table event %d: %v", err, i, err2)
	} else if a, b := byName(one.Result()), byName(other.Result()); !reflect.DeepEqual(a, b) {
		e.t.Errorf("%+v\nat another table\n%+v", a, b)
	}
}

// byName returns a result that does not depend on seats.
func byName(r scoring.Result) map[string]string {
	all := map[string]string{"": fmt.Sprint(r.Over, r.DecidedBy, r.Needs, len(r.Parts))}
	for _, s := range r.Standings() {
		all[s.Name] = fmt.Sprint(s.Rank, s.Points, s.Winner, slices.Contains(r.Tied, s.Row))
	}
	return all
}

// anywhere moves the events to a random table, which must leave the originals alone. There each can be told, whatever its numbers,
// and the rules take it or say what is wrong. The events they take have a sheet and lead to a question or an end.
func (e *evening) anywhere(now setup.Table) {
	to := make([]int, e.a.IntN(len(e.table.Players)+2))
	for i := range to {
		to[i] = e.a.IntN(len(now.Players)+3) - 2
	}
	s, err := e.New(now)
	if err != nil {
		e.t.Fatal(err)
	}
	var taken []scoring.Event
	for _, event := range e.events {
		was := fmt.Sprintf("%#v", event)
		moved := e.Move(event, e.table, now, to)
		if fmt.Sprintf("%#v", event) != was || e.Reseat != nil && shares(reflect.ValueOf(event), reflect.ValueOf(moved)) {
			e.t.Errorf("%s and %#v are not apart", was, moved)
		}
		moved = e.oddly(moved)
		if e.Tell(s, moved).Empty() {
			e.t.Errorf("%#v cannot be told", moved)
		}
		_ = s.Rest(moved).String()
		next, is := e.takes(s, moved, fmt.Sprintf("%#v", moved))
		if is {
			s, taken = next, append(taken, moved)
		}
	}
	if _, err := e.WriteSheet(now, taken, s, time.Time{}, lang.Text.String); err != nil {
		e.t.Errorf("what the rules took has no sheet: %v", err)
	}
	_, _ = e.Next(&Leaver{e.a, 0, ask.ErrQuit}, s)
}

// shares reports whether two values of the same shape share a list, map or pointer.
func shares(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if shares(a.Field(i), b.Field(i)) {
				return true
			}
		}
	case reflect.Slice:
		if a.Len() == 0 || b.Len() == 0 {
			return false
		}
		return a.Pointer() == b.Pointer() || a.Len() == b.Len() && shares(a.Index(0), b.Index(0))
	case reflect.Map, reflect.Pointer:
		return a.Pointer() != 0 && a.Pointer() == b.Pointer()
	}
	return false
}

// sheetOutAndIn checks that a sheet in any language reads as the game it was written from, and is then written the same way.
func (e *evening) sheetOutAndIn() {
	voice := e.voices[e.a.IntN(len(e.voices))]
	sheet, err := e.WriteSheet(e.table, e.events, e.s, time.Time{}, voice.Say)
	if err != nil {
		e.t.Error(err)
		return
	}
	back, err := scoring.ReadSheet(sheet, []scoring.Game{e.Game})
	if err != nil {
		e.t.Errorf("%v in\n%s", err, sheet)
		return
	}
	if a, b := said(voice, e.s), said(voice, back.State); a != b {
		e.t.Errorf("the game:\n%s\nits sheet:\n%s\n%s", a, b, sheet)
	}
	again, err := e.WriteSheet(back.Table, back.Events, back.State, back.Played, voice.Say)
	if err != nil || string(again) != string(sheet) {
		e.t.Errorf("the sheet\n%s\nread and written again is\n%s\n%v", sheet, again, err)
	}
}

// said writes out a result and all points with their reasons.
func said(v *lang.Localizer, s scoring.State) string {
	r, out := s.Result(), []string{}
	line := func(what ...any) { out = append(out, fmt.Sprint(what...)) }
	line(r.Over, r.DecidedBy, r.Needs, r.Tied, r.Winners, v.Say(r.Reason), r.Lacks)
	for _, one := range r.Standings() {
		line(one)
	}
	for _, p := range r.Parts {
		line(v.Say(p.Name), p.Mark, p.Cells)
	}
	for _, l := range s.Ledger() {
		line(l.Row, l.Part, l.Points, v.Say(l.Why), v.Say(l.Where))
	}
	for _, step := range r.Steps {
		line(v.Say(step.Say))
	}
	for _, text := range r.Readings {
		line(v.Say(text))
	}
	return strings.Join(out, "\n")
}
