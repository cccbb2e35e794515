package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/store"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/fault"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/setup"
)

// A script types a line a group; an empty one is Enter. The word that a throw of six asks for is none of them. At its end
// it leaves.
type script struct {
	lines []string
	seen  []ask.Group
}

func says(lines ...string) *script { return &script{lines: lines} }

func (s *script) Put(g ask.Group, got ask.Got) error {
	if g.Asked[0].ID == "toy.sums" {
		return got(ask.Answer{Line: "word"})
	}
	s.seen = append(s.seen, g)
	for len(s.lines) > 0 {
		line := s.lines[0]
		s.lines = s.lines[1:]
		if strings.HasPrefix(line, "<") || strings.HasPrefix(line, "?") {
			return ask.Move(line)
		}
		var answers []ask.Answer
		var err error
		switch {
		case line == "" && !g.Again:
			for i, q := range g.Asked {
				answers = append(answers, ask.Answer{To: i, Line: q.Suggest})
			}
		case line != "":
			answers, err = g.Read(lang.English, line)
		}
		if err == nil {
			err = got(answers...)
		}
		if !fault.Is(err) {
			return err
		}
	}
	return ask.Leave
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// toyTable begins a toy at a table, laid out.
func toyTable(t *testing.T, names ...setup.Name) (*Session, string) {
	t.Helper()
	path := filepath.Join(quick(t), "toy.jsonl")
	s, err := Create(path, find, Head{ID: "toy1", GameID: "toy", Seed: 1}, noon)
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	must(t, s.Begin(says("yes"), setup.Table{Players: names}))
	must(t, s.Next(says("")))
	return s, path
}

// turn plays a turn of the toy, and returns its ID.
func turn(t *testing.T, s *Session, who, n, guesses string) ItemID {
	t.Helper()
	must(t, s.Next(says(who, n, guesses)))
	items := s.Items()
	return items[len(items)-1].ID
}

func TestPeopleInTheMiddle(t *testing.T) {
	s, _ := toyTable(t, "Ana", "Bia", "Caio")
	if err := s.Next(says("Bia", "2")); err != ask.Leave {
		t.Fatal(err)
	}
	must(t, s.Do(scoring.People{Players: []setup.Name{"Eva", "Ana", "Bia", "Caio"}}))
	must(t, s.Do(scoring.People{Players: []setup.Name{"Eva", "Ana", "Bia", "Rui"}, Renamed: map[setup.Name]setup.Name{"Caio": "Rui"}}))
	a := says("2 1")
	must(t, s.Next(a))
	var kinds []string
	for _, it := range s.Items() {
		kinds = append(kinds, it.Event.Kind())
	}
	if want := []string{"table", "laid", "turn", "people", "people"}; !reflect.DeepEqual(kinds, want) {
		t.Error("the turn does not stand before people who came in its middle:", kinds)
	}
	if got := who(a.seen[0]); !reflect.DeepEqual(got, []string{"toy.guess|Ana", "toy.guess|Rui"}) {
		t.Error("half a turn is not judged by the table before it:", got)
	}
	// Undo names each step: the answers since they came, each change of people, the answers before.
	whole := standing(s)
	var steps []string
	for step, ok := s.ToUndo(); ok && len(steps) < 4; step, ok = s.ToUndo() {
		kind := "answers"
		if len(step.Items) > 0 {
			kind = step.Items[0].Event.Kind()
		}
		for _, a := range step.Answers {
			kind += " " + a.ID
		}
		steps = append(steps, kind)
		must(t, s.Undo())
	}
	if want := []string{"turn toy.guess toy.guess", "people", "people", "answers toy.who toy.n Bia"}; !reflect.DeepEqual(steps, want) {
		t.Errorf("undo: %q", steps)
	}
	for range steps {
		if step, _ := s.ToRedo(); len(step.Items)+len(step.Answers) == 0 {
			t.Error("a redo brings nothing back")
		}
		must(t, s.Redo())
	}
	if standing(s) != whole {
		t.Error("redo does not lead back")
	}
	// The turn has the names of now, and is corrected with them.
	a = says("", "", "2 2")
	c, err := s.Correct(a, s.Items()[2].ID, false)
	must(t, err)
	if g := a.seen[2]; !g.Told || !slices.Contains(who(g), "toy.guess|Rui") {
		t.Error("corrected with other names:", who(g))
	}
	must(t, s.Make(c))
	if now := scoring.FrameOf(s.State()).Points(); now["Rui"] == 0 {
		t.Error("points do not go with people:", now)
	}
}

// A name that looks like something else in JSON is a name all the same.
func TestNamesLikeJSON(t *testing.T) {
	for _, n := range []scoring.Name{"null", "[]", "[Ana]", "true", `"x"`, "{}", "Bia"} {
		c := nameChange{names: map[scoring.Name]scoring.Name{n: "Rui"}, all: []string{string(n), "Caio"}}
		for line, want := range map[string]string{string(n): "Rui", setup.Listed([]setup.Name{n, "Caio"}): `["Rui","Caio"]`, "Caio": "Caio"} {
			if got := c.line(line); got != want {
				t.Errorf("%s is Rui: %s became %s", n, line, got)
			}
		}
	}
}

// A name that may be a number or a blank in an answer is put right from now on: an answer of that line means no person.
func TestNamesLikeAnswers(t *testing.T) {
	for name, everywhere := range map[setup.Name]bool{"-": false, "7": false, "-3": false, "Ana": true, "A-7": true, "null": true} {
		people := []setup.Name{name, "Bia"}
		_, is := changesNames([]Item{{Event: setup.Table{Players: people}}},
			scoring.People{Players: []setup.Name{"Rui", "Bia"}, Renamed: map[setup.Name]setup.Name{name: "Rui"}})
		if is != everywhere {
			t.Errorf("%s is Rui: everywhere %t", name, is)
		}
	}
}

// People who came to a game that now ends before their coming are taken out, and one undo brings them back.
func TestPeopleAtTheEnd(t *testing.T) {
	s, _ := toyTable(t, "Ana", "Bia")
	must(t, s.Do(scoring.Choices{Choices: map[string]string{"target": "1"}}))
	if err := s.Next(says("Bia", "2")); err != ask.Leave {
		t.Fatal(err)
	}
	must(t, s.Do(scoring.People{Players: []setup.Name{"Ana", "Bia", "Caio"}}))
	must(t, s.Next(says("1")))
	if len(s.Table().Players) != 2 {
		t.Error("at the end:", s.Table())
	}
	must(t, s.Undo())
	if len(s.Table().Players) != 3 {
		t.Error("undone:", s.Table())
	}
}

func TestCorrections(t *testing.T) {
	s, path := toyTable(t, "Ana", "Bia", "Caio")
	turn(t, s, "Ana", "1", "1 1")
	second := turn(t, s, "Bia", "1", "1 1")
	third := turn(t, s, "Ana", "1", "1 1")
	die := s.Items()[3].Event.(toyTurn).Die
	before := standing(s)

	// Nothing changes before Make, not even if everything is read.
	c, err := s.Correct(says("", "", ""), second, false)
	must(t, err)
	must(t, s.Make(c))
	if standing(s) != before {
		t.Error("reading changed something")
	}

	// Half a correction is kept; its later answers are suggestions, an Enter a group.
	if _, err := s.Correct(says("Caio"), second, false); err != ask.Leave {
		t.Fatal(err)
	}
	if got := s.Half(); !reflect.DeepEqual(got, []Half{{ID: second}}) {
		t.Fatal("half told:", got)
	}
	must(t, s.Close())
	s, err = Open(path, find, noon)
	must(t, err)
	defer func() { _ = s.Close() }()
	a := says("2", "1 1")
	c, err = s.Correct(a, second, false)
	must(t, err)
	if a.seen[0].Asked[0].ID != "toy.n Caio" || c.Event.(toyTurn).Die != die {
		t.Error("gone on with at", a.seen[0].Asked[0].ID, "chance", c.Event.(toyTurn).Die, die)
	}
	must(t, s.Forget(Half{ID: second}))
	if step, _ := s.ToUndo(); len(step.Items) != 1 || step.Items[0].ID != third {
		t.Error("what was given up is undone:", step)
	}
	if standing(s) != before {
		t.Error("a correction was given up, and is there:", standing(s))
	}

	// Events that it makes impossible are named and taken out, and come back with one undo.
	c, err = s.Remove(second)
	must(t, err)
	if len(c.Refused) != 1 || c.Refused[0].Item.ID != third || c.Refused[0].Why == nil {
		t.Fatalf("refused: %v", c.Refused)
	}
	must(t, s.Make(c))
	turn(t, s, "Caio", "1", "1 1")
	if items := s.Items(); len(items) != 4 {
		t.Errorf("taken out, and gone on: %v", items)
	}
	must(t, s.Undo())
	must(t, s.Undo())
	if standing(s) != before {
		t.Error("not undone:", standing(s))
	}

	// Back from the preview of a change leads to its last answer.
	_, err = s.Correct(says("Caio", "1", "1 1"), second, false)
	must(t, err)
	a = says("")
	_, err = s.Correct(a, second, true)
	must(t, err)
	if !a.seen[0].Again || a.seen[0].Asked[0].ID != "toy.guess" {
		t.Error("back to", who(a.seen[0]))
	}
	must(t, s.Forget(Half{ID: second}))

	// An insertion draws anew; the table is corrected like any turn, and never taken back.
	c, err = s.Insert(says("Caio", "1", "1 1"), second, false)
	must(t, err)
	if c.line.Before != second || c.Event.(toyTurn).Die == die {
		t.Error("inserted", c.Event)
	}
	c, err = s.Correct(says("t", "2", ""), 300, false)
	must(t, err)
	if len(c.Refused) != 1 || c.Event.(setup.Table).Choices["target"] != "2" {
		t.Errorf("the table: %+v", c)
	}
	for s.Undo() == nil {
	}
	if s.State() == nil || len(s.Items()) != 1 {
		t.Error("the table was undone")
	}
	if _, err := s.Remove(300); err == nil {
		t.Error("the table was taken out")
	}
}

// An event that is half told keeps its place when the item behind it is corrected or taken out.
func TestPlaces(t *testing.T) {
	s, _ := toyTable(t, "Ana", "Bia", "Caio")
	first := turn(t, s, "Ana", "1", "1 1")
	second := turn(t, s, "Bia", "1", "1 1")
	third := turn(t, s, "Ana", "1", "1 1")
	fourth := turn(t, s, "Bia", "1", "1 1")
	mark := s.Mark()
	for _, half := range []func() (*Change, error){
		func() (*Change, error) { return s.Insert(says("Caio"), third, false) },
		func() (*Change, error) { return s.Correct(says("Caio"), second, false) },
	} {
		if _, err := half(); err != ask.Leave {
			t.Fatal(err)
		}
	}
	if s.Mark() != mark || LineNo(s.Lines()) < mark+2 {
		t.Error("answers count as more:", s.Mark(), s.Lines())
	}
	c, err := s.Correct(says("Caio", "1", "1 1"), third, false)
	must(t, err)
	must(t, s.Make(c))
	corrected := s.Items()[4].ID
	if half := s.Half(); !reflect.DeepEqual(half, []Half{{ID: second}, {ID: corrected, Insert: true}}) {
		t.Error("half told, after a correction:", half)
	}
	c, err = s.Correct(says("1", "1 1"), second, true) // now the next one is impossible
	if err != nil || len(c.Refused) != 1 || c.Refused[0].Item.ID != corrected {
		t.Fatal(c, err)
	}
	must(t, s.Make(c))
	if half := s.Half(); len(half) != 0 {
		t.Error("half told:", half)
	}
	c, err = s.Correct(says("Bia", "2", "1 1"), fourth, false)
	must(t, err)
	must(t, s.Make(c))
	if _, err := s.Correct(says("Caio"), first, false); err != ask.Leave {
		t.Fatal(err)
	}
	c, err = s.Remove(first)
	must(t, err)
	must(t, s.Make(c))
	if len(s.Half()) != 0 {
		t.Error("half a correction of nothing:", s.Half())
	}
	must(t, s.Undo())
	if half := s.Half(); !reflect.DeepEqual(half, []Half{{ID: first}}) {
		t.Error("undone:", half)
	}
	log := s.Log()
	if l := log[0]; len(l.Put) != 1 || l.Put[0].Event.Kind() != "table" || l.Put[0].Before != nil || l.Line != 3 {
		t.Error("the log begins with", l)
	}
	if last := log[len(log)-1]; last.Undo != LineNo(s.Lines()-2) || last.Put != nil || last.Dropped != nil {
		t.Error("the log ends with", last)
	}
	if l := log[len(log)-2]; len(l.Dropped) != 1 || l.Dropped[0].Event.(toyTurn).Who != "Ana" || l.Dropped[0].Before == nil || l.Put != nil {
		t.Error("the log before that:", l)
	}
}

// An event that only the rules refuse is a fault of the last answer, which is asked for again.
func TestRefused(t *testing.T) {
	s, _ := toyTable(t, "Ana", "Bia", "Caio")
	a := says("Bia", "0", "0 0", "0 1")
	must(t, s.Next(a))
	if g := a.seen[3]; !g.Again || !fault.Is(g.Fault) {
		t.Error("asked again:", who(g))
	}
	if _, err := s.Correct(says(), s.Items()[1].ID+1, false); err == nil {
		t.Error("corrected what is not there")
	}
}

// A game that was played elsewhere is put at once, and corrected like any other.
func TestPutAtOnce(t *testing.T) {
	s, err := Create(filepath.Join(quick(t), "toy.jsonl"), find, Head{ID: "toy1", GameID: "toy", Seed: 1}, noon)
	must(t, err)
	defer func() { _ = s.Close() }()
	turn := toyTurn{Who: "Ana", N: 1, Die: 3, Guesses: map[setup.Name]int{"Bia": 1}}
	must(t, s.Do(setup.Table{Players: []setup.Name{"Ana", "Bia"}, Played: true}, turn))
	if _, ok := s.ToUndo(); ok || len(s.Items()) != 2 {
		t.Error("items:", s.Items())
	}
	if s.Do(setup.Table{Players: []setup.Name{"Ana", "Bia"}}) == nil || s.Do(turn) == nil {
		t.Error("a second table, or the same person twice in a row, was taken")
	}
	c, err := s.Correct(says("Bia", "2", "2"), s.Items()[1].ID, false)
	must(t, err)
	must(t, s.Make(c))
	if scoring.FrameOf(s.State()).Points()["Ana"] == 0 {
		t.Error("not corrected:", scoring.FrameOf(s.State()).Points())
	}
}

// example has the lines of a game of Dixit.
var example = []string{
	`{"at":"2026-03-14T20:00:00Z","game":{"v":1,"id":"qfrt","kind":"dixit","seed":"7"}}`,
	`{"at":"2026-03-14T20:00:01Z","said":{"in":"table","answers":[{"id":"players","line":"[\"Ana\",\"Bia\",\"Caio\"]"}]}}`,
	`{"at":"2026-03-14T20:00:02Z","put":[{"kind":"table","event":{"players":["Ana","Bia","Caio"],"choices":{"secret":"no","target":"9"}}}],"in":"table"}`,
	`{"at":"2026-03-14T20:00:03Z","said":{"in":"next","answers":[{"id":"dixit.teller","line":"Bia"}]}}`,
	`{"at":"2026-03-14T20:00:04Z","said":{"in":"next","from":1,"answers":[{"id":"dixit.card","who":"Bia","line":"2"}]}}`,
	`{"at":"2026-03-14T20:00:05Z","said":{"in":"next","from":2,"answers":[{"id":"dixit.vote Bia","who":"Ana","line":"4"},{"id":"dixit.vote Bia","who":"Caio","line":"2"}]}}`,
	`{"at":"2026-03-14T20:00:06Z","put":[{"kind":"turn","event":{"storyteller":"Bia","storyteller_card":2,"cards":{"2":"Bia","4":"Caio"},"votes":{"Ana":[4],"Caio":[2]}}}],"in":"next"}`,
	`{"at":"2026-03-14T20:00:07Z","put":[{"kind":"people","event":{"players":["Ana","Eva","Bia","Caio"]}}]}`,
	`{"at":"2026-03-14T20:00:08Z","said":{"in":"edit 700","answers":[{"id":"dixit.teller","line":"Bia"}]}}`,
	`{"at":"2026-03-14T20:00:09Z","put":[{"kind":"turn","event":{"storyteller":"Bia","storyteller_card":4,"cards":{"2":"Caio","4":"Bia"},"votes":{"Ana":[4],"Caio":[4]}}}],"drop":[700],"in":"edit 700"}`,
	`{"at":"2026-03-14T20:00:10Z","undo":8}`,
	`{"at":"2026-03-14T20:00:11Z","redo":10}`,
}

func file[L string | []byte](t *testing.T, lines []L) string {
	t.Helper()
	path := filepath.Join(quick(t), "qfrt.jsonl")
	f, err := store.Create(path, []byte(lines[0]))
	must(t, err)
	for _, l := range lines[1:] {
		must(t, f.Append([]byte(l)))
	}
	must(t, f.Close())
	return path
}

func TestFile(t *testing.T) {
	path := file(t, example)
	s, err := Read(path, find)
	must(t, err)
	if got := scoring.FrameOf(s.State()).Points(); got["Bia"] != 0 || got["Ana"] != 2 || got["Caio"] != 2 || len(s.Table().Players) != 4 {
		t.Error("points:", got, s.Table())
	}
	if it := s.Items()[1]; it.ID != 1000 || it.At.Second() != 6 || len(it.Said) != 1 {
		t.Error("the corrected turn:", it)
	}
	if s.Lines() != 12 || s.Do(scoring.Stop{}) == nil {
		t.Error("a game that is read was written")
	}
	raw, err := os.ReadFile(path)
	must(t, err)
	for i, l := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		if want := strings.TrimSuffix(example[i], "}") + `,"sum":`; !strings.HasPrefix(l, want) {
			t.Errorf("line %d: %s", i+1, l)
		}
	}
}

