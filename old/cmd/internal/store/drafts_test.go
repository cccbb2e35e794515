package store

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// has checks the number and the text of a slot.
func has(t testing.TB, s *Store, id, slot string, number int, body string) {
	t.Helper()
	d := need(s.Drafts.Draft(id, slot))
	if d.Number != number || string(d.Body) != body || (d.Body == nil) != (body == "") {
		t.Fatalf("%s holds %d, %q; want %d, %q", slot, d.Number, d.Body, number, body)
	}
}

func TestDrafts(t *testing.T) {
	s, _, id := begun(t)
	wants(t, s.Drafts.Keep("none", 0, "next", 0, []byte(`{}`), noon), ErrNone)
	wants(t, s.Drafts.Keep("none", 0, "next", 0, nil, noon), ErrNone)
	wants(t, s.Drafts.Keep(id, 1, "next", 0, []byte(`{}`), noon), ErrMoved)
	wants(t, s.Drafts.Keep(id, 1, "next", 0, nil, noon), ErrMoved)
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}))
	wants(t, s.Drafts.Keep(id, 0, "next", 0, []byte(`{}`), noon), ErrMoved)
	has(t, s, id, "next", 0, "")
	must(t, s.Drafts.Keep(id, 1, "next", 0, []byte(`{"a":1}`), noon))
	must(t, s.Drafts.Keep(id, 1, "next", 1, []byte(`{"a":2}`), noon))
	if d, err := s.Drafts.Draft(id, "next"); err != nil || !reflect.DeepEqual(d, Draft{1, 2, []byte(`{"a":2}`)}) {
		t.Fatal(d, err)
	}
	must(t, s.Drafts.Keep(id, 1, "next", 2, nil, noon))
	has(t, s, id, "next", 3, "")
	has(t, s, id, "edit 101", 0, "")
}

// The second window never wipes out what the first one was told.
func TestASecondWindowIsToldThatADraftMoved(t *testing.T) {
	a, path, id := begun(t)
	b := open(t, path)
	must(t, a.Drafts.Keep(id, 0, "next", 0, []byte(`a1`), noon))
	must(t, a.Drafts.Keep(id, 0, "next", 1, []byte(`a2`), noon))
	wants(t, b.Drafts.Keep(id, 0, "next", 0, []byte(`b1`), noon), ErrMoved)
	wants(t, b.Drafts.Keep(id, 0, "next", 1, []byte(`b1`), noon), ErrMoved)
	wants(t, b.Drafts.Keep(id, 0, "next", 1, nil, noon), ErrMoved)
	wants(t, b.Drafts.Keep(id, 0, "next", 3, []byte(`b1`), noon), ErrMoved)
	has(t, a, id, "next", 2, `a2`)
	must(t, b.Drafts.Keep(id, 0, "edit 101", 0, []byte(`b1`), noon)) // another slot does not matter
	must(t, b.Drafts.Keep(id, 0, "next", 2, []byte(`b1`), noon))
	wants(t, a.Drafts.Keep(id, 0, "next", 2, []byte(`a3`), noon), ErrMoved)
	has(t, a, id, "next", 3, `b1`)
	must(t, b.Drafts.Keep(id, 0, "next", 3, nil, noon)) // dropped
	wants(t, a.Drafts.Keep(id, 0, "next", 3, []byte(`a4`), noon), ErrMoved)
	must(t, b.Drafts.Keep(id, 0, "next", 4, []byte(`b2`), noon)) // and told again
	wants(t, a.Drafts.Keep(id, 0, "next", 3, []byte(`a4`), noon), ErrMoved)
	has(t, a, id, "next", 5, `b2`)
}

func TestAnEmptiedDraftIsNone(t *testing.T) {
	s, _, id := begun(t)
	other := create(t, s)
	must(t, s.Drafts.Keep(id, 0, "table", 0, []byte(`a`), noon.Add(time.Hour)))
	must(t, s.Drafts.Keep(id, 0, "edit 101", 0, []byte(`a`), noon))
	must(t, s.Drafts.Keep(id, 0, "table", 1, nil, noon.Add(2*time.Hour)))
	must(t, s.Drafts.Keep(other, 0, "table", 0, nil, noon)) // there was nothing, which is fine
	if slots, err := s.Drafts.Slots(id); err != nil || !slices.Equal(slots, []string{"edit 101"}) {
		t.Error(slots, err)
	}
	if games, err := s.History.List(Filter{}); err != nil || len(games) != 1 || games[0].ID != id || !games[0].Changed.Equal(noon) {
		t.Error(games, err)
	}
	must(t, s.Drafts.Keep(id, 0, "edit 101", 1, nil, noon))
	if games, err := s.History.List(Filter{}); err != nil || len(games) != 0 {
		t.Error(games, err)
	}
	must(t, s.Log.DeleteUnstarted(id))
}

