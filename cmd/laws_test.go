package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/handbook"
	"github.com/tablemate/tablemate/cmd/internal/picture"
	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/table"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/asktest"
	"github.com/tablemate/tablemate/internal/lang"
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
	r := ask.Answer{By: ask.Scorekeeper}
	if len(q.Keys) > 0 && a.IntN(12) == 0 {
		r.Key = q.Keys[a.IntN(len(q.Keys))].Letter
		return r
	}
	switch q.Kind {
	case ask.Show:
		r.Pictures = a.pictures(q)
	case ask.Pick:
		r.Values = [][]int{{a.IntN(len(q.Options))}}
	case ask.Many:
		row := make([]int, len(q.Options))
		for i := range row {
			row[i] = a.IntN(max(1, q.Most) + 1)
		}
		r.Values = [][]int{row}
	case ask.Draw:
		r.Values = [][]int{{a.IntN(q.Hi + 1)}}
	case ask.Number:
		lo := max(q.Lo, -2)
		r.Values = [][]int{{lo + a.IntN(min(q.Hi-lo, 119)+1)}} // points that an evening may come to
	case ask.Words:
		if r.Text = fmt.Sprint("word ", a.IntN(1000)); strings.HasPrefix(q.ID, "cmd.typed-option.") { // a length
			r.Text = []string{"7:30", "90s", "12", "8m30", "soon"}[a.IntN(5)]
		} else if q.ID == "pad.which-categories" {
			r.Text = strings.Join([]string{"birds", "bonus cards", "eggs", "ovos"}[:1+a.IntN(4)], ",")
		}
	case ask.Each:
		a.each(q, &r)
	case ask.Watch:
		if k := a.IntN(len(q.Options) + 1); k < len(q.Options) {
			r.Values, r.Left = [][]int{{k}}, time.Duration(a.Int64N(int64(q.Limit)+1))
		} else if a.IntN(2) == 0 { // called early
			r.Left = time.Duration(a.Int64N(int64(q.Limit) + 1))
		}
	}
	return r
}

// pictures are from nobody, or from some people.
func (a *anybody) pictures(q ask.Question) []string {
	if !q.Pictures || a.IntN(2) == 0 {
		return nil
	}
	out := make([]string, len(q.People))
	for k := range out {
		if a.IntN(3) > 0 {
			out[k] = picture.ID(snapshot(a.IntN(snapshots)))
		}
	}
	return out
}

// There are so many snapshots, each another small JPEG.
const snapshots = 20

func snapshot(n int) []byte {
	img := image.NewGray(image.Rect(0, 0, 16, 12))
	for i := range img.Pix {
		img.Pix[i] = uint8(n * 12)
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, img, nil) // into memory
	return b.Bytes()
}

