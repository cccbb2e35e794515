package pad

import (
	"maps"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/asktest"
	"github.com/tablemate/tablemate/old/setup"
)

func agreed(pairs ...string) setup.Table {
	t := setup.Table{Players: []string{"Ana", "Bia"}}
	for i := 0; i < len(pairs); i += 2 {
		t = t.With(pairs[i], pairs[i+1])
	}
	return t
}

func said(lines ...string) []asktest.Said {
	var out []asktest.Said
	for i := 0; i < len(lines); i += 2 {
		out = append(out, asktest.Said{ID: lines[i], Line: lines[i+1]})
	}
	return out
}

const what = setup.AsksEarlier

// A table's choices decide what else it has to agree on, and choices that no longer apply are dropped.
func TestWhatHasToBeAgreed(t *testing.T) {
	azul := map[string]string{"name": "Azul", "style": "rounds", "ends": "target", "target": "100", "wins": "low"}
	for _, c := range []struct {
		was  setup.Table
		want map[string]string
	}{
		{agreed(), map[string]string{"style": "rounds", "ends": "word", "wins": "high"}},
		{setup.Table{Players: []string{"Ana", "Bia"}, Choices: azul}, azul},
		{agreed("clock", "3m"), map[string]string{"style": "rounds", "ends": "word", "wins": "high", "clock": "3m"}},
		{agreed("ends", "rounds"), map[string]string{"style": "rounds", "ends": "rounds", "rounds_planned": "10", "wins": "high"}},
		{agreed("ends", "target", "rounds_planned", "5"), map[string]string{"style": "rounds", "ends": "target", "target": "100", "wins": "high"}},
		{agreed("style", "categories", "categories", "birds, eggs", "tie", "eggs", "target", "5"),
			map[string]string{"style": "categories", "categories": "birds, eggs", "told": "category", "wins": "high", "tie": "eggs"}},
		{agreed("style", "categories", "categories", "birds", "tie", "eggs"), map[string]string{"style": "categories", "categories": "birds", "told": "category", "wins": "high"}},
		{setup.Table{Players: []string{"Ana"}, Choices: map[string]string{"style": "categories", "categories": "birds"}}, map[string]string{"style": "categories", "categories": "birds", "wins": "high"}},
	} {
		got := setup.Settle(Options(), c.was, false)
		if !maps.Equal(got.Choices, c.want) {
			t.Errorf("%v: %v", c.was.Choices, got.Choices)
		}
		if f := Check(got); f != nil {
			t.Errorf("%v: %v", got.Choices, f)
		}
	}
}

func TestWhatIsAskedAgain(t *testing.T) {
	for _, c := range []struct {
		ask  func(ask.Asker, setup.Table) (string, error)
		id   string
		line string
		say  string
	}{
		{askName, what, strings.Repeat("x", 41), "“xxxxxxxxxxxx…” has 41 characters"},
		{askName, what, `{"style":"rounds","tie":"eggs"}`, "the table cannot have agreed on this"},
		{askCategories, "pad.which-categories", "a, A", "“A” is there twice"},
		{askCategories, "pad.which-categories", ",", "a category is missing"},
	} {
		script := asktest.NewScript(t, said(c.id, c.line)...)
		_, _ = c.ask(script, agreed())
		if f := script.Seen[len(script.Seen)-1].Fault; f == nil || !strings.HasPrefix(f.Error(), c.say) {
			t.Errorf("%q: %v, want %s", c.line, f, c.say)
		}
	}
}

func TestTermsThatAreWrong(t *testing.T) {
	cats := func(more ...string) setup.Table {
		return agreed(append([]string{"style", "categories", "categories", "birds, eggs"}, more...)...)
	}
	for _, c := range []struct {
		table setup.Table
		want  string
	}{
		{agreed("name", strings.Repeat("x", 41)), "name: “xxxxxxxxxxxx…” has 41 characters"},
		{agreed("ends", "target"), "target: the table cannot have agreed on this: “”"},
		{agreed("ends", "target", "target", "0"), "target: the table cannot have agreed on this: “0”"},
		{agreed("ends", "rounds", "rounds_planned", "100"), "rounds_planned: the table cannot have agreed on this"},
		{agreed("ends", "rounds", "rounds_planned", "5", "target", "7"), "target: the table cannot have agreed on this"},
		{agreed("categories", "birds"), "categories: the table cannot have agreed on this"},
		{agreed("style", "categories"), "categories: a category is missing"},
		{agreed("clock", "4m"), "clock: the table cannot have agreed on this: “4m”"},
		{cats("clock", "3m"), "clock: the table cannot have agreed on this"},
		{agreed("uncounted", "word", "wins", "low"), "wins: the table cannot have agreed on this"},
		{agreed("wins", "none"), "wins: the table cannot have agreed on this: “none”"},
		{cats("target", "5"), "target: the table cannot have agreed on this"},
		{cats("tie", "nests"), "tie: “nests” is not one of the categories: birds and eggs"},
		{agreed("style", "categories", "categories", strings.Repeat("a,", 31)), "categories: a category is missing: 1 to 30"},
	} {
		if f := Check(c.table); f == nil || !strings.HasPrefix(f.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.table.Choices, f, c.want)
		}
	}
}

func TestCalled(t *testing.T) {
	for _, c := range []struct {
		table setup.Table
		want  string
	}{
		{agreed(), ""},
		{agreed("style", "none"), ""},
		{agreed("name", "Azul", "style", "rounds"), "Azul"},
		{agreed("style", "rounds"), "rounds of points"},
		{agreed("style", "rounds", "ends", "target", "target", "100"), "rounds up to 100 points"},
		{agreed("style", "rounds", "ends", "rounds", "rounds_planned", "1"), "1 round"},
		{agreed("style", "categories", "categories", "birds, eggs"), "birds, eggs"},
	} {
		if got := Called(c.table).String(); got != c.want {
			t.Errorf("%v: %q, want %q", c.table.Choices, got, c.want)
		}
	}
}
