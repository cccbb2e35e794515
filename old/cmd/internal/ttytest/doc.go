// Package ttytest runs a real program on a pseudo-terminal, and reads its output with a terminal emulator, so
// that a test sees what a person would see: the screen, not the bytes. It is for tests only, and waits for
// events instead of sleeping. Windows has no pseudo-terminal of this kind; there the package only has its golden
// texts.
package ttytest

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden screens anew")

// Update reports whether to write golden files anew: the flag -update.
func Update() bool { return *update }

// Golden fails with both texts unless got equals testdata/NAME. With -update it writes the file.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s (%v):\n%s\nwant\n%s", name, err, got, want)
	}
}
