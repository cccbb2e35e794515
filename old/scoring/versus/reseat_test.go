package versus

import (
	"reflect"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

func TestReseat(t *testing.T) {
	old, now := setup.Table{Players: people(4)}, setup.Table{Players: people(3)}
	to := []int{2, -1, 0, 1} // Bia was never there
	slap := Slap{By: 0, Gives: 3, Out: []int{3, 2}}
	for _, c := range []struct{ e, want scoring.Event }{
		{slap, Slap{By: 2, Gives: 1, Out: []int{1, 0}}},
		{Slap{By: 1, Gives: 2, Out: []int{1}}, Slap{By: scoring.Gone, Gives: 0, Out: []int{scoring.Gone}}},
		{WrongSlap{By: 2, Penalty: EyeClosed}, WrongSlap{By: 0, Penalty: EyeClosed}},
		{Amulet{}, Amulet{}},
		{Amulet{Of: &slap}, Amulet{Of: &Slap{By: 2, Gives: 1, Out: []int{1, 0}}}},
	} {
		if got := Game.Move(c.e, old, now, to); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.e, got, c.want)
		}
	}
}

// An event that names somebody who is not at the table can still be told.
func TestTellOfAStranger(t *testing.T) {
	s := play(t, 3)
	for _, c := range []struct {
		e    scoring.Event
		want string
	}{
		{Slap{By: scoring.Gone, Gives: 1}, "Slap 1: somebody who is not at this table slapped; the second gem went to Bia"},
		{Slap{By: 0, Gives: 9, Out: []int{2, 3}}, "Slap 1: Ana slapped; the second gem went to somebody who is not at this table; out: Caio and somebody who is not at this table"},
		{WrongSlap{By: 3, Penalty: EyeClosed}, "somebody who is not at this table made a wrong slap: Eye closed"},
		{scoring.Here{Away: []int{1}}, "Bia leaves"},
	} {
		if got := Game.Tell(s, c.e).String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
