package pad

import (
	"maps"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/asktest"
	"github.com/tablemate/tablemate/setup"
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

func TestAgree(t *testing.T) {
	azul := map[string]string{"name": "Azul", "style": "rounds", "ends": "target", "target": "100", "wins": "low"}
	alone := setup.Table{Players: []string{"Ana"}}
	for _, c := range []struct {
		was  setup.Table
		said []asktest.Said
		want map[string]string
	}{
		{agreed(), said(what, " Azul ", "pad.style", "1", "pad.ends", "3", "pad.how-many-points", "100", "pad.wins", "2"), azul},
		{agreed(), said(what, setup.Chosen(azul)), azul},
		{agreed(), said(what, "", "pad.style", "1", "pad.ends", "1", "pad.wins", "1"), map[string]string{"style": "rounds", "ends": "word", "wins": "high"}},
		{agreed(), said(what, "", "pad.style", "1", "pad.ends", "2", "pad.how-many-rounds", "5", "pad.wins", ""), map[string]string{"style": "rounds", "ends": "rounds", "rounds_planned": "5", "wins": "high"}},
		{agreed(), said(what, "", "pad.style", "2", "pad.which-categories", "birds; eggs,,", "pad.told", "2", "pad.wins", "1", "pad.tie", "3"),
			map[string]string{"style": "categories", "categories": "birds, eggs", "told": "person", "wins": "high", "tie": "eggs"}},
		{agreed(), said(what, "", "pad.style", "2", "pad.which-categories", "birds", "pad.told", "1", "pad.wins", "1", "pad.tie", "1"),
			map[string]string{"style": "categories", "categories": "birds", "told": "category", "wins": "high"}},
		{alone, said(what, "", "pad.style", "2", "pad.which-categories", "birds", "pad.wins", "1"), map[string]string{"style": "categories", "categories": "birds", "wins": "high"}},
		// what was agreed before is suggested, and nothing else of it stays
		{setup.Table{Players: []string{"Ana", "Bia"}, Choices: azul}, said(what, "", "pad.style", "", "pad.ends", "", "pad.how-many-points", "", "pad.wins", ""), azul},
		{setup.Table{Players: []string{"Ana", "Bia"}, Choices: azul}, said(what, "Skat", "pad.style", "", "pad.ends", "1", "pad.wins", ""), map[string]string{"name": "Skat", "style": "rounds", "ends": "word", "wins": "low"}},
	} {
		got, err := Agree(asktest.NewScript(t, c.said...), c.was)
		if err != nil || !maps.Equal(got.Choices, c.want) {
			t.Errorf("%v: %v %v", c.said, got.Choices, err)
		}
		if _, f := Of(got); f != nil {
			t.Errorf("%v: %v", got.Choices, f)
		}
	}
}

func TestWhatIsAskedAgain(t *testing.T) {
	for _, c := range []struct {
		before []asktest.Said
		id     string
		line   string
		say    string
	}{
		{nil, what, strings.Repeat("x", 41), "“xxxxxxxxxxxx…” has 41 characters"},
		{nil, what, `{"style":"rounds","tie":"eggs"}`, "this does not go with the rest"},
		{said(what, "", "pad.style", "2"), "pad.which-categories", "a, A", "“A” is there twice"},
		{said(what, "", "pad.style", "2"), "pad.which-categories", ",", "a category is missing"},
	} {
		script := asktest.NewScript(t, append(c.before, said(c.id, c.line)...)...)
		_, _ = Agree(script, agreed())
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
		{agreed("style", "turns"), "style: “turns” is not one of: rounds, categories"},
		{agreed("wins", "most"), "wins: “most” is not one of: high, low"},
		{agreed("ends", "target"), "target: this key is missing"},
		{agreed("ends", "target", "target", "0"), "target: “0” is not a whole number from 1 to 999999"},
		{agreed("ends", "target", "target", "1000000"), "target: “1000000” is not a whole number"},
		{agreed("ends", "rounds", "rounds_planned", "100"), "rounds_planned: “100” is not a whole number from 1 to 99"},
		{agreed("ends", "rounds", "rounds_planned", "5", "target", "7"), "target: this does not go with the rest: ends is “rounds”"},
		{agreed("categories", "birds"), "categories: this does not go with the rest: style is “rounds”"},
		{agreed("style", "categories"), "categories: a category is missing"},
		{cats("target", "5"), "target: this does not go with the rest: style is “categories”"},
		{cats("tie", "nests"), "tie: “nests” is not one of the categories: birds and eggs"},
		{cats("told", "both"), "told: “both” is not one of"},
		{agreed("style", "categories", "categories", strings.Repeat("a,", 31)), "categories: a category is missing: 1 to 30"},
	} {
		if _, f := Of(c.table); f == nil || !strings.HasPrefix(f.Error(), c.want) {
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
