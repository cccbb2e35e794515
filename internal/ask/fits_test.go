package ask

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/internal/lang"
)

func TestFits(t *testing.T) {
	list := lang.Names([]string{"Ana", "Bia", "Caio"})
	pick := Question{Kind: Pick, Options: list, Keys: []Key{{Letter: "x"}}}
	many := Question{Kind: Many, Options: list, Most: 2}
	votes := Question{Kind: Each, People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Lo: 1, Hi: 5, Most: 2, Blank: true}
	line := Question{Kind: Each, People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Hi: 3, Plus: 1}
	photos := Question{Kind: Show, Pictures: true, People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Keys: []Key{{Letter: "x"}}}
	for _, c := range []struct {
		q    Question
		a    Answer
		want bool
	}{
		{photos, Answer{}, true},
		{photos, Answer{Pictures: []string{"p", ""}}, true},
		{photos, Answer{Pictures: []string{"", ""}}, true},
		{photos, Answer{Pictures: []string{"p"}}, false},
		{photos, Answer{Pictures: []string{"p", "q", "r"}}, false},
		{photos, Answer{Key: "x", Pictures: []string{"p"}}, false},
		{photos, Answer{Values: [][]int{{1}}, Pictures: []string{"p", ""}}, false},
		{Question{Kind: Show, People: []int{0, 1}}, Answer{Pictures: []string{"p", "q"}}, false},
		{Question{Kind: Pick, Options: list, Pictures: true, People: []int{0}}, Answer{Values: [][]int{{0}}, Pictures: []string{"p"}}, false},
		{pick, One(2), true},
		{pick, One(3), false},
		{pick, One(-1), false},
		{pick, Answer{}, false},
		{pick, Answer{Values: [][]int{{}}}, false},
		{pick, Answer{Values: [][]int{{0, 1}}}, false},
		{pick, Answer{Key: "x"}, true},
		{pick, Answer{Key: "y"}, false},
		{many, Answer{Values: [][]int{{0, 2, 1}}}, true},
		{many, Answer{Values: [][]int{{0, 3, 1}}}, false},
		{many, Answer{Values: [][]int{{0, 2}}}, false},
		{votes, Answer{Values: [][]int{{1, 5}, {}}}, true},
		{votes, Answer{Values: [][]int{{1, 1}, {}}}, false},
		{votes, Answer{Values: [][]int{{1, 2, 3}, {}}}, false},
		{votes, Answer{Values: [][]int{{0}, {1}}}, false},
		{votes, Answer{Values: [][]int{{1}}}, false},
		{votes, Answer{Values: [][]int{{1}, {1}}, Plus: 1}, false},
		{line, Answer{Values: [][]int{{3}, {0}}, Plus: 1}, true},
		{line, Answer{Values: [][]int{{3}, {}}}, false},
		{Question{Kind: Number, Lo: 2, Hi: 4}, One(4), true},
		{Question{Kind: Number, Lo: 2, Hi: 4}, One(5), false},
		{Question{Kind: Words}, Answer{Text: "a"}, true},
		{Question{Kind: Words}, Answer{}, false},
		{Question{Kind: Show}, Answer{}, true},
		{Question{Kind: Show}, One(1), false},
		{Question{Kind: Watch, Options: list}, Answer{}, true},
		{Question{Kind: Watch, Options: list}, One(3), false},
	} {
		if got := c.q.Fits(c.a); got != c.want {
			t.Errorf("%+v to kind %d: %v", c.a, c.q.Kind, got)
		}
	}
}

// question is any question that a game may put; answer is one that fits it.
func question(t *rapid.T) Question {
	q := Question{
		ID: "q", Kind: rapid.SampledFrom([]Kind{Show, Pick, Many, Each, Number, Words, Watch}).Draw(t, "kind"), Lo: rapid.IntRange(0, 2).Draw(t, "lo"),
		Most: rapid.IntRange(0, 2).Draw(t, "most"), Blank: rapid.Bool().Draw(t, "blank"),
	}
	q.Hi = q.Lo + rapid.IntRange(1, 12).Draw(t, "hi")
	people := rapid.Permutation([]string{"Ana", "Bia", "Caio", "Davi", "Eva"}).Draw(t, "people")
	for i, n := range people[:rapid.IntRange(1, 5).Draw(t, "n")] {
		q.People, q.Names = append(q.People, i), append(q.Names, n)
	}
	if q.Kind != Each || rapid.Bool().Draw(t, "listed") {
		q.Options = lang.Names(rapid.Permutation([]string{"dog", "cat", "cow", "hen"}).Draw(t, "options")[:rapid.IntRange(2, 4).Draw(t, "long")])
	}
	q.Pictures = q.Kind == Show && rapid.Bool().Draw(t, "pictures")
	if q.Most < 2 {
		q.Plus = rapid.IntRange(0, 2).Draw(t, "plus")
	}
	return q
}

