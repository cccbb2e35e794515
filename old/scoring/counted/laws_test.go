package counted_test

import (
	"fmt"
	"testing"

	"github.com/tablemate/tablemate/old/scoring/counted"
	"github.com/tablemate/tablemate/old/scoring/laws"
	"github.com/tablemate/tablemate/old/scoring/shelf"
)

// Random and shipped files keep every law that games in Go keep.
func TestLaws(t *testing.T) {
	a, all := laws.New(laws.Seed(t), 1), map[string]string{}
	for k := range laws.Evenings(t, 12) {
		all[fmt.Sprint(k)] = a.GameFile()
	}
	for _, g := range shelf.Shipped {
		all[g.ID], _ = counted.Shipped(g.ID)
	}
	for name, text := range all {
		t.Run(name, func(t *testing.T) {
			f, wrong := counted.Read([]byte(text))
			if wrong != nil {
				t.Fatalf("%v in\n%s", wrong, text)
			}
			t.Setenv("EVENINGS", "3")
			t.Cleanup(func() {
				if t.Failed() {
					t.Log(text)
				}
			})
			laws.Check(t, f.Game())
		})
	}
}
