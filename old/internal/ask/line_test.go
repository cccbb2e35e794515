package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/internal/fault"
	"github.com/tablemate/tablemate/old/internal/lang"
)

var four = []string{"Ana", "Bia", "Caio", "Davi"}

// A row is a line typed at a question, and how it is read: its values and the +n, or why it is refused.
type row struct {
	q          Question
	line, want string
}

func reads(t *testing.T, rows []row) {
	t.Helper()
	for _, c := range rows {
		a, err := c.q.Read(c.line)
		got := fmt.Sprint(a.Values)
		if a.Plus > 0 {
			got += fmt.Sprintf(" +%d", a.Plus)
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s\nwant %s", c.line, got, c.want)
		}
	}
}

func TestReadEach(t *testing.T) {
	guests := Question{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Hi: 3, Blank: true, Plus: 4}}
	cards := Question{Head: Head{People: []int{1, 2, 3}, Names: four[1:]}, Shape: Each{Lo: 1, Hi: 12, Most: 2}}
	cards1 := Question{Head: Head{People: []int{1, 2, 3}, Names: four[1:]}, Shape: Each{Lo: 1, Hi: 12, Cards: true}}
	chips := Question{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Hi: 40}}
	eleven := Question{Head: Head{People: make([]int, 11), Names: []string{"Ana", "Bia", "Davi", "Edu", "Fabi", "Gil", "Hugo", "Iara", "Joca", "Kim", "Lia"}}, Shape: Each{Lo: 1, Hi: 12, Most: 2}}
	pad := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Lo: -99999, Hi: 99999, Blank: true}}
	digits := Question{Head: Head{People: []int{1, 2, 3}, Names: four[1:]}, Shape: Each{Lo: 1, Hi: 9, Most: 2}}
	alone := Question{Head: Head{People: []int{1}, Names: four[1:2]}, Shape: Each{Lo: 1, Hi: 9, Most: 2}}
	pairs := Question{Head: Head{People: []int{1, 2}, Names: four[1:3]}, Shape: Each{Lo: 1, Hi: 5, Most: 2, Least: 2}}
	photos := Question{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Options: lang.Names([]string{"Ana", "Caio"}), Blank: true}}
	photo := Question{Head: Head{People: []int{0}, Names: four[:1]}, Shape: Each{Options: lang.Names([]string{"Ana", "Davi", "Da Silva"})}}
	reads(t, []row{
		{guests, "3 2 - 0", "[[3] [2] [] [0]]"},
		{guests, "32-0", "[[3] [2] [] [0]]"},
		{guests, " 32-0 +1", "[[3] [2] [] [0]] +1"},
		{guests, " 32 -0 +1", "Ana: “32” is not a number from 0 to 3"},
		{guests, "32-0+4", "[[3] [2] [] [0]] +4"},
		{guests, "3,2,-,0", "[[3] [2] [] [0]]"},
		{guests, "32-", "Davi is missing: 3 of 4 answers"},
		{guests, "32-01", "“1” is left over after Davi: 4 answers, please"},
		{guests, "34-0", "Bia: “4” is not a number from 0 to 3"},
		{guests, "32x0", "Caio: “x” is not a number from 0 to 3"},
		{guests, "32-0 +5", "“+5” does not fit: +4 at most at the end of the line"},
		{cards1, "1 2+3 3", "Caio: only one answer each, please"},
		{cards1, "12+33", "Caio: only one answer each, please"},
		{cards1, "123+1", "Davi: only one answer each, please"},
		{cards1, "123 +1", "“+1” does not fit: nothing is added at the end of this line"},
		{guests, "32-0 +1+1", "[[3] [2] [] [0]] +2"},
		{guests, "32-0 +1 + 3", "[[3] [2] [] [0]] +4"},
		{guests, "32-0 +3 +2", "“+2” does not fit: +4 at most at the end of the line"},
		{guests, "32-0 +1 2", "“+1 2” does not fit: +4 at most at the end of the line"},
		{cards, "1 2 3", "[[1] [2] [3]]"},
		{cards, "123", "[[1] [2] [3]]"},
		{cards, "1+2 a c+9", "[[1 2] [10] [12 9]]"},
		{cards, "1+2ac+9", "[[1 2] [10] [12 9]]"},
		{cards, "10 11 3", "[[10] [11] [3]]"},
		{cards, "1+1 2 3", "Bia: 1 is entered twice"},
		{cards, "1+2+3 2 3", "Bia: 2 answers at most, please"},
		{cards, "1.2 a c.9", "[[1 2] [10] [12 9]]"},
		{cards, "1.2ac.9", "[[1 2] [10] [12 9]]"},
		{cards, "13 2 3", "Bia: “13” is not a number from 1 to 12 (c)"},
		{cards1, "1.2 3 4", "Bia: “1.2” is not a number from 1 to 12 (c)"},
		{digits, "13 2 89", "[[1 3] [2] [8 9]]"},
		{digits, "132", "[[1] [3] [2]]"},
		{digits, "1.32.4", "Davi is missing: 2 of 3 answers"},
		{digits, "131 2 3", "Bia: 2 answers at most, please"},
		{digits, "11 2 3", "Bia: 1 is entered twice"},
		{alone, "13", "[[1 3]]"},
		{pairs, "1+2 4+5", "[[1 2] [4 5]]"},
		{pairs, "12 45", "[[1 2] [4 5]]"},
		{pairs, "12 4.5", "[[1 2] [4 5]]"},
		{pairs, "1245", "[[1 2] [4 5]]"},
		{pairs, "1 2 4 5", "[[1 2] [4 5]]"},
		{pairs, "12", "Caio is missing: 1 of 2 answers"},
		{pairs, "124", "Caio: 2 answers, please, for example 1.2"},
		{pairs, "12451", "“1” is left over after Caio: 2 answers, please"},
		{pairs, "1+245", "Caio: 2 answers, please, for example 1.2"},
		{pairs, "2 4", "Bia: 2 answers, please, for example 1.2"},
		{pairs, "12 4", "Caio: 2 answers, please, for example 1.2"},
		{pairs, "12 456", "Caio: 2 answers at most, please"},
		{photos, "1 - 2 1", "[[0] [] [1] [0]]"},
		{photos, "Ana - caio a", "[[0] [] [1] [0]]"},
		{photos, "a-c2", "[[0] [] [1] [1]]"},
		{photos, "Ana - x a", "Caio: “x” is not on the list: Ana and Caio"},
		{photo, "da silva", "[[2]]"},
		{photo, "davi x", "“x” is left over: just one answer for Ana, please"},
		{photo, "da", "Ana: “da” is not on the list: Ana, Davi and Da Silva"},
		{photo, "3", "[[2]]"},
		{cards, "1-3", "Caio needs an answer: from 1 to 12 (c), please"},
		{chips, "7 10 31 0", "[[7] [10] [31] [0]]"},
		{chips, "71031", "“71031” cannot be read: 0 to 40 each, with spaces between the numbers, please"},
		{chips, "7 10 31", "Davi is missing: 3 of 4 answers"},
		{chips, "7101", "[[7] [1] [0] [1]]"},
		{chips, "07103100", "[[7] [10] [31] [0]]"},
		{chips, "07109900", "Caio: “99” is not a number from 0 to 40"},
		{chips, "071031000", "“071031000” cannot be read: 0 to 40 each, with spaces between the numbers, please"},
		{pad, "120518", "[[12] [5] [18]]"},
		{pad, "12051", "“12051” cannot be read: -99999 to 99999 each, with spaces between the numbers, please"},
		{chips, "710", "“710” cannot be read: 0 to 40 each, with spaces between the numbers, please"},
		{eleven, "11 2 4 5 6 7 8 9 1 2", "Lia is missing: 10 of 11 answers"},
		{eleven, "10 2 4 5 6 7 8 9 1 2 3 4", "“4” is left over after Lia: 11 answers, please"},
		{eleven, "3.131.a4.5231c2b1", "[[3 1] [3] [1 10] [4 5] [2] [3] [1] [12] [2] [11] [1]]"},
		{eleven, "11,2,4,5,6,7,8,9,1,2,b", "[[11] [2] [4] [5] [6] [7] [8] [9] [1] [2] [11]]"},
		{pad, "+5 −3 –7", "[[5] [-3] [-7]]"},
		{pad, "5+3 3 3", "[[8] [3] [3]]"},
		{pad, "583", "“583” cannot be read: -99999 to 99999 each, with spaces between the numbers, please"},
		{pad, "7 − 2", "[[7] [] [2]]"},
		{chips, "7 10 31 0 +1", "“+1” does not fit: nothing is added at the end of this line"},
		{chips, "7 10 99 0", "Caio: “99” is not a number from 0 to 40"},
		{chips, "7 10 -3 0", "Caio: “-3” is not a number from 0 to 40"},
	})
}

