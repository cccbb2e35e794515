package tty

import (
	"context"
	"io"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/internal/lang"
)

// A key is a character as it is, or one of these. A terminal sends some of them in several ways.
const (
	enter     = "\r"
	backspace = "\x7f"
	esc       = "\x1b"
	up        = "\x1b[A"
	down      = "\x1b[B"
	right     = "\x1b[C"
	left      = "\x1b[D"
	home      = "\x1b[H"
	end       = "\x1b[F"
	pageUp    = "\x1b[5~"
	pageDown  = "\x1b[6~"
	remove    = "\x1b[3~"
	killLine  = "\x15"     // Ctrl-U
	interrupt = "\x03"     // Ctrl-C
	ending    = "\x04"     // Ctrl-D
	suspend   = "\x1a"     // Ctrl-Z
	redraw    = "redraw"   // no key: the window has another size, or the program was stopped
	resized   = "\x1b[48t" // what a reader of keys sends that hears of sizes, too
)

// keyOf holds what terminals send, and the key that it is. What is neither here nor a character is no key.
var keyOf = map[string]string{
	"\n": enter, "\r": enter, "\x1bOM": enter, "\b": backspace, "\x7f": backspace, "\x1b": esc,
	"\x1b[A": up, "\x1b[B": down, "\x1b[C": right, "\x1b[D": left, "\x1bOA": up, "\x1bOB": down, "\x1bOC": right, "\x1bOD": left,
	"\x10": up, "\x0e": down, "\x06": right, "\x02": left,
	"\x1b[H": home, "\x1b[1~": home, "\x1b[7~": home, "\x1bOH": home, "\x01": home,
	"\x1b[F": end, "\x1b[4~": end, "\x1b[8~": end, "\x1bOF": end, "\x05": end,
	"\x1b[5~": pageUp, "\x1b[6~": pageDown, "\x1b[3~": remove, "\x15": killLine,
	"\x03": interrupt, "\x04": ending, "\x1a": suspend, resized: redraw,
}

// insideKey is how far apart the bytes of a key may be: over a slow line an arrow comes in pieces. Nobody notices it
// after a lone Esc.
const insideKey = 100 * time.Millisecond

// keys reads a terminal on one goroutine and hands out what was typed, a key at a time. What nobody asked for yet stays
// for the next question.
type keys struct {
	chunks chan []byte   // closed at the end of the input
	wake   chan struct{} // somebody wants a redraw
	over   chan struct{} // closed by end

	mu    sync.Mutex // one reader at a time
	rest  []byte
	at    time.Time // when rest came
	cr    bool      // the last byte was \r: a \n behind it is the same key
	ended bool
}

func newKeys(in io.Reader) *keys {
	k := &keys{chunks: make(chan []byte), wake: make(chan struct{}, 1), over: make(chan struct{})}
	go func() {
		defer close(k.chunks)
		for {
			chunk := make([]byte, 1024)
			n, err := in.Read(chunk)
			if n > 0 {
				k.chunks <- chunk[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return k
}

// stir makes next return redraw.
func (k *keys) stir() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// end makes the input end.
func (k *keys) end() { close(k.over) }

// drop forgets what was typed ahead.
func (k *keys) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for k.rest = nil; !k.ended; {
		select {
		case _, more := <-k.chunks:
			k.ended = !more
		default:
			return
		}
	}
}

// next waits for a key. late, if it comes first, returns "" and no error. The error is that of ctx, or io.EOF.
func (k *keys) next(ctx context.Context, late <-chan time.Time) (key string, at time.Time, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for {
		if key, ok := k.cut(); ok {
			return key, k.at, nil
		}
		if k.ended {
			return "", time.Time{}, io.EOF
		}
		var pause <-chan time.Time
		if len(k.rest) > 0 { // the beginning of a key
			pause = time.After(insideKey)
		}
		select {
		case chunk, more := <-k.chunks:
			k.ended = !more
			k.rest, k.at = append(k.rest, chunk...), time.Now()
		case <-pause:
			if k.rest[0] == '\x1b' && len(k.rest) == 1 {
				k.rest = nil
				return esc, k.at, nil
			}
			k.rest = nil
		case <-k.wake:
			return redraw, time.Now(), nil
		case <-k.over:
			k.rest, k.ended = nil, true
		case <-late:
			return "", time.Now(), nil
		case <-ctx.Done():
			return "", time.Time{}, ctx.Err()
		}
	}
}

// cut takes the next whole key from what was read.
func (k *keys) cut() (key string, ok bool) {
	for len(k.rest) > 0 {
		seq, _, n, state := ansi.DecodeSequence(k.rest, ansi.NormalState, nil)
		whole := state == ansi.NormalState && (seq[0] < utf8.RuneSelf || utf8.FullRune(seq))
		if string(seq) == esc || string(seq) == "\x1bO" || string(seq) == "\x1b[" { // more may come
			whole = len(k.rest) > n
			if whole && string(seq) == "\x1bO" { // the decoder does not know this kind
				n++
				seq = k.rest[:n]
			}
		}
		if !whole && !k.ended {
			return "", false
		}
		key := string(seq)
		k.rest = k.rest[n:]
		half := k.cr && key == "\n"
		k.cr = key == "\r"
		switch is, known := keyOf[key]; {
		case half:
		case known:
			return is, true
		case printable(key):
			return key, true
		}
	}
	return "", false
}

// printable reports whether a character may be part of an answer.
func printable(s string) bool {
	for _, r := range s {
		if lang.IsControl(r) || r == utf8.RuneError || unicode.In(r, unicode.Zl, unicode.Zp) {
			return false
		}
	}
	return true
}
