package screen

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tablemate/tablemate/old/cmd/internal/keyboard"
)

// A Terminal is the terminal that a window fills.
type Terminal struct {
	Keys  *keyboard.Keyboard
	Out   io.Writer
	Size  func() (columns, rows int)
	Color bool
}

// OnTerminal fills the window with the clock until something ends it, and then restores the window. If ctx
// ends, or the terminal is gone, the clock is stopped and the outcome is Stopped. On other errors of the
// terminal the clock is stopped too, and the outcome holds its state.
func (c Clock) OnTerminal(ctx context.Context, in Terminal) (_ Outcome, err error) {
	within, gone := context.WithCancelCause(ctx)
	w := &window{Terminal: in, clock: c, gone: gone}
	typed, over := make(chan Typed), make(chan string)
	defer func() { // the window is restored before a panic goes on
		err = context.Cause(within)
		gone(nil)
		panicked := <-over
		err = errors.Join(err, w.close())
		switch {
		case panicked != "":
			panic(panicked)
		case ctx.Err() != nil || isGone(err): // nobody is there to be told
			err = nil
		case err != nil:
			err = fmt.Errorf("screen: %w", err)
		}
	}()
	w.open()
	go func() {
		panicked := guarded(func() { w.read(within, typed) })
		gone(nil)
		over <- panicked
	}()
	return newLoop(c).run(within, func() <-chan Typed { return typed }, w.show), nil
}
