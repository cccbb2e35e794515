package evenings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd"
	"github.com/tablemate/tablemate/old/cmd/internal/play"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/cmd/internal/ttytest/parlor"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
)

// Random evenings of every game, and the laws that hold in each: a hand sits down in several sittings, answers, goes back, reads,
// looks things up, corrects, inserts, undoes, changes seats, leaves and comes back. Laws are values (nightLaws). An evening that
// breaks one is cut down to its shortest, as lines for a shell.
//
// EVENINGS=2500 plays so many of each game, SEED=7 plays others.

// A law looks on before each question, after each answer, and after each sitting.
type law struct {
	asked func(n *night, q ask.Question)
	told  func(n *night, q ask.Question, meant *ask.Answer, a ask.Answer, err error)
	sat   func(n *night, s *session.Session)
}

// nightLaws returns the laws of an evening at a laptop.
func nightLaws() []law {
	return []law{
		{asked: func(n *night, q ask.Question) { n.fails(laws.Wrong(q)) }},
		{told: typedIsBooked},
		{asked: diskChangesByAnswers, told: actOf},
		{sat: func(n *night, s *session.Session) { n.fails(agrees(n.disk, n.st, s)) }},
		{sat: openedAgain}, {sat: onlyLooked}, {sat: aloneAsWritten}, {sat: undoneAndDone}, // the last one leaves s behind
	}
}

// A night is an evening of one game that is being played.
type night struct {
	t       *testing.T
	g       scoring.Game
	number  int
	laws    []law
	p       *parlor.Home
	st      *store.Store
	s       *session.Session
	disk    disk
	last    act
	looks   bool
	dropped bool
	failed  string // the first thing that went wrong
}

// An act is what the table did last, as far as the disk is concerned.
type act int

const (
	looksOn act = iota // nothing may change
	answers            // changes one draft, or adds one line
	wishes             // changes drafts, or adds one line
)

// fails notes the first thing that goes wrong; "" is nothing.
func (n *night) fails(what string) {
	if n.failed == "" {
		n.failed = what
	}
}

func (n *night) failf(format string, args ...any) { n.fails(fmt.Sprintf(format, args...)) }

func (n *night) asked(q ask.Question) (over bool) {
	for _, l := range n.laws {
		if l.asked != nil && n.failed == "" {
			l.asked(n, q)
		}
	}
	return n.failed != ""
}

func (n *night) told(q ask.Question, meant *ask.Answer, a ask.Answer, err error) {
	for _, l := range n.laws {
		if l.told != nil {
			l.told(n, q, meant, a, err)
		}
	}
}

// typedIsBooked: a line that means an answer is stored as that answer.
func typedIsBooked(n *night, q ask.Question, meant *ask.Answer, a ask.Answer, err error) {
	if errors.Is(err, errNotRead) || meant != nil && err == nil && !a.Same && !a.Equal(*meant) {
		n.failf("%s: typed was %+v, and booked is %+v %v", q.ID, *meant, a, err)
	}
}

// A disk is what is stored of a game: its log, and its drafts by slot.
type disk struct {
	log    []string
	drafts map[string]string
}

func read(st *store.Store, id string) (disk, error) {
	d := disk{drafts: map[string]string{}}
	if id == "" {
		return d, nil
	}
	lines, err := st.Log.After(id, 0)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return d, err
	}
	for _, l := range lines {
		d.log = append(d.log, string(l.Body))
	}
	slots, err := st.Drafts.Slots(id)
	for _, slot := range slots {
		var draft store.Draft
		if draft, err = st.Drafts.Draft(id, slot); err != nil {
			return d, err
		}
		said, err := session.Told(draft.Body)
		if err != nil {
			return d, err
		}
		if len(said.Entries) > 0 {
			body, err := json.Marshal(said)
			if err != nil {
				return d, err
			}
			d.drafts[slot] = string(body)
		}
	}
	return d, err
}

// changed returns the slots whose drafts differ.
func (d disk) changed(now disk) (slots []string) {
	all := maps.Clone(d.drafts)
	maps.Copy(all, now.drafts)
	for slot := range all {
		if d.drafts[slot] != now.drafts[slot] {
			slots = append(slots, slot)
		}
	}
	return slots
}

func actOf(n *night, q ask.Question, _ *ask.Answer, a ask.Answer, err error) {
	n.last = answers
	if looked, asked := looked(q, a, err); looked {
		n.last = looksOn
	} else if asked {
		n.last = wishes
	}
}

