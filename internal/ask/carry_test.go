package ask

import (
	"fmt"
	"testing"
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
