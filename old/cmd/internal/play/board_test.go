package play

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/color"
	"github.com/tablemate/tablemate/old/cmd/internal/session"
	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/dixit"
	"github.com/tablemate/tablemate/old/scoring/spyfall"
	"github.com/tablemate/tablemate/old/setup"
	"github.com/tablemate/tablemate/old/timer"
)

// A club is a file of games with a player and an onlooker.
type club struct {
	t    *testing.T
	file string
	st   *store.Store // the player's
	now  time.Time
	seed uint64
	g    *Gallery
	gone error // why the file cannot be opened right now
	read int   // how often the file was opened
}

func newClub(t *testing.T, id string) *club {
	t.Helper()
	c := &club{t: t, file: filepath.Join(t.TempDir(), "games.db"), now: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	c.g = &Gallery{
		File: c.file, ID: id, Why: func(err error) lang.Text { return lang.Literal(err.Error()) }, Now: timer.Reader(time.Now),
		Open: func() (*store.Store, error) {
			if c.read++; c.gone != nil {
				return nil, c.gone
			}
			return store.OpenToRead(t.Context(), c.file)
		},
		Find: func(st *store.Store, id string) (*session.Session, error) {
			return session.Open(st, []scoring.Game{dixit.Game, spyfall.Game}, id, nil, nil)
		},
	}
	return c
}

func (c *club) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) open() {
	c.t.Helper()
	var err error
	c.st, err = store.Open(c.t.Context(), c.file)
	c.must(err)
	c.t.Cleanup(func() { c.st.Close() })
}

// later returns the time of day, a second later with each call.
func (c *club) later() time.Time { c.now = c.now.Add(time.Second); return c.now }

// start begins a game without a table.
func (c *club) start(g scoring.Game) *session.Session {
	c.seed++
	return session.Start(c.st, g, ToPlay, c.later, func() uint64 { return c.seed })
}

// sits begins a game with these people.
func (c *club) sits(g scoring.Game, players ...string) *session.Session {
	c.t.Helper()
	s := c.start(g)
	c.must(s.Begin(nil, func(ask.Asker) (setup.Table, error) { return setup.Table{Players: players}, nil }))
	return s
}

// sees returns the board at the next look.
func (c *club) sees() sight {
	b, _ := c.g.look()
	return b
}

// printed returns a sight in plain lines.
func printed(b sight) string { return b.lines(lang.NewLocalizer("en").Say, 200, lang.Text{}) }

func standings(b sight) string {
	var all []string
	for _, p := range b.Rows {
		all = append(all, fmt.Sprint(p.Rank, " ", p.Name, " ", p.Points))
	}
	return strings.Join(all, ", ")
}

// turn returns a turn of Dixit in which everybody but the last person finds the card of seat k.
func turn(k, players int) dixit.Turn {
	e := dixit.Turn{Storyteller: k, Card: 1, Cards: map[int]int{1: k}, Votes: make([][]int, players)}
	card := 1
	for row := range players {
		if row != k {
			card++
			e.Cards[card] = row
			e.Votes[row] = []int{1}
		}
	}
	last := (k + players - 1) % players
	e.Votes[last] = []int{2}
	if e.Cards[2] == last {
		e.Votes[last] = []int{3}
	}
	return e
}

// A line that another process appends is seen at the next look, with its reasons. Without one, the file is not even
// opened.
func TestTheBoardFollows(t *testing.T) {
	c := newClub(t, "")
	if err := c.g.Begin(); err != nil || !strings.HasPrefix(printed(c.g.sight), "No game is being played yet") {
		t.Errorf("%+v %v", c.g.sight, err)
	}
	if _, err := os.Stat(c.file); err == nil {
		t.Error("who looks on made a file")
	}
	c.open()
	s := c.sits(dixit.Game, "Ana", "Bia", "Caio", "Davi")
	if b := c.sees(); !strings.HasPrefix(printed(b), "Dixit Odyssey · ") || b.Play != s.Log.ID() || b.Goal != 30 || len(b.Rows) != 4 {
		t.Errorf("%+v", b)
	}
	c.must(s.Do(scoring.Laid{}))
	c.must(s.Do(turn(0, 4)))
	b, news := c.g.look()
	if !news || standings(b) != "1 Bia 4, 2 Ana 3, 2 Caio 3, 4 Davi 0" || !strings.Contains(printed(b), "\nAna's story was card 1: Bia and Caio found it.\n") || !strings.Contains(printed(b), "\n1 Bia 4  +4  found it +3 · fooled Davi +1\n") {
		t.Errorf("%v %+v", news, b)
	}
	c.sees() // for lines written in the same instant
	was := c.read
	for range 5 {
		if _, news := c.g.look(); news {
			t.Error("nothing came")
		}
	}
	if c.read != was {
		t.Errorf("read %d times more", c.read-was)
	}
	c.must(s.Undo())
	if b := c.sees(); standings(b) != "1 Ana 0, 1 Bia 0, 1 Caio 0, 1 Davi 0" {
		t.Errorf("%+v", b)
	}
	c.must(s.Do(scoring.Stop{}))
	if b := c.sees(); !b.Over || !strings.Contains(printed(b), "share the victory") {
		t.Errorf("%+v", b)
	}
}

