package scoring_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/versus"
	"github.com/tablemate/tablemate/old/setup"
)

type foreign struct{}

func (foreign) Kind() string { return "foreign" }

// The engine's own rules hold for every game.
func TestTheEnginesRules(t *testing.T) {
	three := setup.Table{Players: []string{"Ana", "Bia", "Caio"}}
	slap, last := versus.Slap{By: 0, Gives: 1}, versus.Slap{By: 0, Gives: 1, Out: []int{2}}
	for _, c := range []struct {
		name   string
		game   scoring.Game
		before []scoring.Event
		event  scoring.Event
		want   string // the refusal; "" if there is none
	}{
		{"the table stops", pig, nil, scoring.Stop{}, ""},
		{"and once more", pig, []scoring.Event{scoring.Stop{}}, scoring.Stop{}, ""},
		{"it is still at it", pig, []scoring.Event{Turn{0, 99}}, scoring.Playing{}, ""},
		{"not after the end", pig, []scoring.Event{Turn{0, 100}}, scoring.Playing{}, "the game is over"},
		{"nor once it has stopped", pig, []scoring.Event{scoring.Stop{}}, scoring.Playing{}, "the game is over"},
		{"nothing is played after the end", pig, []scoring.Event{Turn{0, 100}}, Turn{1, 5}, "the game is over"},
		{"nor once it has stopped", pig, []scoring.Event{scoring.Stop{}}, Turn{1, 5}, "the game is over"},
		{"but what may follow the end", versus.Game, []scoring.Event{slap, last}, versus.Amulet{}, ""},
		{"nobody comes or goes where that is fixed", pig, nil, scoring.Here{Away: []int{1}}, pigFixed.String()},
		{"a table is laid out", versus.Game, nil, scoring.Laid{}, ""},
		{"of a game that has something to lay out", pig, nil, scoring.Laid{}, "unknown"},
		{"what nobody knows", pig, nil, foreign{}, "unknown"},
	} {
		s, _, err := c.game.Fold(three, c.before)
		if err != nil {
			t.Fatal(c.name, err)
		}
		_, err = c.game.Apply(s, c.event)
		var f *scoring.Fault
		switch {
		case c.want == "unknown":
			if !errors.Is(err, scoring.ErrUnknown) {
				t.Errorf("%s: %v", c.name, err)
			}
		case c.want == "" && err != nil, c.want != "" && (!errors.As(err, &f) || !strings.HasPrefix(f.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for _, c := range []struct {
		table setup.Table
		want  string
	}{
		{setup.Table{Players: three.Players[:1]}, "players: 1 player: Pig is for 2 to 10"},
		{setup.Table{Players: three.Players, First: 3}, "first: the person who begins is not at this table"},
	} {
		if _, err := pig.New(c.table); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
