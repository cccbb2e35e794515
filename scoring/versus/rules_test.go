package versus

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

func people(n int) []string {
	return slices.Clone([]string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fábio", "Gil", "Helena"}[:n])
}

// dealt is a table that has dealt already.
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

func TestTheFastestKeepsOneGemAndGivesTheOther(t *testing.T) {
	s := play(t, 3, Slap{By: 0, Gives: 1})
	if got := s.Gems(); !slices.Equal(got, []int{1, 1, 0}) || s.Pile() != 16 || s.SlapsLeft() != 8 {
		t.Errorf("gems %v, %d on the pile, %d slaps left", got, s.Pile(), s.SlapsLeft())
	}
	if s.Result().Over {
		t.Error("over after one slap")
	}
}

func TestTheGameEndsWhenTheGemsAreGone(t *testing.T) {
	events := append(slaps(5, 0, 1), slaps(4, 2, 1)...)
	if r := play(t, 3, events[:8]...).Result(); r.Over || len(r.Winners) != 0 || r.DecidedBy != scoring.Undecided {
		t.Errorf("eight slaps: %+v", r)
	}
	r := play(t, 3, events...).Result()
	if !r.Over || !slices.Equal(r.Points, []int{5, 9, 4}) || !slices.Equal(r.Winners, []int{1}) || r.DecidedBy != scoring.ByPoints {
		t.Errorf("nine slaps: %+v", r)
	}
	if got := r.Reason.String(); got != "All gems are taken. Bia wins with 9 gems." {
		t.Errorf("reason: %q", got)
	}
}

func TestTheGameEndsWhenTwoAreLeft(t *testing.T) {
	s := play(t, 4, Slap{By: 0, Gives: 1, Out: []int{2}})
	if s.Result().Over || !slices.Equal(s.InPlay(), []int{0, 1, 3}) {
		t.Errorf("three in play: %+v", s.Result())
	}
	r := play(t, 4, Slap{By: 0, Gives: 1, Out: []int{2}}, Slap{By: 0, Gives: 3, Out: []int{1}}).Result()
	if !r.Over || !slices.Equal(r.Winners, []int{0}) || r.Reason.String() != "Only Ana and Davi are still in play. Ana wins with 2 gems." {
		t.Errorf("two in play: %+v, %q", r, r.Reason)
	}
}

func TestOneSlapMayPutEverybodyElseOut(t *testing.T) {
	r := play(t, 4, Slap{By: 2, Gives: 0, Out: []int{0, 1, 3}}).Result()
	if !r.Over || !slices.Equal(r.Winners, []int{2}) || !slices.Equal(r.Ranks, []int{2, 3, 1, 3}) {
		t.Errorf("%+v", r)
	}
	if got := r.Reason.String(); got != "Only Caio is still in play. Caio wins with 1 gem." {
		t.Errorf("reason: %q", got)
	}
}

// Ana has the most gems, but went out: she ranks behind everybody who is in play.
func TestOnlyWhoIsStillInPlayCanWin(t *testing.T) {
	r := play(t, 3, append(slaps(3, 0, 1), Slap{By: 2, Gives: 1, Out: []int{0}})...).Result()
	if !slices.Equal(r.Points, []int{3, 4, 1}) || !slices.Equal(r.Ranks, []int{3, 1, 2}) || !slices.Equal(r.Winners, []int{1}) {
		t.Errorf("%+v", r)
	}
	if len(r.Readings) != 0 {
		t.Errorf("nobody who is out has as many gems as Bia: %v", r.Readings)
	}
	r = play(t, 3, append(slaps(3, 0, 1), Slap{By: 2, Gives: 0, Out: []int{0}})...).Result()
	if !slices.Equal(r.Points, []int{4, 3, 1}) || !slices.Equal(r.Winners, []int{1}) {
		t.Errorf("%+v", r)
	}
	if len(r.Readings) != 1 || r.Readings[0].String() != "Ana has 4 gems, but is out: only those still in play can win." {
		t.Errorf("why Ana did not win: %v", r.Readings)
	}
}

func TestATieIsShared(t *testing.T) {
	r := play(t, 3, Slap{By: 0, Gives: 1, Out: []int{2}}).Result()
	if !slices.Equal(r.Winners, []int{0, 1}) || r.DecidedBy != scoring.Shared || !slices.Equal(r.Ranks, []int{1, 1, 3}) {
		t.Errorf("%+v", r)
	}
	if got := r.Reason.String(); got != "Only Ana and Bia are still in play. Ana and Bia share the victory with 1 gem each." {
		t.Errorf("reason: %q", got)
	}
	if len(r.Readings) != 1 || r.Readings[0].ID != "versus.tie-shared" {
		t.Errorf("readings: %v", r.Readings)
	}
}

func TestTheTableMayStop(t *testing.T) {
	s := play(t, 4, Slap{By: 0, Gives: 1}, Slap{By: 0, Gives: 2, Out: []int{3}}, scoring.Stop{})
	r := s.Result()
	if !r.Over || !slices.Equal(r.Winners, []int{0}) || r.Reason.String() != "The game was stopped here. Ana wins with 2 gems." {
		t.Errorf("%+v, %q", r, r.Reason)
	}
	if _, err := Game.Apply(s, Amulet{}); err == nil || err.Error() != scoring.Over.String() {
		t.Errorf("an amulet after the end: %v", err)
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
		got, ok := play(t, 3, c.events...).Running()
		if ok != (c.want != nil) || ok && got != *c.want {
			t.Errorf("%s: %+v, %v", c.name, got, ok)
		}
	}
	if s := play(t, 3, hand, eye); slices.ContainsFunc(s.Gems(), func(n int) bool { return n != 0 }) {
		t.Errorf("wrong slaps paid %v", s.Gems())
	}
}

func TestAnAmuletTakesTheSlapBack(t *testing.T) {
	first := Slap{By: 0, Gives: 1}
	s := play(t, 4, first, Slap{By: 2, Gives: 1, Out: []int{0, 3}}, Amulet{})
	if !slices.Equal(s.Gems(), []int{1, 1, 0, 0}) || len(s.InPlay()) != 4 || s.Result().Over {
		t.Errorf("gems %v, in play %v, over %v", s.Gems(), s.InPlay(), s.Result().Over)
	}
	paid := scoring.Paid(s.Ledger(), 3, 4)
	for i, want := range [][]int{{1, 1, 0, 0}, {0, 1, 1, 0}, {0, -1, -1, 0}} {
		if !slices.Equal(paid[i], want) {
			t.Errorf("event %d paid %v, want %v", i, paid[i], want)
		}
	}
}

func TestAnAmuletReopensTheGame(t *testing.T) {
	nine := slaps(9, 0, 1)
	s := play(t, 3, append(nine, Amulet{})...)
	if r := s.Result(); r.Over || s.Pile() != 2 || len(r.Winners) != 0 {
		t.Errorf("%+v, %d gems on the pile", r, s.Pile())
	}
	s = play(t, 3, append(nine, Amulet{}, Slap{By: 2, Gives: 0}, Amulet{}, Slap{By: 2, Gives: 1})...)
	if r := s.Result(); !r.Over || !r.Reopens || !slices.Equal(r.Points, []int{8, 9, 1}) {
		t.Errorf("%+v", r)
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
		{"an amulet once the last slap stands", append(slaps(9, 0, 1), SlapStands{}), Amulet{}, "the game is over"},
	} {
		s := play(t, 4, c.before...)
		if _, err := Game.Apply(s, c.event); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// An amulet is about one slap: when that one is taken away, the amulet does not turn on another.
func TestAmuletOfAnotherSlap(t *testing.T) {
	s := play(t, 4, Slap{By: 0, Gives: 1})
	_, err := Game.Apply(s, Amulet{Of: &Slap{By: 2, Gives: 1}})
	if err == nil || err.Error() != "the slap that this amulet took back is no longer there" {
		t.Error(err)
	}
	if _, err := Game.Apply(s, Amulet{Of: &Slap{By: 0, Gives: 1}}); err != nil {
		t.Error(err)
	}
}

// A long game costs what its events cost: states share their past, and none of them
// sees what came after it.
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
	if got := s.Ledger(); len(got) != 4 || len(s.Result().Parts) != 2 {
		t.Errorf("the state has changed: %+v", got)
	}
}
