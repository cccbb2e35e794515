// Package keys turns the bytes of a terminal, or the records of a console of Windows, into keys. It knows no question.
package keys

import (
	"bytes"
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

// A key is a character as it is, a text that was pasted (Pasted), or one of these. A terminal sends some of them in several
// ways.
const (
	Enter     = "\r"
	Backspace = "\x7f"
	Tab       = "\t"
	Esc       = "\x1b"
	Up        = "\x1b[A"
	Down      = "\x1b[B"
	Right     = "\x1b[C"
	Left      = "\x1b[D"
	Home      = "\x1b[H"
	End       = "\x1b[F"
	PageUp    = "\x1b[5~"
	PageDown  = "\x1b[6~"
	Remove    = "\x1b[3~"
	KillLine  = "\x15"     // Ctrl-U
	KillWord  = "\x17"     // Ctrl-W, Alt-Backspace
	Interrupt = "\x03"     // Ctrl-C
	Ending    = "\x04"     // Ctrl-D
	Suspend   = "\x1a"     // Ctrl-Z
	Redraw    = "redraw"   // no key: the window has another size, or the program was stopped
	Pasted    = "paste "   // in front of a pasted text, line ends and all
	resized   = "\x1b[48t" // sent by a reader of keys that hears of sizes, too
)

// keyOf holds what terminals send, and the key that it is. All other codes do nothing.
var keyOf = map[string]string{
	"\n": Enter, "\r": Enter, "\x1bOM": Enter, "\b": Backspace, "\x7f": Backspace, "\x1b": Esc, "\t": Tab,
	"\x1b[A": Up, "\x1b[B": Down, "\x1b[C": Right, "\x1b[D": Left, "\x1bOA": Up, "\x1bOB": Down, "\x1bOC": Right, "\x1bOD": Left,
	"\x10": Up, "\x0e": Down, "\x06": Right, "\x02": Left,
	"\x1b[H": Home, "\x1b[1~": Home, "\x1b[7~": Home, "\x1bOH": Home, "\x01": Home,
	"\x1b[F": End, "\x1b[4~": End, "\x1b[8~": End, "\x1bOF": End, "\x05": End,
	"\x1b[5~": PageUp, "\x1b[6~": PageDown, "\x1b[3~": Remove,
	"\x15": KillLine, "\x17": KillWord, "\x1b\x7f": KillWord, "\x1b\b": KillWord,
	"\x03": Interrupt, "\x04": Ending, "\x1a": Suspend, resized: Redraw,
}

// A terminal marks where a paste begins and ends, if it is asked to.
const (
	PasteBegins = "\x1b[200~"
	PasteEnds   = "\x1b[201~"
	MarkPastes  = "\x1b[?2004h"
	PlainPastes = "\x1b[?2004l"
)

// insideKey is how far apart the bytes of a key may be: over a slow line an arrow comes in pieces. Nobody notices it
// after a lone Esc. insidePaste is the same inside a paste.
const (
	insideKey   = 50 * time.Millisecond
	insidePaste = time.Second
)

// A Reader reads a terminal on one goroutine and hands out what was typed, a key at a time. Keys that nobody asked for yet
// stay for the next question.
type Reader struct {
	chunks chan []byte   // closed at the end of the input
	wake   chan struct{} // somebody wants a redraw
	over   chan struct{} // closed by End

	mu    sync.Mutex // one reader at a time
	rest  []byte
	at    time.Time // when rest came
	cr    bool      // the last byte was \r: a \n behind it is the same key
	ended bool

	letter string // the last character, if it is one that a joiner may follow
}

// New returns a Reader of a terminal's bytes.
func New(in io.Reader) *Reader {
	k := &Reader{chunks: make(chan []byte), wake: make(chan struct{}, 1), over: make(chan struct{})}
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

// Stir makes Next return Redraw.
func (k *Reader) Stir() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// End makes the input end.
func (k *Reader) End() { close(k.over) }

// Drop forgets keys that were typed ahead.
func (k *Reader) Drop() {
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

// BeginsWord reports whether a letter or digit that may act alone begins a word instead: letters came in one piece with it, so
// that all are judged together. A digit right in front of letters does not: somebody types ahead.
func (k *Reader) BeginsWord(key string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	rest, apart := bytes.CutPrefix(k.rest, []byte(" "))
	next, _ := utf8.DecodeRune(rest)
	return unicode.IsLetter(next) && (Letter(key) || apart && Printable(key))
}

// Next waits for a key. late, if it comes first, returns "" and no error. The error is that of ctx, or io.EOF.
func (k *Reader) Next(ctx context.Context, late <-chan time.Time) (key string, at time.Time, err error) {
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
		// Half a key is in. If nothing follows soon, it is whole: Esc alone is a key.
		switch {
		case strings.HasPrefix(string(k.rest), PasteBegins):
			pause = time.After(insidePaste)
		case len(k.rest) > 0:
			pause = time.After(insideKey)
		}
		select {
		case chunk, more := <-k.chunks:
			k.heard(chunk, more)
		case <-pause:
			// On a busy machine the rest may have come long ago, and nobody took it yet.
			select {
			case chunk, more := <-k.chunks:
				k.heard(chunk, more)
				continue
			default:
			}
			key, is := k.broken()
			if k.rest = nil; is {
				return key, k.at, nil
			}
		case <-k.wake:
			return Redraw, time.Now(), nil
		case <-k.over:
			k.rest, k.ended = nil, true
		case <-late:
			return "", time.Now(), nil
		case <-ctx.Done():
			return "", time.Time{}, ctx.Err()
		}
	}
}

// heard adds bytes that were read. Without more, they are the last.
func (k *Reader) heard(chunk []byte, more bool) {
	k.ended = !more
	k.rest, k.at = append(k.rest, chunk...), time.Now()
}

// broken returns the key that its beginning alone makes: Esc is one, and so is a text that was pasted by
// a terminal that does not say where it ends.
func (k *Reader) broken() (key string, is bool) {
	if text, pasted := strings.CutPrefix(string(k.rest), PasteBegins); pasted {
		return Pasted + text, true
	}
	return Esc, string(k.rest) == Esc
}

// cut takes the next whole key from the bytes that were read.
func (k *Reader) cut() (key string, ok bool) {
	for len(k.rest) > 0 {
		n := length(k.rest)
		switch {
		case n > 0:
		case !k.ended:
			return "", false
		default:
			// The input ends inside of a code, and nobody will send the rest.
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
		case strings.HasPrefix(sent, PasteBegins):
			return Pasted + strings.TrimSuffix(sent[len(PasteBegins):], PasteEnds), true
		default:
			if key = k.tidy(sent); key != "" && Printable(key) {
				return key, true
			}
		}
	}
	return "", false
}

// tidy returns a character without what nobody sees. A joiner that comes by itself stays behind a letter or a picture.
func (k *Reader) tidy(sent string) string {
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
		if strings.HasPrefix(s, PasteBegins) {
			return behind(s, PasteEnds)
		}
		return sequenceLength(s)
	// These begin answers of the terminal, which have an end of their own.
	case ']', 'P', 'X', '^', '_':
		return max(behind(s, "\a"), behind(s, "\x1b\\"))
	case '\x1b':
		// An arrow with Alt has two Escs in front, and so has an Esc that is held: a third byte tells.
		switch {
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
		// The Linux console sends ESC [ [ A to E for F1 to F5.
		case c == '[' && i == 2:
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

// Printable reports whether a character may be part of an answer.
func Printable(s string) bool {
	for _, r := range s {
		if lang.IsControl(r) || r == utf8.RuneError || unicode.In(r, unicode.Zl, unicode.Zp) {
			return false
		}
	}
	return true
}

// Letter reports whether a key is a letter.
func Letter(key string) bool {
	r, n := utf8.DecodeRuneInString(key)
	return n == len(key) && unicode.IsLetter(r)
}