func TestReadOthers(t *testing.T) {
	pick := Question{Shape: Pick{Options: []lang.Text{lang.Literal("Dance"), lang.Literal("Day"), lang.Literal("Gifts")}}}
	if i, fit := (List{Options: []lang.Text{lang.Literal("Fátima"), lang.Literal("Éder"), lang.Literal("Eder")}}).beginning("fatima"); i != 0 || fit != 1 {
		t.Errorf("fatima: %d, %d", i, fit)
	}
	if i, fit := (List{Options: []lang.Text{lang.Literal("Éder"), lang.Literal("Eder")}}).beginning("ed"); i != 1 || fit != 1 {
		t.Errorf("an accent counts where there is a name without: %d, %d", i, fit)
	}
	accent := List{Options: []lang.Text{lang.Literal("Ana")}, Barred: []Barred{{Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}}}
	if i, err := accent.option("\u0301"); err == nil || err.Error() == "Bia is out" {
		t.Error("an accent alone is the beginning of every name:", i, err)
	}
	kept := Answer{Values: [][]int{{1, 1, 0}}}
	many := Question{Head: Head{Suggest: &kept}, Shape: Many{Options: pick.List().Options, Most: 4}}
	single := Question{Head: Head{Suggest: &kept}, Shape: Many{Options: pick.List().Options}}
	reads(t, []row{
		{pick, "2", "[[1]]"},
		{pick, "g", "[[2]]"},
		{pick, "dan", "[[0]]"},
		{pick, "da", "“da” fits more than one line: type more of it, or its number"},
		{pick, "4", "“4” is not on the list: type a number from 1 to 3, or how a line begins"},
		{pick, "", "type something, please"},
		{many, "", "[[1 1 0]]"},
		{many, "1 3=2", "[[0 1 2]]"},
		{many, "3=5", "“3=5” does not fit: type 3 to switch line 3, or 3=2 for two of it (4 at most)"},
		{single, "3=2", "“3=2” does not fit: type 3 to switch line 3"},
		{single, "4", "“4” does not fit: type 3 to switch line 3"},
		{many, "4", "“4” does not fit: type 3 to switch line 3, or 3=2 for two of it (4 at most)"},
		{Question{Shape: Number{Lo: 1, Hi: 30}}, "31", "“31” is not a whole number from 1 to 30"},
		{Question{Shape: Number{Lo: 4, Hi: 4}}, "1", "“1” does not fit: it can only be 4"},
		{Question{Shape: Number{Lo: 1, Hi: 30}}, "30", "[[30]]"},
		{Question{Shape: Words{}}, " ", "type something, please"},
	})
	if a, err := (Question{Head: Head{People: []int{0}, Names: four[:1]}, Shape: Each{}, Keys: []Key{{Letter: "r"}}}).Read("R"); err != nil || a.Key != "r" {
		t.Error(a, err)
	}
}

