package pad

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/setup"
)

func TestWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		table setup.Table
		past  []scoring.Event
		said  asktest.Said
		text  string
		event scoring.Event
	}{
		{table(3), []scoring.Event{round(1, 1, 1)}, asktest.Said{ID: "pad.round", Line: "12 - -3"}, "Round 2: how many points?", counted.Round{Points: []int{12, 0, -3}, Away: []int{1}}},
		{table(3), nil, asktest.Said{ID: "pad.round", Line: "e"}, "Round 1: how many points?", scoring.Stop{}},
		{table(3), []scoring.Event{scoring.Here{Away: []int{2}}}, asktest.Said{ID: "pad.round", Line: "- 4"}, "Round 1: how many points?", counted.Round{Points: []int{0, 4, 0}, Away: []int{0, 2}}},
		{table(3), leaver(), asktest.Said{ID: "pad.running", Line: "2"}, "Ana left before the end, with 1 point. In the running?", counted.Running{Out: []int{0}}},
		{table(1), nil, asktest.Said{ID: "pad.round", Line: "40"}, "Round 1: how many points for Ana?", counted.Round{Points: []int{40}}},
		{categories(2), []scoring.Event{counted.Category{Category: 0, Points: []int{1, 2}}}, asktest.Said{ID: "pad.category", Line: "3, 4"}, "eggs: how many points?", counted.Category{Category: 1, Points: []int{3, 4}}},
		{table(2), []scoring.Event{scoring.Here{Away: []int{0}}}, asktest.Said{ID: "pad.round", Line: "-7"}, "Round 1: how many points for Bia?", counted.Round{Points: []int{0, -7}, Away: []int{0}}},
		{categories(1), nil, asktest.Said{ID: "pad.category", Line: "3"}, "birds: how many points for Ana?", counted.Category{Category: 0, Points: []int{3}}},
		{categories(2, "told", "person"), []scoring.Event{counted.Person{Seat: 0, Points: []int{1, 2}}}, asktest.Said{ID: "pad.person", Line: "30 -4"}, "Bia: how many points in each category?", counted.Person{Seat: 1, Points: []int{30, -4}}},
	} {
		script := asktest.NewScript(t, c.said)
		e, err := Game.Next(script, fold(t, c.table, c.past...))
		if err != nil || !reflect.DeepEqual(e, c.event) {
			t.Errorf("%v: %#v %v", c.said, e, err)
		}
		if got := script.Seen[0].Text.String(); got != c.text {
			t.Errorf("%q, want %q", got, c.text)
		}
	}
}

// An entry that is asked about again keeps its place. An entry of another kind of pad has none: a seat is not a category.
func TestALineIsAskedAgain(t *testing.T) {
	for _, c := range []struct {
		table setup.Table
		again scoring.Event
		text  string
	}{
		{categories(3), counted.Category{Category: 1, Points: []int{1, 2, 3}}, "eggs: how many points?"},
		{categories(3), counted.Person{Seat: 2, Points: []int{1, 2}}, "birds: how many points?"},
		{categories(1, "told", "person"), counted.Category{Category: 1, Points: []int{3}}, "Ana: how many points in each category?"},
		{categories(3, "told", "person"), counted.Person{Seat: 2, Points: []int{1}}, "Caio: how many points in each category?"},
		{table(3), counted.Running{Out: []int{1}}, "Bia left before the end, with 0 points. In the running?"},
		{table(3), counted.Running{Out: []int{3}}, "Round 1: how many points?"},
		{table(3), counted.Start{Seat: 3, Points: 0, By: "zero"}, "Round 1: how many points?"},
		{categories(3), counted.Running{Out: []int{1}}, "birds: how many points?"},
	} {
		script := asktest.NewScript(t)
		_, _ = Game.Next(script, scoring.Before(fold(t, c.table), c.again))
		if got := script.Seen[0].Text.String(); got != c.text {
			t.Errorf("%#v: %q, want %q", c.again, got, c.text)
		}
	}
}

// People with phones enter their own number, so the question names seats. Only the scorekeeper enters a person's whole line.
func TestWhoMayAnswer(t *testing.T) {
	seen := func(tb setup.Table, past ...scoring.Event) ask.Question {
		script := asktest.NewScript(t)
		_, _ = Game.Next(script, fold(t, tb, past...))
		return script.Seen[0]
	}
	if q := seen(table(3), scoring.Here{Away: []int{0}}); !slices.Equal(q.People, []int{1, 2}) || !ask.As[ask.Each](q).Blank || len(q.Keys) != 1 {
		t.Errorf("%+v", q)
	}
	if q := seen(table(3, "ends", "target", "target", "9")); len(q.Keys) != 0 {
		t.Errorf("points end this game, and not %+v", q.Keys)
	}
	if q := seen(table(1)); !ask.Is[ask.Number](q.Shape) || ask.As[ask.Each](q).Blank || len(q.Keys) != 1 {
		t.Errorf("who plays alone sits nothing out, and has the keys on the phone: %+v", q)
	}
	if q := seen(categories(2)); !slices.Equal(q.People, []int{0, 1}) || ask.As[ask.Each](q).Blank {
		t.Errorf("%+v", q)
	}
	q := seen(categories(2, "told", "person"), counted.Person{Seat: 0, Points: []int{5, 6}})
	if !slices.Equal(q.People, []int{ask.Scorekeeper, ask.Scorekeeper}) || !slices.Equal(q.Names, []string{"birds", "eggs"}) || q.Notes[0].String() != "So far: Ana\u00a011" {
		t.Errorf("%+v", q)
	}
}

func TestARoundThatNobodyPlaysIsAskedAgain(t *testing.T) {
	script := asktest.NewScript(t, asktest.Said{ID: "pad.round", Line: "- -"}, asktest.Said{ID: "pad.round", Line: "1 2"})
	if e, err := Game.Next(script, fold(t, table(2))); err != nil || !reflect.DeepEqual(e, round(1, 2)) || script.Seen[1].Fault == nil {
		t.Error(e, err)
	}
}

// A clock is offered at each round only if the table agreed on one.
func TestTheClockOfARound(t *testing.T) {
	script := asktest.NewScript(t, asktest.Said{ID: "scoring.beside", Line: "1"}, asktest.Said{ID: "pad.round", Line: "1 2"})
	e, err := Game.Next(script, fold(t, table(2, "clock", "3m"), round(3, 4)))
	clock := ask.As[ask.Watch](script.Seen[0])
	if err != nil || !reflect.DeepEqual(e, round(1, 2)) || clock.Limit != 3*time.Minute || clock.Part != "round-2" || !clock.Beside {
		t.Errorf("%v %v %+v", e, err, clock)
	}
}