// A line that is whole and means nothing is named, and the game can be read up to it, whether to go on with it or not.
func TestUnread(t *testing.T) {
	for _, c := range []struct {
		at       int // number of the line that is another one
		line     string
		readable int // how many lines are left
	}{
		{1, `{"at":"2026-03-14T20:00:00Z"}`, 0},
		{1, `{"at":"2026-03-14T20:00:00Z","game":{"v":2,"id":"qfrt","kind":"dixit","seed":"7"}}`, 0},
		{1, `{"at":"2026-03-14T20:00:00Z","game":{"v":1,"id":"qfrt","kind":"chess","seed":"7"}}`, 0},
		{4, `{"at":"2026-03-14T20:00:00Z","said":{"in":"next","from":1,"answers":[]}}`, 3},
		{4, `{"at":"2026-03-14T20:00:00Z","sad":{"in":"next","answers":[]}}`, 3},
		{4, `{"at":"2026-03-14T20:00:00Z","said":{"in":"next","answers":[]},"undo":2}`, 3},
		{4, `{"at":"2026-03-14T20:00:00Z"}`, 3},
		{4, example[0], 3},
		{4, `{"at":"2026-03-14T20:00:00Z","said":{"in":"edit 100","answers":[]}}`, 3},
		{7, `{"at":"2026-03-14T20:00:06Z","put":[{"kind":"turn","event":{"teller":"Bia"}}],"in":"next"}`, 6},
		{7, `{"at":"2026-03-14T20:00:06Z","put":[{"kind":"dance","event":{}}],"in":"next"}`, 6},
		{8, `{"at":"2026-03-14T20:00:06Z","put":[{"kind":"stop","event":{}}],"before":900}`, 7},
		{8, `{"at":"2026-03-14T20:00:06Z","drop":[123]}`, 7},
		{11, `{"at":"2026-03-14T20:00:10Z","undo":11}`, 10},
		{12, `{"at":"2026-03-14T20:00:10Z","redo":99}`, 11},
		{8, `{"at":"2026-03-14T20:00:06Z","put":[{"kind":"people","event":{"players":["Ana"]}}]}`, 12}, // the rules refuse it
	} {
		lines := slices.Clone(example)
		lines[c.at-1] = c.line
		path := file(t, lines)
		for _, open := range []func() (*Session, error){
			func() (*Session, error) { return Read(path, find) },
			func() (*Session, error) { return Open(path, find, noon) },
		} {
			s, err := open()
			switch {
			case c.readable == 0 && s == nil && err != nil:
			case unusable(err) != c.at || s == nil || s.Lines() != c.readable || s.State() == nil || len(s.states) != len(s.Items())+1:
				t.Errorf("line %d %s: %v, %v", c.at, c.line, s != nil, err)
			case s.Do(scoring.Stop{}) == nil || s.Close() != nil:
				t.Error("it was written")
			}
		}
	}
}

