package store

import (
	"io/fs"
	"syscall"
	"testing"
)

// Errors of Windows, as far as another system can test them.

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
