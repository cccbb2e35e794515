package cmd

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/asktest"
	"github.com/tablemate/tablemate/scoring"
)

// A law of every game: a conversation that was told at one table, replayed at any other
// table of the game, at any moment of it, is asked again where it does not fit. It never
// fails, and nothing that does not fit is ever suggested.
func TestAnyDraftAtAnyTable(t *testing.T) {
	oneByOne(t)
	t.Parallel() // it takes its time, and shares nothing
	for _, g := range games {
		t.Run(g.ID, func(t *testing.T) {
			var drafts []ask.Draft
			var states []scoring.State
			for seed := range uint64(40) {
				r := rand.New(rand.NewPCG(seed, 11))
				s, err := g.New(seat(t, g, r))
				if err != nil {
					t.Fatal(err)
				}
				for range 12 {
					if s.Result().Finished() {
						break
					}
					e, d, err := asktest.Talk(&anybody{Rand: r}, ask.Draft{Seed: r.Uint64()}, ask.Draft{}, func(ask.Draft) error { return nil }, asks(g, s))
					if err != nil {
						t.Fatal(err)
					}
					drafts, states = append(drafts, d, half(r, d), spoil(r, d)), append(states, s)
					if s, err = s.Apply(e); err != nil {
						t.Fatal(err)
					}
				}
			}
			r := rand.New(rand.NewPCG(1, 2))
			for range 2000 {
				tell(t, g, states[r.IntN(len(states))], drafts[r.IntN(len(drafts))], r)
			}
		})
	}
}

func asks(g scoring.Game, s scoring.State) func(ask.Asker) (scoring.Event, error) {
	return func(a ask.Asker) (scoring.Event, error) { return g.Ask(a, s) }
}

// half is a conversation that was left.
func half(r *rand.Rand, d ask.Draft) ask.Draft {
	if n := len(d.Entries); n > 0 {
		d.Entries = d.Entries[:r.IntN(n)]
	}
	return d
}

// spoil is a conversation in which one answer is not what it was.
func spoil(r *rand.Rand, d ask.Draft) ask.Draft {
	if len(d.Entries) == 0 {
		return d
	}
	d.Entries = append([]ask.Entry{}, d.Entries...)
	k := r.IntN(len(d.Entries))
	a := &d.Entries[k].Answer
	switch r.IntN(4) {
	case 0:
		a.Values = nil
	case 1:
		a.Values = [][]int{{}}
	case 2:
		a.Values = [][]int{{r.IntN(40) - 5, r.IntN(40) - 5}, {r.IntN(40) - 5}}
	case 3:
		a.Key, a.Plus = "z", 99
	}
	return d
}

// tell goes on with a conversation at another table, a few answers on.
func tell(t *testing.T, g scoring.Game, s scoring.State, d ask.Draft, r *rand.Rand) {
	t.Helper()
	a := &suspicious{anybody: &anybody{Rand: r}, t: t, left: 6}
	dialog := &ask.Dialog{Draft: d, At: r.IntN(len(d.Entries) + 1)}
	defer func() {
		if v := recover(); v != nil {
			t.Fatalf("%v at %+v", v, d)
		}
	}()
	_, _ = ask.RunDialog(a, dialog, func(ask.Draft) error { return nil }, asks(g, s))
}

// suspicious answers a few questions, and takes what is suggested, if it can be.
type suspicious struct {
	*anybody
	t    *testing.T
	left int
}

func (s *suspicious) Ask(q ask.Question) (ask.Answer, error) {
	if s.left--; s.left < 0 {
		return ask.Answer{}, ask.ErrQuit
	}
	if q.Suggest != nil {
		if !q.Fits(*q.Suggest) {
			s.t.Fatalf("%s suggests %s", q.ID, fmt.Sprintf("%+v", *q.Suggest))
		}
		return *q.Suggest, nil
	}
	if s.IntN(5) == 0 {
		return ask.Answer{}, ask.ErrBack
	}
	return s.answer(q), nil
}

func (s *suspicious) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(s, qs, got) }
