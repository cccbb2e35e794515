package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/sheet"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/setup"
)

// Random evenings: all that can happen at a table, in any order, and after each step the file is read again as another
// program would. It is the same game, and it asks the same.
//
// A failing evening prints its seed and its steps, with those left out that it does not need. EVENINGS=n plays n a game,
// SEED=n begins with that one.

// A guest answers any question at random, by its shape, also wrongly; and wants elsewhere now and then.
type guest struct {
	laws.Player
	leaves float64         // how likely, before each answer
	heard  func()          // after each answer that was taken
	shown  func(ask.Group) // before a group; may be nil
	at     ask.Group       // the last one
	groups int             // how many there were
}

func (p *guest) Put(g ask.Group, got ask.Got) error {
	p.at, p.groups = g, p.groups+1
	if p.groups > 2000 {
		return fmt.Errorf("this does not end: %v, %+v", g.Fault, g)
	}
	if p.shown != nil {
		p.shown(g)
	}
	r, took := p.Rand, func(in ...ask.Answer) error {
		err := got(in...)
		if err == nil {
			p.heard()
		}
		for _, a := range in {
			if q := g.Asked[a.To]; err == nil && p.Own(q) {
				p.Named[q.Who] = a.Line
			}
		}
		return err
	}
	if r.IntN(3) == 0 { // a line for all that is open
		var all []ask.Answer
		for i, q := range g.Asked {
			if !q.In {
				all = append(all, ask.Answer{To: i, Line: p.Line(q)})
			}
		}
		if err := took(all...); err != nil && !fault.Is(err) {
			return err
		}
	}
	for fault.Is(got()) || g.Again { // an answer after a Key puts the Key away
		err := p.Player.Put(g, func(in ...ask.Answer) error {
			switch n := r.IntN(20); {
			case r.Float64() < p.leaves:
				return pick(r, []ask.Move{ask.Leave, ask.Leave, ask.Back, ask.Now, "?why"})
			case n == 0:
				in[0].Line = pick(r, []string{"", "x", "-1", "99999", "1+", `["x"]`, "null", "\u0301"})
			case g.Again && n < 15:
				in = nil
			}
			return took(in...)
		})
		if err != nil {
			return err
		}
		g.Again, g.Asked = false, slices.Clone(g.Asked)
		for i := range g.Asked {
			g.Asked[i].In = false
		}
	}
	return nil
}

func pick[T any](r *rand.Rand, all []T) (one T) {
	if len(all) > 0 {
		one = all[r.IntN(len(all))]
	}
	return one
}

// who returns the IDs of a group's questions, with the people who are asked.
func who(g ask.Group) (ids []string) {
	for _, q := range g.Asked {
		ids = append(ids, q.ID+"|"+q.Who)
	}
	return ids
}

// asks returns the group that a dialog of a game puts now, without an answer to it; one without questions if there is none.
func asks(s *Session, in string, was setup.Table) (g ask.Group) {
	look := looker(func(shown ask.Group) { g = shown })
	switch what, id := split(in); {
	case s.State() == nil:
		_ = s.Begin(look, was)
	case what == "edit":
		_, _ = s.Correct(look, id, false)
	case what == "insert":
		_, _ = s.Insert(look, id, false)
	default:
		_ = s.Next(look)
	}
	return g
}

// A looker sees what is asked, and leaves.
type looker func(ask.Group)

func (l looker) Put(g ask.Group, _ ask.Got) error {
	l(g)
	return ask.Leave
}

// told returns the IDs of the items, and the answers of dialogs that are half told.
func told(s *Session) string {
	b := fmt.Appendf(nil, "next before %d, chance %d", s.last().insertBefore, s.last().itemsSince)
	for _, it := range s.last().items {
		b = fmt.Appendf(b, " %d", it.ID)
	}
	for _, in := range slices.Sorted(maps.Keys(s.last().drafts)) {
		b = fmt.Appendf(b, "\n%s: %v", in, s.last().drafts[in])
	}
	return string(b)
}

