package prompt

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

func lines(in, tag string) (*Lines, *strings.Builder) {
	out := &strings.Builder{}
	return NewLines(strings.NewReader(in), out, lang.NewLocalizer(tag, lang.Texts, ask.Texts, Texts), 60, false), out
}

func lineQuestions() map[string]ask.Question {
	names := []string{"Ana", "Bia", "Caio"}
	row := func(v ...int) *ask.Answer { return &ask.Answer{By: ask.Scorekeeper, Values: [][]int{v}} }
	return map[string]ask.Question{
		"words":  {Head: ask.Head{ID: "l.words", Text: lang.Literal("Who is it?")}, Shape: ask.Words{}},
		"again":  {Head: ask.Head{ID: "l.again", Text: lang.Literal("Who is it?"), Suggest: &ask.Answer{By: ask.Scorekeeper, Text: "João"}}, Shape: ask.Words{}},
		"number": {Head: ask.Head{ID: "l.number", Text: lang.Literal("How many points?")}, Shape: ask.Number{Hi: 30}},
		"pick":   {Head: ask.Head{ID: "l.pick", Text: lang.Literal("Who told the story?"), Suggest: row(1)}, Shape: ask.Pick{Options: lang.Names(names)}, Keys: []ask.Key{{Letter: "x", Text: lang.Literal("nobody")}}},
		"free":   {Head: ask.Head{ID: "l.free", Text: lang.Literal("Who told the story?")}, Shape: ask.Pick{Options: lang.Names(names)}},
		"many":   {Head: ask.Head{ID: "l.many", Text: lang.Literal("Which ones?"), Suggest: row(1, 0, 1)}, Shape: ask.Many{Options: lang.Names(names)}},
		"copies": {Head: ask.Head{ID: "l.copies", Text: lang.Literal("How many?"), Suggest: row(2, 0, 1)}, Shape: ask.Many{Options: lang.Names(names), Most: 4}},
		"each":   {Head: ask.Head{ID: "l.each", Text: lang.Literal("How many each?"), People: []int{0, 1, 2}, Names: names}, Shape: ask.Each{Hi: 3, Blank: true, Plus: 1}},
		"vote":   {Head: ask.Head{ID: "l.vote", Text: lang.Literal("Who is it?"), People: []int{2, 0, 1}, Names: []string{"Caio", "Ana", "Bia"}}, Shape: ask.Each{Options: lang.Names(names), Order: lang.Literal("Voting in this order:"), Example: [][]int{{0}, {1}, {2}}}},
		"show":   {Head: ask.Head{ID: "l.show", Text: lang.Literal("Shuffle the cards"), Notes: lang.Names([]string{"There are 84 of them, and none of them may be seen by anybody."})}, Shape: ask.Show{}},
		"secret": {Head: ask.Head{ID: "l.secret", Text: lang.Literal("Who is the spy?"), People: []int{1}, Names: names[1:2], Secret: true, Suggest: row(0)}, Shape: ask.Pick{Options: lang.Names(names)}},
		"hidden": {Head: ask.Head{ID: "l.hidden", Text: lang.Literal("Which card?"), People: []int{1}, Names: names[1:2], Suggest: row(3)}, Hidden: true, Stands: true, Shape: ask.Each{Lo: 1, Hi: 4, Cards: true}},
		"alone":  {Head: ask.Head{ID: "l.alone", Text: lang.Literal("You are at: Beach"), Notes: lang.Names([]string{"Only you see this."}), People: []int{1}, Names: names[1:2], Secret: true}, Shape: ask.Show{}},
	}
}