// diskChangesByAnswers: looking changes nothing, an answer changes one draft or adds one line, and the log only grows.
func diskChangesByAnswers(n *night, q ask.Question) {
	was := n.disk
	now, err := read(n.st, n.s.Log.ID())
	if err != nil {
		n.failf("%v", err)
		return
	}
	n.disk = now
	if len(now.log) == 0 && len(was.log) == 1 && n.last == wishes {
		n.dropped = true // nothing had been recorded at this table
		return
	}
	if len(now.log) < len(was.log) || !slices.Equal(was.log, now.log[:len(was.log)]) {
		n.failf("the log was rewritten")
		return
	}
	added, changed := now.log[len(was.log):], was.changed(now)
	if said := slices.DeleteFunc(slices.Clone(changed), func(slot string) bool { return now.drafts[slot] == "" }); n.last == looksOn && len(said) > 0 {
		n.failf("looking changed the draft %q:\n%s\n%s", said[0], was.drafts[said[0]], now.drafts[said[0]]) // a draft that goes away held nothing new
	}
	switch {
	case len(added) > 1:
		n.failf("%d lines at once:\n%s", len(added), strings.Join(added, "\n"))
	case n.last == looksOn && len(added) > 0:
		n.failf("looking added a line: %s", added[0])
	case n.last == answers && len(added) == 0 && len(changed) > 1:
		n.failf("one answer changed the drafts %q", changed)
	}
}

// undoneAndDone: one or several answers and changes that are undone come back as they were, sheet included, even if the game is
// opened again in between.
func undoneAndDone(n *night, s *session.Session) {
	if n.number%2 != 0 || n.reopen(&s, nil) != nil { // drops what only this session knows
		return
	}
	var was []string
	for most := []int{1, 3, 9, 999}[n.number/2%4]; most > 0 && s.CanUndo(); most-- {
		if was = append(was, n.stands(s)); n.reopen(&s, s.Undo()) != nil {
			return
		}
	}
	if !s.CanUndo() && len(s.Log.Items()) > 1 {
		n.failf("all is taken back, and %d parts are there", len(s.Log.Items()))
	}
	for _, before := range slices.Backward(was) {
		if n.reopen(&s, s.Redo()) != nil {
			return
		}
		if after := n.stands(s); after != before {
			n.failf("taken back and done again: %s", parlor.FirstChange(before, after))
			return
		}
	}
}

// reopen opens the game again after an undo or redo.
func (n *night) reopen(s **session.Session, err error) error {
	if err == nil {
		*s, err = session.Open(n.st, shelf.Games, (*s).Log.ID(), now, n.p.Random)
	}
	if err != nil {
		n.failf("%v", err)
	}
	return err
}

// stands returns all that a table has: the sheet, the events, and the drafts.
func (n *night) stands(s *session.Session) string {
	n.disk, _ = read(n.st, s.Log.ID())
	return n.export(s) + parlor.JSON(n.t, s.Log.Items()) + parlor.JSON(n.t, n.disk.drafts)
}

