package ask

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tablemate/tablemate/old/internal/lang"
)

// A number may be typed as a sum if it is points or a count, and the sum is kept with it.
func TestANumberTakesASum(t *testing.T) {
	pad := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Lo: -99999, Hi: 99999, Blank: true}}
	chips := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Hi: 40}}
	few := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Hi: 9, Blank: true}}
	one := Question{Head: Head{People: []int{0}, Names: four[:1]}, Shape: Each{Hi: 9, Blank: true}}
	number := Question{Shape: Number{Lo: -5, Hi: 99999}}
	four4 := Question{Shape: Number{Lo: 4, Hi: 4}}
	adds := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Hi: 26, Sum: []int{26}}}
	for _, c := range []struct {
		q          Question
		line, want string
	}{
		{number, "12+5", "[[17]] [12+5]"},
		{number, "12-5", "[[7]] [12-5]"},
		{number, "12–5", "[[7]] [12–5]"},
		{number, "12−5", "[[7]] [12−5]"},
		{number, "3*4+2", "[[14]] [3*4+2]"},
		{number, "2+3*4", "[[14]] [2+3*4]"},
		{number, "3×4", "[[12]] [3×4]"},
		{number, "3x4", "[[12]] [3x4]"},
		{number, "-2*-3", "[[6]] [-2*-3]"},
		{number, "20-3*5", "[[5]] [20-3*5]"},
		{number, "100000-1", "[[99999]] [100000-1]"},
		{number, "17", "[[17]] []"},
		{number, "-5", "[[-5]] []"},
		{number, "+5", "[[5]] []"},
		{number, "12 + 5", "“12 + 5” is not a whole number from -5 to 99999"},
		{number, "12+", "“12+” is not a whole number from -5 to 99999"},
		{number, "12++5", "“12++5” is not a whole number from -5 to 99999"},
		{number, "12--5", "“12--5” is not a whole number from -5 to 99999"},
		{number, "*5", "“*5” is not a whole number from -5 to 99999"},
		{number, "(1+2)*3", "“(1+2)*3” is not a whole number from -5 to 99999"},
		{number, "1_0+2", "“1_0+2” is not a whole number from -5 to 99999"},
		{number, "0x10", "[[0]] [0x10]"},
		{number, "99999+1", "“99999+1” is 100000: from -5 to 99999, please"},
		{number, "-3*2", "“-3*2” is -6: from -5 to 99999, please"},
		{number, "99999*99999*99999*99999*99999", "“99999*99999*99999*99999*99999” is 9999500009999900000499999: from -5 to 99999, please"},
		{four4, "2+3", "“2+3” is 5: it can only be 4"},
		{four4, "2+2", "[[4]] [2+2]"},
		{pad, "12+5 3 -10*3", "[[17] [3] [-30]] [12+5  -10*3]"},
		{pad, "12+5,-,7-9", "[[17] [] [-2]] [12+5  7-9]"},
		{pad, "12 +5 -3", "[[12] [5] [-3]] []"},
		{pad, "12 - 5", "[[12] [] [5]] []"},
		{pad, "+5+3 1 1", "[[8] [1] [1]] [+5+3  ]"},
		{pad, "12+5", "Bia is missing: 1 of 3 answers"},
		{pad, "1 99999+1 3", "Bia: “99999+1” is 100000: from -99999 to 99999, please"},
		{pad, "1 2 3+", "Caio: “3+” is not a number from -99999 to 99999"},
		{pad, "12-5-3", "Bia is missing: 1 of 3 answers"},
		{chips, "3*4 7+1 0", "[[12] [8] [0]] [3*4 7+1 ]"},
		{chips, "12-13 1 1", "Ana: “12-13” is -1: from 0 to 40, please"},
		{chips, "7 10 31 +1", "“+1” does not fit: nothing is added at the end of this line"},
		{few, "3-4", "[[3] [] [4]] []"},
		{few, "3-4 1 2", "Ana: “3-4” is -1: from 0 to 9, please"},
		{few, "3+4 1 2", "[[7] [1] [2]] [3+4  ]"},
		{few, "3+41", "Ana: “3+41” is 44: from 0 to 9, please"},
		{few, "3+4", "Bia is missing: 1 of 3 answers"},
		{one, "9-4", "[[5]] [9-4]"},
		{one, "-", "[[]] []"},
		{adds, "12+5 3*2", "[[17] [6] [3]] [12+5 3*2 ]"},
	} {
		a, err := c.q.Read(c.line)
		got := fmt.Sprint(a.Values, a.Typed)
		if a.Typed == nil {
			got = fmt.Sprint(a.Values) + " []"
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s\nwant %s", c.line, got, c.want)
		}
		if err == nil && (!c.q.Fits(a) || c.q.Write(a) != strings.NewReplacer(",", " ", "+5 -3", "5 -3").Replace(c.line) && a.Typed != nil && As[Each](c.q).Sum == nil) {
			t.Errorf("%q is %+v, and written %q", c.line, a, c.q.Write(a))
		}
	}
}