// standing returns everything about how a game stands but the way there.
func standing(s *Session) string {
	var b strings.Builder
	b.WriteString(told(s))
	for _, it := range s.last().items {
		raw, err := sheet.Write(it.Event)
		fmt.Fprintf(&b, "\n%d %s %s %v %v %v %v", it.ID, it.Event.Kind(), raw, err, it.Said, it.At, it.seed)
	}
	if st := s.State(); st != nil {
		r := s.game.Result(st)
		fmt.Fprintf(&b, "\n%+v %v %v %v %v %v %v %v %v", scoring.FrameOf(st).Table, scoring.FrameOf(st).Away, r.Rows, r.Points, r.Ranks, r.Winners, r.Over, r.Needs, r.Reason)
		for _, p := range r.Parts {
			fmt.Fprintf(&b, "\n%v", p.Title)
			for _, l := range p.Lines {
				fmt.Fprintf(&b, "\n  %v %d %v", l.Row, l.Points, l.Why)
			}
		}
	}
	return b.String()
}

// way returns where undo and redo lead, and the numbers of lines.
func way(s *Session) string {
	undo, u := s.ToUndo()
	redo, r := s.ToRedo()
	return fmt.Sprint(s.Lines(), s.Mark(), u, undo.In, undo.Answers, len(undo.Items), len(undo.Dropped), r, redo.In, redo.Answers, s.Half())
}

// A step of an evening depends on nothing but its seed and the game as it stands.
type step struct {
	Do   string
	Seed uint64
}

// An evening is one game being played at random.
type evening struct {
	game   scoring.Game
	path   string
	s      *Session
	seen   map[string]bool // all that was told
	counts map[string]int
	left   []string        // the question at which somebody left in the middle of a turn
	light  bool            // without reading the file again
	looked int             // number of lines when the file was read again
	heard  func()          // after each answer and each step; may be nil
	shown  func(ask.Group) // before each group of a new turn; may be nil
}

var noon = func() time.Time { return time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC) }

func (e *evening) guest(r *rand.Rand) *guest {
	return &guest{Player: laws.Player{Rand: r, Named: map[string]string{}}, leaves: []float64{0, 0, 0.05, 0.2}[r.IntN(4)], heard: func() {
		e.note()
		if e.heard != nil {
			e.heard()
		}
	}}
}

func (e *evening) note() {
	if !e.light {
		e.seen[told(e.s)] = true
	}
}

var weights = map[string]int{"next": 30, "correct": 6, "insert": 3, "remove": 2, "people": 8, "choices": 2,
	"undo": 6, "redo": 4, "open": 3, "forget": 1, "stop": 1}

func evenings(seed uint64, n int) (steps []step) {
	r := rand.New(rand.NewPCG(seed, 1))
	var bag []string
	for _, do := range slices.Sorted(maps.Keys(weights)) {
		bag = append(bag, slices.Repeat([]string{do}, weights[do])...)
	}
	steps = []step{{"begin", r.Uint64()}}
	for range n {
		steps = append(steps, step{pick(r, bag), r.Uint64()})
	}
	return steps
}

// begin creates the game of an evening.
func (e *evening) begin(seed uint64) (err error) {
	e.seen = map[string]bool{}
	e.s, err = Create(e.path, find, Head{ID: "test", GameID: e.game.ID, Seed: seed}, noon)
	if err == nil {
		e.note()
	}
	return err
}

// play plays steps, and looks at the game after each.
func (e *evening) play(steps []step) (err error) {
	at := -1
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if err != nil {
			err = fmt.Errorf("step %d %v: %w", at, steps[max(at, 0)], err)
		}
	}()
	for i, st := range steps {
		at = i
		if err := e.do(st); err != nil {
			return err
		}
		e.note()
		if e.heard != nil {
			e.heard()
		}
		if e.light {
			continue
		}
		if lines := e.s.Lines(); lines != e.looked || e.left != nil {
			if err := e.same(); err != nil {
				return err
			}
			e.looked = lines
		}
	}
	return nil
}

// same reads the file again and compares.
func (e *evening) same() error {
	read, err := Read(e.path, find)
	if err != nil {
		return err
	}
	if a, b := standing(e.s)+way(e.s), standing(read)+way(read); a != b {
		return fmt.Errorf("played:\n%s\nread:\n%s", a, b)
	}
	for _, in := range append(slices.Sorted(maps.Keys(e.s.last().drafts)), inNext) {
		asked := asks(read, in, e.was())
		if in == inNext && len(asked.Asked) == 0 {
			continue // the live game would put its event
		}
		if a, b := fmt.Sprintf("%+v", asks(e.s, in, e.was())), fmt.Sprintf("%+v", asked); a != b {
			return fmt.Errorf("%s asked:\n%s\nread again:\n%s", in, a, b)
		}
		if in == inNext && e.left != nil && !slices.Equal(e.left, who(asked)) {
			return fmt.Errorf("left at %v, came back to %v", e.left, who(asked))
		}
	}
	return nil
}

