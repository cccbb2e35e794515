package pad

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/setup"
	lay "github.com/tablemate/tablemate/old/setup/pad"
)

// table seats a few people who agreed on choices: key, value, key, value …
func table(n int, agreed ...string) setup.Table {
	t := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}[:n]}
	for i := 0; i < len(agreed); i += 2 {
		t = t.With(agreed[i], agreed[i+1])
	}
	return t
}

// categories seats people who count birds and eggs at the end.
func categories(n int, agreed ...string) setup.Table {
	return table(n, append([]string{"style", "categories", "categories", "birds, eggs"}, agreed...)...)
}

func fold(t *testing.T, tb setup.Table, events ...scoring.Event) counted.State {
	t.Helper()
	s, i, err := Game.Fold(tb, events)
	if err != nil {
		t.Fatalf("event %d: %v", i, err)
	}
	return s.(counted.State)
}

func round(points ...int) counted.Round { return counted.Round{Points: points} }

// leaver returns a game that Ana leaves after the first of two rounds, followed by events after its end.
func leaver(said ...scoring.Event) []scoring.Event {
	return append([]scoring.Event{round(1, 5, 6), scoring.Here{Away: []int{0}}, counted.Round{Points: []int{0, 5, 6}, Away: []int{0}}, scoring.Stop{}}, said...)
}

// late returns a game that Caio joins after one round, with some points.
func late(points int) []scoring.Event {
	return []scoring.Event{counted.Round{Points: []int{3, 8, 0}, Away: []int{2}}, counted.Start{Seat: 2, Points: points, By: "worst"}}
}

// left returns the seats that the table is asked about once a game is over.
func left(s counted.State) (seats []int) {
	_, _ = Game.Next(ask.Func(func(q ask.Question) (ask.Answer, error) {
		seats = append(seats, slices.Index(s.Table.Players, q.Text.Args["name"].(string)))
		return ask.One(0), nil
	}), s)
	return seats
}

// Once the game is over, the table is asked about everybody who played and left, and nobody else.
func TestWhoIsAskedAbout(t *testing.T) {
	for _, c := range []struct {
		why    string
		events []scoring.Event
		left   []int
	}{
		{"still played", leaver()[:3], nil},
		{"over", leaver(), []int{0}},
		{"said already", leaver(counted.Running{Out: []int{0}}), nil},
		{"back before the end, and gone once more", append([]scoring.Event{round(1, 5, 6), counted.Running{Out: []int{0}}, scoring.Here{}, scoring.Here{Away: []int{0, 1}}}, scoring.Stop{}), []int{0, 1}},
		{"never played", []scoring.Event{counted.Round{Points: []int{0, 5, 6}, Away: []int{0}}, scoring.Here{Away: []int{0}}, scoring.Stop{}}, nil},
	} {
		s := fold(t, table(3), c.events...)
		asks := s.Result().Reopens
		if asks != (len(c.left) > 0) || asks && !slices.Equal(left(s), c.left) {
			t.Errorf("%s: %v %v", c.why, asks, left(s))
		}
	}
}

func TestWhatALatecomerBeginsWith(t *testing.T) {
	for _, c := range []struct {
		why    string
		table  setup.Table
		events []scoring.Event
		said   string
		usual  int
	}{
		{"nothing is booked yet", table(4), nil, "[]", 0},
		{"over", table(4), []scoring.Event{round(1, 2, 3, 4), scoring.Stop{}}, "[]", 0},
		{"the fewest points are the worst", table(4), []scoring.Event{counted.Round{Points: []int{3, 8, 8, 0}, Away: []int{3}}}, "[{3 0 zero} {3 6 average} {3 3 worst} {3 0 number}]", 0},
		{"the most are, where the fewest win", table(4, "wins", "low"), []scoring.Event{counted.Round{Points: []int{-3, -8, 0, 0}, Away: []int{2, 3}}}, "[{3 0 zero} {3 -6 average} {3 -3 worst} {3 0 number}]", 0},
		{"who is away is none of those present", table(4), []scoring.Event{counted.Round{Points: []int{3, 8, 9, 0}, Away: []int{3}}, scoring.Here{Away: []int{0}}}, "[{3 0 zero} {3 9 average} {3 8 worst} {3 0 number}]", 0},
		{"what the table did last is suggested", table(4), append([]scoring.Event{counted.Round{Points: []int{3, 8, 0, 0}, Away: []int{2, 3}}}, counted.Start{Seat: 2, Points: 3, By: "worst"}), "[{3 0 zero} {3 6 average} {3 3 worst} {3 0 number}]", 2},
	} {
		h, _, options := fold(t, c.table, c.events...).Joining(3)
		if got := fmt.Sprint(options); got != c.said || len(options) > 0 && h.Suggest.Value() != c.usual {
			t.Errorf("%s: %s %+v", c.why, got, h.Suggest)
		}
	}
}