func TestBusy(t *testing.T) {
	s, path := toyTable(t, "Ana", "Bia")
	if other, err := Open(path, find, noon); !errors.Is(err, store.ErrBusy) || other != nil {
		t.Error("two write one game:", err)
	}
	other, err := Read(path, find)
	must(t, err)
	if standing(other) != standing(s) {
		t.Error("another window reads something else")
	}
}

// unusable returns the number of the line that an error names as whole, but without meaning; 0 if it is another error.
func unusable(err error) (line int) {
	if err != nil {
		_, _ = fmt.Sscanf(err.Error(), "qfrt.jsonl: line %d", &line)
	}
	return line
}

// A game that is over was played when it ended, and any other when it began.
func TestPlayedWhenItEnded(t *testing.T) {
	at := noon()
	path := filepath.Join(quick(t), "toy.jsonl")
	s, err := Create(path, find, Head{ID: "toy1", GameID: "toy", Seed: 1}, func() time.Time { return at })
	must(t, err)
	defer func() { _ = s.Close() }()
	must(t, s.Do(setup.Table{Players: []setup.Name{"Ana", "Bia"}, Choices: map[string]string{"target": "1"}}))
	at = at.Add(time.Hour)
	must(t, s.Next(says("")))
	if got := s.Sheet().Played; got != "2026-03-14T20:00:00Z" {
		t.Error("a game that goes on:", got)
	}
	must(t, s.Next(says("Ana", "1", "1")))
	must(t, s.Next(says("Ana")))
	if got := s.Sheet().Played; got != "2026-03-14T21:00:00Z" {
		t.Error("a game that is over:", got)
	}
}

