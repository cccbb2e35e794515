package prompt

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
	"github.com/tablemate/tablemate/scoring/shelf"
	"github.com/tablemate/tablemate/setup"
)

// judged asks at plain lines, and holds every answer against its question.
type judged struct {
	*Lines
	t *testing.T
}

func (j judged) Ask(q ask.Question) (ask.Answer, error) {
	if draw, ok := q.Shape.(ask.Draw); ok {
		return ask.One(draw.Hi / 2), nil
	}
	a, err := j.Lines.Ask(q)
	var aside *ask.Aside
	switch {
	case errors.As(err, &aside):
		if strings.ContainsFunc(aside.Want, unicode.IsControl) {
			j.t.Fatalf("a wish for %q", aside.Want)
		}
	case err == nil && !a.Same && !q.Said(j.voice).Fits(a):
		j.t.Fatalf("%s is answered by %+v", q.ID, a)
	case err == nil && strings.ContainsFunc(a.Text, unicode.IsControl):
		j.t.Fatalf("%s is answered by %q", q.ID, a.Text)
	}
	return a, err
}

func (j judged) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(j, qs, got) }

// Whatever comes on plain lines, each question has an answer that it can have or is put again, each game
// takes what it asked for, and nothing that acts on a terminal is printed.
func FuzzLines(f *testing.F) {
	games := shelf.Games
	table := setup.Table{Players: []string{"Ana", "Bia", "Caio", "Davi"}}
	var states []func() (scoring.Game, scoring.State)
	catalogs := []lang.Catalog{lang.Texts, ask.Texts, setup.Texts, scoring.Texts, Texts}
	for _, g := range games {
		states = append(states, func() (scoring.Game, scoring.State) {
			s, err := g.New(table.Clone())
			if err != nil {
				f.Fatal(err)
			}
			return g, s
		})
		catalogs = append(catalogs, g.Texts, g.Setup.Texts)
	}
	questions := lineQuestions()
	delete(questions, "watch")
	delete(questions, "draw")
	ids := slices.Sorted(maps.Keys(questions))
	var voices []*lang.Localizer
	for _, tag := range lang.Languages {
		voices = append(voices, lang.NewLocalizer(tag, catalogs...))
	}
	for i, in := range []string{"", "1", "Ana\n", "1.3 2\n45\n", "32-0 +1\n", "3-1\n+2\n", "<\n>\n?undo\n", "\x1b[2J\x00\t7\r\n", strings.Repeat("x", 1200) + "\n2\n", "\xff\xfe\n1 2 3", "1\n2\n3\n1 2\n", "\n\n\n1\n1\n1 2 3 4\n\n\n2\n3-21\n\n2 1 1 2\n"} {
		for which := range uint8(len(ids) + len(games)) {
			f.Add(in, which, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, in string, which, how uint8) {
		if len(in) > 1500 {
			return
		}
		var out strings.Builder
		l := NewLines(strings.NewReader(in), &out, voices[int(how)%len(voices)], 20+int(how)%80)
		j := judged{l, t}
		if k := int(which) % (len(ids) + len(states)); k < len(ids) {
			for n := 0; ; n++ {
				if _, err := j.Ask(questions[ids[k]]); errors.Is(err, ask.ErrQuit) {
					break
				}
				if n > 1+strings.Count(in, "\n") {
					t.Fatalf("%q has more answers than lines", in)
				}
			}
		} else {
			playLines(t, j, states[k-len(ids)])
		}
		if strings.ContainsFunc(out.String(), func(r rune) bool { return r != '\n' && lang.IsControl(r) }) {
			t.Fatalf("%q makes it print %q", in, out.String())
		}
	})
}

// playLines tells a game its events until nothing comes any more.
func playLines(t *testing.T, j judged, begin func() (scoring.Game, scoring.State)) {
	t.Helper()
	g, s := begin()
	for range 40 {
		if s.Result().Finished() {
			return
		}
		e, err := g.Next(j, s)
		if err != nil { // one step back, an aside, a clock, or nothing more to read
			if errors.Is(err, ask.ErrQuit) || errors.Is(err, errWatch) {
				return
			}
			continue
		}
		next, err := g.Apply(s, e)
		if err != nil {
			t.Fatalf("%s asked for %#v and refuses it: %v", g.ID, e, err)
		}
		s = next
	}
}
