package history

import (
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/cmd/internal/store"
)

// Games are taken apart by all processors, and come in their order all the same.
func TestHowsInOrder(t *testing.T) {
	var some []store.Played
	for n := range 1000 {
		some = append(some, store.Played{How: fmt.Sprintf(`{"game":"dixit","points":%d}`, n)})
	}
	hows, err := readHows(some)
	if err != nil || len(hows) != len(some) {
		t.Fatal(len(hows), err)
	}
	for n, h := range hows {
		if h.Points != n {
			t.Fatalf("%d at %d", h.Points, n)
		}
	}
	some[700].How = "{"
	if hows, err := readHows(some); err == nil || hows != nil {
		t.Error("what cannot be read is counted")
	}
	if hows, err := readHows(nil); err != nil || len(hows) != 0 {
		t.Error(hows, err)
	}
}
