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

// grace is the time that a program has to end after a signal.
const grace = 5 * time.Second

// Until returns a context that a signal to end the program cancels. The cause is then ErrInterrupt or a
// *Signaled, for ExitCode. Everything that waits for the table waits for this context too, so that the program
// ends cleanly; if it does not within the grace, or a second signal comes, Until calls tidy and the program
// dies of the signal at once. stop ends the listening.
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

// Tidy remembers the mode of a terminal and returns a function that restores it. If drawn is set, it also
// restores the screen behind out; a window that never had another title takes no harm.
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
