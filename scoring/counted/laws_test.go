package counted_test

import (
	"path/filepath"
	"testing"

	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/laws"
	"github.com/tablemate/tablemate/scoring/shelf"
)

// What every game keeps, over every file that comes along, every form, and the pad.
func TestLaws(t *testing.T) {
	shipped, _ := filepath.Glob("games/*.yaml")
	forms, _ := filepath.Glob("testdata/*.yaml")
	for _, path := range append(shipped, forms...) {
		t.Run(filepath.Base(path), func(t *testing.T) { laws.Check(t, file(t, path).Game()) })
	}
	t.Run("pad", func(t *testing.T) { laws.Check(t, counted.Pad, shelf.Find) })
}