// No refusal repeats a secret.
func TestRefusedSecretsAreNotRepeated(t *testing.T) {
	vote := Question{Head: Head{Secret: true, People: []int{0}, Names: four[:1]}, Shape: Each{Options: lang.Names([]string{"Bia", "Caio"}), Blank: true}}
	cards := Question{Head: Head{Secret: true, People: []int{0}, Names: four[:1]}, Shape: Each{Lo: 1, Hi: 9, Most: 2}}
	bid := Question{Head: Head{Secret: true}, Shape: Number{Lo: 4, Hi: 10}}
	const name, number = "that does not fit: a number from 1 to 2, or the beginning of a name, please", "that does not fit: from 1 to 9, please"
	reads(t, []row{
		{vote, "Davi", name}, {vote, "3", name}, {vote, "1 2", name}, {vote, "caio", "[[1]]"}, {vote, "-", "[[]]"},
		{cards, "3+3", number}, {cards, "x", number}, {cards, "3 4 5", number}, {cards, "-", "Ana needs an answer: from 1 to 9, please"},
		{bid, "3", "that does not fit: from 4 to 10, please"}, {bid, "11x", "that does not fit: from 4 to 10, please"},
		{Question{Head: Head{Secret: true}, Shape: Pick{Options: vote.List().Options}}, "d", name},
		{Question{Head: Head{Secret: true}, Shape: Words{}}, " ", "type something, please"},
	})
}

