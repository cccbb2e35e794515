package versus

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/setup"
)

func people(n int) []string {
	return slices.Clone([]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fábio", "Gil", "Helena"}[:n])
}

// dealt returns a table that has dealt already.
func dealt(n int) setup.Table {
	return setup.Table{Players: people(n), Origin: setup.AfterTheFact}
}

func play(t interface {
	Helper()
	Fatalf(string, ...any)
}, n int, events ...scoring.Event) State {
	t.Helper()
	s, i, err := Game.Fold(dealt(n), events)
	if err != nil {
		t.Fatalf("event %d, %+v: %v", i, events[i], err)
	}
	return s.(State)
}

func slaps(n int, by, gives int) []scoring.Event {
	return slices.Repeat([]scoring.Event{Slap{By: by, Gives: gives}}, n)
}

// The rulebook, O jogo, Fica pra próxima and Fim do jogo: how many gems each player has, and who wins.
func TestTheGame(t *testing.T) {
	for _, c := range []struct {
		name    string
		people  int
		events  []scoring.Event
		gems    []int
		winners []int // nil: the game goes on
		says    string
	}{
		{"the fastest keeps one gem and gives the other", 3, slaps(1, 0, 1), []int{1, 1, 0}, nil, ""},
		{"two gems are left", 3, append(slaps(5, 0, 1), slaps(3, 2, 1)...), []int{5, 8, 3}, nil, ""},
		{"all gems are taken", 3, append(slaps(5, 0, 1), slaps(4, 2, 1)...), []int{5, 9, 4}, []int{1}, "All gems are taken. Bia wins with 9 gems."},
		{"three are in play", 4, []scoring.Event{Slap{By: 0, Gives: 1, Out: []int{2}}}, []int{1, 1, 0, 0}, nil, ""},
		{"two are left", 4, []scoring.Event{Slap{By: 0, Gives: 1, Out: []int{2}}, Slap{By: 0, Gives: 3, Out: []int{1}}}, []int{2, 1, 0, 1}, []int{0},
			"Only Ana and Davi are still in play. Ana wins with 2 gems."},
		{"one slap may put everybody else out", 4, []scoring.Event{Slap{By: 2, Gives: 0, Out: []int{0, 1, 3}}}, []int{1, 0, 1, 0}, []int{2},
			"Only Caio is still in play. Caio wins with 1 gem. Ana has 1 gem, but is out: only those still in play can win."},
		{"only those still in play can win", 3, append(slaps(3, 0, 1), Slap{By: 2, Gives: 1, Out: []int{0}}), []int{3, 4, 1}, []int{1},
			"Only Bia and Caio are still in play. Bia wins with 4 gems."},
		{"even with fewer gems", 3, append(slaps(3, 0, 1), Slap{By: 2, Gives: 0, Out: []int{0}}), []int{4, 3, 1}, []int{1},
			"Only Bia and Caio are still in play. Bia wins with 3 gems. Ana has 4 gems, but is out: only those still in play can win."},
		{"a tie is shared", 3, []scoring.Event{Slap{By: 0, Gives: 1, Out: []int{2}}}, []int{1, 1, 0}, []int{0, 1},
			"Only Ana and Bia are still in play. Ana and Bia share the victory with 1 gem each. A tie is a shared victory: the rulebook does not say."},
		{"the table may stop", 4, []scoring.Event{Slap{By: 0, Gives: 1}, Slap{By: 0, Gives: 2, Out: []int{3}}, scoring.Stop{}}, []int{2, 1, 1, 0}, []int{0},
			"The game was stopped here. Ana wins with 2 gems."},
		{"an amulet takes a slap back, and brings back everybody who went out with it", 4, []scoring.Event{Slap{By: 0, Gives: 1}, Slap{By: 2, Gives: 1, Out: []int{0, 3}}, Amulet{}}, []int{1, 1, 0, 0}, nil, ""},
		{"an amulet takes the end back", 3, append(slaps(9, 0, 1), Amulet{}), []int{8, 8, 0}, nil, ""},
		{"and the game ends again", 3, append(slaps(9, 0, 1), Amulet{}, Slap{By: 2, Gives: 0}, Amulet{}, Slap{By: 2, Gives: 1}), []int{8, 9, 1}, []int{1},
			"All gems are taken. Bia wins with 9 gems."},
	} {
		r := play(t, c.people, c.events...).Result()
		if !slices.Equal(r.Points, c.gems) || !slices.Equal(r.Winners, c.winners) || r.Over != (c.winners != nil) {
			t.Errorf("%s: %+v", c.name, r)
		}
		said := r.Reason.String()
		for _, reading := range r.Readings {
			said += " " + reading.String()
		}
		if said != c.says {
			t.Errorf("%s: %q, want %q", c.name, said, c.says)
		}
	}
}

// Players who are out rank behind everybody in play, whatever they hold.
func TestRanks(t *testing.T) {
	r := play(t, 4, append(slaps(3, 0, 1), Slap{By: 2, Gives: 1, Out: []int{0}})...).Result()
	if !slices.Equal(r.Points, []int{3, 4, 1, 0}) || !slices.Equal(r.Ranks, []int{4, 1, 2, 3}) {
		t.Errorf("%+v", r)
	}
}

func TestAPenaltyRunsUntilTheNextSlap(t *testing.T) {
	hand, eye := WrongSlap{By: 1, Penalty: HandBehindBack}, WrongSlap{By: 2, Penalty: EyeClosed}
	for _, c := range []struct {
		name   string
		events []scoring.Event
		want   *WrongSlap
	}{
		{"nothing yet", nil, nil},
		{"a wrong slap", []scoring.Event{hand}, &hand},
		{"a wrong one after it", []scoring.Event{hand, eye}, &eye},
		{"a right one after it", []scoring.Event{hand, Slap{By: 0, Gives: 1}}, nil},
		{"a right one that an amulet takes back", []scoring.Event{hand, Slap{By: 0, Gives: 1}, Amulet{}}, &hand},
	} {
		if got := play(t, 3, c.events...).now.penalty; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// An amulet takes back every gem of its slap, in a part of its own.
func TestAnAmuletPaysBack(t *testing.T) {
	s := play(t, 4, Slap{By: 0, Gives: 1}, WrongSlap{By: 3, Penalty: EyeClosed}, Slap{By: 2, Gives: 1, Out: []int{0, 3}}, Amulet{})
	want := [][]int{{1, 1, 0, 0}, {0, 0, 0, 0}, {0, 1, 1, 0}, {0, -1, -1, 0}}
	if paid := scoring.Paid(s.Ledger(), 4, 4); !reflect.DeepEqual(paid, want) {
		t.Errorf("%v, want %v", paid, want)
	}
}

func TestPartsNameWhatHappened(t *testing.T) {
	r := play(t, 5, Slap{By: 0, Gives: 1, Out: []int{4}}, WrongSlap{By: 1, Penalty: TwoInARow}, Slap{By: 2, Gives: 3, Out: []int{3}}, Amulet{}, Slap{By: 0, Gives: 3}).Result()
	var got []string
	for _, p := range r.Parts {
		got = append(got, strings.TrimSpace(p.Name.String()+p.Mark+" "+strings.Join(p.Cells, ",")))
	}
	want := []string{"Slap 1 ,,,,", "Wrong slap ,,,,–", "Slap 2× ,,,,–", "Amulet ,,,,–", "Slap 2 ,,,,–"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRefusals(t *testing.T) {
	gone := Slap{By: 0, Gives: 1, Out: []int{3}}
	for _, c := range []struct {
		name   string
		before []scoring.Event
		event  scoring.Event
		want   string
	}{
		{"a gem for oneself", nil, Slap{By: 1, Gives: 1}, "gives: Bia slapped, and gives the second gem to somebody else"},
		{"a gem for somebody who is out", []scoring.Event{gone}, Slap{By: 0, Gives: 3}, "gives: Davi is out of the game; in play are Ana, Bia and Caio"},
		{"a slap of somebody who is out", []scoring.Event{gone}, Slap{By: 3, Gives: 0}, "by: Davi is out"},
		{"out twice in one slap", nil, Slap{By: 0, Gives: 1, Out: []int{2, 2}}, "out[1]: Caio is named twice"},
		{"out again", []scoring.Event{gone}, Slap{By: 0, Gives: 1, Out: []int{2, 3}}, "out[1]: Davi is out"},
		{"the slapper out", nil, Slap{By: 0, Gives: 1, Out: []int{0}}, "out[0]: Ana slapped, and so stays"},
		{"no such seat", nil, Slap{By: 4, Gives: 1}, "by: this names somebody who is not at this table"},
		{"no such seat below", nil, Slap{By: 0, Gives: -1}, "gives: this names somebody who is not at this table"},
		{"no such seat out", nil, Slap{By: 0, Gives: 1, Out: []int{9}}, "out[0]: this names somebody who is not at this table"},
		{"a wrong slap of somebody who is out", []scoring.Event{gone}, WrongSlap{By: 3, Penalty: EyeClosed}, "by: Davi is out"},
		{"an unknown penalty", nil, WrongSlap{By: 0, Penalty: "sing"}, "penalty: “sing” is not a penalty; choose one of: Hand behind back, Eye closed, Cards for everyone and Two in a row"},
		{"an amulet before any slap", nil, Amulet{}, "an amulet takes back the slap right before it"},
		{"an amulet after a wrong slap", []scoring.Event{gone, WrongSlap{By: 0, Penalty: EyeClosed}}, Amulet{}, "an amulet takes back"},
		{"an amulet after an amulet", []scoring.Event{gone, Amulet{}}, Amulet{}, "an amulet takes back"},
		{"an amulet of a slap that was corrected since", slaps(1, 0, 1), Amulet{Of: &Slap{By: 2, Gives: 1}}, "the slap that this amulet took back is no longer there"},
		{"an amulet after the table stopped", append(slaps(1, 0, 1), scoring.Stop{}), Amulet{}, "the game is over"},
		{"an amulet once the last slap stands", append(slaps(9, 0, 1), SlapStands{}), Amulet{}, "the game is over"},
	} {
		s := play(t, 4, c.before...)
		if _, err := Game.Apply(s, c.event); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// The cost of a long game grows linearly: states share their past, and none of them sees later events.
func TestALongGame(t *testing.T) {
	fold := func(n int) uint64 {
		events := slices.Repeat([]scoring.Event{Slap{By: 0, Gives: 1}, Amulet{}}, n/2)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s := play(t, 3, events...)
		if got := len(s.Result().Parts); got != n {
			t.Errorf("%d parts of %d events", got, n)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := fold(500), fold(5000); many > 20*few {
		t.Errorf("ten times the events take %d bytes instead of %d", many, few)
	}
	s := play(t, 3, slaps(2, 0, 1)...)
	for _, e := range []scoring.Event{Slap{By: 2, Gives: 1}, Amulet{}} {
		if _, err := Game.Apply(s, e); err != nil {
			t.Error(err)
		}
	}
	if got := s.Ledger(); len(got) != 4 {
		t.Errorf("the state has changed: %+v", got)
	}
}