func TestHowItEnds(t *testing.T) {
	for _, c := range []struct {
		why     string
		table   setup.Table
		events  []scoring.Event
		over    bool
		winners []int
		by      scoring.Decision
	}{
		{"who reaches it together with a better one", table(2, "ends", "target", "target", "10"), []scoring.Event{round(10, 12)}, true, []int{1}, "points"},
		{"the fewest win, and the target ends it", table(3, "ends", "target", "target", "10", "wins", "low"), []scoring.Event{round(10, 3, 4)}, true, []int{1}, "points"},
		{"all rounds, level", table(2, "ends", "rounds", "rounds_planned", "2"), []scoring.Event{round(1, 2), round(2, 1)}, true, []int{0, 1}, "shared"},
		{"all categories, in any order", categories(2), []scoring.Event{counted.Category{Category: 1, Points: []int{1, 2}}, counted.Category{Category: 0, Points: []int{5, 1}}}, true, []int{0}, "points"},
		{"a person is left", categories(2, "told", "person"), []scoring.Event{counted.Person{Seat: 1, Points: []int{1, 2}}}, false, nil, ""},
		{"all people", categories(2, "told", "person"), []scoring.Event{counted.Person{Seat: 1, Points: []int{1, 2}}, counted.Person{Seat: 0, Points: []int{1, 1}}}, true, []int{1}, "points"},
		{"who never played comes last", table(3, "wins", "low"), []scoring.Event{counted.Round{Points: []int{5, 0, 6}, Away: []int{1}}, scoring.Stop{}}, true, []int{0}, "points"},
		{"who left is ahead until the table says otherwise", table(3, "wins", "low"), leaver(), true, []int{0}, "points"},
		{"who left is in the running", table(3, "wins", "low"), leaver(counted.Running{In: []int{0}}), true, []int{0}, "points"},
		{"who left is out of it", table(3, "wins", "low"), leaver(counted.Running{Out: []int{0}}), true, []int{1}, "points"},
		{"a later word counts", table(3, "wins", "low"), leaver(counted.Running{Out: []int{0}}, counted.Running{In: []int{0}}), true, []int{0}, "points"},
		{"what a latecomer begins with counts, but is no round", table(3, "ends", "rounds", "rounds_planned", "2"), append(late(40), round(1, 1, 1)), true, []int{2}, "points"},
		{"who never played a round comes last, whatever they began with", table(3), append(late(40), scoring.Stop{}), true, []int{1}, "points"},
		{"not even below zero", table(2), []scoring.Event{counted.Round{Points: []int{-5, 0}, Away: []int{1}}, scoring.Stop{}}, true, []int{0}, "points"},
	} {
		r := fold(t, c.table, c.events...).Result()
		if r.Over != c.over || !slices.Equal(r.Winners, c.winners) || r.DecidedBy != c.by {
			t.Errorf("%s: over %v, winners %v by %q", c.why, r.Over, r.Winners, r.DecidedBy)
		}
	}
}

func TestTies(t *testing.T) {
	level := func(tb setup.Table, eggs ...int) scoring.Result {
		birds := make([]int, len(eggs))
		for i, n := range eggs {
			birds[i] = 10 - n
		}
		return fold(t, tb, counted.Category{Category: 0, Points: birds}, counted.Category{Category: 1, Points: eggs}).Result()
	}
	for _, c := range []struct {
		why     string
		result  scoring.Result
		winners []int
		ranks   []int
		by      scoring.Decision
		steps   int
		reason  string
	}{
		{"nothing agreed: shared", level(categories(3), 1, 2, 3), []int{0, 1, 2}, []int{1, 1, 1}, "shared", 0, ""},
		{"the most eggs", level(categories(3, "tie", "eggs"), 1, 3, 2), []int{1}, []int{2, 1, 2}, "category", 1, "Ana, Bia and Caio are level; Bia has the most in “eggs”, 3, and wins."},
		{"the fewest eggs", level(categories(3, "tie", "eggs", "wins", "low"), 1, 3, 2), []int{0}, []int{1, 2, 2}, "category", 1, "Ana, Bia and Caio are level; Ana has the fewest in “eggs”, 1, and wins."},
		{"two of three", level(categories(3, "tie", "eggs"), 3, 3, 2), []int{0, 1}, []int{1, 1, 3}, "category", 1, "Ana, Bia and Caio are level; Ana and Bia have the most in “eggs”, 3, and win."},
		{"level there too", level(categories(2, "tie", "eggs"), 3, 3), []int{0, 1}, []int{1, 1}, "shared", 1, ""},
	} {
		r := c.result
		if !slices.Equal(r.Winners, c.winners) || !slices.Equal(r.Ranks, c.ranks) || r.DecidedBy != c.by || len(r.Steps) != c.steps || r.Reason.String() != c.reason {
			t.Errorf("%s: %v %v %q %v %q", c.why, r.Winners, r.Ranks, r.DecidedBy, r.Steps, r.Reason)
		}
	}
	r := fold(t, categories(2, "tie", "eggs"), counted.Category{Category: 0, Points: []int{5, 5}}, scoring.Stop{}).Result()
	if len(r.Winners) != 2 || len(r.Steps) != 0 {
		t.Errorf("a category that was never counted settles %v", r.Winners)
	}
	r = fold(t, categories(3, "tie", "eggs"), counted.Category{Category: 0, Points: []int{5, 5, 1}}, counted.Category{Category: 1, Points: []int{1, 1, 4}}).Result()
	if said := r.Steps[0].Say.String(); said != "“eggs”: Ana\u00a01 and Bia\u00a01" {
		t.Errorf("only who is level is told: %s", said)
	}
}