// A draft from an earlier line is read, taken over and counted on.
func TestADraftOfAnEarlierLineIsTakenOver(t *testing.T) {
	s, _, id := begun(t)
	must(t, s.Drafts.Keep(id, 0, "edit 101", 0, []byte(`a`), noon))
	must(t, s.Drafts.Keep(id, 0, "edit 101", 1, []byte(`b`), noon))
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}))
	if d, err := s.Drafts.Draft(id, "edit 101"); err != nil || !reflect.DeepEqual(d, Draft{0, 2, []byte(`b`)}) {
		t.Fatal(d, err)
	}
	wants(t, s.Drafts.Keep(id, 1, "edit 101", 0, []byte(`c`), noon), ErrMoved)
	must(t, s.Drafts.Keep(id, 1, "edit 101", 2, []byte(`c`), noon))
	if d, err := s.Drafts.Draft(id, "edit 101"); err != nil || !reflect.DeepEqual(d, Draft{1, 3, []byte(`c`)}) {
		t.Fatal(d, err)
	}
}

func TestAppendDropsOnlyTheDraftThatWasSeen(t *testing.T) {
	s, _, id := begun(t)
	must(t, s.Drafts.Keep(id, 0, "next", 0, []byte(`a`), noon))
	must(t, s.Drafts.Keep(id, 0, "edit 101", 0, []byte(`b`), noon))
	for _, drops := range [][]Drop{{{"next", 0}}, {{"next", 2}}, {{"next", 1}, {"edit 101", 0}}, {{"insert 101", 1}}} {
		wants(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}, drops...), ErrMoved)
		has(t, s, id, "next", 1, `a`)
		has(t, s, id, "edit 101", 1, `b`)
	}
	must(t, s.Log.Append(id, 0, noon, []byte(`{}`), Projection{}, Drop{"next", -1}, Drop{"next", 1}, Drop{"insert 101", 0}, Drop{"insert 102", -1}))
	has(t, s, id, "next", 0, "")
	has(t, s, id, "edit 101", 1, `b`)
	wants(t, s.Drafts.Keep(id, 1, "next", 1, []byte(`c`), noon), ErrMoved) // its slot starts at 0 again
	must(t, s.Drafts.Keep(id, 1, "next", 0, []byte(`c`), noon))
	has(t, s, id, "next", 1, `c`)
}

// Whatever two windows do at once, each acknowledged draft was based on the one before it.
func TestTwoWindowsNeverWriteOneNumber(t *testing.T) {
	a, path, id := begun(t)
	b := open(t, path)
	var won [2]int
	var wg sync.WaitGroup
	for w, s := range []*Store{a, b} {
		wg.Go(func() {
			for number := 0; number < 60; {
				err := s.Drafts.Keep(id, 0, "next", number, fmt.Appendf(nil, "%d", w), noon)
				if err == nil {
					won[w]++
				}
				d, rerr := s.Drafts.Draft(id, "next")
				if rerr != nil || d.Number < number {
					t.Error(d, rerr)
					return
				}
				number = d.Number
			}
		})
	}
	wg.Wait()
	if d, err := a.Drafts.Draft(id, "next"); err != nil || d.Number != won[0]+won[1] {
		t.Fatal(d.Number, won, err)
	}
}

// Clocks for several people are returned latest first, replace what was kept of them, and go once they are over.
func TestTurns(t *testing.T) {
	s, path := fresh(t)
	for _, c := range []struct {
		begun int64
		body  string
		want  string
	}{{5, "a", "a"}, {7, "b", "b a"}, {6, "c", "b c a"}, {7, "d", "d c a"}, {6, "", "d a"}, {4, "", "d a"}} {
		must(t, s.Drafts.KeepTurns(c.begun, c.body))
		if all, err := s.Drafts.Turns(); err != nil || strings.Join(all, " ") != c.want {
			t.Errorf("%v: %q %v", c, all, err)
		}
	}
	leads, leave := s.LeadTurns(7)
	if again, _ := s.LeadTurns(7); !leads || again {
		t.Error("two windows lead")
	}
	other, leaveOther := s.LeadTurns(5)
	defer leaveOther() // Windows removes no open file
	if !other {
		t.Error("a clock keeps others from being led")
	}
	leave()
	if again, leave := s.LeadTurns(7); !again {
		t.Error("nobody leads, and it cannot be led")
	} else {
		leave()
	}
	must(t, s.Drafts.KeepTurns(7, ""))
	if left, err := os.ReadDir(filepath.Join(filepath.Dir(path), "open")); err != nil || len(left) != 1 { // the other clock's
		t.Errorf("%v %v", left, err)
	}
}
