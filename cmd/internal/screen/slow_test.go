package screen

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"github.com/tablemate/tablemate/cmd/internal/tty"
)

// A lone Esc and an arrow that comes in pieces are told apart.
func TestSlowKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, typed := io.Pipe()
		keys := make(chan uv.Event)
		go func() {
			_ = keysOf(in, "xterm").StreamEvents(t.Context(), keys)
			close(keys)
		}()
		go func() {
			for _, piece := range []string{"\x1b", "[", "A", "p", "\x1b"} {
				_, _ = io.WriteString(typed, piece)
				time.Sleep(60 * time.Millisecond)
			}
			time.Sleep(3 * tty.AfterEsc)
			_, _ = io.WriteString(typed, "q")
			time.Sleep(3 * tty.AfterEsc)
			_ = typed.Close()
		}()
		var got []string
		for e := range keys {
			if k, ok := e.(uv.KeyPressEvent); ok {
				got = append(got, k.String())
			}
		}
		if want := "up p esc q"; strings.Join(got, " ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
