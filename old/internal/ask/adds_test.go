package ask

import "testing"

// In a line that has to add up the last person gets the remainder, and a refusal says how much is missing or
// too much.
func TestALineThatAddsUp(t *testing.T) {
	q := Question{Head: Head{People: []int{0, 1, 2, 3}, Names: four}, Shape: Each{Hi: 26, Blank: true, Sum: []int{26, 78}}}
	below := Question{Head: Head{People: []int{0, 1}, Names: four[:2]}, Shape: Each{Lo: -30, Hi: 30, Sum: []int{0}}}
	above := Question{Head: Head{People: []int{0, 1, 2}, Names: four[:3]}, Shape: Each{Lo: 1, Hi: 10, Sum: []int{10}}}
	reads(t, []row{
		{q, "10 5 11 0", "[[10] [5] [11] [0]]"},
		{q, "26 26 0 26", "[[26] [26] [0] [26]]"},
		{q, "10 5 11", "[[10] [5] [11] [0]]"},
		{q, "26 26 0", "[[26] [26] [0] [26]]"},
		{q, "10 - 5", "[[10] [] [5] [11]]"},
		{q, "10 - 5 -", "that makes 15 in all, not 26 or 78: 11 are missing"},
		{q, "10 5 10 0", "that makes 25 in all, not 26 or 78: 1 is missing"},
		{q, "10 5 10 2", "that makes 27 in all, not 26 or 78: 1 too many"},
		{q, "26 26 26 2", "that makes 80 in all, not 26 or 78: 2 too many"},
		{q, "26 26 0 0", "that makes 52 in all, not 26 or 78: 26 too many"},
		{q, "26 26 1 0", "that makes 53 in all, not 26 or 78: 25 are missing"},
		{q, "20 10 0", "that makes 30 in all, not 26 or 78: 4 too many"},
		{q, "10 ? 5 0", "[[10] [11] [5] [0]]"},
		{q, "? 26 26 26", "[[0] [26] [26] [26]]"},
		{q, "10 ? 5 ?", "Davi: “?” is not a number from 0 to 26"},
		{q, "10 ? 5", "that makes 15 in all, not 26 or 78: 11 are missing"},
		{above, "6 4 ?", "Caio: “?” is not a number from 1 to 10 (a)"},
		{above, "6 3 ?", "[[6] [3] [1]]"},
		{above, "6 4", "Caio is missing: 2 of 3 answers"},
		{q, "20 ? 10 0", "that makes 30 in all, not 26 or 78: 4 too many"},
		{q, "10 5", "Caio is missing: 2 of 4 answers"},
		{below, "7", "[[7] [-7]]"},
		{below, "-30 29", "that makes -1 in all, not 0: 1 is missing"},
	})
	if kept := (Answer{Values: [][]int{{10}, {5}, {10}, {0}}}); q.Fits(kept) {
		t.Error("what was kept does not add up")
	}
	if _, ok := As[Each](below).Left([][]int{{31}}); ok {
		t.Error("nobody can give -31")
	}
}
