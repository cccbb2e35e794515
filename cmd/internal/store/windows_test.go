package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// What Windows forbids, as far as another system can tell.

// Where a file that is open keeps its name, it is let go of before another one gets that name; elsewhere nobody can come in
// between. Either way the old one is kept, and what lay beside it.
func TestReplaceOnEverySystem(t *testing.T) {
	for system, freeFirst := range map[string]bool{"windows": true, "linux": false, "darwin": false} {
		dir := t.TempDir()
		path, next := filepath.Join(dir, "games.db"), filepath.Join(dir, "next")
		for file, text := range map[string]string{path: "old", path + "-wal": "log", next: "new"} {
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		held := ""
		kept, err := replaceOn(system, path, next, time.Unix(1_800_000_000, 0), func(string) (func(), error) {
			return func() {
				if held == "" { // it may be called twice
					b, _ := os.ReadFile(path)
					held = string(b)
				}
			}, nil
		})
		if err != nil || (held == "old") != freeFirst {
			t.Errorf("%s: it was freed when the name was that of the %s file; %v", system, held, err)
		}
		for file, want := range map[string]string{path: "new", kept: "old", kept + "-wal": "log"} {
			if b, err := os.ReadFile(file); string(b) != want || err != nil {
				t.Errorf("%s: %s is %q, %v", system, file, b, err)
			}
		}
		if _, err := os.Stat(next); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", system, err)
		}
	}
}

func TestNumbersOfWindows(t *testing.T) {
	for code, want := range map[syscall.Errno]error{112: ErrFull, 39: ErrFull, 19: ErrReadOnly, 32: ErrBusy, 33: ErrBusy, 2: nil} {
		err := &fs.PathError{Op: "rename", Path: "games.db", Err: code}
		if got := ofSystem("windows", err); got != want {
			t.Errorf("%d: %v, want %v", code, got, want)
		}
		if got := ofSystem("linux", err); got != nil {
			t.Errorf("%d on another system: %v", code, got)
		}
	}
}
