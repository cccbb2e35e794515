package ask

import (
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// An answer given alone is nobody else's, whoever sits in that seat now.
func TestCarryIsTheirOwn(t *testing.T) {
	put := func(seat int, name string) Question {
		return Question{Head: Head{ID: fmt.Sprint("bid.", seat), People: []int{seat}, Names: []string{name}}, Shape: Number{Hi: 10}}
	}
	said := Answered{put(3, "Davi"), Entry{"bid.3", Answer{By: 3, Values: [][]int{{2}}}}}
	if a, ok := put(2, "Davi").Carry(said, nil); !ok || a.Values[0][0] != 2 {
		t.Error("Davi moved, and his bid is gone", a)
	}
	if _, ok := put(3, "Caio").Carry(said, nil); ok {
		t.Error("Caio has Davi's bid")
	}
	if _, ok := put(3, "David").Carry(said, map[string]string{"Davi": "David"}); !ok {
		t.Error("a name was put right, and the bid is gone")
	}
}

// Answers are carried over by the names of options and people, never by their numbers. An option that is gone
// is not picked; a renamed one in its place is.
func TestCarryByName(t *testing.T) {
	of := func(shape Shape, people ...string) Question {
		q := Question{Head: Head{ID: "q", Names: people}, Shape: shape}
		for seat := range people {
			q.People = append(q.People, seat)
		}
		return q
	}
	list := func(options ...string) []lang.Text { return lang.Names(options) }
	pick := func(options ...string) Question { return of(Pick{Options: list(options...)}) }
	many := func(options ...string) Question { return of(Many{Options: list(options...), Most: 2}) }
	number, words := of(Number{Hi: 9}), Question{Head: Head{ID: "q", Text: lang.Literal("Who?")}, Shape: Words{}}
	secret, others, elsewhere := number, words, pick("a", "b", "c")
	secret.Secret, others.Text, elsewhere.ID = true, lang.Literal("Where?"), "r"
	for _, c := range []struct {
		name string
		old  Question
		said [][]int
		now  Question
		want string // "": it is not carried over
	}{
		{"a pick", pick("a", "b", "c"), [][]int{{1}}, pick("c", "a", "b"), "[[2]]"},
		{"a pick that went", pick("a", "b", "c"), [][]int{{1}}, pick("c", "a"), ""},
		{"a pick under another name", pick("a", "b", "c"), [][]int{{1}}, pick("a", "B", "c"), "[[1]]"},
		{"a place that another one has now", pick("a", "b", "c"), [][]int{{1}}, pick("a", "c", "d"), ""},
		{"a press at a clock", of(Watch{Options: list("a", "b", "c")}), [][]int{{0}}, of(Watch{Options: list("c", "a", "b")}), "[[1]]"},
		{"several", many("a", "b", "c"), [][]int{{1, 0, 2}}, many("c", "a", "b"), "[[2 1 0]]"},
		{"several of more", many("a", "b", "c"), [][]int{{1, 0, 2}}, many("d", "a", "b", "c"), "[[0 1 0 2]]"},
		{"several, one of which went", many("a", "b", "c"), [][]int{{1, 0, 2}}, many("a", "b"), ""},
		{"several, and what went is none of them", many("a", "b", "c"), [][]int{{1, 0, 2}}, many("c", "a"), "[[2 1]]"},
		{"of each a number", of(Each{Hi: 9}, "Ana", "Bia"), [][]int{{1}, {2}}, of(Each{Hi: 9}, "Bia", "Ana"), "[[2] [1]]"},
		{"of each, and somebody new", of(Each{Hi: 9}, "Ana", "Bia"), [][]int{{1}, {2}}, of(Each{Hi: 9}, "Bia", "Eva"), ""},
		{"of each an option", of(Each{Options: list("a", "b", "c"), Most: 2}, "Ana", "Bia"), [][]int{{0, 2}, {1}}, of(Each{Options: list("c", "a", "b"), Most: 2}, "Bia", "Ana"), "[[2] [1 0]]"},
		{"of each an option, one of which went", of(Each{Options: list("a", "b", "c"), Most: 2}, "Ana", "Bia"), [][]int{{0}, {1}}, of(Each{Options: list("c", "a"), Most: 2}, "Ana", "Bia"), ""},
		{"of another kind", pick("a", "b", "c"), [][]int{{1}}, many("a", "b", "c"), ""},
		{"to another question", pick("a", "b", "c"), [][]int{{1}}, elsewhere, ""},
		{"aloud what was secret", secret, [][]int{{1}}, number, ""},
		{"the same words", words, nil, words, "[]"},
		{"words of something else", words, nil, others, ""},
	} {
		a, ok := c.now.Carry(Answered{c.old, Entry{"q", Answer{Values: c.said, Text: "x"}}}, nil)
		if ok != (c.want != "") || ok && fmt.Sprint(a.Values) != c.want {
			t.Errorf("%s: %v %v, want %s", c.name, a.Values, ok, c.want)
		}
	}
}