func answer(t *rapid.T, q Question) Answer {
	a := Answer{By: Scorekeeper, Left: time.Duration(rapid.IntRange(0, 9).Draw(t, "left"))}
	lo, hi := q.Lo, q.Hi
	if len(q.Options) > 0 {
		lo, hi = 0, len(q.Options)-1
	}
	n := func() int { return rapid.IntRange(lo, hi).Draw(t, "value") }
	switch q.Kind {
	case Show:
		for range q.People {
			if q.Pictures {
				a.Pictures = append(a.Pictures, rapid.SampledFrom([]string{"", "p", "q"}).Draw(t, "picture"))
			}
		}
	case Words:
		a.Text = rapid.StringMatching(`[a-z]{1,3}`).Draw(t, "text")
	case Pick, Watch:
		a.Values = [][]int{{n()}}
	case Number:
		a.Values = [][]int{{rapid.IntRange(q.Lo, q.Hi).Draw(t, "number")}}
	case Many:
		a.Values = [][]int{make([]int, len(q.Options))}
		a.Values[0][0] = 1
	case Each:
		for range q.People {
			a.Values = append(a.Values, []int{n()})
		}
	}
	return a
}

// Whatever an answer was given to, what is carried over fits, and says the same: every
// option and every person by name.
func TestCarryKeepsWhatWasMeant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, now := question(t), question(t)
		a := answer(t, old)
		if !old.Fits(a) {
			t.Fatalf("%+v does not fit %+v", a, old)
		}
		got, ok := now.Carry(Answered{old, Entry{"q", a}}, nil)
		if !ok {
			return
		}
		if !now.Fits(got) {
			t.Fatalf("%+v carried to %+v does not fit", a, got)
		}
		if was, is := meaning(old, a, now), meaning(now, got, now); was != is {
			t.Fatalf("%s became %s", was, is)
		}
	})
}

// meaning is an answer by names, as far as they are of use to another question.
func meaning(q Question, a Answer, now Question) string {
	option := func(i int) string {
		name := q.Options[i].Other
		for _, o := range now.Options {
			if o.Other == name {
				return name
			}
		}
		return now.Options[i].Other // it goes by another name
	}
	out := map[string]string{}
	for k, row := range a.Values {
		who := ""
		if q.Kind == Each {
			who = q.Names[k]
			if !contains(now.Names, who) {
				continue
			}
		}
		for i, n := range row {
			text := fmt.Sprint(n)
			if q.Kind == Many {
				if n == 0 {
					continue
				}
				text = option(i)
			} else if len(q.Options) > 0 && q.Kind != Number {
				text = option(n)
			}
			out[who] += text + " "
		}
	}
	for k, id := range a.Pictures {
		if id != "" && now.Pictures && contains(now.Names, q.Names[k]) {
			out[q.Names[k]] = id
		}
	}
	return fmt.Sprint(out, a.Text, a.Plus)
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// A question that wants more of everybody is not the same question.
func TestSameAsLooksAtHowMany(t *testing.T) {
	q := Question{ID: "q", Kind: Each, People: []int{0}, Names: four[:1], Lo: 1, Hi: 5, Most: 2}
	pairs := q
	pairs.Least = 2
	if !pairs.SameAs(pairs, nil) || pairs.SameAs(q, nil) || q.SameAs(pairs, nil) {
		t.Error("one card each, or two")
	}
}

// What only one person was shown is never taken for seen, even where the sentence is the same: else
// whoever need not look again would stand out.
func TestWhatWasShownAloneIsNotCarried(t *testing.T) {
	q := Question{ID: "card.2", Kind: Show, Text: lang.Literal("You are the spy"), People: []int{2}, Names: []string{"Caio"}, Secret: true}
	if _, ok := q.Carry(Answered{q, Entry{"card.2", Answer{By: 2}}}, nil); ok {
		t.Error("it was carried")
	}
	q.Secret = false
	if _, ok := q.Carry(Answered{q, Entry{"card.2", Answer{By: 2}}}, nil); !ok {
		t.Error("what all were shown was not")
	}
}
