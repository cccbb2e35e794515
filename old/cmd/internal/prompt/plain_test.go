package prompt

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// Whatever is typed on plain lines, each question gets a possible answer or is put again, and nothing that acts
// on a terminal is printed.
func FuzzLines(f *testing.F) {
	questions := lineQuestions()
	ids := slices.Sorted(maps.Keys(questions))
	var voices []*lang.Localizer
	for _, tag := range lang.Languages {
		voices = append(voices, lang.NewLocalizer(tag, lang.Texts, ask.Texts, Texts))
	}
	for i, in := range []string{"", "1", "Ana\n", "1.3 2\n45\n", "32-0 +1\n", "3-1\n+2\n", "<\n>\n?undo\n", "\x1b[2J\x00\t7\r\n", strings.Repeat("x", 1200) + "\n2\n", "\xff\xfe\n1 2 3", "1\n2\n3\n1 2\n"} {
		for which := range uint8(len(ids)) {
			f.Add(in, which, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, in string, which, how uint8) {
		if len(in) > 1500 {
			return
		}
		var out strings.Builder
		l, q := NewLines(strings.NewReader(in), &out, voices[int(how)%len(voices)], 20+int(how)%80, false), questions[ids[int(which)%len(ids)]]
		for n := 0; ; n++ {
			a, err := l.Ask(q)
			var aside *ask.Aside
			switch {
			case errors.Is(err, ask.ErrQuit):
				if strings.ContainsFunc(out.String(), func(r rune) bool { return r != '\n' && lang.IsControl(r) }) {
					t.Fatalf("%q makes it print %q", in, out.String())
				}
				return
			case n > 1+strings.Count(in, "\n"):
				t.Fatalf("%q has more answers than lines", in)
			case errors.As(err, &aside) && strings.ContainsFunc(aside.Want, unicode.IsControl):
				t.Fatalf("a wish for %q", aside.Want)
			case err == nil && (!a.Same && !q.Said(l.voice).Fits(a) || strings.ContainsFunc(a.Text, unicode.IsControl)):
				t.Fatalf("%s is answered by %+v", q.ID, a)
			}
		}
	})
}