// A game belongs to the day of its last turn at the table. A correction, an insertion, a tie's end, or a word about people and the
// end does not move it, and a sheet's word holds until a turn is told here.
func TestSpan(t *testing.T) {
	first := time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)
	day := func(n int) time.Time { return first.AddDate(0, 0, n) }
	at := first
	path := filepath.Join(quick(t), "toy.jsonl")
	s, err := Create(path, find, Head{ID: "toy1", GameID: "toy", Seed: 1}, func() time.Time { return at })
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	ended := func(what string, want time.Time) {
		t.Helper()
		if p := s.Span(); !p.Began.Equal(first) || !p.Ended.Equal(want) || p.DayAlone || s.Sheet().Played != want.Format(time.RFC3339) {
			t.Errorf("%s: %+v, and the sheet says %s", what, p, s.Sheet().Played)
		}
	}
	must(t, s.Begin(says("yes"), setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}, Choices: map[string]string{"target": "3"}}))
	at = day(1)
	must(t, s.Next(says("")))
	ended("laid out", first)
	id := turn(t, s, "Ana", "1", "1 1")
	turn(t, s, "Bia", "1", "1 1")
	at = day(2)
	c, err := s.Correct(says("Ana", "2", "1 1"), id, false)
	must(t, err)
	must(t, s.Make(c))
	must(t, s.Do(scoring.People{Players: []setup.Name{"Ana", "Bia", "Dora"}, Renamed: map[setup.Name]setup.Name{"Caio": "Dora"}}))
	ended("corrected, and renamed", day(1))
	c, err = s.Insert(says("Dora", "1", "1 1"), s.Items()[2].ID, false)
	must(t, err)
	must(t, s.Make(c))
	ended("put in", day(1))
	must(t, s.Undo())
	turn(t, s, "Ana", "1", "1 1")
	ended("a turn told", day(2))
	at = day(3)
	must(t, s.Next(says("Ana")))
	ended("a tie settled", day(2))
	s2, err := Read(path, find)
	must(t, err)
	if s.Span() != s2.Span() {
		t.Errorf("%+v is read as %+v", s.Span(), s2.Span())
	}
}