// Without an ID the board moves on to a new game once people sit at it; with an ID it stays.
func TestTheBoardSwitches(t *testing.T) {
	c := newClub(t, "")
	c.open()
	first := c.sits(dixit.Game, "Ana", "Bia", "Caio")
	named := *c.g
	named.ID = first.Log.ID()
	for _, g := range []*Gallery{c.g, &named} {
		if err := g.Begin(); err != nil || g.sight.Play != first.Log.ID() {
			t.Errorf("%+v %v", g.sight, err)
		}
	}
	second := c.start(spyfall.Game)
	err := second.Begin(asking(func(q ask.Question) (ask.Answer, error) {
		if q.ID == "who" {
			return ask.Answer{Text: "Eva"}, nil
		}
		return ask.Answer{}, ask.ErrQuit
	}), func(a ask.Asker) (setup.Table, error) {
		if _, err := a.Ask(ask.Question{Head: ask.Head{ID: "who"}, Shape: ask.Words{}}); err != nil {
			return setup.Table{}, err
		}
		_, err := a.Ask(ask.Question{Head: ask.Head{ID: "more"}, Shape: ask.Words{}})
		return setup.Table{}, err
	})
	if !errors.Is(err, ask.ErrQuit) || c.sees().Play != first.Log.ID() {
		t.Error("nobody sits at the second one yet", err)
	}
	waits := *c.g
	waits.ID = second.Log.ID()
	if err := waits.Begin(); err != nil || !strings.HasPrefix(printed(waits.sight), "Nobody sits at this game yet") {
		t.Errorf("%+v %v", waits.sight, err)
	}
	c.must(second.Begin(nil, func(ask.Asker) (setup.Table, error) {
		return setup.Table{Players: []string{"Eva", "Fabio", "Gil"}}, nil
	}))
	if b := c.sees(); !strings.HasPrefix(printed(b), "Spyfall · ") || b.Play != second.Log.ID() {
		t.Errorf("%+v", b)
	}
	if b, news := waits.look(); !news || !strings.HasPrefix(printed(b), "Spyfall · ") {
		t.Errorf("%+v", b)
	}
	if b, _ := named.look(); b.Play != first.Log.ID() {
		t.Errorf("%+v", b)
	}
	c.must(first.Do(scoring.Laid{}))
	if b := c.sees(); b.Play != first.Log.ID() {
		t.Error("it is the first one that was changed last", b)
	}
}

