package keyboard

import (
	"io"
	"testing"
	"testing/synctest"
	"time"
)

// keys is a console as readline reads it on Windows: keys come whole, arrows as the control characters of
// Emacs, Alt as Esc and the key.
type keys chan string

func (c keys) Read(b []byte) (int, error) {
	key, ok := <-c
	if !ok {
		return 0, io.EOF
	}
	return copy(b, key), nil
}

func TestKeysOfAConsole(t *testing.T) {
	typed := make(keys, 32)
	for _, key := range []string{"a", "é", "日", "\x1b", "[", "A", "\x1b", "O", "\x10", "\x0e", "\r", "\x1bx", "\x7f", "\x03", "\x1b"} {
		typed <- key
	}
	close(typed)
	if s := pressed(&Keyboard{src: newChunkSource(typed)}); s != "a é 日 esc [ A esc O up down enter backspace ctrl+c esc" {
		t.Errorf("%s", s)
	}
}

// While a keyboard is deaf, all keys are dropped. The first key after that belongs to the next question, and
// Ctrl-C always counts.
func TestDeaf(t *testing.T) {
	const deaf = 700 * time.Millisecond
	for typed, want := range map[string]time.Duration{"x": deaf, "\x03": deaf / 2} {
		synctest.Test(t, func(t *testing.T) {
			k, keys := console(t)
			k.Deafen(deaf)
			go func() {
				for _, key := range []string{"ab", typed} {
					time.Sleep(deaf / 4)
					keys <- key
				}
				time.Sleep(deaf)
				keys <- "y"
			}()
			begin := time.Now()
			if k.Hush(t.Context()); time.Since(begin) != want {
				t.Errorf("%q: deaf for %v, want %v", typed, time.Since(begin), want)
			}
			next := map[string]string{"x": "y", "\x03": "ctrl+c"}[typed]
			if key, err := k.Next(t.Context(), -1); key.String() != next || err != nil {
				t.Errorf("%q: %v %v", typed, key, err)
			}
			for err := error(nil); err == nil && typed != "x"; _, err = k.Next(t.Context(), 2*deaf) { // until all is typed
			}
		})
	}
}