// export returns the sheet of a game; "" if nobody sat down.
func (n *night) export(s *session.Session) string {
	t, ok := s.Log.Table()
	if !ok {
		return ""
	}
	b, err := n.g.WriteSheet(t, s.Log.Events(), s.Log.State(), time.Time{}, lang.Text.String)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// openedAgain: a game that is opened again is as it was left.
func openedAgain(n *night, s *session.Session) {
	again, err := session.Open(n.st, shelf.Games, s.Log.ID(), now, n.p.Random)
	if err != nil {
		n.failf("%s cannot be opened: %v", s.Log.ID(), err)
		return
	}
	if got, want := parlor.JSON(n.t, again.Log.Items()), parlor.JSON(n.t, s.Log.Items()); got != want {
		n.failf("opened again:\n%s\n%s", got, want)
	}
	all := s.Log.Items()
	for i, line := range s.Log.Abouts(all) {
		if got := s.Log.About(all, all[i]).String(); got != line.String() {
			n.failf("in the list %q, and alone %q", line, got)
		}
	}
}

// onlyLooked: a sitting that only looks changes no byte.
func onlyLooked(n *night, s *session.Session) {
	if n.looks {
		return
	}
	n.looks = true
	defer func() { n.looks = false }()
	h := &hand{Anybody: laws.New(uint64(n.number), 5), looks: true, most: 12, watch: n}
	if changed := looksAround(n.t, n.st, shelf.Games, s.Log.ID(), h, n); changed != "" {
		n.fails(changed)
	}
}

// looksAround sits down to a game only to look, and returns what that changed.
func looksAround(t *testing.T, st *store.Store, games []scoring.Game, id string, h *hand, n *night) string {
	before, err := read(st, id)
	if err != nil {
		return err.Error()
	}
	s, err := session.Open(st, games, id, now, (&parlor.Home{Seed: 7}).Random)
	if err != nil {
		return err.Error()
	}
	said := ""
	if n != nil {
		n.s, n.last = s, looksOn
	}
	err = play.BeforeAll(play.New(seatedAt(st, h, games, func(what string) { said = what }), s).Run())
	if err != nil && !errors.Is(err, ask.ErrQuit) {
		said = err.Error()
	}
	after, _ := read(st, id)
	for _, slot := range before.changed(after) {
		if after.drafts[slot] != "" {
			said = fmt.Sprintf("the draft %q was %s, and is %s", slot, before.drafts[slot], after.drafts[slot])
		}
	}
	if !slices.Equal(before.log, after.log) {
		said = parlor.FirstChange(strings.Join(before.log, "\n"), strings.Join(after.log, "\n"))
	}
	if said != "" {
		said = "only looking changed something: " + said + "\n" + typedIn(h.steps, "resume "+id)
	}
	return said
}

// aloneAsWritten: the exported sheet scores to the result that is shown, and the game is listed.
func aloneAsWritten(n *night, s *session.Session) {
	if n.number%3 != 0 {
		return
	}
	id := s.Log.ID()
	hear := func(typed string, args ...string) parlor.Heard {
		signal.Reset(os.Interrupt) // each run listens for Ctrl-C until the process ends
		h := n.p.Run(typed, args...)
		n.fails(h.Fault(args))
		return h
	}
	shown := hear("", "show", id, "--why", "--format", "json")
	hear("", "show", id, "--log")
	hear("", "games")
	sheet := hear("", "export", id)
	if shown.Code != parlor.Done || sheet.Code != parlor.Done {
		return
	}
	if scored := hear(sheet.Out, "score", "--why", "--format", "json"); scored.Out != shown.Out {
		n.failf("what is shown is not what the export scores to: %s\n%s", parlor.FirstChange(shown.Out, scored.Out), sheet.Out)
	}
}

// now stands still, so a clock that runs in an evening never gets nearer to its end.
func now() time.Time { return parlor.Time }

// besideShelf returns a setting with the shipped games, and a shelf that keeps nothing.
func besideShelf(w play.Setting) play.Setting {
	w.Files, w.Own, w.Shelve = shelf.Shipped, func() []scoring.Game { return nil }, shelf.Read
	return w
}

// seatedAt returns the setting in which a hand plays; fails gets the trace of a panic.
func seatedAt(st *store.Store, host play.Host, games []scoring.Game, fails func(string)) play.Setting {
	voice := lang.NewLocalizer("en", cmd.Catalogs()...)
	if h, ok := host.(*hand); ok {
		h.sits(io.Discard, voice)
	}
	return besideShelf(play.Setting{
		Host: host, Store: st, Games: games, Out: io.Discard, Width: func() int { return 80 }, Voice: voice,
		Now: now, Moment: timer.Reader(now), Random: (&parlor.Home{Seed: 7}).Random,
		Trace: func(why any, trace []byte) (string, error) {
			fails(fmt.Sprintf("panic: %v\n%s", why, trace))
			return "", nil
		},
	})
}

// An evening is a number of sittings, by given or made-up steps.
type evening struct {
	Number int
	Steps  [][]step
}

// playEvening plays an evening and returns its steps, and what went wrong. The steps of was are replayed; without any its number
// makes them up.
func playEvening(t *testing.T, g scoring.Game, seed uint64, was evening) (evening, string) {
	p := &parlor.Home{Dir: t.TempDir(), Seed: 7}
	st, err := store.Open(t.Context(), filepath.Join(p.Dir, "games.db"))
	parlor.Check(t, err)
	defer st.Close()
	return playEveningOn(t, st, p, g, laws.New(seed, uint64(was.Number)), was)
}

// playEveningOn is playEvening in an open file of games.
func playEveningOn(t *testing.T, st *store.Store, p *parlor.Home, g scoring.Game, a *laws.Anybody, was evening) (evening, string) {
	names := namesFor(g, a)
	purpose := []string{play.ToPlay, play.OnlyScore}[a.IntN(2)]
	n := &night{t: t, g: g, number: was.Number, laws: nightLaws(), p: p, st: st, s: session.Start(st, g, purpose, now, p.Random)}
	if tb := suitsPhones(g, names); purpose == play.ToPlay && tb.Choices != nil && a.IntN(2) == 0 {
		parlor.Check(t, n.s.Begin(a, func(ask.Asker) (setup.Table, error) { return tb, nil }))
	}
	done := evening{Number: was.Number}
	for k := range 3 + a.IntN(3) {
		h := &hand{Anybody: a, names: names, most: 40 + a.IntN(120), watch: n}
		if was.Steps != nil {
			if k == len(was.Steps) {
				break
			}
			h.again, h.given, h.most = true, was.Steps[k], 1000
		}
		err := n.sitting(h)
		done.Steps = append(done.Steps, h.steps)
		if n.fails(err); n.failed != "" || n.dropped || n.s.Log.ID() == "" {
			break
		}
	}
	return done, n.failed
}

// sitting plays one sitting and checks the laws after it.
func (n *night) sitting(h *hand) (wrong string) {
	defer func() {
		if v := recover(); v != nil {
			wrong = "it panics: " + parlor.Crashed(v)
		}
	}()
	n.last = looksOn
	n.disk, _ = read(n.st, n.s.Log.ID())
	err := play.BeforeAll(play.New(seatedAt(n.st, h, shelf.Games, n.fails), n.s).Run())
	if err != nil && !errors.Is(err, ask.ErrQuit) {
		return err.Error()
	}
	diskChangesByAnswers(n, ask.Question{})
	if n.dropped {
		return ""
	}
	s := n.s
	for _, l := range n.laws {
		if l.sat != nil && n.failed == "" && s.Log.ID() != "" {
			l.sat(n, s)
		}
	}
	if n.s, err = session.Open(n.st, shelf.Games, s.Log.ID(), now, n.p.Random); err != nil && s.Log.ID() != "" {
		return err.Error()
	} else if s.Log.ID() == "" {
		n.s = s
	}
	return ""
}

// namesFor returns people for a game, eight at most.
func namesFor(g scoring.Game, a *laws.Anybody) []string {
	return laws.People()[:g.MinPlayers+a.IntN(min(g.MaxPlayers, 8)-g.MinPlayers+1)]
}

// suitsPhones returns a table with every option for phones only, since it can be played at any table but is offered only with
// phones. It has no choices if the game has no such option.
func suitsPhones(g scoring.Game, names []string) setup.Table {
	tb := setup.Table{Players: names}
	for _, o := range g.Options {
		if o.OnPhones {
			tb = tb.With(o.ID, o.Values[len(o.Values)-1].ID)
		}
	}
	return tb
}

// kindOf returns what went wrong, without what differs from evening to evening.
func kindOf(wrong string) string {
	line, _, _ := strings.Cut(wrong, "\n")
	return regexp.MustCompile(`[0-9a-f]{4,}|[0-9]+|\{.*|\[.*`).ReplaceAllString(line, "")
}

// shortest returns the evening without the steps that it does not need to go wrong in the same way.
func (e evening) shortest(goes func(evening) bool) evening {
	if once := (evening{e.Number, [][]step{slices.Concat(e.Steps...)}}); goes(once) {
		e = once
	}
	for k := range e.Steps {
		for size := max(1, len(e.Steps[k])/2); size > 0; size /= 2 {
			for i := len(e.Steps[k]) - size; i >= 0; i = min(i-1, len(e.Steps[k])-size) {
				less := evening{e.Number, slices.Clone(e.Steps)}
				if less.Steps[k] = slices.Concat(e.Steps[k][:i], e.Steps[k][i+size:]); goes(less) {
					e = less
				}
			}
		}
	}
	return e
}

func (e evening) String() string {
	var all []string
	for k, steps := range e.Steps {
		command := "play"
		if k > 0 {
			command = "resume"
		}
		all = append(all, typedIn(steps, command))
	}
	return strings.Join(all, "\n")
}

// TestEvenings plays every registered game.
func TestEvenings(t *testing.T) {
	evenings, seed := laws.Evenings(t, 8), laws.Seed(t)
	for _, g := range parlor.EveryGame(t, 1) {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			lines, found := 0, map[string]bool{}
			for k := range evenings {
				done, wrong := playEvening(t, g, seed, evening{Number: k})
				for _, steps := range done.Steps {
					lines += len(steps)
				}
				kind := kindOf(wrong)
				if wrong == "" || found[kind] {
					continue
				}
				found[kind] = true
				short := done.shortest(func(e evening) bool { _, w := playEvening(t, g, seed, e); return kindOf(w) == kind })
				t.Errorf("evening %d of SEED=%d: %s\n%s", k, seed, wrong, short)
			}
			least := 30
			if g.Files.Own != "" { // a file may ask for no more than who has won
				least = 5
			}
			if lines < least*evenings {
				t.Errorf("only %d lines were typed in %d evenings", lines, evenings)
			}
		})
	}
}
