package versus

import (
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

// talk asks for so many events of a new game.
func talk(t *testing.T, table setup.Table, events int, say ...asktest.Said) (State, []scoring.Event, *asktest.Script) {
	t.Helper()
	s, err := Game.New(table)
	laws.Need(t, err)
	return laws.Answered(t, Game, s.(State), events, say...)
}

// keys returns how many keys a line costs: every character, and Enter unless the question is quick.
func keys(q ask.Question, line string) int {
	if ask.As[ask.Pick](q).Quick {
		return len(line)
	}
	return len(line) + 1
}

func TestASlapIsThreeKeys(t *testing.T) {
	for n := minPlayers; n <= maxPlayers; n++ {
		say := []asktest.Said{{ID: "versus.slap", Line: "2"}, {ID: "versus.gives", Line: "1"}, {ID: "versus.out", Line: ""}}
		s, told, script := talk(t, dealt(n), 1, say...)
		pressed := 0
		for i, q := range script.Seen {
			pressed += keys(q, say[i].Line)
		}
		if pressed > 3 {
			t.Errorf("%d players: a slap is %d keys", n, pressed)
		}
		if _, err := script.Seen[1].Read("2"); err == nil || !strings.Contains(err.Error(), "slapped") {
			t.Error("who slapped gets a second gem:", err)
		}
		if e := told[0].(Slap); e.By != 1 || e.Gives != 0 || len(e.Out) != 0 || s.pile() != 16 {
			t.Errorf("%d players: %+v", n, e)
		}
	}
}

func TestAWrongSlapIsOneKeyAndShowsItsPenalty(t *testing.T) {
	for n := minPlayers; n <= maxPlayers; n++ {
		s, told, script := talk(t, dealt(n), 1,
			asktest.Said{ID: "versus.slap", Line: "w"}, asktest.Said{ID: "versus.wrong-by", Line: "3"},
			asktest.Said{ID: "versus.penalty", Line: "4"}, asktest.Said{ID: "versus.show-penalty"})
		if told[0] != (WrongSlap{By: 2, Penalty: TwoInARow}) {
			t.Errorf("%+v", told[0])
		}
		for i, q := range script.Seen[:3] {
			if !ask.As[ask.Pick](q).Quick {
				t.Errorf("question %d needs Enter", i)
			}
		}
		shown := asktest.Notes(script.Seen[3])
		for _, want := range []string{"Caio: Two in a row", "open two cards", "Until somebody slaps again"} {
			if !strings.Contains(shown, want) {
				t.Errorf("%q is missing in:\n%s", want, shown)
			}
		}
		if p := s.now.penalty; p == nil || p.By != 2 {
			t.Errorf("running: %+v", p)
		}
	}
}

// A note that explains a card the rulebook leaves unclear is shown with the penalty.
func TestAPenaltyWithANote(t *testing.T) {
	_, _, script := talk(t, dealt(3), 1,
		asktest.Said{ID: "versus.slap", Line: "w"}, asktest.Said{ID: "versus.wrong-by", Line: "3"},
		asktest.Said{ID: "versus.penalty", Line: "3"}, asktest.Said{ID: "versus.show-penalty"})
	if shown := asktest.Notes(script.Seen[3]); !strings.Contains(shown, "Too few cards?") {
		t.Error(shown)
	}
}

// A game of four with everything in it, from the deal to the amulet after its end.
func TestAWholeEvening(t *testing.T) {
	s, told, script := talk(t, setup.Table{Players: people(4)}, 7,
		asktest.Said{ID: "versus.setup.laid-out"},
		// Ana slaps, Caio gets a gem, Davi is out.
		asktest.Said{ID: "versus.slap", Line: "1"}, asktest.Said{ID: "versus.gives", Line: "3"}, asktest.Said{ID: "versus.out", Line: "4"},
		// Bia slaps wrongly.
		asktest.Said{ID: "versus.slap", Line: "w"}, asktest.Said{ID: "versus.wrong-by", Line: "Bia"},
		asktest.Said{ID: "versus.penalty", Line: "2"}, asktest.Said{ID: "versus.show-penalty"},
		// Caio slaps; Ana is out, and two are left.
		asktest.Said{ID: "versus.slap", Line: "c"}, asktest.Said{ID: "versus.gives", Line: "b"}, asktest.Said{ID: "versus.out", Line: "1"},
		// But somebody has an amulet.
		asktest.Said{ID: "versus.last-slap", Line: "2"}, asktest.Said{ID: "versus.amulet"},
		// Caio slaps again, for good.
		asktest.Said{ID: "versus.slap", Line: "3"}, asktest.Said{ID: "versus.gives", Line: "1"}, asktest.Said{ID: "versus.out", Line: "1 2"},
		asktest.Said{ID: "versus.last-slap", Line: ""},
	)
	kinds := []string{}
	for _, e := range told {
		kinds = append(kinds, e.Kind())
	}
	if want := []string{"laid", "slap", "wrong_slap", "slap", "amulet", "slap", "slap-stands"}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
	if r := s.Result(); !slices.Equal(r.Points, []int{2, 0, 2, 0}) || !slices.Equal(r.Winners, []int{2}) {
		t.Errorf("%+v", r)
	}
	if got := script.Seen[2].Text.String(); got != "Ana slapped. Who gets the second gem?" {
		t.Error(got)
	}
	for i, e := range []string{
		"Slap 1: Ana slapped; the second gem went to Caio; out: Davi", "Slap 2: Caio slapped; the second gem went to Bia; out: Ana",
		"Slap 2: Caio slapped; the second gem went to Ana; out: Ana and Bia",
	} {
		at := []int{1, 3, 5}[i] // the second one was taken back
		before, _, err := Game.Fold(setup.Table{Players: people(4)}, told[:at])
		if err != nil || Game.Tell(before, told[at]).String() != e {
			t.Errorf("%v, %s, want %s", err, Game.Tell(before, told[at]), e)
		}
	}
	atTable := script.Seen[8] // after the wrong slap
	if got := asktest.Options(atTable); !slices.Equal(got, []string{"Ana", "Bia", "Caio", "Wrong slap: a penalty"}) {
		t.Errorf("offered: %q", got)
	}
	want := "Gems: Ana\u00a01, Bia\u00a00, Caio\u00a01 and Davi\u00a00 (out)\nOn the pile: 16 of 18. Slaps left: 8 at most\nBia: Eye closed. One eye stays shut while you play. If it will not, cover it with a hand. Until the next slap."
	if got := asktest.Notes(atTable); got != want {
		t.Errorf("on the table:\n%s\nwant:\n%s", got, want)
	}
	if _, err := Game.Next(script, s); err == nil || err.Error() != scoring.Over.String() {
		t.Errorf("asked on after the end: %v", err)
	}
}

func TestAnAmuletInTheMiddle(t *testing.T) {
	s, told, _ := talk(t, dealt(3), 2,
		asktest.Said{ID: "versus.slap", Line: "1"}, asktest.Said{ID: "versus.gives", Line: "3"}, asktest.Said{ID: "versus.out", Line: ""},
		asktest.Said{ID: "versus.slap", Line: "x"}, asktest.Said{ID: "versus.amulet"})
	if a, ok := told[1].(Amulet); !ok || !sameSlap(*a.Of, told[0].(Slap)) || s.pile() != 18 {
		t.Errorf("%+v, %d on the pile", told, s.pile())
	}
}

// Where no slap can be taken back, the amulet keeps its letter, and the key says why it does nothing.
func TestAmuletWithoutASlap(t *testing.T) {
	script := asktest.NewScript(t, asktest.Said{ID: "versus.slap", Line: "<"})
	s, err := Game.New(dealt(4))
	laws.Need(t, err)
	_, _ = Game.Next(script, s)
	if _, err := script.Seen[0].Read("x"); err == nil || !strings.Contains(err.Error(), "An amulet takes back the last slap only") {
		t.Error(err)
	}
}
