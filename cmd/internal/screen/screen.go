package screen

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"github.com/tablemate/tablemate/cmd/internal/keyboard"
)

// A Terminal is what a window fills.
type Terminal struct {
	Keys  *keyboard.Keyboard
	Out   io.Writer
	Size  func() (columns, rows int)
	Color bool
}

// OnTerminal fills the window with the clock until something ends it, and leaves the window as it was. When ctx is over, or
// the terminal is gone, the clock is stopped and the outcome is Stopped. Errors are those of the terminal; the clock is
// stopped then too, and the outcome says how it stands.
func (c Clock) OnTerminal(ctx context.Context, in Terminal) (Outcome, error) {
	c.speaks = new(sync.Mutex)
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	typed, ended := make(chan Typed), make(chan ending, 1)
	w := &window{Terminal: in, press: func(name string) { // the next question reads the keys behind the last one: none is read before that is known
		took := make(chan struct{})
		select {
		case typed <- Typed{Text: name, At: c.Now(), Took: func() { close(took) }}:
			select {
			case <-took:
			case <-within.Done():
			}
		case <-within.Done():
		}
	}}
	go func() {
		ended <- c.guarded(within, typed, w.shows)
		cancel()
	}()
	err := w.run(within)
	cancel()
	e := <-ended
	if e.panicked != "" {
		panic(e.panicked) // the window is given back now
	}
	if err == nil || ctx.Err() != nil || isGone(err) { // nobody is there to be told
		return e.Outcome, nil
	}
	return e.Outcome, fmt.Errorf("screen: %w", err)
}

type ending struct {
	Outcome
	panicked string
}

// guarded watches the clock and catches a panic, which must wait for the terminal.
func (c Clock) guarded(ctx context.Context, typed <-chan Typed, show func(picture)) (e ending) {
	defer func() {
		if r := recover(); r != nil {
			e.panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return ending{Outcome: newLoop(c).run(ctx, func() <-chan Typed { return typed }, func(p frame) { show(c.picture(p)) })}
}

// A picture is what stands in the window, whatever its size.
type picture struct {
	draw  func(cols, rows int) string
	bells int    // how often the bell has rung
	title string // of the window
}

func (c Clock) picture(p frame) picture {
	return picture{func(cols, rows int) string { return c.draw(p, cols, rows) }, p.bells, c.title(p)}
}
