// Package asktest holds an asker for tests: it answers from a list, and fails on unexpected questions.
package asktest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tablemate/tablemate/old/internal/ask"
)

// A Said is one line of a script: a question's ID and the line typed for it. "<" goes back, "?" begins an
// aside, "" is Enter. For a Watch the line is the number of the option, or "" for time up.
type Said struct{ ID, Line string }

// TB is the part of *testing.T that a script needs; the program itself links no testing.
type TB interface {
	Helper()
	Cleanup(func())
	Failed() bool
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// A Script is an asker that answers from a list. It fails the test on a question that the list does not expect,
// on an answer that the question does not allow, and, when the test ends, on lines that were never asked for.
// At the end of the list the table leaves.
type Script struct {
	t    TB
	say  []Said
	Seen []ask.Question // every question that was put
	n    int
}

// NewScript returns an asker that answers with the lines in order.
func NewScript(t TB, say ...Said) *Script {
	s := &Script{t: t, say: say}
	t.Cleanup(func() {
		if s.n < len(s.say) && !t.Failed() {
			t.Errorf("never asked: %v", s.say[s.n:])
		}
	})
	return s
}

// Ask answers with the next line.
func (s *Script) Ask(q ask.Question) (ask.Answer, error) {
	s.t.Helper()
	s.Seen = append(s.Seen, q)
	if s.n == len(s.say) {
		return ask.Answer{}, ask.ErrQuit
	}
	said := s.say[s.n]
	s.n++
	if said.ID != q.ID {
		s.t.Fatalf("line %d: asked %q, the script expects %q", s.n, q.ID, said.ID)
	}
	switch {
	case said.Line == "<":
		return ask.Answer{}, ask.ErrBack
	case said.Line == ">":
		return ask.Answer{}, ask.ErrNow
	case said.Line != "" && said.Line[0] == '?':
		return ask.Answer{}, &ask.Aside{Want: said.Line[1:]}
	case ask.Is[ask.Watch](q.Shape) && said.Line == "":
		return ask.Answer{By: ask.Scorekeeper}, nil
	}
	a, err := q.Read(said.Line)
	if err != nil {
		s.t.Fatalf("line %d: %q: %q is refused: %v", s.n, q.ID, said.Line, err)
	}
	return a, nil
}

func (s *Script) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(s, qs, got) }

// Last returns the last question with an ID, and fails the test if there was none.
func (s *Script) Last(id string) ask.Question {
	s.t.Helper()
	for _, q := range slices.Backward(s.Seen) {
		if q.ID == id {
			return q
		}
	}
	s.t.Fatalf("%s was never asked", id)
	return ask.Question{}
}

// String returns how far the script got, for failure messages.
func (s *Script) String() string { return fmt.Sprintf("%d of %d lines said", s.n, len(s.say)) }

// Reshape changes the shape of a question.
func Reshape[S ask.Shape](q *ask.Question, change func(*S)) {
	s := ask.As[S](*q)
	change(&s)
	q.Shape = s
}

// Notes returns what stands above a question, a line each.
func Notes(q ask.Question) string {
	lines := make([]string, len(q.Notes))
	for i, n := range q.Notes {
		lines[i] = n.String()
	}
	return strings.Join(lines, "\n")
}

// Options returns the lines that a question is answered from.
func Options(q ask.Question) []string {
	var lines []string
	for _, o := range q.List().Options {
		lines = append(lines, o.String())
	}
	return lines
}
