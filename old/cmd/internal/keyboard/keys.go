package keyboard

import (
	"errors"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// This file turns bytes into keys. A terminal sends a key as one byte, a character, or a sequence that begins
// with Esc; it also sends answers to queries of other programs.
//
//   - Keys are read one at a time, byte by byte.
//   - Esc with nothing after it for a moment is a key; unknown sequences are dropped whole.
//   - No control character becomes text.

// A Kind is the sort of a key.
type Kind int

// The keys, and other events that end a wait.
const (
	None Kind = iota // a sequence without a meaning here
	Character
	Enter
	Backspace
	Delete
	Left
	Right
	Up
	Down
	Home
	End
	PageUp
	PageDown
	Esc
	Interrupt  // Ctrl-C
	EndOfInput // Ctrl-D
	KillBefore // Ctrl-U
	KillAfter  // Ctrl-K
	KillWord   // Ctrl-W
	Suspend    // Ctrl-Z

	Woken   // no key: the window has a new size, or a context has ended
	Resumed // no key: the program was stopped, and its drawing is gone
)

// A Key is a key that was pressed.
type Key struct {
	Kind   Kind
	Rune   rune // of a Character
	Pasted bool // part of a paste
}

// names holds the names of keys, for windows.
var names = map[Kind]string{
	Enter: "enter", Backspace: "backspace", Delete: "delete", Left: "left", Right: "right", Up: "up", Down: "down", Home: "home", End: "end",
	PageUp: "pgup", PageDown: "pgdown", Esc: "esc", Interrupt: "ctrl+c", EndOfInput: "ctrl+d", KillBefore: "ctrl+u", KillAfter: "ctrl+k",
	KillWord: "ctrl+w", Suspend: "ctrl+z", Woken: "woken", Resumed: "resumed",
}

// String returns the key's name. A character other than the space is its own name.
func (k Key) String() string {
	switch {
	case k.Kind != Character:
		return names[k.Kind]
	case k.Rune == ' ':
		return "space"
	}
	return string(k.Rune)
}

// ErrLate means that a wait was over before a key came.
var ErrLate = errors.New("keyboard: nothing was typed")

var (
	errNoByte = errors.New("keyboard: no byte came")
	errWoken  = errors.New("keyboard: woken")
)

const ctrlC = 3

// How far apart the bytes of a key may be: over a slow line an arrow comes in pieces. Nobody notices the delay
// after a lone Esc.
const (
	AfterEsc = 150 * time.Millisecond
	inside   = 250 * time.Millisecond // within a sequence
)

// longest is the number of bytes after which a sequence is given up.
const longest = 4096

// byte returns the next byte within a key, even if woken.
func (k *Keyboard) byte(wait time.Duration) (byte, error) {
	for {
		b, err := k.take(wait, true)
		if err != errWoken {
			return b, err
		}
		k.stirred = true
	}
}

func (k *Keyboard) take(wait time.Duration, begun bool) (byte, error) {
	if len(k.back) > 0 {
		b := k.back[0]
		k.back = k.back[1:]
		return b, nil
	}
	return k.src.read(wait, begun)
}

func (k *Keyboard) unread(b ...byte) { k.back = append(b, k.back...) }

// Return puts characters back: they are the next keys.
func (k *Keyboard) Return(characters string) { k.unread([]byte(characters)...) }

// next waits for one key, forever if wait is negative.
func (k *Keyboard) next(wait time.Duration) (Key, error) {
	for {
		b, err := k.first(wait)
		if err != nil {
			return Key{}, err
		}
		half := k.afterCR && b == '\n'
		k.afterCR = b == '\r'
		if half {
			continue
		}
		got, err := k.cut(b)
		if err == errNoByte || err == nil && got.Kind == None { // an incomplete key, or none
			continue
		}
		if err == nil && k.belongs(got) {
			continue
		}
		got.Pasted = k.pasting
		return got, err
	}
}

// first returns the first byte of a key. A paste without an end is over when nothing follows.
func (k *Keyboard) first(wait time.Duration) (byte, error) {
	if k.pasting {
		b, err := k.take(inside, true)
		k.pasting = err != errNoByte
		if k.pasting {
			return b, err
		}
	}
	return k.take(wait, false)
}

// controls holds the keys of one byte; other control characters mean nothing.
var controls = map[byte]Kind{
	1: Home, 2: Left, ctrlC: Interrupt, 4: EndOfInput, 5: End, 6: Right, 8: Backspace, '\n': Enter, 11: KillAfter,
	'\r': Enter, 14: Down, 16: Up, 21: KillBefore, 23: KillWord, 26: Suspend, 127: Backspace,
}

func (k *Keyboard) cut(b byte) (Key, error) {
	switch {
	case b == 27:
		return k.sequence()
	case b < ' ' || b == 127:
		return Key{Kind: controls[b]}, nil
	case b < utf8.RuneSelf:
		return Key{Kind: Character, Rune: rune(b)}, nil
	}
	return k.character(b)
}

// character reads the rest of a character of several bytes.
func (k *Keyboard) character(first byte) (Key, error) {
	buf := []byte{first}
	for !utf8.FullRune(buf) {
		b, err := k.byte(inside)
		if err == errNoByte {
			return k.broken(buf), nil
		}
		if err != nil {
			return Key{}, err
		}
		if b < utf8.RuneSelf { // drop the broken bytes, but not this one
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
	if !Writable(r) {
		return Key{}, nil
	}
	return Key{Kind: Character, Rune: r}, nil
}

// broken returns the key for bytes that are not a character: a letter in Latin-1 if the terminal may send
// those, else none.
func (k *Keyboard) broken(buf []byte) Key {
	if !k.latin {
		return Key{}
	}
	k.unread(buf[1:]...)
	r := rune(buf[0])
	if !Writable(r) {
		return Key{}
	}
	return Key{Kind: Character, Rune: r}
}

// Writable reports whether a character may be part of an answer: control characters, line separators and broken
// characters may not.
func Writable(r rune) bool {
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Zl, unicode.Zp) && r != utf8.RuneError
}

// sequence reads what follows Esc.
func (k *Keyboard) sequence() (Key, error) {
	b, err := k.byte(AfterEsc)
	if err == errNoByte || err == io.EOF { // the next read meets the end again
		return Key{Kind: Esc}, nil
	}
	if err != nil {
		return Key{}, err
	}
	switch b {
	case '[':
		return k.csi()
	case 'O':
		return k.ss3()
	case ']', 'P', '_', '^', 'X':
		return Key{}, k.command()
	}
	if b < ' ' || b == 27 || b == 127 { // Esc, and then another key
		k.unread(b)
		return Key{Kind: Esc}, nil
	}
	if b >= utf8.RuneSelf {
		_, err := k.character(b)
		return Key{}, err
	}
	return Key{}, nil // Alt and a letter
}

// csi reads a sequence with parameters, such as Esc [ 3 ~.
func (k *Keyboard) csi() (Key, error) {
	var params []byte
	for len(params) < longest {
		b, err := k.byte(inside)
		switch {
		case err != nil:
			return Key{}, err
		case b == '[' && len(params) == 0: // a function key of the Linux console: one more byte
			_, err := k.inner()
			return Key{}, err
		case b >= 0x20 && b <= 0x3f:
			params = append(params, b)
		case b >= 0x40 && b <= 0x7e:
			return k.sequenced(string(params), b), nil
		default:
			k.unread(b)
			return Key{}, nil
		}
	}
	return Key{}, nil
}

// finals holds the last bytes of sequences that are keys, with or without modifiers.
var finals = map[byte]Kind{'A': Up, 'B': Down, 'C': Right, 'D': Left, 'H': Home, 'F': End}

// numbered holds the keys Esc [ n ~.
var numbered = map[string]Kind{"1": Home, "3": Delete, "4": End, "5": PageUp, "6": PageDown, "7": Home, "8": End}

// sequenced returns the key of a complete sequence.
func (k *Keyboard) sequenced(params string, final byte) Key {
	number, _, _ := strings.Cut(params, ";")
	switch {
	case final == '~' && (number == "200" || number == "201"):
		k.pasting = number == "200"
	case final == '~':
		return Key{Kind: numbered[number]}
	case params == "" || number == "1":
		return Key{Kind: finals[final]}
	}
	return Key{}
}

func (k *Keyboard) ss3() (Key, error) {
	b, err := k.inner()
	if b == 'M' {
		return Key{Kind: Enter}, err
	}
	return Key{Kind: finals[b]}, err
}

// inner returns one more byte of a sequence, or 0 if another key begins.
func (k *Keyboard) inner() (byte, error) {
	b, err := k.byte(inside)
	if err == nil && b < ' ' {
		k.unread(b)
		return 0, nil
	}
	return b, err
}

// command skips a terminal's answer up to its end: BEL, or Esc \.
func (k *Keyboard) command() error {
	for range longest {
		b, err := k.byte(inside)
		if err != nil {
			return err
		}
		switch b {
		case 7, 24, 26:
			return nil
		case 27:
			b, err = k.byte(inside)
			if err == nil && b != '\\' {
				k.unread(27, b)
			}
			return err
		case ctrlC, '\r', '\n': // never part of an answer: it was cut off
			k.unread(b)
			return nil
		}
	}
	return nil
}
