//go:build unix

package screen

import (
	"context"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/scoring/laws"
)

// A terminal that goes away ends the watching, even without a signal, and whether a read or a write notices
// first.
func TestTheTerminalGoesAway(t *testing.T) {
	p, tty, err := pty.Open()
	laws.Need(t, err)
	defer tty.Close()
	keys, err := keyboard.Open(tty, false)
	laws.Need(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	closes := sync.OnceFunc(func() { _ = p.Close() })
	size := func() (int, int) { closes(); return 80, 24 } // the first drawing is written after the end
	o, err := round(seat().now).OnTerminal(ctx, Terminal{Keys: keys, Out: tty, Size: size})
	if o.End != Stopped || err != nil || ctx.Err() != nil {
		t.Errorf("nobody notices: %+v, %v", o, err)
	}
}

// Keys typed after the one that ends a clock belong to the next question or the shell, however fast they come.
func TestKeysBehindTheEnd(t *testing.T) {
	p, tty, err := pty.Open()
	laws.Need(t, err)
	defer p.Close()
	defer tty.Close()
	keys, err := keyboard.Open(tty, false)
	laws.Need(t, err)
	keys.Take()
	for range 20 {
		_, _ = p.WriteString("mmq12")
		o, err := round(seat().now).OnTerminal(t.Context(), Terminal{Keys: keys, Out: io.Discard, Size: func() (int, int) { return 80, 24 }})
		if o.End != Quit || err != nil {
			t.Fatal(o, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		got := ""
		for len(got) < 2 {
			k, err := keys.Next(ctx, -1)
			if err != nil {
				t.Fatalf("behind it %q, then %v", got, err)
			}
			if k.Kind == keyboard.Character {
				got += k.String()
			}
		}
		if cancel(); got != "12" {
			t.Fatalf("behind it %q", got)
		}
	}
}
