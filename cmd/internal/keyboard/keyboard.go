// Package keyboard owns the bytes of a terminal for the life of the program, and gives keys to a question or to a window,
// whichever asks.
//
// It reads on demand, on the goroutine that asks, and one key at a time: keys behind the one that was wanted stay
// with the system, for whoever asks next, and behind the end of the program that is the shell. The mode of the terminal, the
// signals that concern it (another size, stopped and resumed) and what is dropped because nobody meant it are its business
// too, so that a question and a window cannot do these in two ways.
package keyboard

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/term"
)

// A Keyboard cuts the bytes of one terminal into keys. One goroutine at a time asks it; Take and Give may be called
// from anywhere.
type Keyboard struct {
	in    *os.File
	src   source
	latin bool // bytes that are no UTF-8 are letters of Latin-1

	back    []byte // read, but part of the next key
	afterCR bool   // a line feed now belongs to the Enter before it
	pasting bool
	stirred bool // woken in the middle of a key

	picked time.Time // when a key picked a line of a list, and no other key has come since
	along  bool      // another key was there already then

	mu      sync.Mutex
	cooked  *term.State // as the terminal was found; nil where in is none
	raw     bool
	deafTo  time.Time     // keys are dropped until then; zero: none are
	resumed atomic.Bool   // the program was stopped and goes on, and nobody knows yet
	goesOn  chan struct{} // as resumed, for Stop
}

// A source gives the bytes of a terminal, one at a time. Errors: errNoByte, errWoken, io.EOF, or that of the system.
type source interface {
	read(wait time.Duration, begun bool) (byte, error) // of a key that has begun, or of another one; a negative wait is for ever
	pending() bool
	wake() // from anywhere: a read that waits ends with errWoken
}

// Open owns the keys of in from now on; there can be one Keyboard. latin takes bytes that are no UTF-8 for letters of
// Latin-1. Errors are those of the system.
func Open(in *os.File, latin bool) (*Keyboard, error) {
	src, err := newSource(in)
	if err != nil {
		return nil, err
	}
	k := &Keyboard{in: in, src: src, latin: latin, goesOn: make(chan struct{}, 1)}
	k.cooked, _ = term.GetState(int(in.Fd()))
	listen(src.wake, func() {
		k.resumed.Store(true)
		select {
		case k.goesOn <- struct{}{}:
		default:
		}
	})
	return k, nil
}

// Take makes the terminal give every key at once, and echo none.
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

// Give leaves the terminal as it was found, and reports whether it had been taken.
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

// Stop stops the program as Ctrl-Z does, with the terminal as it was found, and takes it again when the program goes on.
func (k *Keyboard) Stop() {
	k.Give()
	select {
	case <-k.goesOn: // of a time before
	default:
	}
	stop(k.goesOn)
	k.resumed.Store(false)
	k.Take()
}

// Drop forgets what was typed ahead.
func (k *Keyboard) Drop() {
	k.Take()
	k.back, k.afterCR = nil, false
	for range 1 << 20 {
		if _, err := k.src.read(0, true); err != nil && err != errWoken {
			return
		}
	}
}

// Deafen has whatever is typed in the next while be dropped, and what was typed ahead: see Hush. Nobody waits for it here.
func (k *Keyboard) Deafen(d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.deafTo = time.Now().Add(d)
}

// Hush drops what is typed until the keyboard hears again. Ctrl-C is meant whenever it is pressed, and ends the silence.
func (k *Keyboard) Hush(ctx context.Context) {
	k.mu.Lock()
	to := k.deafTo
	k.mu.Unlock()
	if to.IsZero() {
		return
	}
	for k.Drop(); ; {
		left := time.Until(to)
		if left <= 0 {
			break
		}
		b, err := k.src.read(left, false)
		if err == errNoByte || err == errWoken && ctx.Err() == nil {
			continue
		}
		if err != nil { // it is given up: the next one who asks is deaf for the rest
			return
		}
		if b == ctrlC {
			k.unread(b)
			break
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.deafTo = time.Time{}
}

// Burst is how long behind the key of a line an Enter still belongs to it: nobody has read the next question by then. A
// program that presses keys needs no time to read, and has it be 0.
var Burst = 400 * time.Millisecond

// Picked takes the key before for one that picked a line of a list. An Enter typed along with it, by habit, answers nothing
// else; it may take longer to come where the list has numbers that wait for one.
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

// Next waits for one key; within a while where wait is not negative: ErrLate where none came. Where ctx ends, the error is
// its cause. At the end of the keys it is io.EOF.
func (k *Keyboard) Next(ctx context.Context, wait time.Duration) (Key, error) {
	defer context.AfterFunc(ctx, k.src.wake)()
	for {
		if ctx.Err() != nil {
			return Key{}, context.Cause(ctx)
		}
		if k.resumed.Swap(false) {
			if k.Give() { // a shell had the terminal meanwhile
				k.Take()
			}
			return Key{Kind: Resumed}, nil
		}
		if k.stirred {
			k.stirred = false
			return Key{Kind: Woken}, nil
		}
		got, err := k.next(wait)
		switch err {
		case errWoken:
			k.stirred = !k.resumed.Load() && ctx.Err() == nil
			continue
		case errNoByte:
			return got, ErrLate
		}
		return got, err
	}
}