// Read reads what Write writes.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "people")
		each := Each{Hi: rapid.SampledFrom([]int{3, 9, 12, 13, 72}).Draw(t, "hi"), Blank: rapid.Bool().Draw(t, "blank"), Most: rapid.IntRange(0, 2).Draw(t, "most")}
		if each.Most < 2 {
			each.Plus = rapid.IntRange(0, 6).Draw(t, "plus")
		}
		if rapid.Bool().Draw(t, "listed") {
			each.Options = make([]lang.Text, max(2, each.Hi))
		}
		if each.Most > 1 && rapid.Bool().Draw(t, "all of them") {
			each.Least = each.Most
		}
		q := Question{Shape: each}
		for i := range n {
			q.People, q.Names = append(q.People, i), append(q.Names, fmt.Sprint("P", i))
		}
		lo, hi := q.Bounds()
		if len(each.Options) > 0 {
			lo, hi = 0, hi-1
		}
		a := Answer{By: Scorekeeper, Plus: rapid.IntRange(0, each.Plus).Draw(t, "given")}
		for range n {
			row := []int{}
			if !each.Blank || rapid.Bool().Draw(t, "answers") {
				row = rapid.SliceOfNDistinct(rapid.IntRange(lo, hi), max(1, each.Least), max(1, each.Most), rapid.ID).Draw(t, "row")
			}
			a.Values = append(a.Values, row)
		}
		if n == 1 {
			a.By = 0
		}
		line := q.Write(a)
		got, err := q.Read(line)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(a) {
			t.Fatalf("%q: %v, %v, want %v", line, got, err, a)
		}
	})
}

