//go:build unix

package tty

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// WhenResumed tells each time the program goes on that somebody had stopped, until stop.
func WhenResumed() (resumed <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCONT)
	return c, func() { signal.Stop(c) }
}

// StopHere stops the program as Ctrl-Z does and returns when it goes on, as resumed tells. Where nobody could
// wake it, the system does not stop it, and it goes on at once.
func StopHere(resumed <-chan os.Signal) {
	if syscall.Kill(0, syscall.SIGTSTP) != nil {
		return
	}
	select {
	case <-resumed:
	case <-time.After(300 * time.Millisecond):
	}
}
