package pictureperfect

import (
	"reflect"
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

// gives answers the photos with pictures, and leaves at any other question.
type gives []string

func (g gives) Ask(q ask.Question) (ask.Answer, error) {
	r := ask.Answer{Pictures: g}
	if q.ID != "pp.photos" || !q.Fits(r) {
		return r, ask.ErrQuit
	}
	return r, nil
}

func (g gives) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(g, qs, got) }

func TestPhotosAreKeptBySeat(t *testing.T) {
	tb := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}
	st := play(t, tb, Laid{Alone: true})
	for _, c := range []struct{ given, want []string }{
		{nil, nil},
		{[]string{"", "", ""}, nil},
		{[]string{"a", "", "c"}, []string{"a", "", "c"}},
	} {
		e, err := Game.Next(gives(c.given), st)
		if err != nil || !reflect.DeepEqual(e, Photos{c.want}) {
			t.Fatalf("%q: %+v, %v", c.given, e, err)
		}
		next, err := Game.Apply(st, e)
		if err != nil || !reflect.DeepEqual(next.Pictures(), c.want) || next.(State).phase != judging {
			t.Errorf("%q: %q, %v", c.given, next.Pictures(), err)
		}
	}
	_, a := from(t, tb, []scoring.Event{Laid{Alone: true}}, asktest.Said{ID: "pp.photos"})
	if q := a.Seen[0]; !ask.Is[ask.Show](q.Shape) || !ask.As[ask.Show](q).Pictures || !slices.Equal(q.People, []int{0, 1, 2}) || !slices.Equal(q.Names, tb.Players) || len(q.Notes) != 7 {
		t.Errorf("%+v", q)
	}
}

func TestPhotosOfAnotherTableAreRefused(t *testing.T) {
	st := play(t, table(setup.No, "Ana", "Bia"))
	for _, ids := range [][]string{{}, {"a"}, {"a", "b", "c"}} {
		if _, err := Game.Apply(st, Photos{ids}); err == nil {
			t.Errorf("%q are taken", ids)
		}
	}
	_, err := Game.Apply(st, Photos{[]string{"a"}})
	if err == nil || err.Error() != "pictures: 1 value for 2 players" {
		t.Error(err)
	}
}

// Taking the photos once more takes none away, and a caller who changes the pictures changes nothing in the state.
func TestPhotosStay(t *testing.T) {
	ids := []string{"a", ""}
	st := play(t, table(setup.No, "Ana", "Bia"), Photos{ids}, Photos{})
	st.Pictures()[0], ids[0] = "x", "y"
	if got := st.Pictures(); !slices.Equal(got, []string{"a", ""}) {
		t.Errorf("%q", got)
	}
	st = play(t, table(setup.No, "Ana", "Bia"), Photos{[]string{"a", ""}}, Photos{[]string{"", "b"}})
	if got := st.Pictures(); !slices.Equal(got, []string{"", "b"}) {
		t.Errorf("%q", got)
	}
}

func TestTellingThePhotos(t *testing.T) {
	st := play(t, table(setup.No, "Ana", "Bia"))
	for want, e := range map[string]Photos{
		"The photos were taken": {}, "The photos were taken; 1 is kept": {[]string{"", "b"}}, "The photos were taken; 2 are kept": {[]string{"a", "b"}},
	} {
		if got := Game.Tell(st, e).String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The tied photos are shown with the names on the ballot, in an open vote and in a secret one.
func TestTheAlbumOfAVote(t *testing.T) {
	for _, c := range []struct{ pictures, album []string }{
		{nil, nil},
		{[]string{"a", "b", "c"}, []string{"a", "c"}},
		{[]string{"", "b", "c"}, []string{"", "c"}},
		{[]string{"", "b", ""}, nil},
	} {
		done := []scoring.Event{Photos{c.pictures}, Guest{Fulfilled: []int{3, 0, 3}}, NoMoreGuests{}, Envelopes{[]int{2, Unknown, 2}}}
		for how, votes := range map[string][]asktest.Said{
			"1": {{ID: "pp.vote", Line: "ana caio -"}},
			"2": {{ID: "pp.secret-vote.0", Line: "1"}, {ID: "pp.secret-vote.1", Line: "1"}, {ID: "pp.secret-vote.2", Line: "-"}},
		} {
			_, a := from(t, table(setup.No, "Ana", "Bia", "Caio"), done, append([]asktest.Said{{ID: "pp.how-to-vote", Line: how}}, votes...)...)
			for _, q := range a.Seen[1:] {
				if !slices.Equal(ask.As[ask.Each](q).Album, c.album) || len(q.List().Options) != 2 {
					t.Errorf("%q: %s has %q", c.pictures, q.ID, ask.As[ask.Each](q).Album)
				}
			}
		}
	}
}
