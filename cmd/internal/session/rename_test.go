package session

import (
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/scoring"
)

// A name that is put right is a change like any other, but the game is no newer for it.
func TestARenameIsNoNews(t *testing.T) {
	st := opened(t, file(t))
	s := Start(st, purse, "", watch(), dice())
	if err := s.Begin(say(t, "name.0=Ana", "name.1=Bai", "short=1"), askTable); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(say(t, "purse.who=2", "purse.amount=3", "purse.vote.0=1", "purse.vote.1=2")); err != nil {
		t.Fatal(err)
	}
	listed := func() store.Game {
		g, err := st.History.Game(s.Log.ID())
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	then, at := listed().Changed, s.Log.now().Add(time.Hour)
	if did, err := s.Rename("Xis", "Bia", at); did || err != nil {
		t.Error(did, err)
	}
	if did, err := s.Rename("Bai", "Bia", at); !did || err != nil {
		t.Fatal(did, err)
	}
	if g := listed(); !g.Changed.Equal(then) || g.People[1] != "Bia" || g.Lines != 3 {
		t.Error(g)
	}
	again, err := Open(st, []scoring.Game{purse}, s.Log.ID(), s.Log.now, s.Log.random)
	if err != nil || !again.Log.Did(at) || again.Log.Did(at.Add(1)) || gold(again) != gold(s) {
		t.Fatal(err)
	}
	if back, err := again.Unrename(at.Add(1)); back || err != nil {
		t.Error(back, err)
	}
	later := at.Add(time.Minute) // one more, that was taken back, stands in nobody's way
	if did, err := again.Rename("Ana", "Eva", later); !did || err != nil {
		t.Fatal(did, err)
	}
	if back, err := again.Unrename(at); back || err != nil {
		t.Error("below another one", back, err)
	}
	for _, at := range []time.Time{later, at} {
		if back, err := again.Unrename(at); !back || err != nil {
			t.Fatal(back, err)
		}
	}
	if g := listed(); !g.Changed.Equal(then) || g.People[1] != "Bai" {
		t.Error(g)
	}
	if back, err := again.Unrename(at); back || err != nil {
		t.Error("twice", err)
	}
}

func TestWhoSitsTogetherIsNotOne(t *testing.T) {
	for _, c := range []struct {
		people   []string
		was, now string
		want     bool
	}{
		{[]string{"Ana", "Bai"}, "Bai", "Bia", false}, {[]string{"Ana", "Bai"}, "Bai", "ana", true}, {[]string{"ana", "Bia"}, "ana", "Ana", false}, {nil, "a", "b", false},
	} {
		if got := SitsWith(c.people, c.was, c.now); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