// A finished game that is put right on another day stays on its own: whether turns are taken back and told once more, taken
// out and told once more, or brought back. One turn more than it had is a turn of that day.
func TestSpanPutRight(t *testing.T) {
	first := time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)
	undo := func(n int) func(*testing.T, *Session) {
		return func(t *testing.T, s *Session) {
			for range n {
				must(t, s.Undo())
			}
		}
	}
	last := func(t *testing.T, s *Session) { turn(t, s, "Ana", "2", "1 2") }
	for what, c := range map[string]struct {
		steps []func(*testing.T, *Session)
		want  int // the day, from the first
	}{
		"the last turn":                  {[]func(*testing.T, *Session){undo(1), last}, 1},
		"the last turn, twice":           {[]func(*testing.T, *Session){undo(1), last, undo(1), last}, 1},
		"not told again":                 {[]func(*testing.T, *Session){undo(1)}, 1},
		"brought back":                   {[]func(*testing.T, *Session){undo(1), func(t *testing.T, s *Session) { must(t, s.Redo()) }}, 1},
		"two turns":                      {[]func(*testing.T, *Session){undo(2), func(t *testing.T, s *Session) { turn(t, s, "Bia", "2", "1 2") }, last}, 1},
		"two turns, one told again":      {[]func(*testing.T, *Session){undo(2), func(t *testing.T, s *Session) { turn(t, s, "Bia", "2", "1 2") }}, 1},
		"taken out and told once more":   {[]func(*testing.T, *Session){drop, last}, 1},
		"a tie settled and taken back":   {[]func(*testing.T, *Session){func(t *testing.T, s *Session) { must(t, s.Next(says("Ana"))) }, undo(2), last}, 1},
		"the game is longer, no turn":    {[]func(*testing.T, *Session){undo(1), longer, last}, 1},
		"the game is longer and goes on": {[]func(*testing.T, *Session){longer, func(t *testing.T, s *Session) { turn(t, s, "Bia", "2", "1 2") }}, 3},
		"another last turn and one more": {[]func(*testing.T, *Session){undo(1), longer, last, func(t *testing.T, s *Session) { turn(t, s, "Bia", "2", "1 2") }}, 5},
	} {
		t.Run(what, func(t *testing.T) {
			at := first
			path := filepath.Join(quick(t), "toy.jsonl")
			s, err := Create(path, find, Head{ID: "toy1", GameID: "toy", Seed: 1}, func() time.Time { return at })
			must(t, err)
			defer s.Close()
			must(t, s.Begin(says("yes"), setup.Table{Players: []setup.Name{"Ana", "Bia", "Caio"}, Choices: map[string]string{"target": "3"}}))
			must(t, s.Next(says("")))
			turn(t, s, "Ana", "1", "1 1")
			at = first.AddDate(0, 0, 1)
			turn(t, s, "Bia", "1", "1 1")
			turn(t, s, "Ana", "1", "1 1")
			for _, step := range c.steps {
				at = at.AddDate(0, 0, 1)
				step(t, s)
			}
			want := first.AddDate(0, 0, c.want)
			if p := s.Span(); p.Ended.Format(time.DateOnly) != want.Format(time.DateOnly) || s.Sheet().Played != p.Ended.Format(time.RFC3339) {
				t.Errorf("it belongs to %v, not to %v, and the sheet says %s", p.Ended, want, s.Sheet().Played)
			}
			read, err := Read(path, find)
			must(t, err)
			if s.Span() != read.Span() {
				t.Errorf("%+v is read as %+v", s.Span(), read.Span())
			}
		})
	}
}