// was returns the table that is suggested: often none, else one with any mode and number of people.
func (e *evening) was() (t setup.Table) {
	r := rand.New(rand.NewPCG(e.s.head.Seed, 3))
	if r.IntN(4) == 0 {
		return t
	}
	for _, i := range r.Perm(len(laws.Odd))[:e.game.Min+r.IntN(e.game.Max-e.game.Min+1)] {
		t.Players = append(t.Players, setup.Name(laws.Odd[i]))
	}
	for _, o := range e.game.Options {
		t = t.With(o.ID, e.choice(r, o, t))
	}
	return t
}

func (e *evening) choice(r *rand.Rand, o setup.Option, t setup.Table) string {
	if o.Values == nil {
		return strconv.Itoa(o.Lo + r.IntN(9))
	}
	return pick(r, o.Values(t)).ID
}

// do does one step. A step that the table may not do is no error, and changes nothing.
func (e *evening) do(st step) error {
	e.left = nil
	r := rand.New(rand.NewPCG(st.Seed, 2))
	before := told(e.s)
	items := e.s.Items()
	var err error
	if e.s.State() == nil {
		g := e.guest(r)
		g.shown = e.shown
		err = e.s.Begin(g, e.was())
		return e.settle(st.Do, err)
	}
	switch st.Do {
	case "next":
		g := e.guest(r)
		g.shown = e.shown
		err = e.s.Next(g)
		if err == ask.Leave && !g.at.Again { // a group that was read back comes back where it is open
			e.left = who(g.at)
		}
	case "correct":
		c, err := e.s.Correct(e.guest(r), pick(r, items).ID, r.IntN(2) == 0)
		return e.change(r, st.Do, c, err)
	case "insert":
		c, err := e.s.Insert(e.guest(r), pick(r, items).ID, r.IntN(4) == 0)
		return e.change(r, st.Do, c, err)
	case "remove":
		c, err := e.s.Remove(pick(r, items).ID)
		return e.change(r, st.Do, c, err)
	case "people":
		err = e.sit(r)
	case "choices":
		err = e.s.Do(e.choices(r))
	case "stop":
		err = e.s.Do(scoring.Stop{})
	case "forget":
		if half := e.s.Half(); len(half) > 0 {
			err = e.s.Forget(pick(r, half))
		}
	case "undo":
		err = e.undo(r)
	case "redo":
		if _, ok := e.s.ToRedo(); !ok {
			err = e.s.Undo()
			e.note()
			before = told(e.s)
		}
		if err == nil {
			err = e.s.Redo()
		}
	case "open":
		err = e.reopen()
	}
	if err != nil && st.Do != "next" && st.Do != "undo" && told(e.s) != before {
		return fmt.Errorf("refused (%v), and yet:\n%s\nbefore:\n%s", err, told(e.s), before)
	}
	return e.settle(st.Do, err)
}

// settle counts what came of a step; an error that is no refusal and no wish to go elsewhere ends the evening.
func (e *evening) settle(do string, err error) error {
	var to ask.Move
	var failed *fault.Failed
	var disk syscall.Errno
	switch {
	case errors.As(err, &disk):
		return err
	case err == nil:
		e.count(do)
		if do == "begin" {
			t := e.s.Table()
			e.count(strings.TrimSpace(fmt.Sprint("begin ", t.Choice("mode", ""), " ", t.Choice("secret", ""))))
		}
	case errors.As(err, &to):
		e.count(do + " left")
	case fault.Is(err), errors.As(err, &failed):
		e.count(do + " refused")
	default:
		return err
	}
	return nil
}

func (e *evening) count(what string) {
	if e.counts != nil {
		e.counts[what]++
	}
}

// change makes a change, or leaves it; makes it and undoes it whole.
func (e *evening) change(r *rand.Rand, do string, c *Change, err error) error {
	if err != nil || r.IntN(5) == 0 {
		return e.settle(do, err)
	}
	if len(c.Refused) > 0 {
		e.count("made impossible")
	}
	raw := func(st scoring.State) string { return fmt.Sprintf("%+v", scoring.FrameOf(st)) }
	before, items := raw(e.s.State()), e.s.Items()
	if raw(c.Before) != before {
		return fmt.Errorf("changed before it was made")
	}
	if err := e.s.Make(c); err != nil {
		return err
	}
	if now := raw(e.s.State()); now != raw(c.After) {
		return fmt.Errorf("made:\n%s\npromised:\n%s", now, raw(c.After))
	}
	e.note()
	if r.IntN(3) == 0 && !reflect.DeepEqual(items, e.s.Items()) {
		if err := e.s.Undo(); err != nil {
			return err
		}
		if !reflect.DeepEqual(items, e.s.Items()) {
			return fmt.Errorf("a change is not undone whole")
		}
	}
	return e.settle(do, nil)
}

