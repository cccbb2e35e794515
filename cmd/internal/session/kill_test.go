package session

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// evening is the file that a child of this test plays on.
const evening = "TABLEMATE_TEST_EVENING"

func TestMain(m *testing.M) {
	if path := os.Getenv(evening); path != "" {
		if err := playOn(path); err != nil {
			fmt.Println("failed:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

const (
	evenings = 60 // events in the whole game
	most     = 6  // answers that one process may give
)

// playOn goes on with the evening until it is killed, or the game is as long as it
// should be. Before each question is answered it acknowledges the answers before it.
func playOn(path string) error {
	st, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	s, err := resumed(st)
	if err != nil {
		return err
	}
	said, err := everySaid(s)
	if err != nil {
		return err
	}
	a := &evenSpeaker{n: len(said)}
	if _, there := s.Table(); !there {
		if err := s.Begin(a, askTable); err != nil {
			return err
		}
	}
	for len(s.Events()) < evenings {
		if _, err := s.Next(a); err != nil {
			return err
		}
	}
	fmt.Println("acknowledged", a.n)
	return st.Close()
}

func resumed(st *store.Store) (*Session, error) {
	games, err := st.Games()
	if err != nil || len(games) == 0 {
		return Start(st, purse, "", watch(), dice()), err
	}
	return Open(st, []scoring.Game{purse}, games[0].ID, watch(), dice())
}

// evenSpeaker gives the nth answer of the evening, whichever process asks.
type evenSpeaker struct{ n int }

func (e *evenSpeaker) Ask(q ask.Question) (ask.Answer, error) {
	fmt.Println("acknowledged", e.n)
	if _, err := os.Stdin.Read(make([]byte, 1)); err != nil { // leave to give one answer more
		return ask.Answer{}, err
	}
	e.n++
	return nth(q, e.n), nil
}

func nth(q ask.Question, n int) ask.Answer {
	r := ask.One(n % 2)
	switch q.Shape.(type) {
	case ask.Words:
		r = ask.Answer{By: ask.Scorekeeper, Text: fmt.Sprint("Player ", n)}
	case ask.Number:
		r = ask.One(1 + n%12)
	}
	r.Left = time.Duration(n) // which answer this is; no question of the purse reads it
	return r
}

// everySaid is every answer that a file holds, in the order of the evening.
func everySaid(s *Session) ([]ask.Entry, error) {
	var said []ask.Entry
	for _, it := range s.Items() {
		said = append(said, it.Said.Entries...)
	}
	for _, slot := range s.pending() {
		d, err := s.kept(dialog{slot: slot})
		if err != nil {
			return nil, err
		}
		said = append(said, d.Entries...)
	}
	return said, nil
}

// The process may give a few answers and is killed somewhere in them, at a moment that
// nobody chose, again and again, until the game is through. Every answer that was followed by another question is there, in its place, and
// none was asked for twice.
func TestKilledInTheMiddle(t *testing.T) {
	path := file(t)
	r := rand.New(rand.NewPCG(2026, 11))
	kills, acknowledged := 0, 0
	for done := false; !done; kills++ {
		leave := 1 + r.IntN(most)
		n, ended := live(t, path, leave, r.IntN(leave+2))
		acknowledged, done = max(acknowledged, n), ended
		_, said := whatIsThere(t, path)
		if len(said) < acknowledged {
			t.Fatalf("killed %d times: %d answers acknowledged, %d there", kills, acknowledged, len(said))
		}
		for i, a := range said {
			if int(a.Answer.Left) != i+1 {
				t.Fatalf("answer %d stands in the place of answer %d", a.Answer.Left, i+1)
			}
		}
	}
	if kills < 40 { // it cannot be fewer than answers/most
		t.Errorf("killed only %d times", kills)
	}
	s, said := whatIsThere(t, path)
	if want := 3 + 4*evenings; len(said) != want || len(s.Events()) != evenings {
		t.Fatalf("%d answers, %d events", len(said), len(s.Events()))
	}
	// The same evening, without an accident.
	calm := Start(opened(t, file(t)), purse, "", watch(), dice())
	a := &quietSpeaker{}
	must(t, calm.Begin(a, askTable))
	for range evenings {
		_, err := calm.Next(a)
		must(t, err)
	}
	if gold(calm) != gold(s) || !reflect.DeepEqual(table(calm), table(s)) {
		t.Errorf("%s, undisturbed %s", gold(s), gold(calm))
	}
}

func table(s *Session) setup.Table { t, _ := s.Table(); return t }

type quietSpeaker struct{ n int }

func (e *quietSpeaker) Ask(q ask.Question) (ask.Answer, error) { e.n++; return nth(q, e.n), nil }

// live starts a process on the file, which may give leave answers, kills it when it has
// acknowledged after times, and returns how many answers it had acknowledged and whether
// it was through by itself.
func live(t *testing.T, path string, leave, after int) (acknowledged int, ended bool) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), evening+"="+path)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	must(t, err)
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	_, err = in.Write(make([]byte, leave))
	must(t, err)
	lines := bufio.NewScanner(out)
	for heard := 0; ; heard++ {
		if heard == after {
			must(t, c.Process.Kill()) // it goes on writing meanwhile; what is in the pipe counts too
		}
		if !lines.Scan() {
			break
		}
		if _, err := fmt.Sscanf(lines.Text(), "acknowledged %d", &acknowledged); err != nil {
			t.Errorf("%q: %v", lines.Text(), err)
		}
	}
	return acknowledged, c.Wait() == nil
}

// whatIsThere is the game in the file, and every answer in it.
func whatIsThere(t *testing.T, path string) (*Session, []ask.Entry) {
	t.Helper()
	st := opened(t, path)
	s, err := resumed(st)
	must(t, err)
	said, err := everySaid(s)
	must(t, err)
	must(t, st.Close()) // the next process plays on
	return s, said
}

func (e *evenSpeaker) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(e, qs, got) }

func (e *quietSpeaker) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(e, qs, got) }
