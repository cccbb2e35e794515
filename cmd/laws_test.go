package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/internal/table"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// The laws that every registered game keeps, played out by a table that answers
// whatever is asked at random, but never what a question does not allow.

// anybody answers any question at random, and goes back now and then.
type anybody struct {
	*rand.Rand
	asked []string
	said  []ask.Answer
}

func (a *anybody) Ask(q ask.Question) (ask.Answer, error) {
	a.asked = append(a.asked, q.ID)
	if len(a.asked) > 20_000 {
		return ask.Answer{}, errors.New("the questions never end")
	}
	r := a.answer(q)
	a.said = append(a.said, r)
	return r, nil
}

func (a *anybody) answer(q ask.Question) ask.Answer {
	r := ask.Answer{By: ask.Keeper}
	if len(q.Keys) > 0 && a.IntN(12) == 0 {
		r.Key = q.Keys[a.IntN(len(q.Keys))].Letter
		return r
	}
	switch q.Kind {
	case ask.Pick:
		r.Values = [][]int{{a.IntN(len(q.Options))}}
	case ask.Many:
		row := make([]int, len(q.Options))
		for i := range row {
			row[i] = a.IntN(max(1, q.Most) + 1)
		}
		r.Values = [][]int{row}
	case ask.Number:
		r.Values = [][]int{{q.Lo + a.IntN(q.Hi-q.Lo+1)}}
	case ask.Words:
		r.Text = fmt.Sprint("word ", a.IntN(1000))
	case ask.Each:
		a.each(q, &r)
	case ask.Watch:
		if k := a.IntN(len(q.Options) + 1); k < len(q.Options) {
			r.Values, r.Left = [][]int{{k}}, time.Duration(a.Int64N(int64(q.Limit)+1))
		}
	}
	return r
}

func (a *anybody) each(q ask.Question, r *ask.Answer) {
	lo, hi := q.Lo, q.Hi
	if len(q.Options) > 0 {
		lo, hi = 0, len(q.Options)-1
	}
	if hi > 20 { // decorations: small numbers fit together
		hi = 8
	}
	apart, all := a.IntN(2) == 0 && len(q.People) <= hi-lo+1, a.Perm(hi-lo+1) // now and then no two alike
	for k := range q.People {
		row := []int{}
		if apart {
			row = append(row, lo+all[k])
		} else if !q.Blank || a.IntN(5) > 0 {
			row = append(row, lo+a.IntN(hi-lo+1))
		}
		if second := lo + a.IntN(hi-lo+1); !apart && q.Most > 1 && len(row) == 1 && second != row[0] && a.IntN(2) == 0 {
			row = append(row, second)
		}
		r.Values = append(r.Values, row)
	}
	if q.Plus > 0 && a.IntN(4) == 0 {
		r.Plus = a.IntN(q.Plus + 1)
	}
}

// seat makes a random table for a game, through the questions that every table answers.
func seat(t *testing.T, g scoring.Game, r *rand.Rand) setup.Table {
	t.Helper()
	n := g.Least + r.IntN(g.Most-g.Least+1)
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "José", "日本", "Heitor", "Ian", "Júlia", "Kátia", "Luís"}[:n]
	walk := []string{setup.Yes, setup.No}[r.IntN(2)]
	tb, _, err := ask.Talk(&seating{&anybody{Rand: r}, names}, ask.Draft{}, ask.Draft{}, func(ask.Draft) error { return nil },
		func(a ask.Asker) (setup.Table, error) {
			return sit(a, g, nil, setup.Table{Choices: map[string]string{setup.Walk: walk}})
		})
	if err != nil {
		t.Fatalf("%s: nobody could sit down: %v", g.ID, err)
	}
	return tb
}

// seating says who plays, and leaves the rest to chance.
type seating struct {
	*anybody
	names []string
}

func (s *seating) Ask(q ask.Question) (ask.Answer, error) {
	switch q.ID {
	case "cmd.who-plays":
		line := ""
		for _, n := range s.names {
			line += n + ","
		}
		return ask.Answer{By: ask.Keeper, Text: line}, nil
	case "cmd.in-order":
		return ask.One(0), nil
	}
	return s.anybody.Ask(q)
}

