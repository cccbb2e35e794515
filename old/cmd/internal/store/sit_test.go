package store

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tablemate/tablemate/old/scoring/laws"
)

// seatedAt passes to a child process of this test the file and the game at which it sits down.
const seatedAt = "TABLEMATE_TEST_SEATED_AT"

func TestMain(m *testing.M) {
	path := os.Getenv(seatedAt)
	if path == "" {
		os.Exit(laws.InMemory{M: m}.Run())
	}
	s, err := Open(context.Background(), path)
	if err == nil {
		_, _, err = s.Sit(spell(0, 2))
	}
	fmt.Println("seated", err)
	_, _ = io.ReadAll(os.Stdin) // until it is killed
}

// sits takes a seat and checks whether others are there.
func sits(t testing.TB, s *Store, id string, want bool) (leave func()) {
	t.Helper()
	others, leave, err := s.Sit(id)
	must(t, err)
	if others != want {
		t.Fatalf("others are there: %v, want %v", others, want)
	}
	return leave
}

func TestAnotherWindowAtTheSameGameIsNoticed(t *testing.T) {
	a, path := fresh(t)
	b := open(t, path)
	id, other := create(t, a), create(t, a)
	first := sits(t, a, id, false)
	sits(t, b, other, false)()
	second := sits(t, b, id, true)
	third := sits(t, a, id, true) // in the same process, with the same Store
	first()
	first() // does nothing
	third()
	sits(t, a, id, true)()
	second()
	sits(t, b, id, false)()
	if left, err := os.ReadDir(filepath.Join(filepath.Dir(path), "open")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Of several windows that sit down at once, exactly one is told that nobody is there.
func TestOnlyOneIsTheFirst(t *testing.T) {
	s, path, id := begun(t)
	for range 5 {
		var alone atomic.Int32
		var wg, all sync.WaitGroup
		all.Add(8)
		for range 8 {
			wg.Go(func() {
				s, err := Open(context.Background(), path)
				if err != nil {
					all.Done()
					t.Error(err)
					return
				}
				others, leave, err := s.Sit(id)
				if err != nil {
					t.Error(err)
				} else if !others {
					alone.Add(1)
				}
				all.Done()
				all.Wait()
				leave()
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if alone.Load() != 1 {
			t.Fatalf("%d were told that nobody is there", alone.Load())
		}
	}
	sits(t, s, id, false)()
}

func TestAWindowThatWasKilledIsGone(t *testing.T) {
	s, path, id := begun(t)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), seatedAt+"="+path)
	_, err := child.StdinPipe() // the child has the other end
	must(t, err)
	out := need(child.StdoutPipe())
	must(t, child.Start())
	said := make([]byte, 64)
	n, err := out.Read(said)
	if err != nil || string(said[:n]) != "seated <nil>\n" {
		t.Fatalf("%q, %v", said[:n], err)
	}
	sits(t, s, id, true)()
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
	sits(t, s, id, false)()
}

func TestNobodyIsKeptFromPlaying(t *testing.T) {
	s, path, id := begun(t)
	if others, leave, err := s.Sit("none"); others || leave == nil {
		t.Error(others)
	} else {
		wants(t, err, ErrNone)
	}
	folder := filepath.Join(filepath.Dir(path), "open")
	must(t, os.WriteFile(folder, nil, 0o600)) // in place of the folder
	others, leave, err := s.Sit(id)
	if leave(); others || err == nil {
		t.Errorf("%v, %v", others, err)
	}
	must(t, s.Drafts.Keep(id, 0, "next", 0, []byte(`{}`), noon))
	must(t, os.Remove(folder))
	leave = sits(t, s, id, false)
	must(t, s.Close())
	leave() // too late to clean up, but harmless
}

// One window leads a game at a time; when it leaves, any other one may.
func TestOneWindowLeads(t *testing.T) {
	a, path := fresh(t)
	b := open(t, path)
	id, other := create(t, a), create(t, a)
	first, second := sits(t, a, id, false), sits(t, b, id, true)
	leads := func(s *Store, id string, want bool) (leave func()) {
		t.Helper()
		leads, leave := s.Lead(id)
		if leads != want {
			t.Fatalf("it leads: %v, want %v", leads, want)
		}
		return leave
	}
	leave := leads(a, id, true)
	leads(b, id, false)()
	leads(b, id, false)()
	leads(b, other, true)()
	leave()
	leave() // does nothing
	again := leads(b, id, true)
	leads(a, id, false)()
	first()
	again()
	second()
	if _, err := os.Stat(a.head(id)); !os.IsNotExist(err) {
		t.Errorf("left behind: %v", err)
	}
	must(t, os.RemoveAll(filepath.Dir(a.head(id))))
	leads(a, id, true)() // since nobody can tell
}
