package results

import (
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
	"github.com/tablemate/tablemate/scoring"
)

// Since when the winner led is said where it is true, and in no other case.
func TestCourse(t *testing.T) {
	for _, c := range []struct {
		ana, bia []int
		fewest   bool
		by       string
		want     string
	}{
		{[]int{3, 3, 3}, []int{0, 3, 3}, false, scoring.ByPoints, "Ana led from beginning to end."},
		{[]int{0, 3, 3, 1}, []int{1, 1, 1, 0}, false, scoring.ByPoints, "Ana led from “Turn 2” on."},
		{[]int{0, 1, 3, 1}, []int{1, 0, 1, 0}, false, scoring.ByPoints, "Ana led from “Turn 3” on."},
		{[]int{3, 0, 3, 1}, []int{0, 5, 0, 0}, false, scoring.ByPoints, "Ana led from “Turn 3” on."},
		{[]int{0, 0, 3}, []int{1, 1, 0}, false, scoring.ByPoints, "Ana took the lead at the very end."},
		{[]int{1, 1, 1}, []int{2, 2, 2}, true, scoring.ByPoints, "Ana led from beginning to end."},
		{[]int{2, 1, 1}, []int{1, 2, 2}, true, scoring.ByPoints, "Ana took the lead at the very end."},
		{[]int{2, 1, 1}, []int{1, 2, 1}, false, "photo_vote", ""},
		{[]int{3, 3}, []int{0, 3}, false, scoring.ByPoints, ""},
	} {
		s := result{lang: lang.English}
		s.Over, s.Fewest, s.DecidedBy, s.Rows, s.Winners = true, c.fewest, c.by, []scoring.Row{"Ana", "Bia"}, []scoring.Row{"Ana"}
		for i := range c.ana {
			s.Parts = append(s.Parts, scoring.Part{Title: lang.T("Turn {n}").With("n", i+1), Numbered: true, Lines: []scoring.Line{
				{Row: "Ana", Points: c.ana[i]}, {Row: "Bia", Points: c.bia[i]}}})
		}
		if got := s.course(); got != c.want {
			t.Errorf("%v %v: %q, want %q", c.ana, c.bia, got, c.want)
		}
	}
}
