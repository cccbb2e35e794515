//go:build unix

package keyboard

import (
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A byte, a pause, an alarm and the end, whatever the number of the descriptor is: a shell
// may hand over one that select has no room for.
func TestSource(t *testing.T) {
	for _, least := range []int{0, 1500} {
		if least > 0 && runtime.GOOS == "darwin" {
			continue
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		fd, err := unix.FcntlInt(r.Fd(), unix.F_DUPFD_CLOEXEC, least)
		if err != nil {
			t.Skip("no descriptor beyond the limit of the system:", err)
		}
		in := os.NewFile(uintptr(fd), "keyboard")
		defer in.Close()
		s, err := newSource(in)
		if err != nil {
			t.Fatal(err)
		}
		check := func(name string, want byte, wantErr error, wait time.Duration) {
			t.Helper()
			if b, err := s.read(wait); b != want || !errors.Is(err, wantErr) {
				t.Errorf("descriptor %d, %s: %q %v", fd, name, b, err)
			}
		}
		_, _ = w.WriteString("ab")
		check("a byte", 'a', nil, -1)
		check("a byte that is there", 'b', nil, 0)
		check("nothing", 0, errNoByte, 0)
		begun := time.Now()
		if check("nothing in a while", 0, errNoByte, 20*time.Millisecond); time.Since(begun) < 20*time.Millisecond {
			t.Error("it did not wait")
		}
		go s.wake()
		check("an alarm", 0, errWoken, -1)
		_ = w.Close()
		check("the end", 0, io.EOF, -1)
	}
}
