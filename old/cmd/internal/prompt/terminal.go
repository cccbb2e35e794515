package prompt

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
	"github.com/tablemate/tablemate/old/internal/ask"
	"github.com/tablemate/tablemate/old/internal/lang"
)

// A Terminal asks at a terminal, one question after the other. Every question is drawn by promptui
// (promptui.go).
//
// From the first question to Restore the terminal is in raw mode, even between questions, so that keys typed
// ahead are neither lost nor echoed. Line breaks that are printed meanwhile work as usual.
type Terminal struct {
	ctx      context.Context
	keyboard *keyboard.Keyboard
	voice    *lang.Localizer
	color    bool
	renderer *renderer
	asking   sync.Mutex // one question at a time

	within context.Context // of the question being asked

	kept     string               // the ID of the question whose line was kept last, directly above
	turned   bool                 // the last answer was asked by a screen that comes again (ask.Pick.Screen)
	scrolled int                  // how many lines of the head have scrolled away for want of room
	window   [2]int               // the size of the window they scrolled in
	aside    map[string]typedLine // unfinished answers, by question
	holds    string               // the ID of the secret question whose person has the keyboard

	mu      sync.Mutex
	above   [2]string // where the table is, and who is ahead
	pressed time.Time // when the last key came
}

// NewTerminal returns a Terminal that reads keys and draws on out, in a window whose columns and rows size
// returns. When ctx ends, the current question and all later ones return its cause. Without color, signs say
// the same.
func NewTerminal(ctx context.Context, keys *keyboard.Keyboard, out io.Writer, size func() (cols, rows int), voice *lang.Localizer, color bool) *Terminal {
	t := &Terminal{ctx: ctx, keyboard: keys, voice: voice, color: color, aside: map[string]typedLine{}}
	t.renderer = &renderer{out: out, size: func() (int, int) {
		cols, rows := size()
		return max(cols, 20), max(rows, 6)
	}}
	prepare(out)
	t.renderer.tell(belowGone)
	return t
}

// belowGone clears everything below the cursor, where a program that was killed left its last picture.
const belowGone = "\x1b[J"

// AskUntil is Ask, but gives up with ask.ErrYielded once done is closed, and drops what was typed.
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

// ordinary means no color, a visible cursor and wrapped lines.
const ordinary = "\x1b[0m\x1b[?25h\x1b[?7h"

// Restore puts the terminal back in its original mode, with a visible cursor, wrapped lines and no color, and
// removes an unanswered question. It may be called twice, and a later question takes the terminal again.
func (t *Terminal) Restore() {
	t.renderer.keep()
	if t.keyboard.Give() {
		t.renderer.tell(ordinary)
	}
}

// Suspend hands the screen and the keys, including those typed ahead, to f. The error is that of f, or the
// cause of a context that ended.
func (t *Terminal) Suspend(f func() error) error {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.keyboard.Hush(t.ctx)
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	t.renderer.keep()
	t.kept = ""
	if err := f(); err != nil || t.ctx.Err() == nil {
		return err
	}
	return context.Cause(t.ctx)
}

// deaf is how long keys are dropped after a question was taken away from a person who may be typing.
const deaf = 700 * time.Millisecond

// Forget removes the line of the last answer, which does not count, and drops what was typed for a question
// that is gone, up to now and for a moment more.
func (t *Terminal) Forget() {
	t.asking.Lock()
	defer t.asking.Unlock()
	if t.kept != "" {
		t.renderer.retract(false)
	}
	t.kept = ""
	t.keyboard.Ignore(t.ctx, deaf)
}

// Deafen drops what was typed up to now and for a moment more. It returns at once: the next question waits.
func (t *Terminal) Deafen() {
	t.asking.Lock()
	defer t.asking.Unlock()
	t.keyboard.Deafen(deaf)
}

// typing is how long after a key a person is assumed to go on typing.
const typing = 2 * time.Second

// Typing reports whether somebody is typing. A line left for another question comes back, unless it is secret.
func (t *Terminal) Typing() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.pressed) < typing
}

// strays is how long keys are dropped after one that does nothing: they were typed for another list.
const strays = 400 * time.Millisecond

// Gather asks one question after the other: there is one keyboard.
func (t *Terminal) Gather(qs []ask.Question, got ask.Got) error { return ask.InOrder(t, qs, got) }

var _ ask.Asker = (*Terminal)(nil)