// Whatever is typed, Read refuses it with a Fault or returns a possible answer, which it reads again from its
// written form. No refusal repeats a secret.
func FuzzRead(f *testing.F) {
	marked := Question{
		Shape: Pick{Options: lang.Names([]string{"Ana", "Caio", "wrong slap"}), Marks: lang.Names([]string{"1", "3", "w"}), Barred: []Barred{{Before: 1, Mark: lang.Literal("2"), Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}}},
		Keys:  []Key{{Letter: "x"}},
	}
	sevenths := []string{"Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil"}
	kinds := []Question{
		{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Hi: 3, Blank: true, Plus: 4}},
		{Head: Head{People: []int{1, 2, 3}, Names: four[1:]}, Shape: Each{Lo: 1, Hi: 12, Most: 2}},
		{Head: Head{People: []int{1, 2, 3}, Names: four[1:]}, Shape: Each{Lo: 1, Hi: 9, Most: 3, Least: 2}},
		{Head: Head{People: []int{1, 2}, Names: four[1:3]}, Shape: Each{Lo: 1, Hi: 5, Most: 2, Least: 2}},
		{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Lo: -99999, Hi: 99999}},
		{Head: Head{People: []int{0, 1, 2}, Names: four}, Shape: Each{Options: lang.Names([]string{"Ana", "Bia e Caio", "Da Silva"}), Blank: true}},
		{Head: Head{People: []int{1, 2}, Names: four[1:3]}, Shape: Each{Options: marked.List().Options, Marks: marked.List().Marks, Barred: marked.List().Barred, Most: 2}},
		{Head: Head{People: []int{2}, Names: four[2:3], Secret: true}, Shape: Each{Options: lang.Names(sevenths), Blank: true}},
		{Shape: Many{Options: make([]lang.Text, 3), Most: 3}},
		{Head: Head{Suggest: &Answer{By: Scorekeeper, Values: [][]int{{1, 0, 1, 0, 0, 0, 0}}}}, Shape: Many{Options: lang.Names(sevenths)}},
		{Head: Head{Suggest: &Answer{By: Scorekeeper, Values: [][]int{{3}}}}, Shape: Pick{Options: lang.Names(sevenths)}},
		marked,
		{Shape: Number{Lo: -5, Hi: 120}, Keys: []Key{{Letter: "p"}}},
		{Head: Head{Secret: true}, Shape: Number{Hi: 9}},
		{Shape: Words{}},
		{Shape: Show{}, Keys: []Key{{Letter: "j"}}},
	}
	for _, s := range []string{"32-0 +1", "12+5 3*4", "3×4-2", "99999*99999*9", "3+5 a", "3=2", "-", "+", "٣", "9999999999999999999", "1.3 2 4", "12 45", "1245", "0", "-5 7 0 -12", "bia, da s; -", "w 1", "x", "", "j", "Bia", "32-0+1+1", "1.3a2", "0x1", "+5", "1=1 1=2"} {
		for k := range kinds {
			f.Add(s, uint8(k))
		}
	}
	f.Fuzz(func(t *testing.T, line string, kind uint8) {
		if len(line) > 200 {
			return // longer lines say nothing new
		}
		q := kinds[int(kind)%len(kinds)]
		a, err := q.Read(line)
		if err != nil {
			var fault *fault.Fault
			if !errors.As(err, &fault) || fault.Say.Empty() {
				t.Fatal(err)
			}
			if typed := strings.TrimSpace(line); q.Secret && len(typed) > 20 && strings.Contains(err.Error(), typed) {
				t.Fatalf("%q is repeated: %v", line, err)
			}
			return
		}
		if !q.Fits(a) {
			t.Fatalf("%q is taken for %+v by %+v", line, a, q)
		}
		if Is[Many](q.Shape) { // the written form of a list is its state, not what to toggle
			return
		}
		q.Suggest = nil
		again, err := q.Read(q.Write(a))
		if err != nil || !again.Equal(a) {
			t.Fatalf("%q is %+v, written %q, and that is %+v, %v", line, a, q.Write(a), again, err)
		}
		if each, plus := q.Typed(line); Is[Each](q.Shape) && a.Key == "" && (plus != a.Plus || len(each) != len(a.Values)) {
			t.Fatalf("%q is %+v, and shown as %q +%d", line, a, each, plus)
		}
		for k, given := range typedOf(q, line) {
			if len(a.Values) > k && a.Key == "" && given != joined(a.Values[k], everyone{q, As[Each](q)}.called) {
				t.Fatalf("%q: person %d gave %v and is shown with %q", line, k, a.Values[k], given)
			}
		}
	})
}