func TestLaws(t *testing.T) {
	for _, g := range games {
		t.Run(g.ID, func(t *testing.T) {
			finished := 0
			for seed := range uint64(100) {
				r := rand.New(rand.NewPCG(seed, 7))
				if playOut(t, g, seat(t, g, r), r) {
					finished++
				}
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
			if finished < 60 {
				t.Errorf("only %d of 100 games came to an end", finished)
			}
		})
	}
}

func playOut(t *testing.T, g scoring.Game, tb setup.Table, r *rand.Rand) (finished bool) {
	s, err := g.New(tb)
	if err != nil {
		t.Errorf("the table that was asked for is refused: %v", err)
		return false
	}
	var events []scoring.Event
	for len(events) < 120 && !s.Result().Finished() && !t.Failed() {
		leaves(t, g, s, r)
		e := askTwice(t, g, s, r)
		if e == nil {
			return false
		}
		before := fmt.Sprintf("%#v", s)
		next, err := s.Apply(e)
		if err != nil {
			t.Errorf("what was asked is refused: %#v: %v", e, err)
			return false
		}
		if after := fmt.Sprintf("%#v", s); after != before {
			t.Errorf("Apply changed its receiver:\n%s\n%s", before, after)
		}
		readsBack(t, g, e)
		spoilt(t, g, s, e, r)
		if said := g.Tell(s, e); said.Empty() {
			t.Errorf("%#v cannot be told", e)
		}
		s, events = next, append(events, e)
		if r.IntN(8) == 0 || s.Result().Finished() {
			sheetOutAndIn(t, g, tb, events, s)
		}
	}
	stoppedIsOver(t, g, s)
	ledgerIsStandings(t, s)
	again, _, err := g.Fold(tb, events)
	if err != nil || !reflect.DeepEqual(again.Result(), s.Result()) {
		t.Errorf("the same events make another game: %v", err)
	}
	return s.Result().Finished()
}

// askTwice asks for an event, and once more from its draft: the same event, nothing asked.
func askTwice(t *testing.T, g scoring.Game, s scoring.State, r *rand.Rand) scoring.Event {
	f := func(a ask.Asker) (scoring.Event, error) { return g.Ask(a, s) }
	keep := func(ask.Draft) error { return nil }
	e, d, err := ask.Talk(&anybody{Rand: r}, ask.Draft{Seed: r.Uint64()}, ask.Draft{}, keep, f)
	if err != nil {
		t.Errorf("asking: %v", err)
		return nil
	}
	silent := &anybody{Rand: r}
	again, _, err := ask.Talk(silent, d, ask.Draft{}, keep, f)
	if err != nil || !reflect.DeepEqual(again, e) || len(silent.asked) > 0 {
		t.Errorf("the draft makes %#v (%v), asking %v; it was %#v", again, err, silent.asked, e)
	}
	return e
}

// leaver answers a few questions, and leaves at the next one.
type leaver struct {
	*anybody
	left int
	how  error
}

func (l *leaver) Ask(q ask.Question) (ask.Answer, error) {
	if l.left--; l.left < 0 && q.Kind != ask.Draw {
		return ask.Answer{}, l.how
	}
	return l.anybody.Ask(q)
}

// leaves: whoever goes back, leaves or wants something else at any question does just
// that; no answer is looked at that was not given.
func leaves(t *testing.T, g scoring.Game, s scoring.State, r *rand.Rand) {
	for _, how := range []error{ask.ErrBack, ask.ErrQuit, &ask.Aside{Want: "table"}} {
		l := &leaver{&anybody{Rand: r}, r.IntN(6), how}
		if _, err := g.Ask(l, s); err != how && (err != nil || l.left < 0) {
			t.Errorf("left with %v after %v, and got %v", how, l.asked, err)
		}
	}
}

func readsBack(t *testing.T, g scoring.Game, e scoring.Event) {
	raw, err := json.Marshal(e)
	if err != nil {
		t.Error(err)
		return
	}
	back, err := g.Decode(e.Kind(), raw)
	if err != nil {
		t.Errorf("%s: %v", raw, err)
		return
	}
	if again, _ := json.Marshal(back); string(again) != string(raw) {
		t.Errorf("%s reads back as %s", raw, again)
	}
}

var aNumber = regexp.MustCompile(`-?\b[0-9]+\b`)

// spoilt: an event with a wrong number in it is refused with a fault, or it is another
// event that could have been; either way it can be told.
func spoilt(t *testing.T, g scoring.Game, s scoring.State, e scoring.Event, r *rand.Rand) {
	raw, err := json.Marshal(e)
	if err != nil {
		t.Error(err)
		return
	}
	wrong := []string{"-9223372036854775808", "-2", "-1", "0", "1", "3", "7", "12", "99", "9223372036854775807"}
	for _, at := range aNumber.FindAllIndex(raw, -1) {
		if r.IntN(4) > 0 {
			continue
		}
		other := string(raw[:at[0]]) + wrong[r.IntN(len(wrong))] + string(raw[at[1]:])
		e, err := g.Decode(e.Kind(), []byte(other))
		if err != nil {
			continue // it was a number in a name
		}
		if said := g.Tell(s, e); said.Empty() {
			t.Errorf("%s cannot be told", other)
		}
		next, err := s.Apply(e)
		var f *scoring.Fault
		if err != nil && !errors.As(err, &f) {
			t.Errorf("%s: %v", other, err)
		} else if err == nil {
			ledgerIsStandings(t, next)
		}
	}
}

func ledgerIsStandings(t *testing.T, s scoring.State) {
	r := s.Result()
	if got := scoring.Totals(s.Ledger(), len(r.Rows)); !slices.Equal(got, r.Points) {
		t.Errorf("the ledger sums to %v, the standings are %v", got, r.Points)
	}
	for _, l := range s.Ledger() {
		if l.Points != 0 && (l.Why.Empty() || l.Where.Empty()) || l.Part < 0 || l.Part >= len(r.Parts) {
			t.Errorf("a point without a reason or a place: %+v", l)
		}
	}
	if len(r.Winners) > 0 && !r.Over {
		t.Errorf("somebody wins before the end: %+v", r)
	}
}

// stoppedIsOver: the table's word ends any game, or the game asks for what it still needs.
func stoppedIsOver(t *testing.T, g scoring.Game, s scoring.State) {
	stopped, err := s.Apply(scoring.Stop{})
	if err != nil {
		t.Errorf("the table may not stop: %v", err)
		return
	}
	if r := stopped.Result(); !r.Over {
		e, _, err := ask.Talk(&anybody{Rand: rand.New(rand.NewPCG(1, 1))}, ask.Draft{}, ask.Draft{}, func(ask.Draft) error { return nil },
			func(a ask.Asker) (scoring.Event, error) { return g.Ask(a, stopped) })
		if err != nil || e == nil {
			t.Errorf("stopped, but not over, and nothing is asked: %v", err)
		}
	}
	if _, err := s.Apply(nothingKnown{}); !errors.Is(err, scoring.ErrUnknown) {
		t.Errorf("an unknown event: %v", err)
	}
}

type nothingKnown struct{}

func (nothingKnown) Kind() string { return "of a newer version" }

// voices speak every language; they are slow to make.
var voices = func() (all []*lang.Voice) {
	for _, tag := range lang.Languages {
		all = append(all, lang.NewVoice(tag, catalogs()...))
	}
	return all
}()

func sheetOutAndIn(t *testing.T, g scoring.Game, tb setup.Table, events []scoring.Event, s scoring.State) {
	for _, voice := range voices {
		sheet, err := g.WriteSheet(tb, events, s, time.Time{}, voice.Say)
		if err != nil {
			t.Error(err)
			return
		}
		_, back, err := scoring.ReadSheet(sheet, games)
		if err != nil {
			t.Errorf("%v in\n%s", err, sheet)
			return
		}
		if a, b := resultOf(s), resultOf(back); a != b {
			t.Errorf("the game:\n%s\nits sheet:\n%s\n%s", a, b, sheet)
		}
	}
}

func resultOf(s scoring.State) string {
	var out jsonBuffer
	if err := (table.Page{Out: &out, Voice: voices[0], Width: 80}).Result(s, table.JSON); err != nil {
		return err.Error()
	}
	return string(out)
}

type jsonBuffer []byte

func (b *jsonBuffer) Write(p []byte) (int, error) { *b = append(*b, p...); return len(p), nil }

// Every game speaks every language: its handbook is whole, its name is said.
func TestHandbooksAreWhole(t *testing.T) {
	for _, g := range games {
		var ids [][]string
		for _, tag := range lang.Languages {
			b, err := g.Book(tag)
			if err != nil {
				t.Fatalf("%s, %s: %v", g.ID, tag, err)
			}
			var here []string
			for _, e := range b.Entries {
				here = append(here, e.ID)
			}
			ids = append(ids, here)
			if len(here) < 5 {
				t.Errorf("%s, %s: only %d entries", g.ID, tag, len(here))
			}
		}
		for _, other := range ids[1:] {
			if !slices.Equal(ids[0], other) {
				t.Errorf("%s: not the same entries in every language:\n%v\n%v", g.ID, ids[0], other)
			}
		}
	}
}
