package play

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/screen"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
)

// Each line goes to the reader that asks for it. A line that a clock did not ask for waits for the next question, and
// nothing is read twice.
func TestFeed(t *testing.T) {
	long := strings.Repeat("x", 9000)
	f := newLineReader(t.Context(), strings.NewReader("one\ntwo\n"+long+"\nthree"), timer.Reader(time.Now))
	lines := bufio.NewReader(f)
	if s, _ := lines.ReadString('\n'); s != "one\n" {
		t.Errorf("%q", s)
	}
	if got := <-f.next(); got.Text != "two\n" || got.End {
		t.Errorf("%+v", got)
	}
	if s, _ := lines.ReadString('\n'); s != long+"\n" {
		t.Errorf("%d characters", len(s))
	}
	if s, err := lines.ReadString('\n'); s != "three" || err != io.EOF {
		t.Errorf("%q %v", s, err)
	}
	for range 2 {
		if got := <-f.next(); !got.End {
			t.Errorf("%+v", got)
		}
	}
}

// A corner is a game of Spyfall under way, with answers for its clocks.
type corner struct {
	*clocks
	now time.Time
	out strings.Builder
}

func sitDown(t *testing.T, origin setup.Origin, typed string) *corner {
	t.Helper()
	st := fileOf(t)
	r := &corner{now: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	where := r.setting(t, st, typed)
	s := gameOf(t, st, spyfall.Game, ToPlay, where.Now, setup.Table{Players: []string{"Ana", "Bia", "Caio"}, Origin: origin})
	_, leave, err := st.Sit(s.Log.ID())
	laws.Need(t, err)
	t.Cleanup(leave)
	r.clocks = New(where, s).at.clocks
	t.Cleanup(r.cede) // Windows cannot remove an open file
	return r
}

// setting returns a Setting on plain lines of 80 columns.
func (r *corner) setting(t *testing.T, st *store.Store, typed string) Setting {
	t.Helper()
	width := func() int { return 80 }
	now := func() time.Time { return r.now }
	voice, moment := lang.NewLocalizer("en"), timer.Reader(now)
	host := NewHost(t.Context(), Machine{In: strings.NewReader(typed), Out: &r.out, Width: width, Voice: voice, Moment: moment})
	w := settingOf(st, host, &r.out)
	w.Now, w.Moment = now, moment
	return w
}

// later returns the same game in another run of the program.
func (r *corner) later(t *testing.T, typed string) *corner {
	t.Helper()
	next := &corner{now: r.now}
	next.clocks = New(next.setting(t, r.in.Store, typed), r.s).at.clocks
	t.Cleanup(next.cede)
	return next
}

func watchOf(part string) ask.Question {
	return ask.Question{
		Head:  ask.Head{ID: "spyfall.clock", Text: lang.Literal("Round.")},
		Shape: ask.Watch{Part: part, Limit: 8 * time.Minute, Options: []lang.Text{lang.Literal("Somebody accuses"), lang.Literal("The spy steps forward")}},
	}
}

func TestClockOfAPart(t *testing.T) {
	r := sitDown(t, setup.Live, "p\n+\n?standings\n\nq\n")
	var aside *ask.Aside
	if _, err := r.Ask(watchOf("round-1")); !errors.As(err, &aside) || aside.Want != "standings" {
		t.Errorf("%v", err)
	}
	// After an aside the clock is paused, and the table starts it again or leaves.
	if _, err := r.Ask(watchOf("round-1")); err != ask.ErrQuit {
		t.Errorf("%v", err)
	}
	if said := r.out.String(); !strings.Contains(said, "8:30 left. Paused.") || strings.Count(said, "8:00 left. The clock is running.") != 1 {
		t.Errorf("%s", said)
	}
	// On another evening the clock is still paused, also after an accusation; a running clock goes on.
	r.cede()
	r = r.later(t, "1\np\n1\n2\n")
	a, err := r.Ask(watchOf("round-1"))
	if err != nil || a.Value() != 0 || a.Left != 8*time.Minute+30*time.Second || a.By != ask.Scorekeeper {
		t.Errorf("%+v %v", a, err)
	}
	for want := range 2 {
		if a, err = r.Ask(watchOf("round-1")); err != nil || a.Value() != want {
			t.Errorf("%+v %v", a, err)
		}
	}
	said := r.out.String()
	if strings.Count(said, "8:30 left. Paused.") != 2 || strings.LastIndex(said, "The clock is running.") < strings.LastIndex(said, "Paused.") {
		t.Errorf("after an accusation the clock is as it was:\n%s", said)
	}
	// The next part has a new clock, and the clock of the part before stays as it was.
	r.cede()
	r = r.later(t, "1\n1\n<\nq\n")
	_, _ = r.Ask(watchOf("round-1"))
	r.last = -1 // something was entered
	if a, err := r.Ask(watchOf("round-2")); err != nil || a.Left != 8*time.Minute {
		t.Errorf("%+v %v", a, err)
	}
	r.ran = false
	r.last = -1
	if _, err := r.Ask(watchOf("round-1")); err != ask.ErrBack || !strings.HasSuffix(r.out.String(), "8:30 left. Paused.\n") {
		t.Errorf("%v\n%s", err, r.out.String())
	}
	// A round keeps its clock when it is renumbered because an earlier one was removed.
	if _, err := r.Ask(watchOf("round-7")); err != ask.ErrQuit || !strings.HasSuffix(r.out.String(), "8:30 left. Paused.\n") {
		t.Errorf("%v\n%s", err, r.out.String())
	}
}

// A clock that nobody has started does not start by itself when the table comes back to it.
func TestAClockThatNobodyStarted(t *testing.T) {
	r := sitDown(t, setup.Live, "q\n\n1\n")
	r.came = true
	if _, err := r.Ask(watchOf("round-1")); err != ask.ErrQuit || !strings.Contains(r.out.String(), "8:00 left. Paused.") {
		t.Errorf("%v\n%s", err, r.out.String())
	}
	_, err := r.Ask(ask.Question{Head: ask.Head{ID: "x"}, Shape: ask.Show{}})
	if _, err2 := r.Ask(watchOf("round-2")); err != nil || err2 != nil || !strings.Contains(r.out.String(), "8:00 left. The clock is running.") {
		t.Errorf("%v %v\n%s", err, err2, r.out.String())
	}
}

// A clock beside the score stands until it is started, and is saved like any other. The past is not asked about it.
func TestClockBesideTheScore(t *testing.T) {
	r := sitDown(t, setup.Live, "p\n-\n?\n1\n")
	var aside *ask.Aside
	if _, err := r.Ask(beside()); !errors.As(err, &aside) {
		t.Error(err)
	}
	a, err := r.Ask(beside())
	said := r.out.String()
	if err != nil || a.Value() != 0 || a.Left != 150*time.Second {
		t.Errorf("%+v %v", a, err)
	}
	first, _, ran := strings.Cut(said, "p  resume") // it says that it runs only if the next line is not there yet
	if !strings.Contains(first, "p  start") || !strings.Contains(first, "3:00 left. Paused.") || !ran {
		t.Errorf("%s", said)
	}
	var told []string
	w := &succession{covers: true, asking: func(q ask.Question) (ask.Answer, error) {
		told = append(told, q.Text.String())
		return ask.Answer{}, nil
	}}
	r = sitDown(t, setup.Live, "")
	r.in.Host = w
	for range 2 { // the points of a round are read before the next clock is offered, once
		r.dealt()
		for range 2 {
			if _, err := r.Ask(beside()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := []string{"Round 1: the clock", "Round 1: the clock"}; !slices.Equal(told, want) || len(w.clocks) != 4 {
		t.Errorf("%v, %d clocks", told, len(w.clocks))
	}
	late := sitDown(t, setup.AfterTheFact, "never\n")
	if a, err := late.Ask(beside()); err != nil || a.Value() >= 0 || late.out.Len() > 0 {
		t.Errorf("%+v %v %s", a, err, late.out.String())
	}
	if a, err := past(asktest.NewScript(t)).Ask(beside()); err != nil || a.Value() >= 0 {
		t.Errorf("%+v %v", a, err)
	}
}

// beside returns a question for a clock beside a round.
func beside() ask.Question {
	return ask.Question{Head: ask.Head{ID: "scoring.beside", Text: lang.Literal("Round 1")}, Shape: ask.Watch{Part: "round-1", Limit: 3 * time.Minute, Options: []lang.Text{lang.Literal("To the points")}, Beside: true}}
}

// past returns an asker for questions about the past.
func past(table ask.Asker) ask.Asker {
	return ask.Func((&clocks{in: Setting{Host: asking(table.Ask)}}).played)
}

// In the past a clock beside the score is passed over in the reading direction, and its answer stays.
func TestAClockBesideThePastIsPassedOver(t *testing.T) {
	round := func(a ask.Asker) (ask.Answer, error) {
		if r, err := a.Ask(beside()); err != nil {
			return r, err
		}
		return a.Ask(ask.Question{Head: ask.Head{ID: "else"}, Shape: ask.Words{}})
	}
	told := ask.Draft{Entries: []ask.Entry{{ID: "scoring.beside", Answer: ask.Answer{Values: [][]int{{0}}, Left: time.Minute}}, {ID: "else", Answer: ask.Answer{By: ask.Scorekeeper, Text: "Ana"}}}}
	for line, want := range map[string]error{"Ana": nil, "<": ask.ErrBack} {
		kept := func(d ask.Draft) error { t.Errorf("%s: %+v is kept", line, d); return nil }
		if _, err := ask.RunDialog(past(asktest.NewScript(t, asktest.Said{ID: "else", Line: line})), &ask.Dialog{Draft: told}, kept, round); err != want {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// A part that is dealt anew is asked about before its clock runs.
func TestClockOfAPartDealtAnew(t *testing.T) {
	for line, left := range map[string]time.Duration{"1": 5 * time.Minute, "2": 8 * time.Minute} {
		r := sitDown(t, setup.Live, line+"\n1\n")
		laws.Need(t, r.in.Store.Drafts.SetClock(r.s.Log.ID(), "round-1", timer.Snapshot{Left: 5 * time.Minute, At: r.now}))
		r.dealt()
		if a, err := r.Ask(watchOf("round-1")); err != nil || a.Left != left {
			t.Errorf("%s: %v left, want %v; %v\n%s", line, a.Left, left, err, r.out.String())
		}
		if said := r.out.String(); !strings.Contains(said, "Go on from 5:00") {
			t.Error(said)
		}
	}
}

func TestClockAfterACrash(t *testing.T) {
	for typed, left := range map[string]time.Duration{"p\n1\n": 5 * time.Minute, "d\n1\n": 4 * time.Minute} {
		r := sitDown(t, setup.Live, typed)
		seen := r.now.Add(-time.Minute)
		laws.Need(t, r.in.Store.Drafts.SetClock(r.s.Log.ID(), "round-1", timer.Snapshot{Left: 5 * time.Minute, Runs: true, At: seen}))
		a, err := r.Ask(watchOf("round-1"))
		if err != nil || a.Left != left {
			t.Errorf("%q: %v left, want %v; %v", typed, a.Left, left, err)
		}
		if said := r.out.String(); !strings.Contains(said, "this is the time it last showed") || !strings.Contains(said, "d  deduct 1:00") || !strings.Contains(said, "5:00 left. Paused.") {
			t.Errorf("%s", said)
		}
	}
}

// A clock that is ended early answers like one whose time is up, with the time left. It is saved that way, and runs on
// if the table goes back.
func TestClockCalledEarly(t *testing.T) {
	r := sitDown(t, setup.Live, "3\n\n<\n")
	q := watchOf("round-1")
	asktest.Reshape(&q, func(clock *ask.Watch) { clock.Early = lang.Literal("Vote now") })
	a, err := r.Ask(q)
	if err != nil || a.Value() != -1 || a.Left != 8*time.Minute {
		t.Errorf("%+v %v", a, err)
	}
	if c, was, err := r.in.Store.Drafts.Clock(r.s.Log.ID(), "round-1"); err != nil || !was || c.Left != 8*time.Minute || c.Runs {
		t.Errorf("%+v %v", c, err)
	}
	if said := r.out.String(); !strings.Contains(said, "✔ Vote now · 8:00 left") || strings.Contains(said, "Time is up") {
		t.Error(said)
	}
	q.Stands, q.Suggest = true, &a
	if _, err := r.Ask(q); err != ask.ErrBack || strings.Count(r.out.String(), "8:00 left. The clock is running.") != 2 || !strings.Contains(r.out.String(), "Enter  Vote now, as before") {
		t.Errorf("%v\n%s", err, r.out.String())
	}
}

// If time was up in the past, that is what the question about it suggests.
func TestTimeUpIsSuggested(t *testing.T) {
	up := ask.Answer{By: ask.Scorekeeper}
	var put ask.Question
	again := asking(func(q ask.Question) (ask.Answer, error) { put = q; return ask.Answer{}, ask.ErrQuit })
	was, _, _ := ask.Replay(ask.Draft{Entries: []ask.Entry{{ID: "spyfall.clock", Answer: up}}}, func(a ask.Asker) (int, error) {
		_, err := a.Ask(watchOf("round-1"))
		return 0, err
	})
	_, err := ask.RunDialog(past(again), &ask.Dialog{Was: was}, func(ask.Draft) error { return nil }, func(a ask.Asker) (int, error) {
		_, err := a.Ask(watchOf("round-1"))
		return 0, err
	})
	if !errors.Is(err, ask.ErrQuit) || put.Suggest == nil || put.Suggest.Value() != 2 {
		t.Errorf("%v: %+v", err, put.Suggest)
	}
}

func TestClockTimeUp(t *testing.T) {
	r := sitDown(t, setup.Live, "")
	laws.Need(t, r.in.Store.Drafts.SetClock(r.s.Log.ID(), "round-1", timer.Snapshot{At: r.now}))
	a, err := r.Ask(watchOf("round-1"))
	if err != nil || a.Value() != -1 || a.By != ask.Scorekeeper {
		t.Errorf("%+v %v", a, err)
	}
}

// A refusal at the end of the dialog brings the clock back, paused.
func TestClockRefused(t *testing.T) {
	r := sitDown(t, setup.Live, "1\n<\n")
	if _, err := r.Ask(watchOf("round-1")); err != nil {
		t.Error(err)
	}
	q := watchOf("round-1")
	q.Fault = fault.New(lang.Literal("the disk is full"))
	if _, err := r.Ask(q); err != ask.ErrBack {
		t.Errorf("%v", err)
	}
	if said := r.out.String(); !strings.Contains(said, "✗ the disk is full\n8:00 left. Paused.") {
		t.Errorf("%s", said)
	}
}

// A refused press on a phone does not stop the clock: it runs on, and the table reads the reason.
func TestAPressThatIsRefusedStopsNoClock(t *testing.T) {
	for seat, runs := range map[int]bool{2: true, 0: false} {
		r := sitDown(t, setup.Live, "")
		w := &succession{ends: []screen.Outcome{{End: screen.Pressed, Seat: seat, Ran: true}, {End: screen.Quit}}}
		r.in.Host = w
		q := watchOf("round-1")
		asktest.Reshape(&q, func(clock *ask.Watch) {
			clock.Options, clock.Cards = []lang.Text{lang.Literal("Spy")}, lang.Names([]string{"you are", "not", "the spy"})
		})
		_, err := ask.Insist(r, q, func(ask.Answer) error { return fault.New(lang.Literal("no")) })
		if !errors.Is(err, ask.ErrQuit) || len(w.clocks) != 2 {
			t.Fatal(err, len(w.clocks))
		}
		if again := w.clocks[1]; again.Fault == nil || again.Runs != runs || len(again.Phones.Watch.Cards) != 3 {
			t.Errorf("seat %d: %+v", seat, again)
		}
	}
}

// A card that one person looked at is not shown again in the past.
func TestWhatWasShownAloneIsPast(t *testing.T) {
	s := asktest.NewScript(t, asktest.Said{ID: "card.1"}, asktest.Said{ID: "card.1"})
	q := ask.Question{Head: ask.Head{ID: "card.1", Secret: true, Text: lang.Literal("the zoo"), Notes: []lang.Text{readingIt.With("where", "round 1"), lang.Literal("a monkey")}, People: []int{1}, Names: []string{"Bia"}}, Shape: ask.Show{}}
	if _, err := past(s).Ask(q); err != nil {
		t.Error(err)
	}
	if err := past(s).Gather([]ask.Question{q}, func(int, ask.Answer) error { return nil }); err != nil {
		t.Error(err)
	}
	for _, seen := range s.Seen {
		if got := fmt.Sprint(seen.Notes, seen.Text, seen.Secret); got != "[Reading again: round 1] Bia has looked. false" {
			t.Error(got)
		}
	}
}

func TestPlayedHasNoClock(t *testing.T) {
	for line, value := range map[string]int{"2": 1, "3": -1} {
		r := sitDown(t, setup.AfterTheFact, line+"\n")
		a, err := r.Ask(watchOf("round-1"))
		if err != nil || a.Value() != value {
			t.Errorf("%s: %+v %v", line, a, err)
		}
		if _, was, _ := r.in.Store.Drafts.Clock(r.s.Log.ID(), "round-1"); was || strings.Contains(r.out.String(), "The clock is running") {
			t.Errorf("a clock runs:\n%s", r.out.String())
		}
	}
	s := asktest.NewScript(t, asktest.Said{ID: "spyfall.clock", Line: "<"}, asktest.Said{ID: "else", Line: "Ana"})
	if _, err := past(s).Ask(watchOf("round-1")); err != ask.ErrBack {
		t.Error(err)
	}
	if a, err := past(s).Ask(ask.Question{Head: ask.Head{ID: "else"}, Shape: ask.Words{}}); err != nil || a.Text != "Ana" {
		t.Errorf("%+v %v", a, err)
	}
}

// Anything but play leaves the clock paused. A clock that was just watched is not asked about, however new its round.
func TestClockAfterSomethingElse(t *testing.T) {
	r := sitDown(t, setup.Live, "1\n1\np\n1\n")
	r.dealt()
	for range 2 {
		if _, err := r.Ask(watchOf("round-1")); err != nil {
			t.Fatal(err)
		}
	}
	r.ran = false
	if _, err := r.Ask(watchOf("round-1")); err != nil {
		t.Fatal(err)
	}
	said := r.out.String()
	if strings.Contains(said, "stood at") || strings.Count(said, "8:00 left. Paused.") != 1 {
		t.Errorf("%s", said)
	}
}

// Printed lines are read once before a clock covers them.
func TestClockHidesNothing(t *testing.T) {
	r := sitDown(t, setup.Live, "")
	var told []string
	w := &succession{covers: true, asking: func(q ask.Question) (ask.Answer, error) { told = append(told, q.ID); return ask.Answer{}, nil }}
	r.in.Host = w
	for range 2 {
		r.printed = true
		if _, err := r.Ask(watchOf("round-1")); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Ask(watchOf("round-1")); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"play.to-the-clock", "play.to-the-clock"}; !slices.Equal(told, want) || len(w.clocks) != 4 {
		t.Errorf("%v, %d clocks", told, len(w.clocks))
	}
}

// A second window sees the clock as the first one keeps it, writes nothing, and takes over once the first is gone. If
// the game went on in the other window, it says so and answers nothing.
func TestClockOfAnotherWindow(t *testing.T) {
	r := sitDown(t, setup.Live, "")
	id := r.s.Log.ID()
	if !r.leads() {
		t.Fatal("the first window does not lead")
	}
	seen := r.now.Add(-time.Second)
	kept := timer.Snapshot{Left: 4 * time.Minute, Runs: true, At: seen}
	laws.Need(t, r.in.Store.Drafts.SetClock(id, "round-1", kept))
	second := r.later(t, "")
	looks := 0
	host := &succession{ends: []screen.Outcome{{End: screen.Back}}}
	host.asking = func(q ask.Question) (ask.Answer, error) {
		looks++
		if said := q.Notes[0].String() + " " + q.Text.String(); said != "Another window keeps this clock. Go on to look at it again. 3:59 left. The clock is running." {
			t.Error(said)
		}
		if looks == 2 {
			r.cede()
		}
		return ask.Answer{By: ask.Scorekeeper}, nil
	}
	second.in.Host = host
	if _, err := second.Ask(watchOf("round-1")); err != ask.ErrBack || looks != 2 || len(host.clocks) != 1 {
		t.Errorf("%v, looked %d times, %d clocks", err, looks, len(host.clocks))
	}
	if c := host.clocks[0]; c.Save == nil || c.Runs || c.Left != 4*time.Minute || c.Away != time.Second {
		t.Errorf("%+v", c)
	}
	if c, _, err := r.in.Store.Drafts.Clock(id, "round-1"); err != nil || c.Left != kept.Left || c.Runs != kept.Runs || !c.At.Equal(kept.At) {
		t.Errorf("%+v %v", c, err)
	}
	host.asking = func(ask.Question) (ask.Answer, error) {
		return ask.Answer{By: ask.Scorekeeper}, second.s.Do(scoring.Laid{})
	}
	r.in.Host = host
	if _, err := r.Ask(watchOf("round-1")); !errors.Is(err, session.ErrMoved) {
		t.Error(err)
	}
}

// Of two windows before a clock, the first to reach it keeps it, and the other watches. The next clock goes to the
// first window to reach that.
func TestTwoWindowsBeforeAClock(t *testing.T) {
	first := sitDown(t, setup.Live, "")
	second := first.later(t, "")
	watches := func(w *corner) bool {
		host := &succession{ends: []screen.Outcome{{End: screen.Back}}}
		host.asking = func(ask.Question) (ask.Answer, error) { return ask.Answer{}, ask.ErrBack }
		w.in.Host = host
		if _, err := w.Ask(watchOf("round-1")); !errors.Is(err, ask.ErrBack) {
			t.Fatal(err)
		}
		return len(host.clocks) == 0
	}
	if watches(second) || !watches(first) || watches(second) {
		t.Error("the clock is not kept where it was begun")
	}
	second.dealt()
	if watches(first) || !watches(second) {
		t.Error("the next clock is not kept where it was begun")
	}
}

// A succession is a host whose clocks end one way after the other, and then with time up.
type succession struct {
	asking
	covers bool
	ends   []screen.Outcome
	clocks []screen.Clock // those shown so far
}

func (w *succession) Covers() bool { return w.covers }

func (w *succession) Watch(c screen.Clock) (screen.Outcome, error) {
	w.clocks = append(w.clocks, c)
	if len(w.clocks) > len(w.ends) {
		return screen.Outcome{End: screen.TimeUp}, nil
	}
	return w.ends[len(w.clocks)-1], nil
}

// A press on a phone names its person as the one that answered. A press at the laptop names nobody.
func TestWhoPressedTheClock(t *testing.T) {
	for seat, want := range map[int]string{2: "✔ Bia: Accuse · 5:00 left\n", 0: "✔ Accuse · 5:00 left\n"} {
		r := sitDown(t, setup.Live, "")
		r.out.Reset()
		r.in.Host = &succession{ends: []screen.Outcome{{End: screen.Pressed, Left: 5 * time.Minute, Seat: seat}}}
		q := watchOf("round-1")
		asktest.Reshape(&q, func(clock *ask.Watch) { clock.Options, clock.May = []lang.Text{lang.Literal("Accuse")}, [][]int{{1}} })
		a, err := r.Ask(q)
		if may := r.in.Host.(*succession).clocks[0].Phones.Watch.May; err != nil || a.By != seat-1 || r.out.String() != want || !slices.Equal(may[0], ask.As[ask.Watch](q).May[0]) {
			t.Errorf("%v, %v, %q", a, err, r.out.String())
		}
	}
}

// A clock that the disk refused is reported when it is left, and comes back as it was left all the same.
func TestClockThatIsNotKept(t *testing.T) {
	r := sitDown(t, setup.Live, "")
	id := r.s.Log.ID()
	laws.Need(t, r.in.Store.Drafts.SetClock(id, "round-1", timer.Snapshot{Left: 7 * time.Minute, At: r.now}))
	r.out.Reset()
	pressed := screen.Outcome{End: screen.Pressed, Left: 5 * time.Minute, Ran: true, Unkept: "The clock could not be saved: full"}
	kept := pressed
	kept.Unkept = ""
	w := &succession{ends: []screen.Outcome{pressed, kept, kept}}
	r.in.Host = w
	for range w.ends {
		if _, err := r.Ask(watchOf("round-1")); err != nil {
			t.Fatal(err)
		}
	}
	if said := r.out.String(); strings.Count(said, "✗ The clock could not be saved: full\n") != 1 {
		t.Errorf("%s", said)
	}
	if left := []time.Duration{w.clocks[0].Left, w.clocks[1].Left, w.clocks[2].Left}; !slices.Equal(left, []time.Duration{7 * time.Minute, 5 * time.Minute, 7 * time.Minute}) || w.clocks[1].Away != 0 || !w.clocks[1].Runs {
		t.Errorf("%v, %+v", left, w.clocks[1])
	}
}
