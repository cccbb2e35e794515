package prompt

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A console gives its keys whole, as readline's reader does on Windows: arrows as the control characters of
// Emacs, Alt as Esc and the key.
type console chan string

func (c console) Read(b []byte) (int, error) {
	key, ok := <-c
	if !ok {
		return 0, io.EOF
	}
	return copy(b, key), nil
}

func TestKeysOfAConsole(t *testing.T) {
	keys := make(console, 32)
	for _, key := range []string{"a", "é", "日", "\x1b", "[", "A", "\x1b", "O", "\x10", "\x0e", "\r", "\x1bx", "\x7f", "\x03", "\x1b"} {
		keys <- key
	}
	close(keys)
	k := &keyboard{src: newChunkSource(keys, func() error { return nil })}
	var got []string
	for {
		key, err := k.next(-1)
		if err != nil {
			if err != io.EOF {
				t.Error(err)
			}
			break
		}
		got = append(got, named(key))
	}
	if s := strings.Join(got, " "); s != "a é 日 esc [ A esc O up other enter other ^C esc" {
		t.Errorf("%s", s)
	}
}

// waited is a console that says when somebody waits for a key.
type waited struct {
	console
	begun chan struct{}
}

func (w waited) Read(b []byte) (int, error) {
	w.begun <- struct{}{}
	return w.console.Read(b)
}

// A question that is given up leaves a reader behind. The next question is put at once all the same, and has the
// key that comes then.
func TestAConsoleGivenUp(t *testing.T) {
	errGivenUp := errors.New("given up")
	keys := waited{make(console), make(chan struct{})}
	var stopped atomic.Bool
	s := newChunkSource(keys, func() error {
		if stopped.Load() {
			return errGivenUp
		}
		return nil
	})
	ended := make(chan error)
	go func() {
		_, err := s.read(-1)
		ended <- err
	}()
	<-keys.begun
	stopped.Store(true)
	s.wake()
	if err := <-ended; !errors.Is(err, errGivenUp) {
		t.Fatal(err)
	}
	stopped.Store(false)
	for _, wait := range []time.Duration{0, time.Millisecond} {
		if b, err := s.read(wait); err != errNoByte {
			t.Errorf("%q %v", b, err)
		}
	}
	keys.console <- "yz"
	for _, want := range "yz" {
		if b, err := s.read(-1); rune(b) != want || err != nil {
			t.Errorf("%q %v", b, err)
		}
	}
}

// While a terminal is deaf, what is typed at a console is dropped, and nothing turns in circles. What comes later is a
// key of the next question, and Ctrl-C is meant whenever it comes.
func TestADeafConsole(t *testing.T) {
	for typed, want := range map[string]time.Duration{"x": deaf, "\x03": deaf / 2} {
		synctest.Test(t, func(t *testing.T) {
			keys, asked := make(console), 0
			src := newChunkSource(keys, func() error { asked++; return nil })
			x := &Terminal{src: src, kb: &keyboard{src: src}, deafTo: time.Now().Add(deaf)}
			go func() {
				for _, key := range []string{"ab", typed} {
					time.Sleep(deaf / 4)
					keys <- key
				}
				time.Sleep(deaf)
				keys <- "y"
				close(keys)
			}()
			begin := time.Now()
			x.hush()
			if took := time.Since(begin); took != want || asked > 10 {
				t.Errorf("%q: deaf for %v, want %v; looked %d times", typed, took, want, asked)
			}
			next := map[string]rune{"x": 'y', "\x03": 0x03}[typed]
			if b, err := x.kb.byte(-1); rune(b) != next || err != nil {
				t.Errorf("%q: %q %v", typed, b, err)
			}
			for err := error(nil); err == nil; { // until nobody types any more
				_, err = x.kb.byte(-1)
			}
		})
	}
}
