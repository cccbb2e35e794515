package screen

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/tablemate/tablemate/timer"
)

// OnTerminal fills the window with the clock until something ends it. in is the
// terminal, as it was found; it is left so. When ctx is over, or the terminal is gone, the clock is
// stopped and the outcome is Stopped. Errors are those of the terminal; the clock is
// stopped then too, and the outcome says how it stands.
func (c Clock) OnTerminal(ctx context.Context, in Terminal) (Outcome, error) {
	c.speaks = new(sync.Mutex)
	l := newLoop(c)
	return fills(ctx, in, c.Now, func(ctx context.Context, typed <-chan Typed, show func(picture)) Outcome {
		return l.run(ctx, func() <-chan Typed { return typed }, func(p frame) { show(c.picture(p)) })
	})
}

// A watching watches until something ends it; it is told what is typed, and shows what is seen.
type watching func(ctx context.Context, typed <-chan Typed, show func(picture)) Outcome

// fills fills the window with what is watched. now is when a key was pressed.
func fills(ctx context.Context, in Terminal, now func() timer.Moment, watch watching) (Outcome, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	keys := make(chan Typed, 256)
	w := &window{Terminal: in, press: func(name string) {
		select {
		case keys <- Typed{Text: name, At: now()}:
		default: // nobody types so fast
		}
	}}
	seen, over := make(chan picture, 1), make(chan struct{})
	ended := make(chan ending, 1)
	go func() {
		ended <- watch.guarded(within, keys, func(p picture) { newest(seen, p) })
		close(over)
	}()
	err := w.run(within, seen, over)
	cancel()
	e := <-ended
	if e.panicked != "" {
		panic(e.panicked) // the terminal is in order now
	}
	if err == nil || ctx.Err() != nil || isGone(err) { // nobody is there to be told
		return e.Outcome, nil
	}
	return e.Outcome, fmt.Errorf("screen: %w", err)
}

// newest puts a picture in place of one that nobody has drawn yet: the loop never
// waits for the terminal.
func newest[T any](seen chan T, p T) {
	select {
	case <-seen:
	default:
	}
	seen <- p
}

type ending struct {
	Outcome
	panicked string
}

// guarded watches and catches a panic, which must wait for the terminal.
func (w watching) guarded(ctx context.Context, typed <-chan Typed, show func(picture)) (e ending) {
	defer func() {
		if r := recover(); r != nil {
			e.panicked = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return ending{Outcome: w(ctx, typed, show)}
}

// A picture is what stands in the window, whatever its size.
type picture struct {
	draw  func(cols, rows int) string
	bells int // how often the bell has rung
	surround
}

func (c Clock) picture(p frame) picture {
	return picture{func(cols, rows int) string { return c.draw(p, cols, rows) }, p.bells, c.around(p)}
}