// drop takes the last turn out.
func drop(t *testing.T, s *Session) {
	t.Helper()
	items := s.Items()
	c, err := s.Remove(items[len(items)-1].ID)
	must(t, err)
	must(t, s.Make(c))
}

// longer has the table agree on more turns.
func longer(t *testing.T, s *Session) {
	t.Helper()
	must(t, s.Do(scoring.Choices{Choices: map[string]string{"target": "4"}}))
}

// A sheet's day is its own, a day alone too, until the game goes on here.
func TestSpanOfASheet(t *testing.T) {
	noonOf := func(day string) time.Time { at, _, _ := scoring.When(day); return at }
	here := time.Date(2026, 3, 20, 20, 0, 0, 0, time.UTC)
	for played, want := range map[string]Span{
		"":                          {},
		"2026-03-14T20:00:00Z":      {Began: here.AddDate(0, 0, -6), Ended: here.AddDate(0, 0, -6)},
		"2026-03-14t20:00:00z":      {Began: here.AddDate(0, 0, -6), Ended: here.AddDate(0, 0, -6)},
		"2026-03-14T23:00:00+03:00": {Began: here.AddDate(0, 0, -6), Ended: here.AddDate(0, 0, -6)},
		"2026-03-14":                {Began: noonOf("2026-03-14"), Ended: noonOf("2026-03-14"), DayAlone: true},
		"2030-01-01":                {Began: noonOf("2030-01-01"), Ended: noonOf("2030-01-01"), DayAlone: true},
	} {
		path := filepath.Join(quick(t), "toy.jsonl")
		table := setup.Table{Players: []setup.Name{"Ana", "Bia"}, Choices: map[string]string{"target": "3"}, Played: true}
		sheet := scoring.Sheet{Game: toy, Table: table, Played: played, Events: []scoring.Event{toyTurn{Who: "Ana", N: 1, Die: 1, Guesses: map[scoring.Name]int{"Bia": 1}}}}
		must(t, Add(path, Head{ID: "toy1", Seed: 1}, sheet, here))
		s, err := Open(path, find, func() time.Time { return here })
		must(t, err)
		p := s.Span()
		if !p.Began.Equal(want.Began) || !p.Ended.Equal(want.Ended) || p.DayAlone != want.DayAlone || s.Sheet().Played != played {
			t.Errorf("%q: %+v, and the sheet says %q", played, p, s.Sheet().Played)
		}
		turn(t, s, "Bia", "1", "1")
		if p := s.Span(); !p.Ended.Equal(here) || p.DayAlone || s.Sheet().Played != here.Format(time.RFC3339) {
			t.Errorf("%q, gone on: %+v, and the sheet says %q", played, p, s.Sheet().Played)
		}
		must(t, s.Close())
	}
}

