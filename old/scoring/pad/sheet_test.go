package pad

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tablemate/tablemate/old/internal/lang"
	"github.com/tablemate/tablemate/old/scoring"
	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/setup"
)

func read1(sheet string) (scoring.State, error) {
	s, err := scoring.ReadSheet([]byte(sheet), []scoring.Game{Game})
	return s.State, err
}

func TestSheetsThatAreWrong(t *testing.T) {
	pad := func(own string) string { return `{"game":"pad","players":["Ana","Bia"],` + own + `}` }
	counts := func(own string) string { return pad(`"style":"categories",` + own) }
	for _, c := range []struct{ sheet, want string }{
		{pad(`"rounds":[]`), "style: this key is missing"},
		{pad(`"style":"turns"`), "style: the text “turns” is not one of: rounds, categories"},
		{pad(`"style":"rounds"`), "rounds: this key is missing"},
		{pad(`"style":"rounds","rounds":[],"name":""`), "name: a name is missing"},
		{pad(`"style":"rounds","rounds":[],"name":"` + strings.Repeat("x", 41) + `"`), "name: “xxxxxxxxxxxx…” has 41 characters"},
		{pad(`"style":"rounds","rounds":[],"ends":"never"`), "ends: the text “never” is not one of: word, rounds, target"},
		{pad(`"style":"rounds","rounds":[],"ends":"target"`), "target: this key is missing"},
		{pad(`"style":"rounds","rounds":[],"ends":"target","target":0`), "target: 0 is out of range: from 1 to 999999"},
		{pad(`"style":"rounds","rounds":[],"target":5`), "target: unknown key"},
		{pad(`"style":"rounds","rounds":[],"ends":"rounds","rounds_planned":100`), "rounds_planned: 100 is out of range: from 1 to 99"},
		{pad(`"style":"rounds","rounds":[],"tie":"eggs"`), "tie: unknown key"},
		{pad(`"style":"rounds","rounds":[[1]]`), "rounds[0]: 1 entry: 2 to 2 are allowed"},
		{pad(`"style":"rounds","rounds":[[1,2],[1,"x"]]`), "rounds[1][1]: expected a whole number"},
		{pad(`"style":"rounds","rounds":[[1,2],[null,null]]`), "rounds[1]: everybody sits this round out"},
		{pad(`"style":"rounds","ends":"target","target":2,"rounds":[[1,2],[1,2]]`), "rounds[1]: the game is over"},
		{pad(`"style":"rounds","rounds":[[1,2]],"out":["Zoe"]`), "out[0]: “Zoe” is not at the table"},
		{pad(`"style":"rounds","rounds":[[1,2]],"out":["Ana","Bia"]`), "out: somebody has to be in the running"},
		{pad(`"style":"rounds","rounds":[[1,2]],"starts":[{"name":"Bia","after":2,"points":1,"by":"worst"}]`), "starts[0].after: 2 is out of range: from 0 to 1"},
		{pad(`"style":"rounds","rounds":[[1,2]],"starts":[{"name":"Bia","after":1,"points":1,"by":"luck"}]`), "starts[0].by: “luck” is not one of"},
		{pad(`"style":"rounds","rounds":[[1,2]],"starts":[{"name":"Bia","after":1,"points":1,"by":"worst","why":""}]`), "starts[0].why: unknown key"},
		{counts(`"categories":[{"name":"a"}],"out":[]`), "out: unknown key"},
		{counts(`"categories":[]`), "categories: 0 entries: 1 to 30"},
		{counts(`"categories":[{"name":"a"}],"rounds":[]`), "rounds: unknown key"},
		{counts(`"categories":[{"name":"a"}],"ends":"word"`), "ends: unknown key"},
		{counts(`"categories":[{"name":"a"},{"name":"A"}]`), "categories[1]: “A” is there twice"},
		{counts(`"categories":[{"name":"a, b"}]`), "categories[0]: “a, b” has a comma"},
		{counts(`"categories":[{"name":"a"}],"tie":"b"`), "tie: “b” is not one of the categories: a"},
		{counts(`"categories":[{"name":"a","points":[1]}]`), "categories[0].points: 1 entry: 2 to 2"},
		{counts(`"categories":[{"name":"a","points":[1,null]}]`), "categories[0].points[1]: everybody’s points are needed"},
		{counts(`"categories":[{"name":"a","point":[1,2]}]`), "categories[0].point: unknown key"},
		{counts(`"told":"person","categories":[{"name":"a","points":[1,2]},{"name":"b"}]`), "categories[1].points: this key is missing"},
		{counts(`"told":"person","categories":[{"name":"a","points":[1,2]},{"name":"b","points":[null,2]}]`), "categories[1].points[0]: Ana has points in some categories"},
		{`{"game":"pad","players":[],"style":"rounds","rounds":[]}`, "players: 0 players: Score pad is for 1 to 12"},
	} {
		if _, err := read1(c.sheet); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s\n%v, want %q", c.sheet, err, c.want)
		}
	}
}

func TestWrittenSheets(t *testing.T) {
	for _, c := range []struct {
		table  setup.Table
		events []scoring.Event
		want   string
	}{
		{table(2, "name", "Azul", "ends", "target", "target", "30", "wins", "low"), []scoring.Event{counted.Round{Points: []int{1, 0}, Away: []int{1}}, round(-2, 3)},
			`"over":false,"name":"Azul","style":"rounds","wins":"low","ends":"target","target":30,"rounds":[[1,null],[-2,3]]`},
		{table(2), []scoring.Event{counted.Round{Points: []int{5, 0}, Away: []int{1}}, counted.Start{Seat: 1, Points: 5, By: "average"}, round(0, 1), scoring.Here{Away: []int{0}}, scoring.Stop{}, counted.Running{Out: []int{0}}},
			`"over":true,"style":"rounds","wins":"high","ends":"word","rounds":[[5,null],[0,1]],"starts":[{"name":"Bia","after":1,"points":5,"by":"average"}],"out":["Ana"]`},
		{table(2), []scoring.Event{scoring.Stop{}}, `"over":true,"style":"rounds","wins":"high","ends":"word","rounds":[]`},
		{categories(2, "tie", "eggs"), []scoring.Event{counted.Category{Category: 1, Points: []int{1, 2}}},
			`"over":false,"style":"categories","wins":"high","told":"category","tie":"eggs","categories":[{"name":"birds"},{"name":"eggs","points":[1,2]}]`},
		{categories(2, "told", "person"), []scoring.Event{counted.Person{Seat: 1, Points: []int{0, 2}}},
			`"over":false,"style":"categories","wins":"high","told":"person","categories":[{"name":"birds","points":[null,0]},{"name":"eggs","points":[null,2]}]`},
	} {
		s := fold(t, c.table, c.events...)
		out, err := Game.WriteSheet(c.table, c.events, s, time.Time{}, lang.Text.String)
		laws.Need(t, err)
		want := `{"game":"pad","players":["Ana","Bia"],` + c.want + `}`
		if got := strings.Join(strings.Fields(string(out)), ""); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		back, err := read1(string(out))
		laws.Need(t, err)
		if d := cmp.Diff(s.Result(), back.Result()); d != "" {
			t.Error(d)
		}
	}
}
