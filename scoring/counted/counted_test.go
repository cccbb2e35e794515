package counted_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/scoring/counted"
	"github.com/tablemate/tablemate/scoring/laws"
)

// file returns the game in a file of testdata.
func file(t *testing.T, path string) *counted.File {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := counted.Read(raw)
	if err != nil {
		t.Fatal(path, err)
	}
	return f
}

// What every form pays, with its reasons, and what it refuses.
func TestRules(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.yaml")
	for _, path := range files {
		laws.Rules(t, file(t, path).Game(), strings.Replace(path, ".yaml", ".txt", 1))
	}
	if len(files) < 8 {
		t.Error(files)
	}
}