// A finished sheet whose last turn is taken out and told once more here keeps the day of the sheet.
func TestSpanOfAFinishedSheet(t *testing.T) {
	here := time.Date(2026, 3, 20, 20, 0, 0, 0, time.UTC)
	for _, played := range []string{"", "2026-03-14T20:00:00Z", "2026-03-14", "2030-01-01"} {
		path := filepath.Join(quick(t), "toy.jsonl")
		table := setup.Table{Players: []setup.Name{"Ana", "Bia"}, Choices: map[string]string{"target": "1"}, Played: true}
		sheet := scoring.Sheet{Game: toy, Table: table, Played: played, Events: []scoring.Event{toyTurn{Who: "Ana", N: 1, Die: 1, Guesses: map[scoring.Name]int{"Bia": 1}}}}
		must(t, Add(path, Head{ID: "toy1", Seed: 1}, sheet, here))
		s, err := Open(path, find, func() time.Time { return here })
		must(t, err)
		was := s.Span()
		drop(t, s)
		turn(t, s, "Bia", "1", "1")
		if s.Span() != was || s.Sheet().Played != played {
			t.Errorf("%q: %+v, it was %+v, and the sheet says %q", played, s.Span(), was, s.Sheet().Played)
		}
		must(t, s.Close())
	}
}

