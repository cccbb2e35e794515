package prompt

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/internal/ask"
	"github.com/tablemate/tablemate/internal/lang"
)

// A Terminal asks at a terminal, one question after the other. Every question is
// drawn by promptui (promptui.go).
//
// From the first question to Restore the terminal is in raw mode, also between
// questions: keys typed ahead are neither lost nor echoed. Line breaks that are
// printed meanwhile work as always.
type Terminal struct {
	ctx      context.Context
	keyboard *keyboard.Keyboard
	voice    *lang.Localizer
	color    bool
	slate    *renderer
	asking   sync.Mutex // one question at a time

	within context.Context // of the question that waits

	kept     string               // the ID of the question whose line was kept last, directly above
	turned   bool                 // it was asked by a screen that comes again (ask.Pick.Screen)
	scrolled int                  // how many lines above the question went by, because there is no room for them
	window   [2]int               // that they went by in
	aside    map[string]typedLine // lines that were left where the table wanted something else first, by question
	holds    string               // the ID of the secret question whose person has the keyboard

	mu      sync.Mutex
	above   [2]string // where the table is, and who is ahead
	pressed time.Time // when a key came last
}

// NewTerminal asks with these keys; size says how many columns and rows the window has. Where ctx ends, the question that
// waits, and every later one, ends with its cause. Without color signs tell the same.
func NewTerminal(ctx context.Context, keys *keyboard.Keyboard, out io.Writer, size func() (cols, rows int), voice *lang.Localizer, color bool) *Terminal {
	t := &Terminal{ctx: ctx, keyboard: keys, voice: voice, color: color}
	t.slate = &renderer{out: out, size: func() (int, int) {
		cols, rows := size()
		return max(cols, 20), max(rows, 6)
	}}
	prepare(out)
	return t
}

// AskUntil is Ask, but gives the question up with ask.ErrYielded once done is closed. What
// was typed in it is gone.
func (t *Terminal) AskUntil(done <-chan struct{}, q ask.Question) (ask.Answer, error) {
	ctx, cancel := context.WithCancelCause(t.ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-done:
			cancel(ask.ErrYielded)
		case <-ctx.Done():
		}
	}()
	return t.ask(ctx, q)
}

// ordinary is no color, a cursor that is seen, long lines wrapped.
const ordinary = "\x1b[0m\x1b[?25h\x1b[?7h"

// Restore leaves the terminal as it was found: lines and echo, the cursor seen,
// long lines wrapped, no color. A question that stands half asked is taken away. It is
// harmless twice, and a later question takes the terminal again.
func (t *Terminal) Restore() {
	t.slate.keep()
	if t.keyboard.Give() {
		t.slate.tell(ordinary)
	}
}

// Suspend hands the screen and the keys to f, which may read and draw as it likes. Keys that were typed ahead go to f. The
// error is that of f, or why the questions were stopped meanwhile.
func (t *Terminal) Suspend(f func() error) error {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.keyboard.Hush(t.ctx)
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	t.slate.keep()
	t.kept = ""
	if err := f(); err != nil || t.ctx.Err() == nil {
		return err
	}
	return context.Cause(t.ctx)
}

// deaf is how long nothing is heard after a question went away under somebody's hands.
const deaf = 700 * time.Millisecond

// Forget takes the line of the last answer back, which does not count, and drops what was
// typed ahead and what is typed just now: it was meant for a question that is gone.
func (t *Terminal) Forget() {
	t.asking.Lock()
	defer t.asking.Unlock()
	if t.kept != "" {
		t.slate.retract(false)
	}
	t.kept = ""
	t.keyboard.Deafen(deaf)
	t.keyboard.Hush(t.ctx)
}

// Deafen drops what was typed ahead and what is typed just now. Nobody waits for it but the keyboard:
// the next question is heard there a little later.
func (t *Terminal) Deafen() {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.keyboard.Deafen(deaf)
}

// typing is how long after a key somebody is believed to go on.
const typing = 2 * time.Second

// Typing reports whether somebody types just now. A line that is left for another question stands there again, unless it is secret.
func (t *Terminal) Typing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.pressed) < typing
}

// strays is how long nothing is heard behind a key that takes nothing: it was typed for another list.
const strays = 400 * time.Millisecond

// Gather asks one after the other: there is one keyboard.
func (t *Terminal) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(t, qs, got) }

var _ ask.Asker = (*Terminal)(nil)
