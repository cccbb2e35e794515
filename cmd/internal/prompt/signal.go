package prompt

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"
)

// grace is how long a program has to end in order after a signal.
const grace = 5 * time.Second

// Until is ctx until a signal comes that ends programs. Its cause is then ErrInterrupt or
// a *Signaled, which lead to ExitCode. Whoever waits for the table waits with it, so that
// the program ends in order; where it has not after the grace, or when a second signal
// comes, tidy is called and the program dies of the signal on the spot. stop ends the
// listening.
func Until(ctx context.Context, tidy func()) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	c := make(chan os.Signal, 2)
	signal.Notify(c, ending...)
	go func() {
		first, came := <-c
		if !came {
			return
		}
		cancel(reason(first))
		select {
		case _, came = <-c:
		case <-time.After(grace):
		}
		if came {
			tidy()
			dieOf(first)
		}
	}()
	return ctx, sync.OnceFunc(func() { signal.Stop(c); close(c); cancel(nil) })
}

func reason(s os.Signal) error {
	if s == os.Interrupt {
		return ErrInterrupt
	}
	n, _ := s.(syscall.Signal)
	return &Signaled{Name: s.String(), Number: int(n)}
}

// Tidy remembers a terminal as it is now. The function that it returns puts it back,
// whoever drew on it meanwhile, if anybody did; out is where they drew. A window whose title is its own takes no harm.
func Tidy(in *os.File, out io.Writer) func(drawn bool) {
	cooked, err := term.GetState(int(in.Fd()))
	if err != nil {
		return func(bool) {}
	}
	return func(drawn bool) {
		if drawn {
			_, _ = io.WriteString(out, "\x1b[23;2t\x1b[?1049l\x1b[?2004l"+ordinary)
		}
		_ = term.Restore(int(in.Fd()), cooked)
	}
}