// A game whose file cannot be used is not kept from others: once the file is mended, it is opened.
func TestUnusableIsNotHeld(t *testing.T) {
	lines := slices.Clone(example)
	lines[10] = `{"at":"2026-03-14T20:00:10Z","undo":11}`
	path := file(t, lines)
	for range 2 {
		if _, err := Open(path, find, noon); unusable(err) != 11 {
			t.Error(err)
		}
	}
	f, _, err := store.Open(path)
	must(t, err)
	must(t, f.Close())
}

// A question is another one once an answer before it has changed, or anything but answers came: phones must not answer the
// old one.
func TestPlaceOfAQuestion(t *testing.T) {
	s, _ := toyTable(t, "Ana", "Bia", "Caio")
	if err := s.Next(says("Bia", "1")); err != ask.Leave {
		t.Fatal(err)
	}
	first, second, third := s.Place(0), s.Place(1), s.Place(2)
	who := s.draft(s.last(), inNext).entries[0]
	who.Line = "Caio"
	must(t, s.write(Line{Said: &Said{In: inNext, Answers: []ask.Entry{who}}}))
	if s.Place(0) != first || s.Place(1) == second {
		t.Errorf("places %d, %d after an answer was changed, %d, %d before", s.Place(0), s.Place(1), first, second)
	}
	must(t, s.Do(scoring.People{Players: []setup.Name{"Ana", "Bia", "Caio", "Duda"}}))
	if s.Place(0) == first || s.Place(2) == third {
		t.Errorf("places %d, %d after somebody came", s.Place(0), s.Place(2))
	}
}
