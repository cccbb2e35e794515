//go:build unix

package keyboard

import (
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// A source gives a byte, a pause, an alarm and the end.
func TestSource(t *testing.T) {
	in, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	s, err := newSource(in)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, want byte, wantErr error, wait time.Duration) {
		t.Helper()
		if b, err := s.read(wait, true); b != want || !errors.Is(err, wantErr) {
			t.Errorf("%s: %q %v", name, b, err)
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
