package screen

import (
	"context"
	"errors"
	"fmt"
	"io"

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
func (c Clock) OnTerminal(ctx context.Context, in Terminal) (_ Outcome, err error) {
	within, gone := context.WithCancelCause(ctx)
	w := &window{Terminal: in, clock: c, gone: gone}
	typed, over := make(chan Typed), make(chan string)
	defer func() { // also where the loop panics: the window is given back first
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
