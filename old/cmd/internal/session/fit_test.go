package session

import (
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
)

// A line of votes is a single answer, and only the order of the people asked says whose votes they are.
func TestNobodyIsGivenAnotherOnesAnswer(t *testing.T) {
	game := asked(func(a ask.Asker, p purses) (scoring.Event, error) {
		all, err := a.Ask(ask.Question{Head: ask.Head{ID: "all", People: p.poorestFirst(), Names: p.names(p.poorestFirst())}, Shape: ask.Each{Most: 1, Hi: 9}})
		if err != nil {
			return nil, err
		}
		_, err = ask.PickOne(a, "sure", lang.Literal("Sure?"), lang.List{lang.Literal("yes")}, -1)
		return move{Votes: slices.Concat(all.Values...)}, err
	})
	s := begunAs(t, opened(t, file(t)), game)
	must(t, s.Do(move{Who: 0, Amount: 5}))
	must(t, s.Do(move{Who: 1, Amount: 9}))
	tells(t, s, "all=3 4")
	must(t, remove(s, 200)) // now Ana is even poorer
	tells(t, s)
	must(t, s.Undo())
	_, err := s.Next(asktest.NewScript(t, asktest.Said{ID: "sure", Line: "<"}, asktest.Said{ID: "all", Line: "3 4"}))
	wants(t, err, ask.ErrQuit)
	must(t, s.Do(move{Who: 0, Amount: 90})) // another event, after which Bia is the poorest
	a := say(t, "all=1 2", "sure=1")
	if e, err := s.Next(a); err != nil || !slices.Equal(e.(move).Votes, []int{1, 2}) {
		t.Error(e, err)
	}
	tells(t, s, "all=3 4")
	must(t, remove(s, s.Log.Items()[3].ID)) // Ana's 90, so she is the poorest again
	a = say(t, "all=5 6", "sure=1")
	if e, err := s.Next(a); err != nil || !slices.Equal(e.(move).Votes, []int{5, 6}) {
		t.Error(e, err)
	}
	if sug := a.Seen[0].Suggest; sug == nil || !slices.Equal(sug.Values[0], []int{4}) {
		t.Errorf("%v is suggested", sug)
	}
}
