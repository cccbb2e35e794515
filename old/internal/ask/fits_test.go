package ask

import (
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
)

func TestFits(t *testing.T) {
	list := lang.Names([]string{"Ana", "Bia", "Caio"})
	pick := Question{Shape: Pick{Options: list}, Keys: []Key{{Letter: "x"}}}
	many := Question{Shape: Many{Options: list, Most: 2}}
	votes := Question{Head: Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}}, Shape: Each{Lo: 1, Hi: 5, Most: 2, Blank: true}}
	line := Question{Head: Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}}, Shape: Each{Hi: 3, Plus: 1}}
	photos := Question{Head: Head{People: []int{0, 1}, Names: []string{"Ana", "Bia"}}, Shape: Show{Pictures: true}, Keys: []Key{{Letter: "x"}}}
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
		{Question{Head: Head{People: []int{0, 1}}, Shape: Show{}}, Answer{Pictures: []string{"p", "q"}}, false},
		{Question{Head: Head{People: []int{0}}, Shape: Pick{Options: list}}, Answer{Values: [][]int{{0}}, Pictures: []string{"p"}}, false},
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

// A question for more values is not the same question.
func TestSameAsLooksAtHowMany(t *testing.T) {
	q := Question{Head: Head{ID: "q", People: []int{0}, Names: four[:1]}, Shape: Each{Lo: 1, Hi: 5, Most: 2}}
	pairs := q
	pairs.Shape = Each{Lo: 1, Hi: 5, Most: 2, Least: 2}
	one, two := Answered{q, Entry{"q", *UsualRow(3)}}, Answered{pairs, Entry{"q", *UsualRow(2, 3)}}
	if !pairs.SameAs(two, nil) || pairs.SameAs(one, nil) || !q.SameAs(one, nil) {
		t.Error("one card each, or two")
	}
}

// Something shown to one person alone never counts as seen, even if the text is the same; otherwise the people
// who need not look again would stand out.
func TestWhatWasShownAloneIsNotCarried(t *testing.T) {
	q := Question{Head: Head{ID: "card.2", Text: lang.Literal("You are the spy"), People: []int{2}, Names: []string{"Caio"}, Secret: true}, Shape: Show{}}
	if _, ok := q.Carry(Answered{q, Entry{"card.2", Answer{By: 2}}}, nil); ok {
		t.Error("it was carried")
	}
	q.Secret = false
	if _, ok := q.Carry(Answered{q, Entry{"card.2", Answer{By: 2}}}, nil); !ok {
		t.Error("what all were shown was not")
	}
}
