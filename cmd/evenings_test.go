package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/play"
	"github.com/tablemate/tablemate/cmd/internal/screen"
	"github.com/tablemate/tablemate/cmd/internal/session"
	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
	"github.com/tablemate/tablemate/timer"
)

// A law over all games: evenings of a table that answers, goes back, reads, looks things
// up, corrects, puts in, undoes, changes seats, leaves and comes back, all at random. A
// plain model stands beside each: the log as text, folded with whole-state undo.
//
//   - Reading, looking, leaving and coming back change not a byte on the disk.
//   - An answer changes one draft, or adds one line to the log; nothing else.
//   - What the log leads to is what the model has, event for event.
//   - Nothing panics, and no question is put that cannot be answered.
//
// TABLEMATE_EVENINGS=10000 plays that many of each game, TABLEMATE_SEED others.

// did is what the table did last, as far as the law cares.
type did int

const (
	looked   did = iota // nothing may change
	answered            // one draft, or one line
	asked               // a wish that may do something: one line or drafts
)

// restless answers at random and watches the disk.
type restless struct {
	*laws.Anybody
	t     *testing.T
	st    *store.Store
	id    func() string
	names []string
	last  did
	disk  disk
	asks  int
	blind bool // others answer too: nobody knows from here what may change
	most  int
	trail []string
}

// A disk is what is kept of a game: its log, and its drafts by slot.
type disk struct {
	log    []string
	drafts map[string]string
}

func (r *restless) read() disk {
	d := disk{drafts: map[string]string{}}
	if r.id() == "" {
		return d
	}
	lines, err := r.st.LogAfter(r.id(), 0)
	if err != nil && !errors.Is(err, store.ErrNone) {
		r.t.Fatal(err)
	}
	for _, l := range lines {
		d.log = append(d.log, string(l.Body))
	}
	slots, err := r.st.Drafts(r.id())
	if err != nil {
		r.t.Fatal(err)
	}
	for _, slot := range slots {
		draft, err := r.st.Draft(r.id(), slot)
		if err != nil {
			r.t.Fatal(err)
		}
		told, err := session.Told(draft.Body)
		if err != nil {
			r.t.Fatal(err)
		}
		if len(told.Entries) > 0 {
			d.drafts[slot] = text(r.t, told)
		}
	}
	return d
}

// check holds the disk against what the table did.
func (r *restless) check() {
	if r.blind {
		return
	}
	now := r.read()
	was := r.disk
	r.disk = now
	if len(now.log) < len(was.log) || !slices.Equal(was.log, now.log[:len(was.log)]) {
		r.fatal("the log was rewritten")
	}
	added := len(now.log) - len(was.log)
	if added > 1 {
		r.fatal("%d lines at once", added)
	}
	changed := 0
	for slot := range maps.Keys(union(was.drafts, now.drafts)) {
		if was.drafts[slot] == now.drafts[slot] {
			continue
		}
		if changed++; r.last == looked && !said(was.drafts[slot], now.drafts[slot]) {
			r.fatal("looking changed the draft %q:\n%s\n%s", slot, was.drafts[slot], now.drafts[slot])
		}
	}
	switch {
	case r.last == looked && added > 0:
		r.fatal("looking added a line: %s", now.log[len(now.log)-1])
	case r.last == answered && added == 0 && changed > 1:
		r.fatal("one answer changed %d drafts", changed)
	}
}

// said reports that a draft went away that said nothing new: an answer told back to what
// it was.
func said(was, now string) bool { return was != "" && now == "" }