func TestWhatARoundSays(t *testing.T) {
	s := fold(t, table(3, "ends", "rounds", "rounds_planned", "3"), round(12, -5, 0), counted.Round{Points: []int{3, 0, 9}, Away: []int{1}})
	r := s.Result()
	if !slices.Equal(r.Points, []int{15, -5, 9}) || !slices.Equal(r.Parts[1].Cells, []string{"", "–", ""}) || r.AtOnce {
		t.Errorf("%+v", r)
	}
	if said := r.Left.String(); said != "1 round left" {
		t.Error(said)
	}
	if said := Game.Where(s).String(); said != "Round 3 of 3" {
		t.Error(said)
	}
	if n := len(s.Ledger()); n != 5 {
		t.Errorf("%d lines: who sat a round out has none in it", n)
	}
	if l := s.Ledger()[4]; l.Why.String() != "written down in round 2" || l.Where.String() != "the table’s own rule" || l.Points != 9 {
		t.Errorf("%+v", l)
	}
	say, more := lay.Longer(s.Table)
	if say.Empty() || more.Int("rounds_planned", 0) != 4 {
		t.Error(say, more)
	}
	if say, _ := lay.Longer(table(2)); !say.Empty() {
		t.Error(say)
	}
	if say, _ := lay.Longer(table(2, "ends", "rounds", "rounds_planned", "99")); !say.Empty() {
		t.Error(say)
	}
}

