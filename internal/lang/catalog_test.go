package lang_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/scoring/laws"
)

// keys finds keys that no phone has.
var keys = regexp.MustCompile(`\b(Enter|Backspace|Ctrl|Esc)\b`)

// TestCatalogs checks the sentences of every package, and that each is the same wherever it is said.
func TestCatalogs(t *testing.T) {
	root := filepath.Join("..", "..")
	everywhere := map[string]laws.Sentence{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if n := d.Name(); n == "testdata" || n == "node_modules" || len(n) > 2 && n[0] == '.' {
			return filepath.SkipDir
		}
		for key, pt := range laws.Catalog(t, path) {
			if was, twice := everywhere[key]; twice && was != pt {
				t.Errorf("%s: %q is %q here and %q elsewhere", path, key, pt, was)
			}
			if strings.Contains(path, "scoring") && keys.MatchString(key) {
				t.Errorf("%s: %q names a key, and is read on phones, too", path, key)
			}
			everywhere[key] = pt
		}
		return nil
	})
	if err != nil || len(everywhere) == 0 {
		t.Fatal(err, len(everywhere))
	}
}
