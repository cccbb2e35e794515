package tty

import (
	"os"
	"strings"
	"testing"

	"github.com/tablemate/tablemate/internal/lang"
)

// The manuals' tables of keys are those of the program. UPDATE=1 writes them.
func TestManual(t *testing.T) {
	for l, path := range map[lang.Lang]string{lang.English: "../../../docs/manual.md", lang.Portuguese: "../../../docs/manual.pt-BR.md"} {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		manual, head := string(b), "| "+l.Say(lang.T("key"))+" | "
		from := strings.Index(manual, head)
		to := from + strings.Index(manual[from:], "\n\n") + 1
		if manual[from:to] == KeyTable(l) {
			continue
		}
		if os.Getenv("UPDATE") == "" {
			t.Errorf("%s has another table of keys than\n%s", path, KeyTable(l))
			continue
		}
		if err := os.WriteFile(path, []byte(manual[:from]+KeyTable(l)+manual[to:]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Each key does one thing in a mode.
func TestBindings(t *testing.T) {
	for m := idle; m <= editing; m <<= 1 {
		seen := map[string]bool{}
		for _, b := range bindings {
			for _, key := range b.keys {
				if b.in&m != 0 && seen[key] {
					t.Errorf("%q does two things in mode %d", key, m)
				}
				seen[key] = seen[key] || b.in&m != 0
			}
		}
	}
}
