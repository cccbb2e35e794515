package session

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/cmd/internal/store"
	"github.com/tablemate/tablemate/old/scoring"
)

// spoiled is a disk that returns altered lines.
type spoiled struct {
	store.Log
	store.Drafts
	spoil func([]store.Line) []store.Line
}

func (d spoiled) After(id string, seq int) ([]store.Line, error) {
	lines, err := d.Log.After(id, seq)
	return d.spoil(lines), err
}

// A missing or altered line is noticed and named, and the lines before it can still be read.
func TestALineThatIsNotAsItWasWritten(t *testing.T) {
	st := opened(t, file(t))
	s := threeTurns(t, st)
	body := func(n int, old, with string) func([]store.Line) []store.Line {
		return func(lines []store.Line) []store.Line {
			if !bytes.Contains(lines[n].Body, []byte(old)) {
				t.Fatalf("%s has no %q", lines[n].Body, old)
			}
			lines[n].Body = bytes.Replace(lines[n].Body, []byte(old), []byte(with), 1)
			return lines
		}
	}
	for name, c := range map[string]struct {
		spoil func([]store.Line) []store.Line
		line  int
	}{
		"a digit of an event":    {body(2, `"amount":20`, `"amount":21`), 3},
		"a digit of an answer":   {body(2, `[[20]]`, `[[10]]`), 3},
		"a digit of the seed":    {body(1, `"seed":`, `"seed":1`), 2},
		"a key of an event":      {body(3, `"amount"`, `"amounx"`), 4},
		"a key of the line":      {body(3, `"put"`, `"pux"`), 4},
		"a name":                 {body(0, `Ana`, `Ano`), 1},
		"the sum":                {body(1, `"sum":"`, `"sum":"0`), 2},
		"the version taken away": {body(1, `"v":3,`, ``), 2},
		"a line missing":         {func(l []store.Line) []store.Line { return append(l[:1:1], l[2:]...) }, 2},
		"the first line missing": {func(l []store.Line) []store.Line { return l[1:] }, 1},
		"two lines exchanged":    {func(l []store.Line) []store.Line { l[1].Body, l[2].Body = l[2].Body, l[1].Body; return l }, 2},
		"no JSON":                {body(2, `{`, `[`), 3},
		"when it was":            {func(l []store.Line) []store.Line { l[2].At = l[2].At.Add(1); return l }, 3},
	} {
		again := &Log{st: spoiled{st.Log, st.Drafts, c.spoil}, g: purse, id: s.Log.ID(), now: watch(), random: dice()}
		err := again.reload()
		var damaged *Damaged
		if !errors.As(err, &damaged) || damaged.Line != c.line || damaged.Game != s.Log.ID() || !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again = &Log{st: spoiled{st.Log, st.Drafts, c.spoil}, g: purse, id: s.Log.ID()}
		if err := again.load(c.line-1, nil); err != nil || len(again.lines) != c.line-1 {
			t.Errorf("%s: before it: %d lines, %v", name, len(again.lines), err)
		}
	}
	until, err := OpenAs(st, []scoring.Game{purse}, s.Log.ID(), 2, 0)
	if err != nil || gold(until) != "10 0" {
		t.Error(gold(until), err)
	}
}

// No sum follows the last line, so the stored result stands in for one; likewise for logs of the first version.
func TestAResultThatIsNotThatOfTheLog(t *testing.T) {
	st := opened(t, file(t))
	s := threeTurns(t, st)
	kept := need(st.History.Game(s.Log.ID()))
	must(t, s.Log.compare(kept))
	kept.Standings = []byte(strings.Replace(string(kept.Standings), "60", "61", 1))
	var damaged *Damaged
	if err := s.Log.compare(kept); !errors.As(err, &damaged) || damaged.Line != 0 {
		t.Error(err)
	}
	kept.Lines++ // its last line cannot be found
	if err := s.Log.compare(kept); !errors.As(err, &damaged) || damaged.Line != kept.Lines {
		t.Error(err)
	}
}

// Lines of the first version can be read for ever, without versions and sums, and with later lines behind them.
func TestLinesOfTheFirstVersion(t *testing.T) {
	st := opened(t, file(t))
	id := need(st.Log.Create("purse", "", noon, func(int) int { return 0 }))
	for i, body := range []string{
		`{"kind":"change","put":[{"kind":"table","event":{"players":["Ana","Bia"],"first":0,"choices":{"short":"no","walk":"no"}},"said":{"seed":9,"said":[{"id":"name.0","answer":{"by":-1,"text":"Ana"}}]}}]}`,
		`{"kind":"change","put":[{"kind":"move","event":{"who":0,"amount":10,"luck":5}}]}`,
		`{"kind":"change","drop":[200],"put":[{"kind":"move","event":{"who":0,"amount":12,"luck":5}}]}`,
		`{"kind":"undo"}`,
	} {
		must(t, st.Log.Append(id, i, noon, []byte(body), store.Projection{}))
	}
	s := reopened(t, st, id)
	if gold(s) != "10 0" {
		t.Fatal(gold(s))
	}
	if tb := table(s); !tb.Played() || len(tb.Choices) != 1 { // the origin used to be one of the choices
		t.Errorf("%+v", tb)
	}
	game := purse
	game.FromFirstVersion = func(e scoring.Event) scoring.Event {
		if m, is := e.(move); is {
			m.Amount *= 2
			return m
		}
		return e
	}
	then, err := Open(st, []scoring.Game{game}, id, watch(), dice())
	if err != nil || gold(then) != "20 0" {
		t.Errorf("an event of then means what it meant: %s, %v", gold(then), err)
	}
	must(t, s.Redo())
	must(t, s.Do(move{Who: 1, Amount: 1}))
	if s = reopened(t, st, id); gold(s) != "12 1" || !strings.Contains(on(t, s), `"v":3`) {
		t.Fatal(gold(s))
	}
	must(t, st.Log.Append(id, len(s.Log.lines), noon, []byte(`{"v":5,"kind":"change"}`), store.Projection{}))
	_, err = Open(st, []scoring.Game{purse}, id, watch(), dice())
	wants(t, err, scoring.ErrUnknown)
}