// The notation comes from the question, or else from what people may answer.
func TestHow(t *testing.T) {
	four := []int{0, 1, 2, 3}
	for want, q := range map[string]ask.Question{
		"for example 1 3 - 3 or 13-3 · - for anyone who sits out · +1 to +4 may follow": {Head: ask.Head{People: four}, Shape: ask.Each{Hi: 3, Blank: true, Plus: 4}},
		"0–3 fulfilled":                           {Head: ask.Head{People: four}, Shape: ask.Each{Hi: 3, Blank: true, Plus: 4, How: lang.Literal("0–3 fulfilled")}},
		"for example 2 4 2 4 · up to 2 each: 1.2": {Head: ask.Head{People: four}, Shape: ask.Each{Lo: 1, Hi: 4, Most: 2}},
		"up to 2: 1.2":                            {Head: ask.Head{People: four[:1]}, Shape: ask.Each{Lo: 1, Hi: 4, Most: 2}},
		"for example 2 1 or 21":                   {Head: ask.Head{People: four[:2]}, Shape: ask.Each{Options: []lang.Text{lang.Literal("Ana"), lang.Literal("Bia"), lang.Literal("Davi")}, Marks: []lang.Text{lang.Literal("1"), lang.Literal("2"), lang.Literal("4")}}},
		"for example 2+3 4+5":                     {Head: ask.Head{People: four[:2]}, Shape: ask.Each{Lo: 1, Hi: 5, Most: 2, Least: 2}},
		"a, b and c are 10, 11 and 12":            {Head: ask.Head{People: four[:1]}, Shape: ask.Each{Lo: 1, Hi: 12}},
		"for example 1 3 0 2":                     {Head: ask.Head{People: four}, Shape: ask.Each{Hi: 40}},
	} {
		if got := how(lang.NewLocalizer("en"), q, ask.As[ask.Each](q)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The person of a secret is named once: by the question or below it.
func TestWhoAnswersInSecret(t *testing.T) {
	for text, want := range map[string]int{"Bia, your vote, please": 1, "Whose photo is the best?": 1, "Biased, your vote?": 2} {
		q := ask.Question{Head: ask.Head{ID: "l.own", Text: lang.Literal(text), People: []int{1}, Names: []string{"Bia"}, Secret: true}, Shape: ask.Each{Lo: 1, Hi: 4}}
		out := strings.Split(NewLines(strings.NewReader(""), io.Discard, lang.NewLocalizer("en"), 200, false).question(q), "\n")
		if n := strings.Count(strings.Join(out[1:], "\n"), "Bia"); n != want { // the first line hands the keyboard over
			t.Errorf("%s: %d times in\n%q", text, n, out)
		}
		term := Terminal{voice: lang.NewLocalizer("en")}
		said := ""
		for _, line := range term.head(q, nil, "") {
			said += line.text + "\n"
		}
		if n := strings.Count(said, "Bia"); n != want {
			t.Errorf("%s: %d times in\n%s", text, n, said)
		}
	}
}

func shown(a ask.Answer, err error) string {
	var aside *ask.Aside
	switch {
	case errors.As(err, &aside):
		return "aside:" + aside.Want
	case err != nil:
		return err.Error()
	}
	return fmt.Sprintf("%d %v%q%s+%d", a.By, a.Values, a.Text, a.Key, a.Plus)
}

func TestLines(t *testing.T) {
	quit := ask.ErrQuit.Error()
	for _, c := range []struct{ q, in, want string }{
		{"words", "Ana\n", `-1 []"Ana"+0`},
		{"words", "  Ana  \r\n", `-1 []"Ana"+0`},
		{"words", "\nAna\n", `-1 []"Ana"+0`},
		{"words", "A\x1bn\x00a\t\xff\n", `-1 []"Ana"+0`},
		{"words", "Ana", `-1 []"Ana"+0`},
		{"words", "", quit},
		{"words", "\n", quit},
		{"words", "<\n", ask.ErrBack.Error()},
		{"words", "?\n", "aside:"},
		{"words", "? undo \n", "aside:undo"},
		{"again", "\n", `-1 []"João"+0`},
		{"again", "", quit},
		{"again", "Zé\n", `-1 []"Zé"+0`},
		{"number", "31\nx\n30\n", `-1 [[30]]""+0`},
		{"pick", "\n", `-1 [[1]]""+0`},
		{"pick", "ca\n", `-1 [[2]]""+0`},
		{"pick", "4\nX\n", `-1 []""x+0`},
		{"pick", "9\n\n", `-1 [[1]]""+0`},
		{"free", "\n1\n", `-1 [[0]]""+0`},
		{"many", "\n", `-1 [[1 0 1]]""+0`},
		{"many", "2 3\n", `-1 [[1 1 0]]""+0`},
		{"copies", "2=4\n", `-1 [[2 4 1]]""+0`},
		{"copies", "2=5\n2\n", `-1 [[2 1 1]]""+0`},
		{"each", "32-+1\n", `-1 [[3] [2] []]""+1`},
		{"show", "\n", `-1 []""+0`},
		{"show", "", quit},
		{"secret", "\n3\n", `1 [[2]]""+0`},
		{"alone", "\n\n", `1 []""+0`},
		{"alone", "<\n", ask.ErrBack.Error()},
		{"alone", "\n?undo\n", "aside:undo"},
		{"alone", "\n", quit},
	} {
		l, out := lines(c.in, "en")
		if got := shown(l.Ask(lineQuestions()[c.q])); got != c.want {
			t.Errorf("%s %q: %s, want %s\n%s", c.q, c.in, got, c.want, out)
		}
	}
}

// On plain lines the values of sums are printed after them, and so is the number left for the last person of a
// line that has to add up.
func TestLinesSayASum(t *testing.T) {
	people := ask.Head{Text: lang.Literal("Points?"), People: []int{0, 1}, Names: []string{"Ana", "Bia"}}
	for typed, c := range map[string]struct {
		shape ask.Shape
		want  string
	}{
		"12+5 3":  {ask.Each{Hi: 40}, "for example 1 3\n› ✔ Ana 12+5 = 17 · Bia 3\n"},
		"17 3":    {ask.Each{Hi: 40}, "for example 1 3\n› "},
		"9":       {ask.Each{Hi: 40, Sum: []int{26}}, "Ana · Bia\n26 in all: the last number may be left out\n› ✔ Ana 9 · Bia 17\n"},
		"3*4":     {ask.Number{Hi: 40}, "› ✔ 3*4 = 12\n"},
		"99999+1": {ask.Number{Hi: 99999}, "› ✗ “99999+1” is 100000: from 0 to 99999, please\n› "},
	} {
		l, out := lines(typed+"\n", "en")
		q := ask.Question{Head: people, Shape: c.shape}
		if ask.Is[ask.Number](c.shape) {
			q.People, q.Names = nil, nil
		}
		if _, err := l.Ask(q); err != nil && typed != "99999+1" || !strings.HasSuffix(out.String(), c.want) {
			t.Errorf("%q: %v\n%s", typed, err, out)
		}
	}
}

// The whole text, in both languages.
func TestLinesSay(t *testing.T) {
	for _, c := range []struct{ tag, q, in, want string }{
		{"en", "pick", "7\n1\n", `Who told the story?
1  Ana
2  Bia
3  Caio
x  nobody
[Bia] › ✗ “7” is not on the list: type a number from 1 to 3, or how
a line begins
[Bia] › `},
		{"pt-BR", "copies", "\n", `How many?
1  [2] Ana
2  [ ] Bia
3  [1] Caio
digite as mudanças, numa linha só: 3 muda a linha 3, 3=2
pega duas dela, no máximo 4; Enter deixa assim
› `},
		{"en", "each", "321\n", `How many each?
Ana · Bia · Caio
for example 1 - 1 or 1-1 · - for anyone who sits out ·
+1 may follow
› `},
		{"en", "vote", "123\n", `Who is it?
Voting in this order: Caio · Ana · Bia
1  Ana
2  Bia
3  Caio
for example 1 2 3 or 123
› `},
		{"pt-BR", "show", "\n", `There are 84 of them, and none of them may be seen by
anybody.
Shuffle the cards
Enter continua
› `},
		{"en", "secret", "1\n", `The keyboard goes to Bia. Everybody else looks away. On
plain lines what is typed can be seen.
Who is the spy?
1  Ana
2  Bia
3  Caio
› ` + strings.Repeat("\n", wiped)},
		{"en", "hidden", "\n", "Which card?\n› " + strings.Repeat("\n", wiped)},
		{"en", "alone", "\n\n", `The keyboard goes to Bia. Everybody else looks away.
Enter to continue
› On plain lines what is shown stays above: please do not
scroll back.
Only you see this.
You are at: Beach
Enter to continue
› ` + strings.Repeat("\n", wiped)},
		{"en", "again", "\n", "Who is it?\n[João] › "},
	} {
		l, out := lines(c.in, c.tag)
		if _, err := l.Ask(lineQuestions()[c.q]); err != nil {
			t.Errorf("%s: %v", c.q, err)
		}
		if out.String() != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.q, out, c.want)
		}
	}
}

// One reader serves all questions: nothing read ahead is lost.
func TestLinesReadAhead(t *testing.T) {
	l, _ := lines("Ana\n12\n\n32-\nBia", "en")
	var got []string
	for _, q := range []string{"words", "number", "again", "each", "words", "words"} {
		got = append(got, shown(l.Ask(lineQuestions()[q])))
	}
	want := `-1 []"Ana"+0; -1 [[12]]""+0; -1 []"João"+0; -1 [[3] [2] []]""+0; -1 []"Bia"+0; ` + ask.ErrQuit.Error()
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
}

func TestLinesVeryLongLine(t *testing.T) {
	long := strings.Repeat("é", lineLimit)
	if l, _ := lines(long+"x\n"+long+"\n", "en"); shown(l.Ask(lineQuestions()["words"])) != `-1 []"`+long+`"+0` {
		t.Error("the longest line is not taken")
	}
	l, out := lines(strings.Repeat("x", 1<<20)+"\nAna\n", "en")
	if got := shown(l.Ask(lineQuestions()["words"])); got != `-1 []"Ana"+0` {
		t.Error(got)
	}
	if !strings.Contains(out.String(), "too long") {
		t.Errorf("%s", out)
	}
}

func TestLinesFault(t *testing.T) {
	l, out := lines("Bia\n", "pt-BR")
	q := lineQuestions()["words"]
	q.Fault = fault.New(lang.Literal("taken"), "names")
	if got := shown(l.Ask(q)); got != `-1 []"Bia"+0` || !strings.Contains(out.String(), "✗ taken\n") {
		t.Errorf("%s\n%s", got, out)
	}
}

// An earlier answer that is shown again cannot reverse the line.
func TestTypedTextIsSanitized(t *testing.T) {
	q := lineQuestions()["again"]
	q.Suggest = &ask.Answer{By: ask.Scorekeeper, Text: "\u202eoãoJ\x1b[2J"}
	l, out := lines("\n", "en")
	if _, err := l.Ask(q); err != nil || out.String() != "Who is it?\n[oãoJ[2J] › " {
		t.Errorf("%q, %v", out, err)
	}
	if got := answerText(l.voice, q, *q.Suggest); got != "oãoJ[2J" {
		t.Errorf("%q", got)
	}
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }
func (full) Read([]byte) (int, error)  { return 0, errFull }

func TestLinesPassErrorsOn(t *testing.T) {
	voice := lang.NewLocalizer("en")
	q := lineQuestions()["words"]
	if _, err := NewLines(strings.NewReader("Ana\n"), full{}, voice, 80, false).Ask(q); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if _, err := NewLines(full{}, &strings.Builder{}, voice, 80, false).Ask(q); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

// On plain lines where the table is comes above a question when it has changed, and again after other output,
// then with who is ahead.
func TestWhereOnLines(t *testing.T) {
	var out strings.Builder
	l := NewLines(strings.NewReader("\n\n\n\n"), &out, lang.NewLocalizer("en", Texts), 80, false)
	ask := func() {
		if _, err := l.Ask(ask.Question{Head: ask.Head{Text: lang.Literal("Done?")}, Shape: ask.Show{}}); err != nil {
			t.Fatal(err)
		}
	}
	l.Above("Turn 1", "")
	ask()
	ask()
	l.Above("Turn 2", "Ana leads with 3")
	ask()
	l.Recap(nil)
	ask()
	got := strings.ReplaceAll(out.String(), "Done?\nEnter to continue\n› ", "?\n")
	if want := "Turn 1\n?\n?\nTurn 2\n?\nTurn 2 · Ana leads with 3\n?\n"; got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// A Latin-1 terminal sends one byte per letter; elsewhere such a byte is dropped.
func TestLinesInLatin(t *testing.T) {
	for latin, want := range map[bool]string{true: "Zé", false: "Z"} {
		l, _ := lines("Z\xe9\n", "en")
		l.latin = latin
		if a, err := l.Ask(lineQuestions()["words"]); err != nil || a.Text != want {
			t.Errorf("latin %t: %q, %v", latin, a.Text, err)
		}
	}
}
