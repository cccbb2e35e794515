package prompt

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/term"

	"github.com/tablemate/tablemate/cmd/internal/tty"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Terminal asks at a terminal, one question after the other. Every question is
// drawn by promptui, whose input and output are replaced (see keyTranslator and renderer).
//
// From the first question to Restore the terminal is in raw mode, also between
// questions: what is typed ahead is neither lost nor echoed. Line breaks that are
// printed meanwhile work as always.
type Terminal struct {
	in     *os.File
	voice  *lang.Localizer
	color  bool
	latin  bool
	src    keySource
	kb     *keyboard
	slate  *renderer
	asking sync.Mutex // one question at a time

	mu      sync.Mutex
	cooked  *term.State // as it was found; nil where in is no terminal
	raw     bool
	stopped error
	listed  [2]int          // the columns and rows that a list was laid out for; no columns: none stands there
	until   <-chan struct{} // the question that waits is given up when this is closed; nil: never

	deafTo   time.Time            // what is typed until then is dropped; zero: nothing is
	kept     string               // the ID of the question whose line was kept last, directly above
	turned   bool                 // it was asked by a screen that comes again (isScreen)
	scrolled int                  // how many lines above the question went by, because there is no room for them
	aside    map[string]typedLine // what was typed where the table wanted something else first, by question
	answered typedLine            // the line that was answered last
	moved    typedLine            // one that did not count, because another window had gone on
	holds    string               // the ID of the secret question whose person has the keyboard
	above    [2]string            // where the table is, and who is ahead
}

// A keySource gives the bytes of a terminal, and can be told to stop waiting.
type keySource interface {
	byteSource
	hear(wait time.Duration) (byte, error) // as read, but of a key that nobody has begun yet
	wake()                                 // a read that waits asks whether it is to go on; from anywhere
}

// An Option changes how a Terminal asks.
type Option func(*Terminal)

// WithoutColor leaves colors and weights out; signs tell the same.
func WithoutColor() Option { return func(t *Terminal) { t.color = false } }

// WithLatin takes bytes that are no UTF-8 for letters of Latin-1.
func WithLatin() Option { return func(t *Terminal) { t.latin = true } }

// WithSize says how to learn the columns and rows of the window, in place of
// asking the system.
func WithSize(size func() (cols, rows int)) Option {
	return func(t *Terminal) { t.slate.size = size }
}

// NewTerminal owns the bytes of the terminal for the life of the program; there
// can be one. Where ctx ends, the question that waits, and every later one, ends with its
// cause. Errors are those of the system.
func NewTerminal(ctx context.Context, in *os.File, out io.Writer, voice *lang.Localizer, options ...Option) (*Terminal, error) {
	t := &Terminal{in: in, voice: voice, color: true}
	t.slate = &renderer{out: out, size: func() (int, int) { return systemSize(in, out) }}
	for _, o := range options {
		o(t)
	}
	given := t.slate.size
	t.slate.size = func() (int, int) {
		cols, rows := given()
		return max(cols, 20), max(rows, 6)
	}
	var err error
	if t.src, err = newSource(in, t.woken); err != nil {
		return nil, err
	}
	t.kb = &keyboard{src: t.src, latin: t.latin}
	t.cooked, _ = term.GetState(int(in.Fd()))
	prepare(out)
	watchSize(t.src.wake)
	context.AfterFunc(ctx, func() { t.stop(context.Cause(ctx)) })
	return t, nil
}

// systemSize is the size of the window, 80 and 24 where nobody knows.
func systemSize(in *os.File, out io.Writer) (cols, rows int) {
	for _, window := range []any{out, in} {
		f, ok := window.(*os.File)
		if !ok {
			continue
		}
		if cols, rows, err := term.GetSize(int(f.Fd())); err == nil && cols > 0 && rows > 0 {
			return cols, rows
		}
	}
	return 80, 24
}

// woken serves a reader that waits: is there another size, is it to stop?
func (t *Terminal) woken() error {
	if err := t.why(); err != nil {
		return err
	}
	cols, high := t.slate.size()
	t.mu.Lock()
	listed := t.listed
	t.mu.Unlock()
	if listed[0] > 0 && listed != [2]int{cols, high} {
		return errResized
	}
	t.slate.redraw()
	return nil
}

func (t *Terminal) why() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped != nil {
		return t.stopped
	}
	select {
	case <-t.until:
		return ask.ErrYielded
	default:
		return nil
	}
}