// undo undoes some, redoes all of it, and sometimes undoes it again.
func (e *evening) undo(r *rand.Rand) error {
	whole, all := standing(e.s), []string{told(e.s)}
	for range 1 + r.IntN(6) {
		if _, ok := e.s.ToUndo(); !ok {
			break
		}
		if err := e.s.Undo(); err != nil {
			return err
		}
		if !e.light && !e.seen[told(e.s)] {
			return fmt.Errorf("never was:\n%s", standing(e.s))
		}
		all = append(all, told(e.s))
	}
	if len(all) == 1 {
		return errUndo
	}
	n := len(all) - 1
	for i := range n {
		if _, ok := e.s.ToRedo(); !ok {
			return fmt.Errorf("no redo after an undo")
		}
		if err := e.s.Redo(); err != nil {
			return err
		}
		if was := all[n-1-i]; told(e.s) != was {
			return fmt.Errorf("redone:\n%s\nwas:\n%s", told(e.s), was)
		}
	}
	if now := standing(e.s); now != whole {
		return fmt.Errorf("all redone:\n%s\nwas:\n%s", now, whole)
	}
	for range r.IntN(n + 1) {
		if err := e.s.Undo(); err != nil {
			return err
		}
	}
	return nil
}

func (e *evening) reopen() error {
	if err := e.s.Close(); err != nil {
		return err
	}
	s, err := Open(e.path, find, noon)
	if err != nil {
		return fmt.Errorf("reopened: %v", err)
	}
	e.s = s
	return nil
}

// sit has people come, leave or change. In the middle of a turn that changes nothing about it, but for other names, with which
// all its answers stand; while everything is laid out they have a part in that.
func (e *evening) sit(r *rand.Rand) error {
	if half := e.s.last().drafts[inNext].entries; len(half) == 0 || e.light || e.s.laying(e.s.last()) {
		return e.s.Do(e.people(r))
	}
	if one := pick(r, scoring.FrameOf(e.s.State()).Present()); r.IntN(3) == 0 && e.s.MayLeave(one) {
		return e.leave(one)
	}
	was, people := e.turn(), e.people(r)
	if err := e.s.Do(people); err != nil {
		return err
	}
	e.count("people in the middle")
	now := e.turn()
	if len(people.Renamed) > 0 {
		e.count("names in the middle")
		if open(was, people.Renamed) == open(now, nil) {
			return nil
		}
	}
	if was, now := fmt.Sprintf("%+v", was), fmt.Sprintf("%+v", now); now != was {
		panic(fmt.Sprintf("people came in the middle of\n%s\nand now it is\n%s", was, now))
	}
	return nil
}

// leave has somebody leave in the middle of a turn: nothing of it is theirs or about them any more, and nobody asks them.
func (e *evening) leave(who scoring.Name) error {
	f := scoring.FrameOf(e.s.State())
	stands, err := e.s.Leave(who, scoring.People{Players: f.Table.Players, Absent: scoring.Absent{Away: append(slices.Clone(f.Away), who)}})
	if err != nil {
		return err
	}
	e.count("left midway")
	told := e.s.last().drafts[inNext].entries
	about := slices.ContainsFunc(told, func(a ask.Entry) bool { return a.Who == string(who) || a.Line == string(who) && !a.Words })
	asked := slices.ContainsFunc(e.turn().Asked, func(q ask.Question) bool { return q.Who == string(who) })
	if stands != e.s.Begun() || about || asked {
		panic(fmt.Sprintf("%s left: stands %t, told %+v, asked %+v", who, stands, told, e.turn()))
	}
	return nil
}

