// Package keyboard owns the bytes of a terminal for the life of the program, and gives its keys to a question
// or a window.
//
// It reads on demand, on the goroutine that asks, one key at a time: keys typed ahead stay with the system, for
// the next question or, after the end of the program, for the shell. It also handles the mode of the terminal,
// its signals (new size, stopped and resumed) and the keys that are dropped because nobody meant them, so that
// there is one way for questions and windows.
package keyboard

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/term"
)

// A Keyboard cuts the bytes of one terminal into keys. Only one goroutine may ask for keys at a time; Take and
// Give may be called from any.
type Keyboard struct {
	in    *os.File
	src   source
	latin bool // bytes that are not UTF-8 are letters in Latin-1

	back    []byte // bytes already read that belong to the next key
	afterCR bool   // a line feed now would belong to the Enter before it
	pasting bool
	stirred bool // woken in the middle of a key

	picked time.Time // when the last key picked a line of a list; zero after any other key
	along  bool      // another key was waiting at that moment
	deafTo time.Time // keys are dropped until then; zero: none are

	mu      sync.Mutex
	cooked  *term.State // the original mode of the terminal; nil if in is not one
	raw     bool
	resumed chan struct{} // holds one value if the program was stopped and goes on, and nobody knows yet
}

// A source gives the bytes of a terminal, one at a time. Its errors are errNoByte, errWoken, io.EOF and those
// of the system.
type source interface {
	read(wait time.Duration, begun bool) (byte, error) // begun: within a key; a negative wait is forever
	pending() bool
	wake() // from any goroutine: a waiting read returns errWoken
}

// Open takes over the keys of in; there can be one Keyboard. With latin, bytes that are not UTF-8 are letters
// in Latin-1. Errors are those of the system.
func Open(in *os.File, latin bool) (*Keyboard, error) {
	src, err := newSource(in)
	if err != nil {
		return nil, err
	}
	k := &Keyboard{in: in, src: src, latin: latin, resumed: make(chan struct{}, 1)}
	k.cooked, _ = term.GetState(int(in.Fd()))
	listen(src.wake, func() {
		select {
		case k.resumed <- struct{}{}:
		default:
		}
	})
	return k, nil
}

// Take puts the terminal in raw mode, without echo.
func (k *Keyboard) Take() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.cooked == nil || k.raw {
		return
	}
	if _, err := readline.MakeRaw(int(k.in.Fd())); err == nil {
		k.raw = true
	}
}

// Give restores the original mode of the terminal, and reports whether it was raw.
func (k *Keyboard) Give() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	taken := k.raw
	if taken {
		_ = term.Restore(int(k.in.Fd()), k.cooked)
		k.raw = false
	}
	return taken
}

// Stop stops the program as Ctrl-Z does, with the terminal in its original mode, and puts it back in raw mode
// when the program goes on.
func (k *Keyboard) Stop() {
	k.Give()
	select {
	case <-k.resumed: // left over from an earlier stop
	default:
	}
	stop(k.resumed)
	k.Take()
}

// Drop discards what was typed ahead.
func (k *Keyboard) Drop() {
	k.Take()
	k.back, k.afterCR = nil, false
	for range 1 << 20 {
		if _, err := k.src.read(0, true); err != nil && err != errWoken {
			return
		}
	}
}

// Deafen makes the keyboard drop the keys typed ahead and within d. It returns at once; Hush waits.
func (k *Keyboard) Deafen(d time.Duration) { k.deafTo = time.Now().Add(d) }

// Ignore drops the keys typed ahead and within d, and waits.
func (k *Keyboard) Ignore(ctx context.Context, d time.Duration) {
	k.Deafen(d)
	k.Hush(ctx)
}

// Hush drops keys until the time set by Deafen is over. Ctrl-C always counts, and ends the wait.
func (k *Keyboard) Hush(ctx context.Context) {
	if k.deafTo.IsZero() {
		return
	}
	k.Drop()
	for left := time.Until(k.deafTo); left > 0; left = time.Until(k.deafTo) {
		b, err := k.src.read(left, false)
		switch {
		case err == errNoByte, err == errWoken && ctx.Err() == nil:
		case err != nil: // given up: the next question waits for the rest
			return
		case b == ctrlC:
			k.unread(b)
			k.deafTo = time.Time{} // enough
		}
	}
	k.deafTo = time.Time{}
}

// Burst is how soon an Enter must follow the key that picked a line to belong to it: nobody has read the next
// question by then. A program that presses keys needs no time to read, and sets it to 0.
var Burst = 400 * time.Millisecond

// Picked notes that the last key picked a line of a list. An Enter typed along with it, by habit, then answers
// nothing else. If the list has numbers that wait for one, it may come later.
func (k *Keyboard) Picked(waits bool) {
	if Burst <= 0 {
		return
	}
	k.picked, k.along = time.Now(), len(k.back) > 0 || k.src.pending()
	if waits {
		k.picked = k.picked.Add(2 * Burst)
	}
}

// belongs reports whether a key is an Enter that belongs to the pick before it.
func (k *Keyboard) belongs(got Key) bool {
	fits := !k.picked.IsZero() && (k.along || time.Since(k.picked) < Burst)
	k.picked, k.along = time.Time{}, false
	return got.Kind == Enter && fits
}

// Next waits for one key. If wait is not negative and over, the error is ErrLate. If ctx ends, it is its cause.
// At the end of the input it is io.EOF.
func (k *Keyboard) Next(ctx context.Context, wait time.Duration) (Key, error) {
	defer context.AfterFunc(ctx, k.src.wake)()
	for {
		if ctx.Err() != nil {
			return Key{}, context.Cause(ctx)
		}
		select {
		case <-k.resumed:
			if k.Give() { // a shell had the terminal meanwhile
				k.Take()
			}
			return Key{Kind: Resumed}, nil
		default:
		}
		if k.stirred {
			k.stirred = false
			return Key{Kind: Woken}, nil
		}
		got, err := k.next(wait)
		switch err {
		case errWoken:
			k.stirred = len(k.resumed) == 0 && ctx.Err() == nil
			continue
		case errNoByte:
			return got, ErrLate
		}
		return got, err
	}
}