func typedOf(q Question, line string) []string {
	each, _ := q.Typed(line)
	return each
}

// A list may have its own keys, such as seats and letters. Barred people are in it too, and their keys say why.
func TestMarks(t *testing.T) {
	q := Question{
		Shape: Pick{Options: []lang.Text{lang.Literal("Ana"), lang.Literal("Caio"), lang.Literal("wrong slap")}, Marks: []lang.Text{lang.Literal("1"), lang.Literal("3"), lang.Literal("w")}, Barred: []Barred{{Before: 1, Mark: lang.Literal("2"), Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}}},
	}
	for typed, want := range map[string]int{"1": 0, "3": 1, "w": 2, "W": 2, "c": 1, "wrong": 2} {
		if a, err := q.Read(typed); err != nil || a.Value() != want || q.Write(a) != q.List().Mark(want) {
			t.Errorf("%q is %+v %v, written %q", typed, a, err, q.Write(a))
		}
	}
	for typed, why := range map[string]string{"2": "Bia is out", "b": "Bia is out", "4": "not on the list", "x": "not on the list"} {
		if _, err := q.Read(typed); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

// A question that was said holds nothing that acts on a terminal, and the original is unchanged.
func TestSaid(t *testing.T) {
	q := Question{Head: Head{Names: []string{"Ana\u202e"}}, Shape: Each{Options: lang.Names([]string{"a\x1b[2J"})}}
	said := q.Said(lang.NewLocalizer("en"))
	if said.List().Options[0].Other != "a[2J" || said.Names[0] != "Ana" || q.Names[0] != "Ana\u202e" {
		t.Errorf("%+v, %+v", said, q)
	}
}

// An unfinished line is shown as it would be booked, with options by their names.
func TestTyped(t *testing.T) {
	people := Question{Head: Head{People: []int{0, 1, 2}, Names: []string{"Ana", "Bia", "Caio"}}, Shape: Each{Hi: 3, Blank: true, Plus: 4}}
	votes := Question{Head: Head{People: []int{0, 1, 2}, Names: people.Names}, Shape: Each{Lo: 1, Hi: 12, Most: 2}}
	barred := Question{
		Head:  Head{People: []int{1, 2}, Names: people.Names[1:]},
		Shape: Each{Options: lang.Names([]string{"Ana", "Caio"}), Marks: []lang.Text{lang.Literal("1"), lang.Literal("3")}, Barred: []Barred{{Mark: lang.Literal("2"), Text: lang.Literal("Bia"), Why: lang.Literal("Bia is out")}}},
	}
	named := Question{Head: Head{People: []int{1, 2}, Names: people.Names[1:]}, Shape: Each{Options: lang.Names(people.Names)}}
	for _, c := range []struct {
		q    Question
		line string
		want []string
	}{
		{people, "", []string{"", "", ""}},
		{people, "3", []string{"3", "", ""}},
		{people, "32", []string{"3", "2", ""}},
		{people, "3 - 1 +2", []string{"3", "-", "1", "+2"}},
		{people, "313+9", []string{"3", "1", "3"}},
		{people, "31221", nil},
		{people, "no", []string{"", "", ""}},
		{people, "4 2", []string{"", "2", ""}},
		{votes, "1.3 a", []string{"1+3", "10", ""}},
		{votes, "1.", []string{"", "", ""}},
		{votes, "11", []string{"1", "1", ""}},
		{votes, "11 ", []string{"11", "", ""}},
		{votes, "111 ", []string{"1", "1", "1"}},
		{votes, "11 6.10", []string{"11", "6+10", ""}},
		{named, "1", []string{"Ana", ""}},
		{named, "13", []string{"Ana", "Caio"}},
		{named, "9", []string{"", ""}},
		{barred, "2 1", []string{"", "Ana"}},
	} {
		got, plus := c.q.Typed(c.line)
		if plus > 0 {
			got = append(got, fmt.Sprintf("+%d", plus))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}