func TestWhereItIs(t *testing.T) {
	people := categories(2, "told", "person")
	for _, c := range []struct {
		s    counted.State
		want string
	}{
		{fold(t, table(2)), "Round 1"},
		{fold(t, table(2), round(1, 2), scoring.Stop{}), ""},
		{fold(t, categories(2), counted.Category{Category: 0, Points: []int{1, 2}}), "Counting: eggs"},
		{fold(t, people, counted.Person{Seat: 0, Points: []int{1, 2}}), "Counting: Bia"},
	} {
		if got := Game.Where(c.s).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if r := fold(t, people, counted.Person{Seat: 0, Points: []int{1, 2}}).Result(); !r.AtOnce || r.Goal != 0 || len(r.Parts) != 2 || r.Parts[0].Cells[1] != "–" {
		t.Errorf("%+v", r)
	}
	if r := fold(t, table(2, "ends", "target", "target", "70", "wins", "low")).Result(); r.Goal != 70 || len(r.Readings) != 1 {
		t.Errorf("%+v", r)
	}
	if said := Game.Tell(fold(t, table(3), scoring.Here{Away: []int{2}}), scoring.Here{Away: []int{0}}).String(); said != "Ana leaves; Caio is back" {
		t.Error(said)
	}
}

func TestWhatIsRefused(t *testing.T) {
	over := table(2, "ends", "rounds", "rounds_planned", "1")
	for _, c := range []struct {
		table setup.Table
		now   scoring.Event
		say   string
		past  []scoring.Event
	}{
		{table(2), round(1), "1 number: 2 are needed", nil},
		{table(2), round(1, 100_000), "[1]: 100000 is out of range: -99999 to 99999", nil},
		{table(2), counted.Round{Points: []int{0, 4}, Away: []int{1}}, "[1]: Bia sits this round out", nil},
		{table(2), counted.Round{Points: []int{0, 4}, Away: []int{2}}, "away[0]: this names somebody", nil},
		{table(2), counted.Start{Seat: 2, Points: 0, By: "zero"}, "name: this names somebody", nil},
		{table(2), counted.Start{Seat: 1, Points: 3, By: "zero"}, "points: a person who begins with zero has 0 points", nil},
		{table(2), counted.Start{Seat: 1, Points: 100_000, By: "worst"}, "points: 100000 is out of range", nil},
		{table(3), counted.Start{Seat: 2, Points: 1, By: "worst"}, "name: Caio has begun already", late(1)},
		{over, counted.Start{Seat: 1, Points: 0, By: "zero"}, "the game is over", []scoring.Event{round(1, 2)}},
		{categories(2), counted.Start{Seat: 1, Points: 0, By: "zero"}, "this game has no rounds", nil},
		{table(2), counted.Running{Out: []int{2}}, "this names somebody", nil},
		{table(2), counted.Running{In: []int{1}, Out: []int{1}}, "Bia is named twice", nil},
		{categories(2), counted.Running{Out: []int{0}}, "this game has no rounds", nil},
		{categories(2), round(1, 2), "this game has no rounds", nil},
		{table(2), counted.Category{Category: 0, Points: []int{1, 2}}, "this game has rounds", nil},
		{categories(2), counted.Person{Seat: 0, Points: []int{1, 2}}, "here one category is entered", nil},
		{categories(2, "told", "person"), counted.Category{Category: 0, Points: []int{1, 2}}, "here all categories of one person", nil},
		{categories(2), counted.Category{Category: 2, Points: []int{1, 2}}, "category: there is no such category", nil},
		{categories(2), counted.Category{Category: 0, Points: []int{1, 2, 3}}, "3 numbers: 2 are needed", nil},
		{categories(2), counted.Category{Category: 0, Points: []int{1, 2}}, "category: “birds” is counted already", []scoring.Event{counted.Category{Category: 0, Points: []int{1, 2}}}},
		{categories(2, "told", "person"), counted.Person{Seat: 2, Points: []int{1, 2}}, "seat: this names somebody", nil},
		{categories(2, "told", "person"), counted.Person{Seat: 0, Points: []int{1}}, "1 number: 2 are needed", nil},
		{categories(2, "told", "person"), counted.Person{Seat: 0, Points: []int{1, 2}}, "seat: Ana is counted already", []scoring.Event{counted.Person{Seat: 0, Points: []int{1, 2}}}},
	} {
		_, err := Game.Apply(fold(t, c.table, c.past...), c.now)
		var f *scoring.Fault
		if !errors.As(err, &f) || !strings.HasPrefix(f.Error(), c.say) {
			t.Errorf("%#v: %v, want %s", c.now, err, c.say)
		}
	}
}

// That points go with their people is a law. That new people were away, and that a person who is gone is not ranked, is no law.
func TestAtAnotherTable(t *testing.T) {
	was, now := table(2), table(3)
	to := []int{2, 0} // Ana moves to seat 2, and a new person sits between them
	if got := Game.Move(round(5, 7), was, now, to).(counted.Round); !slices.Equal(got.Points, []int{7, 0, 5}) || !slices.Equal(got.Away, []int{1}) {
		t.Errorf("%+v", got)
	}
	if got := Game.Move(counted.Running{In: []int{0}, Out: []int{1}}, was, now, []int{scoring.Gone, 0}).(counted.Running); len(got.In) != 0 || !slices.Equal(got.Out, []int{0}) {
		t.Errorf("a person who is gone is still ranked: %+v", got)
	}
}

func TestTold(t *testing.T) {
	for _, c := range []struct {
		table setup.Table
		e     scoring.Event
		say   string
	}{
		{table(3), counted.Round{Points: []int{12, 0, -3}, Away: []int{1}}, "Round 1: Ana\u00a012 and Caio\u00a0-3"},
		{table(1), counted.Round{Points: []int{0}, Away: []int{0}}, "Round 1: nothing"},
		{table(2), counted.Start{Seat: 1, Points: 7, By: "average"}, "Bia begins with 7, the average of the others"},
		{table(2), counted.Start{Seat: 1, Points: 7, By: "luck"}, "Bia begins with 7"},
		{table(3), counted.Running{In: []int{2}, Out: []int{0, 1}}, "Caio left, and is in the running; Ana and Bia left, and are out of the running"},
		{table(3), counted.Running{}, "Nobody left before the end"},
		{categories(2), counted.Category{Category: 1, Points: []int{1, 2}}, "eggs: Ana\u00a01 and Bia\u00a02"},
		{categories(2), counted.Category{Category: 7, Points: []int{1, 2}}, "something that is not counted here: Ana\u00a01 and Bia\u00a02"},
		{categories(2), counted.Person{Seat: 1, Points: []int{1, 2}}, "Bia: birds\u00a01 and eggs\u00a02"},
		{categories(2), scoring.Stop{}, "The game ended here"},
	} {
		if got := Game.Tell(fold(t, c.table), c.e).String(); got != c.say {
			t.Errorf("%q, want %q", got, c.say)
		}
	}
}