// open says which answers are in and which are missing, with other names.
func open(g ask.Group, called map[scoring.Name]scoring.Name) string {
	all := []string{fmt.Sprint(g.After)}
	for _, q := range g.Asked {
		who := scoring.Name(q.Who)
		if now, is := called[who]; is {
			who = now
		}
		all = append(all, fmt.Sprintf("%q %t", who, q.In))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// turn returns the next question, by the file.
func (e *evening) turn() ask.Group {
	read, err := Read(e.path, find)
	if err != nil {
		panic(err)
	}
	return asks(read, inNext, e.was())
}

// people has somebody come, leave, return, sit elsewhere, or be called otherwise.
func (e *evening) people(r *rand.Rand) scoring.People {
	f := scoring.FrameOf(e.s.State())
	p := scoring.People{Players: slices.Clone(f.Table.Players)}
	p.Away = slices.Clone(f.Away)
	one, two := r.IntN(len(p.Players)), r.IntN(len(p.Players))
	fresh := scoring.Name(pick(r, laws.Odd))
	switch r.IntN(5) {
	case 0:
		p.Players = slices.Insert(p.Players, one, fresh)
	case 1:
		if i := slices.Index(p.Away, p.Players[one]); i >= 0 {
			p.Away = slices.Delete(p.Away, i, i+1)
		} else {
			p.Away = append(p.Away, p.Players[one])
		}
	case 2:
		p.Players[one], p.Players[two] = p.Players[two], p.Players[one]
	case 3:
		p.Renamed = map[scoring.Name]scoring.Name{p.Players[one]: fresh}
	case 4:
		p.Renamed = map[scoring.Name]scoring.Name{p.Players[one]: p.Players[two], p.Players[two]: p.Players[one]}
	}
	for _, list := range [][]scoring.Name{p.Players, p.Away} {
		for i, n := range list {
			if now, is := p.Renamed[n]; is {
				list[i] = now
			}
		}
	}
	return p
}

func (e *evening) choices(r *rand.Rand) scoring.Choices {
	c := scoring.Choices{Choices: map[string]string{}}
	t := e.s.Table()
	if len(e.game.Options) == 0 {
		return c
	}
	o := pick(r, e.game.Options)
	c.Choices[o.ID] = e.choice(r, o, t)
	return c
}

func number(env string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(env)); err == nil {
		return n
	}
	return otherwise
}

// many returns how many runs a test makes.
func many(env string, plain, gate int) int {
	if os.Getenv("GATE") != "" {
		plain = gate
	}
	return number(env, plain)
}

func TestEvenings(t *testing.T) {
	var mu sync.Mutex
	all := map[string]int{}
	t.Run("of", func(t *testing.T) {
		for _, g := range games() {
			t.Run(g.ID, func(t *testing.T) {
				t.Parallel()
				counts := map[string]int{}
				n, from := many("EVENINGS", 20, 2000), number("SEED", 1)
				for seed := from; seed < from+n; seed++ {
					steps := evenings(uint64(seed), 40)
					if err := whole(t, g, seed, steps, counts); err != nil {
						steps = shrink(t, g, seed, steps)
						raw, _ := json.Marshal(steps)
						t.Fatalf("seed %d: %v\n%s\nshrunk: %v", seed, err, raw, whole(t, g, seed, steps, nil))
					}
				}
				t.Log(n, "evenings from seed", from, counts)
				mu.Lock()
				defer mu.Unlock()
				for what, n := range counts {
					all[what] += n
				}
			})
		}
	})
	for _, what := range []string{"next left", "correct", "insert", "remove", "people in the middle", "names in the middle", "left midway", "redo", "forget"} {
		if all[what] == 0 && many("EVENINGS", 20, 2000) >= 20 {
			t.Errorf("nobody did this: %s", what)
		}
	}
}

// whole plays an evening from its beginning.
func whole(t *testing.T, g scoring.Game, seed int, steps []step, counts map[string]int) error {
	dir := quick(t)
	defer os.RemoveAll(dir)
	e := &evening{game: g, path: filepath.Join(dir, "test.jsonl"), counts: counts}
	if err := e.begin(uint64(seed)); err != nil {
		return err
	}
	defer func() { e.s.Close() }()
	return e.play(steps)
}

// quick returns a folder where a sync costs nothing, if the machine has one.
func quick(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "tablemate")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// shrink leaves out steps that a failing evening does not need.
func shrink(t *testing.T, g scoring.Game, seed int, steps []step) []step {
	for i := len(steps) - 1; i > 0; i-- {
		fewer := slices.Delete(slices.Clone(steps), i, i+1)
		if whole(t, g, seed, fewer, nil) != nil {
			steps = fewer
		}
	}
	return steps
}