// Gather answers in any order, now and then nobody as another one did: whose cards are whose
// is only told so.
func (a *anybody) Gather(qs []ask.Question, got ask.Got) error {
	apart, order := a.IntN(2) == 0, a.Perm(len(qs))
	all := a.Perm(100)
	for _, k := range order {
		q := qs[k]
		if q.In {
			continue
		}
		err := ask.InOrder(a, []ask.Question{q}, func(_ int, r ask.Answer) error {
			if own := fit(all, q); apart && q.Kind == ask.Each && len(own) >= max(q.Least, 1) {
				r.Values = [][]int{own[:max(q.Least, 1)]}
				all = slices.DeleteFunc(all, func(n int) bool { return slices.Contains(r.Values[0], n) })
			}
			return got(k, r)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fit are the numbers that a question takes.
func fit(all []int, q ask.Question) []int {
	return slices.DeleteFunc(slices.Clone(all), func(n int) bool { return n < q.Lo || n > q.Hi || len(q.Options) > 0 })
}

func (a *anybody) each(q ask.Question, r *ask.Answer) {
	lo, hi := q.Lo, q.Hi
	if len(q.Options) > 0 {
		lo, hi = 0, len(q.Options)-1
	}
	if hi > 20 { // decorations, points of a pad: small numbers fit together
		lo, hi = max(lo, -2), 8
	}
	apart, all := a.IntN(2) == 0 && len(q.People) <= hi-lo+1, a.Perm(hi-lo+1) // now and then no two alike
	for k := range q.People {
		row := []int{}
		if apart {
			row = append(row, lo+all[k])
		} else if !q.Blank || a.IntN(5) > 0 {
			row = append(row, lo+a.IntN(hi-lo+1))
		}
		for len(row) > 0 && len(row) < q.Least {
			if next := lo + a.IntN(hi-lo+1); !slices.Contains(row, next) {
				row = append(row, next)
			}
		}
		if second := lo + a.IntN(hi-lo+1); q.Least == 0 && !apart && q.Most > 1 && len(row) == 1 && second != row[0] && a.IntN(2) == 0 {
			row = append(row, second)
		}
		r.Values = append(r.Values, row)
	}
	if q.Plus > 0 && a.IntN(4) == 0 {
		r.Plus = a.IntN(q.Plus + 1)
	}
}

// seat makes a random table for a game, through the questions that every table answers.
func seat(t testing.TB, g scoring.Game, r *rand.Rand) setup.Table {
	t.Helper()
	n := g.MinPlayers + r.IntN(g.MaxPlayers-g.MinPlayers+1)
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "José", "日本", "Heitor", "Ian", "Júlia", "Kátia", "Luís"}[:n]
	origin := []setup.Origin{setup.Live, setup.AfterTheFact}[r.IntN(2)]
	phones := r.IntN(2) == 0
	tb, _, err := asktest.Talk(&seating{&anybody{Rand: r}, names}, ask.Draft{}, ask.Draft{}, func(ask.Draft) error { return nil },
		func(a ask.Asker) (setup.Table, error) {
			return play.Sit(a, g, setup.Table{Origin: origin}, func([]string) bool { return phones })
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
		return ask.Answer{By: ask.Scorekeeper, Text: line}, nil
	case "cmd.in-order":
		return ask.One(0), nil
	}
	return s.anybody.Ask(q)
}

func TestLaws(t *testing.T) {
	for _, g := range games {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			finished, said := 0, voices()
			for seed := range uint64(100) {
				r := rand.New(rand.NewPCG(seed, 7))
				e := &gameNight{Game: g, table: seat(t, g, r), voices: said}
				if e.playOut(t, r) {
					finished++
				}
				e.atAnotherTable(t, r)
				e.anywhere(t, seat(t, g, r), r)
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

// A gameNight is one game, played out.
type gameNight struct {
	scoring.Game
	table  setup.Table
	events []scoring.Event
	s      scoring.State
	voices []*lang.Localizer
}

func (e *gameNight) playOut(t *testing.T, r *rand.Rand) (finished bool) {
	s, err := e.New(e.table)
	if err != nil {
		t.Errorf("the table that was asked for is refused: %v", err)
		return false
	}
	e.s = s
	for len(e.events) < 120 && !e.s.Result().Finished() && !t.Failed() {
		e.comeAndGo(t, r)
		if r.IntN(5) == 0 {
			stoppedIsOver(t, e.Game, e.s)
		}
		leaves(t, e.Game, e.s, r)
		event := askTwice(t, e.Game, e.s, r)
		if event == nil {
			return false
		}
		spoilt(t, e.Game, e.s, event, r)
		e.apply(t, event)
		if r.IntN(8) == 0 || e.s.Result().Finished() {
			e.sheetOutAndIn(t)
		}
	}
	stoppedIsOver(t, e.Game, e.s)
	ledgerIsStandings(t, e.s)
	somebodyIsNext(t, e.Game, e.table, e.s)
	again, _, err := e.Fold(e.table, e.events)
	if err != nil || !reflect.DeepEqual(again.Result(), e.s.Result()) {
		t.Errorf("the same events make another game: %v", err)
	}
	return e.s.Result().Finished()
}

// somebodyIsNext: wherever a game was left, somebody who is there begins the next one; a game that asks
// who begins before the cards are dealt says so of whoever is next, and no other does.
func somebodyIsNext(t *testing.T, g scoring.Game, table setup.Table, s scoring.State) {
	t.Helper()
	if next := g.NextFirst(table, s); !slices.Contains(scoring.Present(len(table.Players), scoring.Away(s)), next) {
		t.Errorf("seat %d begins the next game", next)
	}
	if g.Onward.Empty() != (g.First.Empty() || g.FirstLater) {
		t.Errorf("who begins: %v, the next one: %v", g.First, g.Onward)
	}
}

// apply does what the rules must allow.
func (e *gameNight) apply(t *testing.T, event scoring.Event) {
	t.Helper()
	before := fmt.Sprintf("%#v", e.s)
	next, err := e.s.Apply(event)
	if err != nil {
		t.Errorf("%#v is refused: %v", event, err)
		return
	}
	if after := fmt.Sprintf("%#v", e.s); after != before {
		t.Errorf("Apply changed its receiver:\n%s\n%s", before, after)
	}
	readsBack(t, e.Game, event)
	if said := e.Tell(e.s, event); said.Empty() {
		t.Errorf("%#v cannot be told", event)
	}
	e.s, e.events = next, append(e.events, event)
}

// comeAndGo: now and then somebody leaves, comes back or joins, and nobody loses a
// point by it; where a game does not allow it, it says why.
func (e *gameNight) comeAndGo(t *testing.T, r *rand.Rand) {
	people := len(e.table.Players)
	var away []int
	for seat := range people {
		if r.IntN(4) == 0 {
			away = append(away, seat)
		}
	}
	event, why := scoring.Here{Away: away}, e.Fixed(e.table)
	switch between := e.Between == nil || e.Between(e.s); {
	case r.IntN(6) > 0 || e.s.Result().Over:
	case !why.Empty() || !between || people-len(away) < e.MinPlayers && len(away) > 0:
		var f *scoring.Fault
		if _, err := e.s.Apply(event); !errors.As(err, &f) || !why.Empty() && f.Say.String() != why.String() {
			t.Errorf("%v: %v, want %s", event, err, why)
		}
	default:
		e.apply(t, event)
		if got := scoring.Away(e.s); !slices.Equal(got, away) {
			t.Errorf("away are %v, not %v", got, away)
		}
	}
	if why.Empty() && people < e.MaxPlayers && r.IntN(12) == 0 {
		e.join(t, fmt.Sprint("late ", people))
	}
}

// join seats one more at the end of the table.
func (e *gameNight) join(t *testing.T, name string) {
	before, old := e.s.Result(), e.table
	e.table = old.Clone()
	e.table.Players = append(e.table.Players, name)
	for i, event := range e.events {
		e.events[i] = e.Move(event, old, e.table, old.Turn(0))
	}
	s, i, err := e.Fold(e.table, e.events)
	if err != nil {
		t.Errorf("%s joins, and event %d, %#v, is refused: %v", name, i, e.events[i], err)
		return
	}
	e.s = s
	if after := s.Result(); !slices.Equal(after.Points, append(before.Points, 0)) || after.Over != before.Over {
		t.Errorf("%s joins, and the points are %v, not %v", name, after.Points, before.Points)
	}
}

// guided are the kinds of events that depend on who sits beside whom.
var guided = []string{"turned", "opened", "offer", "counted"}

// atAnotherTable: the same people in other seats have the same points; moved back, the
// events are those that they were.
func (e *gameNight) atAnotherTable(t *testing.T, r *rand.Rand) {
	to := r.Perm(len(e.table.Players))
	now, back := reseated(e.table, to, r), make([]int, len(to))
	for seat, next := range to {
		back[next] = seat
	}
	var moved, here, there []scoring.Event
	for _, event := range e.events {
		m := e.Move(event, e.table, now, to)
		if again := e.Move(m, now, e.table, back); !reflect.DeepEqual(again, event) {
			t.Errorf("%#v moved is %#v, and moved back %#v", event, m, again)
		}
		moved = append(moved, m)
		if !slices.Contains(guided, event.Kind()) {
			here, there = append(here, event), append(there, m)
		}
	}
	var f *scoring.Fault
	if _, i, err := e.Fold(now, moved); err != nil && (len(there) == len(moved) || !errors.As(err, &f)) {
		t.Errorf("%#v is refused: %v", moved[i], err)
	}
	one, _, err := e.Fold(e.table, here)
	other, i, err2 := e.Fold(now, there)
	if err != nil || err2 != nil {
		t.Errorf("%v; at another table event %d: %v", err, i, err2)
	} else if a, b := byName(one.Result()), byName(other.Result()); !reflect.DeepEqual(a, b) {
		t.Errorf("%+v\nat another table\n%+v", a, b)
	}
}

// reseated is the table when seat i moves to to[i], with its teams in another order.
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

// byName is a result whatever the seats are.
func byName(r scoring.Result) map[string]string {
	all := map[string]string{"": fmt.Sprint(r.Over, r.DecidedBy, r.Needs, len(r.Parts))}
	for _, s := range r.Standings() {
		all[s.Name] = fmt.Sprint(s.Rank, s.Points, s.Winner, slices.Contains(r.Tied, s.Row))
	}
	return all
}

// anywhere: an event goes to any table, and leaves what it was alone; there it can be
// told, and the rules take it or say what is wrong.
func (e *gameNight) anywhere(t *testing.T, now setup.Table, r *rand.Rand) {
	to := make([]int, r.IntN(len(e.table.Players)+2))
	for i := range to {
		to[i] = r.IntN(len(now.Players)+3) - 2
	}
	s, err := e.New(now)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range e.events {
		was := fmt.Sprintf("%#v", event)
		moved := e.Move(event, e.table, now, to)
		if fmt.Sprintf("%#v", event) != was || shares(reflect.ValueOf(event), reflect.ValueOf(moved)) {
			t.Errorf("%s and %#v are not apart", was, moved)
		}
		if e.Tell(s, moved).Empty() {
			t.Errorf("%#v cannot be told", moved)
		}
		next, err := s.Apply(moved)
		var f *scoring.Fault
		if err == nil {
			s = next
			ledgerIsStandings(t, s)
		} else if !errors.As(err, &f) {
			t.Errorf("%#v: %v", moved, err)
		}
	}
}

// shares reports whether two values of one shape hold the same list, map or pointer.
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

// askTwice asks for an event, and once more from its draft: the same event, nothing asked.
func askTwice(t *testing.T, g scoring.Game, s scoring.State, r *rand.Rand) scoring.Event {
	f := func(a ask.Asker) (scoring.Event, error) { return g.Ask(a, s) }
	keep := func(ask.Draft) error { return nil }
	e, d, err := asktest.Talk(&anybody{Rand: r}, ask.Draft{Seed: r.Uint64()}, ask.Draft{}, keep, f)
	if err != nil {
		t.Errorf("asking: %v", err)
		return nil
	}
	silent := &anybody{Rand: r}
	again, _, err := asktest.Talk(silent, d, ask.Draft{}, keep, f)
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
	how := []error{ask.ErrBack, ask.ErrQuit, &ask.Aside{Want: "table"}}[r.IntN(3)]
	l := &leaver{&anybody{Rand: r}, r.IntN(6), how}
	if _, err := g.Ask(l, s); err != how && (err != nil || l.left < 0) {
		t.Errorf("left with %v after %v, and got %v", how, l.asked, err)
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
		if r.IntN(6) > 0 {
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

// stoppedIsOver: the table's word ends any game in any phase. What is asked after it, if
// anything, is what a tie waits for, and then it is over.
func stoppedIsOver(t *testing.T, g scoring.Game, s scoring.State) {
	stopped, err := s.Apply(scoring.Stop{})
	if err != nil {
		t.Errorf("the table may not stop: %v", err)
		return
	}
	for range 3 {
		r := stopped.Result()
		if !r.Over || r.Reopens {
			t.Errorf("stopped, but not over: %+v", r)
		}
		if r.Finished() {
			break
		}
		e, _, err := asktest.Talk(&anybody{Rand: rand.New(rand.NewPCG(1, 1))}, ask.Draft{}, ask.Draft{}, func(ask.Draft) error { return nil }, asks(g, stopped))
		if err != nil || r.Needs == "" {
			t.Errorf("stopped, and something else than a tie is asked about (%q): %#v %v", r.Needs, e, err)
			return
		}
		if stopped, err = stopped.Apply(e); err != nil {
			t.Error(err)
			return
		}
	}
	if _, err := s.Apply(nothingKnown{}); !errors.Is(err, scoring.ErrUnknown) {
		t.Errorf("an unknown event: %v", err)
	}
}

type nothingKnown struct{}

func (nothingKnown) Kind() string { return "of a newer version" }

// voices speak every language; they are slow to make, and not for several goroutines.
func voices() (all []*lang.Localizer) {
	for _, tag := range lang.Languages {
		all = append(all, lang.NewLocalizer(tag, catalogs()...))
	}
	return all
}

func (e *gameNight) sheetOutAndIn(t *testing.T) {
	for _, voice := range e.voices {
		sheet, err := e.WriteSheet(e.table, e.events, e.s, time.Time{}, voice.Say)
		if err != nil {
			t.Error(err)
			return
		}
		_, back, err := scoring.ReadSheet(sheet, games)
		if err != nil {
			t.Errorf("%v in\n%s", err, sheet)
			return
		}
		if a, b := resultOf(voice, e.s), resultOf(voice, back); a != b {
			t.Errorf("the game:\n%s\nits sheet:\n%s\n%s", a, b, sheet)
		}
	}
}

func resultOf(v *lang.Localizer, s scoring.State) string {
	var out jsonBuffer
	if err := (table.Printer{Out: &out, Voice: v, Width: 80}).Result(s, table.JSON); err != nil {
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
			b, err := handbook.Of(g, tag)
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

func (s *seating) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(s, qs, got) }

func (l *leaver) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(l, qs, got) }
