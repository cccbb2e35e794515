package prompt

import (
	"errors"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tablemate/tablemate/cmd/internal/tty"
)

// From bytes to keys. A terminal sends a key as one byte, a character, or a
// sequence that begins with Esc; it also sends answers to questions that a live
// screen asked earlier, and those are no keys. All of it ends here:
//
//   - one key is read at a time, byte by byte, so what was typed ahead stays with
//     the system for whoever asks next;
//   - Esc with nothing behind it is a key; unknown sequences are dropped whole, also
//     where the line is slow and their end comes when the Esc has been taken for a key;
//   - no control character comes out as text.

type keyKind int

const (
	noKey keyKind = iota // a sequence that means nothing here
	character
	enter
	backspace
	deleteKey
	left
	right
	up
	down
	home
	end
	pageUp
	pageDown
	escape
	interrupt  // Ctrl-C
	endOfInput // Ctrl-D
	killBefore // Ctrl-U
	killAfter  // Ctrl-K
	killWord   // Ctrl-W
	suspend    // Ctrl-Z
)

type key struct {
	kind keyKind
	r    rune // of a character
}

// errNoByte is a wait that was over before a byte came.
var errNoByte = errors.New("prompt: nothing was typed")

// How long a byte that belongs to a key may be behind the one before it; behind the Esc, tty.AfterEsc.
const (
	inside   = 250 * time.Millisecond // of a sequence that has begun
	straggle = time.Second            // behind an Esc that was taken for a key: the end of a sequence is no text
)

// longest is how many bytes a sequence may have before it is given up.
const longest = 4096

// A byteSource gives the bytes of a terminal, one at a time. A negative wait is
// for ever. Errors: errNoByte, io.EOF, or why the waiting was stopped.
type byteSource interface {
	read(wait time.Duration) (byte, error)
}

// A keyboard cuts the bytes of one terminal into keys.
type keyboard struct {
	src     byteSource
	back    []byte // read, but part of the next key
	afterCR bool   // a line feed now belongs to the Enter before it
	latin   bool   // bytes that are no UTF-8 are letters of Latin-1
	lone    bool   // the key before was an Esc with nothing behind it: the rest of a sequence may come yet

	picked time.Time // when a key picked a line of a list, and no other key has come since
}

// Burst is how long behind the key of a line an Enter still belongs to it: nobody has read the next question by then. Who
// needs no time to read, a program that presses keys, has it be 0.
var Burst = 400 * time.Millisecond

// picks is a key that has picked a line of a list. An Enter behind it, by habit, answers nothing else.
func (k *keyboard) picks() {
	if Burst == 0 {
		return
	}
	b, err := k.byte(0)
	switch {
	case err != nil:
		k.picked = time.Now()
	case b == '\r' || b == '\n':
		k.afterCR = b == '\r'
	default:
		k.unread(b)
	}
}

// belongs reports whether a key is an Enter that belongs to the pick before it.
func (k *keyboard) belongs(got key) bool {
	since := time.Since(k.picked)
	k.picked = time.Time{}
	return got.kind == enter && since < Burst
}

func (k *keyboard) byte(wait time.Duration) (byte, error) {
	if len(k.back) > 0 {
		b := k.back[0]
		k.back = k.back[1:]
		return b, nil
	}
	return k.src.read(wait)
}

func (k *keyboard) unread(b ...byte) { k.back = append(b, k.back...) }

// next waits for one key, for ever where wait is negative.
func (k *keyboard) next(wait time.Duration) (key, error) {
	for {
		b, late, err := k.first(wait)
		if err != nil {
			return key{}, err
		}
		if late && k.straggles(b) {
			continue
		}
		half := k.afterCR && b == '\n'
		k.afterCR = b == '\r'
		if half {
			continue
		}
		got, err := k.cut(b)
		if err == errNoByte || err == nil && got.kind == noKey { // half a key, or none
			continue
		}
		if err == nil && k.belongs(got) {
			continue
		}
		return got, err
	}
}

// first is the first byte of a key; late where it may be the rest of a sequence whose Esc was
// taken for a key.
func (k *keyboard) first(wait time.Duration) (b byte, late bool, err error) {
	if k.lone {
		b, err = k.byte(straggle)
		k.lone = err != nil && err != errNoByte // who is given up here is asked again
		if err != errNoByte {
			return b, err == nil, err
		}
	}
	b, err = k.byte(wait)
	return b, false, err
}

// straggles takes the rest of a sequence whose Esc was taken for a key. A bracket that
// somebody typed has nothing behind it that fast.
func (k *keyboard) straggles(b byte) bool {
	if b != '[' && b != 'O' {
		return false
	}
	n, err := k.byte(tty.AfterEsc)
	if err != nil {
		return false
	}
	k.unread(n)
	if _, arrow := finals[n]; !arrow && (b == 'O' || n < '0' || n > '9') {
		return false
	}
	if b == 'O' {
		_, _ = k.ss3()
	} else {
		_, _ = k.csi()
	}
	return true
}

// controls are the keys of one byte; all other control characters mean nothing.
var controls = map[byte]keyKind{
	1: home, 2: left, 3: interrupt, 4: endOfInput, 5: end, 6: right, 8: backspace, '\n': enter, 11: killAfter,
	'\r': enter, 14: down, 16: up, 21: killBefore, 23: killWord, 26: suspend, 127: backspace,
}