func union(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func (r *restless) fatal(format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf(format+"\nafter:\n%s", append(args, strings.Join(r.trail[max(0, len(r.trail)-30):], "\n"))...)
}

func (r *restless) does(d did, what string, a ask.Answer, err error) (ask.Answer, error) {
	r.last = d
	r.trail = append(r.trail, what)
	return a, err
}

func (r *restless) Ask(q ask.Question) (ask.Answer, error) {
	r.check()
	if r.asks++; r.asks > r.most {
		return r.does(looked, q.ID+": leaves", ask.Answer{}, ask.ErrQuit)
	}
	if q.Suggest != nil && !q.Fits(*q.Suggest) {
		r.fatal("%s suggests what it cannot have: %+v", q.ID, *q.Suggest)
	}
	if len(q.Names) != len(q.People) { // who moves to another seat is known by name alone
		r.fatal("%s is put to %d people, %q", q.ID, len(q.People), q.Names)
	}
	switch q.ID {
	case "cmd.who-plays":
		return r.whoPlays(q)
	case "cmd.in-order":
		return r.does(answered, "in order", ask.One(0), nil)
	}
	if strings.HasPrefix(q.ID, "play.") {
		return r.menu(q)
	}
	switch x := r.IntN(100); {
	case x < 12:
		return r.does(looked, q.ID+": <", ask.Answer{}, ask.ErrBack)
	case x < 15:
		return r.does(looked, q.ID+": >", ask.Answer{}, ask.ErrNow)
	case x < 18:
		return r.does(looked, q.ID+": ?standings", ask.Answer{}, &ask.Aside{Want: []string{"standings", "why", "go"}[r.IntN(3)]})
	case x < 26:
		want := []string{"undo", "redo", "correct", "table", "people", "correct", "end"}[r.IntN(7)]
		return r.does(asked, q.ID+": ?"+want, ask.Answer{}, &ask.Aside{Want: want})
	case q.Stands && x < 80:
		if q.Secret {
			return r.does(answered, q.ID+": Enter", ask.Answer{Same: true}, nil) // it may stand in a correction only
		}
		return r.does(looked, fmt.Sprintf("%s: Enter %v", q.ID, q.Suggest.Values), *q.Suggest, nil)
	}
	a := r.Answer(q)
	if q.Stands && q.Suggest != nil && a.Equal(*q.Suggest) {
		return r.does(looked, q.ID+": the same", a, nil)
	}
	return r.does(answered, fmt.Sprintf("%s: %v%s%s", q.ID, a.Values, a.Key, a.Text), a, nil)
}

// whoPlays names people, at a table that sits already now and then others.
func (r *restless) whoPlays(q ask.Question) (ask.Answer, error) {
	if q.Suggest != nil && r.IntN(2) == 0 {
		if q.Stands {
			return r.does(looked, "who plays: Enter", *q.Suggest, nil)
		}
		return r.does(answered, "who plays: Enter", *q.Suggest, nil)
	}
	if r.IntN(12) == 0 && q.Suggest != nil {
		return r.does(looked, "who plays: <", ask.Answer{}, ask.ErrBack)
	}
	names := slices.Clone(r.names)
	if q.Suggest != nil {
		names = strings.Split(q.Suggest.Text, ", ")
		switch r.IntN(4) {
		case 0:
			r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		case 1:
			names[r.IntN(len(names))] = "Zoë " + strconv.Itoa(r.IntN(100))
		case 2:
			names = slices.Insert(names, r.IntN(len(names)+1), "Yara "+strconv.Itoa(r.IntN(100)))
		case 3:
			names = slices.Delete(names, 0, 1)
		}
		if len(names) == 0 { // only one had come
			names = slices.Clone(r.names)
		}
		if q.Fault != nil {
			names = strings.Split(q.Suggest.Text, ", ")[:0]
			return r.does(looked, "who plays: back out", ask.Answer{}, ask.ErrNow)
		}
	}
	return r.does(answered, fmt.Sprint("who plays: ", names), ask.Answer{By: ask.Scorekeeper, Text: strings.Join(names, ", ")}, nil)
}

// menu answers a question of the program itself.
func (r *restless) menu(q ask.Question) (ask.Answer, error) {
	switch r.IntN(20) {
	case 0:
		return r.does(asked, q.ID+": <", ask.Answer{}, ask.ErrBack)
	case 1:
		return r.does(asked, q.ID+": ?", ask.Answer{}, &ask.Aside{Want: "standings"})
	}
	a := r.Answer(q)
	if q.Kind == ask.Words {
		a.Text = "theft"
	}
	return r.does(asked, fmt.Sprintf("%s: %v", q.ID, a.Values), a, nil)
}

func (r *restless) Covers() bool         { return r.asks%2 == 0 }
func (r *restless) Forget()              {}
func (r *restless) Above(string, string) {}

func (r *restless) Recap([]ask.Answered) {}
func (r *restless) Restore()             {}

// Watch lets the time of a round run at random.
func (r *restless) Watch(c screen.Clock) (screen.Outcome, error) {
	a, err := r.Ask(ask.Question{ID: "clock", Kind: ask.Watch, Options: c.Options, Limit: c.Limit})
	o := screen.Outcome{End: screen.TimeUp, Left: a.Left}
	var aside *ask.Aside
	switch {
	case errors.Is(err, ask.ErrQuit):
		o.End = screen.Quit
	case errors.Is(err, ask.ErrBack), errors.Is(err, ask.ErrNow):
		o.End = screen.Back
	case errors.As(err, &aside):
		o.End, o.Want = screen.Aside, aside.Want
	case a.Value() >= 0:
		o.End, o.Option = screen.Pressed, a.Value()
	}
	return o, nil
}

// A model folds a log as text, with whole-state undo.
type model struct {
	states [][]entry
	top    int
}

type entry struct {
	id    int
	event string
}

func fold(t *testing.T, log []string) (m model, reseated bool) {
	m.states = [][]entry{nil}
	for n, text := range log {
		var l struct {
			Kind   string
			Drop   []int
			Before int
			Seats  []int
			Put    []struct {
				Kind  string
				Event json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		switch l.Kind {
		case "undo":
			m.top--
			continue
		case "redo":
			m.top++
			continue
		}
		reseated = reseated || l.Seats != nil
		next := slices.Clone(m.states[m.top])
		find := func(id int) int { return slices.IndexFunc(next, func(e entry) bool { return e.id == id }) }
		at := len(next)
		if l.Before != 0 {
			at = find(l.Before)
		} else if len(l.Drop) > 0 {
			at = find(l.Drop[0])
		}
		for k, p := range l.Put {
			next = slices.Insert(next, at+k, entry{(n+1)*100 + k, p.Kind + string(p.Event)})
		}
		next = slices.DeleteFunc(next, func(e entry) bool { return slices.Contains(l.Drop, e.id) })
		m.states, m.top = append(m.states[:m.top+1], next), m.top+1
	}
	return m, reseated
}

func TestEvenings(t *testing.T) {
	t.Parallel() // it takes its time, and shares nothing
	n, err := strconv.Atoi(os.Getenv("TABLEMATE_EVENINGS"))
	if err != nil {
		n = usually(15, 4)
	}
	seed, _ := strconv.ParseUint(os.Getenv("TABLEMATE_SEED"), 10, 64)
	dir := t.TempDir()
	if shm, err := os.MkdirTemp("/dev/shm", "evenings"); err == nil { // a disk that need not turn
		defer func() { _ = os.RemoveAll(shm) }()
		dir = shm
	}
	for _, g := range games {
		t.Run(g.ID, func(t *testing.T) {
			st, err := store.Open(context.Background(), filepath.Join(dir, g.ID+".db"))
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			lines := 0
			for i := range n {
				lines += playEvening(t, st, g, rand.New(rand.NewPCG(seed, uint64(i))))
				if t.Failed() {
					t.Fatalf("evening %d of seed %d", i, seed)
				}
			}
			if lines < 5*n {
				t.Errorf("only %d lines were ever told", lines)
			}
		})
	}
}

// phonesDeal seats a table with all that suits phones only, where there is such a thing: it is asked of
// nobody who has none, and played at any table.
func phonesDeal(t *testing.T, s *session.Session, g scoring.Game, names []string) {
	t.Helper()
	tb := setup.Table{Players: names}
	for _, o := range g.Options {
		if o.OnPhones {
			tb = tb.With(o.ID, o.Values[len(o.Values)-1].ID)
		}
	}
	if len(tb.Choices) == 0 {
		return
	}
	if err := s.Begin(laws.New(1, 1), func(ask.Asker) (setup.Table, error) { return tb, nil }); err != nil {
		t.Fatal(err)
	}
}

// playEvening plays one game in several sittings, and returns how long its log became.
func playEvening(t *testing.T, st *store.Store, g scoring.Game, r *rand.Rand) int {
	names := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "José", "Heitor", "Ian"}[:g.MinPlayers+r.IntN(min(g.MaxPlayers, 8)-g.MinPlayers+1)]
	s := session.Start(st, g, []string{play.ToPlay, play.OnlyScore}[r.IntN(2)], time.Now, r.Uint64)
	x := &restless{Anybody: &laws.Anybody{Rand: r}, t: t, st: st, names: names}
	x.id = func() string { return s.ID() }
	if s.Purpose() == play.ToPlay && r.IntN(2) == 0 {
		phonesDeal(t, s, g, names)
	}
	x.disk = x.read()
	where := play.Setting{
		Host: x, Store: st, Games: games, Out: io.Discard, Width: func() int { return 80 }, Voice: lang.NewLocalizer("en", catalogs()...),
		Now: time.Now, Moment: timer.Reader(time.Now), Random: r.Uint64,
		Trace: func(why any, trace []byte) (string, error) { return "", fmt.Errorf("%v\n%s", why, trace) },
	}
	defer func() {
		if v := recover(); v != nil {
			x.fatal("panic: %v\n%s", v, debug.Stack())
		}
	}()
	for range 1 + r.IntN(4) {
		x.asks, x.most = 0, 15+r.IntN(60)
		if err := play.New(where, s).Run(); err != nil && !errors.Is(err, ask.ErrQuit) {
			x.fatal("%s: %v", s.ID(), err)
		}
		x.check()
		if s.ID() == "" {
			return 0
		}
		agrees(x, s)
		x.last = looked
		again, err := session.Open(st, games, s.ID(), time.Now, r.Uint64)
		if err != nil {
			x.fatal("%s cannot be opened: %v", s.ID(), err)
		}
		if got, want := text(t, again.Items()), text(t, s.Items()); got != want {
			x.fatal("opened again:\n%s\n%s", got, want)
		}
		s = again
	}
	return len(x.disk.log)
}

func text(t testing.TB, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// agrees holds a session against the model of its log.
func agrees(x *restless, s *session.Session) {
	m, reseated := fold(x.t, x.disk.log)
	items := s.Items()
	if len(items) != len(m.states[m.top]) {
		x.fatal("%d items, the model has %d", len(items), len(m.states[m.top]))
	}
	for i, it := range items {
		raw, err := json.Marshal(it.Event)
		if err != nil {
			x.t.Fatal(err)
		}
		want := m.states[m.top][i]
		if it.ID != want.id || !reseated && it.Event.Kind()+string(raw) != want.event {
			x.fatal("item %d is %d %s, the model has %d %s", i, it.ID, raw, want.id, want.event)
		}
	}
	if half := len(x.disk.drafts) > 0; !half && s.CanUndo() != (m.top > 1) || m.top > 1 && !s.CanUndo() || !half && m.top < len(m.states)-1 && !s.CanRedo() {
		x.fatal("undo %v, redo %v; the model is at %d of %d", s.CanUndo(), s.CanRedo(), m.top, len(m.states)-1)
	}
	knows(x, s)
}

// knows: what the store says of who played what is what the log of this game says now.
func knows(x *restless, s *session.Session) {
	want, err := s.Hows()
	if err != nil {
		x.fatal("%v", err)
	}
	t, _ := s.Table()
	got := map[string]session.How{}
	for p, err := range x.st.Played(t.Players...) {
		if err == nil && p.Game == s.ID() {
			got[p.Name], err = session.ReadHow(p.How)
		}
		if err != nil {
			x.fatal("%v", err)
		}
	}
	if len(want) != len(got) || len(want) > 0 && !reflect.DeepEqual(want, got) {
		x.fatal("the store says %v, the log %v", got, want)
	}
}

func (r *restless) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(r, qs, got) }

func (r *restless) AskUntil(_ <-chan struct{}, q ask.Question) (ask.Answer, error) { return r.Ask(q) }

func (r *restless) Deafen() {}
