package scoring_test

import (
	"slices"
	"testing"

	"github.com/tablemate/tablemate/old/scoring"
)

func TestRanks(t *testing.T) {
	points := []int{3, 7, 7, -2}
	for _, c := range []struct {
		name string
		keys [][]int
		want []int
	}{
		{"the most first", [][]int{points}, []int{3, 1, 1, 4}},
		{"the fewest first", [][]int{scoring.Fewest(points)}, []int{2, 3, 3, 1}},
		{"those in play first, then the most", [][]int{{1, 0, 0, 1}, points}, []int{1, 3, 3, 2}},
		{"the fewest, then the most of something else", [][]int{scoring.Fewest(points), {0, 1, 2, 0}}, []int{2, 4, 3, 1}},
		{"all together", [][]int{make([]int, 4)}, []int{1, 1, 1, 1}},
	} {
		if got := scoring.Ranks(c.keys...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if !slices.Equal(points, []int{3, 7, 7, -2}) {
		t.Error("the points were changed:", points)
	}
}

// Each way to end a game names its winners and what decided it.
func TestEnds(t *testing.T) {
	golf := scoring.Result{Points: []int{72, 70, 75, 70}}
	golf.Ranks = scoring.Ranks(scoring.Fewest(golf.Points))
	chess := scoring.Result{Points: []int{2, 1}, Ranks: scoring.Ranks([]int{2, 1})}
	for _, c := range []struct {
		name    string
		end     scoring.Result
		by      scoring.Decision
		winners []int
		ranks   []int
	}{
		{"one leader", chess.Decide(), scoring.ByPoints, []int{0}, []int{1, 2}},
		{"level with the fewest", golf.Decide(), scoring.Shared, []int{1, 3}, []int{3, 1, 4, 1}},
		{"that tie broken", golf.Break("putts", []int{3}), "putts", []int{3}, []int{3, 2, 4, 1}},
	} {
		if r := c.end; !r.Over || !r.Finished() || r.DecidedBy != c.by || !slices.Equal(r.Winners, c.winners) || !slices.Equal(r.Ranks, c.ranks) {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	if !slices.Equal(golf.Ranks, []int{3, 1, 4, 1}) {
		t.Error("the result before it was changed:", golf.Ranks)
	}
}
