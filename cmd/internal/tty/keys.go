package tty

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A key is a character as it is, a text that was pasted (pasted), or one of these. A terminal sends some of them in several
// ways.
const (
	enter     = "\r"
	backspace = "\x7f"
	tab       = "\t"
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
	killWord  = "\x17"     // Ctrl-W, Alt-Backspace
	interrupt = "\x03"     // Ctrl-C
	ending    = "\x04"     // Ctrl-D
	suspend   = "\x1a"     // Ctrl-Z
	redraw    = "redraw"   // no key: the window has another size, or the program was stopped
	paste     = "paste "   // in front of a pasted text, line ends and all
	resized   = "\x1b[48t" // sent by a reader of keys that hears of sizes, too
)

// keyOf holds what terminals send, and the key that it is. All other codes do nothing.
var keyOf = map[string]string{
	"\n": enter, "\r": enter, "\x1bOM": enter, "\b": backspace, "\x7f": backspace, "\x1b": esc, "\t": tab,
	"\x1b[A": up, "\x1b[B": down, "\x1b[C": right, "\x1b[D": left, "\x1bOA": up, "\x1bOB": down, "\x1bOC": right, "\x1bOD": left,
	"\x10": up, "\x0e": down, "\x06": right, "\x02": left,
	"\x1b[H": home, "\x1b[1~": home, "\x1b[7~": home, "\x1bOH": home, "\x01": home,
	"\x1b[F": end, "\x1b[4~": end, "\x1b[8~": end, "\x1bOF": end, "\x05": end,
	"\x1b[5~": pageUp, "\x1b[6~": pageDown, "\x1b[3~": remove,
	"\x15": killLine, "\x17": killWord, "\x1b\x7f": killWord, "\x1b\b": killWord,
	"\x03": interrupt, "\x04": ending, "\x1a": suspend, resized: redraw,
}

// A terminal marks where a paste begins and ends, if it is asked to.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
	markPastes  = "\x1b[?2004h"
	plainPastes = "\x1b[?2004l"
)

// insideKey is how far apart the bytes of a key may be: over a slow line an arrow comes in pieces. Nobody notices it
// after a lone Esc. insidePaste is the same inside a paste.
const (
	insideKey   = 50 * time.Millisecond
	insidePaste = time.Second
)

// keys reads a terminal on one goroutine and hands out what was typed, a key at a time. Keys that nobody asked for yet
// stay for the next question.
type keys struct {
	chunks chan []byte   // closed at the end of the input
	wake   chan struct{} // somebody wants a redraw
	over   chan struct{} // closed by end

	mu    sync.Mutex // one reader at a time
	rest  []byte
	at    time.Time // when rest came
	cr    bool      // the last byte was \r: a \n behind it is the same key
	ended bool

	letter string // the last character, if it is one that a joiner may follow
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
		switch { // the beginning of a key
		case strings.HasPrefix(string(k.rest), pasteBegins):
			pause = time.After(insidePaste)
		case len(k.rest) > 0:
			pause = time.After(insideKey)
		}
		select {
		case chunk, more := <-k.chunks:
			k.ended = !more
			k.rest, k.at = append(k.rest, chunk...), time.Now()
		case <-pause:
			key, is := k.broken()
			if k.rest = nil; is {
				return key, k.at, nil
			}
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

// broken returns the key that its beginning alone makes: Esc is one, and so is a text that was pasted by
// a terminal that does not say where it ends.
func (k *keys) broken() (key string, is bool) {
	if text, pasted := strings.CutPrefix(string(k.rest), pasteBegins); pasted {
		return paste + text, true
	}
	return esc, string(k.rest) == esc
}

// cut takes the next whole key from the bytes that were read.
func (k *keys) cut() (key string, ok bool) {
	for len(k.rest) > 0 {
		n := length(k.rest)
		switch {
		case n > 0:
		case !k.ended:
			return "", false
		default: // the input ends inside of a code
			n = len(k.rest)
		}
		sent := string(k.rest[:n])
		k.rest = k.rest[n:]
		second := k.cr && sent == "\n"
		k.cr = sent == "\r"
		switch is, known := keyOf[sent]; {
		case second:
		case known:
			return is, true
		case strings.HasPrefix(sent, pasteBegins):
			return paste + strings.TrimSuffix(sent[len(pasteBegins):], pasteEnds), true
		default:
			if key = k.tidy(sent); key != "" && printable(key) {
				return key, true
			}
		}
	}
	return "", false
}

// tidy returns a character without what nobody sees. A joiner that comes by itself stays behind a letter or a picture.
func (k *keys) tidy(sent string) string {
	if key := ask.Tidy(sent); key != "" {
		k.letter = ""
		if r, _ := utf8.DecodeRuneInString(key); r > unicode.MaxASCII {
			k.letter = string(r)
		}
		return key
	}
	return strings.TrimPrefix(ask.Tidy(k.letter+sent), k.letter)
}

// length returns the length of the first key or code in b, or 0 if more bytes must follow.
func length(b []byte) int {
	if b[0] == '\x1b' {
		return codeLength(string(b))
	}
	if b[0] >= utf8.RuneSelf && !utf8.FullRune(b) {
		return 0
	}
	if b[0] < ' ' || b[0] == '\x7f' {
		return 1
	}
	c, _ := ansi.FirstGraphemeCluster(b, ansi.GraphemeWidth)
	return len(c)
}

// codeLength returns the length of the code at the beginning of s, which begins with Esc, or 0 if it goes on. A code has
// its end whether it is known or not, so that none of its letters is taken for a typed one.
func codeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '[', 'O':
		if strings.HasPrefix(s, pasteBegins) {
			return behind(s, pasteEnds)
		}
		return sequenceLength(s)
	case ']', 'P', 'X', '^', '_': // an answer of the terminal, up to its end
		return max(behind(s, "\a"), behind(s, "\x1b\\"))
	case '\x1b':
		switch { // an arrow with Alt, or Esc that is held
		case len(s) == 2:
			return 0
		case s[2] != '[' && s[2] != 'O':
			return 2
		}
		if n := codeLength(s[1:]); n > 0 {
			return n + 1
		}
		return 0
	}
	if !utf8.FullRuneInString(s[1:]) {
		return 0
	}
	_, n := utf8.DecodeRuneInString(s[1:])
	return 1 + n
}

// behind returns the length of s up to the end of a mark, or 0 if it is not there.
func behind(s, mark string) int {
	if at := strings.Index(s, mark); at >= 0 {
		return at + len(mark)
	}
	return 0
}

// sequenceLength returns the length of a code that begins with Esc [ or Esc O: numbers and signs, and one letter at its
// end. A byte that breaks it off, as another Esc, is a key of its own.
func sequenceLength(s string) int {
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == '[' && i == 2: // the Linux console: one more letter
			if len(s) == 3 {
				return 0
			}
			return 4
		case c < ' ' || c > '~':
			return i
		case c >= '@':
			return i + 1
		}
	}
	return 0
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
