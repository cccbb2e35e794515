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
	pick := Question{Shape: Pick{Options: list}, Keys: []Key{{Letter: "x"}}}
	many := Question{Shape: Many{Options: list, Most: 2}}
	votes := Question{Shape: Each{Lo: 1, Hi: 5, Most: 2, Blank: true}, People: []int{0, 1}, Names: []string{"Ana", "Bia"}}
	line := Question{Shape: Each{Hi: 3, Plus: 1}, People: []int{0, 1}, Names: []string{"Ana", "Bia"}}
	photos := Question{Shape: Show{Pictures: true}, People: []int{0, 1}, Names: []string{"Ana", "Bia"}, Keys: []Key{{Letter: "x"}}}
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
		{Question{Shape: Show{}, People: []int{0, 1}}, Answer{Pictures: []string{"p", "q"}}, false},
		{Question{Shape: Pick{Options: list}, People: []int{0}}, Answer{Values: [][]int{{0}}, Pictures: []string{"p"}}, false},
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
		{Question{Shape: Number{Lo: 2, Hi: 4}}, One(4), true},
		{Question{Shape: Number{Lo: 2, Hi: 4}}, One(5), false},
		{Question{Shape: Words{}}, Answer{Text: "a"}, true},
		{Question{Shape: Words{}}, Answer{}, false},
		{Question{Shape: Show{}}, Answer{}, true},
		{Question{Shape: Show{}}, One(1), false},
		{Question{Shape: Watch{Options: list}}, Answer{}, true},
		{Question{Shape: Watch{Options: list}}, One(3), false},
	} {
		if got := c.q.Fits(c.a); got != c.want {
			t.Errorf("%+v to %T: %v", c.a, c.q.Shape, got)
		}
	}
}

// question is any question that a game may put; answer is one that fits it.
func question(t *rapid.T) Question {
	q := Question{ID: "q"}
	people := rapid.Permutation([]string{"Ana", "Bia", "Caio", "Davi", "Eva"}).Draw(t, "people")
	for i, n := range people[:rapid.IntRange(1, 5).Draw(t, "n")] {
		q.People, q.Names = append(q.People, i), append(q.Names, n)
	}
	some := func(label string) int { return rapid.IntRange(0, 2).Draw(t, label) }
	flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
	options := lang.Names(rapid.Permutation([]string{"dog", "cat", "cow", "hen"}).Draw(t, "options")[:rapid.IntRange(2, 4).Draw(t, "long")])
	lo := some("lo")
	hi := lo + rapid.IntRange(1, 12).Draw(t, "hi")
	each := Each{Lo: lo, Hi: hi, Most: some("most"), Blank: flag("blank")}
	if flag("listed") {
		each.Options = options
	}
	if each.Most < 2 {
		each.Plus = some("plus")
	}
	q.Shape = rapid.SampledFrom([]Shape{
		Show{Pictures: flag("pictures")}, Pick{Options: options}, Many{Options: options, Most: some("copies")}, each,
		Number{Lo: lo, Hi: hi}, Words{Blank: flag("wordless")}, Watch{Options: options},
	}).Draw(t, "shape")
	return q
}

func answer(t *rapid.T, q Question) Answer {
	a := Answer{By: Scorekeeper, Left: time.Duration(rapid.IntRange(0, 9).Draw(t, "left"))}
	lo, hi := 0, len(q.List().Options)-1
	if hi < 0 {
		lo, hi = q.Bounds()
	}
	n := func() int { return rapid.IntRange(lo, hi).Draw(t, "value") }
	switch s := q.Shape.(type) {
	case Show:
		for range q.People {
			if s.Pictures {
				a.Pictures = append(a.Pictures, rapid.SampledFrom([]string{"", "p", "q"}).Draw(t, "picture"))
			}
		}
	case Words:
		a.Text = rapid.StringMatching(`[a-z]{1,3}`).Draw(t, "text")
	case Pick, Watch:
		a.Values = [][]int{{n()}}
	case Number:
		a.Values = [][]int{{n()}}
	case Many:
		a.Values = [][]int{make([]int, len(q.List().Options))}
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
		name := q.List().Options[i].Other
		for _, o := range now.List().Options {
			if o.Other == name {
				return name
			}
		}
		return now.List().Options[i].Other // it goes by another name
	}
	out := map[string]string{}
	for k, row := range a.Values {
		who := ""
		if Is[Each](q.Shape) {
			who = q.Names[k]
			if !contains(now.Names, who) {
				continue
			}
		}
		for i, n := range row {
			text := fmt.Sprint(n)
			if Is[Many](q.Shape) {
				if n == 0 {
					continue
				}
				text = option(i)
			} else if len(q.List().Options) > 0 && !Is[Number](q.Shape) {
				text = option(n)
			}
			out[who] += text + " "
		}
	}
	for k, id := range a.Pictures {
		if id != "" && As[Show](now).Pictures && contains(now.Names, q.Names[k]) {
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
	q := Question{ID: "q", Shape: Each{Lo: 1, Hi: 5, Most: 2}, People: []int{0}, Names: four[:1]}
	pairs := q
	pairs.Shape = Each{Lo: 1, Hi: 5, Most: 2, Least: 2}
	if !pairs.SameAs(pairs, nil) || pairs.SameAs(q, nil) || q.SameAs(pairs, nil) {
		t.Error("one card each, or two")
	}
}

// What only one person was shown is never taken for seen, even where the sentence is the same: else
// whoever need not look again would stand out.
func TestWhatWasShownAloneIsNotCarried(t *testing.T) {
	q := Question{ID: "card.2", Shape: Show{}, Text: lang.Literal("You are the spy"), People: []int{2}, Names: []string{"Caio"}, Secret: true}
	if _, ok := q.Carry(Answered{q, Entry{"card.2", Answer{By: 2}}}, nil); ok {
		t.Error("it was carried")
	}
	q.Secret = false
	if _, ok := q.Carry(Answered{q, Entry{"card.2", Answer{By: 2}}}, nil); !ok {
		t.Error("what all were shown was not")
	}
}