// The clock is shown while the dialog is at it or asks about what stopped it, and again after an undo. It is not shown
// before that, or once its part is scored.
func TestTheClockOfTheBoard(t *testing.T) {
	c := newClub(t, "")
	c.open()
	s := c.sits(spyfall.Game, "Ana", "Bia", "Caio")
	keep := func(part string, left time.Duration, runs bool) {
		t.Helper()
		c.must(c.st.Drafts.SetClock(s.Log.ID(), part, timer.Snapshot{Left: left, Runs: runs, At: c.later()}))
	}
	shows := func(when string, want *timer.Snapshot) {
		t.Helper()
		got := c.sees().clock
		if (got == nil) != (want == nil) || got != nil && (got.Left != want.Left || got.Runs != want.Runs || !got.At.Equal(want.At)) {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
	}
	c.must(s.Do(scoring.Laid{}))
	shows("before the deal", nil)
	c.must(s.Do(spyfall.Deal{Dealer: 0}))
	shows("dealt", nil)
	keep("round-1", 8*time.Minute-time.Second, true)
	shows("it runs", &timer.Snapshot{Left: 8*time.Minute - time.Second, Runs: true, At: c.now})
	keep("round-1", 5*time.Minute, false)
	shows("it stands", &timer.Snapshot{Left: 5 * time.Minute, At: c.now})
	stood := c.now
	_, err := s.Next(asking(func(q ask.Question) (ask.Answer, error) {
		if ask.Is[ask.Watch](q.Shape) {
			return ask.One(0), nil
		}
		return ask.Answer{}, ask.ErrQuit
	}))
	if !errors.Is(err, ask.ErrQuit) {
		t.Fatal(err)
	}
	shows("who accuses?", &timer.Snapshot{Left: 5 * time.Minute, At: stood})
	c.must(s.Do(spyfall.Ending{How: spyfall.ByGuess, Spy: 1, Accuser: spyfall.Unknown, Suspect: spyfall.Unknown, Correct: true}))
	shows("scored", nil)
	c.must(s.Undo())
	shows("undone", &timer.Snapshot{Left: 5 * time.Minute, At: stood})
	c.must(s.Redo())
	c.must(s.Do(spyfall.Deal{Dealer: 1}))
	shows("the next one is dealt", nil)
	keep("round-2", 8*time.Minute, false)
	shows("and has a clock of its own", &timer.Snapshot{Left: 8 * time.Minute, At: c.now})
	c.must(s.Do(scoring.Stop{}))
	shows("the end", nil)
}

// An onlooker leaves the file as it was, byte for byte and with nothing beside it, and keeps nothing open.
func TestTheBoardOnlyReads(t *testing.T) {
	c := newClub(t, "")
	c.open()
	c.sits(dixit.Game, "Ana", "Bia", "Caio")
	c.must(c.st.Close())
	was, err := os.ReadFile(c.file)
	c.must(err)
	c.must(c.g.Begin())
	for range 3 {
		c.sees()
	}
	is, err := os.ReadFile(c.file)
	c.must(err)
	beside, err := os.ReadDir(filepath.Dir(c.file))
	c.must(err)
	if !bytes.Equal(was, is) || len(beside) != 2 { // the other one is the folder of logs
		t.Error("something was written", beside)
	}
	c.open()
	c.sits(dixit.Game, "Eva", "Fabio", "Gil")
	c.sees()
	c.must(c.st.Close()) // the last process that has it open tidies it
	beside, err = os.ReadDir(filepath.Dir(c.file))
	c.must(err)
	if slices.ContainsFunc(beside, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), "-wal") }) {
		t.Error("who looks on has it open", beside)
	}
	if b := c.sees(); b.Rows[0].Name != "Eva" {
		t.Errorf("%+v", b)
	}
}

// One failed look is ignored. The second is reported beside the last sight, and looking goes on until it succeeds.
func TestTheBoardFails(t *testing.T) {
	c := newClub(t, "none")
	if err := c.g.Begin(); !errors.Is(err, store.ErrNone) {
		t.Error(err)
	}
	c = newClub(t, "")
	c.open()
	s := c.sits(dixit.Game, "Ana", "Bia", "Caio")
	c.must(c.g.Begin())
	c.gone = errors.New("the disk is away")
	c.must(s.Do(scoring.Laid{}))
	for i, want := range []string{"", "the disk is away", "the disk is away"} {
		b, news := c.g.look()
		if b.Fault.String() != want || b.Play != s.Log.ID() || news != (i == 1) {
			t.Errorf("%d: %v %+v", i, news, b)
		}
	}
	c.gone = nil
	if b, news := c.g.look(); !b.Fault.Empty() || !news || b.Where.Empty() {
		t.Errorf("%v %+v", news, b)
	}
}

// A changed color shows on the board even if nothing happens in the game.
func TestTheBoardHasTheColorsThatAreKept(t *testing.T) {
	c := newClub(t, "")
	c.open()
	c.sits(dixit.Game, "Ana", "Bia", "Caio")
	marks := func(b sight) (out []string) {
		for _, p := range b.Rows {
			out = append(out, p.Mark.Before(color.Painted)+p.Name)
		}
		return out
	}
	row := func(letter string, its int, name string) string {
		return color.Mark{Letter: letter, Color: its}.Before(color.Painted) + name
	}
	c.must(c.g.Begin())
	if want := []string{row("A", 0, "Ana"), row("B", 1, "Bia"), row("C", 2, "Caio")}; !slices.Equal(marks(c.g.sight), want) {
		t.Errorf("%q, want %q", marks(c.g.sight), want)
	}
	c.must(c.st.People.KeepColors(map[string]string{"Ana": "pink", "Caio": "red"}))
	if want := []string{row("A", 7, "Ana"), row("B", 1, "Bia"), row("C", 0, "Caio")}; !slices.Equal(marks(c.sees()), want) {
		t.Errorf("%q, want %q", marks(c.sees()), want)
	}
}
