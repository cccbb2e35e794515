package counted_test

import (
	"testing"

	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
)

func TestLaws(t *testing.T) {
	for _, id := range counted.Shipped() {
		t.Run(id, func(t *testing.T) {
			g, err := shelf.Find(id, nil)
			if err != nil {
				t.Fatal(err)
			}
			laws.Check(t, g)
		})
	}
	t.Run("pad", func(t *testing.T) { laws.Check(t, counted.Pad, shelf.Find) })
}
