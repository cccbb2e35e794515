package counted_test

import (
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/laws"
)

// Random files keep every law that games in Go keep.
func TestLaws(t *testing.T) {
	a := laws.New(laws.Seed(t), 1)
	for k := range laws.Evenings(t, 12) {
		text := a.GameFile()
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			f, wrong := counted.Read([]byte(text))
			if wrong != nil {
				t.Fatalf("%v in\n%s", wrong, text)
			}
			t.Setenv("EVENINGS", "4")
			t.Cleanup(func() {
				if t.Failed() {
					t.Log(text)
				}
			})
			laws.Check(t, f.Game())
		})
	}
}