func (k *keyboard) cut(b byte) (key, error) {
	switch {
	case b == 27:
		return k.sequence()
	case b < ' ' || b == 127:
		return key{kind: controls[b]}, nil
	case b < utf8.RuneSelf:
		return key{kind: character, r: rune(b)}, nil
	}
	return k.character(b)
}

// character reads the rest of a character of several bytes.
func (k *keyboard) character(first byte) (key, error) {
	buf := []byte{first}
	for !utf8.FullRune(buf) {
		b, err := k.byte(inside)
		if err == errNoByte {
			return k.broken(buf), nil
		}
		if err != nil {
			return key{}, err
		}
		if b < utf8.RuneSelf { // its bytes are dropped, this one is not
			k.unread(b)
			return k.broken(buf), nil
		}
		buf = append(buf, b)
	}
	r, size := utf8.DecodeRune(buf)
	if r == utf8.RuneError && size == 1 {
		return k.broken(buf), nil
	}
	k.unread(buf[size:]...)
	if !writable(r) {
		return key{}, nil
	}
	return key{kind: character, r: r}, nil
}

// broken is what comes of bytes that are no character: the letters that they are in Latin-1, where a terminal may send those, else nothing.
func (k *keyboard) broken(buf []byte) key {
	if !k.latin {
		return key{}
	}
	k.unread(buf[1:]...)
	r := rune(buf[0])
	if !writable(r) {
		return key{}
	}
	return key{kind: character, r: r}
}

// writable reports what may stand in an answer: no control characters, no line
// separators, nothing that was broken on its way.
func writable(r rune) bool {
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Zl, unicode.Zp) && r != utf8.RuneError
}

// sequence reads what follows Esc.
func (k *keyboard) sequence() (key, error) {
	b, err := k.byte(tty.AfterEsc)
	if err == errNoByte || err == io.EOF { // an end is met again at the next key
		k.lone = err == errNoByte
		return key{kind: escape}, nil
	}
	if err != nil {
		return key{}, err
	}
	switch b {
	case '[':
		return k.csi()
	case 'O':
		return k.ss3()
	case ']', 'P', '_', '^', 'X':
		return key{}, k.skipString()
	}
	if b < ' ' || b == 27 || b == 127 { // Esc, and then another key
		k.unread(b)
		return key{kind: escape}, nil
	}
	if b >= utf8.RuneSelf {
		_, err := k.character(b)
		return key{}, err
	}
	return key{}, nil // Alt and a letter
}

// csi reads a sequence with parameters, Esc [ 3 ~ for one.
func (k *keyboard) csi() (key, error) {
	var params []byte
	for len(params) < longest {
		b, err := k.byte(inside)
		if err != nil {
			return key{}, err
		}
		switch {
		case b == '[' && len(params) == 0: // a function key of a console: one more byte
			_, err := k.inner()
			return key{}, err
		case b >= 0x20 && b <= 0x3f:
			params = append(params, b)
		case b >= 0x40 && b <= 0x7e:
			if b == 'M' && len(params) == 0 {
				return key{}, k.skip(3) // an old report of the mouse
			}
			return key{kind: csiKey(string(params), b)}, nil
		default:
			k.unread(b)
			return key{}, nil
		}
	}
	return key{}, nil
}

// finals are the last bytes of sequences that are keys; a modifier changes nothing.
var finals = map[byte]keyKind{'A': up, 'B': down, 'C': right, 'D': left, 'H': home, 'F': end}

// numbered are the keys Esc [ n ~.
var numbered = map[string]keyKind{"1": home, "3": deleteKey, "4": end, "5": pageUp, "6": pageDown, "7": home, "8": end}

func csiKey(params string, final byte) keyKind {
	number, _, _ := strings.Cut(params, ";")
	if final == '~' {
		return numbered[number]
	}
	if params != "" && number != "1" { // an answer of the terminal, not a key
		return noKey
	}
	return finals[final]
}

func (k *keyboard) ss3() (key, error) {
	b, err := k.inner()
	if b == 'M' {
		return key{kind: enter}, err
	}
	return key{kind: finals[b]}, err
}

// inner is one more byte of a sequence, 0 where another key comes.
func (k *keyboard) inner() (byte, error) {
	b, err := k.byte(inside)
	if err == nil && b < ' ' {
		k.unread(b)
		return 0, nil
	}
	return b, err
}

func (k *keyboard) skip(n int) error {
	for range n {
		if _, err := k.byte(inside); err != nil {
			return err
		}
	}
	return nil
}

// skipString drops an answer of the terminal up to its end: BEL, or Esc \.
func (k *keyboard) skipString() error {
	for range longest {
		b, err := k.byte(inside)
		if err != nil {
			return err
		}
		switch b {
		case 7, 24, 26:
			return nil
		case 27:
			if b, err = k.byte(inside); err == nil && b != '\\' {
				k.unread(27, b)
			}
			return err
		case 3, '\r', '\n': // never part of such an answer: it was cut off
			k.unread(b)
			return nil
		}
	}
	return nil
}
