package ask

import (
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

// What somebody said alone is nobody else's, whoever sits at their seat now.
func TestCarryIsTheirOwn(t *testing.T) {
	put := func(seat int, name string) Question {
		return Question{ID: fmt.Sprint("bid.", seat), Shape: Number{Hi: 10}, People: []int{seat}, Names: []string{name}}
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

// An answer is carried by the names of what was picked and of who said it, never by their numbers; what went is not
// picked, and what stands in its place under a new name is.
func TestCarryByName(t *testing.T) {
	of := func(kind Kind, options []string, people ...string) Question {
		q := Question{ID: "q", Kind: kind, Hi: 9, Most: 2, Options: lang.Names(options), Names: people}
		for seat := range people {
			q.People = append(q.People, seat)
		}
		return q
	}
	abc, cab, words := []string{"a", "b", "c"}, []string{"c", "a", "b"}, Question{ID: "q", Kind: Words, Text: lang.Literal("Who?")}
	secret, others := of(Number, nil), words
	secret.Secret, others.Text = true, lang.Literal("Where?")
	for _, c := range []struct {
		name string
		old  Question
		said [][]int
		now  Question
		want string // "": it is not carried
	}{
		{"a pick", of(Pick, abc), [][]int{{1}}, of(Pick, cab), "[[2]]"},
		{"a pick that went", of(Pick, abc), [][]int{{1}}, of(Pick, []string{"c", "a"}), ""},
		{"a pick under another name", of(Pick, abc), [][]int{{1}}, of(Pick, []string{"a", "B", "c"}), "[[1]]"},
		{"a place that another one has now", of(Pick, abc), [][]int{{1}}, of(Pick, []string{"a", "c", "d"}), ""},
		{"a press at a clock", of(Watch, abc), [][]int{{0}}, of(Watch, cab), "[[1]]"},
		{"several", of(Many, abc), [][]int{{1, 0, 2}}, of(Many, cab), "[[2 1 0]]"},
		{"several of more", of(Many, abc), [][]int{{1, 0, 2}}, of(Many, []string{"d", "a", "b", "c"}), "[[0 1 0 2]]"},
		{"several, one of which went", of(Many, abc), [][]int{{1, 0, 2}}, of(Many, []string{"a", "b"}), ""},
		{"several, and what went is none of them", of(Many, abc), [][]int{{1, 0, 2}}, of(Many, []string{"c", "a"}), "[[2 1]]"},
		{"of each a number", of(Each, nil, "Ana", "Bia"), [][]int{{1}, {2}}, of(Each, nil, "Bia", "Ana"), "[[2] [1]]"},
		{"of each, and somebody new", of(Each, nil, "Ana", "Bia"), [][]int{{1}, {2}}, of(Each, nil, "Bia", "Eva"), ""},
		{"of each an option", of(Each, abc, "Ana", "Bia"), [][]int{{0, 2}, {1}}, of(Each, cab, "Bia", "Ana"), "[[2] [1 0]]"},
		{"of each an option, one of which went", of(Each, abc, "Ana", "Bia"), [][]int{{0}, {1}}, of(Each, []string{"c", "a"}, "Ana", "Bia"), ""},
		{"of another kind", of(Pick, abc), [][]int{{1}}, of(Many, abc), ""},
		{"aloud what was secret", secret, [][]int{{1}}, of(Number, nil), ""},
		{"the same words", words, nil, words, "[]"},
		{"words of something else", words, nil, others, ""},
	} {
		a, ok := c.now.Carry(Answered{c.old, Entry{"q", Answer{Values: c.said, Text: "x"}}}, nil)
		if ok != (c.want != "") || ok && fmt.Sprint(a.Values) != c.want {
			t.Errorf("%s: %v %v, want %s", c.name, a.Values, ok, c.want)
		}
	}
}