// There are no sums where numbers are cards, where a plus separates several values or follows the line, or in
// lists.
func TestWhereASumIsNone(t *testing.T) {
	for name, shape := range map[string]Shape{
		"cards": Each{Lo: 1, Hi: 12, Cards: true}, "several": Each{Lo: 1, Hi: 30, Most: 2}, "plus": Each{Hi: 40, Plus: 2},
		"options": Each{Options: lang.Names(four)}, "a list": Pick{Options: lang.Names(four)}, "words": Words{}, "boxes": Many{Options: lang.Names(four)}, "a page": Show{},
	} {
		q := Question{Head: Head{People: []int{1}, Names: four[1:2]}, Shape: shape}
		if a, err := q.Read("1+2"); q.Reckons() || q.Comes("1+2") != "" || err == nil && (a.Typed != nil || len(a.Values) > 0 && fmt.Sprint(a.Values) == "[[3]]") {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// Of a secret only the number is kept, and no refusal repeats it.
func TestASecretSum(t *testing.T) {
	for _, q := range []Question{
		{Head: Head{Secret: true, People: []int{0}, Names: four[:1]}, Shape: Number{Hi: 9}},
		{Head: Head{Secret: true, People: []int{0}, Names: four[:1]}, Shape: Each{Hi: 9}},
	} {
		if a, err := q.Read("3+4"); err != nil || a.Typed != nil || a.Value() != 7 {
			t.Error(a, err)
		}
		if _, err := q.Read("31+42"); err == nil || strings.Contains(err.Error(), "31+42") || strings.Contains(err.Error(), "73") {
			t.Error(err)
		}
		if q.Fits(Answer{Values: [][]int{{7}}, Typed: []string{"3+4"}}) {
			t.Error("a sum that was told in secret is kept")
		}
	}
}

// An answer does not fit if its sums differ from its values, or belong to none.
func TestASumThatIsNotTheAnswer(t *testing.T) {
	q := Question{Head: Head{People: []int{0, 1}, Names: four[:2]}, Shape: Each{Hi: 40, Blank: true}}
	for _, typed := range [][]string{{"3+4", ""}, {"", "2+3", ""}, {"", ""}, {}, {"", "2+4"}, {"", "5"}, {"2+3"}, {"", "2 +3"}} {
		if q.Fits(Answer{Values: [][]int{{}, {5}}, Typed: typed}) {
			t.Errorf("%q", typed)
		}
	}
	if !q.Fits(Answer{Values: [][]int{{}, {5}}, Typed: []string{"", "2+3"}}) {
		t.Error("2+3 is 5")
	}
}

// People keep their sums when they change seats.
func TestCarryASum(t *testing.T) {
	of := func(names ...string) Question {
		return Question{Head: Head{ID: "q", People: []int{0, 1, 2}[:len(names)], Names: names}, Shape: Each{Hi: 40}}
	}
	old := Answered{of("Ana", "Bia", "Caio"), Entry{"q", Answer{Values: [][]int{{5}, {12}, {1}}, Typed: []string{"2+3", "3*4", ""}}}}
	for want, q := range map[string]Question{"[12 5] [3*4 2+3]": of("Bia", "Ana"), "[1 5] [ 2+3]": of("Caio", "Ana")} {
		a, ok := q.Carry(old, nil)
		if got := fmt.Sprint([]int{a.Values[0][0], a.Values[1][0]}, a.Typed); !ok || got != want {
			t.Error(got, want)
		}
	}
	if a, ok := of("Caio").Carry(old, nil); !ok || a.Typed != nil {
		t.Error(a.Typed, "of others")
	}
	if sums := old.Answer.Reckoned(); !reflect.DeepEqual(sums, []string{"2+3 = 5", "3*4 = 12"}) {
		t.Error(sums)
	}
}

// Sums have changed the meaning of no line that was valid before.
func TestNothingThatWorkedMeansSomethingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.SampledFrom([]int{0, 0, 1, -99999}).Draw(t, "lo")
		each := Each{Lo: lo, Hi: rapid.SampledFrom([]int{1, 3, 9, 12, 13, 72, 99999}).Draw(t, "hi"), Blank: rapid.Bool().Draw(t, "blank"), Cards: true}
		each.Plus, each.Most = rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "plus"), rapid.IntRange(0, 2).Draw(t, "most")
		q := Question{Shape: each}
		for k := range rapid.IntRange(1, 4).Draw(t, "people") {
			q.People, q.Names = append(q.People, k), append(q.Names, four[k])
		}
		line := rapid.StringOfN(rapid.SampledFrom([]rune("0123456789123   --–−+*×x,.abc")), 0, 12, -1).Draw(t, "line")
		was, err := q.Read(line)
		each.Cards = false
		q.Shape = each
		if now, now2 := q.Read(line); err == nil && (now2 != nil || !reflect.DeepEqual(was, now)) {
			t.Fatalf("%q was %+v and is %+v, %v", line, was, now, now2)
		}
	})
}