// AskUntil is Ask, but gives the question up with ask.ErrYielded once done is closed. What
// was typed in it is gone.
func (t *Terminal) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	t.giveUp(done)
	defer t.giveUp(nil)
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-done:
			t.src.wake()
		case <-over:
		}
	}()
	return t.Ask(q)
}

func (t *Terminal) giveUp(done <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.until = done
}

// stop makes the question that waits, and every later one, return err; the first err
// counts.
func (t *Terminal) stop(err error) {
	t.mu.Lock()
	if t.stopped == nil {
		t.stopped = err
	}
	t.mu.Unlock()
	t.src.wake()
}

// ordinary is no color, a cursor that is seen, long lines wrapped.
const ordinary = "\x1b[0m\x1b[?25h\x1b[?7h"

// enterRaw makes the terminal give every key at once, and echo none.
func (t *Terminal) enterRaw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cooked == nil || t.raw {
		return
	}
	if _, err := readline.MakeRaw(int(t.in.Fd())); err == nil {
		t.raw = true
	}
}

func (t *Terminal) leaveRaw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.raw {
		_ = term.Restore(int(t.in.Fd()), t.cooked)
		t.raw = false
	}
}

// Restore leaves the terminal as it was found: lines and echo, the cursor seen,
// long lines wrapped, no color. What stands half asked is taken away. It is
// harmless twice, and a later question takes the terminal again.
func (t *Terminal) Restore() {
	t.mu.Lock()
	used := t.raw
	t.mu.Unlock()
	t.slate.keep()
	if used {
		t.slate.tell(ordinary)
	}
	t.leaveRaw()
}

// Suspend hands the terminal, as it was found, to f, which may read and draw as it
// likes, and takes it back. Keys that were typed ahead go to f. The error is that
// of f, or why the questions were stopped meanwhile.
func (t *Terminal) Suspend(f func() error) error {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.hush()
	if err := t.why(); err != nil {
		return err
	}
	t.Restore()
	t.kept = ""
	defer func() {
		t.enterRaw()
		t.slate.tell(ordinary)
	}()
	if err := f(); err != nil {
		return err
	}
	return t.why()
}

// discard drops what was typed ahead.
func (t *Terminal) discard() {
	t.enterRaw()
	t.kb.back, t.kb.afterCR = nil, false
	for range 1 << 20 {
		if _, err := t.src.read(0); err != nil {
			return
		}
	}
}

// deaf is how long nothing is heard after a question went away under somebody's hands.
const deaf = 700 * time.Millisecond

// Forget takes the line of the last answer back, which does not count, and drops what was
// typed ahead and what is typed just now: it was meant for a question that is gone.
func (t *Terminal) Forget() {
	t.asking.Lock()
	defer t.asking.Unlock()
	if t.kept != "" {
		t.slate.retract()
	}
	t.kept = ""
	t.moved, t.answered = t.answered, typedLine{}
	t.deafen()
}

// Deafen drops what was typed ahead and what is typed just now. Nobody waits for it but the keyboard:
// the next question is heard there a little later.
func (t *Terminal) Deafen() {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.deafTo = time.Now().Add(deaf)
}

// strays is how long nothing is heard behind a key that takes nothing: it was typed for another list.
const strays = 400 * time.Millisecond

// stray drops what was typed behind a key that takes nothing.
func (t *Terminal) stray() {
	t.deafTo = time.Now().Add(strays)
	t.hush()
}

func (t *Terminal) deafen() {
	t.deafTo = time.Now().Add(deaf)
	t.hush()
}

// hush drops what is typed as long as the terminal is deaf.
func (t *Terminal) hush() {
	if t.deafTo.IsZero() {
		return
	}
	for t.discard(); ; {
		left := time.Until(t.deafTo)
		if left <= 0 {
			t.deafTo = time.Time{}
			return
		}
		b, err := t.src.hear(left)
		switch {
		case err == errNoByte:
			continue
		case err != nil: // it is given up: who is asked next is deaf for the rest
			return
		}
		if b == 0x03 { // Ctrl-C is meant whenever it is pressed
			t.kb.unread(b)
			t.deafTo = time.Time{}
			return
		}
	}
}

// sleep is Ctrl-Z: the terminal as it was found while others use it, then the
// question again.
func (t *Terminal) sleep() {
	t.slate.freeze() // promptui may still be busy with the key before
	t.Restore()
	resumed, stop := tty.WhenResumed()
	tty.StopHere(resumed)
	stop()
	t.enterRaw()
	t.slate.thaw()
}

// Gather asks one after the other: there is one keyboard.
func (t *Terminal) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(t, qs, got) }

var _ ask.Asker = (*Terminal)(nil)
